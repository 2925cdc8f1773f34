// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/value.h"

namespace nestwright::onnx_format {

std::int64_t Value::integer(std::size_t i) const {
    if (!isReal) return integers[i];
    const double value = reals[i];
    constexpr double kLimit = 9.2e18;
    return value > -kLimit && value < kLimit ? static_cast<std::int64_t>(value) : 0;
}

Value Value::select(const std::vector<std::size_t>& indices) const {
    Value result;
    result.isReal = isReal;
    for (const std::size_t index : indices) {
        if (isReal) {
            result.reals.push_back(reals[index]);
        } else {
            result.integers.push_back(integers[index]);
        }
    }
    return result;
}

} // namespace nestwright::onnx_format
