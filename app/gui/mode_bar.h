// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/mode.h"

#include <QWidget>

#include <map>

class QToolButton;

namespace nestwright::gui {

/// The column of buttons at the left that choose the mode.
class ModeBar : public QWidget {
    Q_OBJECT

public:
    explicit ModeBar(QWidget* parent = nullptr);
    void setMode(std::optional<Mode> mode);

signals:
    void modeChosen(Mode mode);

protected:
    void changeEvent(QEvent* event) override;

private:
    void drawIcons();

    std::map<Mode, QToolButton*> m_buttons;
};

} // namespace nestwright::gui
