// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/document.h"

#include <QString>
#include <QVariant>

#include <optional>

namespace nestwright {

/// A figure with its unit, as reports write it: "4.12 ms", "38.0 %"; a dash for nothing.
[[nodiscard]] QString figureText(std::optional<double> value, report::NumberStyle style);

/// What "stall" stands for, where a heading or a figure says it.
[[nodiscard]] QString stallMeaning();
/// And "MFU".
[[nodiscard]] QString mfuMeaning();

/// Three significant digits with an SI prefix and the unit: "312 TFLOP/s".
[[nodiscard]] QString siText(double value, const QString& unit);

/// A whole number in the locale's digits: "1,024".
[[nodiscard]] QString countText(double value);

/// A figure of a column whose unit stands in the header: scaled, with fixed decimals, in the locale's digits.
[[nodiscard]] QString columnText(std::optional<double> value, double scale, int decimals);

/// A figure of a column whose unit stands in the header: scaled, with three significant digits, above a thousand four.
[[nodiscard]] QString significantText(std::optional<double> value, double scale = 1);

/// What a machine does in a second, and for a joule, with its unit: "12,345 samples/s", "48.4 samples/kJ".
[[nodiscard]] QString rateText(std::optional<double> perSecond, const QString& counted);
[[nodiscard]] QString perJouleText(std::optional<double> perJoule, const QString& counted);

/// "samples" of "samples/s".
[[nodiscard]] QString countedOf(const std::string& throughputUnit);

/// Percent without the sign of it, one decimal; what would read as nothing is below the smallest step.
[[nodiscard]] QString percentColumnText(std::optional<double> fraction);

/// What a model answers for Qt::TextAlignmentRole: figures stand at the right, texts at the left.
[[nodiscard]] QVariant columnAlignment(bool isNumeric);

/// Unit and decimals for a column of figures: the unit in which the largest lies between 1 and 1000.
struct ColumnScale {
    QString unit;
    double scale = 1; ///< times the SI figure gives the unit
    int decimals = 3;
};
[[nodiscard]] ColumnScale timeScaleFor(double largestSeconds);
[[nodiscard]] ColumnScale energyScaleFor(double largestJoules);
[[nodiscard]] ColumnScale memoryScaleFor(double largestBytes);

/// Decimals that show three significant digits of the largest figure of a column.
[[nodiscard]] int decimalsFor(double largest);

/// "1 x 64 x 56 x 56" with multiplication signs; "scalar" is left to the caller.
[[nodiscard]] QString shapeText(const std::vector<std::int64_t>& shape);

} // namespace nestwright
