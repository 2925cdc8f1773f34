// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace nestwright::app {

/// The arguments as one line that a POSIX shell splits into the same arguments again.
[[nodiscard]] std::string shellCommand(const std::vector<std::string>& arguments);

} // namespace nestwright::app
