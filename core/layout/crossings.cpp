// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/crossings.h"

#include "core/base/index.h"

#include <algorithm>
#include <numeric>

namespace nestwright::layout {

namespace {

constexpr std::size_t kFewSteps = 48;  ///< that are compared with each other
constexpr std::ptrdiff_t kLongRow = 8; ///< of neighbours: longer ones are sorted and searched
constexpr int kExchangePasses = 3;

} // namespace

void CrossingCounter::collectPlaces(const LayeredGraph& graph, const std::vector<std::int32_t>& layer) {
    m_places.clear();
    for (const auto v : layer) {
        const auto first = m_places.size();
        for (const auto* w = graph.down.begin(v); w != graph.down.end(v); ++w) {
            m_places.push_back(graph.position[at(*w)]);
        }
        if (graph.down.degree(v) > 1) std::sort(m_places.begin() + static_cast<std::ptrdiff_t>(first), m_places.end());
    }
}

std::int64_t CrossingCounter::inversionsByPairs() const {
    std::int32_t total = 0;
    for (std::size_t i = 1; i < m_places.size(); ++i) {
        const auto place = m_places[i];
        for (std::size_t j = 0; j < i; ++j) total += m_places[j] > place ? 1 : 0;
    }
    return total;
}

std::int64_t CrossingCounter::inversionsByTree(std::size_t width) {
    std::size_t leaves = 1;
    while (leaves < width) leaves *= 2;
    m_sums.assign(leaves * 2, 0);
    std::int64_t total = 0;
    for (const auto place : m_places) {
        auto index = leaves + at(place);
        ++m_sums[index];
        while (index > 1) {
            if (index % 2 == 0) total += m_sums[index + 1];
            index /= 2;
            ++m_sums[index];
        }
    }
    return total;
}

std::int64_t CrossingCounter::count(const LayeredGraph& graph) {
    std::int64_t total = 0;
    for (std::size_t layer = 0; layer + 1 < graph.layers.size(); ++layer) {
        collectPlaces(graph, graph.layers[layer]);
        total += m_places.size() <= kFewSteps ? inversionsByPairs() : inversionsByTree(graph.layers[layer + 1].size());
    }
    return total;
}

void NeighbourExchange::Side::collect(const LayeredGraph& graph, const std::vector<std::int32_t>& layer,
                                      const Adjacency& side) {
    start.resize(layer.size() + 1);
    places.resize(side.targets.size());
    auto* const all = places.data();
    auto* next = all;
    start[0] = 0;
    for (std::size_t i = 0; i < layer.size(); ++i) {
        auto* const first = next;
        const auto v = layer[i];
        for (const auto* w = side.begin(v); w != side.end(v); ++w) *next++ = graph.position[at(*w)];
        if (next - first > kLongRow) std::sort(first, next);
        start[i + 1] = next - all;
    }
}

std::int64_t NeighbourExchange::Side::gain(std::size_t left, std::size_t right) const {
    const auto* const leftBegin = places.data() + start[left];
    const auto* const leftEnd = places.data() + start[left + 1];
    const auto* const rightBegin = places.data() + start[right];
    const auto* const rightEnd = places.data() + start[right + 1];
    std::int64_t result = 0;
    if (rightEnd - rightBegin > kLongRow) {
        for (const auto* l = leftBegin; l != leftEnd; ++l) {
            const auto [first, last] = std::equal_range(rightBegin, rightEnd, *l);
            result += (first - rightBegin) - (rightEnd - last);
        }
    } else if (leftEnd - leftBegin > kLongRow) {
        for (const auto* r = rightBegin; r != rightEnd; ++r) {
            const auto [first, last] = std::equal_range(leftBegin, leftEnd, *r);
            result += (leftEnd - last) - (first - leftBegin);
        }
    } else {
        for (const auto* l = leftBegin; l != leftEnd; ++l) {
            for (const auto* r = rightBegin; r != rightEnd; ++r) {
                result += static_cast<int>(*l > *r) - static_cast<int>(*l < *r);
            }
        }
    }
    return result;
}

std::int64_t NeighbourExchange::exchangeIn(LayeredGraph& graph, std::size_t layer) {
    auto& vertices = graph.layers[layer];
    if (vertices.size() < 2) return 0;
    m_above.collect(graph, vertices, graph.up);
    m_below.collect(graph, vertices, graph.down);
    m_rows.resize(vertices.size());
    std::iota(m_rows.begin(), m_rows.end(), 0);
    std::int64_t removed = 0;
    for (std::size_t i = 0; i + 1 < m_rows.size(); ++i) {
        const auto gain = m_above.gain(m_rows[i], m_rows[i + 1]) + m_below.gain(m_rows[i], m_rows[i + 1]);
        if (gain <= 0) continue;
        std::swap(m_rows[i], m_rows[i + 1]);
        removed += gain;
    }
    if (removed == 0) return 0;
    m_before = vertices;
    for (std::size_t i = 0; i < m_rows.size(); ++i) vertices[i] = m_before[m_rows[i]];
    renumber(graph, layer);
    return removed;
}

std::int64_t NeighbourExchange::run(LayeredGraph& graph) {
    m_mayGain.assign(graph.layers.size(), 1);
    std::int64_t total = 0;
    for (int pass = 0; pass < kExchangePasses; ++pass) {
        std::int64_t removed = 0;
        for (std::size_t layer = 0; layer < graph.layers.size(); ++layer) {
            if (m_mayGain[layer] == 0) continue;
            const auto gain = exchangeIn(graph, layer);
            m_mayGain[layer] = gain > 0 ? 1 : 0;
            if (gain == 0) continue;
            removed += gain;
            if (layer > 0) m_mayGain[layer - 1] = 1;
            if (layer + 1 < m_mayGain.size()) m_mayGain[layer + 1] = 1;
        }
        if (removed == 0) break;
        total += removed;
    }
    return total;
}

void renumber(LayeredGraph& graph, std::size_t layer) {
    std::int32_t next = 0;
    for (const auto v : graph.layers[layer]) graph.position[at(v)] = next++;
}

} // namespace nestwright::layout
