// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/mapping/mapping_picture.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace nestwright {

/// The arrays of a machine under a mapping: busy instances in colour, idle ones grey. An array along one axis is broken
/// into rows; beyond 32 along an axis one square stands for several instances, and the view says for how many.
class LaneView : public QWidget {
    Q_OBJECT

public:
    explicit LaneView(QWidget* parent = nullptr);
    void setPicture(const MappingPicture& picture);
    [[nodiscard]] bool isEmpty() const { return m_arrays.empty(); }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Array {
        QString name;
        QString carries; ///< what X and Y carry
        QString tip;
        Count x = 1;
        Count y = 1;
        Count usedX = 1;
        Count usedY = 1;
        double busy = 0; ///< instances, on average
        // The squares: along the axes, or rows of a broken line of them.
        Count columns = 1;
        Count rows = 1;
        Count squares = 1;
        Count stepX = 1; ///< instances in a square
        Count stepY = 1;
    };

    static void arrangeSquares(Array& array);
    /// Of the instances that a square stands for, from 0 to 1.
    [[nodiscard]] static double busyShare(const Array& array, Count square);
    [[nodiscard]] static double sideOf(const Array& array, double width);
    [[nodiscard]] QRectF areaOf(std::size_t index, double width) const;
    [[nodiscard]] double heightOf(const Array& array, double width) const;
    void paintArray(QPainter& painter, const Array& array, const QRectF& area, QStringList& elided) const;

    std::vector<Array> m_arrays;
};

} // namespace nestwright
