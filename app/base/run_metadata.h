// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/build_report.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nestwright::app {

/// What a report says about this build, this machine and this run. `command` is the call of nestwright-cli that makes
/// the same report, argument by argument. The time is now in UTC, or SOURCE_DATE_EPOCH where the environment has it.
[[nodiscard]] report::RunMetadata runMetadata(const std::vector<std::string>& command, std::uint64_t seed);

} // namespace nestwright::app
