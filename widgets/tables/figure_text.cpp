// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/figure_text.h"

#include "core/report/writers.h"

#include <QLocale>
#include <QStringList>

#include <cmath>

namespace nestwright {

namespace {

const QString& dash() {
    static const QString text = QStringLiteral("\u2014");
    return text;
}

} // namespace

QString figureText(std::optional<double> value, report::NumberStyle style) {
    if (!value || !std::isfinite(*value)) return dash();
    report::Number number;
    number.value = value;
    number.style = style;
    return QString::fromStdString(report::formatNumber(number));
}

QString columnText(std::optional<double> value, double scale, int decimals) {
    if (!value || !std::isfinite(*value)) return dash();
    return QLocale().toString(*value * scale, 'f', decimals);
}

QString percentColumnText(std::optional<double> fraction) { return columnText(fraction, 100, 1); }

TimeScale timeScaleFor(double largestSeconds) {
    TimeScale result{QStringLiteral("s"), 1, 3};
    if (largestSeconds < 1) result = {QStringLiteral("ms"), 1e3, 3};
    if (largestSeconds < 1e-3) result = {QStringLiteral("\u00b5s"), 1e6, 3};
    const double largest = largestSeconds * result.scale;
    if (largest >= 10) result.decimals = 2;
    if (largest >= 100) result.decimals = 1;
    return result;
}

QString shapeText(const std::vector<std::int64_t>& shape) {
    QStringList parts;
    for (const auto extent : shape) parts << QString::number(extent);
    return parts.join(QStringLiteral("\u00d7"));
}

} // namespace nestwright
