// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tables.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>

namespace nestwright::gui {

namespace {
constexpr int kRowPadding = 12;
constexpr int kLeastColumn = 40;
constexpr int kLeastWrapped = 110;
constexpr int kCellPadding = 3;
constexpr int kHeaderPadding = 14; ///< of the style sheet, both sides

/// Keeps texts of neighbouring columns apart.
class PaddedDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyleOptionViewItem ground = option;
        initStyleOption(&ground, index);
        const auto* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
        style->drawPrimitive(QStyle::PE_PanelItemViewItem, &ground, painter, option.widget);
        QStyleOptionViewItem inner = option;
        inner.rect.adjust(kCellPadding, 0, -kCellPadding, 0);
        // A chosen row has one colour; the tint of the focus would set its first cell apart.
        if ((inner.state & QStyle::State_Selected) != 0) inner.state &= ~QStyle::State_HasFocus;
        QStyledItemDelegate::paint(painter, inner, index);
    }
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyleOptionViewItem inner = option;
        inner.rect.adjust(kCellPadding, 0, -kCellPadding, 0);
        return QStyledItemDelegate::sizeHint(inner, index) + QSize(2 * kCellPadding, 0);
    }
};

} // namespace

PageTable::PageTable(const QString& name, const QString& accessibleName, QAbstractItemModel* model, QWidget* parent)
    : QTableView(parent) {
    setObjectName(name);
    setAccessibleName(accessibleName);
    setModel(model);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setCornerButtonEnabled(false);
    setItemDelegate(new PaddedDelegate(this));
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setMinimumSectionSize(kLeastColumn);
    setRowLines(1);
}

void PageTable::setRowLines(int lines) {
    verticalHeader()->setDefaultSectionSize(lines * fontMetrics().height() + kRowPadding);
}

void PageTable::setWrapping(std::vector<int> weights) {
    m_weights = std::move(weights);
    setWordWrap(true);
}

/// Headers leave more room around their texts than these need. Returns by how much the columns became narrower.
int PageTable::tighten(int missing) {
    auto* header = horizontalHeader();
    int gained = 0;
    for (int column = 1; column < header->count(); ++column) {
        const auto title = model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const int text = header->fontMetrics().size(0, title).width() + kHeaderPadding;
        const int before = header->sectionSize(column);
        const int spare = before - std::max(text, sizeHintForColumn(column));
        const int step =
            std::min(spare, (missing - gained + header->count() - column - 1) / (header->count() - column));
        if (step <= 0) continue;
        header->resizeSection(column, before - step);
        gained += before - header->sectionSize(column);
    }
    return gained;
}

bool PageTable::fitFirst() {
    auto* header = horizontalHeader();
    int others = 0;
    for (int column = 1; column < header->count(); ++column) others += header->sectionSize(column);
    const int wanted = std::max(m_leastFirst, header->sectionSize(0));
    others -= tighten(wanted + others - viewport()->width());
    if (m_dispensable >= 0 && wanted + others > viewport()->width()) {
        others -= header->sectionSize(m_dispensable);
        hideColumn(m_dispensable);
    }
    const int left = viewport()->width() - others;
    // What is over belongs to all columns: figures far from their name are hard to follow.
    const int share = std::max(0, left - wanted) / std::max(1, header->count() - header->hiddenSectionCount());
    for (int column = 1; column < header->count(); ++column) {
        if (!header->isSectionHidden(column)) header->resizeSection(column, header->sectionSize(column) + share);
    }
    const int shared = share * (header->count() - header->hiddenSectionCount() - 1);
    header->resizeSection(0, std::max(m_leastFirst, left - shared));
    return left < m_leastFirst;
}

bool PageTable::fitEvenly() {
    auto* header = horizontalHeader();
    const int first = std::max(header->sectionSize(0), m_leastFirst);
    const int share = (viewport()->width() - first) / std::max(1, header->count() - 1);
    bool isWider = false;
    for (int column = 1; column < header->count(); ++column) {
        isWider = isWider || header->sectionSize(column) > share;
        header->resizeSection(column, std::max(header->sectionSize(column), share));
    }
    header->resizeSection(0, first);
    return isWider;
}

bool PageTable::fitWrapping() {
    auto* header = horizontalHeader();
    const auto weightOf = [&](int column) {
        return static_cast<std::size_t>(column) < m_weights.size() ? m_weights[static_cast<std::size_t>(column)] : 1;
    };
    int room = viewport()->width();
    int weights = 0;
    for (int column = 0; column < header->count(); ++column) {
        if (weightOf(column) == 0) room -= header->sectionSize(column);
        weights += weightOf(column);
    }
    int wanted = viewport()->width() - room;
    for (int column = 0; column < header->count(); ++column) {
        if (weightOf(column) == 0) continue;
        header->resizeSection(column, std::max(kLeastWrapped, room * weightOf(column) / std::max(1, weights)));
        wanted += header->sectionSize(column);
    }
    resizeRowsToContents();
    for (int row = 0; row < verticalHeader()->count(); ++row) {
        verticalHeader()->resizeSection(row, verticalHeader()->sectionSize(row) + kRowPadding / 2);
    }
    return wanted > viewport()->width();
}

void PageTable::fit() {
    auto* header = horizontalHeader();
    if (header->count() == 0) {
        setFixedHeight(header->sizeHint().height());
        return;
    }
    if (m_dispensable >= 0) showColumn(m_dispensable);
    resizeColumnsToContents();
    const bool isScrolling = !m_weights.empty() ? fitWrapping() : m_isEven ? fitEvenly() : fitFirst();
    const int scrollBar = isScrolling ? horizontalScrollBar()->sizeHint().height() : 0;
    setFixedHeight(header->sizeHint().height() + verticalHeader()->length() + scrollBar + 2 * frameWidth() + 2);
}

QString PageTable::text() const {
    QString all;
    const auto addLine = [&](const auto& cell) {
        QStringList cells;
        for (int column = 0; column < model()->columnCount(); ++column) cells << cell(column).simplified();
        all += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    };
    addLine([&](int column) { return model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(); });
    for (int row = 0; row < model()->rowCount(); ++row) {
        addLine([&](int column) { return model()->index(row, column).data(Qt::DisplayRole).toString(); });
    }
    return all;
}

void PageTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) fit();
}

void PageTable::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Copy table"), this, [this] { QGuiApplication::clipboard()->setText(text()); });
    menu->popup(event->globalPos());
}

} // namespace nestwright::gui
