// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace nestwright::gui {

class Document;

/// Chooses which of the document's accelerators the modes show.
class AcceleratorCombo : public QComboBox {
    Q_OBJECT

public:
    AcceleratorCombo(Document& document, const QString& name, QWidget* parent = nullptr);

private:
    void refresh();

    Document& m_document;
};

} // namespace nestwright::gui
