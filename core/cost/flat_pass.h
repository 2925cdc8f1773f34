// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/distinct_sums.h"
#include "core/cost/flat_tables.h"
#include "core/cost/sweep_steps.h"
#include "core/mapping/room.h"

namespace nestwright {

/// Why a flat mapping has no figures.
enum class FlatStatus : std::uint8_t { valid, factors, order, axis, fanout, keep, capacity, notCovered };

template <class V>
struct FlatFigures {
    FlatStatus status = FlatStatus::valid; ///< of several mappings side by side: valid where one may be
    int level = -1;                        ///< that the status speaks of
    FlagOf<V> isValid = FlagOf<V>{};
    V computeCycles = V(0.0); ///< C
    V boundCycles = V(0.0);
    V cycles = V(0.0);
    V energyPj = V(0.0);
};

/// A storage node on its way through the passes. Words are totals over all instances.
template <class V>
struct FlatNodeState {
    std::uint8_t outside = 0;         ///< loops of more than one iteration that stand outside it
    std::uint8_t temporalOutside = 0; ///< the temporal ones among them
    std::uint8_t spatialOutside = 0;
    bool forgets = false;
    V tile = V(1.0);
    std::array<V, kMaxFlatRanks> extent; ///< of the tile, for sliding tensors
    V moves = V(1.0); ///< temporal iterations through the innermost loop outside that moves the tensor
    FlagOf<V> isPartial = FlagOf<V>{};
    FlagOf<V> waits = FlagOf<V>{};
    V partition = V(0.0);
    Accesses<V> accesses;
    V energyPj = V(0.0);
};

/// One evaluation of a flat mapping, or of several that differ in their bounds alone, step by step in fixed room.
template <class V>
class FlatPass {
public:
    explicit FlatPass(const FlatTables& tables)
        : m_tables(tables) {}

    /// `boundAt(i)`: the bound in place i of the mapping's loops.
    template <class Bounds>
    const FlatFigures<V>& run(const FlatMapping& flat, Bounds boundAt) {
        m_flat = &flat;
        m_figures = FlatFigures<V>{};
        LaneMath<V>::fill(m_figures.isValid, true);
        if (!m_tables.notCovered.empty()) return stop(FlatStatus::notCovered, -1);
        collectLoops(boundAt);
        collectNodes();
        if (!checkOrder() || !checkLanes()) return m_figures;
        measureTiles();
        if (!checkFactors()) return m_figures;
        for (int t = 0; t < m_tables.tensors; ++t) findMoves(t);
        for (int l = 0; l < m_tables.levels; ++l) {
            if (!share(l)) return m_figures;
        }
        m_flowCount = 0;
        m_figures.energyPj = V(m_tables.macEnergyPj);
        for (int t = 0; t < m_tables.tensors; ++t) {
            if (!count(t)) return stop(FlatStatus::notCovered, -1);
        }
        addTime();
        return m_figures;
    }

    [[nodiscard]] const FlatFigures<V>& figures() const { return m_figures; }
    [[nodiscard]] const FlatNodeState<V>& node(int tensor, int index) const { return m_nodes[at(tensor)][at(index)]; }
    [[nodiscard]] int levelOf(int tensor, int index) const { return placed(tensor, index).level; }
    [[nodiscard]] const V& instances(int level) const { return m_instances[at(level)]; }

private:
    using Math = LaneMath<V>;

    struct ActiveLoop {
        int dim = 0;
        bool isSpatial = false;
        V bound = V(1.0);
        int index = 0; ///< among the temporal or the spatial ones
    };
    struct TemporalLoop {
        int dim = 0;
        V bound = V(1.0);
        V stride = V(1.0);
        V through = V(1.0); ///< iterations of the temporal loops down to this one
    };
    struct SpatialLoop {
        int dim = 0;
        int fanoutLevel = 0;
        Axis axis = Axis::x;
        V bound = V(1.0);
        V stride = V(1.0);
        V outside = V(1.0); ///< instances that the spatial loops outside it make
    };

    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    const FlatTensor& tensor(int t) const { return m_tables.tensor[at(t)]; }
    const FlatLevel& level(int l) const { return m_tables.level[at(l)]; }
    int nodeCount(int t) const { return m_flat->nodes[at(t)]; }
    const FlatNode& placed(int t, int i) const { return m_flat->node[at(t)][at(i)]; }

    const FlatFigures<V>& stop(FlatStatus status, int level) {
        m_figures.status = status;
        m_figures.level = level;
        Math::fill(m_figures.isValid, false);
        return m_figures;
    }

    /// Goes on with the mappings side by side for which nothing is wrong; false where none is left.
    bool require(const FlagOf<V>& isRight, FlatStatus status, int l) {
        m_figures.isValid = Math::both(m_figures.isValid, isRight);
        if (Math::any(m_figures.isValid)) return true;
        stop(status, l);
        return false;
    }

    template <class Bounds>
    void collectLoops(Bounds boundAt) {
        m_loopCount = m_temporalCount = m_spatialCount = 0;
        V steps(1.0);
        V instances(1.0);
        const int places = m_flat->loops;
        for (int i = 0; i < places; ++i) {
            m_before[at(i)] = {static_cast<std::uint8_t>(m_loopCount), static_cast<std::uint8_t>(m_temporalCount),
                               static_cast<std::uint8_t>(m_spatialCount)};
            const V bound = boundAt(i);
            if (!Math::any(Math::isMore(bound, V(1.0)))) continue;
            const FlatLoop& loop = m_flat->loop[at(i)];
            m_loops[at(m_loopCount++)] = {loop.dim, loop.isSpatial(), bound,
                                          loop.isSpatial() ? m_spatialCount : m_temporalCount};
            if (loop.isSpatial()) {
                m_spatial[at(m_spatialCount++)] = {loop.dim, loop.fanoutLevel, loop.axis, bound, V(1.0), instances};
                instances *= bound;
            } else {
                steps *= bound;
                m_temporal[at(m_temporalCount++)] = {loop.dim, bound, V(1.0), steps};
            }
        }
        m_before[at(places)] = {static_cast<std::uint8_t>(m_loopCount), static_cast<std::uint8_t>(m_temporalCount),
                                static_cast<std::uint8_t>(m_spatialCount)};
        m_steps = steps;
        m_lanes = instances;
    }

    void collectNodes() {
        for (int l = 0; l < m_tables.levels; ++l) {
            for (int t = 0; t < m_tables.tensors; ++t) m_nodeIn[at(l)][at(t)] = -1;
        }
        for (int t = 0; t < m_tables.tensors; ++t) {
            for (int i = 0; i < nodeCount(t); ++i) {
                auto& node = m_nodes[at(t)][at(i)];
                const FlatNode& where = placed(t, i);
                const auto& before = m_before[where.depth];
                node.outside = before[0];
                node.temporalOutside = before[1];
                node.spatialOutside = before[2];
                node.forgets = where.noTemporalReuse;
                m_nodeIn[at(where.level)][at(t)] = static_cast<std::int8_t>(i);
            }
        }
        int next = 0;
        for (int l = 0; l < m_tables.levels; ++l) {
            while (next < m_spatialCount && m_spatial[at(next)].fanoutLevel < l) ++next;
            m_instances[at(l)] = next < m_spatialCount ? m_spatial[at(next)].outside : m_lanes;
        }
    }

    /// Chains run inward from the outermost level, nodes stand outside the spatial loops of their level and inside
    /// those of outer ones, and levels keep what they must and nothing that they can't.
    bool checkOrder() {
        for (int s = 1; s < m_spatialCount; ++s) {
            if (m_spatial[at(s)].fanoutLevel < m_spatial[at(s - 1)].fanoutLevel) {
                stop(FlatStatus::order, m_spatial[at(s)].fanoutLevel);
                return false;
            }
        }
        for (int t = 0; t < m_tables.tensors; ++t) {
            for (int i = 0; i < nodeCount(t); ++i) {
                const int l = placed(t, i).level;
                const int before = m_nodes[at(t)][at(i)].spatialOutside;
                const bool isInside = before > 0 && m_spatial[at(before - 1)].fanoutLevel >= l;
                const bool isOutside = before < m_spatialCount && m_spatial[at(before)].fanoutLevel < l;
                const bool isBackward = i > 0 && placed(t, i - 1).level >= l;
                const bool isLate = l == 0 && m_nodes[at(t)][at(i)].outside > 0;
                if (isInside || isOutside || isBackward || isLate) {
                    stop(FlatStatus::order, l);
                    return false;
                }
            }
        }
        for (int l = 0; l < m_tables.levels; ++l) {
            for (int t = 0; t < m_tables.tensors; ++t) {
                const bool isKept = m_nodeIn[at(l)][at(t)] >= 0;
                const bool isRight = isKept ? level(l).mayKeep[at(t)] : l > 0 && !level(l).mustKeep[at(t)];
                if (!isRight) {
                    stop(FlatStatus::keep, l);
                    return false;
                }
            }
        }
        return true;
    }

    bool checkLanes() {
        for (int s = 0; s < m_spatialCount;) {
            const int l = m_spatial[at(s)].fanoutLevel;
            const FlatLevel& place = level(l);
            V usedX(1.0);
            V usedY(1.0);
            for (; s < m_spatialCount && m_spatial[at(s)].fanoutLevel == l; ++s) {
                const SpatialLoop& loop = m_spatial[at(s)];
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
        std::array<int, kMaxFlatTensors> next{};
        for (int t = 0; t < m_tables.tensors; ++t) next[at(t)] = nodeCount(t) - 1;
        for (int k = m_loopCount; k >= 0; --k) {
            for (int t = 0; t < m_tables.tensors; ++t) {
                for (; next[at(t)] >= 0 && m_nodes[at(t)][at(next[at(t)])].outside == k; --next[at(t)])
                    measureTile(t, m_nodes[at(t)][at(next[at(t)])]);
            }
            if (k == 0) break;
            const ActiveLoop& loop = m_loops[at(k - 1)];
            V& extent = m_extents[at(loop.dim)];
            (loop.isSpatial ? m_spatial[at(loop.index)].stride : m_temporal[at(loop.index)].stride) = extent;
            extent *= loop.bound;
        }
    }

    void measureTile(int t, FlatNodeState<V>& node) {
        node.tile = V(1.0);
        for (int r = 0; r < tensor(t).ranks; ++r) {
            const FlatRank& rank = tensor(t).rank[at(r)];
            V extent(1.0);
            for (int i = 0; i < rank.terms; ++i) extent += rank.reach[at(i)] * (m_extents[at(rank.dim[at(i)])] - 1.0);
            node.extent[at(r)] = extent;
            node.tile *= extent;
        }
    }

    bool checkFactors() {
        for (int d = 0; d < m_tables.dims; ++d) {
            const V bound(m_tables.bounds[at(d)]);
            const FlagOf<V> isRight =
                Math::both(Math::isMore(m_extents[at(d)] + 1.0, bound), Math::isMore(bound + 1.0, m_extents[at(d)]));
            if (!require(isRight, FlatStatus::factors, -1)) return false;
        }
        return true;
    }

    /// For each node: what stands outside of loops that move the tensor, and of loops that leave sums unfinished.
    void findMoves(int t) {
        const FlatTensor& space = tensor(t);
        V moves(1.0);
        V unfinished(1.0);
        int k = 0;
        const auto advance = [&](int end) {
            for (; k < end; ++k) {
                const TemporalLoop& loop = m_temporal[at(k)];
                if (space.moves[at(loop.dim)]) {
                    moves = choose<V>(Math::isMore(loop.bound, V(1.0)), loop.through, moves);
                } else {
                    unfinished *= loop.bound;
                }
            }
        };
        for (int i = 0; i < nodeCount(t); ++i) {
            auto& node = m_nodes[at(t)][at(i)];
            advance(node.temporalOutside);
            node.moves = moves;
            node.isPartial = Math::isMore(unfinished, V(1.0));
        }
        advance(m_temporalCount);
        m_isPartialBelow[at(t)] = Math::isMore(unfinished, V(1.0));
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
                if (i >= 0) Math::fill(m_nodes[at(t)][at(i)].waits, false);
            }
            return true;
        }
        std::array<V, kMaxFlatTensors> bits;
        for (int t = 0; t < m_tables.tensors; ++t) {
            const int i = m_nodeIn[at(l)][at(t)];
            if (i >= 0) bits[at(t)] = m_nodes[at(t)][at(i)].tile * bitsBelow(t, i, l);
        }
        FlagOf<V> fits{};
        std::array<TileInRoom, kMaxFlatTensors> tiles;
        for (int lane = 0; lane < Math::lanes; ++lane) {
            for (int t = 0; t < m_tables.tensors; ++t) {
                const int i = m_nodeIn[at(l)][at(t)];
                tiles[at(t)] = TileInRoom{};
                if (i < 0) continue;
                const auto& node = m_nodes[at(t)][at(i)];
                tiles[at(t)] = {Math::get(bits[at(t)], lane), place.ownRoomBits[at(t)], true,
                                l > 0 && Math::get(node.moves, lane) > 1, 0};
            }
            const std::span<TileInRoom> used(tiles.data(), at(m_tables.tensors));
            bool fitsHere = assignSlots(used, place.buffering, place.roomBits) <= place.roomBits;
            for (int t = 0; t < m_tables.tensors; ++t) {
                const int i = m_nodeIn[at(l)][at(t)];
                if (i < 0) continue;
                const TileInRoom& tile = tiles[at(t)];
                Math::mark(m_nodes[at(t)][at(i)].waits, lane, tile.isRefilled && tile.slots == 1);
                if (tile.ownRoomBits >= 0) fitsHere = fitsHere && tile.bits * tile.slots <= tile.ownRoomBits;
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

    /// Traffic of one tensor through all its nodes; false where it can't be counted here.
    bool count(int t) {
        const FlatTensor& space = tensor(t);
        V stationary(1.0); // children that hold the same part of the tensor
        V sentAbove(0.0);
        V arrivedAbove(0.0);
        V tileAtParent(0.0);
        for (int i = 0; i < nodeCount(t); ++i) {
            auto& node = m_nodes[at(t)][at(i)];
            const FlatNode& where = placed(t, i);
            const bool isLast = i + 1 == nodeCount(t);
            const int end = isLast ? m_spatialCount : m_nodes[at(t)][at(i + 1)].spatialOutside;
            node.partition = space.elements * stationary;
            Places places;
            if (!findPlaces(t, where, node.spatialOutside, end, places, stationary)) return false;
            V words = m_steps;
            if (!isLast && !wordsInto(t, m_nodes[at(t)][at(i + 1)], words)) return false;
            const V sent = instancesAt(node.spatialOutside) * places.sent * words;
            const V arrived = instancesAt(end) * words;
            const bool elides = m_tables.rules.firstReadElision && !where.rmwFirstUpdate;
            node.accesses = accessesOf<V>(space.isOutput, i > 0, sent, arrivedAbove, elides ? node.partition : V(0.0),
                                          m_tables.rules);
            addFlow(t, i, sentAbove, arrivedAbove, tileAtParent);
            sentAbove = sent;
            arrivedAbove = arrived;
            if (!isLast) tileAtParent = places.distinct * m_nodes[at(t)][at(i + 1)].tile;
        }
        return true;
    }

    V instancesAt(int spatial) const { return spatial < m_spatialCount ? m_spatial[at(spatial)].outside : m_lanes; }

    bool findPlaces(int t, const FlatNode& sender, int from, int to, Places& places, V& stationary) {
        const FlatTensor& space = tensor(t);
        for (int s = from; s < to;) {
            const int l = m_spatial[at(s)].fanoutLevel;
            const int first = s;
            V distinct(1.0);
            V all(1.0);
            int moving = 0;
            for (; s < to && m_spatial[at(s)].fanoutLevel == l; ++s) {
                const SpatialLoop& loop = m_spatial[at(s)];
                all *= loop.bound;
                if (space.moves[at(loop.dim)]) {
                    distinct *= loop.bound;
                    ++moving;
                } else {
                    stationary *= loop.bound;
                }
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
                    const SpatialLoop& loop = m_spatial[at(s)];
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
            if (node.temporalOutside > 0) words *= m_temporal[at(node.temporalOutside - 1)].through;
            return true;
        }
        words = node.tile * node.moves;
        if (!tensor(t).isSliding) return true;
        for (int lane = 0; lane < Math::lanes; ++lane) {
            const double swept = sweep(tensor(t), node, lane);
            if (swept < 0) return false;
            Math::set(words, lane, swept);
        }
        return true;
    }

    /// The same of a sliding tensor, whose successive tiles may overlap; negative where the loops are too many.
    double sweep(const FlatTensor& space, const FlatNodeState<V>& node, int lane) {
        std::array<Count, kMaxFlatRanks> rewind{};
        std::size_t steps = 0;
        std::size_t directions = 0;
        for (int k = node.temporalOutside - 1; k >= 0; --k) {
            const TemporalLoop& loop = m_temporal[at(k)];
            const auto bound = static_cast<Count>(Math::get(loop.bound, lane));
            const bool moves = space.moves[at(loop.dim)];
            if (bound == 1 || (!moves && steps == 0)) continue;
            if (steps == kMaxSteps) return -1;
            if (moves) {
                const auto r = at(space.rankOf[at(loop.dim)]);
                const Count step = space.coefficient[at(loop.dim)] * static_cast<Count>(Math::get(loop.stride, lane));
                auto move = rewind;
                move[r] -= step;
                rewind[r] += (bound - 1) * step;
                m_sweepSteps[steps++] = {directionOf(space, node, lane, move, directions), bound};
            } else {
                m_sweepSteps[steps++] = {directionOf(space, node, lane, rewind, directions), bound};
            }
        }
        const std::span<SweepOutcome> memo(m_memo.data(), steps * (directions + 1));
        return SweepRun({m_sweepSteps.data(), steps}, {m_movedWords.data(), directions}, Math::get(node.tile, lane),
                        memo)
            .words();
    }

    /// The number of a move (the other way round), new ones noted with the words that they bring.
    int directionOf(const FlatTensor& space, const FlatNodeState<V>& node, int lane,
                    const std::array<Count, kMaxFlatRanks>& move, std::size_t& directions) {
        const auto ranks = at(space.ranks);
        const auto isSame = [&](const std::array<Count, kMaxFlatRanks>& other) {
            return std::equal(move.begin(), move.begin() + static_cast<std::ptrdiff_t>(ranks), other.begin());
        };
        for (std::size_t d = directions; d-- > 0;) {
            if (isSame(m_directions[d])) return static_cast<int>(d) + 1;
        }
        if (isSame({})) return 0;
        double kept = 1;
        for (std::size_t r = 0; r < ranks; ++r) {
            kept *= std::max(0.0, Math::get(node.extent[r], lane) - std::abs(static_cast<double>(move[r])));
        }
        m_directions[directions] = move;
        m_movedWords[directions++] = Math::get(node.tile, lane) - kept;
        return static_cast<int>(directions);
    }

    void addFlow(int t, int i, const V& sent, const V& arrived, const V& tileAtParent) {
        auto& node = m_nodes[at(t)][at(i)];
        NodeFlow<V>& flow = m_flows[at(m_flowCount++)];
        const int l = placed(t, i).level;
        flow.level = l;
        flow.parent = i > 0 ? placed(t, i - 1).level : -1;
        flow.isOutput = tensor(t).isOutput;
        flow.tileWords = node.tile;
        flow.tileAtParent = tileAtParent;
        flow.reads = node.accesses.reads;
        flow.fills = node.accesses.fills;
        flow.updates = node.accesses.updates;
        flow.sent = sent;
        flow.arrived = arrived;
        flow.inBits = bitsBelow(t, i, l);
        flow.upBits = bitsOf(t, node.isPartial, l);
        flow.parentBits = i > 0 ? bitsOf(t, node.isPartial, flow.parent) : V(0.0);
        flow.waits = node.waits;
        node.energyPj = accessEnergyPj<V>(level(l).prices, node.accesses, m_instances[at(l)], flow.inBits, flow.upBits);
        m_figures.energyPj += node.energyPj;
    }

    void addTime() {
        const std::size_t levels = at(m_tables.levels);
        TimeModel<V> model({m_flows.data(), at(m_flowCount)}, {m_tables.rates.data(), levels},
                           {m_instances.data(), levels}, {m_levelTimes.data(), levels});
        m_figures.computeCycles = larger<V>(V(m_tables.rate.usefulCycles), m_steps / m_tables.rate.stepsPerCycle);
        const TimeFigures<V> time = model.run(m_figures.computeCycles, m_figures.computeCycles);
        m_figures.boundCycles = time.boundCycles;
        m_figures.cycles = m_figures.computeCycles + time.blockedCycles + time.fillCycles + time.drainCycles;
        for (int l = 0; l < m_tables.levels; ++l) {
            if (level(l).leakagePjPerCycle > 0)
                m_figures.energyPj += level(l).leakagePjPerCycle * m_figures.cycles * m_instances[at(l)];
        }
    }

    static constexpr std::size_t kMaxSteps = 48;
    static constexpr std::size_t kMaxSpatial = 16;

    const FlatTables& m_tables;
    const FlatMapping* m_flat = nullptr;
    FlatFigures<V> m_figures;
    int m_loopCount = 0;
    int m_temporalCount = 0;
    int m_spatialCount = 0;
    int m_flowCount = 0;
    V m_steps = V(1.0);
    V m_lanes = V(1.0);
    std::array<std::array<std::uint8_t, 3>, kMaxFlatLoops + 1> m_before{};
    std::array<ActiveLoop, kMaxFlatLoops> m_loops;
    std::array<TemporalLoop, kMaxFlatLoops> m_temporal;
    std::array<SpatialLoop, kMaxFlatLoops> m_spatial;
    std::array<V, kMaxFlatDims> m_extents;
    std::array<V, kMaxFlatLevels> m_instances;
    std::array<std::array<std::int8_t, kMaxFlatTensors>, kMaxFlatLevels> m_nodeIn{};
    std::array<std::array<FlatNodeState<V>, kMaxFlatLevels>, kMaxFlatTensors> m_nodes;
    std::array<FlagOf<V>, kMaxFlatTensors> m_isPartialBelow{};
    std::array<NodeFlow<V>, kMaxFlatTensors * kMaxFlatLevels> m_flows;
    std::array<LevelTime<V>, kMaxFlatLevels> m_levelTimes;
    std::array<SweepStep, kMaxSteps> m_sweepSteps;
    std::array<std::array<Count, kMaxFlatRanks>, kMaxSteps> m_directions;
    std::array<double, kMaxSteps> m_movedWords{};
    std::array<SweepOutcome, kMaxSteps*(kMaxSteps + 1)> m_memo;
};

} // namespace nestwright
