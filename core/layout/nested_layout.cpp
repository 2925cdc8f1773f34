// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/nested_layout.h"

#include "core/base/index.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace nestwright::layout {

namespace {

constexpr Size kPort{8, 1};

/// Where the parts of an edge are: indices of edges in the graphs that hold them, or -1.
struct Parts {
    std::int32_t inProducer = -1; ///< in the producer's group, or in the group of both
    std::int32_t outside = -1;
    std::int32_t inConsumer = -1;
};

/// A group as a graph of its own. Ports stand in the top and bottom row for what lies outside.
struct Inner {
    GraphView view;
    std::map<std::int32_t, std::int32_t> portFrom; ///< by outer node that is read: its port
    std::map<std::int32_t, std::int32_t> portOf;   ///< by own node that is read outside: its port
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> edgeBetween;
    LayoutResult layout;
    std::vector<std::int32_t> routeOf; ///< by edge, or -1
    std::int32_t outer = -1;
    std::vector<std::int32_t> nodes;
    float left = 0; ///< where its layout lies in the whole
    float top = 0;

    std::int32_t addEdge(std::int32_t from, std::int32_t to) {
        const auto [found, isNew] = edgeBetween.try_emplace({from, to}, static_cast<std::int32_t>(view.edges.size()));
        if (isNew) view.edges.push_back({from, to});
        return found->second;
    }
    std::int32_t port(std::map<std::int32_t, std::int32_t>& ports, std::vector<std::int32_t>& row, std::int32_t key) {
        const auto [found, isNew] = ports.try_emplace(key, static_cast<std::int32_t>(view.sizes.size()));
        if (isNew) {
            view.sizes.push_back(kPort);
            row.push_back(found->second);
        }
        return found->second;
    }
};

std::vector<std::int32_t> routesByEdge(const GraphView& view, const LayoutResult& layout) {
    std::vector<std::int32_t> routeOf(view.edges.size(), -1);
    for (std::size_t r = 0; r < layout.routes.size(); ++r) {
        routeOf[at(layout.routes[r].edge)] = static_cast<std::int32_t>(r);
    }
    return routeOf;
}

class NestedLayout {
public:
    NestedLayout(const GraphView& graph, const std::vector<std::vector<std::int32_t>>& groups, const Options& options,
                 const FrameRoom& room)
        : m_graph(graph)
        , m_options(options)
        , m_room(room)
        , m_inner(groups.size())
        , m_groupOf(graph.sizes.size(), -1)
        , m_placeOf(graph.sizes.size(), -1)
        , m_parts(graph.edges.size()) {
        for (std::size_t g = 0; g < groups.size(); ++g) {
            m_inner[g].nodes = groups[g];
            for (const auto node : groups[g]) {
                m_groupOf[at(node)] = static_cast<std::int32_t>(g);
                m_placeOf[at(node)] = static_cast<std::int32_t>(m_inner[g].view.sizes.size());
                m_inner[g].view.sizes.push_back(graph.sizes[at(node)]);
            }
        }
        nameOuterNodes();
        for (std::size_t e = 0; e < graph.edges.size(); ++e) split(e);
    }

    [[nodiscard]] std::optional<NestedResult> run(const WorkContext& work) {
        for (auto& inner : m_inner) {
            auto laidOut = layeredLayout(inner.view, m_options, {work.cancel, {}});
            if (!laidOut) return std::nullopt;
            inner.layout = std::move(*laidOut);
            inner.routeOf = routesByEdge(inner.view, inner.layout);
            m_outer.sizes[at(inner.outer)] = {inner.layout.bounds.width + 2 * m_room.side,
                                              inner.layout.bounds.height + m_room.top + m_room.bottom};
        }
        auto laidOut = layeredLayout(m_outer, m_options, work);
        if (!laidOut) return std::nullopt;
        m_outerLayout = std::move(*laidOut);
        m_outerRouteOf = routesByEdge(m_outer, m_outerLayout);
        place();
        number();
        for (std::size_t e = 0; e < m_graph.edges.size(); ++e) join(static_cast<std::int32_t>(e));
        return std::move(m_result);
    }

private:
    void nameOuterNodes() {
        m_outerOf.assign(m_graph.sizes.size(), -1);
        for (std::size_t i = 0; i < m_graph.sizes.size(); ++i) {
            const auto group = m_groupOf[i];
            if (group >= 0 && m_inner[at(group)].outer >= 0) {
                m_outerOf[i] = m_inner[at(group)].outer;
                continue;
            }
            m_outerOf[i] = static_cast<std::int32_t>(m_outer.sizes.size());
            m_outer.sizes.push_back(m_graph.sizes[i]);
            if (group >= 0) m_inner[at(group)].outer = m_outerOf[i];
        }
    }

    void split(std::size_t e) {
        const auto [from, to] = m_graph.edges[e];
        const auto fromGroup = m_groupOf[at(from)];
        const auto toGroup = m_groupOf[at(to)];
        auto& parts = m_parts[e];
        if (fromGroup >= 0 && fromGroup == toGroup) {
            parts.inProducer = m_inner[at(fromGroup)].addEdge(m_placeOf[at(from)], m_placeOf[at(to)]);
            return;
        }
        const std::pair key{m_outerOf[at(from)], m_outerOf[at(to)]};
        const auto [found, isNew] = m_outerEdge.try_emplace(key, static_cast<std::int32_t>(m_outer.edges.size()));
        if (isNew) m_outer.edges.push_back({key.first, key.second});
        parts.outside = found->second;
        if (fromGroup >= 0) {
            auto& inner = m_inner[at(fromGroup)];
            const auto port = inner.port(inner.portOf, inner.view.atBottom, from);
            parts.inProducer = inner.addEdge(m_placeOf[at(from)], port);
        }
        if (toGroup >= 0) {
            auto& inner = m_inner[at(toGroup)];
            const auto port = inner.port(inner.portFrom, inner.view.atTop, key.first);
            parts.inConsumer = inner.addEdge(port, m_placeOf[at(to)]);
        }
    }

    void place() {
        auto& layout = m_result.layout;
        layout.bounds = m_outerLayout.bounds;
        layout.isComplete = m_outerLayout.isComplete;
        for (auto& inner : m_inner) {
            const auto& centre = m_outerLayout.centres[at(inner.outer)];
            const auto& size = m_outer.sizes[at(inner.outer)];
            m_result.frames.push_back({centre.x - size.width / 2, centre.y - size.height / 2, size.width, size.height});
            inner.left = m_result.frames.back().x + m_room.side;
            inner.top = m_result.frames.back().y + m_room.top;
            layout.isComplete = layout.isComplete && inner.layout.isComplete;
        }
        layout.centres.resize(m_graph.sizes.size());
        for (std::size_t i = 0; i < m_graph.sizes.size(); ++i) {
            const auto group = m_groupOf[i];
            layout.centres[i] = group < 0
                                    ? m_outerLayout.centres[at(m_outerOf[i])]
                                    : moved(m_inner[at(group)], m_inner[at(group)].layout.centres[at(m_placeOf[i])]);
        }
    }

    [[nodiscard]] static Point moved(const Inner& inner, Point point) {
        return {point.x + inner.left, point.y + inner.top};
    }

    /// Ranks of the whole: a rank of the outer graph takes as many as the deepest group in it.
    void number() {
        std::vector<std::int32_t> depth(1, 0);
        const auto deepen = [&](std::int32_t rank, std::int32_t ranks) {
            if (depth.size() <= at(rank) + 1) depth.resize(at(rank) + 2, 1);
            depth[at(rank) + 1] = std::max(depth[at(rank) + 1], ranks);
        };
        for (const auto rank : m_outerLayout.ranks) deepen(rank, 1);
        for (const auto& inner : m_inner) {
            const auto& ranks = inner.layout.ranks;
            const auto deepest = ranks.empty() ? 0 : *std::max_element(ranks.begin(), ranks.end());
            deepen(m_outerLayout.ranks[at(inner.outer)], deepest + 1);
        }
        for (std::size_t r = 1; r < depth.size(); ++r) depth[r] += depth[r - 1];
        m_result.layout.ranks.resize(m_graph.sizes.size());
        for (std::size_t i = 0; i < m_graph.sizes.size(); ++i) {
            const auto group = m_groupOf[i];
            m_result.layout.ranks[i] = depth[at(m_outerLayout.ranks[at(m_outerOf[i])])] +
                                       (group < 0 ? 0 : m_inner[at(group)].layout.ranks[at(m_placeOf[i])]);
        }
    }

    [[nodiscard]] const std::vector<Point>* innerRoute(const Inner& inner, std::int32_t edge) const {
        const auto route = inner.routeOf[at(edge)];
        return route < 0 ? nullptr : &inner.layout.routes[at(route)].points;
    }

    /// Adds the points of a part; false where it is not routed.
    bool append(RoutedEdge& whole, const Inner& inner, std::int32_t edge, bool skipsFirst, bool skipsLast) const {
        const auto* points = innerRoute(inner, edge);
        if (points == nullptr) return false;
        const auto first = points->begin() + (skipsFirst ? 1 : 0);
        const auto last = points->end() - (skipsLast ? 1 : 0);
        for (auto p = first; p != last; ++p) whole.points.push_back(moved(inner, *p));
        return true;
    }

    /// In place of a port comes a straight piece through the frame, below or above the point of the outer route.
    void join(std::int32_t e) {
        const auto& parts = m_parts[at(e)];
        const auto& edge = m_graph.edges[at(e)];
        RoutedEdge whole;
        whole.edge = e;
        bool isRouted = true;
        if (parts.inProducer >= 0) {
            const auto& inner = m_inner[at(m_groupOf[at(edge.from)])];
            isRouted = append(whole, inner, parts.inProducer, false, parts.outside >= 0);
        }
        if (parts.outside >= 0) {
            const auto route = m_outerRouteOf[at(parts.outside)];
            isRouted = isRouted && route >= 0;
            if (isRouted) appendOuter(whole, m_outerLayout.routes[at(route)].points, parts, edge);
        }
        if (parts.inConsumer >= 0) {
            const auto& inner = m_inner[at(m_groupOf[at(edge.to)])];
            isRouted = isRouted && append(whole, inner, parts.inConsumer, true, false);
        }
        if (isRouted) {
            m_result.layout.routes.push_back(std::move(whole));
        } else {
            m_result.layout.portals.push_back(e);
        }
    }

    void appendOuter(RoutedEdge& whole, const std::vector<Point>& points, const Parts& parts,
                     const GraphView::Edge& edge) const {
        if (parts.inProducer >= 0) {
            const auto& inner = m_inner[at(m_groupOf[at(edge.from)])];
            whole.points.push_back({points.front().x, inner.top + inner.layout.bounds.height});
        }
        whole.points.insert(whole.points.end(), points.begin(), points.end());
        if (parts.inConsumer >= 0) {
            whole.points.push_back({points.back().x, m_inner[at(m_groupOf[at(edge.to)])].top});
        }
    }

    const GraphView& m_graph;
    const Options& m_options;
    const FrameRoom& m_room;
    std::vector<Inner> m_inner;
    std::vector<std::int32_t> m_groupOf;
    std::vector<std::int32_t> m_placeOf; ///< in its group
    std::vector<std::int32_t> m_outerOf;
    std::vector<Parts> m_parts;
    GraphView m_outer;
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> m_outerEdge;
    LayoutResult m_outerLayout;
    std::vector<std::int32_t> m_outerRouteOf;
    NestedResult m_result;
};

} // namespace

std::optional<NestedResult> nestedLayout(const GraphView& graph, const std::vector<std::vector<std::int32_t>>& groups,
                                         const Options& options, const FrameRoom& room, const WorkContext& work) {
    if (!groups.empty()) return NestedLayout(graph, groups, options, room).run(work);
    auto result = layeredLayout(graph, options, work);
    if (!result) return std::nullopt;
    return NestedResult{std::move(*result), {}};
}

} // namespace nestwright::layout
