// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mapping/nest.h"

#include <vector>

namespace nestwright {

/// Where the iteration stands in a dim with imperfect factors, as one class of instances sees it.
enum class Pass : signed char { earlier, last, absent };

/// By class of instances and dim.
using Passes = std::vector<Pass>;

/// Consecutive indices of a spatial loop that behave alike.
struct IndexClass {
    Count start = 0;
    Count count = 1;
    Pass passInLast = Pass::earlier; ///< what becomes of a class that is in the last pass of the dim so far
};

/// The instances at a depth of a nest, sorted by what imperfect factors do to them: all instances of a class have work
/// in the same steps and hold tiles of the same size. A class is an index class for each spatial loop outside the
/// depth; classes are numbered with the innermost loop fastest.
class InstanceClasses {
public:
    InstanceClasses(const Nest& nest, int dims, int depth);

    [[nodiscard]] std::size_t count() const { return m_indices.size(); }
    [[nodiscard]] double multiplicity(std::size_t instanceClass) const { return m_multiplicities[instanceClass]; }
    /// Indices in the nest, outer to inner.
    [[nodiscard]] const std::vector<int>& spatialLoops() const { return m_spatialLoops; }
    [[nodiscard]] const std::vector<IndexClass>& indexClasses(std::size_t spatialLoop) const {
        return m_indexClasses[spatialLoop];
    }
    /// The class with these index classes.
    [[nodiscard]] std::size_t classOf(const std::vector<std::size_t>& indices) const;

    [[nodiscard]] Passes allInLast() const { return Passes(count() * m_dims, Pass::last); }
    [[nodiscard]] Pass passOf(const Passes& passes, std::size_t instanceClass, int dim) const {
        return passes[instanceClass * m_dims + static_cast<std::size_t>(dim)];
    }
    /// Classes that are in the last pass of the dim see another one.
    [[nodiscard]] Passes withLastAs(Passes passes, int dim, Pass pass) const;
    [[nodiscard]] bool isAnyInLast(const Passes& passes, int dim) const;
    /// What classes see inside the spatial loop.
    [[nodiscard]] Passes insideSpatial(int loop, Passes passes) const;
    [[nodiscard]] bool isAbsent(const Passes& passes, std::size_t instanceClass) const;
    /// Whether the class is absent in all of the sub-nest from the loop inward.
    [[nodiscard]] bool staysAbsent(int loop, const Passes& passes, std::size_t instanceClass) const;

private:
    [[nodiscard]] bool isLeftOut(int loop, int dim, std::size_t instanceClass) const;
    [[nodiscard]] const Loop& loopAt(int i) const { return m_nest.loops()[static_cast<std::size_t>(i)].loop; }

    const Nest& m_nest;
    std::size_t m_dims;
    std::vector<bool> m_isPerfect; ///< by dim
    std::vector<int> m_spatialLoops;
    std::vector<std::vector<IndexClass>> m_indexClasses; ///< by spatial loop
    std::vector<std::vector<std::size_t>> m_indices;     ///< by class and spatial loop
    std::vector<double> m_multiplicities;
};

} // namespace nestwright
