// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/mapping/mapping_picture.h"

#include <functional>
#include <vector>

namespace nestwright {

struct LayoutRect {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;

    [[nodiscard]] double right() const { return x + width; }
    [[nodiscard]] double bottom() const { return y + height; }
    [[nodiscard]] bool contains(double px, double py) const {
        return px >= x && px < right() && py >= y && py < bottom();
    }
};

/// One thing of a mapping that is seen, pointed at, and some day dragged.
struct MappingItem {
    enum class Kind {
        level,    ///< the box of a level
        name,     ///< its name and facts
        storage,  ///< whether a tensor is kept there
        loop,     ///< a temporal loop
        spatial,  ///< a loop over instances below
        capacity, ///< how full it is
        fanout,   ///< how many instances below are busy
        transfer, ///< what a tensor moves between this level and the next
        port,     ///< the busiest port
        compute   ///< the box of the multiply-adders or the vector unit
    };
    Kind kind = Kind::level;
    int level = -1; ///< index in MappingPicture::levels; the number of levels for `compute`
    int index = -1; ///< of the tensor, or of the loop within its level
    LayoutRect area = {};
};

/// Pixels of text lines and the room that a chip's label takes; whoever paints gives them, so that this knows no fonts.
struct MappingMetrics {
    double line = 16;
    std::function<double(const MappingItem&)> labelWidth; ///< of storage, loop, spatial and transfer
};

/// Where everything of a mapping stands: a row for each level, outermost on top, and between two rows what moves.
struct MappingLayout {
    std::vector<MappingItem> items; ///< boxes before what stands in them
    double height = 0;
    double chipsLeft = 0;
    double useLeft = 0;

    /// The topmost item at a place, or nullptr.
    [[nodiscard]] const MappingItem* itemAt(double x, double y) const;
};

[[nodiscard]] MappingLayout layoutMapping(const MappingPicture& picture, double width, const MappingMetrics& metrics);

} // namespace nestwright
