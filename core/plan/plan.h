// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/cost/next_change.h"
#include "core/search/result_cache.h"
#include "core/workload/catalogue.h"
#include "core/workload/graph.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nestwright {

enum class Fusion { none, automatic };

[[nodiscard]] inline std::string_view keyOf(Fusion fusion) { return fusion == Fusion::none ? "none" : "auto"; }

struct PlanOptions {
    DataType format = DataType::unknown; ///< unknown: bf16 or the accelerator's default where it can't compute that
    Fusion fusion = Fusion::none;
    Objective objective = Objective::latency;
    int devices = 1;
    int threads = 0;
    std::uint64_t seed = 1;
    /// That every mapping of a problem must respect; empty: none. Called from several threads.
    std::function<Result<MappingConstraints>(const Problem&)> constraints = {};
    std::shared_ptr<ResultCache> cache = {}; ///< of results of earlier searches; null: none
};

/// One einsum of an operator, mapped.
struct PlannedMapping {
    Problem problem;
    Count repeats = 1;
    Mapping mapping;
    Evaluation cost;
    Proof proof;
};

/// One operator on the accelerator. Times are seconds over all repeats, launch included.
struct PlannedOperator {
    OperatorId id = kNoOperator;
    std::string name;
    std::string type;
    LayerType layerType = LayerType::unknown;
    int kernel = 0; ///< index in PlanResult::kernels; -1 where it launches nothing (a view, a folded constant)
    double seconds = 0;
    double energyJ = 0;
    double macs = 0;
    double flops = 0;
    double deviceMemoryBytes = 0; ///< moved to and from device memory
    std::optional<double> mfu;    ///< nothing without MACs
    double memoryStallFraction = 0;
    Attribution attribution;     ///< seconds; adds up to `seconds`
    std::vector<TimePath> paths; ///< `cycles` holds seconds here
    Bottleneck bottleneck;       ///< of its paths the launch is one; `cycles` holds seconds here
    std::vector<Change> changes; ///< `savedCycles` holds seconds here, over all repeats; largest first
    /// Identical operators share one search and so one object.
    std::shared_ptr<const std::vector<PlannedMapping>> mappings;
    /// By mapping: the device's static power over the time that it takes, its share of the launch included. Part of
    /// `energyJ`, and none of the mapping's own cost.
    std::vector<double> mappingStaticJ;
    int identicalTo = -1; ///< index of the first operator of the same shape, or -1 if this is it
};

struct PlannedKernel {
    int id = 0;
    std::vector<int> operators; ///< indices in PlanResult::operators
    double seconds = 0;
    double launchSeconds = 0;
    double bytesSaved = 0; ///< device-memory traffic that fusion avoids
};

struct LayerTypeSummary {
    LayerType layerType = LayerType::unknown;
    double seconds = 0;
    double share = 0; ///< of the total time
    std::optional<double> mfu;
    double memoryStallFraction = 0;
    double energyJ = 0;
    double macs = 0;
    Attribution attribution;
    int operators = 0; ///< that have a part of the type; those with parts of several count in each
};

/// A percentile is absent until tails are modelled.
struct LatencyPercentiles {
    double p50 = 0;
    std::optional<double> p95;
    std::optional<double> p99;
};

struct PlanTotals {
    LatencyPercentiles latencySeconds;
    std::optional<double> throughputPerSecond; ///< samples (prefill, images) or tokens (decode) a second
    std::string throughputUnit;                ///< "samples/s", "tokens/s"
    double energyJ = 0;
    std::optional<double> powerW;
    std::optional<double> perfPerWatt; ///< throughput / power
    std::optional<double> mfu;
    double memoryStallFraction = 0;
    double macs = 0;
    double deviceMemoryBytes = 0; ///< weights + caches + the largest live set of activations
    double weightBytes = 0;
    double cacheBytes = 0;
    double activationBytes = 0;
    double memoryExcessBytes = 0; ///< of the need over the device's memory
    bool fits = true;             ///< true, with an assumption that says so, where the device's memory is unknown
    Attribution attribution;
    std::vector<Change> changes; ///< summed over the operators, each with the mapping that it has
};

/// Which run of the model was planned; nothing where it doesn't apply.
struct PlanSlice {
    std::optional<Count> batch;
    std::optional<Count> sequence;
    std::optional<Count> past;
    std::optional<std::string> phase;
};

/// A whole model on one accelerator. Immutable and shared once made.
struct PlanResult {
    std::string workload;
    std::string accelerator; ///< id
    std::string acceleratorName;
    DataType format = DataType::unknown;
    Objective objective = Objective::latency;
    Fusion fusion = Fusion::none;
    Bindings bindings;
    PlanSlice slice;
    std::vector<PlannedOperator> operators;
    std::vector<PlannedKernel> kernels;
    std::vector<LayerTypeSummary> byLayerType; ///< largest share first
    PlanTotals totals;
    std::vector<Message> assumptions;
    std::vector<Warning> warnings;
};

using PlanPointer = std::shared_ptr<const PlanResult>;

/// Plans the graph on the accelerator, operators in topological order; identical operators are mapped once.
[[nodiscard]] Result<PlanPointer> plan(const Graph& graph, const Bindings& bindings, const Accelerator& accelerator,
                                       const PlanOptions& options, const WorkContext& work);

} // namespace nestwright
