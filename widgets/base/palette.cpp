// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/palette.h"

#include "core/report/colors.h"

#include <algorithm>
#include <cmath>

namespace nestwright {
namespace {

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color) {
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

const Palette& palette(Theme theme) {
    static const Palette light{QColor::fromRgb(report::kLightGround),
                               QColor(0xf3f4f8),
                               QColor(0x1a2130),
                               QColor(0x5a6478),
                               QColor(0xd8dce4),
                               QColor(0x0b5fa5),
                               QColor(0x7a5200),
                               QColor(0xb3261e)};
    static const Palette dark{QColor::fromRgb(report::kDarkGround),
                              QColor(0x252a35),
                              QColor(0xe8ebf1),
                              QColor(0xa7b0c0),
                              QColor(0x3b4352),
                              QColor(0x6cb6ff),
                              QColor(0xe6b450),
                              QColor(0xff8a80)};
    return theme == Theme::light ? light : dark;
}

Theme themeOf(const QPalette& widgetPalette) {
    return widgetPalette.color(QPalette::Window).lightness() < 128 ? Theme::dark : Theme::light;
}

QColor seriesColor(std::string_view key, Theme theme) {
    const auto color = report::colorOf(key);
    return QColor::fromRgb(theme == Theme::light ? color.light : color.dark);
}

QBrush seriesHatch(std::string_view key, Theme theme) {
    constexpr double kShare = 0.4; ///< of the ground in the lines
    const auto style = key == "diluted"   ? Qt::Dense6Pattern
                       : key == "blocked" ? Qt::BDiagPattern
                       : key == "delayed" ? Qt::FDiagPattern
                                          : Qt::NoBrush;
    return {blend(palette(theme).ground, seriesColor(key, theme), kShare), style};
}

QColor bottleneckColor(BottleneckClass value, Theme theme) { return seriesColor(keyOf(value), theme); }

QString bottleneckGlyph(BottleneckClass value) {
    switch (value) {
    case BottleneckClass::compute:
        return QStringLiteral("\u25b2");
    case BottleneckClass::bandwidth:
        return QStringLiteral("\u25c6");
    case BottleneckClass::capacity:
        return QStringLiteral("\u25a0");
    case BottleneckClass::synchronisation:
        return QStringLiteral("\u25cf");
    case BottleneckClass::overhead:
        return QStringLiteral("\u271a");
    case BottleneckClass::shape:
        return QStringLiteral("\u25bc");
    }
    return {};
}

QColor labelColor(const QColor& fill) {
    return contrastRatio(fill, Qt::white) >= contrastRatio(fill, Qt::black) ? QColor(Qt::white) : QColor(Qt::black);
}

double contrastRatio(const QColor& a, const QColor& b) {
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}

QColor blend(const QColor& color, const QColor& ground, double share) {
    const auto mix = [share](int top, int bottom) {
        return static_cast<int>(std::lround(share * top + (1 - share) * bottom));
    };
    return {mix(color.red(), ground.red()), mix(color.green(), ground.green()), mix(color.blue(), ground.blue())};
}

} // namespace nestwright
