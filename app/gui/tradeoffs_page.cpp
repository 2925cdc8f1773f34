// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tradeoffs_page.h"

#include "app/gui/accelerator_combo.h"
#include "app/gui/chart_notes.h"
#include "app/gui/document.h"
#include "app/gui/empty_texts.h"
#include "app/gui/panels.h"
#include "widgets/base/palette.h"
#include "widgets/base/translate.h"
#include "widgets/mapping/attribution_bar.h"
#include "widgets/plots/layer_figures_chart.h"
#include "widgets/plots/layer_time_chart.h"
#include "widgets/plots/roofline_chart.h"
#include "widgets/tables/figure_text.h"

#include <QEvent>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <set>

namespace nestwright::gui {

namespace {
using report::NumberStyle;
std::vector<LayerFiguresChart::Series> anchorsOf(const PlanPointer& plan) {
    if (!plan) return {};
    return {{TradeoffsPage::tr("MFU"), TradeoffsPage::tr("MFU"), "0", plan, layerMfu},
            {TradeoffsPage::tr("memory stall"), TradeoffsPage::tr("stall"), "1", plan, layerStall}};
}

std::vector<LayerFiguresChart::Series> energiesOf(const PlanPointer& plan) {
    if (!plan) return {};
    return {{TradeoffsPage::tr("energy"), {}, "2", plan, layerEnergy}};
}
} // namespace

TradeoffsPage::TradeoffsPage(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document) {
    setObjectName(QStringLiteral("tradeoffsPage"));
    const auto frame = framePage(this, tr("Trade-offs"));
    frame.add(new AcceleratorCombo(document, QStringLiteral("tradeoffsAccelerator"), this));
    m_summary = frame.addSummary(QStringLiteral("tradeoffsSummary"));
    m_stack = frame.stack;
    m_empty = frame.empty;
    m_stack->addWidget(makeContent());
    setFocusProxy(m_roofline);
    connect(&document, &Document::rowsChanged, this, &TradeoffsPage::refreshWhenSeen);
    connect(&document, &Document::plansChanged, this, &TradeoffsPage::refreshWhenSeen);
    connect(&document, &Document::selectionChanged, this, [this] { m_roofline->setSelected(m_document.selected()); });
    refresh();
}

QWidget* TradeoffsPage::makeContent() {
    auto* scroll = new PageScroll(m_stack);
    auto* content = scroll->widget();
    auto* inner = scroll->column();
    auto* panels = new PanelRow(kTwoColumns, content);
    inner->addWidget(panels);

    panels->add(makeRoofline(panels), 3);
    auto* byLayerType = panels->addColumn(2);
    for (auto* panel : {makeTimes(panels), makeAnchors(panels), makeEnergies(panels)}) byLayerType->addWidget(panel, 1);
    connect(m_roofline, &RooflineChart::operatorChosen, &m_document, &Document::select);
    for (BarChart* chart : std::initializer_list<BarChart*>{m_layerTimes, m_layerAnchors, m_layerEnergies}) {
        connect(chart, &BarChart::barChosen, this,
                [this](int type) { m_document.selectSlowest(static_cast<LayerType>(type)); });
        noteExports(*chart, m_document);
    }
    noteExports(*m_roofline, m_document);
    return scroll;
}

QWidget* TradeoffsPage::makeRoofline(QWidget* parent) {
    auto* panel = makePanel(tr("Roofline: each mark is an operator, larger where it takes longer"), parent);
    m_rooflineLegend = addLegend(panel, QStringLiteral("rooflineLegend"));
    m_roofline = new RooflineChart(panel);
    m_roofline->setToolTip(tr("How many operations a second each operator reaches, against what compute and device "
                              "memory allow. Wheel: zoom. F or double click: show all. Arrow keys: next operator."));
    static_cast<QVBoxLayout*>(panel->layout())->addWidget(m_roofline, 1);
    return panel;
}

QWidget* TradeoffsPage::makeTimes(QWidget* parent) {
    auto* panel = makePanel(tr("Time by layer type: in each bar the shares of its time"), parent);
    m_layerLegend = addLegend(panel, QStringLiteral("layerLegend"));
    m_layerTimes = new LayerTimeChart(panel);
    m_layerTimes->setToolTip(tr("Predicted time of all operators of a layer type, launches included. A click selects "
                                "the slowest of them."));
    addChart(panel, m_layerTimes);
    return panel;
}

QWidget* TradeoffsPage::makeAnchors(QWidget* parent) {
    const auto help = mfuMeaning() + QLatin1Char('\n') + stallMeaning();
    auto* panel = makePanel(tr("MFU and memory stall by layer type"), parent, help);
    m_layerAnchors = new LayerFiguresChart(QStringLiteral("layerAnchors"), tr("MFU and memory stall by layer type"),
                                           LayerFiguresChart::Unit::fraction, panel);
    m_layerAnchors->setToolTip(help);
    addChart(panel, m_layerAnchors);
    return panel;
}

QWidget* TradeoffsPage::makeEnergies(QWidget* parent) {
    auto* panel = makePanel(tr("Energy by layer type"), parent);
    m_layerEnergies = new LayerFiguresChart(QStringLiteral("layerEnergies"), tr("Energy by layer type"),
                                            LayerFiguresChart::Unit::energy, panel);
    m_layerEnergies->setToolTip(tr("Predicted energy of all operators of a layer type in one pass: accesses, "
                                   "multiply-adds, network hops, leakage, and static power over their time."));
    addChart(panel, m_layerEnergies);
    return panel;
}

/// A page that isn't seen waits: charts of many operators take their time.
void TradeoffsPage::refreshWhenSeen() {
    m_isStale = !isVisible();
    if (!m_isStale) refresh();
}

void TradeoffsPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!m_isStale) return;
    m_isStale = false;
    refresh();
}

void TradeoffsPage::refresh() {
    const auto plan = m_document.currentPlan();
    m_stack->setCurrentIndex(plan ? 1 : 0);
    m_roofline->setPlan(plan.get(), m_document.currentAccelerator());
    m_layerTimes->setPlan(plan.get());
    m_layerAnchors->setSeries(anchorsOf(plan));
    m_layerEnergies->setSeries(energiesOf(plan));
    showLegends();
    if (!plan) {
        m_summary->setText({});
        const auto text = noPlanText(m_document, tr("every operator stands here against the roofs of the accelerator, "
                                                    "and below it the time of each layer type"));
        m_empty->setText(text.heading, text.text);
        return;
    }
    m_summary->setText(tr("p50 %1 \u00b7 p95, p99 not modelled \u00b7 MFU %2 \u00b7 stall %3")
                           .arg(figureText(plan->totals.latencySeconds.p50, NumberStyle::seconds),
                                figureText(plan->totals.mfu, NumberStyle::percent),
                                figureText(plan->totals.memoryStallFraction, NumberStyle::percent)),
                       mfuMeaning() + QLatin1Char('\n') + stallMeaning());
}

void TradeoffsPage::showLegends() {
    const auto theme = themeOf(palette());
    m_layerLegend->setText(AttributionBar::legend(theme));
    std::set<BottleneckClass> kinds;
    if (const auto plan = m_document.currentPlan()) {
        for (const auto& planned : plan->operators) {
            if (planned.flops > 0 && planned.seconds > 0) kinds.insert(planned.bottleneck.kind);
        }
    }
    QStringList parts;
    for (const auto kind : kinds) {
        parts << QStringLiteral("<span style=\"color:%1\">%2</span>&nbsp;%3")
                     .arg(bottleneckColor(kind, theme).name(), bottleneckGlyph(kind),
                          translated(titleOf(kind)).toHtmlEscaped());
    }
    m_rooflineLegend->setText(tr("Limited by: ").toHtmlEscaped() + parts.join(QStringLiteral(" &nbsp; ")));
}

void TradeoffsPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_layerLegend != nullptr) showLegends();
}

} // namespace nestwright::gui
