// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mapping/nest.h"

#include <algorithm>

namespace nestwright {

Nest::Nest(const Problem& problem, const Mapping& mapping)
    : m_chains(problem.tensors.size())
    , m_dims(static_cast<int>(problem.dims.size())) {
    for (const auto& node : mapping.nodes) {
        if (const auto* loop = std::get_if<Loop>(&node)) {
            if (loop->bound > 1) m_loops.push_back({*loop, 1});
        } else {
            const auto& storage = std::get<Storage>(node);
            m_chains[static_cast<std::size_t>(storage.tensor)].push_back({storage, depth()});
        }
    }
    std::vector<Count> inner(problem.dims.size(), 1);
    for (auto it = m_loops.rbegin(); it != m_loops.rend(); ++it) {
        auto& product = inner[static_cast<std::size_t>(it->loop.dim)];
        it->stride = product;
        product *= it->loop.bound;
    }
}

const PlacedStorage* Nest::storageIn(int tensor, int level) const {
    const auto& nodes = chain(tensor);
    const auto it = std::find_if(nodes.begin(), nodes.end(),
                                 [&](const PlacedStorage& node) { return node.storage.level == level; });
    return it == nodes.end() ? nullptr : &*it;
}

Count Nest::coverFull(int dim, int depth) const {
    Count product = 1;
    for (std::size_t i = static_cast<std::size_t>(depth); i < m_loops.size(); ++i) {
        if (m_loops[i].loop.dim == dim) product *= m_loops[i].loop.bound;
    }
    return product;
}

Count Nest::coverLast(int dim, int depth) const {
    Count last = 1;
    for (std::size_t i = static_cast<std::size_t>(depth); i < m_loops.size(); ++i) {
        const auto& [loop, stride] = m_loops[i];
        if (loop.dim == dim) last += (loop.residual - 1) * stride;
    }
    return last;
}

std::vector<Count> Nest::largestExtents(int depth) const {
    std::vector<Count> extents;
    extents.reserve(static_cast<std::size_t>(m_dims));
    for (int d = 0; d < m_dims; ++d)
        extents.push_back(hasLoopOutside(d, depth) ? coverFull(d, depth) : coverLast(d, depth));
    return extents;
}

bool Nest::hasLoopOutside(int dim, int depth) const {
    return std::any_of(m_loops.begin(), m_loops.begin() + depth, [&](const NestLoop& l) { return l.loop.dim == dim; });
}

bool Nest::isPerfect(int dim) const {
    return std::all_of(m_loops.begin(), m_loops.end(),
                       [&](const NestLoop& l) { return l.loop.dim != dim || l.loop.isPerfect(); });
}

bool Nest::isPerfect() const {
    return std::all_of(m_loops.begin(), m_loops.end(), [](const NestLoop& l) { return l.loop.isPerfect(); });
}

double Nest::lanesUsed(int level, Axis axis) const {
    double lanes = 1;
    for (const auto& [loop, stride] : m_loops) {
        if (loop.isSpatial && loop.fanoutLevel == level && loop.axis == axis) lanes *= static_cast<double>(loop.bound);
    }
    return lanes;
}

} // namespace nestwright
