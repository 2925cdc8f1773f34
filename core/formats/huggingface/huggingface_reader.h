// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <string>
#include <string_view>

namespace nestwright::huggingface {

/// Reads a config.json and makes the graph of one pass: Llama, Mistral, Mixtral, Qwen2, GPT-2, BERT and ViT kinds.
/// phase (default prefill), batch (1), seq (prefill: 1024 or the model's limit) and past (decode: 1023) come from
/// `bindings`; defaults used are named in warnings.
[[nodiscard]] Result<Graph> readConfig(std::string_view text, const std::string& path, const Bindings& bindings);

} // namespace nestwright::huggingface
