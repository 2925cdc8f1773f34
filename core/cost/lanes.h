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
    static double larger(double a, double b) { return std::max(a, b); }
    static double choose(bool condition, double yes, double no) { return condition ? yes : no; }
    static double roundedUp(double a) { return std::ceil(a); }
    static bool any(bool flag) { return flag; }
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
