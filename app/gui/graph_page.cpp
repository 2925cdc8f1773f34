// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/graph_page.h"

#include "app/gui/accelerator_combo.h"
#include "app/gui/document.h"
#include "app/gui/graph_export.h"
#include "app/gui/panels.h"
#include "widgets/graph/graph_view.h"
#include "widgets/graph/mini_map.h"
#include "widgets/tables/bar_delegate.h"
#include "widgets/tables/operator_table_model.h"

#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace nestwright::gui {

namespace {
constexpr int kSearchDelayMs = 120;
constexpr int kOverlayMargin = 12;

QToolButton* makeButton(const QString& name, const QString& text, const QString& help, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(help);
    button->setAccessibleName(help);
    return button;
}
} // namespace

GraphPage::GraphPage(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document) {
    setObjectName(QStringLiteral("graphPage"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_splitter = new QSplitter(Qt::Vertical, this);
    m_splitter->setObjectName(QStringLiteral("graphSplitter"));
    m_view = new GraphView(m_splitter);
    m_legend = new GraphLegend(m_view);
    m_miniMap = new MiniMap(m_view, m_view);
    m_view->installEventFilter(this);
    buildBar();
    column->addWidget(m_splitter, 1);
    m_splitter->addWidget(m_view);
    buildTable();
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setSizes({600, 300});
    setFocusProxy(m_view);

    m_searchDelay.setSingleShot(true);
    m_searchDelay.setInterval(kSearchDelayMs);
    connect(&m_searchDelay, &QTimer::timeout, this, &GraphPage::search);
    connect(m_view, &GraphView::nodeClicked, &document, &Document::select);
    connect(m_view, &GraphView::nodeActivated, this, &GraphPage::mappingWanted);
    connect(&document, &Document::modelChanged, this, &GraphPage::showModel);
    connect(&document, &Document::rowsChanged, this, &GraphPage::showFaces);
    connect(&document, &Document::selectionChanged, this, &GraphPage::showSelection);
    showModel();
}

void GraphPage::buildBar() {
    auto* bar = makePageBar(this);
    auto* row = static_cast<QHBoxLayout*>(bar->layout());
    m_search = new QLineEdit(bar);
    m_search->setObjectName(QStringLiteral("graphSearch"));
    m_search->setPlaceholderText(tr("Find: name, type:conv, stall>20%"));
    m_search->setAccessibleName(tr("Find operators"));
    m_search->setToolTip(tr("Words of the name or type; type:conv; share, mfu or stall above or below percent: "
                            "stall>20%. Enter goes to the next match (Ctrl+F)"));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(110);
    m_search->setMaximumWidth(340);
    connect(m_search, &QLineEdit::textChanged, &m_searchDelay, qOverload<>(&QTimer::start));
    connect(m_search, &QLineEdit::returnPressed, this, [this] { walkMatches(1); });
    row->addWidget(m_search, 2);
    m_matchCount = new QLabel(bar);
    m_matchCount->setObjectName(QStringLiteral("graphMatches"));
    m_matchCount->setProperty("isMuted", true);
    row->addWidget(m_matchCount);
    m_colouring = new QComboBox(bar);
    m_colouring->setObjectName(QStringLiteral("graphColouring"));
    m_colouring->setAccessibleName(tr("Colour of the nodes"));
    m_colouring->setToolTip(tr("What the coloured edge of a node stands for"));
    m_colouring->addItems({tr("Colour: bottleneck"), tr("Colour: MFU"), tr("Colour: stall"), tr("Colour: time share")});
    m_colouring->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_colouring->setMinimumContentsLength(15);
    connect(m_colouring, &QComboBox::activated, this, &GraphPage::showFaces);
    row->addWidget(m_colouring);
    row->addWidget(new AcceleratorCombo(m_document, QStringLiteral("graphAccelerator"), bar));
    row->addStretch(1);
    auto* grouped = makeButton(QStringLiteral("groupIdentical"), tr("Group"),
                               tr("One row of the table for operators of the same shape, with their sums"), bar);
    grouped->setCheckable(true);
    connect(grouped, &QToolButton::toggled, this, [this](bool isOn) {
        m_model->setGrouped(isOn);
        showSelection();
    });
    row->addWidget(grouped);
    auto* fitButton = makeButton(QStringLiteral("graphFit"), tr("Fit"), tr("Show the whole graph (F)"), bar);
    connect(fitButton, &QToolButton::clicked, this, &GraphPage::fit);
    row->addWidget(fitButton);
    auto* exportButton =
        makeButton(QStringLiteral("graphExport"), tr("Export..."), tr("Save the graph as SVG or PNG"), bar);
    connect(exportButton, &QToolButton::clicked, this, &GraphPage::exportPicture);
    row->addWidget(exportButton);
    layout()->addWidget(bar);
}

void GraphPage::buildTable() {
    m_model = new OperatorTableModel(this);
    m_table = new QTableView(m_splitter);
    m_table->setObjectName(QStringLiteral("operatorTable"));
    m_table->setAccessibleName(tr("Operators"));
    m_table->setModel(m_model);
    m_table->setSortingEnabled(true);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->viewport()->installEventFilter(this);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 8);
    auto* bars = new BarDelegate(OperatorTableModel::BarRole, m_table);
    for (const int bar : {OperatorTableModel::share, OperatorTableModel::mfu, OperatorTableModel::stall}) {
        m_table->setItemDelegateForColumn(bar, bars);
    }
    auto* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setStretchLastSection(true);
    header->setMinimumSectionSize(40);
    m_table->sortByColumn(OperatorTableModel::time, Qt::DescendingOrder);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
        if (index.isValid()) m_document.select(index.data(OperatorTableModel::OperatorRole).toInt());
    });
    connect(m_table, &QTableView::doubleClicked, this, &GraphPage::mappingWanted);
    m_splitter->addWidget(m_table);
}

Colouring GraphPage::colouring() const { return static_cast<Colouring>(m_colouring->currentIndex()); }

void GraphPage::focusSearch() {
    m_search->setFocus();
    m_search->selectAll();
}

void GraphPage::fit() { m_view->fitAll(); }

void GraphPage::exportPicture() {
    const auto path = QFileDialog::getSaveFileName(this, tr("Save the graph"), QStringLiteral("graph.svg"),
                                                   tr("Vector graphics (*.svg);;Image (*.png)"));
    if (path.isEmpty()) return;
    const auto failure = exportGraph(*m_view, path);
    m_document.setNotes(QStringLiteral("graph"), {failure.isEmpty() ? Note{Note::Severity::information,
                                                                           tr("The graph is in %1.").arg(path), path}
                                                                    : Note{Note::Severity::error, failure, path}});
}

void GraphPage::showModel() {
    const auto& model = m_document.model();
    m_search->clear();
    m_view->setPicture(model ? model->picture : nullptr,
                       facesOf(model ? *model->rows : std::vector<OperatorRow>{}, colouring(), themeOf(palette())));
    m_view->setMatches({});
    m_miniMap->setVisible(model != nullptr);
}

void GraphPage::showFaces() {
    const auto theme = themeOf(palette());
    if (m_document.rows().size() == m_view->index().nodeCount()) {
        m_view->setFaces(facesOf(m_document.rows(), colouring(), theme));
    }
    m_legend->setEntries(tr("Share of time"), legendOf(m_document.rows(), colouring(), theme));
    {
        const QSignalBlocker blocker(m_table->selectionModel());
        m_model->setRows(m_document.sharedRows());
    }
    m_miniMap->refresh();
    placeOverlays();
    search();
    showSelection();
}

void GraphPage::showSelection() {
    const auto id = m_document.selected();
    m_view->setSelected(id);
    const int row = m_model->rowOf(id);
    const auto index = row < 0 ? QModelIndex() : m_model->index(row, 0);
    if (!index.isValid()) {
        m_table->clearSelection();
        return;
    }
    const QSignalBlocker blocker(m_table->selectionModel());
    m_table->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table->scrollTo(index);
    m_table->viewport()->update();
}

void GraphPage::search() {
    const OperatorQuery query(m_search->text());
    const auto& rows = m_document.rows();
    m_model->setQuery(query);
    m_matches.clear();
    if (query.isEmpty() || rows.size() != m_view->index().nodeCount()) {
        m_view->setMatches({});
        m_matchCount->clear();
        return;
    }
    std::vector<char> isMatch(rows.size(), 0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!query.matches(rows[i])) continue;
        isMatch[i] = 1;
        m_matches.push_back(rows[i].id);
    }
    m_view->setMatches(std::move(isMatch));
    m_matchCount->setText(tr("%1 of %2").arg(m_matches.size()).arg(rows.size()));
}

void GraphPage::walkMatches(int step) {
    if (m_searchDelay.isActive()) {
        m_searchDelay.stop();
        search();
    }
    if (m_matches.empty()) return;
    const auto here = std::find(m_matches.begin(), m_matches.end(), m_document.selected());
    const auto count = static_cast<std::ptrdiff_t>(m_matches.size());
    const auto index = here == m_matches.end() ? 0 : (here - m_matches.begin() + step + count) % count;
    m_document.select(m_matches[static_cast<std::size_t>(index)]);
}

/// Figures have fixed widths; what is left goes to the texts.
void GraphPage::fitColumns() {
    constexpr std::pair<int, int> kFigures[] = {
        {OperatorTableModel::number, 44},     {OperatorTableModel::time, 64}, {OperatorTableModel::share, 58},
        {OperatorTableModel::cumulative, 54}, {OperatorTableModel::mfu, 54},  {OperatorTableModel::stall, 54},
        {OperatorTableModel::layerType, 92}};
    auto* header = m_table->horizontalHeader();
    int left = m_table->viewport()->width();
    for (const auto& [section, width] : kFigures) {
        header->resizeSection(section, width);
        left -= width;
    }
    const int text = std::max(100, left / 3);
    header->resizeSection(OperatorTableModel::title, text + text / 10);
    header->resizeSection(OperatorTableModel::name, text - text / 10);
}

void GraphPage::placeOverlays() {
    m_legend->move(kOverlayMargin, m_view->height() - m_legend->height() - kOverlayMargin);
    m_miniMap->move(m_view->width() - m_miniMap->width() - kOverlayMargin,
                    m_view->height() - m_miniMap->height() - kOverlayMargin);
    const bool hasRoom = m_view->height() > m_miniMap->height() + 2 * kOverlayMargin;
    m_miniMap->setVisible(hasRoom && m_document.model());
}

void GraphPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeOverlays();
}

bool GraphPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        if (watched == m_view) placeOverlays();
        if (m_table != nullptr && watched == m_table->viewport()) fitColumns();
    }
    return QWidget::eventFilter(watched, event);
}

void GraphPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_model != nullptr) showFaces();
}

} // namespace nestwright::gui
