// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/cycles.h"

#include "core/cost/array_time.h"
#include "core/cost/nest_time.h"
#include "core/mapping/tiles.h"

#include <fmt/format.h>

#include <algorithm>

namespace nestwright {
namespace {

class Splitter {
public:
    Splitter(const Problem& problem, const Accelerator& accelerator, const Nest& nest, const Traffic& traffic,
             const EvaluationContext& context)
        : m_problem(problem)
        , m_accelerator(accelerator)
        , m_nest(nest)
        , m_traffic(traffic)
        , m_context(context)
        , m_levels(accelerator.levels.size()) {
        for (const auto& place : accelerator.levels) m_rates.push_back(portRates(place));
    }

    TimeSplit run() {
        splitCompute();
        measureFlows();
        countPorts<double>(m_flows, m_traffic.utilizedInstances, m_context.rules.drainReads, m_levels);
        m_split.boundCycles = boundCyclesOf<double>(m_split.paddedCycles, m_levels, m_rates);
        const StallTime stalls = measureStalls();
        addArrays();
        addNetworks();
        namePorts();
        namePaths(stalls);
        return std::move(m_split);
    }

private:
    const Level& level(std::size_t l) const { return m_accelerator.levels[l]; }
    /// Of an element that takes `bits`, as the ports of a level see it: a tensor's may take more or less than its
    /// share.
    double atPorts(std::size_t t, int bits, int l) const {
        const auto& scales = level(static_cast<std::size_t>(l)).bandwidthScale;
        const auto scale = scales.find(m_problem.tensors[t].name);
        return bits * (scale == scales.end() ? 1 : scale->second);
    }
    double storedBits(std::size_t t, int l) const {
        return atPorts(t, nestwright::storedBits(m_problem, m_accelerator, m_nest, static_cast<int>(t), l), l);
    }
    double upwardBits(std::size_t t, int l, int seenBy) const {
        return atPorts(t, nestwright::upwardBits(m_problem, m_accelerator, m_nest, static_cast<int>(t), l, seenBy),
                       seenBy);
    }
    std::string portName(std::size_t l, std::size_t kind) const { return nestwright::portName(level(l), kind); }
    std::string arrayName(std::size_t l) const { return fmt::format("array fill/drain below {}", level(l).name); }

    void splitCompute() {
        const ComputeRate rate = computeRate(m_problem, m_accelerator, m_context);
        m_split.usefulCycles = rate.usefulCycles;
        m_split.computeCycles = std::max(m_split.usefulCycles, m_traffic.steps / rate.stepsPerCycle);
        m_split.paddedCycles = std::max(m_split.computeCycles, m_traffic.paddedSteps / rate.stepsPerCycle);
    }

    void measureFlows() {
        std::vector<Occupancy> use;
        for (std::size_t l = 0; l < m_accelerator.levels.size(); ++l) {
            use.push_back(occupancy(m_problem, m_accelerator, m_nest, static_cast<int>(l)));
        }
        for (std::size_t t = 0; t < m_traffic.tensors.size(); ++t) {
            for (std::size_t i = 0; i < m_traffic.tensors[t].nodes.size(); ++i) {
                m_flows.push_back(flowAt(t, i));
                m_flows.back().slots = use[static_cast<std::size_t>(m_flows.back().level)].slots[t];
            }
        }
    }

    StallTime measureStalls() {
        NestTime nest;
        nest.begin(m_rates, m_traffic.utilizedInstances);
        std::vector<double> visits = {1}; // iterations of so many temporal loops
        for (const auto& [loop, stride] : m_nest.loops()) {
            if (loop.isSpatial || loop.bound == 1) continue;
            nest.addLoop(static_cast<double>(loop.bound), m_problem.isRelevant(m_problem.outputIndex(), loop.dim));
            visits.push_back(visits.back() * static_cast<double>(loop.bound));
        }
        std::vector<int> changing; // by flow: the loops that change its tile
        std::size_t flow = 0;
        for (std::size_t t = 0; t < m_traffic.tensors.size(); ++t) {
            for (const auto& placed : m_nest.chain(static_cast<int>(t))) {
                changing.push_back(loopsThatChange(static_cast<int>(t), placed));
                nest.addNode(m_flows[flow++], changing.back());
            }
            nest.addAccess(m_flows[flow - 1]);
        }
        const ArrayStall arrays = measureArrays(visits, changing);
        nest.run(m_split.computeCycles + arrays.waits);
        StallTime time = nest.explain();
        const double leastCycles = m_nest.isPerfect() ? m_split.boundCycles : m_split.computeCycles;
        time.stretchTo(m_split.computeCycles + arrays.total(), leastCycles, m_levels, m_rates);
        m_split.blockedCycles = time.blockedCycles;
        m_split.fillCycles = time.fillCycles;
        m_split.drainCycles = time.drainCycles;
        return time;
    }

    ArrayStall measureArrays(const std::vector<double>& visits, const std::vector<int>& changing) {
        ArrayStall all;
        for (std::size_t l = 0; l < m_accelerator.levels.size(); ++l) {
            double tiles = 1;
            bool hasRoomForNext = true;
            for (std::size_t flow = 0; flow < m_flows.size(); ++flow) {
                if (m_flows[flow].level <= static_cast<int>(l) || changing[flow] == 0) continue;
                tiles = std::max(tiles, visits[static_cast<std::size_t>(changing[flow])]);
                hasRoomForNext = hasRoomForNext && m_flows[flow].slots >= 2;
            }
            const auto lanes = [&](Axis axis) { return m_nest.lanesUsed(static_cast<int>(l), axis); };
            m_arrays.push_back(arrayStall(level(l).fanout.timing, lanes(Axis::x), lanes(Axis::y), tiles,
                                          m_split.computeCycles, hasRoomForNext));
            all += m_arrays.back();
        }
        return all;
    }

    /// Temporal loops down to the innermost outside the node that moves its tile, or down to the node where it keeps
    /// nothing.
    int loopsThatChange(int tensor, const PlacedStorage& placed) const {
        int loops = 0;
        int changing = 0;
        for (int i = 0; i < placed.depth; ++i) {
            const Loop& loop = m_nest.loops()[static_cast<std::size_t>(i)].loop;
            if (loop.isSpatial || loop.bound == 1) continue;
            ++loops;
            if (placed.storage.noTemporalReuse || m_problem.isRelevant(tensor, loop.dim)) changing = loops;
        }
        return changing;
    }

    void addArrays() {
        double longest = 0;
        for (std::size_t l = 0; l < m_arrays.size(); ++l) {
            m_split.blockedCycles += m_arrays[l].waits;
            m_split.fillCycles += m_arrays[l].load;
            m_split.drainCycles += m_arrays[l].skew;
            m_split.arrayCycles += m_arrays[l].total();
            if (m_arrays[l].total() <= longest) continue;
            longest = m_arrays[l].total();
            m_split.slowestArray = arrayName(l);
        }
    }

    void addNetworks() {
        for (const auto& place : m_accelerator.levels) {
            m_split.fillCycles += place.networkFillCycles;
            m_split.drainCycles += place.networkDrainCycles;
            m_split.boundCycles += place.networkFillCycles + place.networkDrainCycles;
        }
    }

    NodeFlow<double> flowAt(std::size_t t, std::size_t i) const {
        const auto& tensor = m_traffic.tensors[t];
        const NodeTraffic& node = tensor.nodes[i];
        NodeFlow<double> flow;
        flow.level = node.level;
        flow.isOutput = m_problem.tensors[t].isReadWrite();
        flow.tileWords = node.tileWords;
        flow.reads = node.reads;
        flow.fills = node.fills;
        flow.updates = node.updates;
        flow.temporalReductions = node.temporalReductions;
        flow.inBits = storedBits(t, node.level);
        flow.upBits = upwardBits(t, node.level, node.level);
        if (i == 0) return flow;
        flow.parent = tensor.nodes[i - 1].level;
        flow.parentBits = upwardBits(t, node.level, flow.parent);
        flow.sent = tensor.links[i - 1].sent;
        flow.arrived = tensor.links[i - 1].arrived;
        flow.tileAtParent = node.tileWords;
        for (const auto& group : tensor.groups[i - 1]) flow.tileAtParent *= group.distinctPlaces;
        return flow;
    }

    void namePorts() {
        for (std::size_t l = 0; l < m_levels.size(); ++l) {
            m_split.levelBoundCycles.push_back(m_levels[l].counted.longest(m_rates[l]));
            m_split.ports.emplace_back();
            for (std::size_t k = 0; k < portKinds; ++k) {
                if (m_rates[l][k] > 0)
                    m_split.ports.back().push_back({portName(l, k), m_levels[l].busyCycles(m_rates[l], k)});
            }
        }
    }

    void namePaths(const StallTime& stalls) {
        addPaths("fill", stalls.filledBy);
        addPaths("drain", stalls.drainedBy);
        for (const auto& place : m_accelerator.levels) {
            addPath("fill", fmt::format("network below {}", place.name), place.networkFillCycles);
            addPath("drain", fmt::format("network below {}", place.name), place.networkDrainCycles);
        }
        addPaths("blocked", stalls.blockedBy);
        for (std::size_t l = 0; l < m_arrays.size(); ++l) {
            addPath("fill", arrayName(l), m_arrays[l].load);
            addPath("drain", arrayName(l), m_arrays[l].skew);
            addPath("blocked", arrayName(l), m_arrays[l].waits);
        }
    }

    void addPaths(const char* kind, const PortCycles& cycles) {
        for (std::size_t l = 0; l < m_levels.size(); ++l) {
            for (std::size_t k = 0; k < portKinds; ++k) {
                if (l * portKinds + k < cycles.size()) addPath(kind, portName(l, k), cycles[l * portKinds + k]);
            }
        }
    }

    void addPath(const char* kind, const std::string& where, double cycles) {
        if (cycles > 0) m_split.paths.push_back({kind, where, cycles});
    }

    const Problem& m_problem;
    const Accelerator& m_accelerator;
    const Nest& m_nest;
    const Traffic& m_traffic;
    const EvaluationContext& m_context;
    std::vector<PortRates> m_rates;
    std::vector<LevelTime<double>> m_levels;
    std::vector<NodeFlow<double>> m_flows; ///< tensor by tensor, outer to inner
    std::vector<ArrayStall> m_arrays;      ///< by level above
    TimeSplit m_split;
};

} // namespace

ComputeRate computeRate(const Problem& problem, const Accelerator& accelerator, const EvaluationContext& context) {
    const double rate = accelerator.compute.macsPerLaneCycle.at(context.format);
    const auto& fractions = accelerator.device.sustainedFraction;
    const auto fraction = fractions.find(context.format);
    const double sustained = context.useSustainedRate && fraction != fractions.end() ? fraction->second : 1.0;
    return {problem.macs() / (accelerator.lanes() * rate), rate * sustained};
}

std::optional<Message> beyondTimeModel(const Accelerator& accelerator, const Mapping& mapping) {
    int loops = 0;
    int nodes = 0;
    for (const auto& node : mapping.nodes) {
        const auto* loop = std::get_if<Loop>(&node);
        if (loop == nullptr) ++nodes;
        if (loop != nullptr && !loop->isSpatial && loop->bound > 1) ++loops;
    }
    const int levels = static_cast<int>(accelerator.levels.size());
    if (loops > kMaxTimedLoops) {
        return message(NW_TEXT("evaluation.loops",
                               "The mapping has %1 temporal loops; the model of time takes %2. Join "
                               "loops over the same dim"),
                       loops, kMaxTimedLoops);
    }
    if (nodes > kMaxTimedNodes) {
        return message(NW_TEXT("evaluation.nodes",
                               "The mapping keeps tensors in %1 places; the model of time takes %2. "
                               "Let tensors bypass levels"),
                       nodes, kMaxTimedNodes);
    }
    if (levels > kMaxTimedLevels) {
        return message(NW_TEXT("evaluation.levels", "%1 has %2 levels; the model of time takes %3"), accelerator.name,
                       levels, kMaxTimedLevels);
    }
    return std::nullopt;
}

TimeSplit splitTime(const Problem& problem, const Accelerator& accelerator, const Nest& nest, const Traffic& traffic,
                    const EvaluationContext& context) {
    return Splitter(problem, accelerator, nest, traffic, context).run();
}

} // namespace nestwright
