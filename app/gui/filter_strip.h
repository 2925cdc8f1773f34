// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace nestwright::gui {

class Workbench;

/// The kept filters as a row of chips, each of which can be switched off or removed; nothing where there is none.
class FilterStrip : public QWidget {
    Q_OBJECT

public:
    explicit FilterStrip(Workbench& workbench, QWidget* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    [[nodiscard]] QWidget* makeChip(int index);
    void setOn(int index, bool isOn);
    void remove(int index);

    Workbench& m_workbench;
};

} // namespace nestwright::gui
