// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/estimate.h"

#include "core/base/index.h"

#include <algorithm>
#include <cmath>

namespace nestwright {
namespace {

/// Weight of the other ports beside the busiest one: candidates of one bound differ in what they leave free.
constexpr double kBusyWeight = 0.01;
/// Weight of padding, which costs no cycles where the last passes are short, but fills the space with near doubles.
constexpr double kPaddingWeight = 0.001;

double portCycles(const Level& level, double readBits, double writeBits) {
    double cycles = 0;
    if (level.readBitsPerCycle) cycles = std::max(cycles, readBits / *level.readBitsPerCycle);
    if (level.writeBitsPerCycle) cycles = std::max(cycles, writeBits / *level.writeBitsPerCycle);
    if (level.sharedBitsPerCycle) cycles = std::max(cycles, (readBits + writeBits) / *level.sharedBitsPerCycle);
    return cycles;
}

/// Whether another dim of the same window (P with R) is spread over the same fan-out.
bool slidesOnFanout(const SearchSpace& space, const Tiling& tiling, int dim, int level) {
    for (int other = 0; other < space.dims; ++other) {
        const Count* factors = tiling.factors.data() + other * space.slots;
        const bool isSpread = factors[ySlot(level)] * factors[xSlot(level)] > 1;
        if (other != dim && isSpread && space.slidesWith[at(dim)][at(other)] != 0) return true;
    }
    return false;
}

} // namespace

Estimator::Estimator(const SearchSpace& space)
    : m_space(space)
    , m_extents(at((space.levels + 1) * space.dims))
    , m_elements(at((space.levels + 1) * space.tensors))
    , m_used(at(space.levels + 1))
    , m_shorter(at(space.dims), 1)
    , m_demand(at(space.levels)) {}

void Estimator::measureTiles(const Tiling& tiling) {
    const auto& s = m_space;
    for (int dim = 0; dim < s.dims; ++dim) {
        const Count* factors = tiling.factors.data() + dim * s.slots;
        Count extent = 1;
        m_extents[at(s.levels * s.dims + dim)] = 1;
        for (int level = s.levels - 1; level >= 0; --level) {
            extent *= factors[temporalSlot(level)] * factors[ySlot(level)] * factors[xSlot(level)];
            m_extents[at(level * s.dims + dim)] = std::min(extent, s.bounds[at(dim)]);
        }
    }
    for (int level = 0; level <= s.levels; ++level) {
        const Count* extents = m_extents.data() + level * s.dims;
        for (int tensor = 0; tensor < s.tensors; ++tensor) {
            double elements = 1;
            for (const auto& rank : s.problem->tensors[at(tensor)].projection) {
                Count extent = 1;
                for (const auto& term : rank) extent += std::abs(term.coefficient) * (extents[term.dim] - 1);
                elements *= static_cast<double>(extent);
            }
            m_elements[at(level * s.tensors + tensor)] = elements;
        }
    }
    double used = 1;
    for (int level = 0; level < s.levels; ++level) {
        m_used[at(level)] = used;
        for (int dim = 0; dim < s.dims; ++dim) {
            const Count* factors = tiling.factors.data() + dim * s.slots;
            used *= static_cast<double>(factors[ySlot(level)] * factors[xSlot(level)]);
        }
    }
    m_used[at(s.levels)] = used;
}

/// Steps of a dim, inner to outer: `full` in a pass that is not the last one, `last` in the last one. Lanes run at the
/// same time, so a spatial loop of two or more lanes takes as long as its first, full lane.
void Estimator::measureSteps(const Tiling& tiling) {
    const auto& s = m_space;
    for (int dim = 0; dim < s.dims; ++dim) {
        const Count* factors = tiling.factors.data() + dim * s.slots;
        double full = 1;
        double last = 1;
        Count stride = 1;
        for (int slot = s.slots - 1; slot >= 0; --slot) {
            const Count factor = factors[slot];
            if (factor == 1) continue;
            const Count residual = ((s.bounds[at(dim)] - 1) / stride) % factor + 1;
            if (s.isSpatialSlot(slot)) {
                if (residual > 1) last = full;
            } else {
                last += static_cast<double>(residual - 1) * full;
                full *= static_cast<double>(factor);
            }
            stride *= factor;
        }
        m_shorter[at(dim)] = last / full;
    }
}

double Estimator::shortened(int tensor, int child) const {
    double ratio = 1;
    for (int dim = 0; dim < m_space.dims; ++dim) {
        if (child == m_space.levels || m_space.moves[at(tensor)][at(dim)] != 0) ratio *= m_shorter[at(dim)];
    }
    return ratio;
}

bool Estimator::isRefilled(const Tiling& tiling, int tensor, int level) const {
    for (int outer = 0; outer < level; ++outer) {
        for (int dim = 0; dim < m_space.dims; ++dim) {
            if (m_space.moves[at(tensor)][at(dim)] == 0) continue;
            if (tiling.factors[at(dim * m_space.slots + temporalSlot(outer))] > 1) return true;
        }
    }
    return false;
}

bool Estimator::returnsUnfinished(const Tiling& tiling, int tensor, int child) const {
    bool isAdding = false;
    for (int outer = 0; outer < child; ++outer) {
        bool isMoving = false;
        for (int dim = 0; dim < m_space.dims; ++dim) {
            if (tiling.factors[at(dim * m_space.slots + temporalSlot(outer))] == 1) continue;
            (m_space.moves[at(tensor)][at(dim)] != 0 ? isMoving : isAdding) = true;
        }
        if (isAdding && isMoving) return true;
    }
    return isAdding && child == m_space.levels;
}

int Estimator::childLevel(const Tiling& tiling, int tensor, int level) const {
    for (int inner = level + 1; inner < m_space.levels; ++inner) {
        if (tiling.keeps[at(inner * m_space.tensors + tensor)] != 0) return inner;
    }
    return m_space.levels;
}

double Estimator::bitsOf(const Tiling& tiling, int tensor, int level, int child) const {
    const auto& accelerator = *m_space.accelerator;
    if (accelerator.elementPerWord) return accelerator.levels[at(level)].wordBits;
    const DataSpace& space = m_space.problem->tensors[at(tensor)];
    const bool isPartial = tensor == m_space.output && returnsUnfinished(tiling, tensor, child);
    return isPartial ? space.partialBits : space.bits;
}

int Estimator::firstOverfullLevel(const Tiling& tiling) const {
    const auto& s = m_space;
    for (int level = 0; level < s.levels; ++level) {
        const Level& place = s.accelerator->levels[at(level)];
        if (!place.capacityBits && place.operandCapacityBits.empty()) continue;
        double shared = 0;
        for (int tensor = 0; tensor < s.tensors; ++tensor) {
            if (tiling.keeps[at(level * s.tensors + tensor)] == 0) continue;
            const bool isDoubled =
                level > 0 && place.buffering == Buffering::doubled && isRefilled(tiling, tensor, level);
            const double bits = m_elements[at(level * s.tensors + tensor)] *
                                bitsOf(tiling, tensor, level, childLevel(tiling, tensor, level)) * (isDoubled ? 2 : 1);
            const auto own = place.operandCapacityBits.find(s.problem->tensors[at(tensor)].operand);
            if (own == place.operandCapacityBits.end()) {
                shared += bits;
            } else if (bits > static_cast<double>(own->second)) {
                return level;
            }
        }
        if (place.capacityBits && shared > static_cast<double>(*place.capacityBits)) return level;
    }
    return -1;
}

double Estimator::newElements(int tensor, int level, int dim) const {
    const Count* extents = m_extents.data() + level * m_space.dims;
    double overlap = 1;
    for (const auto& rank : m_space.problem->tensors[at(tensor)].projection) {
        Count extent = 1;
        Count step = 0;
        for (const auto& term : rank) {
            extent += std::abs(term.coefficient) * (extents[term.dim] - 1);
            if (term.dim == dim) step += std::abs(term.coefficient) * extents[dim];
        }
        overlap *= static_cast<double>(std::max<Count>(0, extent - step));
    }
    return m_elements[at(level * m_space.tensors + tensor)] - overlap;
}

double Estimator::elementsMoved(const Tiling& tiling, int tensor, int level) const {
    const auto& s = m_space;
    const double tile = m_elements[at(level * s.tensors + tensor)];
    // The MACs hold nothing: the innermost loop brings every operand anew.
    bool isStationary = level < s.levels;
    double moved = tile;
    for (int outer = level - 1; outer >= 0; --outer) {
        for (int position = s.dims - 1; position >= 0; --position) {
            const int dim = tiling.order[at(outer * s.dims + position)];
            const Count factor = tiling.factors[at(dim * s.slots + temporalSlot(outer))];
            if (factor == 1) continue;
            if (!isStationary) {
                moved *= static_cast<double>(factor);
            } else if (s.moves[at(tensor)][at(dim)] != 0) {
                moved = tile + static_cast<double>(factor - 1) * newElements(tensor, level, dim);
                isStationary = false;
            }
        }
    }
    return moved;
}

double Estimator::distinctChildren(const Tiling& tiling, int tensor, int parent, int child) const {
    double distinct = 1;
    for (int level = parent; level < child; ++level) {
        const Fanout& fanout = m_space.accelerator->levels[at(level)].fanout;
        const bool isShared = tensor == m_space.output ? fanout.spatialReduction : fanout.multicast;
        for (int dim = 0; dim < m_space.dims; ++dim) {
            if (isShared && m_space.moves[at(tensor)][at(dim)] == 0) continue;
            const Count* factors = tiling.factors.data() + dim * m_space.slots;
            distinct *= static_cast<double>(factors[ySlot(level)] * factors[xSlot(level)]);
        }
    }
    return distinct;
}

double Estimator::partitionElements(const Tiling& tiling, int tensor, int level) const {
    double shares = 1;
    for (int outer = 0; outer < level; ++outer) {
        for (int dim = 0; dim < m_space.dims; ++dim) {
            if (m_space.moves[at(tensor)][at(dim)] == 0) continue;
            const Count* factors = tiling.factors.data() + dim * m_space.slots;
            shares *= static_cast<double>(factors[ySlot(outer)] * factors[xSlot(outer)]);
        }
    }
    return m_elements[at(tensor)] / shares;
}

void Estimator::addLink(const Tiling& tiling, int tensor, int parent, int child, Estimate& estimate) {
    const auto& s = m_space;
    const Level& above = s.accelerator->levels[at(parent)];
    const double bits = bitsOf(tiling, tensor, parent, child);
    const double moved = elementsMoved(tiling, tensor, child) * bits * shortened(tensor, child);
    const double sent = moved * distinctChildren(tiling, tensor, parent, child);
    const double tile = m_elements[at(child * s.tensors + tensor)] * bits;
    const double leaving = portCycles(above, tile * sent / moved, 0);

    double reads = sent;
    double updates = 0;
    double childWrites = moved;
    if (tensor == s.output) {
        // Drains go up; all but the first visit of an element bring the partial sum back down.
        const double first = std::min(sent, partitionElements(tiling, tensor, parent) * bits);
        reads = sent - first;
        updates = sent;
        childWrites = moved * reads / sent;
    }
    m_demand[at(parent)].readBits += reads;
    m_demand[at(parent)].writeBits += updates;
    estimate.energyPj += m_used[at(parent)] * (reads * above.energy.readPj + updates * above.energy.updatePj) /
                         (above.wordBits * above.blockWords);

    if (child == s.levels) return;
    const Level& below = s.accelerator->levels[at(child)];
    m_demand[at(child)].writeBits += childWrites;
    estimate.energyPj += m_used[at(child)] * childWrites / (below.wordBits * below.blockWords) * below.energy.writePj;
    const double arriving = portCycles(below, 0, tile);
    const double transfer = std::max(leaving, arriving);
    m_demand[at(parent)].startCycles += leaving;
    m_demand[at(child)].startCycles += arriving;
    estimate.startCycles += transfer;
    if (below.buffering == Buffering::single) {
        estimate.startCycles += std::max(0.0, moved / std::max(tile, 1.0) - 1) * transfer;
    }
}

void Estimator::addTraffic(const Tiling& tiling, int tensor, Estimate& estimate) {
    int parent = 0;
    while (parent < m_space.levels) {
        const int child = childLevel(tiling, tensor, parent);
        addLink(tiling, tensor, parent, child, estimate);
        parent = child;
    }
}

void Estimator::addPorts(Estimate& estimate) const {
    for (int level = 0; level < m_space.levels; ++level) {
        const Demand& demand = m_demand[at(level)];
        const double cycles = portCycles(m_space.accelerator->levels[at(level)], demand.readBits, demand.writeBits);
        estimate.portCycles = std::max(estimate.portCycles, cycles);
        estimate.steadyPortCycles = std::max(estimate.steadyPortCycles, cycles - demand.startCycles);
        estimate.busyCycles += cycles;
    }
}

Estimate Estimator::operator()(const Tiling& tiling) {
    Estimate estimate;
    measureTiles(tiling);
    estimate.tooSmallLevel = firstOverfullLevel(tiling);
    if (estimate.tooSmallLevel >= 0) return estimate;
    estimate.fits = true;
    std::fill(m_demand.begin(), m_demand.end(), Demand{});
    measureSteps(tiling);
    estimate.paddedCycles = 1 / m_space.macsPerLaneCycle;
    for (int level = 0; level < m_space.levels; ++level) {
        for (int dim = 0; dim < m_space.dims; ++dim) {
            estimate.paddedCycles *= static_cast<double>(tiling.factors[at(dim * m_space.slots + temporalSlot(level))]);
        }
    }
    estimate.computeCycles = estimate.paddedCycles;
    for (const double ratio : m_shorter) estimate.computeCycles *= ratio;
    estimate.energyPj = m_space.problem->macs() * m_space.macEnergyPj;
    for (int tensor = 0; tensor < m_space.tensors; ++tensor) addTraffic(tiling, tensor, estimate);
    addPorts(estimate);
    return estimate;
}

double countingEffort(const SearchSpace& space, const Tiling& tiling) {
    double effort = 1;
    bool isPerfect = true;
    for (int dim = 0; dim < space.dims; ++dim) {
        const Count* factors = tiling.factors.data() + dim * space.slots;
        Count covered = 1;
        for (int slot = 0; slot < space.slots; ++slot) covered *= factors[slot];
        const bool isDimPerfect = covered == space.bounds[at(dim)];
        isPerfect = isPerfect && isDimPerfect;
        for (int slot = 0; slot < space.slots; ++slot) {
            if (factors[slot] == 1) continue;
            if (space.isSpatialSlot(slot) && slidesOnFanout(space, tiling, dim, slot / 3)) {
                effort *= static_cast<double>(factors[slot]);
            } else if (!isDimPerfect) {
                effort *= space.isSpatialSlot(slot) ? 3 : 2;
            }
        }
    }
    return isPerfect ? 1 : effort;
}

Score scoreOf(const SearchSpace& space, double cycles, double accessesPj, Objective objective) {
    const double energyPj = accessesPj + cycles * space.staticPjPerCycle;
    switch (objective) {
    case Objective::latency:
        return {cycles, energyPj};
    case Objective::energy:
        return {energyPj, cycles};
    case Objective::edp:
        return {cycles * energyPj, cycles};
    }
    return {cycles, energyPj};
}

Score scoreOf(const SearchSpace& space, const Estimate& estimate, Objective objective, Metric metric) {
    const bool isFull = metric == Metric::full;
    const double steady = isFull ? std::max(estimate.computeCycles, estimate.steadyPortCycles) + estimate.startCycles
                                 : std::max(estimate.paddedCycles, estimate.portCycles);
    const double cycles = steady + kBusyWeight * estimate.busyCycles + kPaddingWeight * estimate.paddedCycles;
    return scoreOf(space, cycles, estimate.energyPj, objective);
}

Score scoreOf(const SearchSpace& space, const Evaluation& cost, Objective objective, Metric metric) {
    return scoreOf(space, metric == Metric::full ? cost.cycles : cost.boundCycles, cost.energyPj, objective);
}

} // namespace nestwright
