// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/element_type.h"
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"
#include "core/formats/onnx/tensor_data.h"

#include <algorithm>
#include <cmath>

namespace nestwright::onnx_format {
namespace {

void setConstant(NodeContext& node, Shape shape, DataType type, Value value) {
    node.setOutput(0, std::move(shape), type);
    node.setValue(0, std::move(value));
}

Result<void> constantTensor(NodeContext& node, const onnx::TensorProto& tensor) {
    onnx::TensorProto named = tensor;
    if (named.name().empty()) named.set_name(node.op().name);
    auto stored = readTensor(named, node.file(), node.notes());
    if (!stored) return tl::unexpected(stored.error());
    node.setOutput(0, std::move(stored->shape), stored->type);
    if (stored->value) node.setValue(0, std::move(*stored->value));
    return {};
}

Result<void> constant(NodeContext& node) {
    if (const auto* value = node.attribute("value")) return constantTensor(node, value->t());
    if (const auto* value = node.attribute("value_int")) {
        setConstant(node, {}, DataType::int64, Value::ofIntegers({value->i()}));
    } else if (const auto* reals = node.attribute("value_float")) {
        setConstant(node, {}, DataType::float32, Value::ofReals({static_cast<double>(reals->f())}));
    } else if (const auto* list = node.attribute("value_ints")) {
        setConstant(node, {list->ints_size()}, DataType::int64,
                    Value::ofIntegers({list->ints().begin(), list->ints().end()}));
    } else if (const auto* realList = node.attribute("value_floats")) {
        setConstant(node, {realList->floats_size()}, DataType::float32,
                    Value::ofReals({realList->floats().begin(), realList->floats().end()}));
    } else if (node.attribute("value_string") != nullptr) {
        node.setOutput(0, {}, DataType::text);
    } else if (const auto* texts = node.attribute("value_strings")) {
        node.setOutput(0, {texts->strings_size()}, DataType::text);
    } else if (const auto* sparse = node.attribute("sparse_value")) {
        node.setOutput(0, {sparse->sparse_tensor().dims().begin(), sparse->sparse_tensor().dims().end()},
                       elementTypeOf(sparse->sparse_tensor().values().data_type()));
    } else {
        return node.fail(NW_TEXT("onnx.constant", "%1 has no value"));
    }
    return {};
}

/// Whether the integers are a shape; an error where one is negative or there are too many.
Result<void> checkShape(const NodeContext& node, const Shape& shape) {
    const bool isSound =
        shape.size() <= kMaxRank && std::all_of(shape.begin(), shape.end(), [](Count extent) { return extent >= 0; });
    if (isSound) return {};
    return node.fail(NW_TEXT("onnx.shape_value", "%1: %2 is no shape: an extent is negative or there are too many"),
                     shapeText(shape));
}

Result<void> constantOfShape(NodeContext& node) {
    DataType type = DataType::float32;
    Value fill = Value::ofReals({0});
    if (const auto* value = node.attribute("value")) {
        const auto stored = readTensor(value->t(), node.file(), node.notes());
        if (!stored) return tl::unexpected(stored.error());
        type = stored->type;
        fill = stored->value && stored->value->size() == 1 ? *stored->value : Value{};
    }
    node.setType(0, type);
    const auto shape = integersOf(node, 0);
    if (!shape) return {};
    if (auto ok = checkShape(node, *shape); !ok) return ok;
    node.setOutput(0, *shape, type);
    if (fill.size() != 1 || !isFoldable(*shape)) return {};
    node.setValue(0, fill.select(std::vector<std::size_t>(static_cast<std::size_t>(*elementsOf(*shape)), 0)));
    return {};
}

Result<void> range(NodeContext& node) {
    node.setType(0, node.inputType(0));
    for (std::size_t i = 0; i < 3; ++i) {
        if (node.value(i) == nullptr || node.value(i)->size() != 1) return {};
    }
    const double start = node.value(0)->real(0);
    const double limit = node.value(1)->real(0);
    const double delta = node.value(2)->real(0);
    const double count = std::ceil((limit - start) / delta);
    if (delta == 0 || !std::isfinite(count) || count > 1e15) {
        return node.fail(NW_TEXT("onnx.range", "%1: a range from %2 to %3 in steps of %4 has no end"), start, limit,
                         delta);
    }
    const auto length = static_cast<Count>(std::max(count, 0.0));
    node.setOutput(0, {length}, node.inputType(0));
    if (!isFoldable({length})) return {};
    Value value;
    value.isReal = node.value(0)->isReal;
    for (Count i = 0; i < length; ++i) {
        if (value.isReal) {
            value.reals.push_back(start + static_cast<double>(i) * delta);
            continue;
        }
        const auto distance = checkedMultiply(i, node.value(2)->integer(0));
        const auto element = distance ? checkedAdd(node.value(0)->integer(0), *distance) : distance;
        if (!element) return {};
        value.integers.push_back(*element);
    }
    node.setValue(0, std::move(value));
    return {};
}

/// The type that an attribute asks for, or a default.
DataType askedType(const NodeContext& node, DataType fallback) {
    return node.op().has("dtype") ? elementTypeOf(node.integer("dtype", 0)) : fallback;
}

Result<void> random(NodeContext& node) {
    const auto shape = node.list("shape").value_or(std::vector<std::int64_t>{});
    if (auto ok = checkShape(node, shape); !ok) return ok;
    node.setOutput(0, shape, askedType(node, DataType::float32));
    return {};
}

/// Like the first input, with a type of its own.
Result<void> likeFirst(NodeContext& node) {
    const DataType type = askedType(node, node.inputType(0));
    node.setType(0, type);
    if (const Shape* shape = node.shape(0)) node.setOutput(0, *shape, type);
    return {};
}

Result<void> multinomial(NodeContext& node) {
    const DataType type = askedType(node, DataType::int32);
    node.setType(0, type);
    const Shape* shape = node.shape(0);
    if (shape == nullptr) return {};
    if (shape->size() != 2) {
        return node.fail(NW_TEXT("onnx.multinomial", "%1 needs an input of rank 2, not %2"), shapeText(*shape));
    }
    node.setOutput(0, {(*shape)[0], std::max<Count>(node.integer("sample_size", 1), 0)}, type);
    return {};
}

Result<void> oneHot(NodeContext& node) {
    node.setType(0, node.inputType(2));
    const Shape* shape = node.shape(0);
    const auto depth = integersOf(node, 1);
    if (shape == nullptr || !depth || depth->size() != 1) return {};
    const auto axis = normalAxisOf(node, node.integer("axis", -1), shape->size() + 1);
    if (!axis) return tl::unexpected(axis.error());
    if (depth->front() < 0) return node.fail(NW_TEXT("onnx.one_hot", "%1: its depth is negative"));
    Shape output = *shape;
    output.insert(output.begin() + static_cast<std::ptrdiff_t>(*axis), depth->front());
    node.setOutput(0, std::move(output), node.inputType(2));
    return {};
}

} // namespace

const std::vector<RuleEntry>& generatorRules() {
    static const std::vector<RuleEntry> kRules = {{"", "Constant", &constant, 0},
                                                  {"", "ConstantOfShape", &constantOfShape, 1},
                                                  {"", "Range", &range, 3},
                                                  {"", "RandomNormal", &random, 0},
                                                  {"", "RandomUniform", &random, 0},
                                                  {"", "RandomNormalLike", &likeFirst, 1},
                                                  {"", "RandomUniformLike", &likeFirst, 1},
                                                  {"", "Bernoulli", &likeFirst, 1},
                                                  {"", "EyeLike", &likeFirst, 1},
                                                  {"", "Multinomial", &multinomial, 1},
                                                  {"", "OneHot", &oneHot, 3}};
    return kRules;
}

} // namespace nestwright::onnx_format
