// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace nestwright {

/// An arena of as many threads as asked for (0: all), but no more than the machine has.
[[nodiscard]] inline tbb::task_arena makeArena(int threads) {
    const int most = tbb::info::default_concurrency();
    return tbb::task_arena(threads > 0 ? std::min(threads, most) : most);
}

/// Whether the thread works in an arena of so many threads as asked for.
[[nodiscard]] inline bool isInArena(int threads) {
    if (tbb::this_task_arena::current_thread_index() == tbb::task_arena::not_initialized) return false;
    const int most = tbb::info::default_concurrency();
    return tbb::this_task_arena::max_concurrency() == (threads > 0 ? std::min(threads, most) : most);
}

/// body(0) to body(count - 1) on as many threads; in order and without an arena on one. Within the body of another such
/// loop over as many threads, those that have nothing else to do help.
template <class Body>
void forEachInParallel(int threads, std::size_t count, const Body& body) {
    if (threads == 1) {
        for (std::size_t i = 0; i < count; ++i) body(i);
        return;
    }
    if (isInArena(threads)) {
        // Whoever waits for the loop takes none of the work outside it meanwhile: that may be long.
        tbb::this_task_arena::isolate([&] { tbb::parallel_for(std::size_t{0}, count, body); });
        return;
    }
    tbb::task_arena arena = makeArena(threads);
    arena.execute([&] { tbb::parallel_for(std::size_t{0}, count, body); });
}

/// The same with the bodies begun in order, each as soon as a thread is free: the longest work belongs first.
template <class Body>
void forEachInOrder(int threads, std::size_t count, const Body& body) {
    std::atomic<std::size_t> next{0};
    const auto takeNext = [&](std::size_t) { body(next.fetch_add(1)); };
    if (threads == 1) return forEachInParallel(threads, count, takeNext);
    tbb::task_arena arena = makeArena(threads);
    arena.execute(
        [&] { tbb::parallel_for(std::size_t{0}, count, std::size_t{1}, takeNext, tbb::simple_partitioner()); });
}

} // namespace nestwright
