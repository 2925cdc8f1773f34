// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/mapping/mapping_picture.h"

#include <QWidget>

#include <memory>

namespace nestwright {

/// The memory hierarchy under a mapping: a row for each level with its tensors, loops and the use of its room, and
/// between the rows what moves and how busy the ports are. Read-only.
class MappingView : public QWidget {
    Q_OBJECT

public:
    explicit MappingView(QWidget* parent = nullptr);
    void setPicture(std::shared_ptr<const MappingPicture> picture);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Tip {
        QRectF area;
        QString text;
    };

    /// Lays the rows out in the width; paints where there is a painter. Returns the height.
    double arrange(QPainter* painter, double width, std::vector<Tip>* tips) const;
    void describe();

    std::shared_ptr<const MappingPicture> m_picture;
    std::vector<Tip> m_tips;
};

} // namespace nestwright
