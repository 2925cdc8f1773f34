// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/accelerator_combo.h"

#include "app/gui/document.h"

#include <QSignalBlocker>

namespace nestwright::gui {

AcceleratorCombo::AcceleratorCombo(Document& document, const QString& name, QWidget* parent)
    : ElidedCombo(parent)
    , m_document(document) {
    setObjectName(name);
    setAccessibleName(tr("Accelerator shown"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(16);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMaximumWidth(280);
    connect(&document, &Document::acceleratorsChanged, this, &AcceleratorCombo::refresh);
    connect(this, &QComboBox::activated, &document, &Document::setCurrent);
    refresh();
}

void AcceleratorCombo::refresh() {
    const QSignalBlocker blocker(this);
    clear();
    addItems(m_document.labels());
    setCurrentIndex(m_document.current());
    setEnabled(count() > 0);
    const auto help = tr("The accelerator whose plan the modes show. Others are added in the Accelerator menu.");
    setToolTip(currentText().isEmpty() ? help : currentText() + QLatin1Char('\n') + help);
}

} // namespace nestwright::gui
