// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

namespace nestwright {

/// A small table of names and figures with hairlines, as an inspector shows it: the first column to the left, figures
/// to the right. Painted as a whole, as a widget for each cell would make every selection slow.
class FigureGrid : public QWidget {
    Q_OBJECT

public:
    struct Row {
        QStringList cells;
        QString toolTip;
    };

    explicit FigureGrid(QWidget* parent = nullptr);
    /// `headers` may be empty. Every row has as many cells as the first.
    void setContent(const QStringList& headers, const std::vector<Row>& rows, const QString& headerToolTip = {});
    /// All cells, tab-separated, a line a row: for the clipboard and for tests.
    [[nodiscard]] QString text() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Line {
        QStringList cells;
        QString toolTip;
        bool isHeader = false;
        int nameWidth = 0; ///< of the first cell in one line
    };

    void measure();
    /// Of a column of figures in a grid of a width.
    [[nodiscard]] int figureWidth(std::size_t column, int width) const;
    [[nodiscard]] int nameWidth(int width) const; ///< room of the first column
    [[nodiscard]] int lineHeight(const Line& line, int width) const;
    void paintLine(QPainter& painter, const Line& line, const QRect& area, QStringList& elided) const;
    [[nodiscard]] const Line* lineAt(int y) const;

    std::vector<Line> m_lines;
    std::vector<int> m_widths; ///< what the columns but the first take, gap included
};

} // namespace nestwright
