// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/huggingface/model_config.h"

namespace nestwright::huggingface {

/// How much of the model one pass runs.
struct Pass {
    Count batch = 1;
    Count queries = 1; ///< positions a sequence that this pass computes
    Count past = 0;    ///< positions in the cache before
    [[nodiscard]] Count tokens() const { return batch * queries; }
    [[nodiscard]] Count keys() const { return past + queries; }
    std::map<std::string, std::optional<Count>> symbols;
    std::vector<Warning> warnings; ///< defaults that were used
};

/// Settles batch, sequence and past for the model's kind. Prefill computes `sequence` positions, decode one.
[[nodiscard]] Result<Pass> passOf(const ModelConfig& config, const Bindings& bindings);

} // namespace nestwright::huggingface
