// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/ordering.h"

#include "core/base/index.h"

#include <algorithm>
#include <utility>

namespace nestwright::layout {

namespace {

constexpr int kSweepsWithoutGain = 8;
constexpr int kExchangePasses = 3;

/// Counts inversions of a sequence of places: a complete binary tree whose inner nodes hold sums.
class AccumulatorTree {
public:
    void reset(std::size_t width) {
        m_leaves = 1;
        while (m_leaves < width) m_leaves *= 2;
        m_sums.assign(m_leaves * 2, 0);
    }

    /// Adds a place; returns how many earlier ones lie to the right of it.
    std::int64_t add(std::int32_t place) {
        std::int64_t toTheRight = 0;
        std::size_t index = m_leaves + at(place);
        ++m_sums[index];
        while (index > 1) {
            if (index % 2 == 0) toTheRight += m_sums[index + 1];
            index /= 2;
            ++m_sums[index];
        }
        return toTheRight;
    }

private:
    std::size_t m_leaves = 1;
    std::vector<std::int32_t> m_sums;
};

void renumber(LayeredGraph& graph, std::size_t layer) {
    std::int32_t next = 0;
    for (const auto v : graph.layers[layer]) graph.position[at(v)] = next++;
}

/// Sorts a layer by the mean place of its neighbours on one side. Vertices without any keep their place.
void sortByBarycenter(LayeredGraph& graph, std::size_t layer, const Adjacency& side,
                      std::vector<std::pair<double, std::int32_t>>& keys) {
    keys.clear();
    for (const auto v : graph.layers[layer]) {
        double key = graph.position[at(v)];
        if (side.degree(v) > 0) {
            double sum = 0;
            for (const auto* w = side.begin(v); w != side.end(v); ++w) sum += graph.position[at(*w)];
            key = sum / side.degree(v);
        }
        keys.emplace_back(key, v);
    }
    std::stable_sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < keys.size(); ++i) graph.layers[layer][i] = keys[i].second;
    renumber(graph, layer);
}

/// Sorted places of the neighbours on one side, for each place of a layer.
struct NeighbourPlaces {
    std::vector<std::size_t> start;
    std::vector<std::int32_t> places;

    void collect(const LayeredGraph& graph, const std::vector<std::int32_t>& layer, const Adjacency& side) {
        start.assign(1, 0);
        places.clear();
        for (const auto v : layer) {
            for (const auto* w = side.begin(v); w != side.end(v); ++w) places.push_back(graph.position[at(*w)]);
            std::sort(places.begin() + static_cast<std::ptrdiff_t>(start.back()), places.end());
            start.push_back(places.size());
        }
    }

    /// Crossings of the steps of row `left` with those of row `right` when they stand in this order.
    [[nodiscard]] std::int64_t crossings(std::size_t left, std::size_t right) const {
        std::int64_t result = 0;
        auto r = start[right];
        for (auto l = start[left]; l < start[left + 1]; ++l) {
            while (r < start[right + 1] && places[r] < places[l]) ++r;
            result += static_cast<std::int64_t>(r - start[right]);
        }
        return result;
    }
};

/// Exchanges neighbours in a layer while that removes crossings; returns how many it removed.
std::int64_t exchangeNeighbours(LayeredGraph& graph, std::size_t layer, NeighbourPlaces& above,
                                NeighbourPlaces& below) {
    auto& vertices = graph.layers[layer];
    if (vertices.size() < 2) return 0;
    above.collect(graph, vertices, graph.up);
    below.collect(graph, vertices, graph.down);
    std::vector<std::size_t> rows(vertices.size());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
    const auto before = vertices;
    std::int64_t removed = 0;
    for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
        const auto now = above.crossings(rows[i], rows[i + 1]) + below.crossings(rows[i], rows[i + 1]);
        if (now == 0) continue;
        const auto then = above.crossings(rows[i + 1], rows[i]) + below.crossings(rows[i + 1], rows[i]);
        if (then < now) {
            std::swap(rows[i], rows[i + 1]);
            removed += now - then;
        }
    }
    if (removed == 0) return 0;
    for (std::size_t i = 0; i < rows.size(); ++i) vertices[i] = before[rows[i]];
    renumber(graph, layer);
    return removed;
}

void exchangeEverywhere(LayeredGraph& graph, const std::function<bool()>& shouldStop) {
    NeighbourPlaces above;
    NeighbourPlaces below;
    for (int pass = 0; pass < kExchangePasses; ++pass) {
        std::int64_t removed = 0;
        for (std::size_t layer = 0; layer < graph.layers.size(); ++layer) {
            removed += exchangeNeighbours(graph, layer, above, below);
        }
        if (removed == 0 || shouldStop()) return;
    }
}

void sweep(LayeredGraph& graph, bool isDownward) {
    std::vector<std::pair<double, std::int32_t>> keys;
    const auto count = graph.layers.size();
    for (std::size_t i = 1; i < count; ++i) {
        const auto layer = isDownward ? i : count - 1 - i;
        sortByBarycenter(graph, layer, isDownward ? graph.up : graph.down, keys);
    }
}

/// Depth-first from the sources: what hangs together starts side by side.
void orderDepthFirst(LayeredGraph& graph) {
    std::vector<char> isSeen(graph.rank.size(), 0);
    std::vector<std::int32_t> stack;
    for (auto& layer : graph.layers) layer.clear();
    for (std::int32_t root = 0; root < graph.vertexCount(); ++root) {
        if (graph.up.degree(root) > 0 || isSeen[at(root)] != 0) continue;
        stack.push_back(root);
        while (!stack.empty()) {
            const auto v = stack.back();
            stack.pop_back();
            if (isSeen[at(v)] != 0) continue;
            isSeen[at(v)] = 1;
            graph.layers[at(graph.rank[at(v)])].push_back(v);
            for (const auto* w = graph.down.end(v); w != graph.down.begin(v);) {
                --w;
                if (isSeen[at(*w)] == 0) stack.push_back(*w);
            }
        }
    }
    for (std::size_t layer = 0; layer < graph.layers.size(); ++layer) renumber(graph, layer);
}

} // namespace

std::int64_t countCrossings(const LayeredGraph& graph) {
    std::int64_t total = 0;
    AccumulatorTree tree;
    std::vector<std::int32_t> places;
    for (std::size_t layer = 0; layer + 1 < graph.layers.size(); ++layer) {
        tree.reset(graph.layers[layer + 1].size());
        for (const auto v : graph.layers[layer]) {
            places.clear();
            for (const auto* w = graph.down.begin(v); w != graph.down.end(v); ++w) {
                places.push_back(graph.position[at(*w)]);
            }
            std::sort(places.begin(), places.end());
            for (const auto place : places) total += tree.add(place);
        }
    }
    return total;
}

bool orderLayers(LayeredGraph& graph, int maxSweeps, const std::function<bool()>& shouldStop) {
    orderDepthFirst(graph);
    auto best = graph.layers;
    auto fewest = countCrossings(graph);
    int withoutGain = 0;
    bool isComplete = true;
    for (int i = 0; i < maxSweeps && fewest > 0 && withoutGain < kSweepsWithoutGain; ++i) {
        if (shouldStop()) {
            isComplete = false;
            break;
        }
        sweep(graph, i % 2 == 0);
        exchangeEverywhere(graph, shouldStop);
        const auto crossings = countCrossings(graph);
        withoutGain = crossings < fewest ? 0 : withoutGain + 1;
        if (crossings < fewest) {
            fewest = crossings;
            best = graph.layers;
        }
    }
    graph.layers = std::move(best);
    for (std::size_t layer = 0; layer < graph.layers.size(); ++layer) renumber(graph, layer);
    return isComplete;
}

} // namespace nestwright::layout
