// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checked.h"

#include <algorithm>
#include <span>

namespace nestwright {

/// A temporal loop outside a storage node, as the tile sees it.
struct SweepStep {
    int direction = 0; ///< in which the tile moves from one iteration to the next; 0: it stays
    Count bound = 1;
};

/// What a run of steps does from one state: 0 remembers no direction, s > 0 remembers direction s.
struct SweepOutcome {
    int state = -1; ///< -1: not worked out yet
    double words = 0;
};

/// The steps of a storage node's loops, in room that the caller provides. A run of the loops inside one is walked once
/// from each state that occurs; the states of a loop's iterations repeat soon, and then the rest is a multiplication.
class SweepRun {
public:
    /// `steps`: innermost first. `movedWords`: by direction - 1, the words that a step in it brings while it goes on.
    /// `memo`: room for (directions + 1) outcomes a step.
    SweepRun(std::span<const SweepStep> steps, std::span<const double> movedWords, double full,
             std::span<SweepOutcome> memo)
        : m_steps(steps)
        , m_movedWords(movedWords)
        , m_full(full)
        , m_memo(memo) {
        std::fill(m_memo.begin(), m_memo.end(), SweepOutcome{});
    }

    /// Words over the whole run, the first tile included.
    double words() { return m_full + run(m_steps.size(), 0).words; }

private:
    /// The innermost `loops` of the loops, from a state.
    SweepOutcome run(std::size_t loops, int state) {
        if (loops == 0) return {state, 0};
        SweepOutcome& known = m_memo[(loops - 1) * (m_movedWords.size() + 1) + static_cast<std::size_t>(state)];
        if (known.state < 0) known = iterate(loops - 1, state);
        return known;
    }

    SweepOutcome take(int direction, int state) const {
        if (direction == 0) return {state, 0};
        if (state == 0 || state == direction) return {direction, m_movedWords[static_cast<std::size_t>(direction - 1)]};
        return {0, m_full};
    }

    SweepOutcome iterate(std::size_t loop, int state) {
        const SweepStep step = m_steps[loop];
        SweepOutcome now = run(loop, state);
        SweepOutcome seen = now;
        Count seenAt = 1;
        Count look = 1; // iterations for which `seen` stands, doubled until the states' period fits
        for (Count k = 1; k < step.bound;) {
            const SweepOutcome moved = take(step.direction, now.state);
            const SweepOutcome inner = run(loop, moved.state);
            now = {inner.state, now.words + moved.words + inner.words};
            ++k;
            if (look > 0 && now.state == seen.state) {
                const Count period = k - seenAt;
                const Count rounds = (step.bound - k) / period;
                now.words += static_cast<double>(rounds) * (now.words - seen.words);
                k += rounds * period;
                look = 0;
            } else if (look > 0 && k - seenAt == look) {
                seen = now;
                seenAt = k;
                look *= 2;
            }
        }
        return now;
    }

    std::span<const SweepStep> m_steps;
    std::span<const double> m_movedWords;
    double m_full;
    std::span<SweepOutcome> m_memo;
};

} // namespace nestwright
