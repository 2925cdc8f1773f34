// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/word_set.h"

#include <algorithm>

namespace nestwright {
namespace {

/// The part of a box that is missing, relative to the box: [low, high) by rank.
struct Gap {
    std::vector<Count> low;
    std::vector<Count> high;
};

/// A missing part that reaches across all ranks but `rank`, from one end of it, leaves a smaller box.
bool cutsAnEnd(const Gap& gap, const std::vector<Count>& extents, std::size_t rank) {
    return gap.low[rank] == 0 || gap.high[rank] == extents[rank];
}

} // namespace

WordSet wholeBox(const Coordinates& corner, const std::vector<Count>& extents) {
    return {boxElements(extents), corner, extents};
}

WordSet boxBeyond(const Coordinates& corner, const std::vector<Count>& extents, const Coordinates& keptCorner,
                  const std::vector<Count>& kept) {
    WordSet set = wholeBox(corner, extents);
    Gap gap;
    double missing = 1;
    std::size_t partialRanks = 0;
    std::size_t partialRank = 0;
    for (std::size_t r = 0; r < extents.size(); ++r) {
        gap.low.push_back(std::max<Count>(0, keptCorner[r] - corner[r]));
        gap.high.push_back(std::min(extents[r], keptCorner[r] + kept[r] - corner[r]));
        if (gap.high[r] <= gap.low[r]) return set;
        missing *= static_cast<double>(gap.high[r] - gap.low[r]);
        if (gap.high[r] - gap.low[r] == extents[r]) continue;
        ++partialRanks;
        partialRank = r;
    }
    if (partialRanks == 0) return {};
    set.words -= missing;
    if (partialRanks == 1 && cutsAnEnd(gap, extents, partialRank)) {
        set.form[partialRank] -= gap.high[partialRank] - gap.low[partialRank];
        if (gap.low[partialRank] == 0) set.place[partialRank] += gap.high[partialRank];
        return set;
    }
    set.form.insert(set.form.end(), gap.low.begin(), gap.low.end());
    set.form.insert(set.form.end(), gap.high.begin(), gap.high.end());
    return set;
}

} // namespace nestwright
