// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/folding.h"

#include "core/base/index.h"

#include <cstddef>
#include <unordered_set>

namespace nestwright::layout {

namespace {

std::int32_t sizeOf(const FoldedGraph& graph) { return static_cast<std::int32_t>(graph.members.size()); }

void addClosed(FoldedGraph& graph, const Repeat& repeat, std::int32_t index) {
    for (auto i = repeat.first; i < repeat.end(); ++i) graph.drawnFor[at(i)] = sizeOf(graph);
    graph.members.push_back({repeat.first, repeat.length * repeat.count, 0, 1});
    graph.repeatOf.push_back(index);
}

void addOpen(FoldedGraph& graph, const Repeat& repeat, std::int32_t index) {
    std::vector<std::int32_t> frame;
    for (std::int32_t i = 0; i < repeat.length; ++i) {
        const Members members{repeat.first + i, 1, repeat.length, repeat.count};
        members.forEach([&](auto node) { graph.drawnFor[at(node)] = sizeOf(graph); });
        frame.push_back(sizeOf(graph));
        graph.members.push_back(members);
        graph.repeatOf.push_back(index);
    }
    graph.frames.push_back(std::move(frame));
    graph.frameRepeats.push_back(index);
}

void addPlain(FoldedGraph& graph, std::int32_t node) {
    graph.drawnFor[at(node)] = sizeOf(graph);
    graph.members.push_back({node, 1, 1, 1});
    graph.repeatOf.push_back(-1);
}

/// Whether the edge joins two blocks of one folded repeat, or repeats what the first block shows.
bool isImplied(const FoldedGraph& graph, const std::vector<Repeat>& repeats, const GraphView::Edge& edge) {
    const auto from = graph.repeatOf[at(graph.drawnFor[at(edge.from)])];
    const auto to = graph.repeatOf[at(graph.drawnFor[at(edge.to)])];
    if (from < 0 || from != to) return false;
    const auto& repeat = repeats[at(from)];
    return edge.from >= repeat.first + repeat.length || edge.to >= repeat.first + repeat.length;
}

} // namespace

FoldedGraph fold(std::int32_t nodeCount, const std::vector<GraphView::Edge>& edges, const std::vector<Repeat>& repeats,
                 const std::vector<FoldState>& states) {
    FoldedGraph graph;
    graph.drawnFor.assign(at(nodeCount), -1);
    std::int32_t next = 0;
    for (std::size_t r = 0; r < repeats.size(); ++r) {
        if (states[r] == FoldState::flat) continue;
        while (next < repeats[r].first) addPlain(graph, next++);
        const auto index = static_cast<std::int32_t>(r);
        if (states[r] == FoldState::closed) addClosed(graph, repeats[r], index);
        if (states[r] == FoldState::open) addOpen(graph, repeats[r], index);
        next = repeats[r].end();
    }
    while (next < nodeCount) addPlain(graph, next++);

    std::unordered_set<std::uint64_t> seen;
    for (std::size_t e = 0; e < edges.size(); ++e) {
        if (isImplied(graph, repeats, edges[e])) continue;
        const auto from = graph.drawnFor[at(edges[e].from)];
        const auto to = graph.drawnFor[at(edges[e].to)];
        const auto key = (static_cast<std::uint64_t>(from) << 32U) | static_cast<std::uint64_t>(to);
        if (from == to || !seen.insert(key).second) continue;
        graph.edges.push_back({from, to});
        graph.edgeOf.push_back(static_cast<std::int32_t>(e));
    }
    return graph;
}

} // namespace nestwright::layout
