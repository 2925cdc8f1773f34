// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <array>
#include <string_view>

namespace nestwright {

/// What kind of work an operator is; every total is also given by layer type.
enum class LayerType {
    conv,
    depthwiseConv,
    transposedConv,
    gemm,
    batchedGemm,
    attentionScore,
    attentionValue,
    softmax,
    normalization,
    elementwise,
    reduction,
    pooling,
    embedding,
    dataMovement,
    recurrent,
    control,
    unknown
};

inline constexpr std::array kAllLayerTypes = {
    LayerType::conv,          LayerType::depthwiseConv,  LayerType::transposedConv, LayerType::gemm,
    LayerType::batchedGemm,   LayerType::attentionScore, LayerType::attentionValue, LayerType::softmax,
    LayerType::normalization, LayerType::elementwise,    LayerType::reduction,      LayerType::pooling,
    LayerType::embedding,     LayerType::dataMovement,   LayerType::recurrent,      LayerType::control,
    LayerType::unknown};

/// Key in JSON and CSV: "conv", "depthwise_conv", "gemm", "batched_gemm", "attention_score", ...
[[nodiscard]] std::string_view keyOf(LayerType type);

/// Name for a person: "Conv", "Depthwise conv", "GEMM", "Batched GEMM", "Attention score", ...
[[nodiscard]] Message titleOf(LayerType type);

} // namespace nestwright
