// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <string>
#include <string_view>

namespace nestwright::scalesim {

/// A topology CSV of SCALE-Sim: one layer a row, convolutions (8 columns, 9 with a second stride or a sparsity) or
/// products of matrices (4 columns, 5 with a sparsity). Columns count, the header doesn't. The layers are operators
/// without connections, since the format has none. Elements are bytes, as SCALE-Sim's are.
[[nodiscard]] Result<Graph> readTopology(std::string_view text, const std::string& file);

} // namespace nestwright::scalesim
