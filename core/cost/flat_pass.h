// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/array_time.h"
#include "core/cost/distinct_sums.h"
#include "core/cost/flat_loops.h"
#include "core/cost/flat_sweep.h"
#include "core/cost/flat_tables.h"
#include "core/cost/nest_time.h"
#include "core/mapping/room.h"

#include <bit>

namespace nestwright {

/// Why a flat mapping has no figures.
enum class FlatStatus : std::uint8_t { valid, factors, order, axis, fanout, keep, capacity, notCovered };

template <class V>
struct FlatFigures {
    FlatStatus status = FlatStatus::valid; ///< of several mappings side by side: valid where one may be
    int level = -1;                        ///< that the status speaks of
    FlagOf<V> isValid = LaneMath<V>::flag(false);
    V computeCycles = V(0.0); ///< C
    V boundCycles = V(0.0);
    V cycles = V(0.0);
    V energyPj = V(0.0);
};

/// A storage node on its way through the passes. Words are totals over all instances.
template <class V>
struct FlatNodeState {
    FlatDepth outside;
    bool forgets = false;
    V tile = V(1.0);
    std::array<V, kMaxFlatRanks> extent; ///< of the tile, for sliding tensors
    V moves = V(1.0); ///< temporal iterations through the innermost loop outside that moves the tensor
    FlagOf<V> isPartial = LaneMath<V>::flag(false);
    V partition = V(0.0);
    Accesses<V> accesses;
    V energyPj = V(0.0);
    V sent = V(0.0);       ///< over the link inward, at this end
    V arrived = V(0.0);    ///< and at the other
    V childTiles = V(0.0); ///< words here for one tile of every child
    V stationary = V(1.0); ///< instances of the child that hold the same part of the tensor
};

/// What an edit of a mapping touches.
struct FlatEdit {
    int first = -1; ///< nodes with so many places outside them at most keep everything but what comes from inside
    int last = kMaxFlatLoops; ///< nodes with more places outside them keep their tiles
    std::uint32_t dims = ~0U; ///< a bit a dim whose factors change
    bool isSpatial = true;    ///< spatial loops change, or nodes do
};

/// One evaluation of a flat mapping, or of several that differ in their bounds alone, step by step in fixed room.
template <class V>
class FlatPass {
public:
    explicit FlatPass(const FlatTables& tables)
        : m_tables(tables) {}

    /// `bounds`: as FlatLoops::collect() takes them.
    template <class Bounds>
    const FlatFigures<V>& run(const FlatMapping& flat, const Bounds& bounds) {
        return rerun(flat, bounds, FlatEdit{});
    }

    /// The same where the mapping of the last, valid run was edited: what the edit doesn't touch is taken from there.
    template <class Bounds>
    const FlatFigures<V>& rerun(const FlatMapping& flat, const Bounds& bounds, const FlatEdit& edit) {
        m_flat = &flat;
        m_edit = edit;
        m_figures = FlatFigures<V>{};
        m_figures.isValid = Math::flag(true);
        if (!m_tables.notCovered.empty()) return stop(FlatStatus::notCovered, -1);
        m_loops.collect(flat, bounds);
        if (m_loops.temporalCount > kMaxTemporal) return stop(FlatStatus::notCovered, -1);
        m_roomChanged = m_edit.isSpatial ? ~0U : 0U;
        collectNodes();
        if (!checkOrder() || (m_edit.isSpatial && !checkLanes())) return m_figures;
        measureTiles();
        if (!checkFactors()) return m_figures;
        for (int t = 0; t < m_tables.tensors; ++t) findMoves(t);
        for (int l = 0; l < m_tables.levels; ++l) {
            if ((m_roomChanged >> l & 1U) != 0 && !share(l)) return m_figures;
        }
        m_figures.energyPj = V(m_tables.macEnergyPj);
        for (int t = 0; t < m_tables.tensors; ++t) {
            if (!count(t)) return stop(FlatStatus::notCovered, -1);
        }
        addTime();
        return m_figures;
    }

    /// Takes down what a rerun may change, to take it back with restore().
    void save(const FlatMapping& flat, const FlatEdit& edit) {
        m_saved.figures = m_figures;
        m_saved.flowCount = m_flowCount;
        std::copy_n(m_flows.begin(), m_flowCount, m_saved.flows.begin());
        m_saved.instances = m_instances;
        m_saved.isPartialBelow = m_isPartialBelow;
        for (int t = 0; t < m_tables.tensors; ++t) {
            const int count = flat.nodes[at(t)];
            const int first = firstTouched(flat, t, edit.first);
            m_saved.firstNode[at(t)] = first;
            m_saved.nodeCount[at(t)] = count;
            std::copy_n(m_nodes[at(t)].begin() + first, count - first, m_saved.nodes[at(t)].begin() + first);
        }
    }

    void restore(const FlatMapping& flat) {
        m_flat = &flat;
        m_figures = m_saved.figures;
        m_flowCount = m_saved.flowCount;
        std::copy_n(m_saved.flows.begin(), m_flowCount, m_flows.begin());
        m_instances = m_saved.instances;
        m_isPartialBelow = m_saved.isPartialBelow;
        for (int t = 0; t < m_tables.tensors; ++t) {
            const int first = m_saved.firstNode[at(t)];
            std::copy_n(m_saved.nodes[at(t)].begin() + first, m_saved.nodeCount[at(t)] - first,
                        m_nodes[at(t)].begin() + first);
        }
    }

    [[nodiscard]] const FlatFigures<V>& figures() const { return m_figures; }
    [[nodiscard]] const FlatNodeState<V>& node(int tensor, int index) const { return m_nodes[at(tensor)][at(index)]; }
    [[nodiscard]] int levelOf(int tensor, int index) const { return placed(tensor, index).level; }
    [[nodiscard]] const V& instances(int level) const { return m_instances[at(level)]; }

private:
    using Math = LaneMath<V>;

    struct NodeRef {
        std::int8_t tensor = 0;
        std::int8_t index = 0;
    };

    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    const FlatTensor& tensor(int t) const { return m_tables.tensor[at(t)]; }
    const FlatLevel& level(int l) const { return m_tables.level[at(l)]; }
    int nodeCount(int t) const { return m_flat->nodes[at(t)]; }
    const FlatNode& placed(int t, int i) const { return m_flat->node[at(t)][at(i)]; }

    /// The first node of the tensor whose child has more than so many places outside it: those before it stay.
    static int firstTouched(const FlatMapping& flat, int t, int place) {
        int i = 0;
        while (i + 1 < flat.nodes[at(t)] && flat.node[at(t)][at(i + 1)].depth <= place) ++i;
        return i;
    }

    void noteRoom(int t, int i) {
        if (i >= 0) m_roomChanged |= 1U << placed(t, i).level;
    }

    const FlatFigures<V>& stop(FlatStatus status, int level) {
        m_figures.status = status;
        m_figures.level = level;
        m_figures.isValid = Math::flag(false);
        return m_figures;
    }

    /// Goes on with the mappings side by side for which nothing is wrong; false where none is left.
    bool require(const FlagOf<V>& isRight, FlatStatus status, int l) {
        m_figures.isValid = Math::both(m_figures.isValid, isRight);
        if (Math::any(m_figures.isValid)) return true;
        stop(status, l);
        return false;
    }

    void collectNodes() {
        for (int l = 0; l < m_tables.levels; ++l) {
            m_kept[at(l)] = 0;
            m_nodeIn[at(l)].fill(-1);
        }
        for (int t = 0; t < m_tables.tensors; ++t) {
            for (int i = 0; i < nodeCount(t); ++i) {
                auto& node = m_nodes[at(t)][at(i)];
                const FlatNode& where = placed(t, i);
                node.outside = m_loops.outside[where.depth];
                node.forgets = where.noTemporalReuse;
                m_nodeIn[at(where.level)][at(t)] = static_cast<std::int8_t>(i);
                m_kept[at(where.level)] = static_cast<std::uint8_t>(m_kept[at(where.level)] | (1U << at(t)));
            }
        }
        m_flowCount = 0;
        for (int l = 0; l < m_tables.levels; ++l) {
            for (unsigned kept = m_kept[at(l)]; kept != 0; kept &= kept - 1) {
                const int t = std::countr_zero(kept);
                m_flowOf[at(l)][at(t)] = static_cast<std::uint8_t>(m_flowCount);
                placeInOrder({static_cast<std::int8_t>(t), m_nodeIn[at(l)][at(t)]}, m_flowCount++);
            }
        }
        int next = 0;
        for (int l = 0; l < m_tables.levels; ++l) {
            while (next < m_loops.spatialCount && m_loops.spatial[at(next)].fanoutLevel < l) ++next;
            m_instances[at(l)] = next < m_loops.spatialCount ? m_loops.spatial[at(next)].outside : m_loops.instances;
        }
    }

    /// Nodes by depth: as they stand level by level, but for uneven mappings.
    void placeInOrder(NodeRef node, int position) {
        const auto depth = [&](NodeRef ref) { return m_nodes[at(ref.tensor)][at(ref.index)].outside.all; };
        for (; position > 0 && depth(m_order[at(position - 1)]) > depth(node); --position)
            m_order[at(position)] = m_order[at(position - 1)];
        m_order[at(position)] = node;
    }

    /// Chains run inward from the outermost level, nodes stand outside the spatial loops of their level and inside
    /// those of outer ones, and levels keep what they must and nothing that they can't.
    bool checkOrder() {
        for (int s = 1; s < m_loops.spatialCount; ++s) {
            if (m_loops.spatial[at(s)].fanoutLevel < m_loops.spatial[at(s - 1)].fanoutLevel) {
                stop(FlatStatus::order, m_loops.spatial[at(s)].fanoutLevel);
                return false;
            }
        }
        for (int t = 0; t < m_tables.tensors; ++t) {
            for (int i = 0; i < nodeCount(t); ++i) {
                const int l = placed(t, i).level;
                const int before = m_nodes[at(t)][at(i)].outside.spatial;
                const bool isInside = before > 0 && m_loops.spatial[at(before - 1)].fanoutLevel >= l;
                const bool isOutside = before < m_loops.spatialCount && m_loops.spatial[at(before)].fanoutLevel < l;
                const bool isBackward =
                    i > 0 && (placed(t, i - 1).level >= l || placed(t, i - 1).depth > placed(t, i).depth);
                const bool isLate = l == 0 && m_nodes[at(t)][at(i)].outside.all > 0;
                if (isInside || isOutside || isBackward || isLate) {
                    stop(FlatStatus::order, l);
                    return false;
                }
            }
        }
        for (int l = 0; l < m_tables.levels; ++l) {
            if ((m_kept[at(l)] & ~level(l).mayKeep) != 0 || (level(l).mustKeep & ~m_kept[at(l)]) != 0) {
                stop(FlatStatus::keep, l);
                return false;
            }
        }
        return true;
    }

    bool checkLanes() {
        for (int s = 0; s < m_loops.spatialCount;) {
            const int l = m_loops.spatial[at(s)].fanoutLevel;
            const FlatLevel& place = level(l);
            V usedX(1.0);
            V usedY(1.0);
            for (; s < m_loops.spatialCount && m_loops.spatial[at(s)].fanoutLevel == l; ++s) {
                const FlatSpatial<V>& loop = m_loops.spatial[at(s)];
                const bool mayCarry =
                    loop.axis == Axis::x ? place.mayCarryX[at(loop.dim)] : place.mayCarryY[at(loop.dim)];
                if (!mayCarry && !require(Math::isMore(V(2.0), loop.bound), FlatStatus::axis, l)) return false;
                (loop.axis == Axis::x ? usedX : usedY) *= loop.bound;
            }
            const auto fits = [](const V& used, Count lanes) {
                return Math::isMore(V(static_cast<double>(lanes) + 1), used);
            };
            if (!require(Math::both(fits(usedX, place.lanesX), fits(usedY, place.lanesY)), FlatStatus::fanout, l))
                return false;
        }
        return true;
    }

    /// Strides of the loops and tiles of the nodes, from the MACs outward.
    void measureTiles() {
        for (int d = 0; d < m_tables.dims; ++d) m_extents[at(d)] = V(1.0);
        int k = m_loops.count;
        for (int n = m_flowCount - 1; n >= 0; --n) {
            const NodeRef ref = m_order[at(n)];
            auto& node = m_nodes[at(ref.tensor)][at(ref.index)];
            for (; k > node.outside.all; --k) m_loops.setStride(k - 1, m_extents);
            const int places = placed(ref.tensor, ref.index).depth;
            const bool isTouched = places > m_edit.first && places <= m_edit.last;
            if (!isTouched || (tensor(ref.tensor).movers & m_edit.dims) == 0) continue;
            measureTile(ref.tensor, node);
            noteRoom(ref.tensor, ref.index);
        }
        for (; k > 0; --k) m_loops.setStride(k - 1, m_extents);
    }

    void measureTile(int t, FlatNodeState<V>& node) {
        node.tile = V(1.0);
        for (int r = 0; r < tensor(t).ranks; ++r) {
            const FlatRank& rank = tensor(t).rank[at(r)];
            V extent = 1.0 + rank.reach[0] * (m_extents[at(rank.dim[0])] - 1.0);
            for (int i = 1; i < rank.terms; ++i) extent += rank.reach[at(i)] * (m_extents[at(rank.dim[at(i)])] - 1.0);
            node.extent[at(r)] = extent;
            node.tile *= extent;
        }
    }

    bool checkFactors() {
        FlagOf<V> areRight = Math::flag(true);
        for (int d = 0; d < m_tables.dims; ++d)
            areRight = Math::both(areRight, Math::isSame(m_extents[at(d)], V(m_tables.bounds[at(d)])));
        return require(areRight, FlatStatus::factors, -1);
    }

    /// For each node: what stands outside of loops that move the tensor, and whether sums leave it unfinished.
    void findMoves(int t) {
        const std::uint64_t moving = temporalThatMove(t);
        m_moving[at(t)] = moving;
        if constexpr (Math::lanes == 1) {
            for (int i = 0; i < nodeCount(t); ++i) {
                auto& node = m_nodes[at(t)][at(i)];
                const std::uint64_t outside = (std::uint64_t{1} << node.outside.temporal) - 1;
                const auto last = static_cast<int>(std::bit_width(moving & outside));
                const double moves = last > 0 ? m_loops.temporal[at(last - 1)].through : 1.0;
                const std::uint64_t adding = outside & ~moving;
                const std::uint64_t aroundMoves = last > 0 ? (std::uint64_t{1} << (last - 1)) - 1 : 0;
                const bool isPartial = (node.forgets ? adding : adding & aroundMoves) != 0;
                if ((moves > 1) != (node.moves > 1)) noteRoom(t, i);
                if (isPartial != node.isPartial) noteRoom(t, i - 1);
                node.moves = moves;
                node.isPartial = isPartial;
            }
            const bool isPartial = moving != (std::uint64_t{1} << m_loops.temporalCount) - 1;
            if (isPartial != m_isPartialBelow[at(t)]) noteRoom(t, nodeCount(t) - 1);
            m_isPartialBelow[at(t)] = isPartial;
        } else {
            V moves(1.0);
            V additions(1.0);
            FlagOf<V> comesBack = Math::flag(false);
            int k = 0;
            for (int i = 0; i <= nodeCount(t); ++i) {
                const bool isMacs = i == nodeCount(t);
                const int end = isMacs ? m_loops.temporalCount : m_nodes[at(t)][at(i)].outside.temporal;
                for (; k < end; ++k) {
                    const FlatTemporal<V>& loop = m_loops.temporal[at(k)];
                    if (tensor(t).moves[at(loop.dim)]) {
                        const FlagOf<V> isMoving = Math::isMore(loop.bound, V(1.0));
                        moves = choose<V>(isMoving, loop.through, moves);
                        comesBack = Math::either(comesBack, Math::both(isMoving, Math::isMore(additions, V(1.0))));
                    } else {
                        additions *= loop.bound;
                    }
                }
                const bool stays = !isMacs && !m_nodes[at(t)][at(i)].forgets;
                const FlagOf<V> isPartial = stays ? comesBack : Math::isMore(additions, V(1.0));
                if (!isMacs) m_nodes[at(t)][at(i)].moves = moves;
                (isMacs ? m_isPartialBelow[at(t)] : m_nodes[at(t)][at(i)].isPartial) = isPartial;
            }
        }
    }

    [[nodiscard]] std::uint64_t temporalThatMove(int t) const {
        std::uint64_t moving = 0;
        for (int d = 0; d < m_tables.dims; ++d) {
            moving |= tensor(t).moves[at(d)] ? m_loops.temporalOf[at(d)] : 0;
        }
        return moving;
    }

    /// Bits of an element that moves between a node of the tensor (or the MACs) and its parent, as a level sees it.
    V bitsOf(int t, const FlagOf<V>& isPartial, int l) const {
        if (m_tables.elementPerWord) return V(level(l).wordBits);
        if (!tensor(t).isOutput) return V(tensor(t).bits);
        return choose<V>(isPartial, V(tensor(t).partialBits), V(tensor(t).bits));
    }

    V bitsBelow(int t, int i, int l) const {
        const bool isLast = i + 1 == nodeCount(t);
        return bitsOf(t, isLast ? m_isPartialBelow[at(t)] : m_nodes[at(t)][at(i + 1)].isPartial, l);
    }

    /// The level's room among its tiles.
    bool share(int l) {
        const FlatLevel& place = level(l);
        if (!place.isLimited) {
            for (int t = 0; t < m_tables.tensors; ++t) {
                const int i = m_nodeIn[at(l)][at(t)];
                if (i < 0) continue;
                const FlagOf<V> isRefilled = Math::isMore(m_nodes[at(t)][at(i)].moves, V(1.0));
                m_flows[at(m_flowOf[at(l)][at(t)])].slots = choose<V>(isRefilled, V(2.0), V(1.0));
            }
            return true;
        }
        std::array<const FlatNodeState<V>*, kMaxFlatTensors> nodes;
        std::array<NodeFlow<V>*, kMaxFlatTensors> flows;
        std::array<V, kMaxFlatTensors> bits;
        std::array<TileInRoom, kMaxFlatTensors> tiles;
        std::size_t count = 0;
        for (unsigned kept = m_kept[at(l)]; kept != 0; kept &= kept - 1) {
            const int t = std::countr_zero(kept);
            const int i = m_nodeIn[at(l)][at(t)];
            nodes[count] = &m_nodes[at(t)][at(i)];
            flows[count] = &m_flows[at(m_flowOf[at(l)][at(t)])];
            bits[count] = nodes[count]->tile * bitsBelow(t, i, l);
            tiles[count].isKept = true;
            tiles[count++].ownRoomBits = place.ownRoomBits[at(t)];
        }
        FlagOf<V> fits = Math::flag(false);
        for (int lane = 0; lane < Math::lanes; ++lane) {
            for (std::size_t n = 0; n < count; ++n) {
                tiles[n].bits = Math::get(bits[n], lane);
                tiles[n].isRefilled = l > 0 && Math::get(nodes[n]->moves, lane) > 1;
            }
            bool fitsHere = assignSlots({tiles.data(), count}, place.buffering, place.slotRoomBits) <= place.roomBits;
            for (std::size_t n = 0; n < count; ++n) {
                const TileInRoom& tile = tiles[n];
                Math::set(flows[n]->slots, lane, tile.slots);
                fitsHere = fitsHere && (tile.ownRoomBits < 0 || tile.bits * tile.slots <= tile.ownRoomBits);
            }
            Math::mark(fits, lane, fitsHere);
        }
        return require(fits, FlatStatus::capacity, l);
    }

    /// Places of the children below the spatial loops [from, to).
    struct Places {
        V distinct = V(1.0); ///< of their tiles
        V sent = V(1.0);     ///< to which the parent sends apart
    };

    /// Traffic of one tensor through its nodes, from the first that the edit touches on; false where it can't be
    /// counted here.
    bool count(int t) {
        const int first = firstTouched(*m_flat, t, m_edit.first);
        for (int i = 0; i < first; ++i) m_figures.energyPj += m_nodes[at(t)][at(i)].energyPj;
        for (int i = first; i < nodeCount(t); ++i) {
            auto& node = m_nodes[at(t)][at(i)];
            const bool isLast = i + 1 == nodeCount(t);
            const int end = isLast ? m_loops.spatialCount : m_nodes[at(t)][at(i + 1)].outside.spatial;
            V stationary = i > 0 ? m_nodes[at(t)][at(i - 1)].stationary : V(1.0);
            node.partition = tensor(t).elements * stationary;
            Places places;
            if (!findPlaces(t, placed(t, i), node.outside.spatial, end, places, stationary)) return false;
            V words = m_loops.steps;
            if (!isLast && !wordsInto(t, m_nodes[at(t)][at(i + 1)], words)) return false;
            node.sent = m_loops.instancesOutside(node.outside.spatial) * places.sent * words;
            node.arrived = m_loops.instancesOutside(end) * words;
            node.stationary = stationary;
            if (!isLast) node.childTiles = places.distinct * m_nodes[at(t)][at(i + 1)].tile;
            addFlow(t, i);
        }
        return true;
    }

    bool findPlaces(int t, const FlatNode& sender, int from, int to, Places& places, V& stationary) {
        const FlatTensor& space = tensor(t);
        for (int s = from; s < to;) {
            const int l = m_loops.spatial[at(s)].fanoutLevel;
            const int first = s;
            V distinct(1.0);
            V all(1.0);
            int moving = 0;
            for (; s < to && m_loops.spatial[at(s)].fanoutLevel == l; ++s) {
                const FlatSpatial<V>& loop = m_loops.spatial[at(s)];
                const double isMoving = space.moving[at(loop.dim)];
                all *= loop.bound;
                distinct *= 1.0 + isMoving * (loop.bound - 1.0);
                stationary *= loop.bound - isMoving * (loop.bound - 1.0);
                moving += space.moves[at(loop.dim)] ? 1 : 0;
            }
            if (space.isSliding && moving > 1 && !countDistinct(t, first, s, distinct)) return false;
            places.distinct *= distinct;
            const bool isShared =
                !sender.noMulticast && (space.isOutput ? level(l).spatialReduction : level(l).multicast);
            places.sent *= isShared ? distinct : all;
        }
        return true;
    }

    /// Of a sliding tensor, rank by rank: every dim moves one rank only, so ranks are independent.
    bool countDistinct(int t, int from, int to, V& distinct) {
        const FlatTensor& space = tensor(t);
        for (int lane = 0; lane < Math::lanes; ++lane) {
            double product = 1;
            for (int r = 0; r < space.ranks; ++r) {
                std::array<SpatialSteps, kMaxSpatial> loops;
                std::size_t count = 0;
                for (int s = from; s < to; ++s) {
                    const FlatSpatial<V>& loop = m_loops.spatial[at(s)];
                    if (!space.moves[at(loop.dim)] || space.rankOf[at(loop.dim)] != r) continue;
                    const auto bound = static_cast<Count>(Math::get(loop.bound, lane));
                    if (bound == 1) continue;
                    if (count == kMaxSpatial) return false;
                    loops[count++] = {
                        space.coefficient[at(loop.dim)] * static_cast<Count>(Math::get(loop.stride, lane)), bound};
                }
                if (count == 0) continue;
                const double sums = distinctSums({loops.data(), count});
                if (sums == 0) return false;
                product *= sums;
            }
            Math::set(distinct, lane, product);
        }
        return true;
    }

    /// Words that one instance of a node receives over the whole run.
    bool wordsInto(int t, const FlatNodeState<V>& node, V& words) {
        if (node.forgets) {
            words = node.tile;
            if (node.outside.temporal > 0) words *= m_loops.temporal[at(node.outside.temporal - 1)].through;
            return true;
        }
        words = node.tile * node.moves;
        if (!tensor(t).isSliding) return true;
        const std::span<const FlatTemporal<V>> outside(m_loops.temporal.data(), node.outside.temporal);
        for (int lane = 0; lane < Math::lanes; ++lane) {
            const double swept = m_sweep.words(tensor(t), outside, Math::get(node.tile, lane), node.extent, lane);
            if (swept < 0) return false;
            Math::set(words, lane, swept);
        }
        return true;
    }

    void addFlow(int t, int i) {
        auto& node = m_nodes[at(t)][at(i)];
        const FlatNode& where = placed(t, i);
        const int l = where.level;
        NodeFlow<V>& flow = m_flows[at(m_flowOf[at(l)][at(t)])];
        flow.level = l;
        flow.parent = i > 0 ? placed(t, i - 1).level : -1;
        flow.isOutput = tensor(t).isOutput;
        flow.tileWords = node.tile;
        const auto* parent = i > 0 ? &m_nodes[at(t)][at(i - 1)] : nullptr;
        flow.tileAtParent = parent != nullptr ? parent->childTiles : V(0.0);
        flow.sent = parent != nullptr ? parent->sent : V(0.0);
        flow.arrived = parent != nullptr ? parent->arrived : V(0.0);
        const bool elides = m_tables.rules.firstReadElision && !where.rmwFirstUpdate;
        node.accesses = accessesOf<V>(flow.isOutput, i > 0, node.sent, flow.arrived, elides ? node.partition : V(0.0),
                                      m_tables.rules);
        flow.reads = node.accesses.reads;
        flow.fills = node.accesses.fills;
        flow.updates = node.accesses.updates;
        flow.temporalReductions = node.accesses.temporalReductions;
        flow.inBits = bitsBelow(t, i, l);
        flow.upBits = bitsOf(t, node.isPartial, l);
        flow.parentBits = i > 0 ? bitsOf(t, node.isPartial, flow.parent) : V(0.0);
        node.energyPj = accessEnergyPj<V>(level(l).prices, node.accesses, m_instances[at(l)], flow.inBits, flow.upBits);
        m_figures.energyPj += node.energyPj;
    }

    void addTime() {
        const std::size_t levels = at(m_tables.levels);
        const std::span<LevelTime<V>> times(m_levelTimes.data(), levels);
        const std::span<const PortRates> rates(m_tables.rates.data(), levels);
        countPorts<V>({m_flows.data(), at(m_flowCount)}, {m_instances.data(), levels}, m_tables.rules.drainReads,
                      times);
        m_figures.computeCycles = larger<V>(V(m_tables.rate.usefulCycles), m_loops.steps / m_tables.rate.stepsPerCycle);
        m_figures.boundCycles = boundCyclesOf<V>(m_figures.computeCycles, times, rates);
        m_figures.cycles = m_figures.boundCycles;
        for (std::size_t l = 0; l < levels; ++l)
            m_figures.cycles = larger<V>(m_figures.cycles, times[l].longestBusy(rates[l]));
        for (int lane = 0; m_tables.timeFigures == TimeFigures::all && lane < Math::lanes; ++lane)
            Math::set(m_figures.cycles, lane, cyclesOf(lane));
        const bool leaksThroughout = m_tables.rules.leakageTime == CountingRules::LeakageTime::full;
        const V& leakageCycles = leaksThroughout ? m_figures.cycles : m_figures.boundCycles;
        for (int l = 0; l < m_tables.levels; ++l) {
            if (level(l).leakagePjPerCycle > 0)
                m_figures.energyPj += level(l).leakagePjPerCycle * leakageCycles * m_instances[at(l)];
        }
    }

    /// Of one of the mappings side by side.
    double cyclesOf(int lane) {
        const double computeCycles = Math::get(m_figures.computeCycles, lane);
        const std::uint64_t inUse = temporalInUse(lane);
        const ArrayStall arrays = m_tables.hasArrays ? arraysOf(lane, inUse, computeCycles) : ArrayStall{};
        const double stalls = m_tables.hasPorts ? stallsOf(lane, inUse, computeCycles + arrays.waits) : 0;
        return std::max(Math::get(m_figures.cycles, lane), computeCycles + arrays.total() + stalls);
    }

    /// Cycles in which the mapping's MACs wait for ports.
    double stallsOf(int lane, std::uint64_t inUse, double issueCycles) {
        const std::size_t levels = at(m_tables.levels);
        m_nestTime.begin({m_tables.rates.data(), levels}, {instancesOf(lane), levels});
        const std::uint64_t movesOutput = m_moving[at(m_tables.output)];
        std::array<int, kMaxFlatLoops + 1> loops; // of so many temporal ones, how many are in use
        loops[0] = 0;
        for (int k = 0; k < m_loops.temporalCount; ++k) {
            const bool isInUse = Math::lanes == 1 || (inUse >> k & 1U) != 0;
            loops[at(k + 1)] = loops[at(k)] + (isInUse ? 1 : 0);
            if (isInUse)
                m_nestTime.addLoop(Math::get(m_loops.temporal[at(k)].bound, lane), (movesOutput >> k & 1U) != 0);
        }
        NodeFlow<double> room;
        for (int t = 0; t < m_tables.tensors; ++t) {
            for (int i = 0; i < nodeCount(t); ++i) {
                const int last = lastChange(t, i, inUse);
                m_nestTime.addNode(flowOf(t, i, lane, room), Math::lanes == 1 ? last : loops[at(last)]);
            }
        }
        for (int t = 0; t < m_tables.tensors; ++t) m_nestTime.addAccess(flowOf(t, nodeCount(t) - 1, lane, room));
        return m_nestTime.run(issueCycles);
    }

    /// By level, in one mapping.
    const double* instancesOf(int lane) {
        if constexpr (Math::lanes == 1) {
            return m_instances.data();
        } else {
            for (int l = 0; l < m_tables.levels; ++l) m_laneInstances[at(l)] = Math::get(m_instances[at(l)], lane);
            return m_laneInstances.data();
        }
    }

    /// One bit for each temporal loop that has iterations in the mapping.
    std::uint64_t temporalInUse(int lane) const {
        if constexpr (Math::lanes == 1) {
            return (std::uint64_t{1} << m_loops.temporalCount) - 1;
        } else {
            std::uint64_t loops = 0;
            for (int k = 0; k < m_loops.temporalCount; ++k)
                loops |= std::uint64_t{Math::get(m_loops.temporal[at(k)].bound, lane) > 1} << k;
            return loops;
        }
    }

    /// The node's flow in one mapping; `room` for it where there are several.
    const NodeFlow<double>& flowOf(int t, int i, int lane, NodeFlow<double>& room) const {
        const NodeFlow<V>& flow = m_flows[at(m_flowOf[at(placed(t, i).level)][at(t)])];
        if constexpr (Math::lanes == 1) {
            return flow;
        } else {
            takeLane(flow, lane, room);
            return room;
        }
    }

    double lanesUsed(int l, Axis axis, int lane) const {
        double lanes = 1;
        for (int s = 0; s < m_loops.spatialCount; ++s) {
            const FlatSpatial<V>& loop = m_loops.spatial[at(s)];
            if (loop.fanoutLevel == l && loop.axis == axis) lanes *= Math::get(loop.bound, lane);
        }
        return lanes;
    }

    /// Of all arrays.
    ArrayStall arraysOf(int lane, std::uint64_t inUse, double computeCycles) const {
        ArrayStall all;
        for (int l = 0; l < m_tables.levels; ++l) {
            if (level(l).timing == ArrayTiming{}) continue;
            double tiles = 1;
            bool hasRoomForNext = true;
            for (int t = 0; t < m_tables.tensors; ++t) {
                for (int i = nodeCount(t); i-- > 0 && placed(t, i).level > l;) {
                    const int last = lastChange(t, i, inUse);
                    if (last == 0) continue;
                    tiles = std::max(tiles, Math::get(m_loops.temporal[at(last - 1)].through, lane));
                    const NodeFlow<V>& flow = m_flows[at(m_flowOf[at(placed(t, i).level)][at(t)])];
                    hasRoomForNext = hasRoomForNext && Math::get(flow.slots, lane) >= 2;
                }
            }
            all += arrayStall(level(l).timing, lanesUsed(l, Axis::x, lane), lanesUsed(l, Axis::y, lane), tiles,
                              computeCycles, hasRoomForNext);
        }
        return all;
    }

    /// Temporal loops down to the innermost outside the node, of those in use, that moves its tile.
    int lastChange(int t, int i, std::uint64_t inUse) const {
        const auto& node = m_nodes[at(t)][at(i)];
        const std::uint64_t outside = (std::uint64_t{1} << node.outside.temporal) - 1;
        const std::uint64_t changing = node.forgets ? inUse : inUse & m_moving[at(t)];
        return static_cast<int>(std::bit_width(changing & outside));
    }

    static void takeLane(const NodeFlow<V>& from, int lane, NodeFlow<double>& to) {
        to.level = from.level;
        to.parent = from.parent;
        to.isOutput = from.isOutput;
        to.tileWords = Math::get(from.tileWords, lane);
        to.tileAtParent = Math::get(from.tileAtParent, lane);
        to.reads = Math::get(from.reads, lane);
        to.fills = Math::get(from.fills, lane);
        to.updates = Math::get(from.updates, lane);
        to.temporalReductions = Math::get(from.temporalReductions, lane);
        to.sent = Math::get(from.sent, lane);
        to.arrived = Math::get(from.arrived, lane);
        to.inBits = Math::get(from.inBits, lane);
        to.upBits = Math::get(from.upBits, lane);
        to.parentBits = Math::get(from.parentBits, lane);
        to.slots = Math::get(from.slots, lane);
    }

    static constexpr std::size_t kMaxSpatial = 16;
    static constexpr int kMaxTemporal = 63;
    static_assert(kMaxTemporal <= kMaxTimedLoops && kMaxFlatTensors * kMaxFlatLevels <= kMaxTimedNodes);
    static_assert(kMaxFlatLevels <= kMaxTimedLevels);

    const FlatTables& m_tables;
    const FlatMapping* m_flat = nullptr;
    FlatEdit m_edit;
    std::uint32_t m_roomChanged = 0; ///< a bit a level
    FlatFigures<V> m_figures;
    int m_flowCount = 0;
    FlatLoops<V> m_loops;
    std::array<V, kMaxFlatDims> m_extents;
    std::array<V, kMaxFlatLevels> m_instances;
    std::array<std::array<std::int8_t, kMaxFlatTensors>, kMaxFlatLevels> m_nodeIn{};
    std::array<std::array<std::uint8_t, kMaxFlatTensors>, kMaxFlatLevels> m_flowOf{};
    std::array<NodeRef, kMaxFlatTensors * kMaxFlatLevels> m_order;
    std::array<std::uint8_t, kMaxFlatLevels> m_kept{}; ///< a bit a tensor
    std::array<std::array<FlatNodeState<V>, kMaxFlatLevels>, kMaxFlatTensors> m_nodes;
    std::array<FlagOf<V>, kMaxFlatTensors> m_isPartialBelow{};
    std::array<std::uint64_t, kMaxFlatTensors> m_moving{}; ///< a bit a temporal loop that moves the tensor
    std::array<NodeFlow<V>, kMaxFlatTensors * kMaxFlatLevels> m_flows;
    std::array<LevelTime<V>, kMaxFlatLevels> m_levelTimes;
    std::array<double, kMaxFlatLevels> m_laneInstances; ///< of one mapping
    NestCycles m_nestTime;
    FlatSweep m_sweep;

    struct Saved {
        FlatFigures<V> figures;
        int flowCount = 0;
        std::array<NodeFlow<V>, kMaxFlatTensors * kMaxFlatLevels> flows;
        std::array<V, kMaxFlatLevels> instances;
        std::array<FlagOf<V>, kMaxFlatTensors> isPartialBelow{};
        std::array<int, kMaxFlatTensors> firstNode{};
        std::array<int, kMaxFlatTensors> nodeCount{};
        std::array<std::array<FlatNodeState<V>, kMaxFlatLevels>, kMaxFlatTensors> nodes;
    };
    Saved m_saved;
};

} // namespace nestwright
