// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/index.h"
#include "core/search/factors.h"
#include "core/search/limits.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace nestwright {
namespace {

constexpr Count kAny = std::numeric_limits<Count>::max();
/// Factors tried for the base tiling; real constraints need a few hundred.
constexpr int kMostSteps = 50'000;

tl::unexpected<Error> refusal(Message why) {
    return failure(
        ErrorKind::infeasible, std::move(why), {},
        message(NW_TEXT("search.constraint.remedy", "Loosen one of the constraints, or let the search use others.")));
}

/// Reads constraints into limits.
class LimitReader {
public:
    LimitReader(SearchSpace& space, SpaceLimits& limits)
        : m_space(space)
        , m_limits(limits) {
        const auto rows = at(space.slots);
        const auto columns = at(space.dims);
        limits.least.assign(rows, std::vector<Count>(columns, 1));
        limits.most.assign(rows, std::vector<Count>(columns, kAny));
        limits.residuals.assign(rows, std::vector<Count>(columns, 0));
        limits.innermost.resize(rows);
        limits.outermost.resize(rows);
        limits.splits.resize(at(space.levels));
        limits.flags.resize(at(space.levels * space.tensors));
    }

    Result<void> read(const MappingConstraints& constraints) {
        for (const auto& rules : constraints.keeping) {
            if (auto done = readKeeping(rules); !done) return done;
        }
        closeBareLevels();
        for (const auto& rules : constraints.loops) {
            if (auto done = readLoops(rules); !done) return done;
        }
        m_limits.minLaneUse = constraints.minLaneUse;
        return {};
    }

private:
    [[nodiscard]] const std::string& levelName(int level) const { return m_space.accelerator->levels[at(level)].name; }

    Result<void> readKeeping(const KeepRules& rules) {
        auto& may = m_space.mayKeep[at(rules.level)];
        auto& must = m_space.mustKeep[at(rules.level)];
        for (const int tensor : rules.keep) {
            if (may[at(tensor)] == 0) {
                return refusal(message(NW_TEXT("search.constraint.keep", "%1 must keep %2, which it can't hold"),
                                       levelName(rules.level), m_space.problem->tensors[at(tensor)].name));
            }
            must[at(tensor)] = 1;
        }
        for (const int tensor : rules.bypass) {
            if (must[at(tensor)] != 0) {
                return refusal(message(NW_TEXT("search.constraint.bypass", "%2 must bypass %1, which has to keep it"),
                                       levelName(rules.level), m_space.problem->tensors[at(tensor)].name));
            }
            may[at(tensor)] = 0;
        }
        return {};
    }

    /// A level that keeps nothing gets no temporal loops.
    void closeBareLevels() {
        for (int level = 0; level < m_space.levels; ++level) {
            const auto& may = m_space.mayKeep[at(level)];
            if (std::any_of(may.begin(), may.end(), [](char keep) { return keep != 0; })) continue;
            auto& most = m_limits.most[at(temporalSlot(level))];
            std::fill(most.begin(), most.end(), 1);
        }
    }

    Result<void> readLoops(const LoopRules& rules) {
        const int slot = rules.isSpatial ? ySlot(rules.level) : temporalSlot(rules.level);
        if (!rules.isSpatial && rules.ofArray) return checkArray(rules);
        std::vector<char> isNamed(at(m_space.dims), 0);
        for (const auto& factor : rules.factors) {
            isNamed[at(factor.dim)] = 1;
            limit(slot, factor);
        }
        for (int dim = 0; dim < m_space.dims; ++dim) {
            if (isNamed[at(dim)] != 0) continue;
            if (rules.mostElsewhere) limit(slot, {dim, FactorRule::Relation::atMost, *rules.mostElsewhere, 1});
            if (rules.leastElsewhere) limit(slot, {dim, FactorRule::Relation::atLeast, *rules.leastElsewhere, 1});
        }
        for (int dim = 0; dim < m_space.dims; ++dim) {
            if (m_limits.least[at(slot)][at(dim)] <= m_limits.most[at(slot)][at(dim)]) continue;
            return refusal(message(NW_TEXT("search.constraint.range", "The constraints on %1 in %2 contradict each "
                                                                      "other: at least %3, at most %4"),
                                   m_space.problem->dims[at(dim)].name, levelName(rules.level),
                                   m_limits.least[at(slot)][at(dim)], m_limits.most[at(slot)][at(dim)]));
        }
        addFlags(rules);
        if (auto done = setOrder(slot, rules); !done) return done;
        if (rules.isSpatial && rules.split) setSplit(rules.level, *rules.split);
        return {};
    }

    /// The search places no temporal loops in an array of its own.
    Result<void> checkArray(const LoopRules& rules) const {
        for (const auto& factor : rules.factors) {
            if (factor.relation == FactorRule::Relation::atMost || factor.value == 1) continue;
            return refusal(
                message(NW_TEXT("search.constraint.array", "A constraint asks for a temporal loop over %1 in "
                                                           "the array below %2; the search places none there"),
                        m_space.problem->dims[at(factor.dim)].name, levelName(rules.level)));
        }
        return {};
    }

    void limit(int slot, const FactorRule& rule) {
        Count& least = m_limits.least[at(slot)][at(rule.dim)];
        Count& most = m_limits.most[at(slot)][at(rule.dim)];
        if (rule.relation != FactorRule::Relation::atLeast) most = std::min(most, rule.value);
        if (rule.relation != FactorRule::Relation::atMost) least = std::max(least, rule.value);
        const bool isImperfect = rule.relation == FactorRule::Relation::equal && rule.residual != rule.value;
        if (isImperfect) m_limits.residuals[at(slot)][at(rule.dim)] = rule.residual;
    }

    void addFlags(const LoopRules& rules) {
        const auto set = [&](const std::vector<int>& tensors, bool Storage::*flag) {
            for (const int tensor : tensors) m_limits.flags[at(rules.level * m_space.tensors + tensor)].*flag = true;
        };
        set(rules.noMulticast, &Storage::noMulticast);
        set(rules.noLinkTransfer, &Storage::noLinkTransfer);
        set(rules.noTemporalReuse, &Storage::noTemporalReuse);
        set(rules.rmwFirstUpdate, &Storage::rmwFirstUpdate);
    }

    Result<void> setOrder(int slot, const LoopRules& rules) {
        if (rules.innermost.empty() && rules.outermost.empty()) return {};
        auto& inner = m_limits.innermost[at(slot)];
        auto& outer = m_limits.outermost[at(slot)];
        const bool isNew = inner.empty() && outer.empty();
        if (!isNew && (inner != rules.innermost || outer != rules.outermost)) {
            return refusal(message(NW_TEXT("search.constraint.order", "Two constraints put the loops of %1 into "
                                                                      "different orders"),
                                   levelName(rules.level)));
        }
        inner = rules.innermost;
        outer = rules.outermost;
        return {};
    }

    /// The first `split` dims of the order, from the innermost loop outward, run along x and the others along y. Dims
    /// that the order doesn't name may stand anywhere between its ends.
    void setSplit(int level, int split) {
        const auto& inner = m_limits.innermost[at(ySlot(level))];
        const auto& outer = m_limits.outermost[at(ySlot(level))];
        const int first = static_cast<int>(inner.size());
        const int last = m_space.dims - static_cast<int>(outer.size());
        const auto forbid = [&](int dim, int position) {
            m_space.mayCarry[at(position < split ? ySlot(level) : xSlot(level))][at(dim)] = 0;
        };
        SpaceLimits::Split limits;
        limits.isFree.assign(at(m_space.dims), 1);
        limits.mostOnX = std::clamp(split, first, last) - first;
        limits.mostOnY = last - first - limits.mostOnX;
        for (int i = 0; i < first; ++i) forbid(inner[at(i)], i);
        for (int i = last; i < m_space.dims; ++i) forbid(outer[at(i - last)], i);
        for (const auto* named : {&inner, &outer}) {
            for (const int dim : *named) limits.isFree[at(dim)] = 0;
        }
        m_limits.splits[at(level)] = std::move(limits);
    }

    SearchSpace& m_space;
    SpaceLimits& m_limits;
};

/// The outermost temporal slot of a dim that is free, or else has some room; -1 where none has.
int homeOf(const SearchSpace& space, const SpaceLimits& limits, int dim) {
    int roomy = -1;
    for (int level = 0; level < space.levels; ++level) {
        const int slot = temporalSlot(level);
        const Count least = limits.least[at(slot)][at(dim)];
        const Count most = limits.most[at(slot)][at(dim)];
        if (least == 1 && most == kAny) return slot;
        if (roomy < 0 && least < most) roomy = slot;
    }
    return roomy;
}

/// Searches factors within the limits: temporal ones as large and as far out, spatial ones as small as they may be.
class BaseFinder {
public:
    explicit BaseFinder(const SearchSpace& space)
        : m_space(space)
        , m_tiling(space.limits->base) {
        for (const Count bound : space.bounds) m_divisors.push_back(divisorsOf(bound));
    }

    /// The dims from `first` on, `last` not among them.
    bool find(int first, int last) {
        std::fill(m_tiling.factors.begin(), m_tiling.factors.end(), 1);
        m_lanes = m_space.lanes;
        m_last = last;
        m_steps = 0;
        return place(first, 0, m_space.bounds[at(first)]);
    }

    [[nodiscard]] const Tiling& tiling() const { return m_tiling; }

private:
    [[nodiscard]] std::vector<Count> choices(int dim, int slot, Count left) const {
        const bool isSpatial = m_space.isSpatialSlot(slot);
        const int row = isSpatial ? ySlot(slot / 3) : slot;
        Count most = std::min(left, m_space.limits->most[at(row)][at(dim)]);
        if (isSpatial) most = m_space.mayCarry[at(slot)][at(dim)] == 0 ? 1 : std::min(most, m_lanes[at(slot)]);
        const Count least = isSpatial ? 1 : m_space.limits->least[at(row)][at(dim)];
        std::vector<Count> result;
        for (const Count divisor : m_divisors[at(dim)]) {
            if (divisor >= least && divisor <= most && left % divisor == 0) result.push_back(divisor);
        }
        if (m_space.allowImperfect) {
            for (const Count extra : {m_space.limits->least[at(row)][at(dim)], most}) {
                if (extra >= least && extra <= most && std::find(result.begin(), result.end(), extra) == result.end())
                    result.push_back(extra);
            }
            std::sort(result.begin(), result.end());
        }
        if (!isSpatial) std::reverse(result.begin(), result.end());
        return result;
    }

    bool place(int dim, int slot, Count left) {
        if (++m_steps > kMostSteps) return false;
        if (slot == m_space.slots) {
            if (left != 1 || !isWithinLimits(m_space, m_tiling, dim)) return false;
            if (dim + 1 < m_last) return place(dim + 1, 0, m_space.bounds[at(dim + 1)]);
            return isWithinLimits(m_space, m_tiling);
        }
        Count& factor = m_tiling.factors[at(dim * m_space.slots + slot)];
        for (const Count choice : choices(dim, slot, left)) {
            factor = choice;
            const Count lanes = m_lanes[at(slot)];
            if (m_space.isSpatialSlot(slot)) m_lanes[at(slot)] /= choice;
            if (place(dim, slot + 1, ceilDivide(left, choice))) return true;
            m_lanes[at(slot)] = lanes;
        }
        factor = 1;
        return false;
    }

    const SearchSpace& m_space;
    Tiling m_tiling;
    std::vector<Count> m_lanes; ///< [slot]: not taken yet
    std::vector<std::vector<Count>> m_divisors;
    int m_last = 0;
    int m_steps = 0;
};

/// "temporal DRAM K=1, spatial GLB K<=8": what limits the factors of a dim.
std::string limitsText(const SearchSpace& space, int dim) {
    const auto& name = space.problem->dims[at(dim)].name;
    std::string text;
    for (int level = 0; level < space.levels; ++level) {
        for (const int slot : {temporalSlot(level), ySlot(level)}) {
            const Count least = space.limits->least[at(slot)][at(dim)];
            const Count most = space.limits->most[at(slot)][at(dim)];
            if (least == 1 && most == kAny) continue;
            if (!text.empty()) text += ", ";
            text += (space.isSpatialSlot(slot) ? "spatial " : "temporal ") + space.accelerator->levels[at(level)].name;
            if (least == most) text += " " + name + "=" + std::to_string(least);
            if (least != most && least > 1) text += " " + name + ">=" + std::to_string(least);
            if (least != most && most != kAny) text += " " + name + "<=" + std::to_string(most);
        }
    }
    return text;
}

Result<void> findBase(SearchSpace& space) {
    BaseFinder finder(space);
    if (finder.find(0, space.dims)) {
        space.limits->base = finder.tiling();
        return {};
    }
    for (int dim = 0; dim < space.dims; ++dim) {
        if (finder.find(dim, dim + 1)) continue;
        const auto& named = space.problem->dims[at(dim)];
        return failure(
            ErrorKind::infeasible,
            message(NW_TEXT("search.constraint.dim", "No factors of %1 = %2 meet the constraints: %3"), named.name,
                    named.bound, limitsText(space, dim)),
            {},
            space.allowImperfect
                ? message(NW_TEXT("search.constraint.dim.remedy", "Loosen one of them."))
                : message(NW_TEXT("search.constraint.dim.imperfect",
                                  "Loosen one of them, or allow imperfect factors, whose last pass may be smaller.")));
    }
    return refusal(message(NW_TEXT("search.constraint.lanes", "Together the constraints ask for more lanes, or more "
                                                              "dims along an axis, than there are")));
}

} // namespace

Result<void> constrain(SearchSpace& space, const MappingConstraints& constraints) {
    if (constraints.empty()) return {};
    SpaceLimits limits;
    if (auto done = LimitReader(space, limits).read(constraints); !done) return done;
    for (int dim = 0; dim < space.dims; ++dim) space.home[at(dim)] = homeOf(space, limits, dim);
    limits.base = unitTiling(space);
    const double minLaneUse = std::exchange(limits.minLaneUse, 0.0); // spreading out is for the search to do
    space.limits = std::move(limits);
    if (auto found = findBase(space); !found) return found;
    applyOrders(space, space.limits->base);
    space.limits->minLaneUse = minLaneUse;
    return {};
}

} // namespace nestwright
