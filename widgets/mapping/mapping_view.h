// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/mapping/mapping_layout.h"

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
    /// Where everything stands at the present width.
    [[nodiscard]] const MappingLayout& layoutOf() const { return m_layout; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] MappingLayout arranged(double width) const;
    void rearrange();
    void describe();

    std::shared_ptr<const MappingPicture> m_picture;
    MappingLayout m_layout;
    /// The last height asked for: layouts ask again and again.
    mutable int m_askedWidth = -1;
    mutable int m_askedHeight = 0;
};

} // namespace nestwright
