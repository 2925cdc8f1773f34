// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/colors.h"
#include "widgets/base/palette.h"

#include <gtest/gtest.h>

#include <set>

namespace nestwright {
namespace {

template <std::size_t N>
void expectReadable(const std::array<report::SeriesColor, N>& colors) {
    for (const auto theme : {Theme::light, Theme::dark}) {
        for (const auto& color : colors) {
            const auto fill = seriesColor(color.key, theme);
            EXPECT_GE(contrastRatio(fill, palette(theme).ground), 3.0) << color.key;
            EXPECT_GE(contrastRatio(fill, labelColor(fill)), 4.5) << color.key;
        }
    }
}

TEST(Palette, MeasuresContrastAsWcagDoes) {
    EXPECT_NEAR(contrastRatio(Qt::white, Qt::black), 21, 1e-9);
    EXPECT_NEAR(contrastRatio(QColor(0x777777), Qt::white), 4.48, 0.01);
    EXPECT_DOUBLE_EQ(contrastRatio(QColor(0x123456), QColor(0x123456)), 1);
}

TEST(Palette, SeriesStandOutFromTheGroundAndCarryLabels) {
    expectReadable(report::kAttributionColors);
    expectReadable(report::kBottleneckColors);
    expectReadable(report::kPlainColors);
}

TEST(Palette, TextReadsOnBothGrounds) {
    for (const auto theme : {Theme::light, Theme::dark}) {
        const auto& colors = palette(theme);
        for (const auto& text : {colors.text, colors.mutedText, colors.accent, colors.warning, colors.error}) {
            EXPECT_GE(contrastRatio(text, colors.ground), 4.5) << text.name().toStdString();
            EXPECT_GE(contrastRatio(text, colors.panel), 4.5) << text.name().toStdString();
        }
    }
}

TEST(Palette, BlendIsOpaqueAndLiesBetween) {
    const auto half = blend(Qt::black, Qt::white, 0.5);
    EXPECT_EQ(half, QColor(128, 128, 128));
    EXPECT_EQ(half.alpha(), 255);
}

TEST(Palette, TermsOfATimeDifferWithoutColour) {
    for (const auto theme : {Theme::light, Theme::dark}) {
        std::set<Qt::BrushStyle> styles;
        for (const auto* key : {"useful", "diluted", "blocked", "delayed"}) {
            const auto hatch = seriesHatch(key, theme);
            styles.insert(hatch.style());
            EXPECT_NE(hatch.color(), seriesColor(key, theme)) << key;
        }
        EXPECT_EQ(styles.size(), 4U);
        EXPECT_EQ(seriesHatch("0", theme).style(), Qt::NoBrush);
    }
}

TEST(Palette, EachBottleneckClassHasItsOwnGlyph) {
    const auto glyphs = {bottleneckGlyph(BottleneckClass::compute),  bottleneckGlyph(BottleneckClass::bandwidth),
                         bottleneckGlyph(BottleneckClass::capacity), bottleneckGlyph(BottleneckClass::synchronisation),
                         bottleneckGlyph(BottleneckClass::overhead), bottleneckGlyph(BottleneckClass::shape)};
    std::set<QString> unique(glyphs);
    EXPECT_EQ(unique.size(), 6U);
    EXPECT_FALSE(unique.contains(QString()));
}

} // namespace
} // namespace nestwright
