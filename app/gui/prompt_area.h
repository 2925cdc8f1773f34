// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>
#include <map>
#include <vector>

class QFrame;

namespace nestwright::gui {

/// Asks without a dialog: bars above the pages, each with a text and its answers. Work goes on meanwhile.
class PromptArea : public QWidget {
    Q_OBJECT

public:
    struct Choice {
        QString name; ///< part of the button's object name
        QString text;
        QString help;
        std::function<void()> chosen;
    };

    explicit PromptArea(QWidget* parent = nullptr);

    /// Shows a question, in the place of an earlier one of the same id. Escape gives the last answer.
    void ask(const QString& id, const QString& text, const std::vector<Choice>& choices);
    void withdraw(const QString& id);
    [[nodiscard]] bool isAsking(const QString& id) const { return m_bars.contains(id); }

private:
    std::map<QString, QFrame*> m_bars;
};

} // namespace nestwright::gui
