// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/elided_combo.h"

#include <QStyleOptionComboBox>
#include <QStylePainter>

namespace nestwright::gui {

void ElidedCombo::paintEvent(QPaintEvent* /*event*/) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    constexpr int kMargin = 4; ///< that styles leave around the text
    const auto field = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    option.currentText = fontMetrics().elidedText(option.currentText, Qt::ElideRight, field.width() - kMargin);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

} // namespace nestwright::gui
