// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/nest_time.h"

#include "core/base/index.h"

#include <algorithm>
#include <cassert>

namespace nestwright {
namespace {

constexpr double kLongAgo = -1e300;
constexpr std::uint8_t kNoPlace = 255;

} // namespace

void StallTime::stretchTo(double computeCycles, double leastCycles, std::span<const LevelTime<double>> levels,
                          std::span<const PortRates> rates) {
    std::size_t busiest = 0;
    double busy = 0;
    for (std::size_t l = 0; l < levels.size(); ++l) {
        for (std::size_t k = 0; k < portKinds; ++k) {
            const double cycles = levels[l].busyCycles(rates[l], k);
            if (cycles <= busy) continue;
            busy = cycles;
            busiest = l * portKinds + k;
        }
    }
    const double missing = std::max(busy, leastCycles) - computeCycles - fillCycles - blockedCycles - drainCycles;
    if (!(missing > 0)) return;
    blockedCycles += missing;
    blockedBy[busiest] += missing;
}

void NestTime::begin(std::span<const PortRates> rates, std::span<const double> instances) {
    assert(rates.size() * portKinds <= kMaxTimedPorts);
    m_rates = rates;
    m_instances = instances;
    m_portCount = m_givenCount = m_nodeCount = m_accessCount = 0;
    std::fill_n(m_placeOf.begin(), m_rates.size() * portKinds, kNoPlace);
    m_visits[0] = 1;
}

void NestTime::addLoop(double bound, bool movesOutput) {
    assert(m_givenCount < kMaxTimedLoops);
    m_given[at(m_givenCount)] = {bound, movesOutput};
    m_visits[at(m_givenCount + 1)] = m_visits[at(m_givenCount)] * bound;
    ++m_givenCount;
}

void NestTime::addNode(const NodeFlow<double>& flow, int loops) {
    if (flow.parent < 0) m_last = -1;
    if (flow.parent < 0) return;
    assert(m_nodeCount < kMaxTimedNodes);
    Node& node = m_nodes[at(m_nodeCount)];
    node.parent = m_last;
    node.child = -1;
    node.depth = 0;
    node.loops = std::min(loops, m_givenCount);
    if (m_last >= 0) {
        Node& parent = m_nodes[at(m_last)];
        parent.child = m_nodeCount;
        node.depth = parent.depth + 1;
        node.loops = std::max(node.loops, parent.loops); // one that keeps nothing is loaded more often than is of use
    }
    node.hasOneSlot = flow.slots < 2;
    node.isOutput = flow.isOutput;
    m_last = m_nodeCount++;

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

void NestTime::addAccess(const NodeFlow<double>& flow) {
    assert(m_accessCount < kMaxTimedNodes);
    const double bits = flow.inBits / m_instances[at(flow.level)];
    Access& access = m_accesses[at(m_accessCount++)];
    access.level = flow.level;
    access.returningBits = flow.isOutput ? flow.temporalReductions * bits : 0;
    access.readBits = flow.isOutput ? access.returningBits : flow.reads * bits;
    access.writeBits = flow.isOutput ? flow.updates * bits : 0;
    Cost cost; // gives its ports their places
    cost.count = 0;
    cost.cycles = 0;
    addUse(cost, access.level, access.readBits, access.writeBits);
}

void NestTime::measureLoad(Cost& cost, const NodeFlow<double>& flow, double sent, double arrived) {
    cost.cycles = 0;
    cost.count = 0;
    cost.slowest = 0; // where no port is a limit
    addUse(cost, flow.parent, sent * flow.parentBits, 0);
    addUse(cost, flow.level, 0, arrived * flow.upBits);
}

void NestTime::measureDrain(Cost& cost, const NodeFlow<double>& flow, double sent, double arrived) {
    cost.cycles = 0;
    cost.count = 0;
    cost.slowest = 0; // where no port is a limit
    addUse(cost, flow.parent, 0, sent * flow.parentBits);
    addUse(cost, flow.level, arrived * flow.upBits, 0);
}

void NestTime::addUse(Cost& cost, int level, double readBits, double writeBits) {
    const PortBits<double> bits{readBits, writeBits};
    for (std::size_t k = 0; k < portKinds; ++k) {
        const double cycles = bits.cycles(m_rates[at(level)], k);
        if (!(cycles > 0)) continue;
        std::uint8_t& port = m_placeOf[at(level) * portKinds + k];
        if (port == kNoPlace) {
            port = static_cast<std::uint8_t>(m_portCount);
            m_used[at(m_portCount++)] = static_cast<std::uint8_t>(at(level) * portKinds + k);
        }
        cost.ports[cost.count] = port;
        cost.uses[cost.count++] = cycles;
        if (cycles <= cost.cycles) continue;
        cost.cycles = cycles;
        cost.slowest = port;
    }
}

double NestTime::run(double computeCycles) {
    m_computeCycles = computeCycles;
    m_fillCycles = m_drainCycles = 0;
    m_spans[0] = computeCycles;
    if (m_portCount == 0) return 0;
    mergeLoops();
    orderNodes();
    measurePass(computeCycles);
    measureGaps();
    m_fillCycles = fill();
    m_drainCycles = drain();
    return m_fillCycles + std::max(0.0, m_spans[0] - computeCycles) + m_drainCycles;
}

/// Neighbouring loops at whose steps the same tiles change are one; those inside all changes are left out.
void NestTime::mergeLoops() {
    std::array<std::uint8_t, kMaxTimedLoops + 1> merged;
    std::array<bool, kMaxTimedLoops + 1> isCut;
    std::fill_n(isCut.begin(), m_givenCount + 1, false);
    int deepest = 0;
    for (int n = 0; n < m_nodeCount; ++n) {
        isCut[at(m_nodes[at(n)].loops)] = true;
        deepest = std::max(deepest, m_nodes[at(n)].loops);
    }
    m_loopCount = 0;
    m_passes = m_firstPasses = 1;
    merged[0] = 0;
    isCut[0] = true;
    double firstOutside = 1; // iterations of outer loops in which outputs have nothing to bring back, of all
    double steps = 0;
    double stepsBack = 0;
    for (int i = 0; i < deepest; ++i) {
        const GivenLoop& given = m_given[at(i)];
        if (isCut[at(i)]) {
            m_loops[at(m_loopCount++)].bound = 1;
            steps = stepsBack = 0;
        }
        Loop& loop = m_loops[at(m_loopCount - 1)];
        const double more = (given.bound - 1) * loop.bound;
        steps += more;
        stepsBack += given.movesOutput ? (1 - firstOutside) * more : more;
        loop.bound *= given.bound;
        if (isCut[at(i + 1)]) loop.back = stepsBack / steps;
        m_passes *= given.bound;
        if (given.movesOutput) m_firstPasses *= given.bound;
        if (!given.movesOutput) firstOutside /= given.bound;
        merged[at(i + 1)] = static_cast<std::uint8_t>(m_loopCount);
    }
    for (int n = 0; n < m_nodeCount; ++n) m_nodes[at(n)].loops = merged[at(m_nodes[at(n)].loops)];
}

void NestTime::orderNodes() {
    m_inputs.count = m_middles.count = m_leaves.count = m_outputs.count = 0;
    int left = m_nodeCount;
    for (int depth = 0; left > 0; ++depth) {
        for (int n = 0; n < m_nodeCount; ++n) {
            const Node& node = m_nodes[at(n)];
            if (node.depth != depth) continue;
            --left;
            (node.isOutput ? m_outputs : m_inputs).add(n);
            if (!node.isOutput && node.child >= 0) m_middles.add(n);
        }
    }
    for (int n = 0; n < m_nodeCount; ++n) {
        if (!m_nodes[at(n)].isOutput && m_nodes[at(n)].child < 0) m_leaves.add(n);
    }
}

/// What MACs take of ports in a pass, on average. The first pass of an output tile need not bring sums back.
void NestTime::measurePass(double computeCycles) {
    const double passes = m_passes;
    const double firstPasses = m_firstPasses;
    std::array<double, kMaxTimedPorts> first;
    std::array<double, kMaxTimedPorts> later;
    std::fill_n(first.begin(), m_portCount, 0.0);
    std::fill_n(later.begin(), m_portCount, 0.0);
    const double share = 1 / passes;
    for (int i = 0; i < m_accessCount; ++i) {
        const Access& access = m_accesses[at(i)];
        Cost cost;
        cost.count = 0;
        cost.cycles = 0;
        if (access.writeBits == 0) {
            addUse(cost, access.level, access.readBits * share, 0);
            for (int u = 0; u < cost.count; ++u) {
                first[cost.ports[at(u)]] += cost.uses[at(u)];
                later[cost.ports[at(u)]] += cost.uses[at(u)];
            }
            continue;
        }
        const double write = access.writeBits * share;
        const double read = (access.readBits - access.returningBits) * share;
        double again = write;
        double anew = (access.returningBits - (passes - firstPasses) * write) / firstPasses;
        if (anew < 0 || anew > again) anew = again = access.returningBits * share;
        addUse(cost, access.level, read + anew, write);
        for (int u = 0; u < cost.count; ++u) first[cost.ports[at(u)]] += cost.uses[at(u)];
        cost.count = 0;
        addUse(cost, access.level, read + again, write);
        for (int u = 0; u < cost.count; ++u) later[cost.ports[at(u)]] += cost.uses[at(u)];
    }
    m_passCycles = computeCycles / passes;
    const double firstShare = firstPasses / passes;
    Wait firstPass{m_passCycles, 0};
    Wait laterPass{m_passCycles, 0};
    for (int p = 0; p < m_portCount; ++p) {
        firstPass.take(first[at(p)], p);
        laterPass.take(later[at(p)], p);
        m_pass[at(p)] = firstShare * first[at(p)] + (1 - firstShare) * later[at(p)];
    }
    m_slowestInPass = firstShare < 0.5 ? laterPass.port : firstPass.port;
    m_spans[at(m_loopCount)] = firstShare * firstPass.cycles + (1 - firstShare) * laterPass.cycles;
}

void NestTime::measureGaps() {
    std::copy_n(m_pass.begin(), m_portCount, m_inside.begin());
    std::fill_n(m_boundary.begin(), m_portCount, 0.0);
    std::fill_n(m_returned.begin(), m_portCount, 0.0);
    m_secondSlots = m_returnedSlots = {};
    m_hasSingleSlots = false;
    m_stepCycles = m_returnedCycles = 0;
    m_longestInPass = 0;
    for (int p = 0; p < m_portCount; ++p) m_longestInPass = std::max(m_longestInPass, m_pass[at(p)]);
    for (int k = m_loopCount; k-- > 0;) {
        Loop& loop = m_loops[at(k)];
        const double back = loop.back;
        addBoundary(k);
        const StepWait wait = waitOf(k, back);
        loop.gap = back * wait.again.cycles + (1 - back) * wait.anew.cycles;
        loop.waitsFor = back < 0.5 ? wait.anew.port : wait.again.port;
        m_spans[at(k)] = loop.bound * m_spans[at(k + 1)] + (loop.bound - 1) * loop.gap;
        for (int p = 0; p < m_portCount; ++p) {
            m_inside[at(p)] *= loop.bound;
            m_inside[at(p)] += (loop.bound - 1) * (m_boundary[at(p)] + back * m_returned[at(p)]);
        }
    }
}

/// The nodes that the loop is the innermost to change.
void NestTime::addBoundary(int k) {
    const auto addTo = [](std::array<double, kMaxTimedPorts>& uses, const Cost& cost) {
        for (int u = 0; u < cost.count; ++u) uses[cost.ports[at(u)]] += cost.uses[at(u)];
    };
    for (int n = 0; n < m_nodeCount; ++n) {
        const Node& node = m_nodes[at(n)];
        if (node.loops != k + 1) continue;
        addTo(m_boundary, node.isOutput ? node.drain : node.load);
        if (node.isOutput) addTo(m_returned, node.load);
        m_hasSingleSlots = m_hasSingleSlots || node.hasOneSlot;
        m_stepCycles += node.isOutput ? node.drain.cycles : node.load.cycles;
        if (node.isOutput) m_returnedCycles += node.load.cycles;
        if (node.child >= 0) continue;
        const double stay = m_spans[at(k + 1)];
        (node.isOutput ? m_returnedSlots : m_secondSlots).take(afterPass(node.load) - stay, node.load.slowest);
        if (node.isOutput) m_secondSlots.take(afterPass(node.drain) - stay, node.drain.slowest);
    }
}

/// Of a step of the loop, at which such a share of outputs comes back.
NestTime::StepWait NestTime::waitOf(int k, double back) {
    StepWait wait;
    const double iteration = m_spans[at(k + 1)];
    const double pass = m_spans[at(m_loopCount)];
    const bool isOuter = k + 1 < m_loopCount;
    for (int p = 0; p < m_portCount; ++p) {
        double busy = m_inside[at(p)] - iteration;
        if (isOuter && m_pass[at(p)] > 0) busy = std::max(busy, m_pass[at(p)] - pass);
        wait.anew.take(busy + m_boundary[at(p)], p);
        wait.again.take(busy + m_boundary[at(p)] + m_returned[at(p)], p);
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
double NestTime::afterPass(const Cost& cost) const { return passUse(cost) + cost.cycles; }

double NestTime::passUse(const Cost& cost) const {
    double longest = 0;
    for (int u = 0; u < cost.count; ++u) longest = std::max(longest, m_pass[cost.ports[at(u)]]);
    return longest;
}

/// What the transfers that the step sets free make the passes after it wait for. They take their ports in a fixed
/// order: outer tiles before inner ones, inputs before outputs, tensor by tensor. Times from the end of the last pass
/// on.
void NestTime::waitForStep(int k, bool comesBack, StepWait& wait) {
    std::fill_n(m_freeAt.begin(), m_portCount, kLongAgo);
    bringMiddles(k);
    if (!m_hasSingleSlots) startPass();
    Wait step;
    for (int i = 0; i < m_leaves.count; ++i) {
        Node& node = m_nodes[m_leaves.nodes[at(i)]];
        if (node.loops <= k) continue;
        const double end = bring(k, node, 0);
        step.take(node.there, node.load.slowest);
        if (!node.hasOneSlot && node.loops > k + 1) step.take(end + earlier(k, 0, node.loops), node.load.slowest);
    }
    for (int i = 0; i < m_outputs.count; ++i) {
        Node& node = m_nodes[m_outputs.nodes[at(i)]];
        if (node.loops > k && node.child < 0) node.gone = place(node.drain, 0);
    }
    // The first pass waits for all of these, or has gone ahead and the second one does: until its port is free, unless
    // it gets there before them.
    const double ahead = m_hasSingleSlots ? 0 : earlier(k, 0, m_loopCount);
    const double ready = m_hasSingleSlots ? step.cycles : 0;
    for (int p = 0; p < m_portCount; ++p) {
        if (m_pass[at(p)] > 0) step.take(std::min(m_freeAt[at(p)] + ahead, ready + m_boundary[at(p)]), p);
    }
    for (int i = m_outputs.count; i-- > 0;) {
        Node& node = m_nodes[m_outputs.nodes[at(i)]];
        if (node.loops <= k) continue;
        if (node.child >= 0) node.gone = place(node.drain, m_nodes[at(node.child)].gone);
        if (node.child < 0 && node.hasOneSlot) step.take(node.gone, node.drain.slowest);
    }
    wait.anew.take(step);
    wait.again.take(step);
    for (int i = 0; comesBack && i < m_outputs.count; ++i) {
        Node& node = m_nodes[m_outputs.nodes[at(i)]];
        if (node.loops > k) bringBack(k, node, wait.again);
    }
}

/// The slot of a tile in the middle frees when the last tile inside it is there, which a pass has waited for and goes
/// first.
void NestTime::bringMiddles(int k) {
    for (int i = 0; i < m_middles.count; ++i) {
        Node& node = m_nodes[m_middles.nodes[at(i)]];
        if (node.loops <= k) continue;
        const Node& child = m_nodes[at(node.child)];
        const double stay = m_spans[at(child.loops)];
        double usedUp = -stay + passUse(node.load);
        if (!child.hasOneSlot) usedUp = std::min(usedUp, earlier(k, -stay, child.loops) + afterPass(child.load));
        bring(k, node, usedUp);
    }
}

void NestTime::startPass() {
    for (int p = 0; p < m_portCount; ++p) {
        if (m_pass[at(p)] > 0) m_freeAt[at(p)] = std::max(0.0, m_freeAt[at(p)]) + m_pass[at(p)];
    }
}

/// Sums that come back take the slot of a tile that has left.
void NestTime::bringBack(int k, Node& node, Wait& wait) {
    const double above = sourceThere(k, node);
    double late = kLongAgo;
    if (!node.hasOneSlot && above > kLongAgo) late = startOf(node.load, above) + node.load.cycles;
    const double end = place(node.load, std::max(node.gone, above));
    node.there = node.hasOneSlot ? end : late;
    if (node.child < 0) wait.take(node.there, node.load.slowest);
}

/// When the tile of the next outer node is there, if it changes as well.
double NestTime::sourceThere(int k, const Node& node) const {
    const bool isNew = node.parent >= 0 && m_nodes[at(node.parent)].loops > k;
    return isNew ? m_nodes[at(node.parent)].there : kLongAgo;
}

/// Of a tile with two slots the one after next is brought, and the next one is there unless its source isn't.
double NestTime::bring(int k, Node& node, double release) {
    const double above = sourceThere(k, node);
    if (node.hasOneSlot) return node.there = place(node.load, std::max(release, above));
    node.there = kLongAgo;
    if (above > kLongAgo)
        node.there = startOf(node.load, std::max(earlier(k, release, node.loops), above)) + node.load.cycles;
    return place(node.load, release);
}

/// By a stay of the tile, though within the iteration that ends.
double NestTime::earlier(int k, double release, int loops) const {
    return loops > k + 1 ? release - m_spans[at(loops)] - m_loops[at(loops - 1)].gap : -m_spans[at(k + 1)];
}

double NestTime::startOf(const Cost& cost, double release) const {
    for (int u = 0; u < cost.count; ++u) release = std::max(release, m_freeAt[cost.ports[at(u)]]);
    return release;
}

double NestTime::place(const Cost& cost, double release) {
    const double start = startOf(cost, release);
    for (int u = 0; u < cost.count; ++u) m_freeAt[cost.ports[at(u)]] = start + cost.uses[at(u)];
    return start + cost.cycles;
}

double NestTime::fill() {
    std::fill_n(m_freeAt.begin(), m_portCount, 0.0);
    double longest = 0;
    for (int i = 0; i < m_inputs.count; ++i) {
        Node& node = m_nodes[m_inputs.nodes[at(i)]];
        const Cost& load = node.slides ? node.first : node.load;
        node.there = place(load, node.parent < 0 ? 0 : m_nodes[at(node.parent)].there);
        longest = std::max(longest, node.there);
    }
    return longest;
}

double NestTime::drain() {
    std::fill_n(m_freeAt.begin(), m_portCount, 0.0);
    double longest = 0;
    for (int i = m_outputs.count; i-- > 0;) {
        Node& node = m_nodes[m_outputs.nodes[at(i)]];
        node.gone = place(node.drain, node.child < 0 ? 0 : m_nodes[at(node.child)].gone);
        longest = std::max(longest, node.gone);
    }
    return longest;
}

StallTime NestTime::explain() const {
    StallTime time;
    time.fillCycles = m_fillCycles;
    time.blockedCycles = std::max(0.0, m_spans[0] - m_computeCycles);
    time.drainCycles = m_drainCycles;
    if (m_portCount == 0) return time;
    const auto portOf = [&](int place) { return m_used[at(place)]; };
    double passes = 1;
    for (int k = 0; k < m_loopCount; ++k) {
        const Loop& loop = m_loops[at(k)];
        time.blockedBy[portOf(loop.waitsFor)] += passes * (loop.bound - 1) * loop.gap;
        passes *= loop.bound;
    }
    time.blockedBy[portOf(m_slowestInPass)] += passes * (m_spans[at(m_loopCount)] - m_passCycles);

    // The way in of the first tile that comes last, and the way out of the last one that leaves last.
    int last = -1;
    int out = -1;
    for (int n = 0; n < m_nodeCount; ++n) {
        const Node& node = m_nodes[at(n)];
        if (!node.isOutput && (last < 0 || node.there > m_nodes[at(last)].there)) last = n;
        if (node.isOutput && (out < 0 || node.gone > m_nodes[at(out)].gone)) out = n;
    }
    while (last >= 0) {
        const Node& node = m_nodes[at(last)];
        const double before = node.parent < 0 ? 0 : m_nodes[at(node.parent)].there;
        time.filledBy[portOf((node.slides ? node.first : node.load).slowest)] += node.there - before;
        last = node.parent;
    }
    while (out >= 0) {
        const Node& node = m_nodes[at(out)];
        const double before = node.child < 0 ? 0 : m_nodes[at(node.child)].gone;
        time.drainedBy[portOf(node.drain.slowest)] += node.gone - before;
        out = node.child;
    }
    return time;
}

} // namespace nestwright
