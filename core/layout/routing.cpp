// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/routing.h"

#include "core/base/index.h"
#include "core/layout/alignment.h"

#include <algorithm>
#include <limits>

namespace nestwright::layout {

namespace {

constexpr double kEntrySpacing = 16;
constexpr double kEntryShare = 0.6; ///< of a node's width, at most, over which entries spread

Point point(double x, double y) { return {static_cast<float>(x), static_cast<float>(y)}; }

/// Horizontal place at which each chain enters its consumer.
std::vector<double> entries(const LayeredGraph& graph, const GraphView& view, const std::vector<double>& x) {
    struct Arrival {
        double from = 0;
        std::int32_t chain = 0;
    };
    std::vector<std::vector<Arrival>> arrivals(at(graph.realCount));
    for (std::size_t c = 0; c < graph.chains.size(); ++c) {
        const auto& chain = graph.chains[c];
        const auto& edge = view.edges[at(chain.edge)];
        const auto last = chain.dummies > 0 ? chain.firstDummy + chain.dummies - 1 : edge.from;
        arrivals[at(edge.to)].push_back({x[at(last)], static_cast<std::int32_t>(c)});
    }
    std::vector<double> result(graph.chains.size(), 0);
    for (std::int32_t v = 0; v < graph.realCount; ++v) {
        auto& list = arrivals[at(v)];
        std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.from < b.from; });
        const auto gaps = static_cast<double>(list.size()) - 1;
        const double room = static_cast<double>(view.sizes[at(v)].width) * kEntryShare;
        const double spacing = gaps > 0 ? std::min(kEntrySpacing, room / gaps) : 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            result[at(list[i].chain)] = x[at(v)] + (static_cast<double>(i) - gaps / 2) * spacing;
        }
    }
    return result;
}

RoutedEdge route(const LayeredGraph& graph, const GraphView& view, const LayoutResult& result, const Chain& chain,
                 const std::vector<double>& x, const Rows& rows, double left, double entry) {
    const auto& edge = view.edges[at(chain.edge)];
    RoutedEdge routed;
    routed.edge = chain.edge;
    routed.points.reserve(at(chain.dummies) * 2 + 2);
    const auto& from = result.centres[at(edge.from)];
    const auto& to = result.centres[at(edge.to)];
    routed.points.push_back({from.x, from.y + view.sizes[at(edge.from)].height / 2});
    for (std::int32_t i = 0; i < chain.dummies; ++i) {
        const auto dummy = chain.firstDummy + i;
        const auto row = at(graph.rank[at(dummy)]);
        const double dummyX = x[at(dummy)] - left;
        routed.points.push_back(point(dummyX, rows.top[row]));
        routed.points.push_back(point(dummyX, rows.bottom[row]));
    }
    routed.points.push_back(point(entry - left, static_cast<double>(to.y - view.sizes[at(edge.to)].height / 2)));
    return routed;
}

} // namespace

Rows stackRows(const LayeredGraph& graph, const GraphView& view, const Options& options) {
    Rows rows;
    double y = 0;
    for (const auto& layer : graph.layers) {
        double height = 0;
        for (const auto v : layer) {
            if (!graph.isDummy(v)) height = std::max(height, static_cast<double>(view.sizes[at(v)].height));
        }
        rows.top.push_back(y);
        rows.bottom.push_back(y + height);
        y += height + static_cast<double>(options.rankGap);
    }
    return rows;
}

LayoutResult assemble(const LayeredGraph& graph, const GraphView& view, const std::vector<double>& x,
                      const Rows& rows) {
    LayoutResult result;
    result.portals = graph.portals;
    if (graph.realCount == 0) return result;
    double left = std::numeric_limits<double>::max();
    double right = std::numeric_limits<double>::lowest();
    for (std::int32_t v = 0; v < graph.vertexCount(); ++v) {
        const double half = widthOf(graph, view, v) / 2;
        left = std::min(left, x[at(v)] - half);
        right = std::max(right, x[at(v)] + half);
    }
    result.ranks.assign(graph.rank.begin(), graph.rank.begin() + graph.realCount);
    result.centres.reserve(at(graph.realCount));
    for (std::int32_t v = 0; v < graph.realCount; ++v) {
        const auto row = at(graph.rank[at(v)]);
        result.centres.push_back(point(x[at(v)] - left, (rows.top[row] + rows.bottom[row]) / 2));
    }
    const auto entry = entries(graph, view, x);
    result.routes.reserve(graph.chains.size());
    for (std::size_t c = 0; c < graph.chains.size(); ++c) {
        result.routes.push_back(route(graph, view, result, graph.chains[c], x, rows, left, entry[c]));
    }
    result.bounds = {0, 0, static_cast<float>(right - left), static_cast<float>(rows.bottom.back())};
    return result;
}

} // namespace nestwright::layout
