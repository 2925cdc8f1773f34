// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/sweep.h"

#include <algorithm>

namespace nestwright {
namespace {

/// What a run of steps does from one state: 0 remembers no direction, s > 0 remembers the s-th distinct direction.
struct Outcome {
    int state = 0;
    double words = 0;
};

using Transducer = std::vector<Outcome>;

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
        Transducer inner(m_overlapWords.size() + 1);
        for (std::size_t s = 0; s < inner.size(); ++s) inner[s].state = static_cast<int>(s);
        for (const auto& step : m_steps) inner = around(step, inner);
        return m_full + inner[0].words;
    }

private:
    struct Step {
        int direction = 0; ///< 0: the tile stays
        Count bound = 1;
    };

    int directionOf(const Coordinates& move) {
        if (isZero(move)) return 0;
        const auto it = std::find(m_directions.begin(), m_directions.end(), move);
        if (it != m_directions.end()) return static_cast<int>(it - m_directions.begin()) + 1;
        double kept = 1;
        for (std::size_t r = 0; r < move.size(); ++r) {
            kept *= static_cast<double>(std::max<Count>(0, m_extents[r] - std::abs(move[r])));
        }
        m_directions.push_back(move);
        m_overlapWords.push_back(m_full - kept);
        return static_cast<int>(m_directions.size());
    }

    Outcome take(int direction, int state) const {
        if (direction == 0) return {state, 0};
        if (state == 0 || state == direction)
            return {direction, m_overlapWords[static_cast<std::size_t>(direction - 1)]};
        return {0, m_full};
    }

    /// The loop's iterations: the inner run, then (bound - 1) times a step and the inner run again. The states repeat
    /// within a few iterations, after which the rest is a multiplication.
    Transducer around(const Step& step, const Transducer& inner) const {
        Transducer result(inner.size());
        for (std::size_t s = 0; s < inner.size(); ++s) {
            Outcome now = inner[s];
            std::vector<double> wordsAt(inner.size(), -1);
            std::vector<Count> seenAt(inner.size(), -1);
            for (Count k = 1; k < step.bound; ++k) {
                const auto at = static_cast<std::size_t>(now.state);
                if (seenAt[at] >= 0) {
                    const Count period = k - seenAt[at];
                    const Count rounds = (step.bound - k) / period;
                    now.words += static_cast<double>(rounds) * (now.words - wordsAt[at]);
                    k += rounds * period;
                    std::fill(seenAt.begin(), seenAt.end(), -1);
                    if (k >= step.bound) break;
                }
                seenAt[static_cast<std::size_t>(now.state)] = k;
                wordsAt[static_cast<std::size_t>(now.state)] = now.words;
                const Outcome moved = take(step.direction, now.state);
                const Outcome& run = inner[static_cast<std::size_t>(moved.state)];
                now = {run.state, now.words + moved.words + run.words};
            }
            result[s] = now;
        }
        return result;
    }

    Coordinates m_extents;
    double m_full = 1;
    std::vector<Step> m_steps; ///< innermost first
    std::vector<Coordinates> m_directions;
    std::vector<double> m_overlapWords;
};

} // namespace

double sweepWords(const Problem& problem, const Nest& nest, int tensor, int depth) {
    return Sweep(problem, nest, tensor, depth).words();
}

} // namespace nestwright
