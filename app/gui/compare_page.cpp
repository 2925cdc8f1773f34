// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare_page.h"

#include "app/gui/document.h"
#include "app/gui/fit_matrix.h"
#include "app/gui/panels.h"
#include "widgets/mapping/attribution_bar.h"
#include "widgets/tables/accelerator_table_model.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace nestwright::gui {

namespace {

QFrame* makePanel(const QString& title, QWidget* parent) {
    auto* panel = new QFrame(parent);
    panel->setProperty("isPanel", true);
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(12, 4, 12, 12);
    column->setSpacing(8);
    column->addWidget(makeCaption(title, panel));
    return panel;
}

} // namespace

ComparePage::ComparePage(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document) {
    setObjectName(QStringLiteral("comparePage"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_stack = new QStackedWidget(this);
    column->addWidget(m_stack);
    m_stack->addWidget(new EmptyState(tr("Nothing to compare yet"),
                                      tr("Open a model and tick two or more accelerators in the Setup panel: their "
                                         "totals appear here side by side."),
                                      m_stack));
    auto* scroll = new QScrollArea(m_stack);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* content = new QWidget(scroll);
    auto* inner = new QVBoxLayout(content);
    inner->setContentsMargins(12, 12, 12, 12);
    inner->setSpacing(12);

    m_model = new AcceleratorTableModel(this);
    auto* shortlist = makePanel(tr("Shortlist: the best figure of a column is bold"), content);
    m_table = new QTableView(shortlist);
    m_table->setObjectName(QStringLiteral("compareTable"));
    m_table->setAccessibleName(tr("Totals of the accelerators"));
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_table, &QTableView::clicked, this,
            [this](const QModelIndex& index) { m_document.setCurrent(index.row()); });
    m_table->viewport()->installEventFilter(this);
    shortlist->layout()->addWidget(m_table);
    inner->addWidget(shortlist);

    auto* time = makePanel(tr("Where the time goes"), content);
    m_attributions = new QWidget(time);
    new QGridLayout(m_attributions);
    time->layout()->addWidget(m_attributions);
    inner->addWidget(time);

    auto* fit = makePanel(tr("Workload fit: MFU by layer type, stall where there are no multiply-adds"), content);
    m_fit = new FitMatrix(fit);
    fit->layout()->addWidget(m_fit);
    inner->addWidget(fit);
    inner->addStretch(1);
    scroll->setWidget(content);
    m_stack->addWidget(scroll);

    connect(&document, &Document::modelChanged, this, &ComparePage::refresh);
    connect(&document, &Document::acceleratorsChanged, this, &ComparePage::refresh);
    connect(&document, &Document::plansChanged, this, &ComparePage::refresh);
    refresh();
}

void ComparePage::refresh() {
    std::vector<AcceleratorTableModel::Row> rows;
    std::vector<PlanPointer> plans;
    for (const auto& accelerator : m_document.accelerators()) {
        const auto failed = m_document.planFailure(accelerator.id);
        rows.push_back({QString::fromStdString(accelerator.name), m_document.plan(accelerator.id),
                        failed ? tr("can't: %1").arg(*failed) : tr("not planned")});
        if (rows.back().plan) plans.push_back(rows.back().plan);
    }
    m_stack->setCurrentIndex(m_document.model() && !rows.empty() ? 1 : 0);
    m_model->setRows(std::move(rows));
    auto* header = m_table->horizontalHeader();
    header->setMinimumSectionSize(52);
    const int rowHeight = m_table->fontMetrics().height() + 12;
    m_table->verticalHeader()->setDefaultSectionSize(rowHeight);
    fitColumns();
    showAttributions();
    m_fit->setPlans(std::move(plans));
}

/// Figures get what they need, the name what is left.
void ComparePage::fitColumns() {
    constexpr int kLeastName = 120;
    auto* header = m_table->horizontalHeader();
    m_table->resizeColumnsToContents();
    int figures = 0;
    for (int column = 1; column < m_model->columnCount(); ++column) figures += header->sectionSize(column);
    const int left = m_table->viewport()->width() - figures;
    header->resizeSection(AcceleratorTableModel::name, std::max(kLeastName, left));
    const int scrollBar = left < kLeastName ? m_table->horizontalScrollBar()->sizeHint().height() : 0;
    m_table->setFixedHeight(header->sizeHint().height() + m_table->verticalHeader()->length() + scrollBar + 4);
}

bool ComparePage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_table->viewport() && event->type() == QEvent::Resize) fitColumns();
    return QWidget::eventFilter(watched, event);
}

void ComparePage::showAttributions() {
    auto* grid = static_cast<QGridLayout*>(m_attributions->layout());
    while (auto* item = grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const auto& accelerator : m_document.accelerators()) {
        const auto plan = m_document.plan(accelerator.id);
        if (!plan) continue;
        auto* name = new QLabel(QString::fromStdString(accelerator.name), m_attributions);
        auto* bar = new AttributionBar(m_attributions);
        bar->setAttribution(plan->totals.attribution);
        grid->addWidget(name, row, 0);
        grid->addWidget(bar, row, 1);
        ++row;
    }
    auto* legend = new QLabel(AttributionBar::legend(themeOf(palette())), m_attributions);
    legend->setObjectName(QStringLiteral("attributionLegend"));
    legend->setTextFormat(Qt::RichText);
    grid->addWidget(legend, row, 1);
}

void ComparePage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    // Not at once: Qt walks over the widgets that this replaces.
    if (event->type() == QEvent::PaletteChange) {
        QMetaObject::invokeMethod(this, &ComparePage::showAttributions, Qt::QueuedConnection);
    }
}

} // namespace nestwright::gui
