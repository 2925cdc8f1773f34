// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/figure_text.h"

#include "core/report/writers.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace nestwright {

namespace {

constexpr int kMostDecimals = 4;

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

QString stallMeaning() {
    return QCoreApplication::translate("nestwright::FigureText",
                                       "Memory-stall fraction: share of the time in which compute waits for memory, "
                                       "fill and drain included");
}

QString mfuMeaning() {
    return QCoreApplication::translate("nestwright::FigureText",
                                       "MFU, model FLOPs utilisation: multiply-adds over what all lanes could do in "
                                       "the same time, kernel launch included");
}

QString siText(double value, const QString& unit) {
    constexpr std::array kPrefixes = {"", "k", "M", "G", "T", "P", "E"};
    if (!std::isfinite(value)) return dash();
    std::size_t step = 0;
    while (std::abs(value) >= 999.5 && step + 1 < kPrefixes.size()) {
        value /= 1000;
        ++step;
    }
    const double size = std::abs(value);
    const int decimals = value == std::floor(value) && step == 0 ? 0 : size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    return QLocale().toString(value, 'f', decimals) + QChar(0xa0) + QLatin1String(kPrefixes[step]) + unit;
}

QString countText(double value) { return QLocale().toString(value, 'f', 0); }

QString columnText(std::optional<double> value, double scale, int decimals) {
    if (!value || !std::isfinite(*value)) return dash();
    return QLocale().toString(*value * scale, 'f', decimals);
}

QString significantText(std::optional<double> value, double scale) {
    if (!value || !std::isfinite(*value)) return dash();
    const double figure = *value * scale;
    if (figure == 0) return QStringLiteral("0");
    const auto toDigits = [](double number, int digits) {
        const double step = std::pow(10., std::floor(std::log10(std::abs(number))) - (digits - 1));
        return std::round(number / step) * step;
    };
    const double rounded = toDigits(figure, 3);
    constexpr double kSmallest = 1e-4;
    if (std::abs(rounded) < kSmallest) return QLocale().toString(rounded, 'g', 3);
    if (std::abs(rounded) >= 1000) return QLocale().toString(toDigits(figure, 4), 'f', 0);
    const int order = static_cast<int>(std::floor(std::log10(std::abs(rounded)) + 1e-9));
    return QLocale().toString(rounded, 'f', std::max(0, 2 - order));
}

QString rateText(std::optional<double> perSecond, const QString& counted) {
    return significantText(perSecond) + QChar(0xa0) + counted + QStringLiteral("/s");
}

QString perJouleText(std::optional<double> perJoule, const QString& counted) {
    const auto energy = report::energyUnitFor(perJoule.value_or(0));
    return significantText(perJoule, energy.joules) + QChar(0xa0) + counted + QLatin1Char('/') +
           QString::fromStdString(energy.unit);
}

QString countedOf(const std::string& throughputUnit) {
    return QString::fromStdString(throughputUnit).section(QLatin1Char('/'), 0, 0);
}

QString percentColumnText(std::optional<double> fraction) {
    constexpr double kLeast = 0.0005; // reads as 0.1 %
    const bool isTiny = fraction && *fraction > 0 && *fraction < kLeast;
    return isTiny ? QStringLiteral("<\u202f") + QLocale().toString(0.1, 'f', 1) : columnText(fraction, 100, 1);
}

QVariant columnAlignment(bool isNumeric) {
    return QVariant(Qt::Alignment((isNumeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
}

ColumnScale timeScaleFor(double largestSeconds) {
    ColumnScale result{QStringLiteral("s"), 1, 3};
    if (largestSeconds < 1) result = {QStringLiteral("ms"), 1e3, 3};
    if (largestSeconds < 1e-3) result = {QStringLiteral("\u00b5s"), 1e6, 3};
    const double largest = largestSeconds * result.scale;
    if (largest >= 10) result.decimals = 2;
    if (largest >= 100) result.decimals = 1;
    return result;
}

int decimalsFor(double largest) {
    int decimals = 0;
    for (double bound = 100; largest < bound && decimals < kMostDecimals; bound /= 10) ++decimals;
    return decimals;
}

ColumnScale energyScaleFor(double largestJoules) {
    ColumnScale result{QStringLiteral("J"), 1};
    if (largestJoules < 1) result = {QStringLiteral("mJ"), 1e3};
    if (largestJoules < 1e-3) result = {QStringLiteral("\u00b5J"), 1e6};
    result.decimals = decimalsFor(largestJoules * result.scale);
    return result;
}

ColumnScale memoryScaleFor(double largestBytes) {
    constexpr double kMib = 1024.0 * 1024;
    ColumnScale result{QStringLiteral("MiB"), 1 / kMib};
    if (largestBytes >= 1024 * kMib) result = {QStringLiteral("GiB"), 1 / (1024 * kMib)};
    result.decimals = decimalsFor(largestBytes * result.scale);
    return result;
}

QString shapeText(const std::vector<std::int64_t>& shape) {
    QStringList parts;
    for (const auto extent : shape) parts << QString::number(extent);
    return parts.join(QStringLiteral("\u00d7"));
}

} // namespace nestwright
