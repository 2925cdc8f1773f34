// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/document.h"

#include <QTimer>
#include <QWidget>

#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QMenu;
class QSpinBox;
class QStackedWidget;
class QToolButton;

namespace nestwright::gui {

class ElidedLabel;
class EmptyState;
struct PageFrame;
class ReportPreview;
class Workbench;

/// The Report mode: the very pages that an export writes.
class ReportPage : public QWidget {
    Q_OBJECT

public:
    explicit ReportPage(Workbench& workbench, QWidget* parent = nullptr);
    /// Asks for a file name and writes the report there, in the form that the suffix says.
    void exportAs(const QString& suffix = QStringLiteral("pdf"));

protected:
    void showEvent(QShowEvent* event) override;

private:
    void addNavigation(const PageFrame& frame);
    void addZoom(const PageFrame& frame);
    void addMenus(const PageFrame& frame);
    void addShortcuts();
    void fillSections(const report::Document& whole);
    void leaveOut();
    void plansChanged();
    void rebuild();
    void showPlace();
    void showZoom();
    void zoomChosen(int index);

    Workbench& m_workbench;
    ElidedLabel* m_heading;
    QSpinBox* m_page = nullptr;
    QLabel* m_pageCount = nullptr;
    QToolButton* m_previous = nullptr;
    QToolButton* m_next = nullptr;
    QComboBox* m_zoom = nullptr;
    QToolButton* m_sections = nullptr;
    QMenu* m_sectionMenu = nullptr;
    QToolButton* m_export = nullptr;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    ReportPreview* m_preview;
    QTimer m_delay;
    bool m_isStale = true;
    bool m_hasPlan = false;
};

} // namespace nestwright::gui
