// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"

#include <algorithm>

namespace nestwright::onnx_format {
namespace {

/// Sequences hold tensors of any shape: the element type is what can be said.
Result<void> typeOnly(NodeContext& node) {
    const std::size_t source = node.type() == "SequenceInsert" && !node.hasInput(0) ? 1 : 0;
    for (std::size_t i = 0; i < node.outputCount(); ++i) node.setType(i, node.inputType(source));
    return {};
}

Result<void> scalarInteger(NodeContext& node) {
    node.setOutput(0, {}, DataType::int64);
    return {};
}

Result<void> scalarBoolean(NodeContext& node) {
    node.setOutput(0, {}, DataType::boolean);
    return {};
}

/// Words may vanish or be cut, so extents are unknown.
Result<void> text(NodeContext& node) {
    node.setType(0, DataType::text);
    return {};
}

Result<void> sameShapeBoolean(NodeContext& node) {
    node.setType(0, DataType::boolean);
    if (const Shape* shape = node.shape(0)) node.setOutput(0, *shape, DataType::boolean);
    return {};
}

/// One count an n-gram: the last axis becomes as long as the largest index asks.
Result<void> tfIdf(NodeContext& node) {
    node.setType(0, DataType::float32);
    const Shape* shape = node.shape(0);
    const auto indexes = node.list("ngram_indexes");
    if (shape == nullptr || shape->empty() || !indexes || indexes->empty()) return {};
    Shape output = *shape;
    const Count largest = std::max<Count>(*std::max_element(indexes->begin(), indexes->end()), -1);
    output.back() = checkedAdd(largest, 1).value_or(largest);
    node.setOutput(0, std::move(output), DataType::float32);
    return {};
}

} // namespace

const std::vector<RuleEntry>& sequenceRules() {
    static const std::vector<RuleEntry> kRules = {{"", "SequenceEmpty", &typeOnly, 0},
                                                  {"", "SequenceConstruct", &typeOnly, 1},
                                                  {"", "SequenceInsert", &typeOnly, 2},
                                                  {"", "SequenceErase", &typeOnly, 1},
                                                  {"", "SequenceAt", &typeOnly, 2},
                                                  {"", "SplitToSequence", &typeOnly, 1},
                                                  {"", "ConcatFromSequence", &typeOnly, 1},
                                                  {"", "SequenceLength", &scalarInteger, 1},
                                                  {"", "Optional", &typeOnly, 0},
                                                  {"", "OptionalGetElement", &sameAsFirst, 1},
                                                  {"", "OptionalHasElement", &scalarBoolean, 0},
                                                  {"", "StringNormalizer", &text, 1},
                                                  {"", "StringConcat", &sameAsFirst, 2},
                                                  {"", "RegexFullMatch", &sameShapeBoolean, 1},
                                                  {"", "TfIdfVectorizer", &tfIdf, 1}};
    return kRules;
}

} // namespace nestwright::onnx_format
