// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"

#include <QString>

#include <optional>
#include <vector>

namespace nestwright {

/// One figure of an accelerator's description, with how it is known.
struct MachineFact {
    QString title;
    QString detail;              ///< what the title is of, where machines differ in it: "bf16", "HBM"
    QString unit;                ///< of `value`, for a header
    QString help;                ///< its definition
    std::optional<double> value; ///< in `unit`; nothing: the description doesn't say
    int decimals = 0;
    std::optional<Provenance> provenance; ///< nothing: the description names no source
};

/// What the results of a plan rest on, always the same figures in the same order, for a number format.
[[nodiscard]] std::vector<MachineFact> machineFacts(const Accelerator& accelerator, DataType format);

/// The figure without unit, with the decimals that its size needs; a dash where the description doesn't say.
[[nodiscard]] QString factText(const MachineFact& fact);

[[nodiscard]] QString titleOf(Badge badge);
/// What the badge says about a figure, as a sentence.
[[nodiscard]] QString helpOf(Badge badge);
/// One letter in a circle, so that a table has room for it.
[[nodiscard]] QString glyphOf(Badge badge);

/// "Clock: 1,830 MHz \u2014 published: ..." in lines: value, badge with its meaning, source, note.
[[nodiscard]] QString factToolTip(const MachineFact& fact);

/// "clock 1,830 MHz (published)": a line of what a derived figure rests on.
[[nodiscard]] QString factLine(const MachineFact& fact);

} // namespace nestwright
