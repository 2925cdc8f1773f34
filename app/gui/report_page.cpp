// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/report_page.h"

#include "app/gui/panels.h"
#include "app/gui/report_preview.h"
#include "app/gui/workbench.h"
#include "widgets/report/report_page_painter.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace nestwright::gui {

namespace {
constexpr int kDelayMs = 200; ///< several plans that come one after another make one report
}

ReportPage::ReportPage(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench) {
    setObjectName(QStringLiteral("reportPage"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bar = makePageBar(this);
    auto* row = static_cast<QHBoxLayout*>(bar->layout());
    m_heading = new QLabel(bar);
    m_heading->setObjectName(QStringLiteral("reportHeading"));
    row->addWidget(m_heading);
    row->addStretch(1);
    m_export = new QPushButton(tr("&Export report..."), bar);
    m_export->setObjectName(QStringLiteral("exportReport"));
    m_export->setToolTip(tr("Writes these pages as PDF, or the same content as HTML, Markdown, JSON or CSV (Ctrl+E)"));
    connect(m_export, &QPushButton::clicked, this, &ReportPage::exportAs);
    row->addWidget(m_export);
    column->addWidget(bar);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(new EmptyState(tr("There is nothing to report yet"),
                                      tr("Open a model and tick an accelerator in the Setup panel. When it is planned, "
                                         "the pages of the report appear here as they will be exported."),
                                      m_stack));
    m_preview = new ReportPreview(m_stack);
    m_stack->addWidget(m_preview);
    column->addWidget(m_stack, 1);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &ReportPage::rebuild);
    connect(&workbench.document(), &Document::plansChanged, this, &ReportPage::plansChanged);
    connect(&workbench.document(), &Document::acceleratorsChanged, this, &ReportPage::plansChanged);
    plansChanged();
}

void ReportPage::plansChanged() {
    m_isStale = true;
    const auto& document = m_workbench.document();
    const auto& accelerators = document.accelerators();
    const bool hasPlan = document.model() && std::any_of(accelerators.begin(), accelerators.end(),
                                                         [&](const auto& a) { return document.plan(a.id) != nullptr; });
    m_export->setEnabled(hasPlan);
    if (!hasPlan) {
        m_stack->setCurrentIndex(0);
        m_heading->setText(tr("Report"));
        m_preview->setPages(nullptr);
    } else if (isVisible()) {
        m_delay.start();
    }
}

void ReportPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_isStale && m_export->isEnabled()) rebuild();
}

void ReportPage::rebuild() {
    m_isStale = false;
    m_workbench.makeReport([this](const ReportPointer& made) {
        const auto pages = std::make_shared<const ReportPagePainter>(*made);
        m_preview->setPages(pages);
        m_heading->setText(pages->title() + QStringLiteral(" \u00b7 ") + tr("%n page(s)", nullptr, pages->pageCount()));
        m_stack->setCurrentIndex(1);
    });
}

void ReportPage::exportAs() {
    if (!m_export->isEnabled()) return;
    const auto name = QFileInfo(m_workbench.document().title()).completeBaseName() + QStringLiteral("-report.pdf");
    const auto path = QFileDialog::getSaveFileName(
        this, tr("Export the report"), name,
        tr("PDF (*.pdf);;Web page (*.html);;Markdown (*.md);;JSON (*.json);;Tables (*.csv)"));
    if (!path.isEmpty()) m_workbench.exportReport(path);
}

} // namespace nestwright::gui
