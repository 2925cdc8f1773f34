// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>

namespace nestwright {

/// The arithmetic that formulas of the cost model need of a figure: a double, or several of them side by side where
/// mappings are evaluated in batches.
template <class V>
struct LaneMath;

template <>
struct LaneMath<double> {
    using Flag = bool;
    static constexpr int lanes = 1;
    static double get(double a, int) { return a; }
    static void set(double& a, int, double value) { a = value; }
    static bool isMore(double a, double b) { return a > b; }
    static bool isSame(double a, double b) { return a == b; }
    static bool both(bool a, bool b) { return a && b; }
    static bool either(bool a, bool b) { return a || b; }
    static double larger(double a, double b) { return std::max(a, b); }
    static double choose(bool condition, double yes, double no) { return condition ? yes : no; }
    /// std::ceil(), which is a call where the processor may be an old one.
    static double roundedUp(double a) {
        constexpr double kWholeFrom = 4503599627370496.0; // 2^52
        if (!(std::abs(a) < kWholeFrom)) return a;
        const auto whole = static_cast<double>(static_cast<long long>(a));
        return whole < a ? whole + 1 : whole;
    }
    static bool any(bool flag) { return flag; }
    static bool flag(bool value) { return value; }
    static void mark(bool& flag, int, bool value) { flag = value; }
};

template <class V>
using FlagOf = typename LaneMath<V>::Flag;

template <class V>
V larger(const V& a, const V& b) {
    return LaneMath<V>::larger(a, b);
}

template <class V>
V choose(const FlagOf<V>& condition, const V& yes, const V& no) {
    return LaneMath<V>::choose(condition, yes, no);
}

} // namespace nestwright
