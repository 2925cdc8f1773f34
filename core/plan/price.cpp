// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/price.h"

#include "core/cost/vector_cost.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nestwright {
namespace {

constexpr double kJoulesPerPj = 1e-12;
constexpr const char* kLaunchName = "kernel launch";

/// Bytes over the ports of device memory in one run of the problem.
double deviceBytes(const Problem& problem, const Evaluation& cost) {
    double bits = 0;
    const LevelCosts& memory = cost.levels.front();
    for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
        const TensorCounts& counts = memory.tensors[t];
        const bool returns = counts.reads > 0 && problem.tensors[t].isReadWrite();
        bits += (counts.reads + counts.updates) * (returns ? problem.tensors[t].partialBits : problem.tensors[t].bits);
    }
    return bits / 8;
}

/// For a sentence: microseconds to a hundredth.
double roundedMicroseconds(double seconds) { return std::round(seconds * 1e8) / 100; }

class Pricer {
public:
    Pricer(const DraftOperator& op, const Prices& prices)
        : m_op(op)
        , m_prices(prices)
        , m_secondsPerCycle(1 / prices.accelerator.device.clockHz) {}

    PricedOperator run(double launchSeconds) {
        describe();
        if (!m_op.launches) return std::move(m_priced);
        for (const auto& einsum : m_op.einsums) addEinsum(einsum);
        if (m_op.vector) addVector();
        addLaunch(launchSeconds);
        finish();
        return std::move(m_priced);
    }

private:
    PlannedOperator& planned() { return m_priced.planned; }

    void describe() {
        const Operator& node = m_prices.graph.operators[static_cast<std::size_t>(m_op.id)];
        planned().id = m_op.id;
        planned().name = node.name;
        planned().type = node.type;
        planned().layerType = m_op.work.layerType;
        planned().kernel = m_op.kernel;
        planned().flops = m_op.work.flops.value_or(0);
    }

    void addEinsum(const DraftEinsum& einsum) {
        const auto index = static_cast<std::size_t>(einsum.problem);
        const Problem& problem = m_prices.problems[index];
        const Evaluation& cost = m_prices.mapped[index].cost;
        const auto repeats = static_cast<double>(einsum.repeats);
        addPart(einsum.layerType, cost, repeats);
        m_priced.parts.back().macs = cost.macs * repeats;
        addChanges(m_prices.changes[index], repeats);
        planned().deviceMemoryBytes += deviceBytes(problem, cost) * repeats;
    }

    void addVector() {
        const Evaluation cost = evaluateVector(*m_op.vector, m_prices.accelerator, m_prices.format);
        addPart(m_op.vectorLayerType, cost, 1);
        addChanges(worthwhileChanges(*m_op.vector, m_prices.accelerator, m_prices.format), 1);
        planned().deviceMemoryBytes += m_op.vector->readBytes + m_op.vector->writeBytes;
    }

    void addPart(LayerType type, const Evaluation& cost, double repeats) {
        PricedPart part;
        part.layerType = type;
        part.attribution = cost.attribution.scaled(repeats * m_secondsPerCycle);
        part.energyJ = cost.energyPj * repeats * kJoulesPerPj;
        for (const auto& path : cost.paths) addPath({path.kind, path.where, path.cycles * repeats * m_secondsPerCycle});
        const double seconds = part.attribution.total();
        if (m_priced.parts.empty() || seconds > m_slowestSeconds) {
            m_slowestSeconds = seconds;
            planned().bottleneck = cost.bottleneck;
            planned().bottleneck.cycles *= repeats * m_secondsPerCycle;
        }
        m_priced.parts.push_back(part);
    }

    void addPath(const TimePath& path) {
        auto& paths = planned().paths;
        const auto same = std::find_if(paths.begin(), paths.end(), [&](const TimePath& known) {
            return known.kind == path.kind && known.where == path.where;
        });
        if (same == paths.end()) {
            paths.push_back(path);
        } else {
            same->cycles += path.cycles;
        }
    }

    /// A change of the machine speeds up all parts.
    void addChanges(const std::vector<Change>& changes, double repeats) {
        for (const auto& change : changes)
            addChange(planned().changes, {change.kind, change.where, change.savedCycles * repeats * m_secondsPerCycle});
    }

    /// The launch, shared among the parts as their own time is.
    void addLaunch(double launchSeconds) {
        m_priced.launchSeconds = launchSeconds;
        if (launchSeconds <= 0) return;
        addPath({"launch", kLaunchName, launchSeconds});
        addChange(planned().changes, {ChangeKind::launch, kLaunchName, launchSeconds});
        double total = 0;
        for (const auto& part : m_priced.parts) total += part.attribution.total();
        for (auto& part : m_priced.parts) {
            const double share =
                total > 0 ? part.attribution.total() / total : 1 / static_cast<double>(m_priced.parts.size());
            part.launchSeconds = launchSeconds * share;
            part.attribution.delayed += part.launchSeconds;
        }
        rankLaunch(launchSeconds);
    }

    /// The launch is one of the paths that the bottleneck is chosen from: the one that takes longest.
    void rankLaunch(double launchSeconds) {
        Bottleneck& bottleneck = planned().bottleneck;
        const double pathSeconds = bottleneck.cycles;
        if (launchSeconds <= pathSeconds) {
            const double margin = (pathSeconds - launchSeconds) / pathSeconds;
            if (margin < bottleneck.margin) {
                bottleneck.margin = margin;
                bottleneck.runnerUp = kLaunchName;
            }
            return;
        }
        bottleneck.explanation = message(
            NW_TEXT("plan.launch_bound", "The launch takes %1 µs; %3, the longest path of the work, takes %2 µs"),
            roundedMicroseconds(launchSeconds), roundedMicroseconds(pathSeconds), bottleneck.where);
        bottleneck.kind = BottleneckClass::overhead;
        bottleneck.runnerUp = std::exchange(bottleneck.where, kLaunchName);
        bottleneck.cycles = launchSeconds;
        bottleneck.margin = (launchSeconds - pathSeconds) / launchSeconds;
    }

    void finish() {
        const double staticPower = m_prices.accelerator.device.staticPowerW.value_or(0);
        for (std::size_t i = 0; i < m_priced.parts.size(); ++i) {
            auto& part = m_priced.parts[i];
            const double staticJ = staticPower * part.attribution.total();
            if (i < m_op.einsums.size()) planned().mappingStaticJ.push_back(staticJ);
            part.energyJ += staticJ;
            planned().attribution += part.attribution;
            planned().energyJ += part.energyJ;
            planned().macs += part.macs;
        }
        sortBySaving(planned().changes);
        const Attribution& time = planned().attribution;
        planned().seconds = time.total();
        planned().mfu = mfuOf(time, planned().macs);
        planned().memoryStallFraction = stallFraction(time, m_priced.launchSeconds);
    }

    const DraftOperator& m_op;
    const Prices& m_prices;
    double m_secondsPerCycle;
    double m_slowestSeconds = 0; ///< of the parts
    PricedOperator m_priced;
};

} // namespace

double stallFraction(const Attribution& time, double launchSeconds) {
    const double total = time.total();
    return total > 0 ? std::clamp((time.blocked + time.delayed - launchSeconds) / total, 0.0, 1.0) : 0;
}

std::optional<double> mfuOf(const Attribution& time, double macs) {
    const double total = time.total();
    if (!(macs > 0) || !(total > 0)) return std::nullopt;
    return std::min(1.0, time.useful / total);
}

PricedOperator priceOperator(const DraftOperator& op, const Prices& prices, double launchSeconds) {
    return Pricer(op, prices).run(launchSeconds);
}

} // namespace nestwright
