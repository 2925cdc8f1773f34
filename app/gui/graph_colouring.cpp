// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/graph_colouring.h"

#include "app/gui/block_figures.h"
#include "widgets/base/translate.h"
#include "widgets/tables/figure_text.h"
#include "widgets/tables/operator_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace nestwright::gui {

namespace {

using report::NumberStyle;

QString colouringText(const char* text) { return QCoreApplication::translate("nestwright::gui::Colouring", text); }

constexpr std::array kClasses = {BottleneckClass::compute,  BottleneckClass::bandwidth,
                                 BottleneckClass::capacity, BottleneckClass::synchronisation,
                                 BottleneckClass::overhead, BottleneckClass::shape};

/// Ranges of a fraction, each up to its limit; a share of time or energy needs finer ones than MFU.
constexpr std::array kFractionLimits = {0.2, 0.4, 0.6, 0.8, 1.01};
constexpr std::array kShareLimits = {0.005, 0.01, 0.02, 0.05, 1.01};
const std::array<QString, 5> kRangeGlyphs = {QStringLiteral("\u2582"), QStringLiteral("\u2583"),
                                             QStringLiteral("\u2585"), QStringLiteral("\u2586"),
                                             QStringLiteral("\u2588")};

const std::array<double, 5>& limitsOf(Colouring colouring) {
    const bool isShare = colouring == Colouring::share || colouring == Colouring::energyShare;
    return isShare ? kShareLimits : kFractionLimits;
}

template <class Figures>
std::optional<double> valueOf(const Figures& row, Colouring colouring) {
    if (!row.isPlanned || row.isFree) return std::nullopt;
    switch (colouring) {
    case Colouring::mfu:
        return row.mfu;
    case Colouring::stall:
        return row.memoryStallFraction;
    case Colouring::energyShare:
        return row.energyShare;
    case Colouring::bottleneck:
    case Colouring::share:
        break;
    }
    return row.share;
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

/// The share comes first: of the time, or of the energy where that is what the colours show.
QString figuresText(const BlockFigures& figures, Colouring colouring) {
    if (figures.isFree) return colouringText(QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "takes no time"));
    QStringList parts(isOfEnergy(colouring)
                          ? colouringText(QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "energy %1"))
                                .arg(figureText(figures.energyShare, NumberStyle::percent))
                          : figureText(figures.share, NumberStyle::percent));
    if (figures.mfu)
        parts << colouringText(QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "MFU %1"))
                     .arg(figureText(figures.mfu, NumberStyle::percent));
    parts << colouringText(QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "stall %1"))
                 .arg(figureText(figures.memoryStallFraction, NumberStyle::percent));
    return parts.join(QStringLiteral(" \u00b7 "));
}

QString timesText(std::int32_t count) { return count > 1 ? QStringLiteral("\u00d7\u2009%1").arg(count) : QString(); }

/// Colour and glyph for each bottleneck class or range, looked up once for all nodes.
class ColourTable {
public:
    ColourTable(Colouring colouring, Theme theme)
        : m_colouring(colouring)
        , m_unknown(unknownColor(theme).rgb()) {
        for (const auto kind : kClasses) m_classes[static_cast<std::size_t>(kind)] = bottleneckColor(kind, theme).rgb();
        for (std::size_t i = 0; i < m_ranges.size(); ++i) m_ranges[i] = rangeColor(i, colouring, theme).rgb();
    }

    [[nodiscard]] QRgb color(const BlockFigures& figures) const {
        if (!figures.isPlanned || figures.isFree) return m_unknown;
        if (m_colouring == Colouring::bottleneck) return m_classes[static_cast<std::size_t>(figures.bottleneck)];
        const auto value = valueOf(figures, m_colouring);
        return value ? m_ranges[rangeOf(*value, m_colouring)] : m_unknown;
    }
    [[nodiscard]] QString glyph(const BlockFigures& figures) const {
        if (!figures.isPlanned || figures.isFree) return {};
        if (m_colouring == Colouring::bottleneck) return bottleneckGlyph(figures.bottleneck);
        const auto value = valueOf(figures, m_colouring);
        return value ? kRangeGlyphs[rangeOf(*value, m_colouring)] : QString();
    }
    [[nodiscard]] QRgb unknown() const { return m_unknown; }
    [[nodiscard]] Colouring colouring() const { return m_colouring; }

private:
    Colouring m_colouring;
    QRgb m_unknown;
    std::array<QRgb, kClasses.size()> m_classes{};
    std::array<QRgb, kFractionLimits.size()> m_ranges{};
};

/// Makes the texts of a scene's nodes and frames.
class FaceMaker {
public:
    FaceMaker(std::shared_ptr<const Graph> graph, ScenePointer scene, OperatorRowsPointer rows, ColourTable table)
        : m_graph(std::move(graph))
        , m_scene(std::move(scene))
        , m_rows(std::move(rows))
        , m_table(table) {}

    [[nodiscard]] NodeFace node(std::int32_t node) const {
        if (m_scene->isWeight(node)) return weight(m_scene->weights[m_scene->weightIndex(node)]);
        const auto& members = m_scene->folded.members[static_cast<std::size_t>(node)];
        return members.width > 1 ? closedBlock(node, members) : operators(members);
    }

    [[nodiscard]] FrameFace frame(std::size_t index) const {
        const auto& repeat = m_scene->repeats[static_cast<std::size_t>(m_scene->folded.frameRepeats[index])];
        const auto figures = figuresOf(*m_rows, {repeat.first, repeat.length * repeat.count, 0, 1});
        FrameFace face;
        face.title = blockTitle(repeat);
        if (figures.isPlanned) face.details = figuresText(figures, m_table.colouring());
        face.badge = timesText(repeat.count);
        face.toolTip = blockHelp(repeat, figures) + QLatin1Char('\n') +
                       colouringText(QT_TRANSLATE_NOOP(
                           "nestwright::gui::Colouring",
                           "Figures of a node are sums over all blocks. Double-click or Space closes the block."));
        return face;
    }

private:
    [[nodiscard]] const OperatorRow& row(std::int32_t id) const { return (*m_rows)[static_cast<std::size_t>(id)]; }

    [[nodiscard]] NodeFace operators(const layout::Members& members) const {
        const auto& first = row(members.first);
        const auto figures = figuresOf(*m_rows, members);
        NodeFace face;
        face.title = first.title;
        face.details = figures.isPlanned ? figuresText(figures, m_table.colouring()) : first.name;
        face.glyph = m_table.glyph(figures);
        face.badge = timesText(members.count);
        QStringList lines{first.title, first.name};
        if (members.count > 1) {
            lines << colouringText(
                         QT_TRANSLATE_NOOP("nestwright::gui::Colouring",
                                           "Stands for %1 operators, one in each of the equal blocks; its figures are "
                                           "theirs together, the inspector's those of one"))
                         .arg(members.count);
        }
        if (figures.isPlanned && !figures.isFree) {
            lines << costText(figures)
                  << colouringText(QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "Bottleneck: %1, %2"))
                         .arg(translated(titleOf(figures.bottleneck)), first.where);
        }
        face.toolTip = lines.join(QLatin1Char('\n'));
        return face;
    }

    [[nodiscard]] NodeFace closedBlock(std::int32_t node, const layout::Members& members) const {
        const auto& repeat =
            m_scene->repeats[static_cast<std::size_t>(m_scene->folded.repeatOf[static_cast<std::size_t>(node)])];
        const auto figures = figuresOf(*m_rows, members);
        NodeFace face;
        face.title = blockTitle(repeat);
        face.details = figures.isPlanned ? figuresText(figures, m_table.colouring()) : QString();
        face.glyph = m_table.glyph(figures);
        face.badge = timesText(repeat.count);
        face.toolTip =
            blockHelp(repeat, figures) + QLatin1Char('\n') +
            colouringText(QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "Double-click or Space opens the block."));
        return face;
    }

    [[nodiscard]] NodeFace weight(TensorId id) const {
        const auto& tensor = *m_graph->tensor(id);
        NodeFace face;
        face.title = QString::fromStdString(tensor.name);
        face.details = tensorText(tensor);
        face.toolTip = face.title + QLatin1Char('\n') + face.details;
        return face;
    }

    [[nodiscard]] QString blockTitle(const layout::Repeat& repeat) const {
        const auto first = commonName(*m_rows, repeat.first, repeat.length);
        const auto last = commonName(*m_rows, repeat.end() - repeat.length, repeat.length);
        if (first.isEmpty() || last.isEmpty()) {
            return colouringText(QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "Block of %1 operators"))
                .arg(repeat.length);
        }
        if (first == last) return first;
        return colouringText(QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "%1 to %2")).arg(first, last);
    }

    [[nodiscard]] QString blockHelp(const layout::Repeat& repeat, const BlockFigures& figures) const {
        auto text = colouringText(
                        QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "%1 equal blocks of %2 operators, drawn once"))
                        .arg(repeat.count)
                        .arg(repeat.length);
        if (figures.isPlanned && !figures.isFree) text += QLatin1Char('\n') + costText(figures);
        return text;
    }

    [[nodiscard]] static QString costText(const BlockFigures& figures) {
        return colouringText(QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "%1, %2 of the model's time"))
                   .arg(figureText(figures.seconds, NumberStyle::seconds),
                        figureText(figures.share, NumberStyle::percent)) +
               QLatin1Char('\n') +
               colouringText(QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "%1, %2 of the model's energy"))
                   .arg(figureText(figures.energyJ, NumberStyle::energy),
                        figureText(figures.energyShare, NumberStyle::percent));
    }

    std::shared_ptr<const Graph> m_graph;
    ScenePointer m_scene;
    OperatorRowsPointer m_rows;
    ColourTable m_table;
};

QString classHelp(BottleneckClass kind) {
    switch (kind) {
    case BottleneckClass::compute:
        return colouringText(
            QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "Compute: the multipliers are busy most of the time"));
    case BottleneckClass::bandwidth:
        return colouringText(
            QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "Bandwidth: a port of the memory hierarchy sets the time"));
    case BottleneckClass::capacity:
        return colouringText(QT_TRANSLATE_NOOP("nestwright::gui::Colouring",
                                               "Capacity: a larger level would cut the traffic that sets the time"));
    case BottleneckClass::synchronisation:
        return colouringText(
            QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "Synchronisation: waiting for other units sets the time"));
    case BottleneckClass::overhead:
        return colouringText(
            QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "Overhead: launches and fixed latencies set the time"));
    case BottleneckClass::shape:
        return colouringText(
            QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "Shape: dims that don't fill the lanes set the time"));
    }
    return {};
}

QString rangeHelp(Colouring colouring) {
    if (colouring == Colouring::mfu) return mfuMeaning();
    if (colouring == Colouring::stall) return stallMeaning();
    if (isOfEnergy(colouring)) {
        return colouringText(
            QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "Share of the model's energy that the node takes"));
    }
    return colouringText(
        QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "Share of the model's time that the node takes"));
}

} // namespace

GraphFaces facesOf(std::shared_ptr<const Graph> graph, ScenePointer scene, OperatorRowsPointer rows,
                   Colouring colouring, Theme theme) {
    const ColourTable table(colouring, theme);
    std::vector<QRgb> colors;
    colors.reserve(scene->folded.members.size() + scene->weights.size());
    for (const auto& members : scene->folded.members) colors.push_back(table.color(figuresOf(*rows, members)));
    colors.resize(colors.size() + scene->weights.size(), table.unknown());
    const auto maker = std::make_shared<const FaceMaker>(std::move(graph), scene, std::move(rows), table);
    std::vector<FrameFace> frames;
    for (std::size_t i = 0; i < scene->folded.frames.size(); ++i) frames.push_back(maker->frame(i));
    return {std::move(colors), [maker](std::int32_t node) { return maker->node(node); }, std::move(frames)};
}

std::vector<GraphLegend::Entry> legendOf(const std::vector<OperatorRow>& rows, Colouring colouring, Theme theme) {
    std::vector<GraphLegend::Entry> entries;
    const auto add = [&](const QString& glyph, const QString& name, const QColor& color, const QString& help,
                         auto belongs) {
        double share = 0;
        bool isThere = false;
        for (const auto& row : rows) {
            if (!row.isPlanned || row.isFree || !belongs(row)) continue;
            share += isOfEnergy(colouring) ? row.energyShare : row.share;
            isThere = true;
        }
        if (!isThere) return;
        entries.push_back({glyph, name, figureText(share, NumberStyle::percent), color, help});
    };
    const bool isPlanned = std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.isPlanned; });
    if (!isPlanned) return entries;
    if (colouring == Colouring::bottleneck) {
        for (const auto kind : kClasses) {
            add(bottleneckGlyph(kind), translated(titleOf(kind)), bottleneckColor(kind, theme), classHelp(kind),
                [kind](const auto& row) { return row.bottleneck == kind; });
        }
        return entries;
    }
    for (std::size_t range = kRangeGlyphs.size(); range-- > 0;) {
        add(kRangeGlyphs[range], rangeName(range, colouring), rangeColor(range, colouring, theme), rangeHelp(colouring),
            [&](const auto& row) {
                const auto value = valueOf(row, colouring);
                return value && rangeOf(*value, colouring) == range;
            });
    }
    if (colouring == Colouring::mfu) {
        add(QStringLiteral("\u2014"),
            colouringText(QT_TRANSLATE_NOOP("nestwright::gui::Colouring", "no multiply-adds")), unknownColor(theme),
            rangeHelp(colouring), [](const auto& row) { return !row.mfu; });
    }
    return entries;
}

} // namespace nestwright::gui
