// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/cost/evaluation.h"
#include "core/mapping/constraints.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace nestwright {

enum class Objective { latency, energy, edp };
enum class Metric { bound, full }; ///< roofline cycles, or cycles with stalls
/// Even: the storage nodes of a level stand together, outside its loops. Uneven: each where it suits its tensor.
enum class MappingForm { even, uneven };

[[nodiscard]] std::string_view keyOf(Objective objective);
[[nodiscard]] std::optional<Objective> objectiveFromName(std::string_view name);

struct MapperOptions {
    Objective objective = Objective::latency;
    Metric metric = Metric::full;
    bool allowImperfect = false; ///< a last, smaller pass is allowed
    MappingForm form = MappingForm::even;
    EvaluationContext context;
    MappingConstraints constraints; ///< that the mapping must respect
    std::optional<double> timeLimitSeconds;
    std::optional<std::int64_t> nodeBudget; ///< evaluations; the result is the same for any number of threads
    /// What a proof may take beyond the quick search: about so many partial mappings that are looked at. The result is
    /// the same for any number of threads. Absent, and without a time limit: some seconds' worth.
    std::optional<double> proofEffort;
    double gap = 0; ///< a search that proves bounds may stop when it has proved so much
    std::uint64_t seed = 1;
    int threads = 0; ///< 0: all cores
};

/// What a search proved. A heuristic proves nothing: isOptimal is false, the bound is the trivial one (all lanes busy,
/// every tensor moved once) and the gap is measured against it.
struct Proof {
    /// All three are about every mapping that was allowed. Where imperfect factors were, no search covers these, and
    /// the bound is the trivial one.
    bool isOptimal = false;
    std::optional<double> lowerBound;
    std::optional<double> gap;
    /// Where imperfect factors were allowed: what no mapping with perfect factors can beat, and how much better than
    /// the result one of them may be at most, 0 where none is.
    std::optional<double> perfectBound;
    std::optional<double> perfectGap;
    std::optional<double> mapspaceSize; ///< of the mappings that the search covers
    double considered = 0;
    std::map<std::string, double> pruned;
    double seconds = 0;
    /// The constraints leave no factor free: whatever changes of the machine, the tiling can't follow.
    bool isTilingFixed = false;
};

struct MappingResult {
    Mapping mapping;
    Evaluation cost;
    Proof proof;
};

/// Finds a mapping of a problem. The error says what does not fit: level, tensor, needed and available.
class Mapper {
public:
    virtual ~Mapper() = default;
    [[nodiscard]] virtual Result<MappingResult> map(const Problem& problem, const Accelerator& accelerator,
                                                    const MapperOptions& options, const WorkContext& work) const = 0;
};

/// Greedy over levels, then local improvement: quick, and valid whenever a valid mapping exists.
[[nodiscard]] std::unique_ptr<Mapper> makeQuickMapper();

/// Proves its result the best of all mappings of the form with perfect factors, or how far from it it may be: the lower
/// bound is never more than what evaluate() says of any of them. Its result is never worse than that of the quick one,
/// from which it gets what imperfect factors can bring; for what it doesn't cover it does no more than that. In the
/// uneven form the levels keep their order, and a level's loops stand inside its outermost node.
[[nodiscard]] std::unique_ptr<Mapper> makeOptimalMapper();

/// What the device's static power takes in one cycle, in pJ; 0 where it isn't known.
[[nodiscard]] double staticPjPerCycle(const Accelerator& accelerator);

/// The figure that an objective minimises, under the metric: cycles, pJ (static power over the cycles included) or
/// their product.
[[nodiscard]] double objectiveValue(const Evaluation& cost, const Accelerator& accelerator, Objective objective,
                                    Metric metric);

} // namespace nestwright
