// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace nestwright {

/// Paints a cell with a bar behind its figure: the fraction that the given role holds.
class BarDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    BarDelegate(int barRole, QObject* parent = nullptr);
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    int m_barRole;
};

} // namespace nestwright
