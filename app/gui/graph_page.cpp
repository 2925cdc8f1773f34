// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/graph_page.h"

#include "app/gui/accelerator_combo.h"
#include "app/gui/document.h"
#include "app/gui/filter_strip.h"
#include "app/gui/fit_note.h"
#include "app/gui/graph_export.h"
#include "app/gui/job_runner.h"
#include "app/gui/panels.h"
#include "app/gui/workbench.h"
#include "widgets/graph/graph_legend.h"
#include "widgets/graph/graph_view.h"
#include "widgets/graph/mini_map.h"
#include "widgets/tables/bar_delegate.h"
#include "widgets/tables/operator_table_model.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QImage>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace nestwright::gui {

namespace {
constexpr int kSearchDelayMs = 120;
constexpr int kCellGap = 8;

} // namespace

GraphPage::GraphPage(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_document(workbench.document())
    , m_jobs(workbench.jobs()) {
    setObjectName(QStringLiteral("graphPage"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_splitter = new QSplitter(Qt::Vertical, this);
    m_splitter->setObjectName(QStringLiteral("graphSplitter"));
    buildGraph();
    buildBar();
    buildFindRow();
    column->addWidget(new FitNote(m_document, QStringLiteral("graphFitNote"), this));
    column->addWidget(m_findRow);
    column->addWidget(m_splitter, 1);
    buildTable();
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setSizes({600, 300});
    setFocusProxy(m_view);

    m_searchDelay.setSingleShot(true);
    m_searchDelay.setInterval(kSearchDelayMs);
    connect(&m_searchDelay, &QTimer::timeout, this, &GraphPage::search);
    connect(&m_document, &Document::modelChanged, this, &GraphPage::showModel);
    connect(&m_document, &Document::rowsChanged, this, &GraphPage::showRows);
    connect(&m_document, &Document::selectionChanged, this, &GraphPage::showSelection);
    connect(&m_document, &Document::filtersChanged, this, &GraphPage::search);
    showModel();
}

/// Map and legend have places of their own beside and below the view, so that they never lie over nodes.
void GraphPage::buildGraph() {
    auto* panel = new QWidget(m_splitter);
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_view = new GraphView(panel);
    m_legend = new GraphLegend(panel);
    m_miniMap = new MiniMap(m_view, panel);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(m_view, 1);
    row->addWidget(m_miniMap);
    column->addLayout(row, 1);
    column->addWidget(m_legend);
    m_splitter->addWidget(panel);
    connect(m_view, &GraphView::nodeClicked, this, &GraphPage::select);
    connect(m_view, &GraphView::nodeActivated, this, &GraphPage::activate);
    connect(m_view, &GraphView::menuWanted, this, &GraphPage::showMenu);
    connect(m_view, &GraphView::frameActivated, this, [this](std::int32_t frame) {
        toggleRepeat(m_scene->folded.frameRepeats[static_cast<std::size_t>(frame)]);
    });
    connect(m_view, &GraphView::foldWanted, this,
            [this](std::int32_t node) { toggleRepeat(m_scene->repeatOf(m_scene->firstOf(node))); });
    for (const auto& [key, factor] : {std::pair{QKeySequence::ZoomIn, 1.25}, std::pair{QKeySequence::ZoomOut, 0.8}}) {
        auto* shortcut = new QShortcut(key, this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, m_view, [this, factor = factor] { m_view->zoomBy(factor); });
    }
}

void GraphPage::buildBar() {
    auto* bar = makePageBar(this);
    auto* row = static_cast<QHBoxLayout*>(bar->layout());
    buildSearch(row);
    m_colouring = new QComboBox(bar);
    m_colouring->setObjectName(QStringLiteral("graphColouring"));
    m_colouring->setAccessibleName(tr("Colour of the nodes"));
    m_colouring->setToolTip(tr("What the coloured edge of a node stands for"));
    m_colouring->addItems({tr("Colour: bottleneck"), tr("Colour: MFU"), tr("Colour: stall"), tr("Colour: time share"),
                           tr("Colour: energy share")});
    m_colouring->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_colouring, &QComboBox::activated, this, &GraphPage::showFaces);
    row->addWidget(m_colouring);
    row->addWidget(new AcceleratorCombo(m_document, QStringLiteral("graphAccelerator"), bar));
    row->addStretch(0);
    buildShowMenu(row);
    auto* fitButton = makeButton(QStringLiteral("graphFit"), tr("Fit"), tr("Show the whole graph (F)"), bar);
    connect(fitButton, &QToolButton::clicked, this, &GraphPage::fit);
    row->addWidget(fitButton);
    auto* exportButton =
        makeButton(QStringLiteral("graphExport"), tr("Export..."), tr("Save the graph as SVG or PNG"), bar);
    connect(exportButton, &QToolButton::clicked, this, &GraphPage::exportPicture);
    row->addWidget(exportButton);
    layout()->addWidget(bar);
}

void GraphPage::buildSearch(QHBoxLayout* row) {
    m_search = new QLineEdit(row->parentWidget());
    m_search->setObjectName(QStringLiteral("graphSearch"));
    m_search->setPlaceholderText(tr("Find: name, k=256, type:conv, stall>20%"));
    m_search->setAccessibleName(tr("Find operators"));
    m_search->setToolTip(
        tr("Words of the name or type; a dim: k=256; type:conv; share, energy, mfu or stall above or below "
           "percent: stall>20%. Enter goes to the next match, Shift+Enter to the one before (Ctrl+F); Ctrl+Enter keeps "
           "what is typed as a filter, Backspace takes the last one back"));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(110);
    m_search->setMaximumWidth(420);
    m_search->installEventFilter(this);
    connect(m_search, &QLineEdit::textChanged, &m_searchDelay, qOverload<>(&QTimer::start));
    row->addWidget(m_search, 1);
}

/// Below the bar, while something is searched for or filtered: how many match, the way through them, kept filters.
void GraphPage::buildFindRow() {
    m_findRow = new QWidget(this);
    m_findRow->setObjectName(QStringLiteral("findRow"));
    m_findRow->setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(m_findRow);
    row->setContentsMargins(12, 6, 12, 6);
    row->setSpacing(8);
    m_matchCount = new QLabel(m_findRow);
    m_matchCount->setObjectName(QStringLiteral("graphMatches"));
    m_matchCount->setProperty("isMuted", true);
    m_previousMatch = makeButton(QStringLiteral("graphPreviousMatch"), QStringLiteral("\u2191"),
                                 tr("Previous match (Shift+Enter)"), m_findRow);
    m_nextMatch =
        makeButton(QStringLiteral("graphNextMatch"), QStringLiteral("\u2193"), tr("Next match (Enter)"), m_findRow);
    m_keepFilter = makeButton(QStringLiteral("graphKeepFilter"), tr("Keep as filter"),
                              tr("Keep what is typed as a filter (Ctrl+Enter)"), m_findRow);
    m_filters = new FilterStrip(m_workbench, m_findRow);
    connect(m_previousMatch, &QToolButton::clicked, this, [this] { walkMatches(-1); });
    connect(m_nextMatch, &QToolButton::clicked, this, [this] { walkMatches(1); });
    connect(m_keepFilter, &QToolButton::clicked, this, &GraphPage::keepFilter);
    for (QWidget* widget : {static_cast<QWidget*>(m_matchCount), static_cast<QWidget*>(m_previousMatch),
                            static_cast<QWidget*>(m_nextMatch), static_cast<QWidget*>(m_keepFilter)}) {
        row->addWidget(widget, 0, Qt::AlignTop);
    }
    m_matchCount->setMinimumHeight(m_keepFilter->sizeHint().height());
    row->addWidget(m_filters, 100);
    row->addStretch(1);
    showMatchCount({});
}

QAction* GraphPage::addToggle(QMenu* menu, const QString& name, const QString& text, const QString& help) {
    auto* action = menu->addAction(text);
    action->setObjectName(name);
    action->setToolTip(help);
    action->setStatusTip(help);
    action->setCheckable(true);
    return action;
}

void GraphPage::buildShowMenu(QHBoxLayout* row) {
    auto* button =
        makeMenuButton(QStringLiteral("graphShow"), tr("Show"),
                       tr("What is drawn: repeated blocks, weights, groups of equal operators"), row->parentWidget());
    auto* menu = button->menu();
    m_foldAction = addToggle(menu, QStringLiteral("foldBlocks"), tr("&Fold repeated blocks"),
                             tr("Draws equal blocks that follow each other once, with their sums"));
    m_foldAction->setChecked(true);
    m_weightsAction = addToggle(menu, QStringLiteral("showWeights"), tr("Show &weights"),
                                tr("Draws stored tensors as nodes of their own"));
    menu->addSeparator();
    auto* grouped = addToggle(menu, QStringLiteral("groupIdentical"), tr("&Group identical operators in the table"),
                              tr("One row of the table for operators of the same shape, with their sums"));
    connect(m_foldAction, &QAction::triggered, this, &GraphPage::setFolded);
    connect(m_weightsAction, &QAction::triggered, this, &GraphPage::setWeightsShown);
    connect(grouped, &QAction::toggled, this, [this](bool isOn) {
        m_model->setGrouped(isOn);
        showSelection();
    });
    row->addWidget(button);
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

void GraphPage::copyPicture() {
    QImage image(m_view->size() * devicePixelRatioF(), QImage::Format_RGB32);
    image.setDevicePixelRatio(devicePixelRatioF());
    m_view->render(&image, {}, {}, QWidget::DrawWindowBackground);
    QGuiApplication::clipboard()->setImage(image);
}

void GraphPage::showMenu(const QPoint& globalPosition, std::int32_t node, std::int32_t frame) {
    if (!m_scene) return;
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("graphMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (node >= 0) {
        select(node);
        connect(menu->addAction(tr("Open in &Mapping")), &QAction::triggered, this, &GraphPage::mappingWanted);
    }
    const auto repeat = node >= 0    ? m_scene->repeatOf(m_scene->firstOf(node))
                        : frame >= 0 ? m_scene->folded.frameRepeats[static_cast<std::size_t>(frame)]
                                     : -1;
    if (repeat >= 0) {
        const auto state = m_scene->options.states[static_cast<std::size_t>(repeat)];
        auto* toggle =
            menu->addAction(state == layout::FoldState::open ? tr("&Close the block") : tr("&Open the block"));
        connect(toggle, &QAction::triggered, this, [this, repeat] { toggleRepeat(repeat); });
    }
    if (!menu->isEmpty()) menu->addSeparator();
    menu->addActions({m_foldAction, m_weightsAction});
    menu->addSeparator();
    connect(menu->addAction(tr("&Fit")), &QAction::triggered, this, &GraphPage::fit);
    connect(menu->addAction(tr("&Save as SVG or PNG...")), &QAction::triggered, this, &GraphPage::exportPicture);
    connect(menu->addAction(tr("&Copy what is seen")), &QAction::triggered, this, &GraphPage::copyPicture);
    menu->popup(globalPosition);
}

std::int32_t GraphPage::nodeOf(OperatorId id) const { return m_scene ? m_scene->nodeOf(id) : -1; }

GraphFaces GraphPage::faces() const {
    if (!m_scene) return {};
    return facesOf(m_document.model()->graph, m_scene, m_document.sharedRows(), colouring(), themeOf(palette()));
}

void GraphPage::showModel() {
    m_jobs.drop(JobRunner::Channel::layout);
    const auto& model = m_document.model();
    {
        const QSignalBlocker blocker(m_search);
        m_search->clear();
    }
    const auto before = std::exchange(m_scene, model ? model->scene : nullptr);
    m_wanted = m_scene ? m_scene->options : SceneOptions();
    m_placeToCome.reset();
    showOptions();
    m_view->setPicture(m_scene ? m_scene->picture : nullptr,
                       m_scene ? facesOf(model->graph, m_scene, model->rows, colouring(), themeOf(palette()))
                               : GraphFaces());
    m_miniMap->setVisible(model != nullptr);
    // The same model with other inputs is drawn as it was.
    const auto spec = model ? model->spec : std::string();
    const bool isSame = std::exchange(m_spec, spec) == spec;
    if (isSame && before && m_scene && before->repeats == m_scene->repeats) makeSceneWith(before->options);
}

void GraphPage::showOptions() {
    const auto& states = m_wanted.states;
    m_foldAction->setChecked(states.empty() || std::any_of(states.begin(), states.end(), [](auto state) {
                                 return state != layout::FoldState::flat;
                             }));
    m_foldAction->setEnabled(m_scene && !m_scene->repeats.empty());
    m_weightsAction->setChecked(m_wanted.hasWeights);
}

void GraphPage::showRows() {
    {
        const QSignalBlocker blocker(m_table->selectionModel());
        m_model->setRows(m_document.sharedRows());
    }
    fitColumns();
    showFaces();
    search();
    showSelection();
}

void GraphPage::showFaces() {
    m_view->setFaces(faces());
    m_legend->setEntries(isOfEnergy(colouring()) ? tr("Share of energy") : tr("Share of time"),
                         legendOf(m_document.rows(), colouring(), themeOf(palette())));
    m_miniMap->refresh();
}

void GraphPage::select(std::int32_t node) {
    if (node < 0 || !m_scene) return m_document.select(kNoOperator);
    // Another operator of the same node may be selected, from the table.
    if (m_scene->nodeOf(m_document.selected()) != node) m_document.select(m_scene->firstOf(node));
    m_view->setSelected(node);
}

void GraphPage::activate(std::int32_t node) {
    const bool isClosed = !m_scene->isWeight(node) && m_scene->folded.members[static_cast<std::size_t>(node)].width > 1;
    if (isClosed) return toggleRepeat(m_scene->repeatOf(m_scene->firstOf(node)));
    emit mappingWanted();
}

void GraphPage::toggleRepeat(std::int32_t repeat) {
    if (repeat < 0) return;
    auto options = m_wanted;
    auto& state = options.states[static_cast<std::size_t>(repeat)];
    state = state == layout::FoldState::open ? layout::FoldState::closed : layout::FoldState::open;
    makeSceneWith(std::move(options));
}

void GraphPage::setFolded(bool isFolded) {
    if (!m_scene) return;
    auto options = m_wanted;
    for (auto& state : options.states) state = isFolded ? layout::FoldState::open : layout::FoldState::flat;
    makeSceneWith(std::move(options));
}

void GraphPage::setWeightsShown(bool isShown) {
    if (!m_scene) return;
    auto options = m_wanted;
    options.hasWeights = isShown;
    makeSceneWith(std::move(options));
}

void GraphPage::makeSceneWith(SceneOptions options) {
    if (options == m_wanted) return showOptions();
    m_wanted = options;
    emit drawnOtherwise();
    const auto& model = m_document.model();
    m_jobs.run<ScenePointer>(
        JobRunner::Channel::layout, tr("Laying out the graph"),
        [graph = model->graph, repeats = m_scene->repeats, options = std::move(options)](const WorkContext& work) {
            return makeScene(*graph, repeats, options, work);
        },
        [this](ScenePointer scene) {
            if (scene) return showScene(std::move(scene));
            m_wanted = m_scene->options;
            showOptions();
        });
}

/// What was selected, or else seen, stays where it is.
void GraphPage::showScene(ScenePointer scene) {
    const auto selected = m_document.selected();
    const auto before = m_scene->nodeOf(selected);
    m_scene = std::move(scene);
    m_view->exchangePicture(m_scene->picture, faces(), before, m_scene->nodeOf(selected));
    showOptions();
    m_miniMap->refresh();
    search();
    m_view->setSelected(m_scene->nodeOf(selected));
    if (const auto place = std::exchange(m_placeToCome, std::nullopt)) restorePlace(*place);
}

void GraphPage::showSelection() {
    const auto id = m_document.selected();
    m_view->setSelected(nodeOf(id));
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

/// The filters that are on, and what is typed: all must hold.
QString GraphPage::wholeQuery() const {
    QStringList parts;
    for (const auto& filter : m_document.filters()) {
        if (filter.isOn) parts << QString::fromStdString(filter.text);
    }
    return (parts << m_search->text()).join(QLatin1Char(' '));
}

void GraphPage::keepFilter() {
    const auto text = m_search->text().simplified();
    if (text.isEmpty()) return;
    auto filters = m_document.filters();
    filters.push_back({text.toStdString(), true});
    m_search->clear();
    m_workbench.editFilters(std::move(filters), tr("Keep the filter %1").arg(text));
}

void GraphPage::takeBackFilter() {
    auto filters = m_document.filters();
    if (filters.empty()) return;
    const auto text = QString::fromStdString(filters.back().text);
    filters.pop_back();
    m_workbench.editFilters(std::move(filters), tr("Take back the filter %1").arg(text));
    m_search->setText(text);
}

void GraphPage::search() {
    const OperatorQuery query(wholeQuery());
    const auto& rows = m_document.rows();
    m_model->setQuery(query);
    m_matches.clear();
    if (query.isEmpty() || !m_scene) {
        m_view->setMatches({});
        showMatchCount({});
        return;
    }
    std::vector<char> isMatch(m_view->index().nodeCount(), 0);
    int count = 0;
    for (const auto& row : rows) {
        if (!query.matches(row)) continue;
        ++count;
        auto& mark = isMatch[static_cast<std::size_t>(m_scene->nodeOf(row.id))];
        if (mark == 0) m_matches.push_back(row.id);
        mark = 1;
    }
    m_view->setMatches(std::move(isMatch));
    showMatchCount(tr("%1 of %2").arg(count).arg(rows.size()));
}

/// What walks the matches is there while there is something to walk.
void GraphPage::showMatchCount(const QString& text) {
    m_matchCount->setText(text);
    for (QWidget* widget : {static_cast<QWidget*>(m_matchCount), static_cast<QWidget*>(m_previousMatch),
                            static_cast<QWidget*>(m_nextMatch)}) {
        widget->setVisible(!text.isEmpty());
    }
    m_keepFilter->setVisible(!m_search->text().trimmed().isEmpty());
    m_findRow->setVisible(!text.isEmpty() || !m_document.filters().empty());
}

void GraphPage::walkMatches(int step) {
    if (m_searchDelay.isActive()) {
        m_searchDelay.stop();
        search();
    }
    if (m_matches.empty()) return;
    const auto node = nodeOf(m_document.selected());
    const auto here = std::find_if(m_matches.begin(), m_matches.end(), [&](auto id) { return nodeOf(id) == node; });
    const auto count = static_cast<std::ptrdiff_t>(m_matches.size());
    const auto index = here == m_matches.end() ? 0 : (here - m_matches.begin() + step + count) % count;
    m_document.select(m_matches[static_cast<std::size_t>(index)]);
}

/// Figures have widths of their own, ampler ones in a wide window; what is left goes to the texts.
void GraphPage::fitColumns() {
    constexpr std::pair<int, int> kFigures[] = {
        {OperatorTableModel::number, 44},     {OperatorTableModel::time, 64}, {OperatorTableModel::share, 58},
        {OperatorTableModel::cumulative, 54}, {OperatorTableModel::mfu, 54},  {OperatorTableModel::stall, 54},
        {OperatorTableModel::layerType, 92}};
    auto* header = m_table->horizontalHeader();
    constexpr double kUsualWidth = 900;
    int left = m_table->viewport()->width();
    const double grown = std::clamp(left / kUsualWidth, 1.0, 1.5);
    for (const auto& [section, width] : kFigures) {
        const int ample = static_cast<int>(width * grown);
        header->resizeSection(section, ample);
        left -= ample;
    }
    // The bottleneck says which path it is, at the end of its text: names can be read in their tool tips.
    constexpr int kLeastText = 90;
    const int wanted =
        static_cast<QAbstractItemView*>(m_table)->sizeHintForColumn(OperatorTableModel::bottleneck) + kCellGap;
    const int bottleneck = std::clamp(wanted, left / 3, std::max(left / 3, left - 2 * kLeastText));
    const int text = std::max(kLeastText, (left - bottleneck) / 2);
    const int shift = std::min(text / 10, text - kLeastText);
    header->resizeSection(OperatorTableModel::title, text + shift);
    header->resizeSection(OperatorTableModel::name, text - shift);
}

bool GraphPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && m_table != nullptr && watched == m_table->viewport()) fitColumns();
    if (watched == m_search && event->type() == QEvent::KeyPress &&
        handleSearchKey(*static_cast<const QKeyEvent*>(event))) {
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

bool GraphPage::handleSearchKey(const QKeyEvent& key) {
    switch (key.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if ((key.modifiers() & Qt::ControlModifier) != 0) {
            keepFilter();
        } else {
            walkMatches((key.modifiers() & Qt::ShiftModifier) != 0 ? -1 : 1);
        }
        return true;
    case Qt::Key_Escape:
        m_search->clear();
        m_view->setFocus();
        return true;
    case Qt::Key_Backspace:
        if (!m_search->text().isEmpty() || m_document.filters().empty()) return false;
        takeBackFilter();
        return true;
    default:
        return false;
    }
}

void GraphPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_model != nullptr) showFaces();
}

} // namespace nestwright::gui
