// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/property/exhaustive_mapper.h"

#include <algorithm>
#include <limits>

namespace nestwright {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

bool isAllowed(const FactorRule& rule, Count factor) {
    if (rule.relation == FactorRule::Relation::atMost) return factor <= rule.value;
    if (rule.relation == FactorRule::Relation::atLeast) return factor >= rule.value;
    return factor == rule.value;
}

/// Where temporal loops can stand: inside these storage nodes of a level, and outside those of the next place.
struct Place {
    int level = 0;
    std::vector<int> nodes; ///< tensors
};

/// Walks all choices one after another: what is kept, then in the uneven form the order of the nodes, then the factors
/// of each dim, then the loops' orders by place.
class Enumeration {
public:
    Enumeration(const Problem& problem, const Accelerator& accelerator, const MapperOptions& options, double most)
        : m_problem(problem)
        , m_accelerator(accelerator)
        , m_options(options)
        , m_most(most)
        , m_levels(static_cast<int>(accelerator.levels.size()))
        , m_dims(static_cast<int>(problem.dims.size()))
        , m_tensors(static_cast<int>(problem.tensors.size())) {
        m_spatial.assign(at(m_dims * m_levels * 2), 1);
        m_keeps.assign(at(m_levels * m_tensors), 0);
        m_found.best = std::numeric_limits<double>::infinity();
    }

    Exhausted run() {
        keep(0);
        if (m_found.evaluated > m_most) m_found.evaluated = 0;
        return m_found;
    }

private:
    /// Axis 0: x, 1: y.
    Count& spatial(int dim, int level, int axis) { return m_spatial[at((dim * m_levels + level) * 2 + axis)]; }
    Count& temporal(int dim, std::size_t place) { return m_temporal[place * at(m_dims) + at(dim)]; }

    Count temporalOfLevel(int dim, int level) {
        Count product = 1;
        for (std::size_t p = 0; p < m_places.size(); ++p) {
            if (m_places[p].level == level) product *= temporal(dim, p);
        }
        return product;
    }

    void keep(int index) {
        if (index == m_levels * m_tensors) {
            m_places.clear();
            arrange(0);
            return;
        }
        const int level = index / m_tensors;
        const int tensor = index % m_tensors;
        const Operand operand = m_problem.tensors[at(tensor)].operand;
        const Level& place = m_accelerator.levels[at(level)];
        for (const char choice : {char{1}, char{0}}) {
            if (choice != 0 && level > 0 && !place.mayKeep.contains(operand)) continue;
            if (choice == 0 && (level == 0 || place.mustKeep.contains(operand))) continue;
            m_keeps[at(index)] = choice;
            keep(index + 1);
        }
    }

    void arrange(int level) {
        if (level == m_levels) {
            m_temporal.assign(m_places.size() * at(m_dims), 1);
            m_orders.assign(m_places.size(), {});
            splitTemporal(0, 0, m_problem.dims.front().bound);
            return;
        }
        std::vector<int> kept;
        for (int tensor = 0; tensor < m_tensors; ++tensor) {
            if (m_keeps[at(level * m_tensors + tensor)] != 0) kept.push_back(tensor);
        }
        const std::size_t before = m_places.size();
        const bool standTogether = m_options.form == MappingForm::even || level == 0 || kept.empty();
        do {
            if (standTogether) m_places.push_back({level, kept});
            for (std::size_t i = 0; !standTogether && i < kept.size(); ++i) m_places.push_back({level, {kept[i]}});
            arrange(level + 1);
            m_places.resize(before);
        } while (!standTogether && std::next_permutation(kept.begin(), kept.end()));
    }

    void splitTemporal(int dim, std::size_t place, Count left) {
        if (m_found.evaluated > m_most) return;
        if (place == m_places.size()) {
            splitSpatial(dim, 0, 0, left);
            return;
        }
        for (Count f = 1; f <= left; ++f) {
            if (left % f != 0) continue;
            temporal(dim, place) = f;
            splitTemporal(dim, place + 1, left / f);
        }
        temporal(dim, place) = 1;
    }

    void splitSpatial(int dim, int level, int axis, Count left) {
        if (level == m_levels) {
            if (left != 1) return;
            if (dim + 1 < m_dims) {
                splitTemporal(dim + 1, 0, m_problem.dims[at(dim + 1)].bound);
            } else if (keepsRules()) {
                order(0);
            }
            return;
        }
        const Fanout& fanout = m_accelerator.levels[at(level)].fanout;
        for (Count f = 1; f <= std::min(left, axis == 0 ? fanout.x : fanout.y); ++f) {
            if (left % f != 0) continue;
            spatial(dim, level, axis) = f;
            splitSpatial(dim, level + axis, 1 - axis, left / f);
        }
        spatial(dim, level, axis) = 1;
    }

    bool keepsRules() {
        for (const auto& rules : m_options.constraints.loops) {
            for (const auto& rule : rules.factors) {
                const Count value = rules.isSpatial
                                        ? spatial(rule.dim, rules.level, 0) * spatial(rule.dim, rules.level, 1)
                                        : temporalOfLevel(rule.dim, rules.level);
                if (!isAllowed(rule, value)) return false;
            }
        }
        if (m_options.constraints.empty()) return true;
        for (int level = 0; level < m_levels; ++level) {
            const bool isBare =
                std::count(m_keeps.begin() + level * m_tensors, m_keeps.begin() + (level + 1) * m_tensors, 1) == 0;
            for (int dim = 0; dim < m_dims; ++dim) {
                if (isBare && temporalOfLevel(dim, level) > 1) return false;
                if (spatial(dim, level, 0) > 1 && spatial(dim, level, 1) > 1) return false;
            }
        }
        return true;
    }

    void order(std::size_t place) {
        if (place == m_places.size()) {
            evaluateOne();
            return;
        }
        std::vector<int> dims;
        for (int dim = 0; dim < m_dims; ++dim) {
            if (temporal(dim, place) > 1) dims.push_back(dim);
        }
        do {
            m_orders[place] = dims;
            if (keepsOrder(place)) order(place + 1);
        } while (std::next_permutation(dims.begin(), dims.end()));
    }

    /// Constraints name dims from the innermost outward.
    bool keepsOrder(std::size_t place) {
        for (const auto& rules : m_options.constraints.loops) {
            if (rules.isSpatial || rules.level != m_places[place].level) continue;
            std::vector<int> inward(m_orders[place].rbegin(), m_orders[place].rend());
            std::vector<int> wanted;
            for (const int dim : rules.innermost) {
                if (temporal(dim, place) > 1) wanted.push_back(dim);
            }
            if (!std::equal(wanted.begin(), wanted.end(), inward.begin())) return false;
        }
        return true;
    }

    Mapping mapping() {
        Mapping mapping;
        for (std::size_t p = 0; p < m_places.size(); ++p) {
            const int level = m_places[p].level;
            for (const int tensor : m_places[p].nodes) {
                Storage storage;
                storage.tensor = tensor;
                storage.level = level;
                mapping.nodes.emplace_back(storage);
            }
            for (const int dim : m_orders[p]) mapping.nodes.emplace_back(temporalLoop(dim, temporal(dim, p)));
            if (p + 1 < m_places.size() && m_places[p + 1].level == level) continue;
            for (const auto& [axis, number] : {std::pair{Axis::y, 1}, std::pair{Axis::x, 0}}) {
                for (int dim = 0; dim < m_dims; ++dim) {
                    const Count bound = spatial(dim, level, number);
                    if (bound > 1) mapping.nodes.emplace_back(spatialLoop(dim, bound, level, axis));
                }
            }
        }
        return mapping;
    }

    void evaluateOne() {
        if (++m_found.evaluated > m_most) return;
        Mapping candidate = mapping();
        const Evaluation cost = evaluate(m_problem, m_accelerator, candidate, m_options.context);
        if (!cost.isValid) return;
        const double value = objectiveValue(cost, m_accelerator, m_options.objective, m_options.metric);
        if (value >= m_found.best) return;
        m_found.best = value;
        m_found.mapping = std::move(candidate);
    }

    const Problem& m_problem;
    const Accelerator& m_accelerator;
    const MapperOptions& m_options;
    double m_most;
    int m_levels;
    int m_dims;
    int m_tensors;
    std::vector<char> m_keeps;
    std::vector<Place> m_places;            ///< outermost first
    std::vector<Count> m_temporal;          ///< [place][dim]
    std::vector<Count> m_spatial;           ///< [dim][level][x, y]
    std::vector<std::vector<int>> m_orders; ///< by place, outermost first
    Exhausted m_found;
};

} // namespace

Exhausted exhaustiveBest(const Problem& problem, const Accelerator& accelerator, const MapperOptions& options,
                         double mostMappings) {
    return Enumeration(problem, accelerator, options, mostMappings).run();
}

} // namespace nestwright
