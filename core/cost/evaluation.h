// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/rules.h"
#include "core/mapping/mapping.h"
#include "core/mapping/validity.h"

#include <optional>
#include <string>
#include <vector>

namespace nestwright {

/// Accesses of one tensor in one level. Counts are words per utilised instance: the total over the average number of
/// utilised instances; exact, not rounded.
struct TensorCounts {
    bool isKept = false;
    double tileWords = 0;
    double partitionWords = 0;
    double reads = 0;
    double fills = 0;
    double updates = 0;
    double temporalReductions = 0;
    double energyPj = 0; ///< over all instances
};

/// One port of a level: how long it is busy.
struct PortLoad {
    std::string name; ///< "GLB read port"
    double busyCycles = 0;
};

struct LevelCosts {
    std::string name;
    double instances = 1;
    bool isFanoutOnly = false;    ///< keeps nothing by design: it only carries a fan-out
    double utilizedInstances = 1; ///< an average, which need not be whole
    double boundCycles = 0;       ///< the busiest port's averaged demand
    double energyPj = 0;
    std::vector<TensorCounts> tensors; ///< by index of the problem's tensors
    std::vector<PortLoad> ports;
};

/// One tensor over the network of a fan-out. Words are counted per utilised instance of the level above.
struct NetworkTensorCounts {
    double multicast = 1; ///< average receivers of a word
    /// Words injected at the upper end; outputs: reduced words that leave upward, and go down again where the level
    /// above can't add them up in place.
    double ingresses = 0;
    double hops = 0;              ///< average
    double spatialReductions = 0; ///< (multicast - 1) x ingresses
    double linkTransfers = 0;     ///< words from neighbours
    double energyPj = 0;          ///< over all instances
};

struct NetworkCosts {
    std::string above;
    std::string below; ///< a level, or the compute's name
    std::vector<NetworkTensorCounts> tensors;
};

/// Where time went, in cycles (a plan: seconds); the four add up to the total exactly.
struct Attribution {
    double useful = 0;  ///< MACs / peak lanes
    double diluted = 0; ///< compute time beyond that: idle lanes, padding, wave quantisation, rates below peak
    double blocked = 0; ///< compute waits, after the first MAC and before the last
    double delayed = 0; ///< fill, drain; in a plan also launch and synchronisation

    [[nodiscard]] double total() const { return useful + diluted + blocked + delayed; }
    /// Units are at work, useful or not.
    [[nodiscard]] double computing() const { return useful + diluted; }
    [[nodiscard]] Attribution scaled(double factor) const {
        return {useful * factor, diluted * factor, blocked * factor, delayed * factor};
    }
    Attribution& operator+=(const Attribution& more) {
        useful += more.useful;
        diluted += more.diluted;
        blocked += more.blocked;
        delayed += more.delayed;
        return *this;
    }
    bool operator==(const Attribution&) const = default;
};

/// A named share of the time.
struct TimePath {
    std::string kind; ///< "blocked", "fill", "drain", "launch"
    std::string where;
    double cycles = 0;
};

enum class BottleneckClass { compute, bandwidth, capacity, synchronisation, overhead, shape };

/// Key in JSON: "compute", "bandwidth", ...
[[nodiscard]] std::string_view keyOf(BottleneckClass value);
[[nodiscard]] Message titleOf(BottleneckClass value);

struct Bottleneck {
    BottleneckClass kind = BottleneckClass::compute;
    std::string where;         ///< the path that proves it: "DRAM read port", "MAC"
    double margin = 0;         ///< (time of this path - time of the runner-up) / time of this path
    Message explanation;       ///< one sentence with figures
    double cycles = 0;         ///< that the path is busy
    std::string runnerUp = {}; ///< the path that takes longest after this one; "" where there is no other
};

/// Everything that the model says of one mapping.
struct Evaluation {
    bool isValid = false;
    std::vector<Violation> violations;
    double macs = 0;
    double idealCycles = 0;   ///< MACs / peak
    double computeCycles = 0; ///< padded where a factor is imperfect
    double boundCycles = 0;   ///< steady-state roofline: max over compute and every port
    double cycles = 0;        ///< with fill, drain and waiting
    double utilization = 0;   ///< MACs / (all lanes x bound cycles)
    std::optional<double> mfu;
    double memoryStallFraction = 0;
    double energyPj = 0;
    double areaMm2 = 0;
    Attribution attribution;
    std::vector<TimePath> paths;
    Bottleneck bottleneck;
    std::vector<LevelCosts> levels; ///< outer to inner
    std::vector<NetworkCosts> networks;
};

/// Figures of the machine that depend on the number format of an operator.
struct EvaluationContext {
    CountingRules rules;
    DataType format = DataType::unknown; ///< unknown: the accelerator's default format
    /// Cap compute at the measured fraction of peak where the device has one (its share shows as diluted).
    bool useSustainedRate = false;
};

/// One mapping through the model. An invalid mapping is reported with its violations and no costs.
[[nodiscard]] Evaluation evaluate(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping,
                                  const EvaluationContext& context = {});

} // namespace nestwright
