// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/page_style.h"

#include "widgets/base/palette.h"

#include "resources/fonts/fonts.h"

namespace nestwright {
namespace {

struct FontFigures {
    qreal points;
    bool isBold;
};

FontFigures figuresOf(TextStyle style) {
    switch (style) {
    case TextStyle::title:
        return {18, true};
    case TextStyle::subtitle:
        return {9.5, false};
    case TextStyle::heading:
        return {12, true};
    case TextStyle::body:
        return {8.5, false};
    case TextStyle::strong:
        return {8.5, true};
    case TextStyle::table:
        return {7.5, false};
    case TextStyle::tableHead:
        return {7.5, true};
    case TextStyle::wideTable:
        return {6.3, false};
    case TextStyle::wideTableHead:
        return {6.3, true};
    case TextStyle::caption:
        return {7.5, false};
    case TextStyle::label:
        return {7.2, false};
    case TextStyle::value:
        return {11.5, true};
    case TextStyle::code:
        return {7, false};
    case TextStyle::footer:
        return {6.8, false};
    }
    return {8.5, false};
}

} // namespace

QFont fontOf(TextStyle style) {
    const auto figures = figuresOf(style);
    QFont font(style == TextStyle::code ? bundledMonoFamily() : bundledSansFamily());
    font.setPixelSize(qRound(points(figures.points)));
    font.setBold(figures.isBold);
    // Hinting moves glyphs by whole pixels of the device, and pages have to break alike on all of them.
    font.setHintingPreference(QFont::PreferNoHinting);
    // Any spacing at all switches ligatures off: a search for "confidence" would miss the one sign for "fi".
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0.02);
    return font;
}

const PageColors& pageColors() {
    const auto& light = palette(Theme::light);
    static const PageColors colors{light.text, light.mutedText, light.line, light.text, light.panel};
    return colors;
}

} // namespace nestwright
