// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/flat_loops.h"
#include "core/cost/flat_tables.h"
#include "core/cost/sweep_steps.h"

namespace nestwright {

/// Words into a storage node of a sliding tensor, whose successive tiles may overlap: what sweepWords() counts, in
/// fixed room.
class FlatSweep {
public:
    /// `loops`: the temporal loops outside the node, of mappings side by side, of which `lane` is meant. `tile`,
    /// `extent`: words of the tile and its extents by rank. Negative where the loops are too many.
    template <class V>
    double words(const FlatTensor& tensor, std::span<const FlatTemporal<V>> loops, double tile,
                 const std::array<V, kMaxFlatRanks>& extent, int lane) {
        collect(tensor, loops, lane);
        if (m_count == 0) return tile;
        if (m_count > kMaxSteps) return -1;
        bool mayOverlap = false;
        double iterations = 1;
        for (std::size_t s = 0; s < m_count; ++s) {
            m_kept[s] = keptWords(tensor, extent, m_moves[s], lane);
            mayOverlap = mayOverlap || m_kept[s] > 0;
            iterations *= static_cast<double>(m_steps[s].bound);
        }
        return mayOverlap ? overlapping(tensor, tile) : tile * iterations;
    }

private:
    static constexpr std::size_t kMaxSteps = 40;
    using Place = std::array<Count, kMaxFlatRanks>;

    /// Steps from the innermost loop that moves the tensor outward, and how far the tile moves back at each.
    template <class V>
    void collect(const FlatTensor& tensor, std::span<const FlatTemporal<V>> loops, int lane) {
        m_count = 0;
        Place rewind{};
        for (std::size_t k = loops.size(); k-- > 0;) {
            const FlatTemporal<V>& loop = loops[k];
            const auto dim = static_cast<std::size_t>(loop.dim);
            const auto bound = static_cast<Count>(LaneMath<V>::get(loop.bound, lane));
            const bool moves = tensor.moves[dim];
            if (bound == 1 || (!moves && m_count == 0)) continue;
            if (m_count == kMaxSteps) {
                ++m_count;
                return;
            }
            m_steps[m_count].bound = bound;
            m_moves[m_count] = rewind;
            if (moves) {
                const auto rank = static_cast<std::size_t>(tensor.rankOf[dim]);
                const Count step = tensor.coefficient[dim] * static_cast<Count>(LaneMath<V>::get(loop.stride, lane));
                m_moves[m_count][rank] -= step;
                rewind[rank] += (bound - 1) * step;
            }
            ++m_count;
        }
    }

    template <class V>
    static double keptWords(const FlatTensor& tensor, const std::array<V, kMaxFlatRanks>& extent, const Place& move,
                            int lane) {
        double kept = 1;
        for (std::size_t r = 0; r < static_cast<std::size_t>(tensor.ranks); ++r) {
            const double left = LaneMath<V>::get(extent[r], lane) - static_cast<double>(std::abs(move[r]));
            if (left <= 0) return 0;
            kept *= left;
        }
        return kept;
    }

    double overlapping(const FlatTensor& tensor, double tile) {
        std::size_t directions = 0;
        for (std::size_t s = 0; s < m_count; ++s) {
            m_steps[s].direction = directionOf(tensor, s, directions);
            if (static_cast<std::size_t>(m_steps[s].direction) <= directions) continue;
            m_firstOf[directions] = s;
            m_movedWords[directions++] = tile - m_kept[s];
        }
        SweepRun run({m_steps.data(), m_count}, {m_movedWords.data(), directions}, tile,
                     {m_memo.data(), m_count * (directions + 1)});
        return run.words();
    }

    /// The number of the step's direction: one after those that are known where it is new.
    int directionOf(const FlatTensor& tensor, std::size_t step, std::size_t directions) const {
        const auto isSame = [&](const Place& a, const Place& b) {
            for (std::size_t r = 0; r < static_cast<std::size_t>(tensor.ranks); ++r) {
                if (a[r] != b[r]) return false;
            }
            return true;
        };
        if (isSame(m_moves[step], Place{})) return 0;
        for (std::size_t d = directions; d-- > 0;) {
            if (isSame(m_moves[step], m_moves[m_firstOf[d]])) return static_cast<int>(d) + 1;
        }
        return static_cast<int>(directions) + 1;
    }

    std::size_t m_count = 0;
    std::array<SweepStep, kMaxSteps> m_steps;
    std::array<Place, kMaxSteps> m_moves;
    std::array<double, kMaxSteps> m_kept{};
    std::array<std::size_t, kMaxSteps> m_firstOf{}; ///< by direction - 1: the step that has it
    std::array<double, kMaxSteps> m_movedWords{};
    std::array<SweepOutcome, kMaxSteps*(kMaxSteps + 1)> m_memo;
};

} // namespace nestwright
