// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/figure_grid.h"

#include "widgets/base/palette.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace nestwright {

namespace {

constexpr int kGap = 12;
constexpr int kPadding = 3; ///< above and below a line
constexpr int kLeastName = 72;
constexpr double kMostFigures = 0.72; ///< of the width
constexpr int kWide = 480;
constexpr int kAmple = 120;            ///< for a column of figures, where there is room
constexpr double kSpreadFigures = 0.6; ///< of the width

} // namespace

FigureGrid::FigureGrid(QWidget* parent)
    : QWidget(parent) {
    auto policy = QSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void FigureGrid::setContent(const QStringList& headers, const std::vector<Row>& rows, const QString& headerToolTip) {
    m_lines.clear();
    if (!headers.isEmpty()) m_lines.push_back({headers, headerToolTip, true, 0});
    for (const auto& row : rows) m_lines.push_back({row.cells, row.toolTip, false, 0});
    measure();
    setAccessibleDescription(text());
    setVisible(!rows.empty());
    updateGeometry();
    update();
}

void FigureGrid::measure() {
    m_widths.clear();
    for (auto& line : m_lines) {
        line.nameWidth = fontMetrics().horizontalAdvance(line.cells.value(0));
        for (qsizetype column = 1; column < line.cells.size(); ++column) {
            const auto at = static_cast<std::size_t>(column - 1);
            if (at >= m_widths.size()) m_widths.resize(at + 1, 0);
            m_widths[at] = std::max(m_widths[at], fontMetrics().horizontalAdvance(line.cells[column]) + kGap);
        }
    }
}

/// A wide grid spreads its figures, so that they don't crowd at its right end.
int FigureGrid::figureWidth(std::size_t column, int width) const {
    if (width < kWide) return m_widths[column];
    const auto share = static_cast<int>(width * kSpreadFigures / static_cast<double>(m_widths.size()));
    return std::max(m_widths[column], std::min(share, kAmple));
}

int FigureGrid::nameWidth(int width) const {
    int figures = 0;
    for (std::size_t column = 0; column < m_widths.size(); ++column) figures += figureWidth(column, width);
    figures = std::min(figures, static_cast<int>(width * kMostFigures));
    return std::max(kLeastName, width - figures);
}

int FigureGrid::lineHeight(const Line& line, int width) const {
    const int room = m_widths.empty() ? width : nameWidth(width);
    const int single = fontMetrics().height() + 2 * kPadding + 1;
    if (line.nameWidth <= room) return single;
    const auto needed = fontMetrics().boundingRect(QRect(0, 0, room, 10000), Qt::TextWordWrap, line.cells.value(0));
    return std::max(single, needed.height() + 2 * kPadding + 1);
}

int FigureGrid::heightForWidth(int width) const {
    int height = 0;
    for (const auto& line : m_lines) height += lineHeight(line, width);
    return height;
}

QSize FigureGrid::sizeHint() const { return {280, heightForWidth(280)}; }

QSize FigureGrid::minimumSizeHint() const { return {120, m_lines.empty() ? 0 : fontMetrics().height()}; }

QString FigureGrid::text() const {
    QStringList lines;
    for (const auto& line : m_lines) lines << line.cells.join(QLatin1Char('\t'));
    return lines.join(QLatin1Char('\n'));
}

void FigureGrid::paintLine(QPainter& painter, const Line& line, const QRect& area, QStringList& elided) const {
    const auto& colors = nestwright::palette(themeOf(QWidget::palette()));
    painter.setPen(line.isHeader ? colors.mutedText : colors.text);
    const int name = m_widths.empty() ? area.width() : nameWidth(area.width());
    painter.drawText(QRect(area.left(), area.top(), name, area.height() - 1),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, line.cells.value(0));
    int total = 0;
    for (std::size_t column = 0; column < m_widths.size(); ++column) total += figureWidth(column, area.width());
    const int room = area.width() - name;
    int right = area.right() + 1;
    for (qsizetype column = line.cells.size() - 1; column >= 1; --column) {
        const int wanted = figureWidth(static_cast<std::size_t>(column - 1), area.width());
        const int width = total > room ? wanted * room / total : wanted;
        const auto shown = fontMetrics().elidedText(line.cells[column], Qt::ElideMiddle, width - kGap + 1);
        if (shown != line.cells[column] && !line.toolTip.contains(line.cells[column])) elided << line.cells[column];
        painter.drawText(QRect(right - width, area.top(), width, area.height() - 1), Qt::AlignRight | Qt::AlignVCenter,
                         shown);
        right -= width;
    }
    painter.fillRect(QRect(area.left(), area.bottom(), area.width(), 1), colors.line);
}

void FigureGrid::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    QStringList elided;
    int top = 0;
    for (const auto& line : m_lines) {
        const int height = lineHeight(line, width());
        paintLine(painter, line, QRect(0, top, width(), height), elided);
        top += height;
    }
    setProperty("elidedTexts", elided);
}

const FigureGrid::Line* FigureGrid::lineAt(int y) const {
    int top = 0;
    for (const auto& line : m_lines) {
        top += lineHeight(line, width());
        if (y < top) return &line;
    }
    return nullptr;
}

void FigureGrid::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Copy table"), this, [this] { QGuiApplication::clipboard()->setText(text()); });
    menu->popup(event->globalPos());
}

void FigureGrid::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange) return;
    measure();
    updateGeometry();
}

bool FigureGrid::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto* line = lineAt(help->pos().y());
    if (line == nullptr || line->toolTip.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(help->globalPos(), line->toolTip, this);
    }
    return true;
}

} // namespace nestwright
