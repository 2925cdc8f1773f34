// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/nest_ports.h"
#include "core/cost/stall_time.h"

#include <algorithm>
#include <cassert>

namespace nestwright {

/// Room for one mapping; evaluate() refuses what needs more.
inline constexpr int kMaxTimedNodes = 64;  ///< storage nodes
inline constexpr int kMaxTimedLoops = 128; ///< temporal loops of more than one iteration

/// The longest of what a step waits for.
struct LongestWait {
    static constexpr bool kNamesPorts = false;
    double cycles = 0;
    void take(double other, int /*port*/) { cycles = std::max(cycles, other); }
    /// Of ports from this one on.
    void take(const PortRow::Block& others, int /*first*/) { cycles = std::max(cycles, others.maxCoeff()); }
    void take(const LongestWait& other) { cycles = std::max(cycles, other.cycles); }
    [[nodiscard]] int port() const { return 0; }
};

/// The same with the place of the port that it is.
struct NamedWait {
    static constexpr bool kNamesPorts = true;
    double cycles = 0;
    int place = 0;
    void take(double other, int port) {
        place = other > cycles ? port : place;
        cycles = other > cycles ? other : cycles;
    }
    void take(const PortRow::Block& others, int first) {
        for (int i = 0; i < PortRow::kBlock; ++i) take(others[i], first + i);
    }
    void take(const NamedWait& other) { take(other.cycles, other.place); }
    [[nodiscard]] int port() const { return place; }
};

/// Time of a mapping beyond the roofline, in closed form: the effort is that of its loops times its storage nodes,
/// whatever their bounds.
///
/// A pass is the steps between changes of any innermost tile. At a step of a loop the tiles change of all nodes that
/// this loop or one inside it moves; between the last pass before the step and the first one after it the MACs wait for
/// the loop's gap, the longest of:
/// - what the transfers of the step make the next passes wait for. Each starts when its slot is free (a second slot
///   comes early unless its source does not) and its ports have served those before it, in a fixed order; a pass waits
///   for its ports no longer than the step's transfers take of them;
/// - what each port does in an iteration of the loop, beyond the time of the iteration;
/// - what a transfer of a second slot takes, after the MACs that share a port with it, beyond the stay of its tile;
/// - what an outer loop's transfers take of the ports of the MACs, beyond a pass.
/// Steps at which partial sums come back have a gap of their own. Passes and gaps add up from the inner loops to the
/// outer ones. Before them the first tiles come in, after them the last outputs leave.
///
/// All terms are sums and maxima of transfers and passes in an order that the machine's rates don't change, and a
/// second slot only takes terms out, so that a faster port, more room or a second slot never makes the time longer.
/// That is not so where ports serve first come, first served, as the event simulator's do: whether a transfer gets
/// ahead of another then depends on all rates at once, which no such sum can follow. Of small random cases 77 in 100
/// are within 2 % of the simulator and 94 in 100 within 10 %.
///
/// With LongestWait the cycles alone are worked out, which are the same.
template <class Wait>
class NestTimeOf {
public:
    NestTimeOf() = default;
    NestTimeOf(const NestTimeOf&) = delete; // its nodes point at each other
    NestTimeOf& operator=(const NestTimeOf&) = delete;

    /// Starts a mapping on levels with these ports and numbers of instances, which must stay until it is done.
    void begin(std::span<const PortRates> rates, std::span<const double> instances);
    /// A temporal loop of more than one iteration; outer to inner, before all nodes.
    void addLoop(double bound, bool movesOutput) {
        assert(m_givenCount < kMaxTimedLoops);
        m_given[at(m_givenCount)] = {bound, movesOutput};
        m_visits[at(m_givenCount + 1)] = m_visits[at(m_givenCount)] * bound;
        ++m_givenCount;
    }
    /// The tensor's next node inward, from the outermost one on, which so many of the loops change.
    void addNode(const NodeFlow<double>& flow, int loops);
    /// What MACs do at the tensor's innermost node, which was added before.
    void addAccess(const NodeFlow<double>& flow);

    /// Fill, waiting and drain. What ports are busy is not looked at: see StallTime::stretchTo().
    double run(double computeCycles);
    /// The same with the ports that were waited for, after run().
    [[nodiscard]] StallTime explain() const requires(Wait::kNamesPorts);

private:
    struct Node {
        PortCost load;  ///< without what overlaps
        PortCost first; ///< load with everything, where that is more
        PortCost drain;
        int loops = 0; ///< that change the tile
        int index = 0;
        int order = 0; ///< outer to inner, then by tensor
        Node* parent = nullptr;
        Node* child = nullptr;
        Node* next = nullptr; ///< of those that the same loop is the innermost to change
        bool hasOneSlot = true;
        bool slides = false;
        bool isOutput = false;
        double there = 0; ///< at the step that is looked at
        double gone = 0;
    };
    struct GivenLoop {
        double bound = 1;
        bool movesOutput = true;
    };
    struct Loop {
        double bound = 1;
        double back = 0; ///< share of the steps at which outputs come back
        double gap = 0;
        int waitsFor = 0; ///< the port's place
    };
    struct Access {
        int level = 0;
        double readBits = 0;
        double writeBits = 0;
        double returningBits = 0; ///< of the reads
    };
    struct NodeList {
        std::array<Node*, kMaxTimedNodes> nodes;
        int count = 0;
        void insert(Node* node, int Node::*key) {
            int i = count++;
            for (; i > 0 && nodes[at(i - 1)]->*key > node->*key; --i) nodes[at(i)] = nodes[at(i - 1)];
            nodes[at(i)] = node;
        }
        [[nodiscard]] Node* const* begin() const { return nodes.data(); }
        [[nodiscard]] Node* const* end() const { return nodes.data() + count; }
    };
    struct StepWait {
        Wait anew;  ///< where outputs start anew
        Wait again; ///< and where they come back
    };

    void measureTransfers(Node& node, const NodeFlow<double>& flow);
    void measureLoad(PortCost& cost, const NodeFlow<double>& flow, double sent, double arrived);
    void measureDrain(PortCost& cost, const NodeFlow<double>& flow, double sent, double arrived);
    void mergeLoops();
    void join(Node& node);
    void measurePass(double computeCycles);
    void addToPass(const Access& access, PortRow& first, PortRow& later);
    void averagePass(const PortRow& first, const PortRow& later);
    void measureGaps();
    void startGaps();
    void addBoundary(int k);
    void moveOutward(const Loop& loop);
    [[nodiscard]] StepWait waitOf(int k);
    void waitForStep(int k, bool comesBack, StepWait& wait);
    void bringMiddles(int k);
    void startPass();
    void waitForPass(int k, Wait& step) const;
    double bring(int k, Node& node, double release);
    void bringBack(int k, Node& node, Wait& wait);
    [[nodiscard]] double sourceThere(int k, const Node& node) const;
    [[nodiscard]] double earlier(int k, double release, int loops) const;
    [[nodiscard]] double passUse(const PortCost& cost) const;
    [[nodiscard]] double afterPass(const PortCost& cost) const;
    [[nodiscard]] double startOf(const PortCost& cost, double release) const;
    double place(const PortCost& cost, double release);
    double fill();
    double drain();

    NestPorts m_ports;
    int m_stepPorts = 0;  ///< the first so many places: ports that make a step wait
    int m_stepBlocks = 0; ///< that hold them
    std::span<const double> m_instances;
    std::array<GivenLoop, kMaxTimedLoops> m_given;
    std::array<double, kMaxTimedLoops + 1> m_visits; ///< iterations of so many loops
    int m_givenCount = 0;
    std::array<Loop, kMaxTimedLoops> m_loops; ///< those that change a tile, neighbours that change the same merged
    std::array<double, kMaxTimedLoops + 1> m_spans; ///< of all iterations of the loops from here on
    int m_loopCount = 0;
    std::array<Node, kMaxTimedNodes> m_nodes;
    int m_nodeCount = 0;
    Node* m_last = nullptr;                            ///< the tensor's node that came last
    std::array<Node*, kMaxTimedLoops + 1> m_changedBy; ///< so many loops: the first such node
    // Of these nodes those that the step changes:
    NodeList m_inputs;  ///< of tensors that are only read: outer to inner, then by tensor
    NodeList m_middles; ///< the same without the innermost ones
    NodeList m_leaves;  ///< these alone, by tensor
    NodeList m_outputs; ///< outer to inner
    std::array<Access, kMaxTimedNodes> m_accesses;
    int m_accessCount = 0;

    double m_computeCycles = 0;
    double m_passes = 1;
    double m_firstPasses = 1; ///< in which outputs start anew
    double m_passCycles = 0;  ///< of MACs alone
    int m_slowestInPass = 0;
    PortRow m_pass;                                       ///< what a pass takes of each port, on average
    PortRow m_beyondPass;                                 ///< and of this, what is beyond the time of a pass
    std::array<std::uint8_t, kMaxTimedPorts> m_passPorts; ///< places of ports that a pass and transfers take
    int m_passPortCount = 0;
    PortRow m_boundary;            ///< what a step of the loop adds
    PortRow m_returned;            ///< and for outputs that come back
    PortRow m_inside;              ///< all inside a step
    Wait m_secondSlots;            ///< what transfers of second slots make a step wait for
    Wait m_returnedSlots;          ///< and outputs that come back
    bool m_hasSingleSlots = false; ///< at the step
    double m_stepCycles = 0;
    double m_returnedCycles = 0;
    double m_longestInPass = 0;
    PortRow m_freeAt;
    double m_fillCycles = 0;
    double m_drainCycles = 0;
};

/// With the ports that are waited for.
using NestTime = NestTimeOf<NamedWait>;
/// For searches.
using NestCycles = NestTimeOf<LongestWait>;

} // namespace nestwright
