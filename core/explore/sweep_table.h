// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace nestwright {

/// Rows of text under named columns: a sweep as its file holds it.
struct SweepTable {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
};

/// Comma-separated values as RFC 4180 has them, with a line of names first.
[[nodiscard]] std::string csvText(const SweepTable& table);

/// Reads it back. A last line without its end, as an interrupted write leaves it, is left out. The error (input) names
/// the line.
[[nodiscard]] Result<SweepTable> readSweepTable(const std::string& text);

} // namespace nestwright
