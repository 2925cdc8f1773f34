// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/flat_mapping.h"
#include "core/cost/lanes.h"

namespace nestwright {

/// Loops of a flat mapping that stand outside one of its places; those of one iteration don't count.
struct FlatDepth {
    std::uint8_t all = 0;
    std::uint8_t temporal = 0;
    std::uint8_t spatial = 0;
};

template <class V>
struct FlatTemporal {
    int dim = 0;
    V bound = V(1.0);
    V stride = V(1.0);  ///< distance along the dim of two iterations
    V through = V(1.0); ///< iterations of the temporal loops down to this one
};

template <class V>
struct FlatSpatial {
    int dim = 0;
    int fanoutLevel = 0;
    Axis axis = Axis::x;
    V bound = V(1.0);
    V stride = V(1.0);
    V outside = V(1.0); ///< instances that the spatial loops outside it make
};

/// The loops of a flat mapping that have more than one iteration (of several mappings side by side: in any of them).
template <class V>
struct FlatLoops {
    struct Active {
        std::int8_t dim = 0;
        bool isSpatial = false;
        std::uint8_t index = 0; ///< among the temporal or the spatial ones
    };
    int count = 0;
    int temporalCount = 0;
    int spatialCount = 0;
    V steps = V(1.0);     ///< of all temporal loops
    V instances = V(1.0); ///< of all spatial loops
    std::array<Active, kMaxFlatLoops> active;
    std::array<FlatTemporal<V>, kMaxFlatLoops> temporal;
    std::array<FlatSpatial<V>, kMaxFlatLoops> spatial;
    std::array<FlatDepth, kMaxFlatLoops + 1> outside;     ///< by place
    std::array<std::uint64_t, kMaxFlatDims> temporalOf{}; ///< by dim: a bit a temporal loop, the first 64 of them

    /// `bounds`: isLoop(place) says whether more than one iteration stands in the place, at(place) how many.
    template <class Bounds>
    void collect(const FlatMapping& flat, const Bounds& bounds) {
        std::array<std::uint8_t, kMaxFlatLoops + 1> chosen;
        FlatDepth before;
        const auto places = static_cast<std::size_t>(flat.loops);
        for (std::size_t place = 0; place < places; ++place) {
            // Without branches: which places hold a loop is anybody's guess.
            outside[place] = before;
            chosen[before.all] = static_cast<std::uint8_t>(place);
            const bool isActive = bounds.isLoop(place);
            const bool isSpatial = flat.loop[place].isSpatial();
            before.all = static_cast<std::uint8_t>(before.all + isActive);
            before.temporal = static_cast<std::uint8_t>(before.temporal + (isActive && !isSpatial));
            before.spatial = static_cast<std::uint8_t>(before.spatial + (isActive && isSpatial));
        }
        outside[places] = before;
        count = temporalCount = spatialCount = 0;
        steps = instances = V(1.0);
        temporalOf.fill(0);
        for (std::size_t i = 0; i < before.all; ++i) add(flat.loop[chosen[i]], bounds.at(chosen[i]));
    }

    [[nodiscard]] const V& instancesOutside(int spatialLoop) const {
        return spatialLoop < spatialCount ? spatial[static_cast<std::size_t>(spatialLoop)].outside : instances;
    }

    /// Sets the stride of the loop by number of all; the extent of its dim grows by its bound.
    void setStride(int loop, std::array<V, kMaxFlatDims>& extents) {
        const Active& it = active[static_cast<std::size_t>(loop)];
        V& extent = extents[static_cast<std::size_t>(it.dim)];
        if (it.isSpatial) {
            spatial[it.index].stride = extent;
            extent *= spatial[it.index].bound;
        } else {
            temporal[it.index].stride = extent;
            extent *= temporal[it.index].bound;
        }
    }

private:
    void add(const FlatLoop& loop, const V& bound) {
        Active& it = active[static_cast<std::size_t>(count++)];
        it.dim = loop.dim;
        it.isSpatial = loop.isSpatial();
        if (it.isSpatial) {
            it.index = static_cast<std::uint8_t>(spatialCount);
            spatial[static_cast<std::size_t>(spatialCount++)] = {loop.dim, loop.fanoutLevel, loop.axis,
                                                                 bound,    V(1.0),           instances};
            instances *= bound;
        } else {
            it.index = static_cast<std::uint8_t>(temporalCount);
            temporalOf[static_cast<std::size_t>(loop.dim)] |= std::uint64_t{1} << (temporalCount % 64);
            steps *= bound;
            temporal[static_cast<std::size_t>(temporalCount++)] = {loop.dim, bound, V(1.0), steps};
        }
    }
};

} // namespace nestwright
