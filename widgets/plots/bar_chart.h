// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/chart.h"

#include <vector>

namespace nestwright {

/// Horizontal bars in rows from top to bottom, with a name at the left of each row. The bar under the mouse, or the one
/// that arrow keys walk to, tells its figures.
class BarChart : public Chart {
    Q_OBJECT

public:
    BarChart(const QString& name, QWidget* parent);
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void barChosen(int tag);

protected:
    struct Bar {
        double row = 0;       ///< of its middle; row 0 is at the top
        double thickness = 0; ///< in rows
        double from = 0;
        double to = 0;
        std::string color; ///< key of a series, which has its hatch too
        QString inside;    ///< shown where it has the room
        QString after;     ///< at its end
        QString toolTip;
        int tag = -1;
    };

    /// Rows with the pixels that each takes at least, and the label of the value axis.
    void setRows(const QStringList& names, int leastPitch, const QString& axisLabel, double axisScale = 1);
    void setBars(std::vector<Bar> bars, double rightEnd);

    void draw() override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] const Bar* barAt(const QPointF& position) const;
    void drawBar(const Bar& bar, bool isChosen);
    void drawRows();

    QStringList m_rows;
    int m_pitch = 28;
    QString m_axisLabel;
    double m_axisScale = 1;
    std::vector<Bar> m_bars;
    double m_rightEnd = 1;
    int m_chosen = -1;
};

} // namespace nestwright
