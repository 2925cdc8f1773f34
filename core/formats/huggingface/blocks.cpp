// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/huggingface/generators.h"

#include <algorithm>

namespace nestwright::huggingface {

TensorId rmsNorm(GraphBuilder& builder, const std::string& name, TensorId x) {
    const Shape shape = builder.shape(x);
    const TensorId gain = builder.weight(name + ".weight", {shape.back()});
    return builder.add({name, "RMSNormalization", {x, gain}, shape, {{"axis", std::int64_t{-1}}}});
}

TensorId layerNorm(GraphBuilder& builder, const std::string& name, TensorId x) {
    const Shape shape = builder.shape(x);
    const TensorId gain = builder.weight(name + ".weight", {shape.back()});
    const TensorId shift = builder.weight(name + ".bias", {shape.back()});
    return builder.add({name, "LayerNormalization", {x, gain, shift}, shape, {{"axis", std::int64_t{-1}}}});
}

TensorId addTensors(GraphBuilder& builder, const std::string& name, TensorId a, TensorId b) {
    return builder.add({name, "Add", {a, b}, builder.shape(a)});
}

TensorId embed(GraphBuilder& builder, const std::string& name, Count rows, Count width, TensorId ids) {
    Shape shape = builder.shape(ids);
    shape.push_back(width);
    const TensorId table = builder.weight(name + ".weight", {rows, width});
    return builder.add({name, "Gather", {table, ids}, std::move(shape), {{"axis", std::int64_t{0}}}});
}

TensorId activate(GraphBuilder& builder, const ModelConfig& config, const std::string& name, TensorId x) {
    return builder.add({name, config.activationType, {x}, builder.shape(x), {}, config.activationDomain});
}

TensorId attendWithCache(GraphBuilder& builder, const ModelConfig& config, const Pass& pass, TensorId query,
                         TensorId key, TensorId value) {
    const Shape cached = {pass.batch, config.kvHeads, pass.past, config.headDim};
    const Shape grown = {pass.batch, config.kvHeads, pass.keys(), config.headDim};
    TensorId pastKey = kNoTensor;
    TensorId pastValue = kNoTensor;
    if (pass.past > 0) {
        pastKey = builder.cacheInput("past_key", cached);
        pastValue = builder.cacheInput("past_value", cached);
    }
    const TensorId total = builder.integers("attention.total_length", {pass.keys()});
    const Attributes attributes = {{"num_heads", config.heads}, {"kv_num_heads", config.kvHeads}};
    const Shape result = {pass.batch, pass.queries, config.heads * config.headDim};
    const TensorId out = builder.add({"attention",
                                      "GroupQueryAttention",
                                      {query, key, value, pastKey, pastValue, kNoTensor, total},
                                      result,
                                      attributes,
                                      "com.microsoft"});
    builder.addCacheOutput("present_key", grown);
    builder.addCacheOutput("present_value", grown);
    return out;
}

RotaryInputs rotaryInputs(GraphBuilder& builder, const ModelConfig& config, const Pass& pass) {
    RotaryInputs rotary;
    rotary.ids = builder.input("input_ids", {pass.batch, pass.queries}, DataType::int64);
    rotary.positions = builder.input("position_ids", {pass.batch, pass.queries}, DataType::int64);
    const Count rows = std::max(config.positions, pass.keys());
    rotary.cos = builder.constant("rotary.cos", {rows, config.rotaryDim / 2});
    rotary.sin = builder.constant("rotary.sin", {rows, config.rotaryDim / 2});
    return rotary;
}

TensorId rotate(GraphBuilder& builder, const ModelConfig& config, const RotaryInputs& rotary, const std::string& name,
                TensorId x, Count heads) {
    return builder.add({name,
                        "RotaryEmbedding",
                        {x, rotary.cos, rotary.sin, rotary.positions},
                        builder.shape(x),
                        {{"num_heads", heads}, {"rotary_embedding_dim", config.rotaryDim}}});
}

TensorId attendToAll(GraphBuilder& builder, const ModelConfig& config, TensorId query, TensorId key, TensorId value,
                     TensorId mask) {
    std::vector<TensorId> inputs = {query, key, value};
    if (mask != kNoTensor) inputs.insert(inputs.end(), {kNoTensor, mask});
    return builder.add({"attention",
                        "MultiHeadAttention",
                        std::move(inputs),
                        builder.shape(query),
                        {{"num_heads", config.heads}},
                        "com.microsoft"});
}

TensorId project(GraphBuilder& builder, const ModelConfig& config, TensorId x, bool hasBias) {
    if (!config.isTied) return builder.linear("lm_head", x, config.vocabulary, hasBias);
    Shape shape = builder.shape(x);
    const TensorId matrix = builder.tiedWeight("lm_head.weight (the embedding)", {shape.back(), config.vocabulary});
    shape.back() = config.vocabulary;
    return builder.add({"lm_head", "MatMul", {x, matrix}, std::move(shape)});
}

} // namespace nestwright::huggingface
