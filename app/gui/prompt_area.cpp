// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/prompt_area.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

namespace nestwright::gui {

PromptArea::PromptArea(QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("promptArea"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    hide();
}

void PromptArea::ask(const QString& id, const QString& text, const std::vector<Choice>& choices) {
    withdraw(id);
    auto* bar = new QFrame(this);
    bar->setObjectName(QStringLiteral("prompt_") + id);
    bar->setProperty("isPrompt", true);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(16, 8, 16, 8);
    row->setSpacing(8);
    auto* label = new QLabel(text, bar);
    label->setObjectName(QStringLiteral("promptText_") + id);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    row->addWidget(label, 1);
    QPushButton* first = nullptr;
    QPushButton* last = nullptr;
    for (const auto& choice : choices) {
        auto* button = new QPushButton(choice.text, bar);
        button->setObjectName(QStringLiteral("%1_%2").arg(id, choice.name));
        button->setToolTip(choice.help);
        connect(button, &QPushButton::clicked, this, [this, id, chosen = choice.chosen] {
            withdraw(id);
            if (chosen) chosen();
        });
        row->addWidget(button);
        if (first == nullptr) first = button;
        last = button;
    }
    if (last != nullptr) {
        auto* escape = new QShortcut(QKeySequence(Qt::Key_Escape), bar);
        escape->setContext(Qt::WidgetWithChildrenShortcut);
        connect(escape, &QShortcut::activated, last, &QPushButton::click);
    }
    layout()->addWidget(bar);
    m_bars[id] = bar;
    show();
    if (first != nullptr) first->setFocus();
}

void PromptArea::withdraw(const QString& id) {
    const auto found = m_bars.find(id);
    if (found == m_bars.end()) return;
    found->second->hide();
    found->second->deleteLater();
    m_bars.erase(found);
    setVisible(!m_bars.empty());
}

} // namespace nestwright::gui
