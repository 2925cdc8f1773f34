// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/elided_combo.h"

namespace nestwright::gui {

class Document;

/// Chooses which of the document's accelerators the modes show.
class AcceleratorCombo : public ElidedCombo {
    Q_OBJECT

public:
    AcceleratorCombo(Document& document, const QString& name, QWidget* parent = nullptr);

private:
    void refresh();

    Document& m_document;
};

} // namespace nestwright::gui
