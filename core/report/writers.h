// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/document.h"

#include <string>

namespace nestwright::report {

/// One self-contained HTML file with inline SVG charts; light and dark.
[[nodiscard]] std::string toHtml(const Document& document);

/// GitHub-flavoured Markdown.
[[nodiscard]] std::string toMarkdown(const Document& document);

/// The machine-readable twin: "nestwright.report/1".
[[nodiscard]] std::string toJson(const Document& document);

/// Tables as CSV (RFC 4180), one after another with a line that names each; cells that a spreadsheet would take for a
/// formula are guarded with an apostrophe.
[[nodiscard]] std::string toCsv(const Document& document);

/// The energy that throughput per watt is given for, so that the largest of several figures isn't below one.
struct EnergyUnit {
    double joules = 1;
    std::string unit; ///< "J", "kJ", "MJ"
};
[[nodiscard]] EnergyUnit energyUnitFor(double largestPerJoule);

/// How a number reads: "4.12 ms", "38.0 %", "-".
[[nodiscard]] std::string formatNumber(const Number& number, const Column* column = nullptr);

} // namespace nestwright::report
