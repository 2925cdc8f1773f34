// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/evaluation.h"
#include "core/cost/traffic.h"

namespace nestwright {

/// Time of a mapping beyond the roofline, and where it went.
///
/// C is the cycles in which MACs issue: the temporal steps over the lanes' rate (and over the sustained fraction where
/// asked for). D is the first tiles on their way in and the last outputs on their way out, B what passes wait for in
/// between, each cycle charged to the port of the transfer that ends last: see NestTime. A systolic array's own fill
/// and drain (see arrayStall) delay the first tile and the last wavefront and block in between; ports go on working
/// while the array waits between tiles, so that their waiting counts beyond the array's. The time of all is no less
/// than the busiest port needs. Fixed latencies of networks come on top, once each, of D and of the bound.
struct TimeSplit {
    double computeCycles = 0; ///< C
    double paddedCycles = 0;  ///< C with all passes full
    double boundCycles = 0;
    double usefulCycles = 0;
    double blockedCycles = 0; ///< B
    double fillCycles = 0;
    double drainCycles = 0;
    double arrayCycles = 0;   ///< of blocked, fill and drain: what arrays take to fill and drain
    std::string slowestArray; ///< the level above the array that takes most of it
    std::vector<TimePath> paths;
    std::vector<std::vector<PortLoad>> ports; ///< by level
    std::vector<double> levelBoundCycles;
};

/// How fast the MACs go through a problem.
struct ComputeRate {
    double usefulCycles = 0;  ///< with all lanes busy
    double stepsPerCycle = 1; ///< temporal steps of the nest, at the sustained rate where that is asked for
};

[[nodiscard]] ComputeRate computeRate(const Problem& problem, const Accelerator& accelerator,
                                      const EvaluationContext& context);

/// Why a nest is too large for the model of time, where it is.
[[nodiscard]] std::optional<Message> beyondTimeModel(const Accelerator& accelerator, const Mapping& mapping);

[[nodiscard]] TimeSplit splitTime(const Problem& problem, const Accelerator& accelerator, const Nest& nest,
                                  const Traffic& traffic, const EvaluationContext& context);

} // namespace nestwright
