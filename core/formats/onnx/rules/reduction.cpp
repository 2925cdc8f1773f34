// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/arithmetic.h"
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace nestwright::onnx_format {
namespace {

Shape reducedShape(const Shape& shape, const std::vector<std::size_t>& axes, bool keepDims) {
    Shape result;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const bool isReduced = std::find(axes.begin(), axes.end(), i) != axes.end();
        if (!isReduced) {
            result.push_back(shape[i]);
        } else if (keepDims) {
            result.push_back(1);
        }
    }
    return result;
}

/// The elementwise operator that a reduction repeats; "" where reductions of the type are not folded.
std::string stepOf(const std::string& type) {
    if (type == "ReduceProd") return "Mul";
    if (type == "ReduceSum") return "Add";
    if (type == "ReduceMax") return "Max";
    return type == "ReduceMin" ? "Min" : "";
}

void foldReduction(NodeContext& node, const Shape& shape, const std::vector<std::size_t>& axes) {
    const std::string step = stepOf(node.type());
    const Value* value = node.value(0);
    const Shape kept = reducedShape(shape, axes, true);
    if (step.empty() || value == nullptr || value->size() == 0) return;
    const auto strides = stridesOf(kept);
    std::vector<std::int64_t> steps;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        steps.push_back(kept[i] == 1 ? 0 : static_cast<std::int64_t>(strides[i]));
    }
    const auto targets = walkIndices(shape, 0, steps);
    std::vector<std::optional<Value>> sums(static_cast<std::size_t>(elementsOf(kept).value_or(0)));
    for (std::size_t k = 0; k < targets.size(); ++k) {
        auto& sum = sums[targets[k]];
        const Value element = value->select({k});
        sum = sum ? evaluateElementwise(step, {*sum, element}) : element;
        if (!sum) return;
    }
    Value result;
    result.isReal = value->isReal;
    for (const auto& sum : sums) {
        if (result.isReal) {
            result.reals.push_back(sum->reals[0]);
        } else {
            result.integers.push_back(sum->integers[0]);
        }
    }
    node.setValue(0, std::move(result));
}

Result<void> reduce(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* shape = node.shape(0);
    if (shape == nullptr) return {};
    const auto given = node.listOrInput("axes", 1);
    if (!given) return {};
    std::vector<std::size_t> axes(shape->size());
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    if (*given && !(*given)->empty()) {
        auto listed = normalAxes(node, **given, shape->size());
        if (!listed) return tl::unexpected(listed.error());
        axes = std::move(*listed);
    } else if (node.integer("noop_with_empty_axes", 0) != 0) {
        axes.clear();
    }
    node.setOutput(0, reducedShape(*shape, axes, node.integer("keepdims", 1) != 0), node.inputType(0));
    if (isFoldable(*shape)) foldReduction(node, *shape, axes);
    return {};
}

Result<void> argReduce(NodeContext& node) {
    node.setType(0, DataType::int64);
    const Shape* shape = node.shape(0);
    if (shape == nullptr) return {};
    const auto axis = normalAxisOf(node, node.integer("axis", 0), shape->size());
    if (!axis) return tl::unexpected(axis.error());
    node.setOutput(0, reducedShape(*shape, {*axis}, node.integer("keepdims", 1) != 0), DataType::int64);
    return {};
}

constexpr std::array kReductions = {"ReduceSum", "ReduceMean", "ReduceMax",    "ReduceMin",       "ReduceProd",
                                    "ReduceL1",  "ReduceL2",   "ReduceLogSum", "ReduceLogSumExp", "ReduceSumSquare"};

std::vector<RuleEntry> makeReductionRules() {
    std::vector<RuleEntry> rules;
    for (const char* type : kReductions) rules.push_back({"", type, &reduce, 1});
    rules.push_back({"", "ArgMax", &argReduce, 1});
    rules.push_back({"", "ArgMin", &argReduce, 1});
    return rules;
}

} // namespace

const std::vector<RuleEntry>& reductionRules() {
    static const std::vector<RuleEntry> kRules = makeReductionRules();
    return kRules;
}

} // namespace nestwright::onnx_format
