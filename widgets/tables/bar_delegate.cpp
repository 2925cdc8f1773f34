// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/bar_delegate.h"

#include "widgets/base/palette.h"

#include <QPainter>

#include <algorithm>

namespace nestwright {

BarDelegate::BarDelegate(int barRole, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_barRole(barRole) {}

void BarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto fraction = index.data(m_barRole);
    const bool isSelected = (option.state & QStyle::State_Selected) != 0;
    if (fraction.isValid() && !isSelected) {
        const auto& colors = palette(themeOf(option.palette));
        auto bar = QRectF(option.rect).adjusted(2, 3, -2, -3);
        bar.setWidth(bar.width() * std::clamp(fraction.toDouble(), 0.0, 1.0));
        painter->fillRect(bar, blend(colors.accent, colors.ground, 0.22));
    }
    QStyledItemDelegate::paint(painter, option, index);
}

} // namespace nestwright
