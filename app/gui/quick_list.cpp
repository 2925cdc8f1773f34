// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/quick_list.h"

#include "widgets/base/palette.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace nestwright::gui {

namespace {

constexpr int kWidth = 560;
constexpr int kHeight = 380;
/// Nobody reads on: a longer word finds the rest.
constexpr std::size_t kMostShown = 500;

/// The text, and at the right the hint in muted letters.
class HintDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const auto hint = index.data(QuickListModel::HintRole).toString();
        const int width = hint.isEmpty() ? 0 : option.fontMetrics.horizontalAdvance(hint) + 12;
        auto background = option;
        initStyleOption(&background, index);
        background.text.clear();
        const auto* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
        style->drawControl(QStyle::CE_ItemViewItem, &background, painter, option.widget);
        const bool isSelected = option.state.testFlag(QStyle::State_Selected);
        const auto area = option.rect.adjusted(8, 0, -8, 0);
        painter->save();
        painter->setPen(option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text));
        const auto text = index.data(Qt::DisplayRole).toString();
        painter->drawText(area.adjusted(0, 0, -width, 0), Qt::AlignLeft | Qt::AlignVCenter,
                          option.fontMetrics.elidedText(text, Qt::ElideMiddle, area.width() - width));
        if (!isSelected) painter->setPen(nestwright::palette(themeOf(option.palette)).mutedText);
        painter->drawText(area, Qt::AlignRight | Qt::AlignVCenter, hint);
        painter->restore();
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return {QStyledItemDelegate::sizeHint(option, index).width(), option.fontMetrics.height() + 10};
    }
};

} // namespace

QuickListModel::QuickListModel(QObject* parent)
    : QAbstractListModel(parent) {}

void QuickListModel::setItems(std::vector<QuickItem> items) {
    beginResetModel();
    m_items = std::move(items);
    rebuild();
    endResetModel();
}

void QuickListModel::setFilter(const QString& filter) {
    beginResetModel();
    m_filter = filter;
    rebuild();
    endResetModel();
}

void QuickListModel::rebuild() {
    const auto words = m_filter.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const auto hasAll = [&](const QuickItem& item) {
        return std::all_of(words.begin(), words.end(), [&](const QString& word) {
            return item.text.contains(word, Qt::CaseInsensitive) || item.hint.contains(word, Qt::CaseInsensitive);
        });
    };
    std::vector<int> first;
    std::vector<int> others;
    for (std::size_t i = 0; i < m_items.size() && first.size() < kMostShown; ++i) {
        if (!hasAll(m_items[i])) continue;
        const bool isFirst = !words.isEmpty() && m_items[i].text.startsWith(words.first(), Qt::CaseInsensitive);
        auto& list = isFirst ? first : others;
        if (list.size() < kMostShown) list.push_back(static_cast<int>(i));
    }
    m_shown = std::move(first);
    m_shown.insert(m_shown.end(), others.begin(), others.end());
    if (m_shown.size() > kMostShown) m_shown.erase(m_shown.begin() + kMostShown, m_shown.end());
}

int QuickListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

QVariant QuickListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto& item = m_items[static_cast<std::size_t>(m_shown[static_cast<std::size_t>(index.row())])];
    switch (role) {
    case Qt::DisplayRole:
        return item.text;
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return item.hint.isEmpty() ? item.text : item.text + QStringLiteral(", ") + item.hint;
    case HintRole:
        return item.hint;
    case KeyRole:
        return item.key;
    default:
        return {};
    }
}

QuickList::QuickList(QWidget* window)
    : QFrame(window)
    , m_field(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_model(new QuickListModel(this)) {
    setObjectName(QStringLiteral("quickList"));
    setProperty("isPanel", true);
    setAutoFillBackground(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(8);
    m_field->setObjectName(QStringLiteral("quickField"));
    m_field->setClearButtonEnabled(true);
    m_field->installEventFilter(this);
    column->addWidget(m_field);
    m_list->setObjectName(QStringLiteral("quickItems"));
    m_list->setAccessibleName(tr("Matches"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new HintDelegate(m_list));
    column->addWidget(m_list, 1);
    connect(m_field, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_model->setFilter(text);
        m_list->setCurrentIndex(m_model->index(0, 0));
    });
    connect(m_list, &QListView::clicked, this, &QuickList::choose);
    hide();
}

void QuickList::open(const QString& prompt, std::vector<QuickItem> items, std::function<void(int)> chosen) {
    if (!isVisible()) m_focusBefore = window()->focusWidget();
    m_chosen = std::move(chosen);
    m_field->clear();
    m_field->setPlaceholderText(prompt);
    m_field->setAccessibleName(prompt);
    m_model->setFilter({});
    m_model->setItems(std::move(items));
    m_list->setCurrentIndex(m_model->index(0, 0));
    const auto room = parentWidget()->size();
    resize(std::min(kWidth, room.width() - 32), std::min(kHeight, room.height() - 96));
    move((room.width() - width()) / 2, 64);
    show();
    raise();
    m_field->setFocus();
}

void QuickList::choose(const QModelIndex& index) {
    if (!index.isValid()) return;
    const int key = index.data(QuickListModel::KeyRole).toInt();
    const auto chosen = std::move(m_chosen);
    dismiss();
    if (chosen) chosen(key);
}

void QuickList::dismiss() {
    hide();
    if (m_focusBefore != nullptr && m_focusBefore->isVisible()) m_focusBefore->setFocus();
}

bool QuickList::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_field) return QFrame::eventFilter(watched, event);
    if (event->type() == QEvent::FocusOut && isVisible()) {
        hide();
        return false;
    }
    if (event->type() != QEvent::KeyPress) return false;
    auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
    case Qt::Key_Escape:
        dismiss();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose(m_list->currentIndex());
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        QCoreApplication::sendEvent(m_list, event);
        return true;
    default:
        return false;
    }
}

} // namespace nestwright::gui
