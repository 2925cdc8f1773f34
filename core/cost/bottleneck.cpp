// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/bottleneck.h"

#include "core/mapping/tiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nestwright {
namespace {

constexpr double kNotableWait = 0.1; ///< share of the time
constexpr double kManyTimes = 4;     ///< from there on percentages say little

struct Contender {
    std::string name;
    int level = -1; ///< -1: compute
    double cycles = 0;
};

std::vector<Contender> contenders(const Accelerator& accelerator, const TimeSplit& time) {
    std::vector<Contender> all = {{accelerator.compute.name, -1, time.computeCycles + time.arrayCycles}};
    for (std::size_t l = 0; l < time.ports.size(); ++l) {
        for (const auto& port : time.ports[l]) all.push_back({port.name, static_cast<int>(l), port.busyCycles});
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Contender& a, const Contender& b) { return a.cycles > b.cycles; });
    return all;
}

/// The tensor whose repeated passes load the outermost level's ports most, and how often it passes.
struct Repeated {
    std::size_t tensor = 0;
    double times = 1;
    double extraBits = 0; ///< beyond one pass
    double onceBits = 0;  ///< all tensors, one pass each
    double allBits = 0;
};

Repeated repeatedTraffic(const Problem& problem, const Traffic& traffic) {
    Repeated result;
    for (std::size_t t = 0; t < traffic.tensors.size(); ++t) {
        const NodeTraffic& node = traffic.tensors[t].nodes.front();
        const double bits = problem.tensors[t].bits;
        const double words = node.reads + node.updates;
        const double once = std::min(words, problem.tensorElements(static_cast<int>(t)));
        result.onceBits += once * bits;
        result.allBits += words * bits;
        if ((words - once) * bits > result.extraBits) {
            result.extraBits = (words - once) * bits;
            result.tensor = t;
            result.times = words / once;
        }
    }
    return result;
}

/// The dim of an axis that leaves most lanes idle, for the explanation.
std::string idleAxis(const Accelerator& accelerator, const Nest& nest) {
    std::string worst;
    double least = 1;
    for (std::size_t l = 0; l < accelerator.levels.size(); ++l) {
        const Fanout& fanout = accelerator.levels[l].fanout;
        for (const Axis axis : {Axis::x, Axis::y}) {
            const Count lanes = axis == Axis::x ? fanout.x : fanout.y;
            const double used = nest.lanesUsed(static_cast<int>(l), axis);
            if (used / static_cast<double>(lanes) < least) {
                least = used / static_cast<double>(lanes);
                worst = fmt::format("{} {}: {:.0f} / {}", accelerator.levels[l].name, axis == Axis::x ? "X" : "Y", used,
                                    lanes);
            }
        }
    }
    return worst;
}

/// For a sentence: three digits tell enough.
double toTenths(double value) { return std::round(value * 10) / 10; }

/// Which level is too small for which tensor, and what a larger one would cut.
Message capacityExplanation(const Problem& problem, const Accelerator& accelerator, const Traffic& traffic,
                            const Repeated& repeated, const std::string& port, double oncePercent) {
    const std::string& tensor = problem.tensors[repeated.tensor].name;
    const auto& nodes = traffic.tensors[repeated.tensor].nodes;
    if (nodes.size() < 2) {
        return message(NW_TEXT("bottleneck.bypass", "%1 carries %2 %3 times, since no level further in keeps it; once "
                                                    "each would take %4 % of the time"),
                       port, tensor, toTenths(repeated.times), oncePercent);
    }
    const double held = nodes[1].tileWords / problem.tensorElements(static_cast<int>(repeated.tensor));
    const std::string& level = accelerator.levels[static_cast<std::size_t>(nodes[1].level)].name;
    return message(NW_TEXT("bottleneck.capacity", "%1 carries %2 %3 times, as %4 holds %5 % of it at a time; with room "
                                                  "for each to pass once it would take %6 % of the time"),
                   port, tensor, toTenths(repeated.times), level, toTenths(100 * held), oncePercent);
}

/// The path that compute waits for longest, if it is another one: the busiest may have done its work while MACs were
/// busy, and a shorter one may come in bursts.
void addWaiting(const TimeSplit& time, Bottleneck& result) {
    const TimePath* longest = nullptr;
    for (const auto& path : time.paths) {
        if (path.kind == "blocked" && (longest == nullptr || path.cycles > longest->cycles)) longest = &path;
    }
    const double all = time.computeCycles + time.blockedCycles + time.fillCycles + time.drainCycles;
    if (longest == nullptr || longest->where == result.where || longest->cycles < kNotableWait * all) return;
    result.explanation =
        message(NW_TEXT("bottleneck.waits", "%1. Compute waits longest for %2: for %3 % of the time its "
                                            "transfers come in bursts that the tiles in hand don't outlast"),
                result.explanation.text(), longest->where, toTenths(100 * longest->cycles / all));
}

Bottleneck busiest(const Problem& problem, const Accelerator& accelerator, const Nest& nest, const Traffic& traffic,
                   const TimeSplit& time) {
    const auto all = contenders(accelerator, time);
    const Contender& first = all.front();
    Bottleneck result;
    result.where = first.name;
    result.cycles = first.cycles;
    result.runnerUp = all.size() > 1 ? all[1].name : std::string();
    result.margin = all.size() > 1 && first.cycles > 0 ? (first.cycles - all[1].cycles) / first.cycles : 1;
    const std::string second = all.size() > 1 ? all[1].name : std::string("none");
    if (first.level < 0 && time.arrayCycles > time.computeCycles) {
        result.kind = BottleneckClass::shape;
        result.where = time.slowestArray;
        result.explanation =
            message(NW_TEXT("bottleneck.array",
                            "Tiles stay in the array too shortly: it fills and drains for %1 % of the time of "
                            "MACs and array; the busiest port is %2"),
                    toTenths(100 * time.arrayCycles / first.cycles), second);
        return result;
    }
    if (first.level < 0) {
        const bool isShape = time.usefulCycles < 0.5 * time.computeCycles;
        result.kind = isShape ? BottleneckClass::shape : BottleneckClass::compute;
        const double busy = time.computeCycles > 0 ? 100 * time.usefulCycles / time.computeCycles : 0;
        const std::string idle = idleAxis(accelerator, nest);
        if (isShape && !idle.empty()) result.where = idle;
        result.explanation =
            isShape
                ? message(NW_TEXT("bottleneck.shape", "The shape fills %1 % of the lanes' rate; most lanes idle at %2"),
                          toTenths(busy), idle)
                : message(NW_TEXT("bottleneck.compute",
                                  "Compute takes longest, and %1 % of its time is useful work; the busiest port is %2"),
                          toTenths(busy), second);
        return result;
    }
    const Repeated repeated = repeatedTraffic(problem, traffic);
    const double onceCycles = repeated.allBits > 0 ? first.cycles * repeated.onceBits / repeated.allBits : 0;
    if (first.level == 0 && repeated.extraBits > 0 && onceCycles < std::min(all[1].cycles, 0.8 * first.cycles)) {
        result.kind = BottleneckClass::capacity;
        const auto& nodes = traffic.tensors[repeated.tensor].nodes;
        if (nodes.size() > 1) result.where = accelerator.levels[static_cast<std::size_t>(nodes[1].level)].name;
        result.explanation = capacityExplanation(problem, accelerator, traffic, repeated, first.name,
                                                 toTenths(100 * onceCycles / first.cycles));
        return result;
    }
    result.kind = BottleneckClass::bandwidth;
    const double times = all[1].cycles > 0 ? first.cycles / all[1].cycles : 2;
    result.explanation = times < kManyTimes
                             ? message(NW_TEXT("bottleneck.bandwidth", "%1 is busy %2 % longer than %3"), first.name,
                                       toTenths(100 * (times - 1)), second)
                             : message(NW_TEXT("bottleneck.bandwidth_times", "%1 is busy %2 times as long as %3"),
                                       first.name, toTenths(times), second);
    return result;
}

} // namespace

Bottleneck findBottleneck(const Problem& problem, const Accelerator& accelerator, const Nest& nest,
                          const Traffic& traffic, const TimeSplit& time) {
    Bottleneck result = busiest(problem, accelerator, nest, traffic, time);
    addWaiting(time, result);
    return result;
}

} // namespace nestwright
