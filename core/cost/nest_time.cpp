// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/nest_time.h"

#include <algorithm>

namespace nestwright {
namespace {

constexpr double kLongAgo = -1e300;

} // namespace

template <class Wait>
void NestTimeOf<Wait>::begin(std::span<const PortRates> rates, std::span<const double> instances) {
    assert(rates.size() * portKinds <= kMaxTimedPorts);
    m_ports.begin(rates);
    m_stepPorts = 0;
    m_instances = instances;
    m_givenCount = m_nodeCount = m_accessCount = 0;
    m_visits[0] = 1;
}

template <class Wait>
void NestTimeOf<Wait>::addNode(const NodeFlow<double>& flow, int loops) {
    if (flow.parent < 0) {
        m_last = nullptr;
        return;
    }
    assert(m_nodeCount < kMaxTimedNodes);
    Node& node = m_nodes[at(m_nodeCount)];
    node.parent = m_last;
    node.child = nullptr;
    node.index = node.order = m_nodeCount;
    node.loops = std::min(loops, m_givenCount);
    if (m_last != nullptr) {
        m_last->child = &node;
        const int depth = m_last->order / kMaxTimedNodes + 1;
        node.order += depth * kMaxTimedNodes;
        node.loops = std::max(node.loops, m_last->loops); // one that keeps nothing is loaded more often than is of use
    }
    node.hasOneSlot = flow.slots < 2;
    node.isOutput = flow.isOutput;
    m_last = &node;
    ++m_nodeCount;
    measureTransfers(node, flow);
    m_stepPorts = m_ports.count(); // those that MACs alone take come after, and are never what a step waits for
}

template <class Wait>
inline void NestTimeOf<Wait>::measureTransfers(Node& node, const NodeFlow<double>& flow) {
    const double share = 1 / m_visits[at(node.loops)];
    const double sent = flow.sent / m_instances[at(flow.parent)] * share;
    const double arrived = flow.arrived / m_instances[at(flow.level)] * share;
    node.slides = false;
    if (flow.isOutput) {
        measureDrain(node.drain, flow, sent, arrived);
    } else if (share < 1) {
        const double laterSent = (sent - flow.tileAtParent * share) / (1 - share);
        const double laterArrived = (arrived - flow.tileWords * share) / (1 - share);
        node.slides = laterSent > 0 && laterArrived > 0 && laterSent < flow.tileAtParent;
        if (node.slides) {
            measureLoad(node.first, flow, flow.tileAtParent, flow.tileWords);
            measureLoad(node.load, flow, laterSent, laterArrived);
            return;
        }
    }
    measureLoad(node.load, flow, sent, arrived);
}

template <class Wait>
void NestTimeOf<Wait>::addAccess(const NodeFlow<double>& flow) {
    assert(m_accessCount < kMaxTimedNodes);
    const double bits = flow.inBits / m_instances[at(flow.level)];
    Access& access = m_accesses[at(m_accessCount++)];
    access.level = flow.level;
    access.returningBits = flow.isOutput ? flow.temporalReductions * bits : 0;
    access.readBits = flow.isOutput ? access.returningBits : flow.reads * bits;
    access.writeBits = flow.isOutput ? flow.updates * bits : 0;
    PortCost cost; // gives its ports their places
    m_ports.addBoth(cost, access.level, access.readBits, access.writeBits);
}

template <class Wait>
inline void NestTimeOf<Wait>::measureLoad(PortCost& cost, const NodeFlow<double>& flow, double sent, double arrived) {
    cost.clear();
    m_ports.addRead(cost, flow.parent, sent * flow.parentBits);
    m_ports.addWrite(cost, flow.level, arrived * flow.upBits);
}

template <class Wait>
inline void NestTimeOf<Wait>::measureDrain(PortCost& cost, const NodeFlow<double>& flow, double sent, double arrived) {
    cost.clear();
    m_ports.addWrite(cost, flow.parent, sent * flow.parentBits);
    m_ports.addRead(cost, flow.level, arrived * flow.upBits);
}

template <class Wait>
double NestTimeOf<Wait>::run(double computeCycles) {
    m_computeCycles = computeCycles;
    m_fillCycles = m_drainCycles = 0;
    m_spans[0] = computeCycles;
    if (m_ports.count() == 0) return 0;
    mergeLoops();
    measurePass(computeCycles);
    measureGaps();
    m_fillCycles = fill();
    m_drainCycles = drain();
    return m_fillCycles + std::max(0.0, m_spans[0] - computeCycles) + m_drainCycles;
}

/// Neighbouring loops at whose steps the same tiles change are one; those inside all changes are left out.
template <class Wait>
inline void NestTimeOf<Wait>::mergeLoops() {
    std::array<std::uint8_t, kMaxTimedLoops + 1> merged;
    std::array<bool, kMaxTimedLoops + 1> isCut;
    std::fill_n(isCut.begin(), m_givenCount + 1, false);
    int deepest = 0;
    for (int n = 0; n < m_nodeCount; ++n) {
        isCut[at(m_nodes[at(n)].loops)] = true;
        deepest = std::max(deepest, m_nodes[at(n)].loops);
    }
    double passes = 1;
    double firstPasses = 1;
    double firstOutside = 1; // iterations of outer loops in which outputs have nothing to bring back, of all
    double bound = 1;
    double steps = 0;
    double stepsBack = 0;
    int count = 0;
    merged[0] = 0;
    for (int i = 0; i < deepest; ++i) {
        const GivenLoop& given = m_given[at(i)];
        const double more = (given.bound - 1) * bound;
        steps += more;
        stepsBack += given.movesOutput ? (1 - firstOutside) * more : more;
        bound *= given.bound;
        passes *= given.bound;
        if (given.movesOutput) firstPasses *= given.bound;
        if (!given.movesOutput) firstOutside /= given.bound;
        if (!isCut[at(i + 1)]) continue;
        m_loops[at(count++)] = {bound, stepsBack / steps};
        merged[at(i + 1)] = static_cast<std::uint8_t>(count);
        bound = 1;
        steps = stepsBack = 0;
    }
    m_passes = passes;
    m_firstPasses = firstPasses;
    m_loopCount = count;
    std::fill_n(m_changedBy.begin(), count + 1, nullptr);
    for (int n = m_nodeCount; n-- > 0;) {
        Node& node = m_nodes[at(n)];
        node.loops = merged[at(node.loops)];
        node.next = m_changedBy[at(node.loops)];
        m_changedBy[at(node.loops)] = &node;
    }
}

/// What MACs take of ports in a pass, on average. The first pass of an output tile need not bring sums back.
template <class Wait>
inline void NestTimeOf<Wait>::measurePass(double computeCycles) {
    PortRow first;
    PortRow later;
    const int blocks = PortRow::blocksOf(m_ports.count());
    first.fill(blocks, 0);
    later.fill(blocks, 0);
    for (int i = 0; i < m_accessCount; ++i) addToPass(m_accesses[at(i)], first, later);
    m_passCycles = computeCycles / m_passes;
    averagePass(first, later);
}

template <class Wait>
inline void NestTimeOf<Wait>::addToPass(const Access& access, PortRow& first, PortRow& later) {
    const double share = 1 / m_passes;
    PortCost cost;
    if (access.writeBits == 0) {
        m_ports.addRead(cost, access.level, access.readBits * share);
        cost.addTo(first);
        cost.addTo(later);
        return;
    }
    const double write = access.writeBits * share;
    const double read = (access.readBits - access.returningBits) * share;
    double again = write;
    double anew = (access.returningBits - (m_passes - m_firstPasses) * write) / m_firstPasses;
    if (anew < 0 || anew > again) anew = again = access.returningBits * share;
    m_ports.addBoth(cost, access.level, read + anew, write);
    cost.addTo(first);
    cost.clear();
    m_ports.addBoth(cost, access.level, read + again, write);
    cost.addTo(later);
}

template <class Wait>
inline void NestTimeOf<Wait>::averagePass(const PortRow& first, const PortRow& later) {
    const double firstShare = m_firstPasses / m_passes;
    Wait firstPass;
    Wait laterPass;
    firstPass.take(m_passCycles, 0);
    laterPass.take(m_passCycles, 0);
    m_longestInPass = 0;
    for (int b = 0; b < PortRow::blocksOf(m_ports.count()); ++b) {
        firstPass.take(first.block(b), b * PortRow::kBlock);
        laterPass.take(later.block(b), b * PortRow::kBlock);
        m_pass.block(b) = firstShare * first.block(b) + (1 - firstShare) * later.block(b);
        m_longestInPass = std::max(m_longestInPass, m_pass.block(b).maxCoeff());
    }
    m_slowestInPass = firstShare < 0.5 ? laterPass.port() : firstPass.port();
    m_spans[at(m_loopCount)] = firstShare * firstPass.cycles + (1 - firstShare) * laterPass.cycles;
}

template <class Wait>
inline void NestTimeOf<Wait>::measureGaps() {
    startGaps();
    for (int k = m_loopCount; k-- > 0;) {
        Loop& loop = m_loops[at(k)];
        addBoundary(k);
        const StepWait wait = waitOf(k);
        loop.gap = loop.back * wait.again.cycles + (1 - loop.back) * wait.anew.cycles;
        loop.waitsFor = loop.back < 0.5 ? wait.anew.port() : wait.again.port();
        m_spans[at(k)] = loop.bound * m_spans[at(k + 1)] + (loop.bound - 1) * loop.gap;
        moveOutward(loop);
    }
    for (Node* node = m_changedBy[0]; node != nullptr; node = node->next) join(*node);
}

template <class Wait>
inline void NestTimeOf<Wait>::startGaps() {
    m_stepBlocks = PortRow::blocksOf(m_stepPorts);
    for (int b = 0; b < m_stepBlocks; ++b) m_inside.block(b) = m_pass.block(b);
    m_boundary.fill(m_stepBlocks, 0);
    m_returned.fill(m_stepBlocks, 0);
    m_beyondPass.fill(m_stepBlocks, kLongAgo);
    m_inputs.count = m_middles.count = m_leaves.count = m_outputs.count = 0;
    m_passPortCount = 0;
    for (int p = 0; p < m_stepPorts; ++p) {
        if (!(m_pass[at(p)] > 0)) continue;
        m_beyondPass[at(p)] = m_pass[at(p)] - m_spans[at(m_loopCount)];
        m_passPorts[at(m_passPortCount++)] = static_cast<std::uint8_t>(p);
    }
    m_secondSlots = m_returnedSlots = {};
    m_hasSingleSlots = false;
    m_stepCycles = m_returnedCycles = 0;
}

/// The nodes that the loop is the innermost to change.
template <class Wait>
inline void NestTimeOf<Wait>::addBoundary(int k) {
    const double stay = m_spans[at(k + 1)];
    for (Node* changed = m_changedBy[at(k + 1)]; changed != nullptr; changed = changed->next) {
        Node& node = *changed;
        join(node);
        const PortCost& step = node.isOutput ? node.drain : node.load;
        step.addTo(m_boundary);
        m_stepCycles += step.cycles;
        m_hasSingleSlots = m_hasSingleSlots || node.hasOneSlot;
        if (node.isOutput) {
            node.load.addTo(m_returned);
            m_returnedCycles += node.load.cycles;
        }
        if (node.child != nullptr) continue;
        (node.isOutput ? m_returnedSlots : m_secondSlots).take(afterPass(node.load) - stay, node.load.slowest);
        if (node.isOutput) m_secondSlots.take(afterPass(node.drain) - stay, node.drain.slowest);
    }
}

template <class Wait>
inline void NestTimeOf<Wait>::join(Node& node) {
    (node.isOutput ? m_outputs : m_inputs).insert(&node, &Node::order);
    if (node.isOutput) return;
    if (node.child != nullptr) m_middles.insert(&node, &Node::order);
    if (node.child == nullptr) m_leaves.insert(&node, &Node::index);
}

/// From what is inside a step of the loop to what is inside one of the next outer loop.
template <class Wait>
inline void NestTimeOf<Wait>::moveOutward(const Loop& loop) {
    for (int b = 0; b < m_stepBlocks; ++b) {
        m_inside.block(b) =
            m_inside.block(b) * loop.bound + (loop.bound - 1) * (m_boundary.block(b) + loop.back * m_returned.block(b));
    }
}

/// Of a step of the loop.
template <class Wait>
inline auto NestTimeOf<Wait>::waitOf(int k) -> StepWait {
    StepWait wait;
    const double back = m_loops[at(k)].back;
    const double iteration = m_spans[at(k + 1)];
    for (int b = 0; b < m_stepBlocks; ++b) {
        const PortRow::Block busy = (m_inside.block(b) - iteration).max(m_beyondPass.block(b)) + m_boundary.block(b);
        wait.anew.take(busy, b * PortRow::kBlock);
        wait.again.take(busy + m_returned.block(b), b * PortRow::kBlock);
    }
    wait.anew.take(m_secondSlots);
    wait.again.take(m_secondSlots);
    wait.again.take(m_returnedSlots);
    // One after another the transfers take no longer.
    const double longest = m_stepCycles + (m_hasSingleSlots ? 0 : m_longestInPass + earlier(k, 0, m_loopCount));
    const bool mayWait = back < 1 && longest > wait.anew.cycles;
    if (mayWait || (back > 0 && longest + m_returnedCycles > wait.again.cycles)) waitForStep(k, back > 0, wait);
    return wait;
}

/// The next transfer of a second slot starts with the pass that the one before has made ready, which goes first where
/// both share a port.
template <class Wait>
inline double NestTimeOf<Wait>::afterPass(const PortCost& cost) const {
    return passUse(cost) + cost.cycles;
}

template <class Wait>
inline double NestTimeOf<Wait>::passUse(const PortCost& cost) const {
    double longest = 0;
    for (int u = 0; u < cost.count; ++u) longest = std::max(longest, m_pass[cost.ports[at(u)]]);
    return longest;
}

/// What the transfers that the step sets free make the passes after it wait for. They take their ports in a fixed
/// order: outer tiles before inner ones, inputs before outputs, tensor by tensor. Times from the end of the last pass
/// on.
template <class Wait>
void NestTimeOf<Wait>::waitForStep(int k, bool comesBack, StepWait& wait) {
    m_freeAt.fill(m_stepBlocks, kLongAgo);
    bringMiddles(k);
    if (!m_hasSingleSlots) startPass();
    Wait step;
    for (Node* leaf : m_leaves) {
        const double end = bring(k, *leaf, 0);
        step.take(leaf->there, leaf->load.slowest);
        if (!leaf->hasOneSlot && leaf->loops > k + 1) step.take(end + earlier(k, 0, leaf->loops), leaf->load.slowest);
    }
    for (Node* node : m_outputs) {
        if (node->child == nullptr) node->gone = place(node->drain, 0);
    }
    waitForPass(k, step);
    for (int i = m_outputs.count; i-- > 0;) {
        Node& node = *m_outputs.nodes[at(i)];
        if (node.child != nullptr) node.gone = place(node.drain, node.child->gone);
        if (node.child == nullptr && node.hasOneSlot) step.take(node.gone, node.drain.slowest);
    }
    wait.anew.take(step);
    wait.again.take(step);
    if (!comesBack) return;
    for (Node* node : m_outputs) bringBack(k, *node, wait.again);
}

/// The slot of a tile in the middle frees when the last tile inside it is there, which a pass has waited for and goes
/// first.
template <class Wait>
inline void NestTimeOf<Wait>::bringMiddles(int k) {
    for (Node* node : m_middles) {
        const Node& child = *node->child;
        const double stay = m_spans[at(child.loops)];
        double usedUp = -stay + passUse(node->load);
        if (!child.hasOneSlot) usedUp = std::min(usedUp, earlier(k, -stay, child.loops) + afterPass(child.load));
        bring(k, *node, usedUp);
    }
}

template <class Wait>
inline void NestTimeOf<Wait>::startPass() {
    for (int i = 0; i < m_passPortCount; ++i) {
        const std::size_t p = m_passPorts[at(i)];
        m_freeAt[p] = std::max(0.0, m_freeAt[p]) + m_pass[p];
    }
}

/// The first pass waits for all of these, or has gone ahead and the second one does: until its port is free, unless it
/// gets there before them.
template <class Wait>
inline void NestTimeOf<Wait>::waitForPass(int k, Wait& step) const {
    const double ahead = m_hasSingleSlots ? 0 : earlier(k, 0, m_loopCount);
    const double ready = m_hasSingleSlots ? step.cycles : 0;
    for (int i = 0; i < m_passPortCount; ++i) {
        const int p = m_passPorts[at(i)];
        step.take(std::min(m_freeAt[at(p)] + ahead, ready + m_boundary[at(p)]), p);
    }
}

/// Sums that come back take the slot of a tile that has left.
template <class Wait>
inline void NestTimeOf<Wait>::bringBack(int k, Node& node, Wait& wait) {
    const double above = sourceThere(k, node);
    double late = kLongAgo;
    if (!node.hasOneSlot && above > kLongAgo) late = startOf(node.load, above) + node.load.cycles;
    const double end = place(node.load, std::max(node.gone, above));
    node.there = node.hasOneSlot ? end : late;
    if (node.child == nullptr) wait.take(node.there, node.load.slowest);
}

/// When the tile of the next outer node is there, if it changes as well.
template <class Wait>
inline double NestTimeOf<Wait>::sourceThere(int k, const Node& node) const {
    const bool isNew = node.parent != nullptr && node.parent->loops > k;
    return isNew ? node.parent->there : kLongAgo;
}

/// Of a tile with two slots the one after next is brought, and the next one is there unless its source isn't.
template <class Wait>
inline double NestTimeOf<Wait>::bring(int k, Node& node, double release) {
    const double above = sourceThere(k, node);
    if (node.hasOneSlot) return node.there = place(node.load, std::max(release, above));
    node.there = kLongAgo;
    if (above > kLongAgo)
        node.there = startOf(node.load, std::max(earlier(k, release, node.loops), above)) + node.load.cycles;
    return place(node.load, release);
}

/// By a stay of the tile, though within the iteration that ends.
template <class Wait>
inline double NestTimeOf<Wait>::earlier(int k, double release, int loops) const {
    return loops > k + 1 ? release - m_spans[at(loops)] - m_loops[at(loops - 1)].gap : -m_spans[at(k + 1)];
}

template <class Wait>
inline double NestTimeOf<Wait>::startOf(const PortCost& cost, double release) const {
    for (int u = 0; u < cost.count; ++u) release = std::max(release, m_freeAt[cost.ports[at(u)]]);
    return release;
}

template <class Wait>
inline double NestTimeOf<Wait>::place(const PortCost& cost, double release) {
    const double start = startOf(cost, release);
    for (int u = 0; u < cost.count; ++u) m_freeAt[cost.ports[at(u)]] = start + cost.uses[at(u)];
    return start + cost.cycles;
}

template <class Wait>
inline double NestTimeOf<Wait>::fill() {
    m_freeAt.fill(m_stepBlocks, 0);
    double longest = 0;
    for (Node* node : m_inputs) {
        const PortCost& load = node->slides ? node->first : node->load;
        node->there = place(load, node->parent == nullptr ? 0 : node->parent->there);
        longest = std::max(longest, node->there);
    }
    return longest;
}

template <class Wait>
inline double NestTimeOf<Wait>::drain() {
    m_freeAt.fill(m_stepBlocks, 0);
    double longest = 0;
    for (int i = m_outputs.count; i-- > 0;) {
        Node& node = *m_outputs.nodes[at(i)];
        node.gone = place(node.drain, node.child == nullptr ? 0 : node.child->gone);
        longest = std::max(longest, node.gone);
    }
    return longest;
}

template <class Wait>
StallTime NestTimeOf<Wait>::explain() const requires(Wait::kNamesPorts) {
    StallTime time;
    time.fillCycles = m_fillCycles;
    time.blockedCycles = std::max(0.0, m_spans[0] - m_computeCycles);
    time.drainCycles = m_drainCycles;
    if (m_ports.count() == 0) return time;
    const auto portOf = [&](int place) { return m_ports.portAt(place); };
    double passes = 1;
    for (int k = 0; k < m_loopCount; ++k) {
        const Loop& loop = m_loops[at(k)];
        time.blockedBy[portOf(loop.waitsFor)] += passes * (loop.bound - 1) * loop.gap;
        passes *= loop.bound;
    }
    time.blockedBy[portOf(m_slowestInPass)] += passes * (m_spans[at(m_loopCount)] - m_passCycles);

    // The way in of the first tile that comes last, and the way out of the last one that leaves last.
    const Node* last = nullptr;
    const Node* out = nullptr;
    for (int n = 0; n < m_nodeCount; ++n) {
        const Node& node = m_nodes[at(n)];
        if (!node.isOutput && (last == nullptr || node.there > last->there)) last = &node;
        if (node.isOutput && (out == nullptr || node.gone > out->gone)) out = &node;
    }
    for (; last != nullptr; last = last->parent) {
        const double before = last->parent == nullptr ? 0 : last->parent->there;
        time.filledBy[portOf((last->slides ? last->first : last->load).slowest)] += last->there - before;
    }
    for (; out != nullptr; out = out->child) {
        const double before = out->child == nullptr ? 0 : out->child->gone;
        time.drainedBy[portOf(out->drain.slowest)] += out->gone - before;
    }
    return time;
}

template class NestTimeOf<NamedWait>;
template class NestTimeOf<LongestWait>;

} // namespace nestwright
