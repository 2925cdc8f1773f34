// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_graphs.h"

#include <algorithm>
#include <cstddef>
#include <random>

namespace nestwright::layout {

namespace {

class Builder {
public:
    std::int32_t add(std::vector<std::int32_t> inputs) {
        const auto node = static_cast<std::int32_t>(m_graph.sizes.size());
        m_graph.sizes.push_back({160.0F + 8.0F * static_cast<float>(node % 5), 48});
        for (const auto input : inputs) m_graph.edges.push_back({input, node});
        return node;
    }
    std::int32_t chain(std::int32_t from, int length) {
        for (int i = 0; i < length; ++i) from = add({from});
        return from;
    }
    [[nodiscard]] std::int32_t size() const { return static_cast<std::int32_t>(m_graph.sizes.size()); }
    [[nodiscard]] GraphView take() { return std::move(m_graph); }

private:
    GraphView m_graph;
};

GraphView decoder(std::int32_t nodes, bool hasHubs) {
    Builder builder;
    std::int32_t mask = 0;
    std::int32_t positions = 0;
    if (hasHubs) {
        mask = builder.add({});
        positions = builder.add({});
    }
    auto hidden = builder.add({});
    while (builder.size() + 26 <= nodes) {
        const auto norm = builder.chain(hidden, 3);
        auto query = builder.chain(norm, 3);
        auto key = builder.chain(norm, 3);
        const auto value = builder.chain(norm, 2);
        if (hasHubs) {
            query = builder.add({query, positions});
            key = builder.add({key, positions});
        }
        auto score = builder.add({query, key});
        if (hasHubs) score = builder.add({score, mask});
        const auto context = builder.add({builder.chain(score, 2), value});
        const auto attended = builder.add({builder.chain(context, 1), hidden});
        const auto second = builder.chain(attended, 2);
        const auto gated = builder.add({builder.chain(second, 2), builder.chain(second, 1)});
        hidden = builder.add({builder.chain(gated, 1), attended});
    }
    builder.chain(hidden, nodes - builder.size());
    return builder.take();
}

} // namespace

GraphView decoderChain(std::int32_t nodes) { return decoder(nodes, false); }

GraphView decoderChainWithHubs(std::int32_t nodes) { return decoder(nodes, true); }

GraphView randomLayers(std::int32_t nodes, std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto upTo = [&](std::uint32_t limit) { return static_cast<std::size_t>(random() % limit); };
    Builder builder;
    std::vector<std::vector<std::int32_t>> ranks;
    while (builder.size() < nodes) {
        std::vector<std::int32_t> rank;
        for (auto left = 6 + upTo(13); left > 0 && builder.size() < nodes; --left) {
            std::vector<std::int32_t> inputs;
            for (auto count = 1 + upTo(3); !ranks.empty() && count > 0; --count) {
                const auto back = upTo(100) < 6 ? std::min(ranks.size(), 2 + upTo(7)) : std::size_t{1};
                const auto& source = ranks[ranks.size() - back];
                inputs.push_back(source[upTo(static_cast<std::uint32_t>(source.size()))]);
            }
            std::sort(inputs.begin(), inputs.end());
            inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
            rank.push_back(builder.add(inputs));
        }
        ranks.push_back(std::move(rank));
    }
    return builder.take();
}

} // namespace nestwright::layout
