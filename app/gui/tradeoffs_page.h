// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace nestwright {
class LayerFiguresChart;
class LayerTimeChart;
class RooflineChart;
} // namespace nestwright

namespace nestwright::gui {

class Document;
class ElidedLabel;
class EmptyState;

/// The Trade-offs mode: the roofline of all operators on the current accelerator; time, MFU, stall and energy by layer
/// type.
class TradeoffsPage : public QWidget {
    Q_OBJECT

public:
    explicit TradeoffsPage(Document& document, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeContent();
    [[nodiscard]] QWidget* makeRoofline(QWidget* parent);
    [[nodiscard]] QWidget* makeTimes(QWidget* parent);
    [[nodiscard]] QWidget* makeAnchors(QWidget* parent);
    [[nodiscard]] QWidget* makeEnergies(QWidget* parent);
    void refreshWhenSeen();
    void refresh();
    void showLegends();

    Document& m_document;
    ElidedLabel* m_summary;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    RooflineChart* m_roofline = nullptr;
    QLabel* m_rooflineLegend = nullptr;
    LayerTimeChart* m_layerTimes = nullptr;
    LayerFiguresChart* m_layerAnchors = nullptr;
    LayerFiguresChart* m_layerEnergies = nullptr;
    QLabel* m_layerLegend = nullptr;
    bool m_isStale = false;
};

} // namespace nestwright::gui
