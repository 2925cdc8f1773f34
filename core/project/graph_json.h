// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/json_source.h"
#include "core/workload/graph.h"

#include <nlohmann/json.hpp>

namespace nestwright {

/// The graph as JSON, without weights.
[[nodiscard]] nlohmann::ordered_json writeGraph(const Graph& graph);

/// Reads the graph that stands at `at`. Whatever refers to a tensor or operator that isn't there is an error.
[[nodiscard]] Result<Graph> readGraph(const JsonSource& source, const JsonSource::Pointer& at);

} // namespace nestwright
