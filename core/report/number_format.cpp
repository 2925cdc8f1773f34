// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/cell_text.h"
#include "core/report/writers.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace nestwright::report {
namespace {

struct Prefix {
    double factor;
    const char* text;
};

constexpr std::array kSiPrefixes = {Prefix{1e-15, "f"}, Prefix{1e-12, "p"}, Prefix{1e-9, "n"}, Prefix{1e-6, "\u00b5"},
                                    Prefix{1e-3, "m"},  Prefix{1, ""},      Prefix{1e3, "k"},  Prefix{1e6, "M"},
                                    Prefix{1e9, "G"},   Prefix{1e12, "T"},  Prefix{1e15, "P"}, Prefix{1e18, "E"}};
constexpr std::array kIecPrefixes = {Prefix{1, ""},
                                     Prefix{1024., "Ki"},
                                     Prefix{1048576., "Mi"},
                                     Prefix{1073741824., "Gi"},
                                     Prefix{1099511627776., "Ti"},
                                     Prefix{1125899906842624., "Pi"}};

/// To so many significant digits.
double rounded(double value, int digits) {
    if (value == 0) return 0;
    const double step = std::pow(10., std::floor(std::log10(std::abs(value))) - (digits - 1));
    return std::round(value / step) * step;
}

/// Thousands are set apart as the window does in English.
std::string grouped(double whole) {
    auto digits = fmt::format("{:.0f}", std::abs(whole));
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
        digits.insert(static_cast<std::size_t>(at), ",");
    }
    return whole < 0 && digits != "0" ? "\u2212" + digits : digits;
}

/// Three significant digits; figures above a thousand have four.
std::string significant(double value) {
    constexpr double kLongest = 1e9;
    const double size = std::abs(rounded(value, 3));
    if (size == 0) return "0";
    if (size >= kLongest || size < 1e-4) return fmt::format("{:.2e}", value);
    if (size >= 100) return grouped(rounded(std::round(value), 4));
    const int decimals = 2 - static_cast<int>(std::floor(std::log10(size) + 1e-12));
    const auto digits = fmt::format("{:.{}f}", std::abs(value), decimals);
    return value < 0 ? "\u2212" + digits : digits;
}

std::string percentDigits(double fraction, bool isInColumn) {
    const double percent = fraction * 100;
    const double size = std::abs(percent);
    const char* sign = percent < 0 ? "\u2212" : "";
    if (size == 0) return isInColumn ? "0.0" : "0";
    if (size < 0.05) return percent < 0 ? "\u22120.0" : "<\u202f0.1";
    if (!isInColumn && size >= 99.95) return sign + fmt::format("{:.0f}", size);
    return sign + fmt::format("{:.1f}", size);
}

template <std::size_t N>
std::string prefixed(double value, const std::array<Prefix, N>& prefixes, const std::string& unit) {
    const double size = std::abs(rounded(value, 3));
    const Prefix* chosen = &prefixes.front();
    for (const auto& prefix : prefixes) {
        if (size >= prefix.factor * (1 - 1e-9)) chosen = &prefix;
    }
    if (size == 0) chosen = nullptr;
    const auto digits = significant(chosen ? value / chosen->factor : 0);
    return digits + "\u00a0" + (chosen ? chosen->text : "") + unit;
}

std::string withUnit(const Number& number, double value) {
    switch (number.style) {
    case NumberStyle::integer:
        return grouped(std::round(value));
    case NumberStyle::real:
        return number.unit.empty() ? significant(value) : prefixed(value, kSiPrefixes, number.unit);
    case NumberStyle::percent:
        return percentDigits(value, false) + "\u00a0%";
    case NumberStyle::seconds:
        return prefixed(value, kSiPrefixes, "s");
    case NumberStyle::bytes:
        return prefixed(value, kIecPrefixes, "B");
    case NumberStyle::energy:
        return prefixed(value, kSiPrefixes, "J");
    case NumberStyle::power:
        return prefixed(value, kSiPrefixes, "W");
    case NumberStyle::rate:
        return significant(value) + "\u00a0" + number.unit + "/s";
    case NumberStyle::perJoule: {
        const auto energy = energyUnitFor(value);
        return significant(value * energy.joules) + "\u00a0" + number.unit + "/" + energy.unit;
    }
    }
    return kDash;
}

} // namespace

EnergyUnit energyUnitFor(double largestPerJoule) {
    constexpr double kLeast = 0.9995; // reads as one
    if (largestPerJoule <= 0 || largestPerJoule >= kLeast) return {1, "J"};
    return largestPerJoule * 1e3 >= kLeast ? EnergyUnit{1e3, "kJ"} : EnergyUnit{1e6, "MJ"};
}

std::string formatNumber(const Number& number, const Column* column) {
    if (!number.value || !std::isfinite(*number.value)) return kDash;
    if (!column || column->unit.empty()) return withUnit(number, *number.value);
    const double value = *number.value * column->scale;
    if (number.style == NumberStyle::percent) return percentDigits(value, true);
    if (number.style == NumberStyle::integer) return grouped(std::round(value));
    return significant(value);
}

} // namespace nestwright::report
