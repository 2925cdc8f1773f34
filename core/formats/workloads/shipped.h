// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <string>
#include <vector>

namespace nestwright::workloads {

/// Ids of the workloads that ship with the program ("resnet50", "bert-base", "llama3-8b", ...), sorted.
[[nodiscard]] std::vector<std::string> shippedIds();

/// The graph of a shipped workload. The error for an unknown id names the nearest ones.
[[nodiscard]] Result<Graph> shipped(const std::string& id, const Bindings& bindings);

} // namespace nestwright::workloads
