// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/selection_history.h"

#include "app/gui/document.h"

namespace nestwright::gui {

namespace {
constexpr std::size_t kMostRemembered = 200;
}

SelectionHistory::SelectionHistory(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document) {
    connect(&document, &Document::modelChanged, this, [this] {
        m_visited.clear();
        m_at = -1;
        emit changed();
    });
    connect(&document, &Document::selectionChanged, this, &SelectionHistory::remember);
}

void SelectionHistory::remember() {
    const auto id = m_document.selected();
    if (id == kNoOperator) return;
    if (m_at >= 0 && m_visited[static_cast<std::size_t>(m_at)] == id) return;
    m_visited.resize(static_cast<std::size_t>(m_at + 1));
    if (m_visited.size() == kMostRemembered) m_visited.erase(m_visited.begin());
    m_visited.push_back(id);
    m_at = static_cast<int>(m_visited.size()) - 1;
    emit changed();
}

void SelectionHistory::go(int index) {
    if (index < 0 || index >= static_cast<int>(m_visited.size())) return;
    m_at = index;
    m_document.select(m_visited[static_cast<std::size_t>(index)]);
    emit changed();
}

} // namespace nestwright::gui
