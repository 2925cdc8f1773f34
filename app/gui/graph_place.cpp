// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/document.h"
#include "app/gui/graph_page.h"
#include "widgets/graph/graph_view.h"
#include "widgets/tables/operator_table_model.h"

#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QTableView>

#include <algorithm>
#include <array>

namespace nestwright::gui {

namespace {

constexpr std::array kColumnKeys = {std::pair{OperatorTableModel::number, "number"},
                                    std::pair{OperatorTableModel::title, "title"},
                                    std::pair{OperatorTableModel::name, "name"},
                                    std::pair{OperatorTableModel::layerType, "layer_type"},
                                    std::pair{OperatorTableModel::time, "time"},
                                    std::pair{OperatorTableModel::share, "share"},
                                    std::pair{OperatorTableModel::cumulative, "cumulative"},
                                    std::pair{OperatorTableModel::mfu, "mfu"},
                                    std::pair{OperatorTableModel::stall, "stall"},
                                    std::pair{OperatorTableModel::bottleneck, "bottleneck"}};

/// In the order of the box that one chooses the colouring in.
constexpr std::array<std::string_view, 5> kColouringKeys = {"bottleneck", "mfu", "stall", "share", "energy_share"};

} // namespace

void GraphPage::describe(ProjectView& view) const {
    view.filter = m_search->text().toStdString();
    view.filters = m_document.filters();
    if (m_scene) nestwright::gui::describe(m_wanted, m_scene->repeats, view);
    const auto colouring = static_cast<std::size_t>(m_colouring->currentIndex());
    if (colouring < kColouringKeys.size()) view.colouring = kColouringKeys[colouring];
    view.isGrouped = m_model->isGrouped();
    const auto* header = m_table->horizontalHeader();
    for (const auto& [column, key] : kColumnKeys) {
        if (column == header->sortIndicatorSection()) view.sortColumn = key;
    }
    view.isSortDescending = header->sortIndicatorOrder() == Qt::DescendingOrder;
    view.graph = GraphPlace{m_view->centre().x(), m_view->centre().y(), m_view->transform().scale};
}

void GraphPage::restore(const ProjectView& view) {
    m_search->setText(QString::fromStdString(view.filter));
    const auto* colouring = std::find(kColouringKeys.begin(), kColouringKeys.end(), view.colouring);
    if (colouring != kColouringKeys.end()) {
        m_colouring->setCurrentIndex(static_cast<int>(colouring - kColouringKeys.begin()));
    }
    auto* grouped = findChild<QAction*>(QStringLiteral("groupIdentical"));
    if (grouped != nullptr) grouped->setChecked(view.isGrouped);
    for (const auto& [column, key] : kColumnKeys) {
        if (view.sortColumn != key) continue;
        m_table->sortByColumn(column, view.isSortDescending ? Qt::DescendingOrder : Qt::AscendingOrder);
    }
    showFaces();
    if (m_scene) makeSceneWith(optionsOf(view, m_scene->repeats));
}

void GraphPage::restorePlace(const GraphPlace& place) {
    if (m_scene && m_wanted != m_scene->options) {
        m_placeToCome = place;
        return;
    }
    const double now = m_view->transform().scale;
    if (now > 0) m_view->zoomBy(place.zoom / now);
    m_view->centreOn(QPointF(place.x, place.y));
}

} // namespace nestwright::gui
