// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace nestwright::gui {

class ReportPreview;
class Workbench;

/// The Report mode: the very pages that an export writes.
class ReportPage : public QWidget {
    Q_OBJECT

public:
    explicit ReportPage(Workbench& workbench, QWidget* parent = nullptr);
    /// Asks for a file name and writes the report there.
    void exportAs();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void plansChanged();
    void rebuild();

    Workbench& m_workbench;
    QLabel* m_heading;
    QPushButton* m_export;
    QStackedWidget* m_stack;
    ReportPreview* m_preview;
    QTimer m_delay;
    bool m_isStale = true;
};

} // namespace nestwright::gui
