// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/optimal/neighbour_hops.h"

#include "core/base/index.h"
#include "core/search/limits.h"

#include <algorithm>

namespace nestwright {
namespace {

/// Along one axis: a loop goes on by one, and all inside it rewind. `strides`: of the axis's loops, in tiles.
void addAxis(const std::vector<int>& order, const std::vector<Count>& factors, const std::vector<Count>& strides,
             std::vector<std::vector<Count>>& hops) {
    std::vector<Count> hop(factors.size(), 0);
    for (std::size_t i = order.size(); i-- > 0;) {
        const std::size_t d = at(order[i]);
        if (factors[d] == 1) continue;
        hop[d] = strides[d];
        if (std::find(hops.begin(), hops.end(), hop) == hops.end()) hops.push_back(hop);
        hop[d] = -(factors[d] - 1) * strides[d];
    }
}

} // namespace

HopList neighbourHops(const SearchSpace& space, int level, const FanoutChoice& choice, CountingRules::LinkIds ids) {
    HopList list;
    const std::vector<int> order = spatialOrder(space, level);
    const std::vector<Count> ones(choice.product.size(), 1);
    const auto add = [&](const std::vector<Count>& x) {
        Count columns = 1;
        std::vector<Count> y = choice.product;
        for (std::size_t d = 0; d < x.size(); ++d) {
            columns *= x[d];
            y[d] /= x[d];
        }
        const bool isMesh = ids == CountingRules::LinkIds::mesh || columns == space.lanes[at(xSlot(level))];
        list.isComplete = list.isComplete && isMesh;
        addAxis(order, x, ones, list.hops);
        addAxis(order, y, x, list.hops);
    };
    add(choice.x);
    for (const auto& other : choice.others) add(other);
    return list;
}

} // namespace nestwright
