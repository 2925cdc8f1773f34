// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/operators/describe.h"

#include <optional>

namespace nestwright::catalogue {

/// What a product of two activations does in attention written with primitives: attentionScore where its result runs
/// into a softmax over elementwise and reshaping operators only, attentionValue where its left operand comes out of
/// one. Nothing elsewhere. Looks at most 6 operators far.
[[nodiscard]] std::optional<LayerType> attentionRoleOf(const OperatorView& view);

} // namespace nestwright::catalogue
