// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/broadcast.h"
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"

#include <algorithm>

namespace nestwright::onnx_format {
namespace {

/// Channel vectors must have the extent of axis 1.
Result<void> checkChannelVectors(const NodeContext& node, std::size_t first, std::size_t last) {
    const Shape* x = node.shape(0);
    if (x == nullptr || x->size() < 2) return {};
    for (std::size_t i = first; i <= last; ++i) {
        const Shape* vector = node.shape(i);
        if (vector == nullptr || (vector->size() == 1 && vector->front() == (*x)[1])) continue;
        return node.fail(NW_TEXT("onnx.norm.channels", "%1: \"%2\" has the shape %3, but the input %4 has %5 channels"),
                         node.inputName(i), shapeText(*vector), shapeText(*x), (*x)[1]);
    }
    return {};
}

Result<void> batchNormalization(NodeContext& node) {
    if (auto ok = checkChannelVectors(node, 1, 4); !ok) return ok;
    for (std::size_t i = 1; i < node.outputCount(); ++i) {
        if (const Shape* mean = node.shape(3)) node.setOutput(i, *mean, node.inputType(3));
    }
    return sameAsFirst(node);
}

Result<void> instanceNormalization(NodeContext& node) {
    if (auto ok = checkChannelVectors(node, 1, 2); !ok) return ok;
    return sameAsFirst(node);
}

/// Y and, with the normalised axes kept as 1, what was divided by; `firstStatistic` counts outputs.
Result<void> overTrailingAxes(NodeContext& node, std::size_t scale, std::size_t firstStatistic,
                              std::size_t lastStatistic) {
    const Shape* x = node.shape(0);
    if (x == nullptr) return sameAsFirst(node);
    const auto axis = normalAxisOf(node, node.integer("axis", -1), x->size());
    if (!axis) return tl::unexpected(axis.error());
    Shape kept = *x;
    std::fill(kept.begin() + static_cast<std::ptrdiff_t>(*axis), kept.end(), 1);
    const Shape* gamma = node.shape(scale);
    if (gamma != nullptr && !broadcastsTo(*gamma, *x)) {
        return node.fail(NW_TEXT("onnx.norm.scale", "%1: the scale %2 doesn't broadcast to the input %3"),
                         shapeText(*gamma), shapeText(*x));
    }
    for (std::size_t i = firstStatistic; i <= lastStatistic; ++i) node.setOutput(i, kept, DataType::float32);
    return sameAsFirst(node);
}

Result<void> layerNormalization(NodeContext& node) { return overTrailingAxes(node, 1, 1, 2); }

/// Input, skip, gamma, ...; the fourth output is the sum of input, skip and bias.
Result<void> skipLayerNormalization(NodeContext& node) {
    if (const Shape* x = node.shape(0)) node.setOutput(3, *x, node.inputType(0));
    return overTrailingAxes(node, 2, 1, 2);
}

Result<void> skipGroupNormalization(NodeContext& node) {
    if (const Shape* x = node.shape(0)) node.setOutput(1, *x, node.inputType(0));
    return sameAsFirst(node);
}

/// Identifiers [B, S] looked up in tables of width H: [B, S, H], a mask index [B], the sum before normalization.
Result<void> embedLayerNormalization(NodeContext& node) {
    const DataType type = node.inputType(2);
    node.setType(0, type);
    const Shape* ids = node.shape(0);
    const Shape* table = node.shape(2);
    if (ids == nullptr || table == nullptr) return {};
    if (ids->size() != 2 || table->size() != 2) {
        return node.fail(NW_TEXT("onnx.embed", "%1 needs identifiers of rank 2 and a table of rank 2, not %2 and %3"),
                         shapeText(*ids), shapeText(*table));
    }
    const Shape embedded = {(*ids)[0], (*ids)[1], (*table)[1]};
    node.setOutput(0, embedded, type);
    node.setOutput(1, {(*ids)[0]}, DataType::int32);
    node.setOutput(2, embedded, type);
    return {};
}

} // namespace

const std::vector<RuleEntry>& normalizationRules() {
    static const std::vector<RuleEntry> kRules = {
        {"", "BatchNormalization", &batchNormalization, 3},
        {"", "InstanceNormalization", &instanceNormalization, 3},
        {"", "GroupNormalization", &sameAsFirst, 3},
        {"", "LayerNormalization", &layerNormalization, 2},
        {"", "RMSNormalization", &layerNormalization, 2},
        {"", "SimplifiedLayerNormalization", &layerNormalization, 2},
        {"com.microsoft", "LayerNormalization", &layerNormalization, 2},
        {"com.microsoft", "SimplifiedLayerNormalization", &layerNormalization, 2},
        {"com.microsoft", "SkipLayerNormalization", &skipLayerNormalization, 3},
        {"com.microsoft", "SkipSimplifiedLayerNormalization", &skipLayerNormalization, 3},
        {"com.microsoft", "GroupNorm", &sameAsFirst, 3},
        {"com.microsoft", "SkipGroupNorm", &skipGroupNormalization, 4},
        {"com.microsoft", "EmbedLayerNormalization", &embedLayerNormalization, 3}};
    return kRules;
}

} // namespace nestwright::onnx_format
