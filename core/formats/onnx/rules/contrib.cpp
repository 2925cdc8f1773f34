// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/broadcast.h"
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"
#include "core/workload/domains.h"

#include <array>

namespace nestwright::onnx_format {
namespace {

Result<void> binary(NodeContext& node) {
    node.setType(0, node.inputType(0));
    auto shape = broadcastInputs(node, 0, node.inputCount());
    if (!shape) return tl::unexpected(shape.error());
    if (*shape) node.setOutput(0, std::move(**shape), node.inputType(0));
    return {};
}

/// The last axis holds value and gate.
Result<void> halved(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* x = node.shape(0);
    if (x == nullptr) return {};
    if (x->empty() || x->back() % 2 != 0) {
        return node.fail(NW_TEXT("onnx.split_gelu", "%1: the last axis of %2 can't be halved"), shapeText(*x));
    }
    Shape output = *x;
    output.back() /= 2;
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

/// Rows gathered from a table whose elements are packed in blocks; the result has the type of the scales.
Result<void> gatherBlockQuantized(NodeContext& node) {
    node.setType(0, node.inputType(2));
    const Shape* data = node.shape(0);
    const Shape* indices = node.shape(1);
    if (data == nullptr || indices == nullptr || data->size() != 2) return {};
    const Count bits = node.integer("bits", 4);
    const Count perByte = node.inputType(0) == DataType::uint8 && bits >= 1 && bits <= 8 ? 8 / bits : 1;
    Shape output = *indices;
    const auto width = checkedMultiply((*data)[1], perByte);
    if (!width) return {};
    output.push_back(*width);
    node.setOutput(0, std::move(output), node.inputType(2));
    return {};
}

/// A bias [1, heads, queries, keys] from a table [buckets, heads] and two lengths.
Result<void> relativePositionBias(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* table = node.shape(0);
    const auto queries = integersOf(node, 1);
    const auto keys = integersOf(node, 2);
    if (table == nullptr || table->size() != 2 || !queries || !keys) return {};
    if (queries->size() != 1 || keys->size() != 1 || queries->front() < 0 || keys->front() < 0) return {};
    node.setOutput(0, {1, (*table)[1], queries->front(), keys->front()}, node.inputType(0));
    return {};
}

constexpr std::array kSameAsFirst = {"Gelu",        "FastGelu", "BiasGelu", "QuickGelu",           "BiasDropout",
                                     "BiasSoftmax", "MoE",      "QMoE",     "LongformerAttention", "Inverse",
                                     "Trilu"};

/// Rows [tokens, H] put back to where an offset [B, S] says they were.
Result<void> restorePadding(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* rows = node.shape(0);
    const Shape* offsets = node.shape(1);
    if (rows == nullptr || offsets == nullptr || rows->size() != 2 || offsets->size() != 2) return {};
    node.setOutput(0, {(*offsets)[0], (*offsets)[1], rows->back()}, node.inputType(0));
    return {};
}

std::vector<RuleEntry> makeContribRules() {
    std::vector<RuleEntry> rules;
    for (const char* type : kSameAsFirst) rules.push_back({kMicrosoft, type, &sameAsFirst, 1});
    rules.push_back({kMicrosoft, "BiasAdd", &binary, 2});
    rules.push_back({kMicrosoft, "RestorePadding", &restorePadding, 2});
    rules.push_back({kMicrosoft, "BiasSplitGelu", &halved, 2});
    rules.push_back({kMicrosoft, "GatherBlockQuantized", &gatherBlockQuantized, 3});
    rules.push_back({kMicrosoft, "RelativePositionBias", &relativePositionBias, 3});
    return rules;
}

} // namespace

const std::vector<RuleEntry>& contribRules() {
    static const std::vector<RuleEntry> kRules = makeContribRules();
    return kRules;
}

} // namespace nestwright::onnx_format
