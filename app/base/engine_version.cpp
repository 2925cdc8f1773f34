// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/engine_version.h"

#include "core/base/hash.h"

#include <fmt/format.h>

#include "build_info.h"
#include "commit.h"
#include <string_view>

namespace nestwright::app {

std::string engineVersion() {
    const std::string version = fmt::format("{} {} {} {}", kProgramVersion, kCommit, kCompiler, kBuildType);
    constexpr std::string_view kDirty = "-dirty";
    const std::string_view commit = kCommit;
    const bool isDirty = commit.size() >= kDirty.size() && commit.substr(commit.size() - kDirty.size()) == kDirty;
    if (!isDirty && commit != "unknown") return version;
    const auto digest = sha256OfFile("/proc/self/exe");
    return digest ? version + " " + *digest : std::string();
}

OpenedCache openUserCache() {
    CacheOptions options;
    options.path = defaultCachePath();
    options.engine = engineVersion();
    // Without a name of its own an engine can't tell its results from others'.
    if (options.path.empty() || options.engine.empty()) return {};
    return openCache(options);
}

} // namespace nestwright::app
