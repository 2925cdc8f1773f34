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

/// Cases whose printed counts are not those of the exact profile without links.
inline constexpr std::array kTimeloopExceptions = {
    TimeloopException{"g16_gemm_distributed", "distributed multicast rounds its shares up: 513 words for 512"},
    TimeloopException{"q05_imperfect_13_over_4", "the tool truncates the average of 3.25 used instances"},
    TimeloopException{"q14_fanout_to_macs_P_inner", "neighbour links between MACs; sampled steps"},
    TimeloopException{"q15_fanout_to_macs_K_inner", "neighbour links between MACs; sampled steps"},
    TimeloopException{"r11_mesh8x8_bw_resnet50_conv2_3x3", "sampled steps"},
    TimeloopException{"r19_mesh8x8_bw_conv_5x5_n2", "sampled steps"},
    TimeloopException{"r20_mesh16x4_bw_conv_small_3x3", "neighbour links"},
    TimeloopException{"s14_spatial1d_rp", "neighbour links"},
};

/// Why a case is left out of the comparison of counts; nothing where it isn't.
[[nodiscard]] constexpr std::optional<std::string_view> exceptionFor(std::string_view id) {
    for (const auto& exception : kTimeloopExceptions) {
        if (exception.id == id) return exception.reason;
    }
    return std::nullopt;
}

} // namespace nestwright
