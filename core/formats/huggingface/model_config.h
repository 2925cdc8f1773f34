// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <string>
#include <string_view>
#include <vector>

namespace nestwright::huggingface {

/// The kinds of architecture that the generator knows.
enum class Family { llama, gpt2, gptj, bert, vit };

/// Mixture of experts in place of some layers' MLP.
struct Experts {
    Count count = 0; ///< 0: none
    Count chosen = 0;
    Count inner = 0;                ///< width of one expert
    Count sharedInner = 0;          ///< width of the expert that every token passes; 0: none
    Count every = 1;                ///< layers with (index + 1) divisible by it have experts
    std::vector<Count> denseLayers; ///< layers that never have them
    [[nodiscard]] bool areIn(Count layer) const;
};

/// What a config.json says, with the defaults of its model type filled in.
struct ModelConfig {
    std::string modelType;
    Family family = Family::llama;
    Count hidden = 0;
    Count layers = 0;
    Count heads = 0;
    Count kvHeads = 0;
    Count headDim = 0;
    Count inner = 0;
    Count vocabulary = 0;
    Count positions = 0;      ///< longest sequence; 0: not given
    Count rotaryDim = 0;      ///< of each head; 0: no rotation
    Count typeVocabulary = 0; ///< BERT's segments
    Count imageSize = 0;
    Count patchSize = 0;
    Count imageChannels = 0;
    Count labels = 0; ///< ViT's classes; 0: no classifier
    Experts experts;
    bool isTied = false; ///< the output projection is the embedding
    bool hasQkvBias = false;
    bool hasOutputBias = false;
    bool hasMlpBias = false;
    std::string activationType; ///< the operator of hidden_act and its domain
    std::string activationDomain;
    DataType type = DataType::bfloat16;
    std::vector<Warning> warnings;
};

/// Reads and checks a config.json. Errors name the file and the key.
[[nodiscard]] Result<ModelConfig> parseConfig(std::string_view text, const std::string& path);

} // namespace nestwright::huggingface
