// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/alignment.h"

#include "core/base/index.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace nestwright::layout {

namespace {

constexpr double kDummyWidth = 8;

/// The longest run of nodes from rank to rank: by vertex, its neighbour on the run above and below, or -1.
struct Spine {
    std::vector<std::int32_t> above;
    std::vector<std::int32_t> below;
};

/// Of the upper neighbours on a longest run, the one nearest to the middle of all upper neighbours.
std::int32_t nextOnSpine(const LayeredGraph& graph, const std::vector<std::int32_t>& length, std::int32_t vertex) {
    double middle = 0;
    for (const auto* u = graph.up.begin(vertex); u != graph.up.end(vertex); ++u) {
        middle += static_cast<double>(graph.position[at(*u)]) / graph.up.degree(vertex);
    }
    std::int32_t nearest = -1;
    double distance = 0;
    for (const auto* u = graph.up.begin(vertex); u != graph.up.end(vertex); ++u) {
        if (graph.isDummy(*u) || length[at(*u)] + 1 != length[at(vertex)]) continue;
        const double from = std::abs(graph.position[at(*u)] - middle);
        if (nearest >= 0 && from >= distance) continue;
        nearest = *u;
        distance = from;
    }
    return nearest;
}

Spine findSpine(const LayeredGraph& graph) {
    Spine spine;
    spine.above.assign(graph.rank.size(), -1);
    spine.below.assign(graph.rank.size(), -1);
    std::vector<std::int32_t> length(graph.rank.size(), 1);
    std::int32_t bottom = -1;
    for (const auto& layer : graph.layers) {
        for (const auto v : layer) {
            if (graph.isDummy(v)) continue;
            for (const auto* u = graph.up.begin(v); u != graph.up.end(v); ++u) {
                if (!graph.isDummy(*u)) length[at(v)] = std::max(length[at(v)], length[at(*u)] + 1);
            }
            if (bottom < 0 || length[at(v)] > length[at(bottom)]) bottom = v;
        }
    }
    while (bottom >= 0 && length[at(bottom)] > 1) {
        const auto next = nextOnSpine(graph, length, bottom);
        spine.above[at(bottom)] = next;
        spine.below[at(next)] = bottom;
        bottom = next;
    }
    return spine;
}

/// One of the four ways to lean. Mirrored runs see every layer from right to left.
class Alignment {
public:
    Alignment(const LayeredGraph& graph, const GraphView& view, const Options& options, const Spine& spine,
              bool isFromAbove, bool isMirrored)
        : m_graph(graph)
        , m_view(view)
        , m_options(options)
        , m_side(isFromAbove ? graph.up : graph.down)
        , m_spine(isFromAbove ? spine.above : spine.below)
        , m_layers(graph.layers)
        , m_position(graph.position)
        , m_isMirrored(isMirrored) {
        if (!isFromAbove) std::reverse(m_layers.begin(), m_layers.end());
        if (!isMirrored) return;
        for (auto& layer : m_layers) {
            std::reverse(layer.begin(), layer.end());
            for (std::size_t i = 0; i < layer.size(); ++i) m_position[at(layer[i])] = static_cast<std::int32_t>(i);
        }
    }

    [[nodiscard]] std::vector<double> run() {
        markConflicts();
        tieBlocks();
        auto x = placeBlocks();
        if (m_isMirrored) {
            for (auto& value : x) value = -value;
        }
        return x;
    }

private:
    /// The dummy that continues a long edge on the side, or -1.
    [[nodiscard]] std::int32_t innerNeighbour(std::int32_t vertex) const {
        if (!m_graph.isDummy(vertex) || m_side.degree(vertex) == 0) return -1;
        const auto other = *m_side.begin(vertex);
        return m_graph.isDummy(other) ? other : -1;
    }

    /// Steps that cross the inside of a long edge must yield to it: it stays straight.
    void markConflicts() {
        m_isConflict.assign(m_side.targets.size(), 0);
        for (std::size_t l = 1; l < m_layers.size(); ++l) {
            const auto& layer = m_layers[l];
            std::int32_t lowest = 0;
            std::size_t scanned = 0;
            for (std::size_t i = 0; i < layer.size(); ++i) {
                const auto inner = innerNeighbour(layer[i]);
                if (inner < 0 && i + 1 < layer.size()) continue;
                const auto highest =
                    inner >= 0 ? m_position[at(inner)] : static_cast<std::int32_t>(m_layers[l - 1].size());
                for (; scanned <= i; ++scanned) markOutside(layer[scanned], lowest, highest);
                lowest = highest;
            }
        }
    }

    void markOutside(std::int32_t vertex, std::int32_t lowest, std::int32_t highest) {
        for (auto step = m_side.start[at(vertex)]; step < m_side.start[at(vertex) + 1]; ++step) {
            const auto other = m_side.targets[at(step)];
            const bool isInner = m_graph.isDummy(vertex) && m_graph.isDummy(other);
            const auto place = m_position[at(other)];
            if (!isInner && (place < lowest || place > highest)) m_isConflict[at(step)] = 1;
        }
    }

    void tieBlocks() {
        m_root.resize(m_graph.rank.size());
        std::iota(m_root.begin(), m_root.end(), 0);
        m_next = m_root;
        for (const auto& layer : m_layers) {
            // Ties left of the spine end left of it, those right of it on the right: none crosses it.
            const auto onSpine =
                std::find_if(layer.begin(), layer.end(), [this](auto v) { return m_spine[at(v)] >= 0; });
            std::int32_t last = -1;
            auto limit = onSpine == layer.end() ? std::numeric_limits<std::int32_t>::max()
                                                : m_position[at(m_spine[at(*onSpine)])];
            for (auto v = layer.begin(); v != layer.end(); ++v) {
                if (v == onSpine) {
                    tie(*v, m_spine[at(*v)]);
                    last = limit;
                    limit = std::numeric_limits<std::int32_t>::max();
                } else {
                    tieToMedian(*v, last, limit);
                }
            }
        }
    }

    void tieToMedian(std::int32_t v, std::int32_t& last, std::int32_t limit) {
        m_neighbours.clear();
        for (auto step = m_side.start[at(v)]; step < m_side.start[at(v) + 1]; ++step) {
            m_neighbours.emplace_back(m_position[at(m_side.targets[at(step)])], step);
        }
        if (m_neighbours.empty()) return;
        std::sort(m_neighbours.begin(), m_neighbours.end());
        for (auto i = (m_neighbours.size() - 1) / 2; i <= m_neighbours.size() / 2; ++i) {
            const auto [place, step] = m_neighbours[i];
            if (place <= last || place >= limit || m_isConflict[at(step)] != 0) continue;
            tie(v, m_side.targets[at(step)]);
            last = place;
            return;
        }
    }

    void tie(std::int32_t v, std::int32_t w) {
        m_next[at(w)] = v;
        m_root[at(v)] = m_root[at(w)];
        m_next[at(v)] = m_root[at(v)];
    }

    /// Blocks as far left as their left neighbours allow, then to the right where nothing is lost by it.
    [[nodiscard]] std::vector<double> placeBlocks() const {
        struct Gap {
            std::int32_t block = 0;
            double distance = 0;
        };
        const auto count = m_graph.rank.size();
        std::vector<std::vector<Gap>> toRight(count);
        std::vector<std::int32_t> missing(count, 0);
        for (const auto& layer : m_layers) {
            for (std::size_t i = 1; i < layer.size(); ++i) {
                const auto from = m_root[at(layer[i - 1])];
                const auto to = m_root[at(layer[i])];
                toRight[at(from)].push_back({to, separation(m_graph, m_view, m_options, layer[i - 1], layer[i])});
                ++missing[at(to)];
            }
        }
        std::vector<std::int32_t> order;
        for (std::size_t v = 0; v < count; ++v) {
            if (m_root[v] == static_cast<std::int32_t>(v) && missing[v] == 0) {
                order.push_back(static_cast<std::int32_t>(v));
            }
        }
        std::vector<double> block(count, 0);
        for (std::size_t next = 0; next < order.size(); ++next) {
            const auto from = order[next];
            for (const auto& gap : toRight[at(from)]) {
                block[at(gap.block)] = std::max(block[at(gap.block)], block[at(from)] + gap.distance);
                if (--missing[at(gap.block)] == 0) order.push_back(gap.block);
            }
        }
        for (auto from = order.rbegin(); from != order.rend(); ++from) {
            double room = std::numeric_limits<double>::max();
            for (const auto& gap : toRight[at(*from)]) room = std::min(room, block[at(gap.block)] - gap.distance);
            if (!toRight[at(*from)].empty()) block[at(*from)] = std::max(block[at(*from)], room);
        }
        std::vector<double> x(count);
        for (std::size_t v = 0; v < count; ++v) x[v] = block[at(m_root[v])];
        return x;
    }

    const LayeredGraph& m_graph;
    const GraphView& m_view;
    const Options& m_options;
    const Adjacency& m_side;
    const std::vector<std::int32_t>& m_spine;
    std::vector<std::vector<std::int32_t>> m_layers;
    std::vector<std::int32_t> m_position;
    bool m_isMirrored;
    std::vector<char> m_isConflict;                                  ///< by step of the side
    std::vector<std::pair<std::int32_t, std::int32_t>> m_neighbours; ///< place, step
    std::vector<std::int32_t> m_root;
    std::vector<std::int32_t> m_next;
};

} // namespace

double widthOf(const LayeredGraph& graph, const GraphView& view, std::int32_t vertex) {
    return graph.isDummy(vertex) ? kDummyWidth : static_cast<double>(view.sizes[at(vertex)].width);
}

double separation(const LayeredGraph& graph, const GraphView& view, const Options& options, std::int32_t left,
                  std::int32_t right) {
    const bool isBetweenDummies = graph.isDummy(left) && graph.isDummy(right);
    const double gap = static_cast<double>(options.nodeGap) / (isBetweenDummies ? 2 : 1);
    return gap + (widthOf(graph, view, left) + widthOf(graph, view, right)) / 2;
}

std::vector<double> alignVertices(const LayeredGraph& graph, const GraphView& view, const Options& options) {
    if (graph.rank.empty()) return {};
    struct Run {
        std::vector<double> x;
        double left = 0;
        double right = 0;
        bool isMirrored = false;
    };
    const auto spine = findSpine(graph);
    std::array<Run, 4> runs;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        auto& run = runs[i];
        run.isMirrored = i % 2 == 1;
        run.x = Alignment(graph, view, options, spine, i < 2, run.isMirrored).run();
        const auto [left, right] = std::minmax_element(run.x.begin(), run.x.end());
        run.left = *left;
        run.right = *right;
    }
    const auto& narrowest = *std::min_element(
        runs.begin(), runs.end(), [](const auto& a, const auto& b) { return a.right - a.left < b.right - b.left; });
    std::array<double, 4> shift{};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        shift[i] = runs[i].isMirrored ? narrowest.right - runs[i].right : narrowest.left - runs[i].left;
    }
    std::vector<double> x(graph.rank.size());
    for (std::size_t v = 0; v < x.size(); ++v) {
        std::array<double, 4> places{};
        for (std::size_t i = 0; i < runs.size(); ++i) places[i] = runs[i].x[v] + shift[i];
        std::sort(places.begin(), places.end());
        x[v] = (places[1] + places[2]) / 2;
    }
    return x;
}

} // namespace nestwright::layout
