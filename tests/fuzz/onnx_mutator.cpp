// SPDX-License-Identifier: GPL-3.0-or-later
#include "onnx_mutator.h"

#include <cstdint>
#include <iterator>
#include <string>

namespace nestwright::fuzz {
namespace {

constexpr const char* kTypes[] = {"Add",
                                  "Attention",
                                  "AveragePool",
                                  "BatchNormalization",
                                  "Cast",
                                  "Col2Im",
                                  "CenterCropPad",
                                  "Compress",
                                  "Concat",
                                  "Constant",
                                  "ConstantOfShape",
                                  "Conv",
                                  "ConvTranspose",
                                  "DFT",
                                  "DepthToSpace",
                                  "DequantizeLinear",
                                  "Det",
                                  "Einsum",
                                  "Expand",
                                  "Flatten",
                                  "Gather",
                                  "GatherElements",
                                  "GatherND",
                                  "Gemm",
                                  "GRU",
                                  "GridSample",
                                  "GroupQueryAttention",
                                  "Identity",
                                  "If",
                                  "LayerNormalization",
                                  "Loop",
                                  "LSTM",
                                  "MatMul",
                                  "MatMulNBits",
                                  "MaxPool",
                                  "MaxUnpool",
                                  "MelWeightMatrix",
                                  "MultiHeadAttention",
                                  "NonZero",
                                  "OneHot",
                                  "Pad",
                                  "PRelu",
                                  "QLinearConv",
                                  "QLinearConcat",
                                  "Range",
                                  "ReduceProd",
                                  "ReduceSum",
                                  "Reshape",
                                  "Resize",
                                  "RoiAlign",
                                  "STFT",
                                  "Scan",
                                  "ScatterND",
                                  "Shape",
                                  "Size",
                                  "Slice",
                                  "Split",
                                  "Squeeze",
                                  "Tile",
                                  "TopK",
                                  "Transpose",
                                  "Unsqueeze",
                                  "Upsample",
                                  "Where",
                                  "AffineGrid",
                                  "Trilu",
                                  "EyeLike",
                                  "RNN",
                                  "Div",
                                  "Mod"};

constexpr const char* kAttributes[] = {"axis",
                                       "axes",
                                       "perm",
                                       "pads",
                                       "strides",
                                       "dilations",
                                       "kernel_shape",
                                       "group",
                                       "equation",
                                       "num_heads",
                                       "kv_num_heads",
                                       "q_num_heads",
                                       "to",
                                       "split",
                                       "starts",
                                       "ends",
                                       "blocksize",
                                       "keepdims",
                                       "shape",
                                       "start",
                                       "end",
                                       "output_shape",
                                       "output_padding",
                                       "batch_dims",
                                       "hidden_size",
                                       "num_outputs",
                                       "k",
                                       "K",
                                       "N",
                                       "qkv_hidden_sizes",
                                       "output_height",
                                       "output_width",
                                       "onesided",
                                       "allowzero",
                                       "sample_size",
                                       "pooled_shape",
                                       "scan_input_axes",
                                       "num_scan_inputs"};

constexpr const char* kEquations[] = {"ij,jk->ik", "...ij,...jk->...ik", "...", "->", ",", "ii->i", "a...b...,c->"};

std::int64_t number(std::mt19937_64& random) {
    constexpr std::int64_t kInteresting[] = {0,  1,  -1, 2,          3,         -2,        4,         7,
                                             64, -8, 65, 1000000007, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    return random() % 4 == 0 ? static_cast<std::int64_t>(random() % 10)
                             : kInteresting[random() % std::size(kInteresting)];
}

std::string anyName(const onnx::GraphProto& graph, std::mt19937_64& random) {
    switch (random() % 4) {
    case 0:
        return "";
    case 1:
        if (graph.initializer_size() == 0) return "x";
        return graph.initializer(static_cast<int>(random() % static_cast<unsigned>(graph.initializer_size()))).name();
    case 2:
        if (graph.input_size() == 0) return "y";
        return graph.input(static_cast<int>(random() % static_cast<unsigned>(graph.input_size()))).name();
    default: {
        if (graph.node_size() == 0) return "z";
        const auto& node = graph.node(static_cast<int>(random() % static_cast<unsigned>(graph.node_size())));
        return node.output_size() == 0 ? "" : node.output(0);
    }
    }
}

void mutateAttribute(onnx::NodeProto& node, std::mt19937_64& random) {
    auto& attribute = *node.add_attribute();
    attribute.set_name(kAttributes[random() % std::size(kAttributes)]);
    if (attribute.name() == "equation") {
        attribute.set_type(onnx::AttributeProto::STRING);
        attribute.set_s(kEquations[random() % std::size(kEquations)]);
    } else if (random() % 2 == 0) {
        attribute.set_type(onnx::AttributeProto::INT);
        attribute.set_i(number(random));
    } else {
        attribute.set_type(onnx::AttributeProto::INTS);
        for (auto count = random() % 6; count > 0; --count) attribute.add_ints(number(random));
    }
}

void mutateNode(onnx::GraphProto& graph, std::mt19937_64& random) {
    if (graph.node_size() == 0) return;
    auto& node = *graph.mutable_node(static_cast<int>(random() % static_cast<unsigned>(graph.node_size())));
    switch (random() % 5) {
    case 0:
        node.set_op_type(kTypes[random() % std::size(kTypes)]);
        break;
    case 1:
        mutateAttribute(node, random);
        break;
    case 2:
        node.add_input(anyName(graph, random));
        break;
    case 3:
        if (node.input_size() == 0) break;
        node.set_input(static_cast<int>(random() % static_cast<unsigned>(node.input_size())), anyName(graph, random));
        break;
    default:
        node.set_domain(random() % 2 == 0 ? "com.microsoft" : "");
    }
}

void mutateInput(onnx::GraphProto& graph, std::mt19937_64& random) {
    if (graph.input_size() == 0) return;
    auto& input = *graph.mutable_input(static_cast<int>(random() % static_cast<unsigned>(graph.input_size())));
    auto& shape = *input.mutable_type()->mutable_tensor_type()->mutable_shape();
    if (shape.dim_size() == 0 || random() % 4 == 0) {
        shape.add_dim()->set_dim_value(number(random));
    } else if (random() % 4 == 0) {
        shape.mutable_dim()->RemoveLast();
    } else {
        shape.mutable_dim(static_cast<int>(random() % static_cast<unsigned>(shape.dim_size())))
            ->set_dim_value(number(random));
    }
}

void mutateInitializer(onnx::GraphProto& graph, std::mt19937_64& random) {
    if (graph.initializer_size() == 0 || random() % 3 == 0) {
        // Integers that a node may take for a shape, axes or indices.
        auto& added = *graph.add_initializer();
        added.set_name("added" + std::to_string(graph.initializer_size()));
        added.set_data_type(onnx::TensorProto::INT64);
        const auto count = random() % 6;
        added.add_dims(static_cast<std::int64_t>(count));
        for (std::uint64_t i = 0; i < count; ++i) added.add_int64_data(number(random));
        return;
    }
    auto& tensor =
        *graph.mutable_initializer(static_cast<int>(random() % static_cast<unsigned>(graph.initializer_size())));
    if (random() % 2 == 0) tensor.clear_raw_data();
    if (tensor.dims_size() == 0 || random() % 4 == 0) {
        tensor.add_dims(number(random));
    } else {
        tensor.set_dims(static_cast<int>(random() % static_cast<unsigned>(tensor.dims_size())), number(random));
    }
    if (random() % 8 == 0) tensor.set_data_type(static_cast<int>(random() % 28));
}

} // namespace

void mutateModel(onnx::ModelProto& model, std::mt19937_64& random) {
    auto& graph = *model.mutable_graph();
    switch (random() % 8) {
    case 0:
        mutateInput(graph, random);
        break;
    case 1:
    case 2:
        mutateInitializer(graph, random);
        break;
    case 3:
        if (model.opset_import_size() > 0) model.mutable_opset_import(0)->set_version(static_cast<int>(random() % 27));
        break;
    default:
        mutateNode(graph, random);
    }
}

} // namespace nestwright::fuzz
