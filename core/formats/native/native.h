// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/mapping/mapping.h"
#include "core/workload/problem.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace nestwright::native {

/// Reads "nestwright.problem/1"; `file` names it in errors.
[[nodiscard]] Result<Problem> readProblem(std::string_view text, const std::string& file);
[[nodiscard]] nlohmann::json writeProblem(const Problem& problem);

/// Reads "nestwright.mapping/1". Names of dims, tensors and levels are looked up in the other two.
[[nodiscard]] Result<Mapping> readMapping(std::string_view text, const std::string& file, const Problem& problem,
                                          const Accelerator& accelerator);
[[nodiscard]] nlohmann::json writeMapping(const Problem& problem, const Accelerator& accelerator,
                                          const Mapping& mapping);

} // namespace nestwright::native
