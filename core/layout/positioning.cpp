// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/positioning.h"

#include "core/base/index.h"
#include "core/layout/alignment.h"

#include <algorithm>

namespace nestwright::layout {

namespace {

constexpr double kDummyDummyWeight = 8;
constexpr double kDummyRealWeight = 2;
constexpr double kRealRealWeight = 1;
/// Pull to the present place of a vertex without neighbours: it yields to all others.
constexpr double kRestWeight = 1e-3;
/// Aligned runs may make the picture this much wider than its widest layer.
constexpr double kWidestAligned = 3;

/// Least weighted squares to non-decreasing targets, solved in place in O(n).
class IsotonicRegression {
public:
    void solve(std::vector<double>& target, const std::vector<double>& weight) {
        m_blocks.clear();
        for (std::size_t i = 0; i < target.size(); ++i) {
            Block block{weight[i] * target[i], weight[i], i + 1};
            while (!m_blocks.empty() && m_blocks.back().mean() >= block.mean()) {
                block.sum += m_blocks.back().sum;
                block.weight += m_blocks.back().weight;
                m_blocks.pop_back();
            }
            m_blocks.push_back(block);
        }
        std::size_t i = 0;
        for (const auto& block : m_blocks) {
            for (; i < block.end; ++i) target[i] = block.mean();
        }
    }

private:
    struct Block {
        double sum = 0;
        double weight = 0;
        std::size_t end = 0;
        [[nodiscard]] double mean() const { return sum / weight; }
    };
    std::vector<Block> m_blocks;
};

class Relaxation {
public:
    Relaxation(const LayeredGraph& graph, const GraphView& view, const Options& options)
        : m_graph(graph)
        , m_x(graph.rank.size(), 0)
        , m_offset(graph.rank.size(), 0) {
        for (const auto& layer : graph.layers) pack(layer, view, options);
    }

    [[nodiscard]] double widestLayer() const { return m_widest; }

    void sweep(bool isDownward) {
        const auto count = m_graph.layers.size();
        for (std::size_t i = 0; i < count; ++i) solveLayer(m_graph.layers[isDownward ? i : count - 1 - i]);
    }

    [[nodiscard]] std::vector<double> take() { return std::move(m_x); }

private:
    /// Offsets from the first vertex at the closest packing, and a start centred on 0.
    void pack(const std::vector<std::int32_t>& layer, const GraphView& view, const Options& options) {
        if (layer.empty()) return;
        for (std::size_t i = 1; i < layer.size(); ++i) {
            m_offset[at(layer[i])] =
                m_offset[at(layer[i - 1])] + separation(m_graph, view, options, layer[i - 1], layer[i]);
        }
        const double width = m_offset[at(layer.back())];
        m_widest = std::max(m_widest, width);
        for (const auto v : layer) m_x[at(v)] = m_offset[at(v)] - width / 2;
    }

    void addPull(std::int32_t vertex, const Adjacency& side, double& sum, double& weight) const {
        for (const auto* w = side.begin(vertex); w != side.end(vertex); ++w) {
            const int dummies = (m_graph.isDummy(vertex) ? 1 : 0) + (m_graph.isDummy(*w) ? 1 : 0);
            const double pull = dummies == 2 ? kDummyDummyWeight : dummies == 1 ? kDummyRealWeight : kRealRealWeight;
            sum += pull * m_x[at(*w)];
            weight += pull;
        }
    }

    void solveLayer(const std::vector<std::int32_t>& layer) {
        m_target.resize(layer.size());
        m_weight.resize(layer.size());
        for (std::size_t i = 0; i < layer.size(); ++i) {
            const auto v = layer[i];
            double sum = kRestWeight * m_x[at(v)];
            double weight = kRestWeight;
            addPull(v, m_graph.up, sum, weight);
            addPull(v, m_graph.down, sum, weight);
            m_target[i] = sum / weight - m_offset[at(v)];
            m_weight[i] = weight;
        }
        m_regression.solve(m_target, m_weight);
        for (std::size_t i = 0; i < layer.size(); ++i) m_x[at(layer[i])] = m_target[i] + m_offset[at(layer[i])];
    }

    const LayeredGraph& m_graph;
    std::vector<double> m_x;
    std::vector<double> m_offset;
    double m_widest = 0;
    std::vector<double> m_target;
    std::vector<double> m_weight;
    IsotonicRegression m_regression;
};

} // namespace

Positions placeVertices(const LayeredGraph& graph, const GraphView& view, const Options& options,
                        const std::function<bool()>& shouldStop) {
    Positions result;
    result.x = alignVertices(graph, view, options);
    if (result.x.empty()) return result;
    Relaxation relaxation(graph, view, options);
    const auto [left, right] = std::minmax_element(result.x.begin(), result.x.end());
    if (*right - *left <= kWidestAligned * relaxation.widestLayer()) return result;
    for (int i = 0; i < options.relaxSweeps; ++i) {
        if (shouldStop()) {
            result.isComplete = false;
            break;
        }
        relaxation.sweep(i % 2 == 0);
    }
    result.x = relaxation.take();
    return result;
}

} // namespace nestwright::layout
