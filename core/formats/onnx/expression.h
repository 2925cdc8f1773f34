// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checked.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace nestwright::onnx_format {

/// The value of an extent like "past_sequence_length + 1": integers, names, + - * / // and parentheses. Nothing where
/// the text is no such expression, a name has no value, or the result is no extent.
[[nodiscard]] std::optional<Count> evaluateExtent(const std::string& text, const std::map<std::string, Count>& values);

/// The names in such an expression, each once; nothing where the text is none or is a single name.
[[nodiscard]] std::optional<std::vector<std::string>> namesInExtent(const std::string& text);

} // namespace nestwright::onnx_format
