// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QStackedWidget;

namespace nestwright::gui {

class Document;
class RooflinePlot;

/// The Trade-offs mode: the roofline of all operators on the current accelerator.
class TradeoffsPage : public QWidget {
    Q_OBJECT

public:
    explicit TradeoffsPage(Document& document, QWidget* parent = nullptr);

private:
    void refresh();

    Document& m_document;
    QStackedWidget* m_stack;
    RooflinePlot* m_roofline;
};

} // namespace nestwright::gui
