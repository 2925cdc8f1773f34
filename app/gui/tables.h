// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

#include <vector>

namespace nestwright::gui {

/// A table inside a page that scrolls as a whole: as high as its rows, its first column as wide as what the others
/// leave. Its context menu copies what it holds.
class PageTable : public QTableView {
    Q_OBJECT

public:
    PageTable(const QString& name, const QString& accessibleName, QAbstractItemModel* model, QWidget* parent);

    /// The first column is never narrower; below that the table scrolls sideways.
    void setLeastFirstColumn(int width) { m_leastFirst = width; }
    /// All columns but the first share the width evenly.
    void setEvenColumns(bool isEven) { m_isEven = isEven; }
    /// Texts wrap; the columns share the width by these weights, and 0 takes what its cells need.
    void setWrapping(std::vector<int> weights);
    /// Rows of so many lines of text.
    void setRowLines(int lines);
    /// A column that may go where the table is too narrow for all.
    void setDispensableColumn(int column) { m_dispensable = column; }
    /// After the model has changed.
    void fit();
    /// All cells as tab-separated lines, headers first.
    [[nodiscard]] QString text() const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    int tighten(int missing);
    /// Each returns whether the columns are wider than the table.
    bool fitFirst();
    bool fitEvenly();
    bool fitWrapping();

    int m_leastFirst = 120;
    bool m_isEven = false;
    int m_dispensable = -1;
    std::vector<int> m_weights;
};

} // namespace nestwright::gui
