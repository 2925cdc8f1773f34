// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>

namespace nestwright {

/// An arena of as many threads as asked for (0: all), but no more than the machine has.
[[nodiscard]] inline tbb::task_arena makeArena(int threads) {
    const int most = tbb::info::default_concurrency();
    return tbb::task_arena(threads > 0 ? std::min(threads, most) : most);
}

/// body(0) to body(count - 1) on as many threads; in order and without an arena on one.
template <class Body>
void forEachInParallel(int threads, std::size_t count, const Body& body) {
    if (threads == 1) {
        for (std::size_t i = 0; i < count; ++i) body(i);
        return;
    }
    tbb::task_arena arena = makeArena(threads);
    arena.execute([&] { tbb::parallel_for(std::size_t{0}, count, body); });
}

} // namespace nestwright
