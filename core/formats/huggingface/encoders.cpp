// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/huggingface/generators.h"

namespace nestwright::huggingface {
namespace {

/// Query, key and value from the rows of all sequences, attention sequence by sequence, the output's projection.
TensorId attention(GraphBuilder& builder, const ModelConfig& config, const Pass& pass, TensorId x, TensorId mask) {
    const Count width = config.heads * config.headDim;
    const Shape sequences = {pass.batch, pass.queries, width};
    const auto projected = [&](const std::string& name) {
        const TensorId rows = builder.linear(name, x, width, config.hasQkvBias);
        return builder.reshape(name + ".split", rows, sequences);
    };
    const TensorId query = projected("attention.query");
    const TensorId key = projected("attention.key");
    const TensorId value = projected("attention.value");
    const TensorId attended = attendToAll(builder, config, query, key, value, mask);
    const TensorId rows = builder.reshape("attention.join", attended, {pass.tokens(), width});
    return builder.linear("attention.output", rows, config.hidden, config.hasOutputBias);
}

TensorId encoderMlp(GraphBuilder& builder, const ModelConfig& config, TensorId x) {
    const TensorId wide = builder.linear("intermediate", x, config.inner, config.hasMlpBias);
    return builder.linear("output", activate(builder, config, "activation", wide), config.hidden, config.hasMlpBias);
}

/// Norms after each sum.
TensorId bertLayer(GraphBuilder& builder, const ModelConfig& config, const Pass& pass, TensorId x, TensorId mask) {
    x = addTensors(builder, "attention.residual", x, attention(builder, config, pass, x, mask));
    x = layerNorm(builder, "attention.norm", x);
    x = addTensors(builder, "residual", x, encoderMlp(builder, config, x));
    return layerNorm(builder, "norm", x);
}

/// Norms before attention and MLP.
TensorId vitLayer(GraphBuilder& builder, const ModelConfig& config, const Pass& pass, TensorId x) {
    const TensorId before = layerNorm(builder, "layernorm_before", x);
    x = addTensors(builder, "attention.residual", x, attention(builder, config, pass, before, kNoTensor));
    const TensorId after = layerNorm(builder, "layernorm_after", x);
    return addTensors(builder, "residual", x, encoderMlp(builder, config, after));
}

/// The first position of every sequence, [batch, hidden].
TensorId firstPosition(GraphBuilder& builder, const ModelConfig& config, const Pass& pass, TensorId x) {
    const TensorId sequences = builder.reshape("sequences", x, {pass.batch, pass.queries, config.hidden});
    const TensorId index = builder.integers("first_index", {0});
    const TensorId first = builder.add(
        {"first_token", "Gather", {sequences, index}, {pass.batch, 1, config.hidden}, {{"axis", std::int64_t{1}}}});
    return builder.reshape("first_rows", first, {pass.batch, config.hidden});
}

/// Patches [batch, hidden, side, side] by a convolution become positions, a class token goes in front.
TensorId patchPositions(GraphBuilder& builder, const ModelConfig& config, const Pass& pass) {
    const Count side = config.imageSize / config.patchSize;
    const Count patches = side * side;
    const TensorId image = builder.input(
        "pixel_values", {pass.batch, config.imageChannels, config.imageSize, config.imageSize}, builder.type());
    const TensorId kernel = builder.weight("patch_embeddings.weight",
                                           {config.hidden, config.imageChannels, config.patchSize, config.patchSize});
    const TensorId bias = builder.weight("patch_embeddings.bias", {config.hidden});
    const std::vector<std::int64_t> step = {config.patchSize, config.patchSize};
    const TensorId map = builder.add({"patch_embeddings",
                                      "Conv",
                                      {image, kernel, bias},
                                      {pass.batch, config.hidden, side, side},
                                      {{"strides", step}}});
    const TensorId columns = builder.reshape("patch_columns", map, {pass.batch, config.hidden, patches});
    const TensorId rows = builder.add({"patch_rows",
                                       "Transpose",
                                       {columns},
                                       {pass.batch, patches, config.hidden},
                                       {{"perm", std::vector<std::int64_t>{0, 2, 1}}}});
    const TensorId token = builder.weight("cls_token", {1, 1, config.hidden});
    const TensorId target = builder.integers("cls_shape", {pass.batch, 1, config.hidden});
    const TensorId tokens = builder.add({"cls_tokens", "Expand", {token, target}, {pass.batch, 1, config.hidden}});
    return builder.add({"patch_sequence",
                        "Concat",
                        {tokens, rows},
                        {pass.batch, pass.queries, config.hidden},
                        {{"axis", std::int64_t{1}}}});
}

} // namespace

void buildBert(GraphBuilder& builder, const ModelConfig& config, const Pass& pass) {
    const Shape sequences = {pass.batch, pass.queries};
    const TensorId ids = builder.input("input_ids", sequences, DataType::int64);
    const TensorId types = builder.input("token_type_ids", sequences, DataType::int64);
    const TensorId positions = builder.input("position_ids", {pass.queries}, DataType::int64);
    const TensorId mask = builder.input("attention_mask", sequences, DataType::int32);
    builder.setScope("embeddings");
    const TensorId words = embed(builder, "word", config.vocabulary, config.hidden, ids);
    const TensorId segments = embed(builder, "token_type", config.typeVocabulary, config.hidden, types);
    const TensorId places = embed(builder, "position", config.positions, config.hidden, positions);
    TensorId x = addTensors(builder, "type_sum", words, segments);
    x = addTensors(builder, "position_sum", x, places);
    x = layerNorm(builder, "norm", builder.reshape("rows", x, {pass.tokens(), config.hidden}));
    for (Count i = 0; i < config.layers; ++i) {
        builder.setScope("encoder.layer." + std::to_string(i));
        x = bertLayer(builder, config, pass, x, mask);
    }
    builder.graph().outputs.push_back(x);
    builder.setScope("pooler");
    const TensorId pooled = builder.linear("dense", firstPosition(builder, config, pass, x), config.hidden, true);
    builder.graph().outputs.push_back(builder.add({"activation", "Tanh", {pooled}, builder.shape(pooled)}));
}

void buildVit(GraphBuilder& builder, const ModelConfig& config, const Pass& pass) {
    builder.setScope("embeddings");
    TensorId x = patchPositions(builder, config, pass);
    const TensorId places = builder.weight("position_embeddings", {1, pass.queries, config.hidden});
    x = addTensors(builder, "position_sum", x, places);
    x = builder.reshape("rows", x, {pass.tokens(), config.hidden});
    for (Count i = 0; i < config.layers; ++i) {
        builder.setScope("encoder.layer." + std::to_string(i));
        x = vitLayer(builder, config, pass, x);
    }
    builder.setScope("");
    x = layerNorm(builder, "layernorm", x);
    if (config.labels > 0)
        x = builder.linear("classifier", firstPosition(builder, config, pass, x), config.labels, true);
    builder.graph().outputs.push_back(x);
}

} // namespace nestwright::huggingface
