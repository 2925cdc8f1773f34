// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/graph_colouring.h"

#include "widgets/base/translate.h"
#include "widgets/tables/figure_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace nestwright::gui {

namespace {

using report::NumberStyle;

QString say(const char* text) { return QCoreApplication::translate("nestwright::gui::Colouring", text); }

constexpr std::array kClasses = {BottleneckClass::compute,  BottleneckClass::bandwidth,
                                 BottleneckClass::capacity, BottleneckClass::synchronisation,
                                 BottleneckClass::overhead, BottleneckClass::shape};

/// Ranges of a fraction, each up to its limit; a share of the time needs finer ones than MFU.
constexpr std::array kFractionLimits = {0.2, 0.4, 0.6, 0.8, 1.01};
constexpr std::array kShareLimits = {0.005, 0.01, 0.02, 0.05, 1.01};
const std::array<QString, 5> kRangeGlyphs = {QStringLiteral("\u2582"), QStringLiteral("\u2583"),
                                             QStringLiteral("\u2585"), QStringLiteral("\u2586"),
                                             QStringLiteral("\u2588")};

const std::array<double, 5>& limitsOf(Colouring colouring) {
    return colouring == Colouring::share ? kShareLimits : kFractionLimits;
}

std::optional<double> valueOf(const OperatorRow& row, Colouring colouring) {
    if (!row.isPlanned || row.isFree) return std::nullopt;
    if (colouring == Colouring::mfu) return row.mfu;
    return colouring == Colouring::stall ? row.memoryStallFraction : row.share;
}

std::size_t rangeOf(double value, Colouring colouring) {
    const auto& limits = limitsOf(colouring);
    for (std::size_t i = 0; i < limits.size(); ++i) {
        if (value < limits[i]) return i;
    }
    return limits.size() - 1;
}

QColor rangeColor(std::size_t range, Colouring colouring, Theme theme) {
    const auto strong = colouring == Colouring::stall ? seriesColor("blocked", theme) : palette(theme).accent;
    return blend(strong, palette(theme).ground, 0.22 + 0.195 * static_cast<double>(range));
}

QColor unknownColor(Theme theme) { return blend(palette(theme).mutedText, palette(theme).ground, 0.35); }

QString rangeName(std::size_t range, Colouring colouring) {
    const auto& limits = limitsOf(colouring);
    const auto percent = [](double fraction) { return QString::number(fraction * 100, 'g', 3); };
    const double low = range == 0 ? 0 : limits[range - 1];
    const double high = std::min(limits[range], 1.0);
    return QStringLiteral("%1\u2013%2\u00a0%").arg(percent(low), percent(high));
}

QString detailsOf(const OperatorRow& row) {
    if (!row.isPlanned) return row.name;
    if (row.isFree) return say(QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "takes no time"));
    QStringList parts(figureText(row.share, NumberStyle::percent));
    if (row.mfu)
        parts << say(QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "MFU %1"))
                     .arg(figureText(row.mfu, NumberStyle::percent));
    parts << say(QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "stall %1"))
                 .arg(figureText(row.memoryStallFraction, NumberStyle::percent));
    return parts.join(QStringLiteral(" \u00b7 "));
}

QString toolTipOf(const OperatorRow& row) {
    QStringList lines{row.title, row.name};
    if (row.isPlanned && !row.isFree) {
        lines << say(QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "%1, %2 of the model's time"))
                     .arg(figureText(row.seconds, NumberStyle::seconds), figureText(row.share, NumberStyle::percent));
        lines << say(QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "Bottleneck: %1, %2"))
                     .arg(translated(titleOf(row.bottleneck)), row.where);
    }
    return lines.join(QLatin1Char('\n'));
}

void setColour(NodeFace& face, const OperatorRow& row, Colouring colouring, Theme theme) {
    face.color = unknownColor(theme);
    if (!row.isPlanned || row.isFree) return;
    if (colouring == Colouring::bottleneck) {
        face.color = bottleneckColor(row.bottleneck, theme);
        face.glyph = bottleneckGlyph(row.bottleneck);
    } else if (const auto value = valueOf(row, colouring)) {
        const auto range = rangeOf(*value, colouring);
        face.color = rangeColor(range, colouring, theme);
        face.glyph = kRangeGlyphs[range];
    }
}

} // namespace

std::vector<NodeFace> facesOf(const std::vector<OperatorRow>& rows, Colouring colouring, Theme theme) {
    std::vector<NodeFace> faces(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        faces[i].title = rows[i].title;
        faces[i].details = detailsOf(rows[i]);
        faces[i].toolTip = toolTipOf(rows[i]);
        setColour(faces[i], rows[i], colouring, theme);
    }
    return faces;
}

std::vector<GraphLegend::Entry> legendOf(const std::vector<OperatorRow>& rows, Colouring colouring, Theme theme) {
    std::vector<GraphLegend::Entry> entries;
    const auto add = [&](const QString& glyph, const QString& name, const QColor& color, auto belongs) {
        double share = 0;
        for (const auto& row : rows) {
            if (row.isPlanned && belongs(row)) share += row.share;
        }
        entries.push_back({glyph, name, figureText(share, NumberStyle::percent), color});
    };
    const bool isPlanned = std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.isPlanned; });
    if (!isPlanned) return entries;
    if (colouring == Colouring::bottleneck) {
        for (const auto kind : kClasses) {
            add(bottleneckGlyph(kind), translated(titleOf(kind)), bottleneckColor(kind, theme),
                [kind](const auto& row) { return row.bottleneck == kind; });
        }
        return entries;
    }
    for (std::size_t range = kRangeGlyphs.size(); range-- > 0;) {
        add(kRangeGlyphs[range], rangeName(range, colouring), rangeColor(range, colouring, theme),
            [&](const auto& row) {
                const auto value = valueOf(row, colouring);
                return value && rangeOf(*value, colouring) == range;
            });
    }
    if (colouring == Colouring::mfu) {
        add(QStringLiteral("\u2014"), say(QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "no multiply-adds")),
            unknownColor(theme), [](const auto& row) { return !row.mfu; });
    }
    return entries;
}

} // namespace nestwright::gui
