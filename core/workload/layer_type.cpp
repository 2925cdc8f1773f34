// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/layer_type.h"

namespace nestwright {

std::string_view keyOf(LayerType type) {
    switch (type) {
    case LayerType::conv:
        return "conv";
    case LayerType::depthwiseConv:
        return "depthwise_conv";
    case LayerType::transposedConv:
        return "transposed_conv";
    case LayerType::gemm:
        return "gemm";
    case LayerType::batchedGemm:
        return "batched_gemm";
    case LayerType::attentionScore:
        return "attention_score";
    case LayerType::attentionValue:
        return "attention_value";
    case LayerType::softmax:
        return "softmax";
    case LayerType::normalization:
        return "normalization";
    case LayerType::elementwise:
        return "elementwise";
    case LayerType::reduction:
        return "reduction";
    case LayerType::pooling:
        return "pooling";
    case LayerType::embedding:
        return "embedding";
    case LayerType::dataMovement:
        return "data_movement";
    case LayerType::recurrent:
        return "recurrent";
    case LayerType::control:
        return "control";
    case LayerType::unknown:
        break;
    }
    return "unknown";
}

Message titleOf(LayerType type) {
    switch (type) {
    case LayerType::conv:
        return message(NW_TEXT("layer_type.conv", "Conv"));
    case LayerType::depthwiseConv:
        return message(NW_TEXT("layer_type.depthwise_conv", "Depthwise conv"));
    case LayerType::transposedConv:
        return message(NW_TEXT("layer_type.transposed_conv", "Transposed conv"));
    case LayerType::gemm:
        return message(NW_TEXT("layer_type.gemm", "GEMM"));
    case LayerType::batchedGemm:
        return message(NW_TEXT("layer_type.batched_gemm", "Batched GEMM"));
    case LayerType::attentionScore:
        return message(NW_TEXT("layer_type.attention_score", "Attention score"));
    case LayerType::attentionValue:
        return message(NW_TEXT("layer_type.attention_value", "Attention value"));
    case LayerType::softmax:
        return message(NW_TEXT("layer_type.softmax", "Softmax"));
    case LayerType::normalization:
        return message(NW_TEXT("layer_type.normalization", "Normalization"));
    case LayerType::elementwise:
        return message(NW_TEXT("layer_type.elementwise", "Elementwise"));
    case LayerType::reduction:
        return message(NW_TEXT("layer_type.reduction", "Reduction"));
    case LayerType::pooling:
        return message(NW_TEXT("layer_type.pooling", "Pooling"));
    case LayerType::embedding:
        return message(NW_TEXT("layer_type.embedding", "Embedding"));
    case LayerType::dataMovement:
        return message(NW_TEXT("layer_type.data_movement", "Data movement"));
    case LayerType::recurrent:
        return message(NW_TEXT("layer_type.recurrent", "Recurrent"));
    case LayerType::control:
        return message(NW_TEXT("layer_type.control", "Control"));
    case LayerType::unknown:
        break;
    }
    return message(NW_TEXT("layer_type.unknown", "Unknown"));
}

} // namespace nestwright
