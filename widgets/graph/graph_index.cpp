// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_index.h"

#include "core/base/index.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace nestwright {

namespace {

constexpr float kCellSize = 600;
constexpr float kMaxCellsPerAxis = 512;

bool contains(const layout::Rect& rect, layout::Point point) {
    return point.x >= rect.x && point.x <= rect.x + rect.width && point.y >= rect.y && point.y <= rect.y + rect.height;
}

bool touch(const layout::Rect& a, const layout::Rect& b) {
    return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

layout::Rect around(layout::Point a, layout::Point b) {
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::abs(a.x - b.x), std::abs(a.y - b.y)};
}

void sortOnce(std::vector<std::int32_t>& values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

} // namespace

GraphIndex::GraphIndex(const layout::GraphView& view, const layout::LayoutResult& layout)
    : m_edges(view.sizes.size())
    , m_ends(view.edges)
    , m_ranks(layout.ranks) {
    const float longest = std::max({layout.bounds.width, layout.bounds.height, 1.0F});
    m_cellSize = std::max(kCellSize, longest / kMaxCellsPerAxis);
    m_columns = static_cast<std::size_t>(layout.bounds.width / m_cellSize) + 1;
    m_rowCount = static_cast<std::size_t>(layout.bounds.height / m_cellSize) + 1;
    m_cells.resize(m_columns * m_rowCount);
    for (std::size_t e = 0; e < view.edges.size(); ++e) {
        m_edges[at(view.edges[e].from)].push_back(static_cast<std::int32_t>(e));
        m_edges[at(view.edges[e].to)].push_back(static_cast<std::int32_t>(e));
    }
    addNodes(view, layout);
    addRoutes(layout);
    m_byHeight.resize(m_nodeRects.size());
    std::iota(m_byHeight.begin(), m_byHeight.end(), 0);
    std::sort(m_byHeight.begin(), m_byHeight.end(), [this](auto a, auto b) {
        return std::pair(nodeRect(a).y, nodeRect(a).x) < std::pair(nodeRect(b).y, nodeRect(b).x);
    });
    for (std::size_t p = 0; p < layout.portals.size(); ++p) {
        const auto& edge = view.edges[at(layout.portals[p])];
        m_portals[edge.from].push_back(static_cast<std::int32_t>(p));
        m_portals[edge.to].push_back(static_cast<std::int32_t>(p));
    }
}

const std::vector<std::int32_t>& GraphIndex::portalsOf(std::int32_t node) const {
    static const std::vector<std::int32_t> none;
    const auto found = m_portals.find(node);
    return found == m_portals.end() ? none : found->second;
}

std::vector<std::int32_t> GraphIndex::sampled(float top, float bottom, double rowHeight, std::size_t perRow) const {
    std::vector<std::int32_t> result;
    const auto isAbove = [this](std::int32_t node, double y) { return static_cast<double>(nodeRect(node).y) < y; };
    auto row = std::floor(static_cast<double>(top) / rowHeight);
    auto begin = std::lower_bound(m_byHeight.begin(), m_byHeight.end(), row * rowHeight, isAbove);
    while (begin != m_byHeight.end() && nodeRect(*begin).y < bottom) {
        row = std::floor(static_cast<double>(nodeRect(*begin).y) / rowHeight);
        auto end = std::lower_bound(begin, m_byHeight.end(), (row + 1) * rowHeight, isAbove);
        if (end == begin) ++end; // a sum rounded down
        const auto count = static_cast<std::size_t>(end - begin);
        const auto step = std::max<std::size_t>(1, (count + perRow - 1) / perRow);
        for (std::size_t i = 0; i < count; i += step) result.push_back(begin[static_cast<std::ptrdiff_t>(i)]);
        begin = end;
    }
    return result;
}

void GraphIndex::addNodes(const layout::GraphView& view, const layout::LayoutResult& layout) {
    m_nodeRects.reserve(view.sizes.size());
    for (std::size_t i = 0; i < view.sizes.size(); ++i) {
        const auto& centre = layout.centres[i];
        const auto& size = view.sizes[i];
        const auto node = static_cast<std::int32_t>(i);
        m_nodeRects.push_back({centre.x - size.width / 2, centre.y - size.height / 2, size.width, size.height});
        const auto range = cellsOf(m_nodeRects.back());
        for (auto row = range.top; row <= range.bottom; ++row) {
            for (auto column = range.left; column <= range.right; ++column) cell(column, row).nodes.push_back(node);
        }
        if (at(m_ranks[i]) >= m_rows.size()) m_rows.resize(at(m_ranks[i]) + 1);
        m_rows[at(m_ranks[i])].push_back(node);
    }
    for (auto& row : m_rows) {
        std::sort(row.begin(), row.end(), [this](auto a, auto b) { return nodeRect(a).x < nodeRect(b).x; });
    }
}

void GraphIndex::addRoutes(const layout::LayoutResult& layout) {
    for (std::size_t r = 0; r < layout.routes.size(); ++r) {
        const auto& points = layout.routes[r].points;
        const auto route = static_cast<std::int32_t>(r);
        for (std::size_t i = 1; i < points.size(); ++i) {
            const auto range = cellsOf(around(points[i - 1], points[i]));
            for (auto row = range.top; row <= range.bottom; ++row) {
                for (auto column = range.left; column <= range.right; ++column) {
                    auto& routes = cell(column, row).routes;
                    if (routes.empty() || routes.back() != route) routes.push_back(route);
                }
            }
        }
    }
}

GraphIndex::CellRange GraphIndex::cellsOf(const layout::Rect& area) const {
    const auto clamped = [this](float value, std::size_t count) {
        const float cellNumber = std::floor(value / m_cellSize);
        return static_cast<std::size_t>(std::clamp(cellNumber, 0.0F, static_cast<float>(count - 1)));
    };
    return {clamped(area.x, m_columns), clamped(area.y, m_rowCount), clamped(area.x + area.width, m_columns),
            clamped(area.y + area.height, m_rowCount)};
}

std::int32_t GraphIndex::nodeAt(layout::Point point) const {
    if (m_cells.empty()) return -1;
    const auto range = cellsOf({point.x, point.y, 0, 0});
    for (const auto node : cell(range.left, range.top).nodes) {
        if (contains(nodeRect(node), point)) return node;
    }
    return -1;
}

GraphIndex::Found GraphIndex::inside(const layout::Rect& area) const {
    Found found;
    if (m_cells.empty()) return found;
    const auto range = cellsOf(area);
    for (auto row = range.top; row <= range.bottom; ++row) {
        for (auto column = range.left; column <= range.right; ++column) {
            const auto& here = cell(column, row);
            for (const auto node : here.nodes) {
                if (touch(nodeRect(node), area)) found.nodes.push_back(node);
            }
            found.routes.insert(found.routes.end(), here.routes.begin(), here.routes.end());
        }
    }
    sortOnce(found.nodes);
    sortOnce(found.routes);
    return found;
}

std::int32_t GraphIndex::neighbour(std::int32_t node, Direction direction) const {
    if (node < 0 || at(node) >= m_nodeRects.size()) return -1;
    if (direction == Direction::left || direction == Direction::right) {
        const auto& row = m_rows[at(m_ranks[at(node)])];
        const auto here = std::find(row.begin(), row.end(), node);
        if (direction == Direction::left) return here == row.begin() ? -1 : *(here - 1);
        return here + 1 == row.end() ? -1 : *(here + 1);
    }
    const auto centre = [this](std::int32_t n) { return nodeRect(n).x + nodeRect(n).width / 2; };
    std::int32_t best = -1;
    std::int32_t bestSpan = std::numeric_limits<std::int32_t>::max();
    float bestDistance = 0;
    for (const auto e : m_edges[at(node)]) {
        const auto& edge = m_ends[at(e)];
        const bool isConsumerWanted = direction == Direction::toConsumer;
        if ((isConsumerWanted ? edge.from : edge.to) != node) continue;
        const auto other = isConsumerWanted ? edge.to : edge.from;
        if (other == node) continue;
        const auto span = std::abs(m_ranks[at(other)] - m_ranks[at(node)]);
        const auto distance = std::abs(centre(other) - centre(node));
        if (best < 0 || span < bestSpan || (span == bestSpan && distance < bestDistance)) {
            best = other;
            bestSpan = span;
            bestDistance = distance;
        }
    }
    return best;
}

} // namespace nestwright
