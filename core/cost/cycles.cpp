// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/cycles.h"

#include "core/cost/time_model.h"
#include "core/mapping/tiles.h"

#include <fmt/format.h>

#include <algorithm>

namespace nestwright {
namespace {

constexpr std::array<const char*, portKinds> kPortNames = {"read port", "write port", "port"};

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
        const std::vector<NodeFlow<double>> nodes = flows();
        TimeModel<double> model(nodes, m_rates, m_traffic.utilizedInstances, m_levels);
        const TimeFigures<double> time = model.run(m_split.computeCycles, m_split.paddedCycles);
        m_split.boundCycles = time.boundCycles;
        m_split.blockedCycles = time.blockedCycles;
        m_split.fillCycles = time.fillCycles;
        m_split.drainCycles = time.drainCycles;
        for (const auto& place : m_accelerator.levels) {
            m_split.fillCycles += place.networkFillCycles;
            m_split.drainCycles += place.networkDrainCycles;
            m_split.boundCycles += place.networkFillCycles + place.networkDrainCycles;
        }
        namePorts();
        namePaths();
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
    std::string portName(std::size_t l, std::size_t kind) const {
        return fmt::format("{} {}", level(l).name, kPortNames[kind]);
    }

    void splitCompute() {
        const ComputeRate rate = computeRate(m_problem, m_accelerator, m_context);
        m_split.usefulCycles = rate.usefulCycles;
        m_split.computeCycles = std::max(m_split.usefulCycles, m_traffic.steps / rate.stepsPerCycle);
        m_split.paddedCycles = std::max(m_split.computeCycles, m_traffic.paddedSteps / rate.stepsPerCycle);
    }

    std::vector<NodeFlow<double>> flows() const {
        std::vector<Occupancy> use;
        for (std::size_t l = 0; l < m_accelerator.levels.size(); ++l) {
            use.push_back(occupancy(m_problem, m_accelerator, m_nest, static_cast<int>(l)));
        }
        std::vector<NodeFlow<double>> nodes;
        for (std::size_t t = 0; t < m_traffic.tensors.size(); ++t) {
            for (std::size_t i = 0; i < m_traffic.tensors[t].nodes.size(); ++i) {
                nodes.push_back(flowAt(t, i));
                auto& flow = nodes.back();
                flow.waits = i > 0 && use[static_cast<std::size_t>(flow.level)].slots[t] == 1 &&
                             isRefilled(m_problem, m_nest, static_cast<int>(t), m_traffic.tensors[t].nodes[i].depth);
            }
        }
        std::stable_sort(nodes.begin(), nodes.end(), [](const auto& a, const auto& b) { return a.level < b.level; });
        return nodes;
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

    void namePaths() {
        for (std::size_t l = 0; l < m_levels.size(); ++l) addPath("fill", level(l).name, m_levels[l].fillCycles);
        for (std::size_t l = m_levels.size(); l-- > 0;) addPath("drain", level(l).name, m_levels[l].drainCycles);
        for (const auto& place : m_accelerator.levels) {
            addPath("fill", fmt::format("network below {}", place.name), place.networkFillCycles);
            addPath("drain", fmt::format("network below {}", place.name), place.networkDrainCycles);
        }
        addPath("blocked", longestWait(), m_split.blockedCycles);
    }

    void addPath(const char* kind, const std::string& where, double cycles) {
        if (cycles > 0) m_split.paths.push_back({kind, where, cycles});
    }

    /// The port that blocks longest, or the refill that takes longest where all refills together block longer.
    std::string longestWait() const {
        for (std::size_t l = 0; l < m_levels.size(); ++l) {
            for (std::size_t k = 0; k < portKinds; ++k) {
                const double cycles = m_levels[l].blockedCycles(m_rates[l], k, m_split.computeCycles);
                if (cycles == m_split.blockedCycles) return portName(l, k);
            }
        }
        const auto slowest = std::max_element(m_levels.begin(), m_levels.end(), [](const auto& a, const auto& b) {
            return a.refillCycles < b.refillCycles;
        });
        const auto at = static_cast<std::size_t>(slowest - m_levels.begin());
        return fmt::format("{} refill, single-buffered", level(at).name);
    }

    const Problem& m_problem;
    const Accelerator& m_accelerator;
    const Nest& m_nest;
    const Traffic& m_traffic;
    const EvaluationContext& m_context;
    std::vector<PortRates> m_rates;
    std::vector<LevelTime<double>> m_levels;
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

TimeSplit splitTime(const Problem& problem, const Accelerator& accelerator, const Nest& nest, const Traffic& traffic,
                    const EvaluationContext& context) {
    return Splitter(problem, accelerator, nest, traffic, context).run();
}

} // namespace nestwright
