// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

class QGridLayout;

namespace nestwright {

/// A small table of names and figures with hairlines, as an inspector shows it: the first column to the left, figures
/// to the right.
class FigureGrid : public QWidget {
    Q_OBJECT

public:
    struct Row {
        QStringList cells;
        QString toolTip;
    };

    explicit FigureGrid(QWidget* parent = nullptr);
    /// `headers` may be empty. Every row has as many cells as the first.
    void setContent(const QStringList& headers, const std::vector<Row>& rows);
    /// All cells, tab-separated, a line a row: for the clipboard and for tests.
    [[nodiscard]] QString text() const;

private:
    void addLine(int gridRow, int columns);

    QGridLayout* m_layout;
    QStringList m_lines;
};

} // namespace nestwright
