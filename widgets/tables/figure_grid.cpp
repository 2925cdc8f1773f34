// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/figure_grid.h"

#include <QFrame>
#include <QGridLayout>
#include <QLabel>

namespace nestwright {

FigureGrid::FigureGrid(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QGridLayout(this)) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setHorizontalSpacing(12);
    m_layout->setVerticalSpacing(3);
}

void FigureGrid::addLine(int gridRow, int columns) {
    auto* line = new QFrame(this);
    line->setObjectName(QStringLiteral("hairline"));
    line->setFixedHeight(1);
    m_layout->addWidget(line, gridRow, 0, 1, columns);
}

void FigureGrid::setContent(const QStringList& headers, const std::vector<Row>& rows) {
    while (auto* item = m_layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_lines.clear();
    const int columns = static_cast<int>(rows.empty() ? headers.size() : rows.front().cells.size());
    int gridRow = 0;
    const auto addCells = [&](const QStringList& cells, const QString& toolTip, bool isHeader) {
        for (int column = 0; column < cells.size(); ++column) {
            auto* label = new QLabel(cells[column], this);
            label->setTextFormat(Qt::PlainText);
            label->setProperty("isMuted", isHeader);
            label->setToolTip(toolTip);
            label->setWordWrap(column == 0 && !isHeader);
            label->setTextInteractionFlags(Qt::TextSelectableByMouse);
            label->setAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            m_layout->addWidget(label, gridRow, column);
        }
        m_lines << cells.join(QLatin1Char('\t'));
        ++gridRow;
        addLine(gridRow++, columns);
    };
    if (!headers.isEmpty()) addCells(headers, {}, true);
    for (const auto& row : rows) addCells(row.cells, row.toolTip, false);
    for (int column = 0; column < m_layout->columnCount(); ++column) m_layout->setColumnStretch(column, column == 0);
    setVisible(!rows.empty());
}

QString FigureGrid::text() const { return m_lines.join(QLatin1Char('\n')); }

} // namespace nestwright
