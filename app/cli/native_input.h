// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/workload/problem.h"

#include <string>
#include <string_view>

namespace nestwright::cli {

/// The schema that a JSON text names ("nestwright.problem/1"); empty where it names none or is no JSON.
[[nodiscard]] std::string schemaOf(std::string_view text);

/// Whether the path is a file that holds a native problem.
[[nodiscard]] bool isProblemFile(const std::string& path);

[[nodiscard]] Result<Problem> openProblem(const std::string& path);

} // namespace nestwright::cli
