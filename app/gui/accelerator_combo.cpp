// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/accelerator_combo.h"

#include "app/gui/document.h"

#include <QSignalBlocker>

namespace nestwright::gui {

AcceleratorCombo::AcceleratorCombo(Document& document, const QString& name, QWidget* parent)
    : QComboBox(parent)
    , m_document(document) {
    setObjectName(name);
    setAccessibleName(tr("Accelerator shown"));
    setToolTip(tr("The accelerator whose plan the modes show. Others are added in the Accelerator menu."));
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
    for (const auto& accelerator : m_document.accelerators()) addItem(QString::fromStdString(accelerator.name));
    setCurrentIndex(m_document.current());
    setEnabled(count() > 0);
}

} // namespace nestwright::gui
