// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/report/page_marks.h"
#include "widgets/report/page_style.h"

namespace nestwright {

/// Widths of a table's columns: what is in `wanted` (each cell in one line) where that fits into `total`, else at least
/// `least` and a share of the rest; the widths fill `total`.
[[nodiscard]] std::vector<qreal> columnWidths(const std::vector<qreal>& least, const std::vector<qreal>& wanted,
                                              const std::vector<bool>& isNumeric, qreal total);

/// A table as chunks: caption, header, rows, notes. Rows are never parted; the header is repeated on each page with the
/// mark that the table continues.
[[nodiscard]] std::vector<PageChunk> tableChunks(const report::Table& table, int number, qreal width);

} // namespace nestwright
