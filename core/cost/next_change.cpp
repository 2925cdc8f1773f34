// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/next_change.h"

#include "core/cost/cycles.h"
#include "core/cost/time_model.h"
#include "core/cost/traffic.h"
#include "core/cost/vector_cost.h"

#include <algorithm>
#include <functional>

namespace nestwright {
namespace {

constexpr double kLeastShare = 1e-3;

double cyclesOf(const TimeSplit& time) {
    return time.computeCycles + time.blockedCycles + time.fillCycles + time.drainCycles;
}

/// What the model reads of a machine: cheap to copy.
Accelerator withoutSources(const Accelerator& accelerator) {
    Accelerator bare;
    bare.name = accelerator.name;
    bare.defaultFormat = accelerator.defaultFormat;
    bare.levels = accelerator.levels;
    bare.compute = accelerator.compute;
    bare.device = accelerator.device;
    bare.elementPerWord = accelerator.elementPerWord;
    return bare;
}

/// Tries one change after another on a copy of the machine.
class Trials {
public:
    Trials(const Accelerator& accelerator, double cyclesBefore, std::function<double(const Accelerator&)> cyclesOn)
        : m_accelerator(withoutSources(accelerator))
        , m_before(cyclesBefore)
        , m_cyclesOn(std::move(cyclesOn)) {}

    template <class Edit>
    void attempt(ChangeKind kind, const std::string& where, Edit edit) {
        Accelerator changed = m_accelerator;
        edit(changed);
        const double saved = m_before - m_cyclesOn(changed);
        if (saved > kLeastShare * m_before) m_changes.push_back({kind, where, saved});
    }

    void attemptPorts(std::size_t level) {
        const Level& place = m_accelerator.levels[level];
        for (std::size_t kind = 0; kind < portKinds; ++kind) {
            const auto rate = kPorts[kind].bitsPerCycle;
            if (!(place.*rate)) continue;
            attempt(ChangeKind::bandwidth, portName(place, kind),
                    [&](Accelerator& changed) { *(changed.levels[level].*rate) *= 2; });
        }
    }

    std::vector<Change> sorted() {
        sortBySaving(m_changes);
        return std::move(m_changes);
    }

private:
    Accelerator m_accelerator;
    double m_before;
    std::function<double(const Accelerator&)> m_cyclesOn;
    std::vector<Change> m_changes;
};

void makeSecondSlot(Level& level) {
    level.buffering = Buffering::doubled;
    if (level.capacityBits) *level.capacityBits *= 2;
    for (auto& [operand, bits] : level.operandCapacityBits) bits *= 2;
}

} // namespace

std::string_view keyOf(ChangeKind kind) {
    switch (kind) {
    case ChangeKind::bandwidth:
        return "bandwidth";
    case ChangeKind::secondSlot:
        return "second_slot";
    case ChangeKind::array:
        return "array";
    case ChangeKind::lanes:
        return "lanes";
    case ChangeKind::rate:
        return "rate";
    case ChangeKind::launch:
        break;
    }
    return "launch";
}

Message titleOf(const Change& change) {
    switch (change.kind) {
    case ChangeKind::bandwidth:
        return message(NW_TEXT("change.bandwidth", "%1 twice as fast"), change.where);
    case ChangeKind::secondSlot:
        return message(NW_TEXT("change.second_slot", "Room for a second tile in %1"), change.where);
    case ChangeKind::array:
        return message(NW_TEXT("change.array", "The array below %1 filled and drained in no time"), change.where);
    case ChangeKind::lanes:
        return message(NW_TEXT("change.lanes", "All lanes of %1 in use"), change.where);
    case ChangeKind::rate:
        return message(NW_TEXT("change.rate", "%1 at twice the rate"), change.where);
    case ChangeKind::launch:
        break;
    }
    return message(NW_TEXT("change.launch", "No kernel launch"));
}

void addChange(std::vector<Change>& changes, const Change& change) {
    const auto same = std::find_if(changes.begin(), changes.end(), [&](const Change& other) {
        return other.kind == change.kind && other.where == change.where;
    });
    if (same == changes.end()) {
        changes.push_back(change);
    } else {
        same->savedCycles += change.savedCycles;
    }
}

void sortBySaving(std::vector<Change>& changes) {
    std::stable_sort(changes.begin(), changes.end(),
                     [](const Change& a, const Change& b) { return a.savedCycles > b.savedCycles; });
}

std::vector<Change> worthwhileChanges(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping,
                                      const EvaluationContext& context) {
    EvaluationContext resolved = context;
    if (resolved.format == DataType::unknown) resolved.format = accelerator.defaultFormat;
    const Nest nest(problem, mapping);
    const Traffic traffic = countTraffic(problem, accelerator, nest, resolved.rules);
    const auto timeOn = [&](const Accelerator& machine) {
        return splitTime(problem, machine, nest, traffic, resolved);
    };
    const TimeSplit before = timeOn(accelerator);
    Trials trials(accelerator, cyclesOf(before), [&](const Accelerator& machine) { return cyclesOf(timeOn(machine)); });
    for (std::size_t l = 0; l < accelerator.levels.size(); ++l) {
        const Level& level = accelerator.levels[l];
        trials.attemptPorts(l);
        // Where two tiles fit already this saves nothing and is left out.
        if (level.capacityBits || !level.operandCapacityBits.empty())
            trials.attempt(ChangeKind::secondSlot, level.name, [l](Accelerator& m) { makeSecondSlot(m.levels[l]); });
        if (!(level.fanout.timing == ArrayTiming{}))
            trials.attempt(ChangeKind::array, level.name, [l](Accelerator& m) { m.levels[l].fanout.timing = {}; });
    }
    const auto speedUp = [&](double factor) {
        return [&resolved, factor](Accelerator& m) { m.compute.macsPerLaneCycle.at(resolved.format) *= factor; };
    };
    if (before.usefulCycles > 0)
        trials.attempt(ChangeKind::lanes, accelerator.compute.name,
                       speedUp(before.computeCycles / before.usefulCycles));
    trials.attempt(ChangeKind::rate, accelerator.compute.name, speedUp(2));
    return trials.sorted();
}

std::vector<Change> worthwhileChanges(const VectorWork& work, const Accelerator& accelerator, DataType format) {
    const auto cyclesOn = [&](const Accelerator& machine) { return evaluateVector(work, machine, format).cycles; };
    Trials trials(accelerator, cyclesOn(accelerator), cyclesOn);
    trials.attemptPorts(0);
    const double rate = vectorRate(accelerator, format);
    trials.attempt(ChangeKind::rate, "Vector unit",
                   [rate](Accelerator& machine) { machine.device.vectorOpsPerSecond = 2 * rate; });
    return trials.sorted();
}

} // namespace nestwright
