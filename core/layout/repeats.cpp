// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/repeats.h"

#include "core/base/index.h"
#include "core/layout/layered_graph.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace nestwright::layout {

namespace {

constexpr std::int32_t kLeastLength = 3;
constexpr std::int32_t kLeastSaved = 8; ///< nodes that folding must take off the picture
constexpr std::int32_t kStretch = 4;    ///< nodes that must come again for a period to be tried
constexpr std::size_t kPeriodsTried = 24;
constexpr std::uint64_t kMixer = 0x9e3779b97f4a7c15U;

class RepeatFinder {
public:
    RepeatFinder(const std::vector<std::uint64_t>& kinds, const std::vector<GraphView::Edge>& edges)
        : m_kinds(kinds)
        , m_count(static_cast<std::int32_t>(kinds.size()))
        , m_isTaken(kinds.size(), 0)
        , m_lastReader(kinds.size(), -1) {
        auto reversed = edges;
        for (auto& edge : reversed) {
            m_lastReader[at(edge.from)] = std::max(m_lastReader[at(edge.from)], edge.to);
            std::swap(edge.from, edge.to);
        }
        m_producers = makeAdjacency(m_count, reversed);
    }

    [[nodiscard]] std::vector<Repeat> run() {
        for (const auto period : periods()) findWithPeriod(period);
        std::sort(m_found.begin(), m_found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        return std::move(m_found);
    }

private:
    /// Distances after which stretches of nodes come again, the most frequent first.
    [[nodiscard]] std::vector<std::int32_t> periods() const {
        std::unordered_map<std::uint64_t, std::int32_t> lastSeen;
        std::map<std::int32_t, std::int32_t> votes;
        for (std::int32_t i = 0; i + kStretch <= m_count; ++i) {
            std::uint64_t stretch = 0;
            for (std::int32_t k = 0; k < kStretch; ++k) stretch = (stretch + m_kinds[at(i + k)]) * kMixer;
            const auto [found, isNew] = lastSeen.try_emplace(stretch, i);
            if (isNew) continue;
            if (i - found->second >= kLeastLength) ++votes[i - found->second];
            found->second = i;
        }
        std::vector<std::pair<std::int32_t, std::int32_t>> ranked(votes.begin(), votes.end());
        std::stable_sort(ranked.begin(), ranked.end(),
                         [](const auto& a, const auto& b) { return a.second > b.second; });
        if (ranked.size() > kPeriodsTried) ranked.resize(kPeriodsTried);
        std::vector<std::int32_t> result;
        for (const auto& [period, count] : ranked) result.push_back(period);
        return result;
    }

    [[nodiscard]] bool comesAgain(std::int32_t node, std::int32_t period) const {
        return node + period < m_count && m_isTaken[at(node)] == 0 && m_isTaken[at(node + period)] == 0 &&
               m_kinds[at(node)] == m_kinds[at(node + period)];
    }

    void findWithPeriod(std::int32_t period) {
        for (std::int32_t start = 0; start + period < m_count;) {
            auto end = start;
            while (comesAgain(end, period)) ++end;
            findIn(start, end + period, period);
            start = end + 1;
        }
    }

    /// Takes the repeats in a stretch whose kinds repeat. A block that is not equal to the next, as the first of a
    /// model that reads its input, is left out.
    void findIn(std::int32_t start, std::int32_t end, std::int32_t period) {
        while (end - start >= 2 * period) {
            const auto repeat = bestIn(start, end - start, period);
            if (!repeat) {
                start += period;
                continue;
            }
            for (auto i = repeat->first; i < repeat->end(); ++i) m_isTaken[at(i)] = 1;
            m_found.push_back(*repeat);
            start = repeat->end();
        }
    }

    /// The blocks in a stretch whose kinds repeat, where their edges repeat too.
    [[nodiscard]] std::optional<Repeat> bestIn(std::int32_t start, std::int32_t room, std::int32_t period) const {
        if (room < 2 * period) return std::nullopt;
        Repeat repeat{start, period, room / period};
        const auto cuts = crossings(start, room % period + 1, period);
        const auto fewest = std::min_element(cuts.begin(), cuts.end());
        repeat.first = start + static_cast<std::int32_t>(fewest - cuts.begin());
        repeat.count = equalBlocks(repeat);
        if (repeat.count < 2 || repeat.length * (repeat.count - 1) < kLeastSaved) return std::nullopt;
        return repeat;
    }

    /// For each of `shifts` places from `start` on: how many nodes of a block there are read after its end.
    [[nodiscard]] std::vector<std::int32_t> crossings(std::int32_t start, std::int32_t shifts,
                                                      std::int32_t period) const {
        std::vector<std::int32_t> result(at(shifts) + 1, 0);
        for (auto i = start; i < start + shifts - 1 + period; ++i) {
            const auto low = std::max(start, i - period + 1) - start;
            const auto high = std::min({start + shifts - 1, i, m_lastReader[at(i)] - period}) - start;
            if (low > high) continue;
            ++result[at(low)];
            --result[at(high) + 1];
        }
        for (std::size_t i = 1; i < result.size(); ++i) result[i] += result[i - 1];
        result.pop_back();
        return result;
    }

    /// How many blocks from the first on have the edges of the first.
    [[nodiscard]] std::int32_t equalBlocks(const Repeat& repeat) const {
        std::int32_t count = 1;
        for (; count < repeat.count; ++count) {
            const auto shift = count * repeat.length;
            for (std::int32_t i = repeat.first; i < repeat.first + repeat.length; ++i) {
                if (!haveSameInputs(i, repeat.first, i + shift, repeat.first + shift)) return count;
            }
        }
        return count;
    }

    /// Same producers inside the blocks, and as many outside.
    [[nodiscard]] bool haveSameInputs(std::int32_t a, std::int32_t firstOfA, std::int32_t b,
                                      std::int32_t firstOfB) const {
        if (m_producers.degree(a) != m_producers.degree(b)) return false;
        const auto* other = m_producers.begin(b);
        for (const auto* p = m_producers.begin(a); p != m_producers.end(a); ++p, ++other) {
            const bool isInside = *p >= firstOfA;
            if (isInside != (*other >= firstOfB)) return false;
            if (isInside && *p - firstOfA != *other - firstOfB) return false;
        }
        return true;
    }

    const std::vector<std::uint64_t>& m_kinds;
    std::int32_t m_count;
    std::vector<char> m_isTaken;
    std::vector<std::int32_t> m_lastReader;
    Adjacency m_producers;
    std::vector<Repeat> m_found;
};

} // namespace

std::vector<Repeat> findRepeats(const std::vector<std::uint64_t>& kinds, const std::vector<GraphView::Edge>& edges) {
    return RepeatFinder(kinds, edges).run();
}

} // namespace nestwright::layout
