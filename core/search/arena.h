// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <algorithm>

namespace nestwright {

/// An arena of as many threads as asked for (0: all), but no more than the machine has.
[[nodiscard]] inline tbb::task_arena makeArena(int threads) {
    const int most = tbb::info::default_concurrency();
    return tbb::task_arena(threads > 0 ? std::min(threads, most) : most);
}

} // namespace nestwright
