// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace nestwright {

struct TimeloopException {
    std::string_view id;
    std::string_view reason;
};

/// Cases in which the tool errs.
inline constexpr std::array kTimeloopExceptions = {
    TimeloopException{"g16_gemm_distributed", "distributed multicast rounds its shares up: 513 words for 512"},
    TimeloopException{"q05_imperfect_13_over_4", "the tool truncates the average of 3.25 used instances"},
};

/// Why a case is left out of the comparison of counts; nothing where it isn't.
[[nodiscard]] constexpr std::optional<std::string_view> exceptionFor(std::string_view id) {
    for (const auto& exception : kTimeloopExceptions) {
        if (exception.id == id) return exception.reason;
    }
    return std::nullopt;
}

} // namespace nestwright
