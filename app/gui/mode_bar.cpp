// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/mode_bar.h"

#include "app/gui/icons.h"

#include <QEvent>
#include <QToolButton>
#include <QVBoxLayout>

namespace nestwright::gui {

ModeBar::ModeBar(QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("modeBar"));
    setAttribute(Qt::WA_StyledBackground);
    setAccessibleName(tr("Modes"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 1, 8);
    column->setSpacing(2);
    int number = 0;
    for (const auto mode : kAllModes) {
        ++number;
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("mode_") + keyOf(mode));
        button->setText(titleOf(mode));
        button->setAccessibleName(titleOf(mode));
        button->setToolTip(tr("%1 (Ctrl+%2)").arg(helpOf(mode)).arg(number));
        button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        button->setIconSize({24, 24});
        button->setCheckable(true);
        button->setMinimumSize(84, 62);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        connect(button, &QToolButton::clicked, this, [this, mode] { emit modeChosen(mode); });
        column->addWidget(button);
        m_buttons[mode] = button;
    }
    column->addStretch();
    drawIcons();
}

void ModeBar::setMode(std::optional<Mode> mode) {
    for (const auto& [key, button] : m_buttons) button->setChecked(mode == key);
}

void ModeBar::drawIcons() {
    for (const auto& [mode, button] : m_buttons) button->setIcon(modeIcon(mode, palette()));
}

void ModeBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) drawIcons();
}

} // namespace nestwright::gui
