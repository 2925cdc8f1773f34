// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/zigzag/level_cuts.h"

#include <algorithm>
#include <limits>

namespace nestwright::zigzag {
namespace {

class Cutter {
public:
    Cutter(const Problem& problem, const Accelerator& accelerator, UnevenNest& nest)
        : m_problem(problem)
        , m_accelerator(accelerator)
        , m_nest(nest)
        , m_depths(problem.tensors.size(), static_cast<int>(nest.temporal.size())) {}

    Result<void> run() {
        m_nest.cuts.assign(m_problem.tensors.size(), {});
        for (int l = static_cast<int>(m_accelerator.levels.size()) - 1; l >= 0; --l) {
            if (auto cut = cutLevel(l); !cut) return cut;
        }
        for (auto& cuts : m_nest.cuts) std::reverse(cuts.begin(), cuts.end());
        return {};
    }

private:
    /// What one tensor asks of a level.
    struct Choice {
        int tensor = 0;
        std::vector<double> bits;     ///< by loops taken, none first
        std::vector<double> crossing; ///< bits on their way between the level and the one above
    };

    const Level& level(int l) const { return m_accelerator.levels[static_cast<std::size_t>(l)]; }

    Result<void> cutLevel(int l) {
        std::vector<Choice> choices;
        for (int t = 0; t < static_cast<int>(m_problem.tensors.size()); ++t) {
            const auto operand = m_problem.tensors[static_cast<std::size_t>(t)].operand;
            if (level(l).mayKeep.contains(operand)) choices.push_back(choiceOf(t, l));
        }
        if (choices.empty()) return {};
        std::vector<std::size_t> best;
        if (l == 0) {
            for (const auto& choice : choices) best.push_back(choice.bits.size() - 1);
        } else {
            best = bestOf(choices, l);
        }
        if (best.empty()) return tl::unexpected(tooSmall(choices, l));
        for (std::size_t i = 0; i < choices.size(); ++i) {
            const auto tensor = static_cast<std::size_t>(choices[i].tensor);
            m_depths[tensor] -= static_cast<int>(best[i]);
            m_nest.cuts[tensor].push_back({l, m_depths[tensor]});
        }
        return {};
    }

    Choice choiceOf(int tensor, int l) const {
        const int below = m_depths[static_cast<std::size_t>(tensor)];
        Choice choice;
        choice.tensor = tensor;
        for (int depth = below; depth >= 0; --depth) {
            const double elements = tileElements(tensor, l, depth);
            choice.bits.push_back(elements * bitsAt(tensor, below));
            choice.crossing.push_back(elements * refills(tensor, depth) * bitsAt(tensor, depth));
        }
        return choice;
    }

    /// Elements of the tile that the loops inside the depth and the fan-outs inside the level touch.
    double tileElements(int tensor, int l, int depth) const {
        std::vector<Count> extents(m_problem.dims.size(), 1);
        const auto grow = [&](const Loop& loop) {
            Count& extent = extents[static_cast<std::size_t>(loop.dim)];
            const Count bound = m_problem.dims[static_cast<std::size_t>(loop.dim)].bound;
            extent = std::min(checkedMultiply(extent, loop.bound).value_or(bound), bound);
        };
        for (std::size_t i = static_cast<std::size_t>(depth); i < m_nest.temporal.size(); ++i) grow(m_nest.temporal[i]);
        for (const auto& loop : m_nest.spatial) {
            if (loop.fanoutLevel >= l) grow(loop);
        }
        double elements = 1;
        for (const Count extent : m_problem.footprint(tensor, extents)) elements *= static_cast<double>(extent);
        return elements;
    }

    bool isRelevant(int tensor, int loop) const {
        return m_problem.isRelevant(tensor, m_nest.temporal[static_cast<std::size_t>(loop)].dim);
    }

    /// How often the tile is replaced: irrelevant loops right above it leave it as it is.
    double refills(int tensor, int depth) const {
        while (depth > 0 && !isRelevant(tensor, depth - 1)) --depth;
        double product = 1;
        for (int i = 0; i < depth; ++i)
            product *= static_cast<double>(m_nest.temporal[static_cast<std::size_t>(i)].bound);
        return product;
    }

    /// Of an element between the loops outside and inside the depth: a partial sum while a reduction is going on
    /// outside.
    double bitsAt(int tensor, int depth) const {
        const auto& space = m_problem.tensors[static_cast<std::size_t>(tensor)];
        for (int i = 0; space.isReadWrite() && i < depth; ++i) {
            if (!isRelevant(tensor, i)) return space.partialBits;
        }
        return space.bits;
    }

    /// Loops that each tensor takes; nothing where not even the smallest tiles fit.
    std::vector<std::size_t> bestOf(const std::vector<Choice>& choices, int l) const {
        const double room = level(l).capacityBits ? static_cast<double>(*level(l).capacityBits)
                                                  : std::numeric_limits<double>::infinity();
        std::vector<std::size_t> best;
        std::vector<std::size_t> current(choices.size(), 0);
        double least = std::numeric_limits<double>::infinity();
        while (true) {
            double bits = 0;
            double crossing = 0;
            for (std::size_t i = 0; i < choices.size(); ++i) {
                bits += choices[i].bits[current[i]];
                crossing += choices[i].crossing[current[i]];
            }
            // Of equals the one that takes more loops: it needs fewer transfers.
            if (bits <= room && crossing <= least) {
                least = crossing;
                best = current;
            }
            std::size_t i = 0;
            while (i < current.size() && ++current[i] == choices[i].bits.size()) current[i++] = 0;
            if (i == current.size()) return best;
        }
    }

    Error tooSmall(const std::vector<Choice>& choices, int l) const {
        std::string names;
        double needed = 0;
        for (const auto& choice : choices) {
            names += (names.empty() ? "" : ", ") + m_problem.tensors[static_cast<std::size_t>(choice.tensor)].name;
            needed += choice.bits.front();
        }
        return {ErrorKind::infeasible,
                message(NW_TEXT("zigzag.too_small", "%1 has %2 bits; the smallest tiles of %3 need %4"), level(l).name,
                        static_cast<double>(level(l).capacityBits.value_or(0)), names, needed),
                {},
                message(NW_TEXT("zigzag.too_small.remedy", "Order the loops so that smaller tiles do, or give the "
                                                           "memory more room."))};
    }

    const Problem& m_problem;
    const Accelerator& m_accelerator;
    UnevenNest& m_nest;
    std::vector<int> m_depths; ///< by tensor: loops that no level has taken yet
};

} // namespace

Result<void> cutIntoLevels(const Problem& problem, const Accelerator& accelerator, UnevenNest& nest) {
    return Cutter(problem, accelerator, nest).run();
}

} // namespace nestwright::zigzag
