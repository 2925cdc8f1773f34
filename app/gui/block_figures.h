// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/folding.h"
#include "widgets/tables/operator_rows.h"

#include <optional>
#include <vector>

namespace nestwright::gui {

/// Figures of some operators together.
struct BlockFigures {
    bool isPlanned = false;
    bool isFree = true; ///< takes no time
    int operators = 0;
    double seconds = 0;
    double share = 0; ///< of the model's time
    double energyJ = 0;
    double energyShare = 0;         ///< of the model's energy
    std::optional<double> mfu;      ///< useful time of all over their time; nothing where none has MACs
    double memoryStallFraction = 0; ///< stalled time of all over their time
    BottleneckClass bottleneck = BottleneckClass::compute; ///< the class with most time
};

[[nodiscard]] BlockFigures figuresOf(const std::vector<OperatorRow>& rows, const layout::Members& members);

/// What the names of some operators have in common: "layers.3" of "/layers.3/attn/q" and "/layers.3/mlp/up"; empty
/// where that is nothing.
[[nodiscard]] QString commonName(const std::vector<OperatorRow>& rows, std::int32_t first, std::int32_t count);

} // namespace nestwright::gui
