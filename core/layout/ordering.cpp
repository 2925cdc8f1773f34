// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/ordering.h"

#include "core/base/index.h"
#include "core/layout/crossings.h"

#include <algorithm>
#include <utility>

namespace nestwright::layout {

namespace {

constexpr int kSweepsWithoutGain = 8;
constexpr std::size_t kInserted = 64; ///< vertices of a layer at most

using Keys = std::vector<std::pair<double, std::int32_t>>;

/// Sorts by the key; equal ones keep their order. Few are inserted one by one: most are in order already, and a stable
/// sort allocates.
void sortByKey(Keys& keys) {
    if (keys.size() > kInserted) {
        std::stable_sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        return;
    }
    for (std::size_t i = 1; i < keys.size(); ++i) {
        const auto key = keys[i];
        auto place = i;
        for (; place > 0 && keys[place - 1].first > key.first; --place) keys[place] = keys[place - 1];
        keys[place] = key;
    }
}

class Sweeper {
public:
    explicit Sweeper(LayeredGraph& graph)
        : m_graph(graph) {}

    void down() {
        for (std::size_t layer = 1; layer < m_graph.layers.size(); ++layer) sortByOneSide(layer, m_graph.up);
    }
    void up() {
        for (auto layer = m_graph.layers.size(); layer-- > 1;) sortByOneSide(layer - 1, m_graph.down);
    }
    void bothSides() {
        for (std::size_t layer = 0; layer < m_graph.layers.size(); ++layer) sortByBothSides(layer);
    }

private:
    [[nodiscard]] std::int64_t sumOfPlaces(std::int32_t vertex, const Adjacency& side) const {
        std::int64_t sum = 0;
        for (const auto* w = side.begin(vertex); w != side.end(vertex); ++w) sum += m_graph.position[at(*w)];
        return sum;
    }

    /// Sorts a layer by the mean place of its neighbours on one side. Vertices without any keep their place.
    void sortByOneSide(std::size_t layer, const Adjacency& side) {
        m_keys.clear();
        for (const auto v : m_graph.layers[layer]) {
            const auto degree = side.degree(v);
            m_keys.emplace_back(degree > 0 ? static_cast<double>(sumOfPlaces(v, side)) / degree
                                           : static_cast<double>(m_graph.position[at(v)]),
                                v);
        }
        takeOrder(layer);
    }

    /// The same over all neighbours, with places stretched to the width of the layer.
    void sortByBothSides(std::size_t layer) {
        const auto stretch = [&](std::size_t other) {
            return static_cast<double>(m_graph.layers[layer].size()) /
                   static_cast<double>(m_graph.layers[other].size());
        };
        const double fromAbove = layer > 0 ? stretch(layer - 1) : 0;
        const double fromBelow = layer + 1 < m_graph.layers.size() ? stretch(layer + 1) : 0;
        const auto placesOn = [&](const Adjacency& side, std::int32_t vertex, double factor) {
            return factor * (static_cast<double>(sumOfPlaces(vertex, side)) + 0.5 * side.degree(vertex));
        };
        m_keys.clear();
        for (const auto v : m_graph.layers[layer]) {
            const auto degree = m_graph.up.degree(v) + m_graph.down.degree(v);
            const double sum = placesOn(m_graph.up, v, fromAbove) + placesOn(m_graph.down, v, fromBelow);
            m_keys.emplace_back(degree > 0 ? sum / degree : m_graph.position[at(v)] + 0.5, v);
        }
        takeOrder(layer);
    }

    void takeOrder(std::size_t layer) {
        sortByKey(m_keys);
        for (std::size_t i = 0; i < m_keys.size(); ++i) m_graph.layers[layer][i] = m_keys[i].second;
        renumber(m_graph, layer);
    }

    LayeredGraph& m_graph;
    Keys m_keys;
};

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

std::int64_t countCrossings(const LayeredGraph& graph) { return CrossingCounter().count(graph); }

bool orderLayers(LayeredGraph& graph, int maxSweeps, const std::function<bool()>& shouldStop) {
    orderDepthFirst(graph);
    CrossingCounter counter;
    NeighbourExchange exchange;
    Sweeper sweeper(graph);
    auto best = graph.layers;
    auto fewest = counter.count(graph);
    int withoutGain = 0;
    bool isComplete = true;
    for (int i = 0; i < maxSweeps && fewest > 0 && withoutGain < kSweepsWithoutGain; ++i) {
        if (shouldStop()) {
            isComplete = false;
            break;
        }
        if (i % 2 == 0) {
            sweeper.down();
        } else {
            sweeper.up();
        }
        sweeper.bothSides();
        exchange.run(graph);
        const auto crossings = counter.count(graph);
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
