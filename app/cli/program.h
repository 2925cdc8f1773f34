// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"

#include <string>
#include <vector>

namespace nestwright::cli {

/// Parses the call, program name first, and runs its command.
[[nodiscard]] ExitCode runProgram(const std::vector<std::string>& arguments);

} // namespace nestwright::cli
