// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/evidence_page.h"

#include "app/gui/chart_notes.h"
#include "app/gui/empty_texts.h"
#include "app/gui/evidence_targets.h"
#include "app/gui/panels.h"
#include "app/gui/tables.h"
#include "app/gui/workbench.h"
#include "widgets/base/palette.h"
#include "widgets/mapping/attribution_bar.h"
#include "widgets/plots/layer_time_chart.h"
#include "widgets/tables/report_table_model.h"

#include <QEvent>
#include <QFrame>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace nestwright::gui {

namespace {

/// The first table of a section of the report, or an empty one.
report::Table tableOf(const report::Document& document, const std::string& section) {
    for (const auto& candidate : document.sections) {
        if (candidate.id != section) continue;
        for (const auto& block : candidate.blocks) {
            if (const auto* table = std::get_if<report::Table>(&block)) return *table;
        }
    }
    return {};
}

} // namespace

EvidencePage::EvidencePage(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench) {
    setObjectName(QStringLiteral("evidencePage"));
    const auto frame = framePage(this, tr("Evidence"));
    m_summary = frame.addSummary(QStringLiteral("evidenceSummary"));
    m_stack = frame.stack;
    m_empty = frame.empty;
    m_stack->addWidget(makeContent());
    setFocusProxy(m_matrixTable);
    const auto& document = workbench.document();
    connect(&document, &Document::plansChanged, this, &EvidencePage::plansChanged);
    connect(&document, &Document::acceleratorsChanged, this, &EvidencePage::plansChanged);
    connect(&document, &Document::rowsChanged, this, [this] {
        m_hasStaleTargets = !isVisible();
        if (!m_hasStaleTargets) showTargets();
    });
    plansChanged();
}

QWidget* EvidencePage::makeContent() {
    auto* scroll = new PageScroll(m_stack);
    auto* content = scroll->widget();
    auto* column = scroll->column();
    column->addWidget(makeIntroduction(content));
    column->addWidget(makeTable(tr("Evidence matrix: what each kind of measurement settles, and what it leaves open"),
                                QStringLiteral("evidenceMatrix"), {3, 0, 0, 3, 3, 3, 0}, &m_matrix, &m_matrixTable,
                                content));
    auto* row = new PanelRow(kTwoColumns, content);
    row->add(makeTable(tr("Worth a measurement first: the slowest operators of the current accelerator"),
                       QStringLiteral("evidenceTargets"), {4, 0, 0, 0, 0, 4}, &m_targets, &m_targetTable, row));
    auto* right = new QWidget(row);
    auto* rightColumn = new QVBoxLayout(right);
    rightColumn->setContentsMargins(0, 0, 0, 0);
    rightColumn->setSpacing(12);
    rightColumn->addWidget(makeTable(tr("Review checklist"), QStringLiteral("evidenceChecklist"), {3, 4, 0},
                                     &m_checklist, &m_checklistTable, right));
    rightColumn->addWidget(makeTimes(right), 1);
    row->add(right);
    column->addWidget(row);
    column->addStretch(1);
    return scroll;
}

QWidget* EvidencePage::makeIntroduction(QWidget* parent) {
    auto* panel = new QFrame(parent);
    panel->setProperty("isPanel", true);
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(12, 8, 12, 12);
    column->setSpacing(8);
    auto* heading = makeHeading(tr("No measurement is attached"), panel);
    auto font = heading->font();
    font.setPointSizeF(font.pointSizeF() * 1.25);
    heading->setFont(font);
    column->addWidget(heading);
    auto* text = makeText(QStringLiteral("evidenceText"), panel);
    text->setText(tr("Every figure in this window is a prediction. What to do now: measure the operators listed below "
                     "on the device, and hold the figures against the report, whose first page names the command that "
                     "makes them again. This version can't read traces, counters or telemetry itself yet."));
    column->addWidget(text);
    return panel;
}

QWidget* EvidencePage::makeTimes(QWidget* parent) {
    auto* panel = makePanel(tr("Predicted time by layer type: what a profile is held against"), parent);
    m_legend = addLegend(panel, QStringLiteral("evidenceLegend"));
    m_times = new LayerTimeChart(panel);
    m_times->setObjectName(QStringLiteral("evidenceTimes"));
    m_times->setToolTip(tr("Predicted time of all operators of a layer type on the current accelerator, launches "
                           "included. A click selects the slowest of them."));
    connect(m_times, &BarChart::barChosen, &m_workbench.document(),
            [this](int type) { m_workbench.document().selectSlowest(static_cast<LayerType>(type)); });
    noteExports(*m_times, m_workbench.document());
    addChart(panel, m_times);
    showLegend();
    return panel;
}

void EvidencePage::showLegend() { m_legend->setText(AttributionBar::legend(themeOf(palette()))); }

void EvidencePage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_legend != nullptr) showLegend();
}

QWidget* EvidencePage::makeTable(const QString& title, const QString& name, std::vector<int> weights,
                                 ReportTableModel** model, PageTable** table, QWidget* parent) {
    auto* panel = makePanel(title, parent);
    *model = new ReportTableModel(this);
    *table = new PageTable(name, title, *model, panel);
    (*table)->setWrapping(std::move(weights));
    (*table)->setAlternatingRowColors(true);
    auto* column = static_cast<QVBoxLayout*>(panel->layout());
    column->addWidget(*table);
    column->addStretch(1);
    return packed(panel);
}

void EvidencePage::plansChanged() {
    m_isStale = true;
    const auto& document = m_workbench.document();
    const auto& accelerators = document.accelerators();
    const bool hasPlan = document.model() && std::any_of(accelerators.begin(), accelerators.end(),
                                                         [&](const auto& a) { return document.plan(a.id) != nullptr; });
    if (!hasPlan) {
        m_stack->setCurrentIndex(0);
        m_summary->setText({});
        const auto text = noPlanText(document, tr("the evidence matrix stands here: what is measured, what it proves "
                                                  "and what it leaves open"));
        m_empty->setText(text.heading, text.text);
    } else if (isVisible()) {
        rebuild();
    }
}

void EvidencePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_isStale) {
        rebuild();
    } else if (m_hasStaleTargets) {
        showTargets();
    }
}

void EvidencePage::rebuild() {
    showTargets();
    m_workbench.makeReport(
        [this](const ReportPointer& made) {
            m_isStale = false;
            m_matrix->setTable(tableOf(*made, "evidence-matrix"));
            m_checklist->setTable(tableOf(*made, "review-checklist"));
            m_matrixTable->fit();
            m_checklistTable->fit();
            m_summary->setText(tr("%n row(s) of evidence missing", nullptr, m_matrix->rowCount()) +
                               QStringLiteral(" \u00b7 ") +
                               tr("%n question(s) open", nullptr, m_checklist->rowCount()));
            m_stack->setCurrentIndex(1);
        },
        {"evidence-matrix", "review-checklist"});
}

void EvidencePage::showTargets() {
    m_targets->setTable(evidenceTargets(m_workbench.document().rows()));
    m_targetTable->fit();
    m_times->setPlan(m_workbench.document().currentPlan().get());
    m_hasStaleTargets = false;
}

} // namespace nestwright::gui
