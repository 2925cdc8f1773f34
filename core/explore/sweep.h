// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/axis.h"
#include "core/explore/sweep_table.h"

#include <functional>
#include <string>
#include <vector>

namespace nestwright {

/// What a sweep goes through: every combination of the values of all axes, on every accelerator, the last axis fastest.
struct Sweep {
    std::vector<SweepAxis> axes;
    std::vector<Accelerator> accelerators;
    std::vector<std::string> labels; ///< by accelerator
    Bindings bindings;
    PlanOptions options;
    /// The model under bindings of batch, sequence and past.
    std::function<Result<Graph>(const Bindings&)> open;
    /// Of searches on an accelerator, where there are any.
    std::function<Result<MappingConstraints>(const Problem&, const Accelerator&)> constraints;
};

/// Hears of the table after each point.
using SweepSink = std::function<Result<void>(const SweepTable&)>;

/// Columns are the axes, the accelerator, throughput, latency, energy and so on of one run of the model in SI units;
/// `tiling` is that of the operator that takes longest; equal `tiling_id` means equal mappings of all operators;
/// `pareto` is whether no other point of the same sequence and past has more throughput, less latency and less energy
/// for each sample or token.
///
/// Runs the points that `known` lacks. Rows stand in the order of the sweep whatever is known already, so that a sweep
/// that was stopped and goes on ends in the same table. A point that can't be planned has a row that says why; what
/// can't be at all (an unknown level, a row in `known` that is no point of the sweep) is an error before anything runs.
/// Cancelled, the error comes after the rows so far went to `sink`.
[[nodiscard]] Result<SweepTable> runSweep(const Sweep& sweep, const SweepTable& known, const SweepSink& sink,
                                          const WorkContext& work);

/// What a reader of the finished table would ask: axes of a level along which no tiling changes, so that a flat line
/// explains itself.
[[nodiscard]] std::vector<Message> sweepNotes(const Sweep& sweep, const SweepTable& table);

} // namespace nestwright
