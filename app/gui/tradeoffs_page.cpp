// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tradeoffs_page.h"

#include "app/gui/accelerator_combo.h"
#include "app/gui/document.h"
#include "app/gui/panels.h"
#include "app/gui/roofline_plot.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace nestwright::gui {

TradeoffsPage::TradeoffsPage(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document) {
    setObjectName(QStringLiteral("tradeoffsPage"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bar = makePageBar(this);
    auto* row = static_cast<QHBoxLayout*>(bar->layout());
    auto* heading = new QLabel(tr("Roofline"), bar);
    auto font = heading->font();
    font.setBold(true);
    heading->setFont(font);
    row->addWidget(heading);
    row->addWidget(new AcceleratorCombo(document, QStringLiteral("tradeoffsAccelerator"), bar));
    row->addStretch(1);
    column->addWidget(bar);
    m_stack = new QStackedWidget(this);
    column->addWidget(m_stack, 1);
    m_stack->addWidget(new EmptyState(tr("Nothing is planned yet"),
                                      tr("When the model is planned, every operator stands here against the roofs of "
                                         "the accelerator: the flat one is compute, the slope is memory."),
                                      m_stack));
    auto* content = new QWidget(m_stack);
    auto* inner = new QVBoxLayout(content);
    inner->setContentsMargins(12, 12, 12, 12);
    m_roofline = new RooflinePlot(content);
    inner->addWidget(m_roofline, 1);
    auto* note = makeText(QStringLiteral("tradeoffsNote"), content);
    note->setProperty("isMuted", true);
    note->setText(tr("Each mark is an operator; its shape and colour name its bottleneck. The distance below the roof "
                     "is what a better mapping, a larger batch or fewer launches could win. Curves over batch and "
                     "sequence length will stand here once this version can sweep them."));
    inner->addWidget(note);
    m_stack->addWidget(content);
    connect(m_roofline, &RooflinePlot::operatorClicked, &document, &Document::select);
    connect(&document, &Document::rowsChanged, this, &TradeoffsPage::refresh);
    connect(&document, &Document::selectionChanged, this, [this] { m_roofline->setSelected(m_document.selected()); });
    refresh();
}

void TradeoffsPage::refresh() {
    const auto plan = m_document.currentPlan();
    m_stack->setCurrentIndex(plan ? 1 : 0);
    m_roofline->setPlan(plan.get(), m_document.currentAccelerator());
}

} // namespace nestwright::gui
