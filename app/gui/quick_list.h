// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QFrame>
#include <QPointer>

#include <functional>
#include <vector>

class QLineEdit;
class QListView;

namespace nestwright::gui {

/// One entry of a quick list.
struct QuickItem {
    QString text;
    QString hint; ///< at the right: a shortcut, a type
    int key = 0;  ///< handed over when it is chosen
};

/// The entries that hold every word of a filter; those that begin with it come first.
class QuickListModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { HintRole = Qt::UserRole, KeyRole };

    explicit QuickListModel(QObject* parent = nullptr);
    void setItems(std::vector<QuickItem> items);
    void setFilter(const QString& filter);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    void rebuild();

    std::vector<QuickItem> m_items;
    QString m_filter;
    std::vector<int> m_shown;
};

/// A field to type into over the window, with what matches below: the command palette and "go to operator".
class QuickList : public QFrame {
    Q_OBJECT

public:
    explicit QuickList(QWidget* window);

    /// Shows the list; `chosen` gets the key of what is picked.
    void open(const QString& prompt, std::vector<QuickItem> items, std::function<void(int)> chosen);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void choose(const QModelIndex& index);
    void dismiss();

    QLineEdit* m_field;
    QListView* m_list;
    QuickListModel* m_model;
    std::function<void(int)> m_chosen;
    QPointer<QWidget> m_focusBefore;
};

} // namespace nestwright::gui
