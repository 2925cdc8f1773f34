// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace nestwright::report {

/// One colour of a chart on a white page and on a dark one, as 0xRRGGBB. Hues follow Okabe and Ito's set, which
/// people with colour-blindness can tell apart, darkened or lightened until they stand out 3:1 from the ground.
struct SeriesColor {
    std::string_view key;
    std::uint32_t light = 0;
    std::uint32_t dark = 0;
};

inline constexpr std::uint32_t kLightGround = 0xffffff;
inline constexpr std::uint32_t kDarkGround = 0x1b1f27;

inline constexpr std::array kAttributionColors = {
    SeriesColor{"useful", 0x2d6e4e, 0x4bb58a}, SeriesColor{"diluted", 0x8a6a2f, 0xd8a94a},
    SeriesColor{"blocked", 0xa5382b, 0xef7f6b}, SeriesColor{"delayed", 0x6a5a93, 0xa99ad6}};

/// Of bottleneck classes, by the class's key.
inline constexpr std::array kBottleneckColors = {
    SeriesColor{"compute", 0x2d6e4e, 0x4bb58a},  SeriesColor{"bandwidth", 0xa5382b, 0xef7f6b},
    SeriesColor{"capacity", 0x0072b2, 0x56b4e9}, SeriesColor{"synchronisation", 0xa04a7c, 0xe095c0},
    SeriesColor{"overhead", 0x6a5a93, 0xa99ad6}, SeriesColor{"shape", 0x8a6a2f, 0xd8a94a}};

/// Of further series, in order.
inline constexpr std::array kPlainColors = {SeriesColor{"0", 0x0072b2, 0x56b4e9}, SeriesColor{"1", 0xb04a00, 0xf0944d},
                                            SeriesColor{"2", 0x00795a, 0x35c39b}, SeriesColor{"3", 0xa04a7c, 0xe095c0},
                                            SeriesColor{"4", 0x8a6a00, 0xe6c229}, SeriesColor{"5", 0x4a5568, 0xa9b4c4}};

/// The colour with that key: of the attribution, of a bottleneck class or a number; the first plain one otherwise.
[[nodiscard]] constexpr SeriesColor colorOf(std::string_view key) {
    for (const auto& color : kAttributionColors) {
        if (color.key == key) return color;
    }
    for (const auto& color : kBottleneckColors) {
        if (color.key == key) return color;
    }
    for (const auto& color : kPlainColors) {
        if (color.key == key) return color;
    }
    return kPlainColors.front();
}

} // namespace nestwright::report
