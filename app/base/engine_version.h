// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/cache/sqlite_cache.h"

#include <string>

namespace nestwright::app {

/// What tells engines apart that may give different results: version, commit, compiler and kind of build. A build that
/// no commit stands for, as files were changed since or none is known, adds the digest of the running program: it
/// shares results with itself alone.
[[nodiscard]] std::string engineVersion();

/// The user's cache of results, for this engine.
[[nodiscard]] OpenedCache openUserCache();

} // namespace nestwright::app
