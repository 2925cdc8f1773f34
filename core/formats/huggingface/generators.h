// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/huggingface/graph_builder.h"
#include "core/formats/huggingface/pass.h"

namespace nestwright::huggingface {

// One generator a family; each adds the whole model to the builder.
void buildLlama(GraphBuilder& builder, const ModelConfig& config, const Pass& pass);
void buildGpt2(GraphBuilder& builder, const ModelConfig& config, const Pass& pass);
void buildGptJ(GraphBuilder& builder, const ModelConfig& config, const Pass& pass);
void buildBert(GraphBuilder& builder, const ModelConfig& config, const Pass& pass);
void buildVit(GraphBuilder& builder, const ModelConfig& config, const Pass& pass);

// What they share.

/// RMSNormalization or LayerNormalization over the last extent.
TensorId rmsNorm(GraphBuilder& builder, const std::string& name, TensorId x);
TensorId layerNorm(GraphBuilder& builder, const std::string& name, TensorId x);
TensorId addTensors(GraphBuilder& builder, const std::string& name, TensorId a, TensorId b);
/// Rows of a table of weights: ids [..] give [.., width].
TensorId embed(GraphBuilder& builder, const std::string& name, Count rows, Count width, TensorId ids);
TensorId activate(GraphBuilder& builder, const ModelConfig& config, const std::string& name, TensorId x);
/// Token ids of a decoder and what its rotary embedding reads.
struct RotaryInputs {
    TensorId ids = kNoTensor;
    TensorId positions = kNoTensor;
    TensorId cos = kNoTensor;
    TensorId sin = kNoTensor;
};
RotaryInputs rotaryInputs(GraphBuilder& builder, const ModelConfig& config, const Pass& pass);
/// Query or key with its heads turned by position.
TensorId rotate(GraphBuilder& builder, const ModelConfig& config, const RotaryInputs& rotary, const std::string& name,
                TensorId x, Count heads);
/// Attention of a decoder over the cache and the new positions; key and value are kNoTensor where the query packs all
/// three. Reads the past from the cache and appends to it.
TensorId attendWithCache(GraphBuilder& builder, const ModelConfig& config, const Pass& pass, TensorId query,
                         TensorId key, TensorId value);
/// Attention of an encoder: every position sees every other (and a mask, unless it is kNoTensor).
TensorId attendToAll(GraphBuilder& builder, const ModelConfig& config, TensorId query, TensorId key, TensorId value,
                     TensorId mask);
/// Projection to the vocabulary: weights of its own, or the embedding's, turned.
TensorId project(GraphBuilder& builder, const ModelConfig& config, TensorId x, bool hasBias);

} // namespace nestwright::huggingface
