// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <nlohmann/json.hpp>

namespace nestwright::workloads {

/// Makes the graph of a network that is listed layer by layer. A layer has a name and an op (conv, max_pool,
/// global_average_pool, local_response_norm, linear, add, multiply), reads the layer before unless `from` names others,
/// and may end in an `activation`. `block` groups layers for folding. Extents follow from the input.
[[nodiscard]] Result<Graph> generateLayers(const nlohmann::json& document, const Bindings& bindings);

} // namespace nestwright::workloads
