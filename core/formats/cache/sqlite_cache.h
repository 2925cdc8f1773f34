// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/result_cache.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace nestwright {

/// Where a program keeps results between its runs: $XDG_CACHE_HOME or ~/.cache, then nestwright/results.sqlite; ""
/// where neither is known.
[[nodiscard]] std::string defaultCachePath();

/// A cache that couldn't be opened as it should is no error: work goes on without one, or with an empty one.
struct OpenedCache {
    std::shared_ptr<ResultCache> cache; ///< null: none
    std::optional<Message> note;        ///< what went wrong, for the user
    bool isWarning = false;             ///< a file was set aside; otherwise there is just no cache
};

struct CacheOptions {
    std::string path;
    std::string engine;                               ///< what wrote a result: others' results are never found
    std::int64_t mostBytes = std::int64_t{64} << 20U; ///< beyond it the oldest results go
};

/// Opens the file, or makes it with its folder. Several processes may have it open at a time. What is there and is no
/// cache, or is a damaged one, is renamed.
[[nodiscard]] OpenedCache openCache(const CacheOptions& options);

} // namespace nestwright
