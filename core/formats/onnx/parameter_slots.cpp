// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/parameter_slots.h"

#include "core/base/text.h"
#include "core/formats/onnx/rules/rule.h"
#include "core/workload/domains.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace nestwright::onnx_format {
namespace {

using Key = std::pair<std::string_view, std::string_view>;

/// Inputs that the operators' definitions call weight, bias, scale of a normalization, table or the like.
const std::map<Key, std::vector<std::size_t>> kParameters = {
    {{"", "Conv"}, {1, 2}},
    {{"", "ConvTranspose"}, {1, 2}},
    {{"", "DeformConv"}, {1, 3}},
    {{"", "ConvInteger"}, {1}},
    {{"", "QLinearConv"}, {3, 8}},
    {{"", "Gemm"}, {0, 1, 2}},
    {{"", "MatMul"}, {0, 1}},
    {{"", "MatMulInteger"}, {0, 1}},
    {{"", "QLinearMatMul"}, {0, 3}},
    {{"", "BatchNormalization"}, {1, 2}},
    {{"", "InstanceNormalization"}, {1, 2}},
    {{"", "GroupNormalization"}, {1, 2}},
    {{"", "LayerNormalization"}, {1, 2}},
    {{"", "RMSNormalization"}, {1}},
    {{"", "SimplifiedLayerNormalization"}, {1}},
    {{"", "PRelu"}, {1}},
    {{"", "LSTM"}, {1, 2, 3, 7}},
    {{"", "GRU"}, {1, 2, 3}},
    {{"", "RNN"}, {1, 2, 3}},
    {{kMicrosoft, "FusedConv"}, {1, 2}},
    {{kMicrosoft, "FusedGemm"}, {0, 1, 2}},
    {{kMicrosoft, "FusedMatMul"}, {0, 1}},
    {{kMicrosoft, "TransposeMatMul"}, {0, 1}},
    {{kMicrosoft, "FusedMatMulActivation"}, {0, 1}},
    {{kMicrosoft, "QGemm"}, {0, 3, 6}},
    {{kMicrosoft, "QLinearMatMul"}, {0, 3}},
    {{kMicrosoft, "MatMulInteger16"}, {0, 1}},
    {{kMicrosoft, "MatMulIntegerToFloat"}, {0, 1, 6}},
    {{kMicrosoft, "DynamicQuantizeMatMul"}, {1, 4}},
    {{kMicrosoft, "MatMulNBits"}, {1, 5}},
    {{kMicrosoft, "MatMulBnb4"}, {1}},
    {{kMicrosoft, "QLinearConv"}, {3, 8}},
    {{kMicrosoft, "GemmFloat8"}, {0, 1, 2}},
    {{kMicrosoft, "GemmFastGelu"}, {1, 2}},
    {{kMicrosoft, "DynamicQuantizeLSTM"}, {1, 2, 3, 7}},
    {{kMicrosoft, "PackedAttention"}, {1, 2}},
    {{kMicrosoft, "PackedMultiHeadAttention"}, {3}},
    {{kMicrosoft, "Attention"}, {1, 2}},
    {{kMicrosoft, "QAttention"}, {1, 2}},
    {{kMicrosoft, "LongformerAttention"}, {1, 2, 4, 5}},
    {{kMicrosoft, "MultiHeadAttention"}, {3}},
    {{kMicrosoft, "LayerNormalization"}, {1, 2}},
    {{kMicrosoft, "SimplifiedLayerNormalization"}, {1}},
    {{kMicrosoft, "SkipLayerNormalization"}, {2, 3, 4}},
    {{kMicrosoft, "SkipSimplifiedLayerNormalization"}, {2, 3}},
    {{kMicrosoft, "EmbedLayerNormalization"}, {2, 3, 4, 5, 6}},
    {{kMicrosoft, "GroupNorm"}, {1, 2}},
    {{kMicrosoft, "SkipGroupNorm"}, {1, 2, 4}},
    {{kMicrosoft, "BiasGelu"}, {1}},
    {{kMicrosoft, "FastGelu"}, {1}},
    {{kMicrosoft, "BiasAdd"}, {1}},
    {{kMicrosoft, "BiasSplitGelu"}, {1}},
    {{kMicrosoft, "MoE"}, {2, 3, 4, 5, 6, 7}},
    {{kMicrosoft, "QMoE"}, {2, 4, 5, 7, 8, 10}},
    {{kMicrosoft, "GatherBlockQuantized"}, {0}},
    {{kMicrosoft, "RelativePositionBias"}, {0}},
};

constexpr std::array<std::string_view, 7> kAllOperands = {"Add",    "Sub",    "Mul",          "Sum",
                                                          "Concat", "Einsum", "QLinearConcat"};
constexpr std::array<std::string_view, 3> kFirstOperand = {"Gather", "GatherElements", "GatherND"};

} // namespace

Slot slotOf(const Operator& op, std::size_t input) {
    const auto it = kParameters.find({op.domain, op.type});
    if (it != kParameters.end()) {
        const bool isListed = std::find(it->second.begin(), it->second.end(), input) != it->second.end();
        return isListed ? Slot::parameter : Slot::constant;
    }
    if (isIn(kAllOperands, op.type) || (isIn(kFirstOperand, op.type) && input == 0)) return Slot::operand;
    if (op.type == "QLinearAdd" || op.type == "QLinearMul")
        return input == 0 || input == 3 ? Slot::operand : Slot::constant;
    // What an unknown operator keeps in a constant is best taken for its weights.
    return findRule(op.domain, op.type) == nullptr && !op.domain.empty() ? Slot::operand : Slot::constant;
}

} // namespace nestwright::onnx_format
