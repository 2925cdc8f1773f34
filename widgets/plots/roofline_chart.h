// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/plan/plan.h"
#include "widgets/plots/chart.h"

#include <vector>

namespace nestwright {

/// The roofs of a machine for work in one number format.
struct Roofs {
    double peak = 0;       ///< FLOP/s of the multiply-adders, sparsity left out
    double vectorPeak = 0; ///< operations a second of the vector unit
    double bandwidth = 0;  ///< bytes a second of the outermost level; 0 where the description has no limit
    QString memory;        ///< its name

    /// What an operator of this intensity (operations a byte) could reach.
    [[nodiscard]] double attainable(double intensity) const;
};

[[nodiscard]] Roofs roofsOf(const Accelerator& accelerator, DataType format);

/// All operators of a plan against the roofs of its accelerator, both axes logarithmic. A click selects an operator;
/// so do the arrow keys, which walk along the axis of intensity.
class RooflineChart : public Chart {
    Q_OBJECT

public:
    explicit RooflineChart(QWidget* parent = nullptr);
    void setPlan(const PlanResult* plan, const Accelerator* accelerator);
    void setSelected(OperatorId id);
    /// Shows all operators again after a zoom.
    void fit();
    [[nodiscard]] QString csv() const override;
    /// Where an operator's mark stands, in pixels; nothing for one without a mark.
    [[nodiscard]] std::optional<QPointF> placeOf(OperatorId id) const;

signals:
    void operatorChosen(nestwright::OperatorId id);

protected:
    void draw() override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    struct Dot {
        OperatorId id = kNoOperator;
        double intensity = 0; ///< operations a byte of device memory
        double rate = 0;      ///< operations a second
        double seconds = 0;
        BottleneckClass kind = BottleneckClass::compute;
        QString name;
        QString type;
        QString where; ///< the path that limits it
    };

    void collect(const PlanResult& plan);
    /// What an operator's mark says: made when somebody asks, since there may be 100 000.
    [[nodiscard]] QString textOf(const Dot& dot) const;
    void drawDots();
    void drawRoofs();
    void drawRoof(double peak, const QPen& pen);
    QCPItemText& addNote(double x, double y, const QString& text, const QColor& color, Qt::Alignment alignment);
    void placeLabels();
    void placeSlopeLabel();
    /// A place that a label may take: its own point and where the text lies from there.
    struct Spot {
        QPointF at; ///< pixels
        Qt::Alignment alignment;
    };
    [[nodiscard]] std::vector<Spot> vectorSpots() const;
    [[nodiscard]] std::vector<Spot> selectionSpots() const;
    /// The first of the spots where the label covers least of marks, roofs and the labels before.
    [[nodiscard]] Spot bestSpot(const QCPItemText& label, const std::vector<Spot>& spots,
                                std::vector<QRectF>& taken) const;
    void drawSelection();
    [[nodiscard]] bool isShown(const Dot& dot) const;
    [[nodiscard]] const Dot* dotAt(const QPointF& position) const;

    std::vector<Dot> m_dots; ///< by intensity
    Roofs m_roofs;
    QString m_format;
    OperatorId m_selected = kNoOperator;
    QCPItemText* m_slopeLabel = nullptr; ///< of the present drawing
    QCPItemText* m_peakLabel = nullptr;
    QCPItemText* m_vectorLabel = nullptr;
    QCPItemText* m_selectionLabel = nullptr;
    QPointF m_selectedAt; ///< intensity and rate
};

} // namespace nestwright
