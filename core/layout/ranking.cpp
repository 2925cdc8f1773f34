// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/ranking.h"

#include "core/base/index.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace nestwright::layout {

namespace {

std::int32_t nodeCount(const GraphView& graph) { return static_cast<std::int32_t>(graph.sizes.size()); }

/// Kahn's order, lowest number first within a wave. Where a cycle blocks it, the lowest node that is left goes next.
std::vector<std::int32_t> topologicalOrder(const Adjacency& out, std::vector<std::int32_t> missing) {
    const auto count = static_cast<std::int32_t>(missing.size());
    std::vector<std::int32_t> order;
    order.reserve(missing.size());
    std::vector<char> isPlaced(missing.size(), 0);
    for (std::int32_t v = 0; v < count; ++v) {
        if (missing[at(v)] == 0) order.push_back(v);
    }
    for (const auto v : order) isPlaced[at(v)] = 1;
    std::int32_t firstLeft = 0;
    for (std::size_t next = 0; next < missing.size(); ++next) {
        if (next == order.size()) {
            while (isPlaced[at(firstLeft)] != 0) ++firstLeft;
            isPlaced[at(firstLeft)] = 1;
            order.push_back(firstLeft);
        }
        const auto v = order[next];
        for (const auto* w = out.begin(v); w != out.end(v); ++w) {
            if (--missing[at(*w)] == 0 && isPlaced[at(*w)] == 0) {
                isPlaced[at(*w)] = 1;
                order.push_back(*w);
            }
        }
    }
    return order;
}

void tighten(const std::vector<std::int32_t>& order, const std::vector<std::int32_t>& place, const Adjacency& out,
             const std::vector<std::int32_t>& inDegree, std::vector<std::int32_t>& rank) {
    for (auto v = order.rbegin(); v != order.rend(); ++v) {
        if (out.degree(*v) <= inDegree[at(*v)]) continue;
        auto nearest = std::numeric_limits<std::int32_t>::max();
        for (const auto* w = out.begin(*v); w != out.end(*v); ++w) {
            if (place[at(*w)] > place[at(*v)]) nearest = std::min(nearest, rank[at(*w)]);
        }
        if (nearest != std::numeric_limits<std::int32_t>::max()) rank[at(*v)] = std::max(rank[at(*v)], nearest - 1);
    }
}

void pin(const GraphView& graph, std::vector<std::int32_t>& rank) {
    if (rank.empty()) return;
    const auto deepest = *std::max_element(rank.begin(), rank.end());
    if (!graph.atTop.empty()) {
        for (auto& r : rank) ++r;
    }
    for (const auto v : graph.atTop) rank[at(v)] = 0;
    for (const auto v : graph.atBottom) rank[at(v)] = deepest + 2;
}

/// Renumbers ranks so that none is empty.
void compact(std::vector<std::int32_t>& rank) {
    if (rank.empty()) return;
    std::vector<std::int32_t> newRank(at(*std::max_element(rank.begin(), rank.end())) + 1, 0);
    for (const auto r : rank) newRank[at(r)] = 1;
    std::int32_t next = 0;
    for (auto& r : newRank) {
        const bool isUsed = r != 0;
        r = next;
        if (isUsed) ++next;
    }
    for (auto& r : rank) r = newRank[at(r)];
}

} // namespace

Adjacency makeAdjacency(std::int32_t count, const std::vector<GraphView::Edge>& edges) {
    Adjacency result;
    result.start.assign(at(count) + 1, 0);
    for (const auto& edge : edges) ++result.start[at(edge.from) + 1];
    for (std::size_t v = 1; v < result.start.size(); ++v) result.start[v] += result.start[v - 1];
    result.targets.resize(edges.size());
    auto next = result.start;
    for (const auto& edge : edges) result.targets[at(next[at(edge.from)]++)] = edge.to;
    return result;
}

std::vector<std::int32_t> rankNodes(const GraphView& graph) {
    const auto count = nodeCount(graph);
    const auto out = makeAdjacency(count, graph.edges);
    std::vector<std::int32_t> inDegree(graph.sizes.size(), 0);
    for (const auto& edge : graph.edges) ++inDegree[at(edge.to)];

    const auto order = topologicalOrder(out, inDegree);
    std::vector<std::int32_t> place(graph.sizes.size(), 0);
    for (std::size_t i = 0; i < order.size(); ++i) place[at(order[i])] = static_cast<std::int32_t>(i);

    std::vector<std::int32_t> rank(graph.sizes.size(), 0);
    for (const auto v : order) {
        for (const auto* w = out.begin(v); w != out.end(v); ++w) {
            if (place[at(*w)] > place[at(v)]) rank[at(*w)] = std::max(rank[at(*w)], rank[at(v)] + 1);
        }
    }
    tighten(order, place, out, inDegree, rank);
    pin(graph, rank);
    compact(rank);
    return rank;
}

LayeredGraph makeLayeredGraph(const GraphView& graph, std::vector<std::int32_t> ranks, int maxRoutedSpan) {
    LayeredGraph result;
    result.realCount = nodeCount(graph);
    result.rank = std::move(ranks);
    std::vector<GraphView::Edge> steps;
    steps.reserve(graph.edges.size() * 2);
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const auto [from, to] = graph.edges[e];
        const auto span = result.rank[at(to)] - result.rank[at(from)];
        if (span < 1 || span > maxRoutedSpan) {
            result.portals.push_back(static_cast<std::int32_t>(e));
            continue;
        }
        const Chain chain{static_cast<std::int32_t>(e), result.vertexCount(), span - 1};
        auto previous = from;
        for (std::int32_t i = 0; i < chain.dummies; ++i) {
            const auto dummy = result.vertexCount();
            result.rank.push_back(result.rank[at(from)] + 1 + i);
            steps.push_back({previous, dummy});
            previous = dummy;
        }
        steps.push_back({previous, to});
        result.chains.push_back(chain);
    }
    result.down = makeAdjacency(result.vertexCount(), steps);
    for (auto& step : steps) std::swap(step.from, step.to);
    result.up = makeAdjacency(result.vertexCount(), steps);

    const auto ranksUsed = result.rank.empty() ? 0 : *std::max_element(result.rank.begin(), result.rank.end()) + 1;
    result.layers.resize(at(ranksUsed));
    result.position.resize(result.rank.size());
    for (std::int32_t v = 0; v < result.vertexCount(); ++v) {
        auto& layer = result.layers[at(result.rank[at(v)])];
        result.position[at(v)] = static_cast<std::int32_t>(layer.size());
        layer.push_back(v);
    }
    return result;
}

} // namespace nestwright::layout
