// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/figure_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace nestwright {

namespace {

/// Significant digits without an exponent: 4.09, 24.5, 175 for three of them.
std::string significant(double value, int digits) {
    int decimals = digits - 1;
    for (double limit = 10; decimals > 0; --decimals, limit *= 10) {
        if (std::abs(value) < limit - 0.5 * std::pow(10, -decimals)) break;
    }
    return fmt::format("{:.{}f}", value, decimals);
}

} // namespace

std::string siText(double value, const std::string& unit, int digits) {
    static constexpr std::array<std::string_view, 13> kPrefixes = {"f", "p", "n", "µ", "m", "", "k",
                                                                   "M", "G", "T", "P", "E", "Z"};
    constexpr int kPlain = 5;
    if (!std::isfinite(value)) return "-";
    if (value == 0) return "0 " + unit;
    const int wanted = static_cast<int>(std::floor(std::log10(std::abs(value)) / 3));
    const int largest = static_cast<int>(kPrefixes.size()) - 1 - kPlain;
    int power = std::clamp(wanted, -kPlain, largest);
    double scaled = value / std::pow(1000.0, power);
    if (std::abs(scaled) >= 999.5 && power < largest) {
        ++power;
        scaled /= 1000;
    }
    const auto prefix = static_cast<std::ptrdiff_t>(power) + kPlain;
    return fmt::format("{} {}{}", significant(scaled, digits), kPrefixes[static_cast<std::size_t>(prefix)], unit);
}

std::string rateText(double perSecond, const std::string& unit) {
    const bool isBelowOne = std::isfinite(perSecond) && perSecond > 0 && perSecond < 0.9995;
    return isBelowOne ? fmt::format("{:.3g} {}", perSecond, unit) : siText(perSecond, unit);
}

std::string bytesText(double bytes) {
    static constexpr std::array<std::string_view, 7> kUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (!std::isfinite(bytes)) return "-";
    std::size_t unit = 0;
    while (std::abs(bytes) >= 1023.5 && unit + 1 < kUnits.size()) {
        bytes /= 1024;
        ++unit;
    }
    return unit == 0 ? fmt::format("{:.0f} B", bytes) : fmt::format("{} {}", significant(bytes, 3), kUnits[unit]);
}

std::string percentText(double fraction) {
    return std::isfinite(fraction) ? fmt::format("{:.1f} %", 100 * fraction) : "-";
}

} // namespace nestwright
