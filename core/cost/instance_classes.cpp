// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/instance_classes.h"

#include <algorithm>

namespace nestwright {
namespace {

std::vector<IndexClass> classesOf(const Nest& nest, const Loop& loop) {
    if (nest.isPerfect(loop.dim)) return {{0, loop.bound, Pass::last}};
    std::vector<IndexClass> classes;
    if (loop.residual > 1) classes.push_back({0, loop.residual - 1, Pass::earlier});
    classes.push_back({loop.residual - 1, 1, Pass::last});
    if (!loop.isPerfect()) classes.push_back({loop.residual, loop.bound - loop.residual, Pass::absent});
    return classes;
}

} // namespace

InstanceClasses::InstanceClasses(const Nest& nest, int dims, int depth)
    : m_nest(nest)
    , m_dims(static_cast<std::size_t>(dims)) {
    for (int d = 0; d < dims; ++d) m_isPerfect.push_back(nest.isPerfect(d));
    m_indices = {{}};
    m_multiplicities = {1};
    for (int i = 0; i < depth; ++i) {
        if (!loopAt(i).isSpatial) continue;
        m_spatialLoops.push_back(i);
        m_indexClasses.push_back(classesOf(nest, loopAt(i)));
        std::vector<std::vector<std::size_t>> indices;
        std::vector<double> multiplicities;
        for (std::size_t outer = 0; outer < m_indices.size(); ++outer) {
            for (std::size_t c = 0; c < m_indexClasses.back().size(); ++c) {
                indices.push_back(m_indices[outer]);
                indices.back().push_back(c);
                multiplicities.push_back(m_multiplicities[outer] * static_cast<double>(m_indexClasses.back()[c].count));
            }
        }
        m_indices = std::move(indices);
        m_multiplicities = std::move(multiplicities);
    }
}

std::size_t InstanceClasses::classOf(const std::vector<std::size_t>& indices) const {
    std::size_t number = 0;
    for (std::size_t s = 0; s < indices.size(); ++s) number = number * m_indexClasses[s].size() + indices[s];
    return number;
}

Passes InstanceClasses::withLastAs(Passes passes, int dim, Pass pass) const {
    for (auto at = static_cast<std::size_t>(dim); at < passes.size(); at += m_dims) {
        if (passes[at] == Pass::last) passes[at] = pass;
    }
    return passes;
}

bool InstanceClasses::isAnyInLast(const Passes& passes, int dim) const {
    for (auto at = static_cast<std::size_t>(dim); at < passes.size(); at += m_dims) {
        if (passes[at] == Pass::last) return true;
    }
    return false;
}

Passes InstanceClasses::insideSpatial(int loop, Passes passes) const {
    const int dim = loopAt(loop).dim;
    if (m_isPerfect[static_cast<std::size_t>(dim)]) return passes;
    const auto s = static_cast<std::size_t>(std::find(m_spatialLoops.begin(), m_spatialLoops.end(), loop) -
                                            m_spatialLoops.begin());
    for (std::size_t c = 0; c < count(); ++c) {
        Pass& pass = passes[c * m_dims + static_cast<std::size_t>(dim)];
        if (pass == Pass::last) pass = m_indexClasses[s][m_indices[c][s]].passInLast;
    }
    return passes;
}

bool InstanceClasses::isAbsent(const Passes& passes, std::size_t instanceClass) const {
    const auto begin = passes.begin() + static_cast<std::ptrdiff_t>(instanceClass * m_dims);
    const auto end = begin + static_cast<std::ptrdiff_t>(m_dims);
    return std::find(begin, end, Pass::absent) != end;
}

bool InstanceClasses::staysAbsent(int loop, const Passes& passes, std::size_t instanceClass) const {
    if (isAbsent(passes, instanceClass)) return true;
    for (int dim = 0; dim < static_cast<int>(m_dims); ++dim) {
        if (m_isPerfect[static_cast<std::size_t>(dim)] || passOf(passes, instanceClass, dim) != Pass::last) continue;
        if (isLeftOut(loop, dim, instanceClass)) return true;
    }
    return false;
}

/// Whether the last pass of the dim leaves the class out at a spatial loop ahead. A temporal one before it lets the
/// class in where the last pass has iterations before its last one.
bool InstanceClasses::isLeftOut(int loop, int dim, std::size_t instanceClass) const {
    for (std::size_t s = 0; s < m_spatialLoops.size(); ++s) {
        if (m_spatialLoops[s] < loop || loopAt(m_spatialLoops[s]).dim != dim) continue;
        for (int j = loop; j < m_spatialLoops[s]; ++j) {
            if (loopAt(j).dim == dim && !loopAt(j).isSpatial && loopAt(j).residual > 1) return false;
        }
        const Pass pass = m_indexClasses[s][m_indices[instanceClass][s]].passInLast;
        if (pass != Pass::last) return pass == Pass::absent;
    }
    return false;
}

} // namespace nestwright
