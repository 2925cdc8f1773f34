// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace nestwright {

/// Rows of a comma-separated file of tests/data/validation, all fields as text. Throws where there is none.
[[nodiscard]] std::vector<std::vector<std::string>> tableRows(const std::string& name);

/// The number that a field holds; 0 where it is empty.
[[nodiscard]] double numberIn(const std::string& field);

} // namespace nestwright
