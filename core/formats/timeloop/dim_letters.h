// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/workload/problem.h"

#include <string>
#include <vector>

namespace nestwright::timeloop {

/// The single letter that stands for each dim in files: its name where that is one.
[[nodiscard]] Result<std::vector<std::string>> dimLetters(const Problem& problem);

/// "PE" of "inter_PE_spatial"; other names as they are.
[[nodiscard]] std::string containerName(const std::string& array);

} // namespace nestwright::timeloop
