// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tradeoffs_page.h"

#include "app/gui/accelerator_combo.h"
#include "app/gui/document.h"
#include "app/gui/empty_texts.h"
#include "app/gui/panels.h"
#include "widgets/base/palette.h"
#include "widgets/base/translate.h"
#include "widgets/mapping/attribution_bar.h"
#include "widgets/plots/layer_time_chart.h"
#include "widgets/plots/roofline_chart.h"
#include "widgets/tables/figure_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace nestwright::gui {

namespace {
using report::NumberStyle;
/// Below this the charts stand one below the other.
constexpr int kTwoColumns = 1400;
} // namespace

TradeoffsPage::TradeoffsPage(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document) {
    setObjectName(QStringLiteral("tradeoffsPage"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bar = makePageBar(this);
    auto* row = static_cast<QHBoxLayout*>(bar->layout());
    row->addWidget(makeHeading(tr("Trade-offs"), bar));
    row->addWidget(new AcceleratorCombo(document, QStringLiteral("tradeoffsAccelerator"), bar));
    m_summary = new ElidedLabel(bar);
    m_summary->setObjectName(QStringLiteral("tradeoffsSummary"));
    row->addWidget(m_summary, 1);
    column->addWidget(bar);
    m_stack = new QStackedWidget(this);
    column->addWidget(m_stack, 1);
    m_empty = new EmptyState({}, {}, m_stack);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeContent());
    connect(&document, &Document::rowsChanged, this, &TradeoffsPage::refreshWhenSeen);
    connect(&document, &Document::plansChanged, this, &TradeoffsPage::refreshWhenSeen);
    connect(&document, &Document::selectionChanged, this, [this] { m_roofline->setSelected(m_document.selected()); });
    refresh();
}

QWidget* TradeoffsPage::makeContent() {
    auto* scroll = new QScrollArea(m_stack);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* content = new QWidget(scroll);
    auto* inner = new QVBoxLayout(content);
    inner->setContentsMargins(12, 12, 12, 12);
    auto* panels = new PanelRow(kTwoColumns, content);
    inner->addWidget(panels);

    auto* roofline = makePanel(tr("Roofline: each mark is an operator, larger where it takes longer"), panels);
    m_rooflineLegend = new QLabel(roofline);
    m_rooflineLegend->setObjectName(QStringLiteral("rooflineLegend"));
    m_rooflineLegend->setTextFormat(Qt::RichText);
    m_rooflineLegend->setWordWrap(true);
    roofline->layout()->addWidget(m_rooflineLegend);
    m_roofline = new RooflineChart(roofline);
    m_roofline->setToolTip(tr("How many operations a second each operator reaches, against what compute and device "
                              "memory allow. Wheel: zoom. F or double click: show all. Arrow keys: next operator."));
    static_cast<QVBoxLayout*>(roofline->layout())->addWidget(m_roofline, 1);
    panels->add(roofline, 3);

    auto* times = makePanel(tr("Time by layer type: in each bar the shares of its time"), panels);
    m_layerLegend = new QLabel(times);
    m_layerLegend->setObjectName(QStringLiteral("layerLegend"));
    m_layerLegend->setTextFormat(Qt::RichText);
    m_layerLegend->setWordWrap(true);
    times->layout()->addWidget(m_layerLegend);
    m_layerTimes = new LayerTimeChart(times);
    m_layerTimes->setToolTip(tr("Predicted time of all operators of a layer type, launches included. A click selects "
                                "the slowest of them."));
    auto* timeColumn = static_cast<QVBoxLayout*>(times->layout());
    timeColumn->addWidget(m_layerTimes, 100);
    timeColumn->addStretch(1);
    panels->add(times, 2);
    scroll->setWidget(content);

    connect(m_roofline, &RooflineChart::operatorChosen, &m_document, &Document::select);
    connect(m_layerTimes, &BarChart::barChosen, this, &TradeoffsPage::chooseLayerType);
    listenTo(*m_roofline);
    listenTo(*m_layerTimes);
    return scroll;
}

void TradeoffsPage::listenTo(Chart& chart) {
    connect(&chart, &Chart::exported, this, [this](const QString& path, const QString& error) {
        const bool isWritten = error.isEmpty();
        m_document.setNotes(QStringLiteral("chart"),
                            {{isWritten ? Note::Severity::information : Note::Severity::error,
                              isWritten ? tr("The chart is in %1.").arg(path) : error, error}});
    });
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
                                figureText(plan->totals.memoryStallFraction, NumberStyle::percent)));
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

void TradeoffsPage::chooseLayerType(int type) {
    const OperatorRow* slowest = nullptr;
    for (const auto& row : m_document.rows()) {
        if (static_cast<int>(row.layerType) != type) continue;
        if (slowest == nullptr || row.seconds > slowest->seconds) slowest = &row;
    }
    if (slowest != nullptr) m_document.select(slowest->id);
}

void TradeoffsPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_layerLegend != nullptr) showLegends();
}

} // namespace nestwright::gui
