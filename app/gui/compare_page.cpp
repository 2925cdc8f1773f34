// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare_page.h"

#include "app/gui/chart_notes.h"
#include "app/gui/document.h"
#include "app/gui/empty_texts.h"
#include "app/gui/fit_note.h"
#include "app/gui/panels.h"
#include "app/gui/tables.h"
#include "widgets/mapping/attribution_bar.h"
#include "widgets/tables/accelerator_table_model.h"
#include "widgets/tables/figure_text.h"
#include "widgets/tables/fit_matrix_model.h"
#include "widgets/tables/machine_table_model.h"

#include <QEvent>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <cstdlib>

namespace nestwright::gui {

namespace {

constexpr int kWidestName = 280;     ///< pixels, beside a bar
constexpr qsizetype kShortName = 16; ///< letters that fit a header's line

QString numbered(std::size_t index, const QString& label) { return QStringLiteral("%1  %2").arg(index + 1).arg(label); }

/// A longer name loses its middle: what tells copies apart stands at its end.
QString shortened(const QString& name) {
    constexpr qsizetype kLongest = 44;
    if (name.size() <= kLongest) return name;
    return name.left(kLongest / 2) + QChar(0x2026) + name.right(kLongest / 2);
}

/// Broken at the space nearest to its middle: a header of two lines is half as wide.
QString twoLines(QString name) {
    if (name.size() <= kShortName) return name;
    qsizetype best = -1;
    for (auto at = name.indexOf(QLatin1Char(' ')); at >= 0; at = name.indexOf(QLatin1Char(' '), at + 1)) {
        const auto half = name.size() / 2;
        if (best < 0 || std::abs(at - half) < std::abs(best - half)) best = at;
    }
    if (best > 0) name[best] = QLatin1Char('\n');
    return name;
}

} // namespace

ComparePage::ComparePage(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document) {
    setObjectName(QStringLiteral("comparePage"));
    const auto frame = framePage(this, tr("Compare"));
    m_summary = frame.addSummary(QStringLiteral("compareSummary"));
    m_stack = frame.stack;
    m_empty = frame.empty;
    m_stack->addWidget(makeContent());
    setFocusProxy(m_table);
    connect(&document, &Document::modelChanged, this, &ComparePage::refresh);
    connect(&document, &Document::acceleratorsChanged, this, &ComparePage::refresh);
    connect(&document, &Document::plansChanged, this, &ComparePage::refresh);
}

QWidget* ComparePage::makeContent() {
    auto* scroll = new PageScroll(m_stack);
    auto* content = scroll->widget();
    auto* inner = scroll->column();
    inner->addWidget(makeShortlist(content));
    auto* panels = new PanelRow(kTwoColumns, content);
    auto* left = panels->addColumn();
    left->addWidget(makeTimes(panels));
    m_curvePanel = makeCurve(panels);
    left->addWidget(m_curvePanel, 1);
    left->addStretch(0);
    m_left = left;
    auto* right = panels->addColumn();
    right->addWidget(makeFit(panels));
    right->addWidget(makeMachines(panels), 1);
    inner->addWidget(panels);
    auto* layers = new PanelRow(kTwoColumns, content);
    layers->add(makeLayers(tr("Time by layer type"), LayerFiguresChart::Unit::seconds, &m_layerTimes, layers));
    layers->add(makeLayers(tr("Energy by layer type"), LayerFiguresChart::Unit::energy, &m_layerEnergies, layers));
    inner->addWidget(layers);
    inner->addStretch(1);
    return scroll;
}

QWidget* ComparePage::makeShortlist(QWidget* parent) {
    auto* panel = makePanel(tr("Shortlist: the best figure of a column is bold; hover one for its badge"), parent);
    m_model = new AcceleratorTableModel(this);
    m_table = new PageTable(QStringLiteral("compareTable"), tr("Totals of the accelerators"), m_model, panel);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setAlternatingRowColors(true);
    m_table->setRowLines(2);
    m_table->setLeastFirstColumn(132);
    m_table->setDispensableColumn(AcceleratorTableModel::power);
    const auto choose = [this](const QModelIndex& index) { m_document.setCurrent(index.row()); };
    connect(m_table, &QTableView::clicked, this, choose);
    connect(m_table, &QTableView::activated, this, choose);
    panel->layout()->addWidget(m_table);
    m_fitHint = makeText(QStringLiteral("compareFitHint"), panel);
    m_fitHint->setProperty("isMuted", true);
    panel->layout()->addWidget(m_fitHint);
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
    auto* panel = makePanel(tr("Workload fit: MFU, or stall without multiply-adds; hatched falls back to the host"),
                            parent, mfuMeaning() + QLatin1Char('\n') + stallMeaning());
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
    m_curveHint = makeText(QStringLiteral("compareHint"), panel);
    m_curveHint->setText(tr("One accelerator has nothing to stand against. Tick another in the Accelerator menu or in "
                            "the Setup panel."));
    panel->layout()->addWidget(m_curveHint);
    m_curve = new ShortlistChart(panel);
    m_curve->setToolTip(tr("Share of the best figure of the shortlist; 1 is the best, longer is better"));
    connect(m_curve, &BarChart::barChosen, &m_document, &Document::setCurrent);
    noteExports(*m_curve, m_document);
    addChart(panel, m_curve);
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

QWidget* ComparePage::makeLayers(const QString& title, LayerFiguresChart::Unit unit, LayerFiguresChart** chart,
                                 QWidget* parent) {
    const bool isTime = unit == LayerFiguresChart::Unit::seconds;
    auto* panel = makePanel(title, parent);
    *chart = new LayerFiguresChart(isTime ? QStringLiteral("compareTimes") : QStringLiteral("compareEnergies"), title,
                                   unit, panel);
    (*chart)->setToolTip(
        isTime ? tr("Predicted time of all operators of a layer type on each accelerator, launches included. A click "
                    "selects the slowest of them.")
               : tr("Predicted energy of all operators of a layer type on each accelerator. A click selects the "
                    "slowest of them."));
    connect(*chart, &BarChart::barChosen, &m_document,
            [this](int type) { m_document.selectSlowest(static_cast<LayerType>(type)); });
    noteExports(**chart, m_document);
    addChart(panel, *chart);
    return panel;
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
        const auto& label = m_document.labels()[static_cast<qsizetype>(i)];
        const auto plan = m_document.plan(accelerator.id);
        const auto failed = m_document.planFailure(accelerator.id);
        const auto format = plan ? plan->format : accelerator.defaultFormat;
        const auto facts = machineFacts(accelerator, format);
        const auto name = twoLines(numbered(i, shortened(label)));
        rows.push_back({name, plan, failed ? tr("can't: %1").arg(*failed) : tr("not planned"), facts,
                        plan ? weightedMaturity(accelerator, *plan) : std::nullopt,
                        plan ? memoryFitOf(plan->totals, accelerator) : MemoryFit::unknown});
        machines.push_back({name, facts});
        if (!plan) continue;
        const int number = static_cast<int>(i) + 1;
        fits.push_back({name, number, plan, accelerator.device.maturity});
        candidates.push_back({&accelerator, label, plan, number});
    }
    m_model->setRows(std::move(rows));
    m_fitModel->setColumns(std::move(fits));
    m_machineModel->setMachines(std::move(machines));
    m_curve->setCandidates(candidates);
    m_fitHint->setText(shortlistHints(m_document));
    m_fitHint->setVisible(!m_fitHint->text().isEmpty());
    m_curve->setVisible(accelerators.size() > 1);
    m_curveHint->setVisible(accelerators.size() <= 1);
    // Without bars the panel is as high as its hint.
    const bool hasCurve = accelerators.size() > 1;
    m_left->setStretch(m_left->indexOf(m_curvePanel), hasCurve ? 1 : 0);
    m_left->setStretch(m_left->count() - 1, hasCurve ? 0 : 1);
    showLayers(candidates);
    m_table->fit();
    m_fit->fit();
    m_machines->fit();
    if (m_document.current() >= 0) m_table->selectRow(m_document.current());
}

void ComparePage::showLayers(const std::vector<ShortlistChart::Candidate>& candidates) {
    std::vector<LayerFiguresChart::Series> series;
    for (const auto& candidate : candidates) {
        series.push_back({candidate.label, QString::number(candidate.number), shortlistColor(candidate.number),
                          candidate.plan, layerSeconds});
    }
    m_layerTimes->setSeries(series);
    for (auto& one : series) one.value = layerEnergy;
    m_layerEnergies->setSeries(series);
}

/// Shows the accelerator and selects the slowest operator of the layer type.
void ComparePage::chooseFit(const QModelIndex& index) {
    const auto number = index.data(FitMatrixModel::NumberRole);
    if (number.isValid()) m_document.setCurrent(number.toInt() - 1);
    m_document.selectSlowest(static_cast<LayerType>(index.data(FitMatrixModel::LayerRole).toInt()));
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
        const auto label = numbered(i, m_document.labels()[static_cast<qsizetype>(i)]);
        auto* name = new QLabel(fontMetrics().elidedText(label, Qt::ElideMiddle, kWidestName), m_attributions);
        name->setToolTip(label);
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
