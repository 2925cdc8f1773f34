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

/// Walks all choices one after another: what is kept, then the factors of each dim, then the loops' orders by level.
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
        m_factors.assign(at(m_dims * m_levels * 3), 1);
        m_keeps.assign(at(m_levels * m_tensors), 0);
        m_orders.resize(at(m_levels));
        m_found.best = std::numeric_limits<double>::infinity();
    }

    Exhausted run() {
        keep(0);
        if (m_found.evaluated > m_most) m_found.evaluated = 0;
        return m_found;
    }

private:
    Count& factor(int dim, int level, int axis) { return m_factors[at((dim * m_levels + level) * 3 + axis)]; }

    void keep(int index) {
        if (index == m_levels * m_tensors) {
            split(0, 0, 0, m_problem.dims.front().bound);
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

    void split(int dim, int level, int axis, Count left) {
        if (m_found.evaluated > m_most) return;
        if (level == m_levels) {
            if (left != 1) return;
            if (dim + 1 < m_dims) {
                split(dim + 1, 0, 0, m_problem.dims[at(dim + 1)].bound);
            } else if (keepsRules()) {
                order(0);
            }
            return;
        }
        const Fanout& fanout = m_accelerator.levels[at(level)].fanout;
        const Count most = axis == 0 ? left : axis == 1 ? fanout.x : fanout.y;
        for (Count f = 1; f <= std::min(left, most); ++f) {
            if (left % f != 0) continue;
            factor(dim, level, axis) = f;
            const int next = axis == 2 ? level + 1 : level;
            split(dim, next, (axis + 1) % 3, left / f);
        }
        factor(dim, level, axis) = 1;
    }

    bool keepsRules() {
        for (const auto& rules : m_options.constraints.loops) {
            for (const auto& rule : rules.factors) {
                const Count value = rules.isSpatial
                                        ? factor(rule.dim, rules.level, 1) * factor(rule.dim, rules.level, 2)
                                        : factor(rule.dim, rules.level, 0);
                if (!isAllowed(rule, value)) return false;
            }
        }
        if (m_options.constraints.empty()) return true;
        for (int level = 0; level < m_levels; ++level) {
            const bool isBare =
                std::count(m_keeps.begin() + level * m_tensors, m_keeps.begin() + (level + 1) * m_tensors, 1) == 0;
            for (int dim = 0; dim < m_dims; ++dim) {
                if (isBare && factor(dim, level, 0) > 1) return false;
                if (factor(dim, level, 1) > 1 && factor(dim, level, 2) > 1) return false;
            }
        }
        return true;
    }

    void order(int level) {
        if (level == m_levels) {
            evaluateOne();
            return;
        }
        std::vector<int> dims;
        for (int dim = 0; dim < m_dims; ++dim) {
            if (factor(dim, level, 0) > 1) dims.push_back(dim);
        }
        do {
            m_orders[at(level)] = dims;
            if (keepsOrder(level)) order(level + 1);
        } while (std::next_permutation(dims.begin(), dims.end()));
    }

    /// Constraints name dims from the innermost outward.
    bool keepsOrder(int level) {
        for (const auto& rules : m_options.constraints.loops) {
            if (rules.isSpatial || rules.level != level) continue;
            std::vector<int> inward(m_orders[at(level)].rbegin(), m_orders[at(level)].rend());
            std::vector<int> wanted;
            for (const int dim : rules.innermost) {
                if (factor(dim, level, 0) > 1) wanted.push_back(dim);
            }
            if (!std::equal(wanted.begin(), wanted.end(), inward.begin())) return false;
        }
        return true;
    }

    void evaluateOne() {
        if (++m_found.evaluated > m_most) return;
        Mapping mapping;
        for (int level = 0; level < m_levels; ++level) {
            for (int tensor = 0; tensor < m_tensors; ++tensor) {
                if (m_keeps[at(level * m_tensors + tensor)] == 0) continue;
                Storage storage;
                storage.tensor = tensor;
                storage.level = level;
                mapping.nodes.emplace_back(storage);
            }
            for (const int dim : m_orders[at(level)])
                mapping.nodes.emplace_back(temporalLoop(dim, factor(dim, level, 0)));
            for (const auto& [axis, number] : {std::pair{Axis::y, 2}, std::pair{Axis::x, 1}}) {
                for (int dim = 0; dim < m_dims; ++dim) {
                    const Count bound = factor(dim, level, number);
                    if (bound > 1) mapping.nodes.emplace_back(spatialLoop(dim, bound, level, axis));
                }
            }
        }
        const Evaluation cost = evaluate(m_problem, m_accelerator, mapping, m_options.context);
        if (!cost.isValid) return;
        const double value = objectiveValue(cost, m_accelerator, m_options.objective, m_options.metric);
        if (value >= m_found.best) return;
        m_found.best = value;
        m_found.mapping = std::move(mapping);
    }

    const Problem& m_problem;
    const Accelerator& m_accelerator;
    const MapperOptions& m_options;
    double m_most;
    int m_levels;
    int m_dims;
    int m_tensors;
    std::vector<Count> m_factors; ///< [dim][level][temporal, x, y]
    std::vector<char> m_keeps;
    std::vector<std::vector<int>> m_orders; ///< by level, outermost first
    Exhausted m_found;
};

} // namespace

Exhausted exhaustiveBest(const Problem& problem, const Accelerator& accelerator, const MapperOptions& options,
                         double mostMappings) {
    return Enumeration(problem, accelerator, options, mostMappings).run();
}

} // namespace nestwright
