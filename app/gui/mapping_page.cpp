// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/mapping_page.h"

#include "app/gui/accelerator_combo.h"
#include "app/gui/document.h"
#include "app/gui/panels.h"
#include "widgets/base/translate.h"
#include "widgets/mapping/mapping_view.h"
#include "widgets/tables/figure_grid.h"
#include "widgets/tables/figure_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace nestwright::gui {

namespace {

using report::NumberStyle;

/// A panel with a caption and a grid in it.
FigureGrid* addPanel(QVBoxLayout* column, QWidget* parent, const QString& caption, const QString& name,
                     QWidget** panel = nullptr) {
    auto* frame = new QFrame(parent);
    frame->setProperty("isPanel", true);
    auto* inner = new QVBoxLayout(frame);
    inner->setContentsMargins(12, 4, 12, 12);
    inner->setSpacing(6);
    inner->addWidget(makeCaption(caption, frame));
    auto* grid = new FigureGrid(frame);
    grid->setObjectName(name);
    inner->addWidget(grid);
    column->addWidget(frame);
    if (panel != nullptr) *panel = frame;
    return grid;
}

} // namespace

MappingPage::MappingPage(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document) {
    setObjectName(QStringLiteral("mappingPage"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bar = makePageBar(this);
    auto* row = static_cast<QHBoxLayout*>(bar->layout());
    m_operator = new QComboBox(bar);
    m_operator->setObjectName(QStringLiteral("mappingOperator"));
    m_operator->setAccessibleName(tr("Operator shown"));
    m_operator->setToolTip(tr("Operators with a mapping, slowest first; the selection is shared by all modes"));
    m_operator->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_operator->setMinimumContentsLength(24);
    connect(m_operator, &QComboBox::activated, this,
            [this](int index) { m_document.select(m_operator->itemData(index).toInt()); });
    row->addWidget(m_operator);
    row->addWidget(new AcceleratorCombo(document, QStringLiteral("mappingAccelerator"), bar));
    m_einsum = new QComboBox(bar);
    m_einsum->setObjectName(QStringLiteral("mappingEinsum"));
    m_einsum->setAccessibleName(tr("Part of the operator"));
    m_einsum->setToolTip(tr("An operator of several multiply-add parts has a mapping for each"));
    connect(m_einsum, &QComboBox::activated, this, &MappingPage::showEinsum);
    row->addWidget(m_einsum);
    m_summary = new ElidedLabel(bar);
    m_summary->setObjectName(QStringLiteral("mappingSummary"));
    m_summary->setProperty("isMuted", true);
    row->addWidget(m_summary, 1);
    column->addWidget(bar);

    m_stack = new QStackedWidget(this);
    m_empty = new EmptyState({}, {}, m_stack);
    m_stack->addWidget(m_empty);
    auto* scroll = new QScrollArea(m_stack);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* content = new QWidget(scroll);
    auto* inner = new QVBoxLayout(content);
    inner->setContentsMargins(12, 12, 12, 12);
    inner->setSpacing(12);
    m_view = new MappingView(content);
    inner->addWidget(m_view);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(12);
    inner->addLayout(columns);
    auto* left = new QVBoxLayout;
    left->setSpacing(12);
    columns->addLayout(left, 1);
    m_tiles = addPanel(left, content, tr("Tiles: what a level holds"), QStringLiteral("mappingTiles"));
    m_trafficGrid = addPanel(left, content, tr("Ports: load against the compute cycles"),
                             QStringLiteral("mappingPorts"), &m_traffic);
    left->addStretch(1);
    auto* nestPanel = new QFrame(content);
    nestPanel->setProperty("isPanel", true);
    auto* nestColumn = new QVBoxLayout(nestPanel);
    nestColumn->setContentsMargins(12, 4, 12, 12);
    nestColumn->addWidget(makeCaption(tr("Loop nest, outermost loop first"), nestPanel));
    m_nest = makeListing(QStringLiteral("mappingNest"), nestPanel);
    m_nest->setAccessibleName(tr("Loop nest of the mapping"));
    nestColumn->addWidget(m_nest);
    columns->addWidget(nestPanel, 1, Qt::AlignTop);
    inner->addStretch(1);
    scroll->setWidget(content);
    m_stack->addWidget(scroll);
    column->addWidget(m_stack, 1);

    connect(&document, &Document::rowsChanged, this, &MappingPage::fillOperators);
    connect(&document, &Document::rowsChanged, this, &MappingPage::refresh);
    connect(&document, &Document::selectionChanged, this, &MappingPage::refresh);
    fillOperators();
    refresh();
}

void MappingPage::fillOperators() {
    const QSignalBlocker blocker(m_operator);
    m_operator->clear();
    const auto plan = m_document.currentPlan();
    if (!plan) return;
    std::vector<const OperatorRow*> rows;
    for (const auto& row : m_document.rows()) {
        if (row.plannedIndex < 0) continue;
        const auto& planned = plan->operators[static_cast<std::size_t>(row.plannedIndex)];
        if (planned.mappings && !planned.mappings->empty()) rows.push_back(&row);
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto* a, const auto* b) { return a->seconds > b->seconds; });
    for (const auto* row : rows) {
        m_operator->addItem(QStringLiteral("%1   %2").arg(row->title, row->name), row->id);
    }
    m_operator->setEnabled(m_operator->count() > 0);
}

void MappingPage::refresh() {
    const auto* planned = m_document.selectedPlanned();
    const bool hasMapping = planned != nullptr && planned->mappings && !planned->mappings->empty();
    {
        const QSignalBlocker blocker(m_operator);
        m_operator->setCurrentIndex(m_operator->findData(m_document.selected()));
    }
    m_stack->setCurrentIndex(hasMapping ? 1 : 0);
    m_summary->setText({});
    const QSignalBlocker blocker(m_einsum);
    m_einsum->clear();
    m_einsum->setVisible(hasMapping && planned->mappings->size() > 1);
    if (hasMapping) {
        for (const auto& mapping : *planned->mappings) m_einsum->addItem(QString::fromStdString(mapping.problem.name));
        showEinsum();
        return;
    }
    if (!m_document.currentPlan()) {
        m_empty->setText(tr("Nothing is planned yet"),
                         tr("When the model is planned on an accelerator, the loops and tiles of the selected operator "
                            "appear here, level by level."));
    } else if (planned == nullptr) {
        m_empty->setText(tr("No operator is selected"),
                         tr("Choose an operator in the list above, or select one in the graph or its table."));
    } else {
        m_empty->setText(tr("This operator has no multiply-adds to map"),
                         tr("It runs on the vector unit or the memory path: its time follows from its passes and "
                            "bytes, which the inspector shows. Choose another operator in the list above."));
    }
}

void MappingPage::showEinsum() {
    const auto* planned = m_document.selectedPlanned();
    const auto* accelerator = m_document.currentAccelerator();
    if (planned == nullptr || accelerator == nullptr || !planned->mappings) return;
    const auto index = static_cast<std::size_t>(std::max(0, m_einsum->currentIndex()));
    if (index >= planned->mappings->size()) return;
    const auto& mapping = (*planned->mappings)[index];
    const auto picture = std::make_shared<const MappingPicture>(mappingPicture(*accelerator, mapping));
    m_view->setPicture(picture);

    QStringList facts{tr("%1 cycles").arg(QLocale().toString(mapping.cost.cycles, 'f', 0))};
    if (mapping.repeats > 1) facts << tr("%n time(s)", nullptr, static_cast<int>(mapping.repeats));
    facts << tr("MFU %1").arg(figureText(mapping.cost.mfu, NumberStyle::percent));
    if (mapping.proof.gap) {
        facts << (mapping.proof.isOptimal
                      ? tr("proved optimal")
                      : tr("%1 above the lower bound").arg(figureText(*mapping.proof.gap, NumberStyle::percent)));
    }
    m_summary->setText(facts.join(QStringLiteral(" \u00b7 ")));

    std::vector<FigureGrid::Row> tiles;
    std::vector<FigureGrid::Row> ports;
    QStringList heads{tr("Level")};
    for (const auto& tensor : mapping.problem.tensors) heads << QString::fromStdString(tensor.name);
    for (const auto& level : picture->levels) {
        const auto name = QString::fromStdString(level.name);
        QStringList cells{name};
        for (const auto& use : level.tensors) {
            cells << (use.isKept ? figureText(use.tileBits / 8, NumberStyle::bytes) +
                                       (use.tileCount > 1 ? QStringLiteral(" \u00d7%1").arg(use.tileCount) : QString())
                                 : tr("bypass"));
        }
        tiles.push_back({cells, tr("Bytes of one tile; \u00d72 where the level is double-buffered")});
        for (const auto& port : level.ports) {
            const auto load =
                picture->computeCycles > 0 ? std::optional(port.busyCycles / picture->computeCycles) : std::nullopt;
            ports.push_back({{QString::fromStdString(port.name), QLocale().toString(port.busyCycles, 'f', 0),
                              figureText(load, NumberStyle::percent)},
                             tr("Above 100 % the port blocks compute")});
        }
    }
    m_tiles->setContent(heads, tiles);
    m_trafficGrid->setContent({tr("Port"), tr("Busy cycles"), tr("Load")}, ports);
    m_traffic->setVisible(!ports.empty());
    fitListing(m_nest, QString::fromStdString(picture->nestText).trimmed(), 40);
}

} // namespace nestwright::gui
