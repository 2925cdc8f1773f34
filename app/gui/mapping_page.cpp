// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/mapping_page.h"

#include "app/gui/accelerator_combo.h"
#include "app/gui/chart_notes.h"
#include "app/gui/document.h"
#include "app/gui/elided_combo.h"
#include "app/gui/empty_texts.h"
#include "app/gui/fit_note.h"
#include "app/gui/panels.h"
#include "widgets/mapping/lane_view.h"
#include "widgets/mapping/mapping_view.h"
#include "widgets/plots/energy_chart.h"
#include "widgets/plots/roofline_chart.h"
#include "widgets/tables/figure_grid.h"
#include "widgets/tables/figure_text.h"

#include <QComboBox>
#include <QFrame>
#include <QLocale>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace nestwright::gui {

namespace {

using report::NumberStyle;

constexpr int kMostNestLines = 48;

bool hasMapping(const PlannedOperator* planned) {
    return planned != nullptr && planned->mappings && !planned->mappings->empty();
}

} // namespace

MappingPage::MappingPage(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document) {
    setObjectName(QStringLiteral("mappingPage"));
    const auto frame = framePage(this);
    m_stack = frame.stack;
    m_empty = frame.empty;
    buildBar(frame);
    static_cast<QVBoxLayout*>(layout())->insertWidget(1, new FitNote(document, QStringLiteral("mappingFitNote"), this));
    m_stack->addWidget(makeContent());
    setFocusProxy(m_operator);
    connect(&document, &Document::rowsChanged, this, [this] { stateChanged(true); });
    connect(&document, &Document::plansChanged, this, [this] { stateChanged(false); });
    connect(&document, &Document::selectionChanged, this, [this] { stateChanged(false); });
}

void MappingPage::stateChanged(bool hasOtherRows) {
    m_hasOtherRows = m_hasOtherRows || hasOtherRows;
    m_isStale = !isVisible();
    if (m_isStale) return;
    if (m_hasOtherRows) fillOperators();
    m_hasOtherRows = false;
    refresh();
}

void MappingPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_isStale) stateChanged(false);
}

void MappingPage::buildBar(const PageFrame& frame) {
    m_operator = new ElidedCombo(this);
    m_operator->setObjectName(QStringLiteral("mappingOperator"));
    m_operator->setAccessibleName(tr("Operator shown"));
    m_operator->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_operator->setMinimumContentsLength(16);
    connect(m_operator, &QComboBox::activated, this,
            [this](int index) { m_document.select(m_operator->itemData(index).toInt()); });
    frame.add(m_operator, 1);
    frame.add(new AcceleratorCombo(m_document, QStringLiteral("mappingAccelerator"), this));
    m_einsum = new QComboBox(this);
    m_einsum->setObjectName(QStringLiteral("mappingEinsum"));
    m_einsum->setAccessibleName(tr("Part of the operator"));
    m_einsum->setToolTip(tr("An operator of several multiply-add parts has a mapping for each"));
    connect(m_einsum, &QComboBox::activated, this, &MappingPage::showEinsum);
    frame.add(m_einsum);
    m_summary = frame.addSummary(QStringLiteral("mappingSummary"), 2);
}

FigureGrid* MappingPage::addGrid(QVBoxLayout* column, QWidget* parent, const QString& caption, const QString& name,
                                 QFrame** panel) {
    *panel = makePanel(caption, parent);
    auto* grid = new FigureGrid(*panel);
    grid->setObjectName(name);
    (*panel)->layout()->addWidget(grid);
    column->addWidget(*panel);
    return grid;
}

QWidget* MappingPage::makeContent() {
    auto* scroll = new PageScroll(m_stack);
    auto* content = scroll->widget();
    auto* row = new PanelRow(kTwoColumns, content);
    addLevels(row->addColumn(3), content);
    addDetails(row->addColumn(2), content);
    scroll->column()->addWidget(row, 1);
    for (auto* chart : std::initializer_list<Chart*>{m_roofline, m_energy}) noteExports(*chart, m_document);
    return scroll;
}

void MappingPage::addLevels(QVBoxLayout* column, QWidget* content) {
    m_view = new MappingView(content);
    column->addWidget(m_view);
    m_lanePanel = makePanel(tr("Busy and idle instances of each array"), content);
    m_lanes = new LaneView(m_lanePanel);
    m_lanePanel->layout()->addWidget(m_lanes);
    column->addWidget(m_lanePanel);
    column->addWidget(makeRoofline(content), 1);
}

void MappingPage::addDetails(QVBoxLayout* column, QWidget* content) {
    m_figures = addGrid(column, content, tr("This mapping: alone, and as the operator is planned"),
                        QStringLiteral("mappingFigures"), &m_figurePanel);
    m_nestPanel = makePanel(tr("Loop nest, outermost loop first"), content);
    m_nest = makeListing(QStringLiteral("mappingNest"), m_nestPanel);
    m_nest->setAccessibleName(tr("Loop nest of the mapping"));
    m_nest->setToolTip(tr("for: one pass after another; par: spread over the instances along X or Y; keep: from here "
                          "inward the level holds a tile of the tensor"));
    m_nestPanel->layout()->addWidget(m_nest);
    column->addWidget(m_nestPanel);
    m_tiles = addGrid(column, content, tr("Tiles: what a level holds"), QStringLiteral("mappingTiles"), &m_tilePanel);
    m_ports = addGrid(column, content, tr("Ports: load against the compute cycles"), QStringLiteral("mappingPorts"),
                      &m_portPanel);
    column->addWidget(makeEnergy(content), 1);
    column->addStretch(); // takes the room where an operator has no energy chart
}

QWidget* MappingPage::makeRoofline(QWidget* parent) {
    auto* panel = makePanel(tr("Roofline: this operator among all"), parent);
    m_roofline = new RooflineChart(panel);
    m_roofline->setObjectName(QStringLiteral("mappingRoofline"));
    m_roofline->setToolTip(tr("Each mark is an operator of the model, larger where it takes longer; the ring is the "
                              "one shown above. A click selects another. Wheel: zoom. F or double click: show all."));
    connect(m_roofline, &RooflineChart::operatorChosen, &m_document, &Document::select);
    static_cast<QVBoxLayout*>(panel->layout())->addWidget(m_roofline, 1);
    return panel;
}

QWidget* MappingPage::makeEnergy(QWidget* parent) {
    m_energyPanel = makePanel(tr("Energy of the operator, by level"), parent);
    m_energy = new EnergyChart(m_energyPanel);
    m_energy->setToolTip(
        tr("Over all runs: accesses of each level, hops of the networks between them, multiply-adds "
           "and leakage, the device's static power over the time, kernel launch included, and what other "
           "parts of the operator take."));
    addChart(m_energyPanel, m_energy);
    return m_energyPanel;
}

void MappingPage::fillOperators() {
    const QSignalBlocker blocker(m_operator);
    m_operator->clear();
    std::vector<const OperatorRow*> rows;
    for (const auto& row : m_document.rows()) {
        if (row.plannedIndex >= 0 && !row.isFree) rows.push_back(&row);
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto* a, const auto* b) { return a->seconds > b->seconds; });
    for (const auto* row : rows) {
        m_operator->addItem(QStringLiteral("%1   %2").arg(row->title, row->name), row->id);
    }
    m_operator->setEnabled(m_operator->count() > 0);
}

void MappingPage::refresh() {
    const auto* planned = m_document.selectedPlanned();
    {
        const QSignalBlocker blocker(m_operator);
        m_operator->setCurrentIndex(m_operator->findData(m_document.selected()));
    }
    m_operator->setToolTip(
        (m_operator->currentIndex() >= 0 ? m_operator->currentText() + QLatin1Char('\n') : QString()) +
        tr("Operators that take time, slowest first; the selection is shared by all modes"));
    m_summary->setText({});
    const auto plan = m_document.currentPlan();
    if (m_shownPlan != plan) m_roofline->setPlan(plan.get(), m_document.currentAccelerator());
    m_shownPlan = plan;
    m_roofline->setSelected(m_document.selected());
    const bool isMapped = hasMapping(planned);
    const QSignalBlocker blocker(m_einsum);
    m_einsum->clear();
    m_einsum->setVisible(isMapped && planned->mappings->size() > 1);
    const bool takesTime = planned != nullptr && planned->seconds > 0;
    m_stack->setCurrentIndex(isMapped || takesTime ? 1 : 0);
    if (isMapped) {
        for (const auto& mapping : *planned->mappings) m_einsum->addItem(QString::fromStdString(mapping.problem.name));
        showEinsum();
    } else if (takesTime) {
        showVector();
    } else {
        showEmpty();
    }
}

void MappingPage::showEmpty() {
    if (!m_document.currentPlan()) {
        const auto text = noPlanText(m_document, tr("the loops and tiles of the selected operator stand here, level by "
                                                    "level, with what moves between them"));
        m_empty->setText(text.heading, text.text);
    } else if (m_document.selectedPlanned() == nullptr) {
        m_empty->setText(tr("No operator is selected"),
                         tr("Choose an operator in the list above, or select one in the graph or its table."));
    } else {
        m_empty->setText(tr("This operator takes no time"),
                         tr("It is a view or a constant: nothing is computed and nothing moves. Choose another "
                            "operator in the list above."));
    }
}

void MappingPage::showEinsum() {
    const auto* planned = m_document.selectedPlanned();
    const auto* accelerator = m_document.currentAccelerator();
    if (!hasMapping(planned) || accelerator == nullptr) return;
    const auto index = static_cast<std::size_t>(std::max(0, m_einsum->currentIndex()));
    if (index >= planned->mappings->size()) return;
    const auto& mapping = (*planned->mappings)[index];
    showPicture(std::make_shared<const MappingPicture>(mappingPicture(*accelerator, mapping)));
    showEnergy(index);
    showSummary(mapping);
    showFigures(mapping);
}

void MappingPage::showVector() {
    const auto plan = m_document.currentPlan();
    const auto* planned = m_document.selectedPlanned();
    const auto* accelerator = m_document.currentAccelerator();
    const auto& model = *m_document.model();
    auto picture = vectorPicture(*accelerator, *model.graph, model.works[static_cast<std::size_t>(planned->id)],
                                 *planned, plan->format);
    picture.computeName = tr("Vector unit").toStdString();
    showPicture(std::make_shared<const MappingPicture>(std::move(picture)));
    m_energyPanel->hide();
    m_figurePanel->hide();
    m_summary->setText(tr("%1 \u00b7 stall %2 \u00b7 no multiply-adds: vector unit and memory path")
                           .arg(figureText(planned->seconds, NumberStyle::seconds),
                                figureText(planned->memoryStallFraction, NumberStyle::percent)),
                       stallMeaning());
}

void MappingPage::showPicture(const std::shared_ptr<const MappingPicture>& picture) {
    m_view->setPicture(picture);
    m_lanes->setPicture(*picture);
    m_lanePanel->setVisible(!m_lanes->isEmpty());
    showTiles(*picture);
    showPorts(*picture);
    m_nestPanel->setVisible(!picture->isVector);
    fitListing(m_nest, QString::fromStdString(picture->nestText).trimmed(), kMostNestLines);
}

void MappingPage::showSummary(const PlannedMapping& mapping) {
    QStringList facts{tr("%1 cycles").arg(countText(mapping.cost.cycles))};
    if (mapping.repeats > 1) facts << tr("%n time(s)", nullptr, static_cast<int>(mapping.repeats));
    const auto& proof = mapping.proof;
    const auto gapText = [](double gap) { return tr("gap %1").arg(figureText(gap, NumberStyle::percent)); };
    if (proof.isOptimal) {
        facts << tr("proved optimal");
    } else if (proof.perfectGap == 0.0) {
        facts << tr("no perfect factors better");
    } else if (proof.perfectGap) {
        facts << gapText(*proof.perfectGap);
    } else if (proof.gap) {
        facts << gapText(*proof.gap);
    }
    facts << tr("MFU %1, no launch").arg(figureText(mapping.cost.mfu, NumberStyle::percent));
    m_summary->setText(
        facts.join(QStringLiteral(" \u00b7 ")),
        mfuMeaning() + QLatin1Char('\n') +
            tr("Gap: by how much the cycles are above the lower bound that is known for any mapping, or for "
               "any with perfect factors where those were searched"));
}

void MappingPage::showEnergy(std::size_t index) {
    const auto& planned = *m_document.selectedPlanned();
    const auto& mapping = (*planned.mappings)[index];
    constexpr double kNothing = 1e-9; ///< of the operator's energy: what rounding leaves
    EnergyChart::Beside beside;
    beside.staticJ = planned.mappingStaticJ[index];
    const double own = mapping.cost.energyPj * 1e-12 * static_cast<double>(mapping.repeats);
    const double rest = planned.energyJ - own - beside.staticJ;
    if (rest > kNothing * planned.energyJ) beside.restJ = rest;
    beside.restName = planned.mappings->size() > 1 ? tr("Other parts") : tr("Vector work");
    m_energy->setMapping(&mapping, beside);
    m_energyPanel->show();
}

/// Without the kernel launch the MFU is another: both stand here, each under its name.
void MappingPage::showFigures(const PlannedMapping& mapping) {
    const auto& planned = *m_document.selectedPlanned();
    const auto& cost = mapping.cost;
    const double clock = m_document.currentAccelerator()->device.clockHz;
    const auto seconds = [](double value) { return figureText(value, NumberStyle::seconds); };
    const auto percent = [](std::optional<double> value) { return figureText(value, NumberStyle::percent); };
    const auto energy = [](double joules) { return figureText(joules, NumberStyle::energy); };
    const auto none = QStringLiteral("\u2014");
    std::vector<FigureGrid::Row> rows{
        {{tr("Runs"), countText(1), countText(static_cast<double>(mapping.repeats))},
         tr("How often the operator runs this loop nest")},
        {{tr("Cycles"), countText(cost.cycles), none}, tr("Computing, waiting, fill and drain")},
        {{tr("Time"), clock > 0 ? seconds(cost.cycles / clock) : none, seconds(planned.seconds)},
         tr("As planned, the kernel launch and all parts of the operator are in it")},
        {{tr("MFU"), percent(cost.mfu), percent(planned.mfu)},
         tr("Multiply-adds over what all lanes could do in the time above")},
        {{tr("Memory stall"), percent(cost.memoryStallFraction), percent(planned.memoryStallFraction)}, stallMeaning()},
        {{tr("Energy"), energy(cost.energyPj * 1e-12), energy(planned.energyJ)},
         tr("As planned, the device's static power over the time is in it")}};
    if (mapping.proof.perfectGap) {
        rows.push_back({{tr("Above perfect bound"), percent(*mapping.proof.perfectGap), none},
                        tr("How far this is, at most, above the best mapping with perfect factors: what the search "
                           "proved. Mappings with imperfect factors are searched without a proof")});
    }
    if (mapping.proof.gap) {
        rows.push_back({{tr("Above the lower bound"), percent(*mapping.proof.gap), none},
                        tr("The bound of all mappings: all lanes busy, or every tensor moved once, or what the search "
                           "proved where only perfect factors are allowed")});
    }
    m_figures->setContent({tr("Figure"), tr("One run, no launch"), tr("As planned")}, rows);
    m_figurePanel->show();
}

/// A column a tensor; of an operator without loops, whose tensors have the names of the model, a row a tensor.
void MappingPage::showTiles(const MappingPicture& picture) {
    std::vector<FigureGrid::Row> rows;
    m_tilePanel->setVisible(!picture.levels.empty());
    if (picture.levels.empty()) return;
    if (picture.isVector) {
        for (const auto& use : picture.levels.front().tensors) {
            rows.push_back(
                {{QString::fromStdString(use.name), use.operand == Operand::output ? tr("written") : tr("read"),
                  figureText(use.tileBits / 8, NumberStyle::bytes)},
                 tr("Bytes of the tensor; %n pass(es) over the input", nullptr, picture.passes)});
        }
        m_tiles->setContent({tr("Tensor"), tr("Use"), tr("Size")}, rows);
        return;
    }
    QStringList heads{tr("Level")};
    for (const auto& use : picture.levels.front().tensors) heads << QString::fromStdString(use.name);
    for (const auto& level : picture.levels) {
        QStringList cells{QString::fromStdString(level.name)};
        for (const auto& use : level.tensors) {
            cells << (use.isKept ? figureText(use.tileBits / 8, NumberStyle::bytes) +
                                       (use.tileCount > 1 ? QStringLiteral(" \u00d7%1").arg(use.tileCount) : QString())
                                 : tr("bypass"));
        }
        rows.push_back({cells, tr("Bytes of one tile; \u00d72 where the level is double-buffered")});
    }
    m_tiles->setContent(heads, rows);
}

void MappingPage::showPorts(const MappingPicture& picture) {
    std::vector<FigureGrid::Row> rows;
    for (const auto& level : picture.levels) {
        for (const auto& port : level.ports) {
            const auto load =
                picture.computeCycles > 0 ? std::optional(port.busyCycles / picture.computeCycles) : std::nullopt;
            const double stall = picture.blockedBy(port.name);
            rows.push_back(
                {{QString::fromStdString(port.name), countText(port.busyCycles), figureText(load, NumberStyle::percent),
                  stall > 0 ? countText(stall) : QStringLiteral("\u2014")},
                 tr("Busy cycles over the compute cycles; above 100 % the port blocks, and the stall is how "
                    "many cycles compute waits for it")});
        }
    }
    m_ports->setContent({tr("Port"), tr("Busy cycles"), tr("Load"), tr("Stall cycles")}, rows,
                        tr("Load: busy cycles over the compute cycles. Stall cycles: those in which compute waits for "
                           "the port between the first and the last multiply-add; fill and drain come on top of them "
                           "in the memory-stall fraction."));
    m_portPanel->setVisible(!rows.empty());
}

} // namespace nestwright::gui
