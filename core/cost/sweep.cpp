// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/sweep.h"

#include "core/cost/sweep_steps.h"

#include <algorithm>

namespace nestwright {
namespace {

class Sweep {
public:
    Sweep(const Problem& problem, const Nest& nest, int tensor, int depth)
        : m_extents(problem.footprint(tensor, nest.largestExtents(depth)))
        , m_full(boxElements(m_extents)) {
        Coordinates rewind(m_extents.size(), 0);
        for (int i = depth - 1; i >= 0; --i) {
            const auto& [loop, stride] = nest.loops()[static_cast<std::size_t>(i)];
            if (loop.isSpatial) continue;
            const Coordinates step = projectStep(problem, tensor, loop.dim, stride);
            Coordinates move(step.size());
            for (std::size_t r = 0; r < step.size(); ++r) {
                move[r] = step[r] - rewind[r];
                rewind[r] += (loop.bound - 1) * step[r];
            }
            m_steps.push_back({directionOf(move), loop.bound});
        }
    }

    double words() const {
        std::vector<SweepOutcome> memo(m_steps.size() * (m_movedWords.size() + 1));
        return SweepRun(m_steps, m_movedWords, m_full, memo).words();
    }

private:
    int directionOf(const Coordinates& move) {
        if (isZero(move)) return 0;
        const auto it = std::find(m_directions.begin(), m_directions.end(), move);
        if (it != m_directions.end()) return static_cast<int>(it - m_directions.begin()) + 1;
        double kept = 1;
        for (std::size_t r = 0; r < move.size(); ++r) {
            kept *= static_cast<double>(std::max<Count>(0, m_extents[r] - std::abs(move[r])));
        }
        m_directions.push_back(move);
        m_movedWords.push_back(m_full - kept);
        return static_cast<int>(m_directions.size());
    }

    Coordinates m_extents;
    double m_full = 1;
    std::vector<SweepStep> m_steps; ///< innermost first
    std::vector<Coordinates> m_directions;
    std::vector<double> m_movedWords;
};

} // namespace

double sweepWords(const Problem& problem, const Nest& nest, int tensor, int depth) {
    return Sweep(problem, nest, tensor, depth).words();
}

} // namespace nestwright
