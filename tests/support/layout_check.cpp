// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/layout_check.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QCheckBox>
#include <QComboBox>
#include <QCommandLinkButton>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QRubberBand>
#include <QStyle>
#include <QStyleOptionButton>
#include <QStyleOptionComboBox>
#include <QStyleOptionGroupBox>
#include <QTabBar>
#include <QTableView>
#include <QTextDocument>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <cmath>

namespace nestwright::test {

namespace {

constexpr int kTolerance = 1; ///< pixels

QString nameOf(const QWidget& widget) {
    QStringList path;
    for (const auto* at = &widget; at != nullptr && path.size() < 4; at = at->parentWidget()) {
        path.prepend(at->objectName().isEmpty() ? QString::fromLatin1(at->metaObject()->className())
                                                : at->objectName());
    }
    return path.join(QLatin1Char('/'));
}

/// One line, without mnemonics and mark-up.
QString plain(QString text) {
    if (Qt::mightBeRichText(text)) {
        QTextDocument document;
        document.setHtml(text);
        text = document.toPlainText();
    }
    text.remove(QLatin1Char('&'));
    text.replace(QChar(0xa0), QLatin1Char(' '));
    return text.simplified();
}

bool isTold(const QString& text, const QString& toolTip) {
    return plain(toolTip).contains(plain(text), Qt::CaseInsensitive);
}

int widest(const QFontMetrics& metrics, const QString& text) {
    int width = 0;
    for (const auto& line : text.split(QLatin1Char('\n'))) width = std::max(width, metrics.horizontalAdvance(line));
    return width;
}

int widestWord(const QFontMetrics& metrics, const QString& text) {
    int width = 0;
    for (const auto& word : text.simplified().split(QLatin1Char(' '))) {
        width = std::max(width, metrics.horizontalAdvance(word));
    }
    return width;
}

QString withoutMnemonic(QString text) { return text.remove(QLatin1Char('&')); }

class Check {
public:
    void walk(const QWidget& widget) {
        texts(widget);
        overlaps(widget);
        for (const auto* child : visibleChildren(widget)) {
            inside(*child, widget);
            walk(*child);
        }
    }

    QStringList faults;

private:
    static std::vector<const QWidget*> visibleChildren(const QWidget& widget) {
        std::vector<const QWidget*> result;
        for (const auto* object : widget.children()) {
            const auto* child = qobject_cast<const QWidget*>(object);
            if (child == nullptr || !child->isVisibleTo(&widget) || child->isWindow()) continue;
            const bool isPart = qobject_cast<const QRubberBand*>(child) == nullptr && !isQtsOwn(*child, widget);
            if (isPart) result.push_back(child);
        }
        return result;
    }

    /// Handles that Qt lays over the window, and docks behind a tab, which it moves out of the window.
    static bool isQtsOwn(const QWidget& child, const QWidget& parent) {
        if (child.objectName() == QLatin1String("qt_qmainwindow_extended_splitter")) return true;
        return qobject_cast<const QDockWidget*>(&child) != nullptr && !child.geometry().intersects(parent.rect());
    }

    static bool isViewport(const QWidget& widget) {
        const auto* area = qobject_cast<const QAbstractScrollArea*>(widget.parentWidget());
        return area != nullptr && area->viewport() == &widget;
    }

    void add(const QWidget& widget, const QString& what) { faults << nameOf(widget) + QStringLiteral(": ") + what; }

    void cut(const QWidget& widget, const QString& text, const QString& toolTip, const QString& what) {
        if (plain(text).isEmpty() || isTold(text, toolTip)) return;
        add(widget, QStringLiteral("%1 cut short: \"%2\"").arg(what, plain(text)));
    }

    void inside(const QWidget& child, const QWidget& parent) {
        if (child.size().isEmpty()) return;
        const auto area = child.geometry();
        const auto room = parent.rect().adjusted(-kTolerance, -kTolerance, kTolerance, kTolerance);
        if (isViewport(parent)) {
            const auto* scrolled = qobject_cast<const QAbstractScrollArea*>(parent.parentWidget());
            const bool canScroll = scrolled->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff;
            const bool isItemPart = qobject_cast<const QAbstractItemView*>(scrolled) != nullptr;
            if (!canScroll && !isItemPart && area.width() > room.width()) {
                add(child, QStringLiteral("wider than what is shown of it: %1 in %2 pixels")
                               .arg(area.width())
                               .arg(parent.width()));
            }
            return;
        }
        if (room.contains(area)) return;
        add(child, QStringLiteral("outside its parent: %1,%2 %3x%4 in %5x%6")
                       .arg(area.x())
                       .arg(area.y())
                       .arg(area.width())
                       .arg(area.height())
                       .arg(parent.width())
                       .arg(parent.height()));
    }

    void overlaps(const QWidget& parent) {
        const auto children = visibleChildren(parent);
        for (std::size_t i = 0; i < children.size(); ++i) {
            for (std::size_t j = i + 1; j < children.size(); ++j) {
                const bool isOne = children[i]->property("isOverlay").toBool();
                const bool isOther = children[j]->property("isOverlay").toBool();
                if (isOne != isOther) continue;
                const auto common = children[i]->geometry().intersected(children[j]->geometry());
                if (common.width() <= kTolerance || common.height() <= kTolerance) continue;
                add(*children[i], QStringLiteral("overlaps %1 by %2x%3 pixels")
                                      .arg(nameOf(*children[j]))
                                      .arg(common.width())
                                      .arg(common.height()));
            }
        }
    }

    void texts(const QWidget& widget) {
        for (const auto& text : widget.property("elidedTexts").toStringList()) {
            cut(widget, text, {}, QStringLiteral("painted text"));
        }
        if (const auto* label = qobject_cast<const QLabel*>(&widget)) return labelText(*label);
        if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) return buttonText(*button);
        if (const auto* combo = qobject_cast<const QComboBox*>(&widget)) return comboText(*combo);
        if (const auto* group = qobject_cast<const QGroupBox*>(&widget)) return groupText(*group);
        if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) return tabTexts(*tabs);
        if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) return lineText(*line);
        if (const auto* header = qobject_cast<const QHeaderView*>(&widget)) return headerTexts(*header);
        if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget)) return cellTexts(*view);
        if (const auto* menus = qobject_cast<const QMenuBar*>(&widget)) return menuTexts(*menus);
    }

    void labelText(const QLabel& label) {
        if (label.text().isEmpty()) return;
        const auto room = label.contentsRect();
        const bool isRich = label.textFormat() == Qt::RichText ||
                            (label.textFormat() == Qt::AutoText && Qt::mightBeRichText(label.text()));
        bool isCut = false;
        if (isRich) {
            QTextDocument document;
            document.setDefaultFont(label.font());
            document.setDocumentMargin(0);
            document.setHtml(label.text());
            document.setTextWidth(label.wordWrap() ? room.width() : -1);
            isCut = std::ceil(document.idealWidth()) > room.width() + kTolerance ||
                    std::ceil(document.size().height()) > room.height() + kTolerance;
        } else if (label.wordWrap()) {
            const auto needed =
                label.fontMetrics().boundingRect(QRect(0, 0, room.width(), 100000), Qt::TextWordWrap, label.text());
            isCut = needed.height() > room.height() + kTolerance ||
                    widestWord(label.fontMetrics(), label.text()) > room.width() + kTolerance;
        } else {
            const auto lines = label.text().count(QLatin1Char('\n')) + 1;
            isCut = widest(label.fontMetrics(), label.text()) > room.width() + kTolerance ||
                    lines * label.fontMetrics().height() > room.height() + kTolerance;
        }
        if (isCut) cut(label, label.text(), label.toolTip(), QStringLiteral("label"));
    }

    void buttonText(const QAbstractButton& button) {
        const auto text = withoutMnemonic(button.text());
        if (text.isEmpty()) return;
        const auto& metrics = button.fontMetrics();
        int room = button.width();
        int needed = widest(metrics, text);
        if (const auto* link = qobject_cast<const QCommandLinkButton*>(&button)) {
            if (link->heightForWidth(link->width()) > link->height() + kTolerance) {
                cut(button, link->description(), button.toolTip(), QStringLiteral("description of a button"));
            }
            return;
        }
        QStyleOptionButton option;
        option.initFrom(&button);
        option.text = button.text();
        if (const auto* push = qobject_cast<const QPushButton*>(&button)) {
            room = push->style()->subElementRect(QStyle::SE_PushButtonContents, &option, push).width();
            if (!push->icon().isNull()) needed += push->iconSize().width() + 4;
            if (push->menu() != nullptr) needed += push->style()->pixelMetric(QStyle::PM_MenuButtonIndicator);
        } else if (qobject_cast<const QCheckBox*>(&button) != nullptr) {
            room = button.style()->subElementRect(QStyle::SE_CheckBoxContents, &option, &button).width();
        } else if (const auto* tool = qobject_cast<const QToolButton*>(&button)) {
            if (tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull()) return;
            if (tool->toolButtonStyle() == Qt::ToolButtonTextBesideIcon) needed += tool->iconSize().width() + 4;
        }
        if (needed > room + kTolerance) cut(button, text, button.toolTip(), QStringLiteral("button"));
    }

    void comboText(const QComboBox& combo) {
        if (combo.isEditable() || combo.currentText().isEmpty()) return;
        QStyleOptionComboBox option;
        option.initFrom(&combo);
        option.editable = false;
        option.subControls = QStyle::SC_All;
        const auto room =
            combo.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &combo);
        if (combo.fontMetrics().horizontalAdvance(combo.currentText()) > room.width() + kTolerance) {
            cut(combo, combo.currentText(), combo.toolTip(), QStringLiteral("choice"));
        }
    }

    void groupText(const QGroupBox& group) {
        if (widest(group.fontMetrics(), withoutMnemonic(group.title())) > group.width() - 8) {
            cut(group, group.title(), group.toolTip(), QStringLiteral("title"));
        }
    }

    void tabTexts(const QTabBar& tabs) {
        for (int i = 0; i < tabs.count(); ++i) {
            if (!tabs.isTabVisible(i)) continue;
            const auto area = tabs.tabRect(i);
            const bool isCut = widest(tabs.fontMetrics(), withoutMnemonic(tabs.tabText(i))) > area.width() - 4 ||
                               area.right() > tabs.width() + kTolerance;
            if (isCut) cut(tabs, tabs.tabText(i), tabs.tabToolTip(i), QStringLiteral("tab"));
        }
    }

    void lineText(const QLineEdit& line) {
        if (!line.text().isEmpty() || line.placeholderText().isEmpty()) return;
        const int room = line.contentsRect().width() - line.textMargins().left() - line.textMargins().right() - 4;
        // A placeholder is an example; a tool tip may say the same in other words.
        if (line.toolTip().isEmpty() && line.fontMetrics().horizontalAdvance(line.placeholderText()) > room) {
            cut(line, line.placeholderText(), line.toolTip(), QStringLiteral("placeholder"));
        }
    }

    void headerTexts(const QHeaderView& header) {
        if (header.model() == nullptr || header.orientation() != Qt::Horizontal) return;
        for (int i = 0; i < header.count(); ++i) {
            if (header.isSectionHidden(i)) continue;
            const auto text = header.model()->headerData(i, Qt::Horizontal, Qt::DisplayRole).toString();
            const auto toolTip = header.model()->headerData(i, Qt::Horizontal, Qt::ToolTipRole).toString();
            const int margin = 2 * header.style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, &header);
            if (widest(header.fontMetrics(), text) + margin > header.sectionSize(i) + kTolerance) {
                cut(header, text, toolTip, QStringLiteral("header"));
            }
        }
    }

    void cellTexts(const QAbstractItemView& view) {
        const auto* model = view.model();
        if (model == nullptr) return;
        QStyleOptionViewItem option;
        option.initFrom(&view);
        option.font = view.font();
        const int rows = model->rowCount(view.rootIndex());
        const int columns = model->columnCount(view.rootIndex());
        for (int row = 0; row < rows; ++row) {
            const auto first = view.visualRect(model->index(row, 0, view.rootIndex()));
            if (first.top() > view.viewport()->height()) break;
            if (first.bottom() < 0) continue;
            for (int column = 0; column < columns; ++column) cellText(view, row, column);
        }
    }

    void cellText(const QAbstractItemView& view, int row, int column) {
        const auto index = view.model()->index(row, column, view.rootIndex());
        const auto area = view.visualRect(index);
        if (area.isEmpty() || !area.intersects(view.viewport()->rect())) return;
        const auto text = index.data(Qt::DisplayRole).toString();
        if (text.isEmpty()) return;
        const auto given = index.data(Qt::FontRole);
        const QFontMetrics metrics(given.isValid() ? given.value<QFont>().resolve(view.font()) : view.font());
        int room = area.width() - 2 * (view.style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, &view) + 1);
        if (index.data(Qt::CheckStateRole).isValid()) {
            room -= view.style()->pixelMetric(QStyle::PM_IndicatorWidth, nullptr, &view) + 4;
        }
        bool isCut = widest(metrics, text) > room + kTolerance;
        const auto* table = qobject_cast<const QTableView*>(&view);
        const auto* tree = qobject_cast<const QTreeView*>(&view);
        if (isCut && ((table != nullptr && table->wordWrap()) || (tree != nullptr && tree->wordWrap()))) {
            const auto needed = metrics.boundingRect(QRect(0, 0, room, 100000), Qt::TextWordWrap, text);
            isCut = needed.height() > area.height() + kTolerance || widestWord(metrics, text) > room + kTolerance;
        }
        if (isCut) cut(view, text, index.data(Qt::ToolTipRole).toString(), QStringLiteral("cell"));
    }

    void menuTexts(const QMenuBar& menus) {
        for (const auto* action : menus.actions()) {
            const auto area = menus.actionGeometry(const_cast<QAction*>(action));
            if (action->isVisible() && (area.isEmpty() || !menus.rect().contains(area))) {
                cut(menus, action->text(), {}, QStringLiteral("menu"));
            }
        }
    }
};

} // namespace

QStringList layoutFaults(const QWidget& window) {
    Check check;
    check.walk(window);
    check.faults.removeDuplicates();
    return check.faults;
}

} // namespace nestwright::test
