// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/document.h"

#include <string>
#include <vector>

namespace nestwright::report {

/// What stands for a figure that isn't there.
inline constexpr const char* kDash = "\u2013";

/// A cell as a person reads it, in English; control characters of names become visible signs.
[[nodiscard]] std::string cellText(const Cell& cell, const Column* column = nullptr);

/// A name from the data with line breaks, tabs and other control characters as visible signs.
[[nodiscard]] std::string visible(const std::string& text);

/// "Time, ms": a column's title with its unit.
[[nodiscard]] std::string headerText(const Column& column);

/// The reason for a missing figure, "" where there is none.
[[nodiscard]] std::string reasonOf(const Cell& cell);

/// The reasons of a table's missing figures, each once, in reading order.
[[nodiscard]] std::vector<Message> distinctReasons(const Table& table);

/// What marks a missing figure's reason: "" with one reason in the table, else "\u00b9", "\u00b2", ...
[[nodiscard]] std::string reasonMark(const Cell& cell, const std::vector<Message>& reasons);

/// How the note on a reason begins: "\u2013" or "\u2013\u00b9".
[[nodiscard]] std::string reasonNote(const std::vector<Message>& reasons, std::size_t index);

/// Figures without a value take no box: "Latency p95, Latency p99: not modelled yet". Those of one reason share a line.
struct MissingFigures {
    std::vector<Message> names;
    Message why;
};
[[nodiscard]] std::vector<MissingFigures> missingFigures(const KeyFigures& figures);

/// A double that reads back equal, with a dot: "0.1", "4096", "1.5e-07". Only for finite values.
[[nodiscard]] std::string rawNumber(double value);

} // namespace nestwright::report
