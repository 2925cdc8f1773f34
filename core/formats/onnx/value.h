// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace nestwright::onnx_format {

/// The elements of a tensor that is known before the model runs, row-major: integers (and booleans) or reals.
struct Value {
    bool isReal = false;
    std::vector<std::int64_t> integers;
    std::vector<double> reals;

    [[nodiscard]] static Value ofIntegers(std::vector<std::int64_t> values) { return {false, std::move(values), {}}; }
    [[nodiscard]] static Value ofReals(std::vector<double> values) { return {true, {}, std::move(values)}; }
    [[nodiscard]] std::size_t size() const { return isReal ? reals.size() : integers.size(); }
    [[nodiscard]] double real(std::size_t i) const { return isReal ? reals[i] : static_cast<double>(integers[i]); }
    /// Element i as an integer; a real is cut towards zero, and 0 where it doesn't fit.
    [[nodiscard]] std::int64_t integer(std::size_t i) const;
    /// The elements at `indices`, in that order.
    [[nodiscard]] Value select(const std::vector<std::size_t>& indices) const;
};

using ValuePtr = std::shared_ptr<const Value>;

} // namespace nestwright::onnx_format
