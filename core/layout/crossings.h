// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layered_graph.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nestwright::layout {

/// Counts crossings between consecutive layers. Few steps are compared with each other, which is quick since it needs
/// no branches; more go through an accumulator tree (Barth, Juenger, Mutzel 2002): O(steps x log(width)).
class CrossingCounter {
public:
    [[nodiscard]] std::int64_t count(const LayeredGraph& graph);

private:
    void collectPlaces(const LayeredGraph& graph, const std::vector<std::int32_t>& layer);
    [[nodiscard]] std::int64_t inversionsByPairs() const;
    [[nodiscard]] std::int64_t inversionsByTree(std::size_t width);

    std::vector<std::int32_t> m_places; ///< where the steps from a layer end, in the order of their starts
    std::vector<std::int32_t> m_sums;   ///< a complete binary tree
};

/// Exchanges neighbours within the layers where that removes crossings, up to three times over. Returns how many it
/// removed. Layers around which nothing changed since nothing could be gained there are left out.
class NeighbourExchange {
public:
    std::int64_t run(LayeredGraph& graph);

private:
    /// Places of the neighbours on one side, by place in the layer; long rows are sorted.
    struct Side {
        std::vector<std::ptrdiff_t> start;
        std::vector<std::int32_t> places;

        void collect(const LayeredGraph& graph, const std::vector<std::int32_t>& layer, const Adjacency& side);
        /// Crossings that are gone once row `right` stands before row `left`.
        [[nodiscard]] std::int64_t gain(std::size_t left, std::size_t right) const;
    };

    std::int64_t exchangeIn(LayeredGraph& graph, std::size_t layer);

    Side m_above;
    Side m_below;
    std::vector<std::size_t> m_rows;
    std::vector<std::int32_t> m_before;
    std::vector<char> m_mayGain; ///< by layer
};

/// Tells every vertex of a layer its place.
void renumber(LayeredGraph& graph, std::size_t layer);

} // namespace nestwright::layout
