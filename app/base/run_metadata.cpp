// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/run_metadata.h"

#include "app/base/shell_command.h"

#include <fmt/format.h>

#include "build_info.h"
#include "commit.h"
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace nestwright::app {

namespace {

constexpr const char* kUnknown = "unknown";

/// What follows `prefix` on the first line that starts with it.
std::string lineAfter(const char* path, std::string_view prefix) {
    std::ifstream file(path);
    std::string line;
    while (std::getline(file, line)) {
        if (line.compare(0, prefix.size(), prefix) == 0) return line.substr(prefix.size());
    }
    return {};
}

std::string operatingSystem() {
    std::string name = lineAfter("/etc/os-release", "PRETTY_NAME=");
    if (name.size() >= 2 && name.front() == '"' && name.back() == '"') name = name.substr(1, name.size() - 2);
    return name.empty() ? kUnknown : name;
}

std::string cpu() {
    const std::string line = lineAfter("/proc/cpuinfo", "model name");
    const auto start = line.find_first_not_of("\t :");
    const std::string name = start == std::string::npos ? kUnknown : line.substr(start);
    return fmt::format("{}, {} threads", name, std::thread::hardware_concurrency());
}

std::string host() {
    std::array<char, 256> name{};
    if (gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0') return kUnknown;
    return name.data();
}

std::time_t reportTime() {
    if (const char* epoch = std::getenv("SOURCE_DATE_EPOCH")) {
        std::int64_t seconds = 0;
        const char* end = epoch + std::strlen(epoch);
        const auto [parsed, problem] = std::from_chars(epoch, end, seconds);
        if (problem == std::errc{} && parsed == end && seconds >= 0) return static_cast<std::time_t>(seconds);
    }
    return std::time(nullptr);
}

std::string isoTime(std::time_t time) {
    std::tm utc{};
    if (gmtime_r(&time, &utc) == nullptr) return kUnknown;
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                       utc.tm_hour, utc.tm_min, utc.tm_sec);
}

} // namespace

report::RunMetadata runMetadata(const std::vector<std::string>& command, std::uint64_t seed) {
    report::RunMetadata metadata;
    metadata.programVersion = kProgramVersion;
    metadata.commit = kCommit;
    metadata.compiler = *kBuildType == '\0' ? std::string(kCompiler) : fmt::format("{}, {}", kCompiler, kBuildType);
    metadata.qtVersion = *kQtVersion == '\0' ? "none" : kQtVersion;
    metadata.operatingSystem = operatingSystem();
    metadata.cpu = cpu();
    metadata.host = host();
    metadata.madeAt = isoTime(reportTime());
    metadata.command = shellCommand(command);
    metadata.seed = seed;
    return metadata;
}

} // namespace nestwright::app
