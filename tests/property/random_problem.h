// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/problem.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace nestwright {

/// Random numbers that are the same on every machine (the standard's distributions are not).
class Dice {
public:
    explicit Dice(std::uint64_t seed);

    std::uint64_t next();
    Count between(Count low, Count high); ///< both inclusive
    bool chance(int percent);

    template <class T>
    void shuffle(std::vector<T>& items) {
        for (std::size_t i = items.size(); i > 1; --i) {
            std::swap(items[i - 1], items[static_cast<std::size_t>(between(0, static_cast<Count>(i) - 1))]);
        }
    }

private:
    std::uint64_t m_state;
};

/// A conv (with stride and dilation; also depthwise and grouped), GEMM, batched GEMM or MTTKRP of at most some
/// thousand iterations.
[[nodiscard]] Problem randomProblem(Dice& dice);

} // namespace nestwright
