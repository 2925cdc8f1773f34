// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/mapping/mapping_picture.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace nestwright {

/// The arrays of a machine under a mapping: busy instances in colour, idle ones grey. Beyond 32 along an axis one cell
/// stands for several instances.
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
    };

    [[nodiscard]] QRectF areaOf(std::size_t index, double width) const;
    void paintArray(QPainter& painter, const Array& array, const QRectF& area, QStringList& elided) const;

    std::vector<Array> m_arrays;
};

} // namespace nestwright
