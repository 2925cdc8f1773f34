// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/onnx/node_context.h"

#include <string_view>
#include <vector>

namespace nestwright::onnx_format {

/// Fills in the outputs' shapes, types and, where the inputs' values are known, values. Outputs that it leaves alone
/// can't be known. An error where the node contradicts its operator.
using Rule = Result<void> (*)(NodeContext& node);

/// One entry an operator type.
struct RuleEntry {
    std::string_view domain; ///< "" is ONNX's own
    std::string_view type;
    Rule rule;
    std::size_t neededInputs = 0; ///< the first so many inputs may not be absent
};

/// The rule for an operator type; nullptr where there is none.
[[nodiscard]] const RuleEntry* findRule(std::string_view domain, std::string_view type);

// The families; findRule looks through all of them.
[[nodiscard]] const std::vector<RuleEntry>& elementwiseRules();
[[nodiscard]] const std::vector<RuleEntry>& castRules();
[[nodiscard]] const std::vector<RuleEntry>& convRules();
[[nodiscard]] const std::vector<RuleEntry>& poolRules();
[[nodiscard]] const std::vector<RuleEntry>& matmulRules();
[[nodiscard]] const std::vector<RuleEntry>& einsumRules();
[[nodiscard]] const std::vector<RuleEntry>& reductionRules();
[[nodiscard]] const std::vector<RuleEntry>& reshapeRules();
[[nodiscard]] const std::vector<RuleEntry>& selectionRules();
[[nodiscard]] const std::vector<RuleEntry>& joinRules();
[[nodiscard]] const std::vector<RuleEntry>& generatorRules();
[[nodiscard]] const std::vector<RuleEntry>& normalizationRules();
[[nodiscard]] const std::vector<RuleEntry>& recurrentRules();
[[nodiscard]] const std::vector<RuleEntry>& resizeRules();
[[nodiscard]] const std::vector<RuleEntry>& quantizationRules();
[[nodiscard]] const std::vector<RuleEntry>& attentionRules();
[[nodiscard]] const std::vector<RuleEntry>& contribRules();
[[nodiscard]] const std::vector<RuleEntry>& sequenceRules();
[[nodiscard]] const std::vector<RuleEntry>& signalRules();
[[nodiscard]] const std::vector<RuleEntry>& classicMlRules();

} // namespace nestwright::onnx_format
