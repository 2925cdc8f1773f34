// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/projection.h"

#include <compare>

namespace nestwright {

/// The words of a box that another box doesn't have, written so that equal sets compare equal: where its bounding box
/// lies, and its form. The empty set has no words and no form.
struct WordSet {
    double words = 0;
    Coordinates place;       ///< lower corner of the bounding box
    std::vector<Count> form; ///< extents by rank; where a part is missing, its bounds within the box by rank as well

    [[nodiscard]] bool isEmpty() const { return words == 0; }
    auto operator<=>(const WordSet&) const = default;
};

[[nodiscard]] WordSet wholeBox(const Coordinates& corner, const std::vector<Count>& extents);

/// What a box of these extents at `corner` has beyond the box `kept` at `keptCorner`.
[[nodiscard]] WordSet boxBeyond(const Coordinates& corner, const std::vector<Count>& extents,
                                const Coordinates& keptCorner, const std::vector<Count>& kept);

} // namespace nestwright
