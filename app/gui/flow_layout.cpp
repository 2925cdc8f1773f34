// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flow_layout.h"

#include <algorithm>

namespace nestwright::gui {

FlowLayout::FlowLayout(QWidget* parent)
    : QLayout(parent) {}

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem* item) { m_items.emplace_back(item); }

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index < 0 || index >= count() ? nullptr : m_items[static_cast<std::size_t>(index)].get();
}

QLayoutItem* FlowLayout::takeAt(int index) {
    if (index < 0 || index >= count()) return nullptr;
    auto* item = m_items[static_cast<std::size_t>(index)].release();
    m_items.erase(m_items.begin() + index);
    return item;
}

int FlowLayout::heightForWidth(int width) const { return arrange({0, 0, width, 0}, false); }

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const auto& item : m_items) size = size.expandedTo(item->minimumSize());
    const auto margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect& area) {
    QLayout::setGeometry(area);
    arrange(area, true);
}

int FlowLayout::arrange(const QRect& area, bool isPlacing) const {
    const auto inner = area.marginsRemoved(contentsMargins());
    int x = inner.left();
    int y = inner.top();
    int line = 0;
    for (const auto& item : m_items) {
        if (item->isEmpty()) continue;
        const auto size = item->sizeHint();
        if (x > inner.left() && x + size.width() > inner.left() + inner.width()) {
            x = inner.left();
            y += line + spacing();
            line = 0;
        }
        if (isPlacing) item->setGeometry({x, y, std::min(size.width(), inner.width()), size.height()});
        x += size.width() + spacing();
        line = std::max(line, size.height());
    }
    return y + line + contentsMargins().bottom() - area.top();
}

} // namespace nestwright::gui
