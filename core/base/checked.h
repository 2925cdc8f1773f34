// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace nestwright {

/// A number of elements, words, bytes or operations as an exact integer. Products of counts go through the checked
/// functions below. Results of the cost model are doubles: exact up to 2^53, to a relative 2^-53 above.
using Count = std::int64_t;

/// a * b, or nothing when the product leaves 63 bits.
[[nodiscard]] inline std::optional<Count> checkedMultiply(Count a, Count b) {
    Count result = 0;
    if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
    return result;
}

/// a + b, or nothing when the sum leaves 63 bits.
[[nodiscard]] inline std::optional<Count> checkedAdd(Count a, Count b) {
    Count result = 0;
    if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
    return result;
}

/// The smallest integer not below a / b, for a >= 0 and b > 0.
[[nodiscard]] constexpr Count ceilDivide(Count a, Count b) { return a / b + (a % b != 0 ? 1 : 0); }

} // namespace nestwright
