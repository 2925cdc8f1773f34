// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/property/transfer_schedule.h"

#include "tests/property/brute_force.h"
#include "tests/property/nest_walk.h"

#include <algorithm>
#include <stdexcept>

namespace nestwright {
namespace {

class Scheduler {
public:
    Scheduler(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping)
        : m_problem(problem)
        , m_accelerator(accelerator)
        , m_mapping(mapping)
        , m_nest(takeApart(problem, mapping)) {
        addBases(0, Index(problem.dims.size(), 0));
    }

    TransferSchedule run() {
        TransferSchedule schedule;
        schedule.steps = m_bases.size();
        for (std::size_t t = 0; t < m_problem.tensors.size(); ++t) schedule.tensors.push_back(tensorAt(t));
        return schedule;
    }

private:
    /// The dims' indices in every step, in order.
    void addBases(std::size_t i, const Index& base) {
        while (i < m_nest.loops.size() && m_nest.loops[i].loop.isSpatial) ++i;
        if (i == m_nest.loops.size()) {
            for (std::size_t d = 0; d < base.size(); ++d) {
                if (base[d] >= m_problem.dims[d].bound) return;
            }
            m_bases.push_back(base);
            return;
        }
        const auto& [loop, stride] = m_nest.loops[i];
        for (Count k = 0; k < loop.bound; ++k) {
            Index inner = base;
            inner[static_cast<std::size_t>(loop.dim)] += k * stride;
            addBases(i + 1, inner);
        }
    }

    /// The step's indices as the loops outside a node see them.
    [[nodiscard]] Index seenFrom(std::size_t loopsOutside, const Index& base) const {
        Index outer(base.size(), 0);
        Index rest = base;
        for (std::size_t i = 0; i < loopsOutside; ++i) {
            const auto& [loop, stride] = m_nest.loops[i];
            if (loop.isSpatial) continue;
            const auto d = static_cast<std::size_t>(loop.dim);
            const Count index = rest[d] / stride % loop.bound;
            outer[d] += index * stride;
        }
        return outer;
    }

    ScheduledTensor tensorAt(std::size_t t) const {
        std::vector<WalkedStorage> chain;
        for (const auto& placed : m_nest.storages) {
            if (placed.storage.tensor == static_cast<int>(t)) chain.push_back(placed);
        }
        ScheduledTensor tensor;
        tensor.isOutput = m_problem.tensors[t].isReadWrite();
        tensor.nodes.push_back({chain.front().storage.level, {}});
        for (std::size_t i = 1; i < chain.size(); ++i) {
            const auto log = walk(t, i - 1, chain[i].loopsOutside);
            tensor.nodes.push_back({chain[i].storage.level, visitsOf(t, log, chain[i - 1].storage.level, chain[i])});
        }
        const int level = chain.back().storage.level;
        const double bits = bitsOf(t, m_nest.loops.size(), true, level);
        for (const auto& step : walk(t, chain.size() - 1, m_nest.loops.size())) {
            const auto parents = static_cast<double>(step.parents);
            const double words = static_cast<double>(step.requested) / parents;
            const double again = static_cast<double>(step.requestedAgain) / parents;
            tensor.accesses.push_back(tensor.isOutput ? MacAccess{again * bits, words * bits}
                                                      : MacAccess{words * bits, 0});
        }
        return tensor;
    }

    /// The walk of a boundary, with an entry for every step.
    [[nodiscard]] std::vector<BoundaryStep> walk(std::size_t t, std::size_t outer, std::size_t loopsOutside) const {
        const auto log = walkBoundary(m_problem, m_accelerator, m_mapping, static_cast<int>(t), outer);
        std::vector<BoundaryStep> all;
        std::size_t next = 0;
        for (const auto& base : m_bases) {
            if (next < log.size() && log[next].base == seenFrom(loopsOutside, base)) {
                all.push_back(log[next++]);
            } else {
                all.emplace_back();
            }
        }
        if (next != log.size()) throw std::logic_error("a walk that the steps don't meet");
        return all;
    }

    [[nodiscard]] std::vector<Visit> visitsOf(std::size_t t, const std::vector<BoundaryStep>& log, int outerLevel,
                                              const WalkedStorage& inner) const {
        const bool forgets = inner.storage.noTemporalReuse;
        const double outerBits = bitsOf(t, inner.loopsOutside, forgets, outerLevel);
        const double innerBits = bitsOf(t, inner.loopsOutside, forgets, inner.storage.level);
        std::vector<Visit> visits;
        for (std::size_t s = 0; s < log.size(); ++s) {
            const BoundaryStep& step = log[s];
            if (step.requested == 0) continue;
            const auto bits = [&](Count requested, Count arrived) {
                return MovedBits{static_cast<double>(requested) / static_cast<double>(step.parents) * outerBits,
                                 static_cast<double>(arrived) / static_cast<double>(step.children) * innerBits};
            };
            if (!visits.empty()) visits.back().last = s - 1;
            Visit visit;
            visit.first = s;
            if (m_problem.tensors[t].isReadWrite()) {
                visit.load = bits(step.requestedAgain, step.arrivedAgain);
                visit.drain = bits(step.requested, step.arrived);
            } else {
                visit.load = bits(step.requested, step.arrived);
            }
            visits.push_back(visit);
        }
        visits.back().last = log.size() - 1;
        return visits;
    }

    /// Of an element that crosses a boundary: outputs are partial sums where the tile below moves on before all is
    /// added (or forgets, as the MACs do, while something is).
    [[nodiscard]] double bitsOf(std::size_t t, std::size_t loopsOutside, bool forgets, int level) const {
        if (m_accelerator.elementPerWord) return m_accelerator.levels[static_cast<std::size_t>(level)].wordBits;
        const auto& tensor = m_problem.tensors[t];
        if (!tensor.isReadWrite()) return tensor.bits;
        std::size_t movesInside = loopsOutside;
        for (std::size_t i = loopsOutside; i-- > 0;) {
            const Loop& loop = m_nest.loops[i].loop;
            if (loop.isSpatial || loop.bound == 1) continue;
            if (m_problem.isRelevant(static_cast<int>(t), loop.dim)) {
                movesInside = std::min(movesInside, i);
            } else if (forgets || movesInside < loopsOutside) {
                return tensor.partialBits;
            }
        }
        return tensor.bits;
    }

    const Problem& m_problem;
    const Accelerator& m_accelerator;
    const Mapping& m_mapping;
    WalkedNest m_nest;
    std::vector<Index> m_bases;
};

} // namespace

TransferSchedule scheduleTransfers(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping) {
    return Scheduler(problem, accelerator, mapping).run();
}

} // namespace nestwright
