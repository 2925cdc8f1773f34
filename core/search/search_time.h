// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/mapper.h"

#include <chrono>

namespace nestwright {

using SearchClock = std::chrono::steady_clock;

[[nodiscard]] inline double secondsSince(SearchClock::time_point start) {
    return std::chrono::duration<double>(SearchClock::now() - start).count();
}

/// Whether a search that began then is cancelled or out of time.
[[nodiscard]] inline bool mustStop(const MapperOptions& options, const WorkContext& work,
                                   SearchClock::time_point begin) {
    if (work.cancel.isCancelled()) return true;
    return options.timeLimitSeconds && secondsSince(begin) > *options.timeLimitSeconds;
}

[[nodiscard]] inline tl::unexpected<Error> searchCancelled() {
    return failure(ErrorKind::cancelled, message(NW_TEXT("search.cancelled", "The search was cancelled")));
}

} // namespace nestwright
