// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare_page.h"

#include "app/gui/document.h"
#include "app/gui/empty_texts.h"
#include "app/gui/panels.h"
#include "app/gui/tables.h"
#include "widgets/mapping/attribution_bar.h"
#include "widgets/plots/shortlist_chart.h"
#include "widgets/tables/accelerator_table_model.h"
#include "widgets/tables/fit_matrix_model.h"
#include "widgets/tables/machine_table_model.h"

#include <QEvent>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <cstdlib>

namespace nestwright::gui {

namespace {

/// From this width on panels stand side by side.
constexpr int kTwoColumns = 1400;

QString numbered(std::size_t index, const Accelerator& accelerator) {
    return QStringLiteral("%1  %2").arg(index + 1).arg(QString::fromStdString(accelerator.name));
}

/// Broken at the space nearest to its middle: a header of two lines is half as wide.
QString twoLines(QString name) {
    qsizetype best = -1;
    for (auto at = name.indexOf(QLatin1Char(' ')); at >= 0; at = name.indexOf(QLatin1Char(' '), at + 1)) {
        const auto half = name.size() / 2;
        if (best < 0 || std::abs(at - half) < std::abs(best - half)) best = at;
    }
    if (best > 0) name[best] = QLatin1Char('\n');
    return name;
}

/// Takes the height that its content needs, at the top of its place.
QWidget* packed(QWidget* panel) {
    auto policy = panel->sizePolicy();
    policy.setVerticalPolicy(QSizePolicy::Preferred);
    panel->setSizePolicy(policy);
    return panel;
}

} // namespace

ComparePage::ComparePage(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document) {
    setObjectName(QStringLiteral("comparePage"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bar = makePageBar(this);
    auto* row = static_cast<QHBoxLayout*>(bar->layout());
    row->addWidget(makeHeading(tr("Compare"), bar));
    m_summary = new ElidedLabel(bar);
    m_summary->setObjectName(QStringLiteral("compareSummary"));
    row->addWidget(m_summary, 1);
    column->addWidget(bar);
    m_stack = new QStackedWidget(this);
    column->addWidget(m_stack, 1);
    m_empty = new EmptyState({}, {}, m_stack);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeContent());
    connect(&document, &Document::modelChanged, this, &ComparePage::refresh);
    connect(&document, &Document::acceleratorsChanged, this, &ComparePage::refresh);
    connect(&document, &Document::plansChanged, this, &ComparePage::refresh);
}

QWidget* ComparePage::makeContent() {
    auto* scroll = new QScrollArea(m_stack);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* content = new QWidget(scroll);
    auto* inner = new QVBoxLayout(content);
    inner->setContentsMargins(12, 12, 12, 12);
    inner->setSpacing(12);
    inner->addWidget(makeShortlist(content));
    auto* first = new PanelRow(kTwoColumns, content);
    first->add(makeTimes(first));
    first->add(makeFit(first));
    inner->addWidget(first);
    auto* second = new PanelRow(kTwoColumns, content);
    second->add(makeCurve(second));
    second->add(makeMachines(second));
    inner->addWidget(second, 1);
    scroll->setWidget(content);
    return scroll;
}

QWidget* ComparePage::makeShortlist(QWidget* parent) {
    auto* panel = makePanel(tr("Shortlist: the best figure of a column is bold; hover one for its badge"), parent);
    m_model = new AcceleratorTableModel(this);
    m_table = new PageTable(QStringLiteral("compareTable"), tr("Totals of the accelerators"), m_model, panel);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setAlternatingRowColors(true);
    m_table->setRowLines(2);
    m_table->setLeastFirstColumn(140);
    m_table->setDispensableColumn(AcceleratorTableModel::power);
    const auto choose = [this](const QModelIndex& index) { m_document.setCurrent(index.row()); };
    connect(m_table, &QTableView::clicked, this, choose);
    connect(m_table, &QTableView::activated, this, choose);
    panel->layout()->addWidget(m_table);
    return panel;
}

QWidget* ComparePage::makeTimes(QWidget* parent) {
    auto* panel = makePanel(tr("Where the time goes"), parent);
    m_attributions = new QWidget(panel);
    new QGridLayout(m_attributions);
    panel->layout()->addWidget(m_attributions);
    static_cast<QVBoxLayout*>(panel->layout())->addStretch(1);
    return packed(panel);
}

QWidget* ComparePage::makeFit(QWidget* parent) {
    auto* panel = makePanel(tr("Workload fit: MFU by layer type, stall where there are no multiply-adds"), parent);
    m_fitModel = new FitMatrixModel(this);
    m_fit =
        new PageTable(QStringLiteral("fitMatrix"), tr("Workload fit by layer type and accelerator"), m_fitModel, panel);
    m_fit->setEvenColumns(true);
    m_fit->setItemDelegate(new FitDelegate(m_fit));
    connect(m_fit, &QTableView::clicked, this, &ComparePage::chooseFit);
    connect(m_fit, &QTableView::activated, this, &ComparePage::chooseFit);
    panel->layout()->addWidget(m_fit);
    static_cast<QVBoxLayout*>(panel->layout())->addStretch(1);
    return packed(panel);
}

QWidget* ComparePage::makeCurve(QWidget* parent) {
    auto* panel = makePanel(tr("Platform trade: each accelerator against the best of the shortlist"), parent);
    m_curve = new ShortlistChart(panel);
    m_curve->setToolTip(tr("Share of the best figure of the shortlist; 1 is the best, longer is better"));
    connect(m_curve, &BarChart::barChosen, &m_document, &Document::setCurrent);
    connect(m_curve, &Chart::exported, this, [this](const QString& path, const QString& error) {
        m_document.setNotes(QStringLiteral("chart"),
                            {{error.isEmpty() ? Note::Severity::information : Note::Severity::error,
                              error.isEmpty() ? tr("The chart is in %1.").arg(path) : error, error}});
    });
    auto* column = static_cast<QVBoxLayout*>(panel->layout());
    column->addWidget(m_curve, 100);
    column->addStretch(1);
    return panel;
}

QWidget* ComparePage::makeMachines(QWidget* parent) {
    auto* panel = makePanel(tr("What the figures rest on"), parent);
    auto* legend = makeText(QStringLiteral("badgeLegend"), panel);
    legend->setProperty("isMuted", true);
    QStringList badges;
    for (const auto badge : {Badge::measured, Badge::published, Badge::derived, Badge::assumed, Badge::recalled}) {
        badges << glyphOf(badge) + QChar(0xa0) + titleOf(badge);
    }
    legend->setText(badges.join(QStringLiteral("   ")));
    panel->layout()->addWidget(legend);
    m_machineModel = new MachineTableModel(this);
    m_machines = new PageTable(QStringLiteral("machineTable"), tr("Figures of the accelerators with their sources"),
                               m_machineModel, panel);
    m_machines->setEvenColumns(true);
    m_machines->setAlternatingRowColors(true);
    panel->layout()->addWidget(m_machines);
    static_cast<QVBoxLayout*>(panel->layout())->addStretch(1);
    return packed(panel);
}

void ComparePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_isStale) refresh();
}

void ComparePage::refresh() {
    m_isStale = !isVisible();
    if (m_isStale) return;
    const auto& accelerators = m_document.accelerators();
    const bool hasContent = m_document.model() && !accelerators.empty();
    m_stack->setCurrentIndex(hasContent ? 1 : 0);
    if (!hasContent) {
        m_summary->setText({});
        const auto text = noPlanText(m_document, tr("the totals of two or more accelerators stand here side by side, "
                                                    "with what each figure rests on"));
        m_empty->setText(text.heading, text.text);
    } else {
        m_summary->setText(m_document.title() + QStringLiteral(" \u00b7 ") +
                           tr("%n accelerator(s)", nullptr, static_cast<int>(accelerators.size())));
    }
    fillTables();
    showAttributions();
}

void ComparePage::fillTables() {
    std::vector<AcceleratorTableModel::Row> rows;
    std::vector<FitMatrixModel::Column> fits;
    std::vector<ShortlistChart::Candidate> candidates;
    std::vector<MachineTableModel::Machine> machines;
    const auto& accelerators = m_document.accelerators();
    for (std::size_t i = 0; i < accelerators.size(); ++i) {
        const auto& accelerator = accelerators[i];
        const auto plan = m_document.plan(accelerator.id);
        const auto failed = m_document.planFailure(accelerator.id);
        const auto format = plan ? plan->format : accelerator.defaultFormat;
        const auto facts = machineFacts(accelerator, format);
        rows.push_back({twoLines(numbered(i, accelerator)), plan,
                        failed ? tr("can't: %1").arg(*failed) : tr("not planned"), facts,
                        plan ? weightedMaturity(accelerator, *plan) : std::nullopt});
        machines.push_back({twoLines(numbered(i, accelerator)), facts});
        if (!plan) continue;
        const int number = static_cast<int>(i) + 1;
        fits.push_back({twoLines(numbered(i, accelerator)), number, plan, accelerator.device.maturity});
        candidates.push_back({&accelerator, plan, number});
    }
    m_model->setRows(std::move(rows));
    m_fitModel->setColumns(std::move(fits));
    m_machineModel->setMachines(std::move(machines));
    m_curve->setCandidates(candidates);
    m_table->fit();
    m_fit->fit();
    m_machines->fit();
    if (m_document.current() >= 0) m_table->selectRow(m_document.current());
}

/// Shows the accelerator and selects the slowest operator of the layer type.
void ComparePage::chooseFit(const QModelIndex& index) {
    const auto number = index.data(FitMatrixModel::NumberRole);
    const int type = index.data(FitMatrixModel::LayerRole).toInt();
    if (number.isValid()) m_document.setCurrent(number.toInt() - 1);
    const OperatorRow* slowest = nullptr;
    for (const auto& row : m_document.rows()) {
        if (static_cast<int>(row.layerType) != type) continue;
        if (slowest == nullptr || row.seconds > slowest->seconds) slowest = &row;
    }
    if (slowest != nullptr) m_document.select(slowest->id);
}

void ComparePage::showAttributions() {
    auto* grid = static_cast<QGridLayout*>(m_attributions->layout());
    while (auto* item = grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 1);
    int row = 0;
    const auto& accelerators = m_document.accelerators();
    for (std::size_t i = 0; i < accelerators.size(); ++i) {
        const auto plan = m_document.plan(accelerators[i].id);
        if (!plan) continue;
        auto* bar = new AttributionBar(m_attributions);
        bar->setAttribution(plan->totals.attribution);
        grid->addWidget(new QLabel(numbered(i, accelerators[i]), m_attributions), row, 0);
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
