// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/workload/data_type.h"
#include "core/workload/layer_type.h"
#include "core/workload/problem.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace nestwright {

/// How a figure is known. Every figure of a preset carries one.
enum class Badge { measured, published, derived, assumed, recalled };

[[nodiscard]] std::string_view keyOf(Badge badge);

/// Where a figure comes from.
struct Provenance {
    Badge badge = Badge::assumed;
    std::string source; ///< "NVIDIA A100 datasheet", "ISCA 2017, Table 2", ...
    std::string note;   ///< how it was derived, what conflicts with it
    bool operator==(const Provenance&) const = default;
};

/// Whether transfers into a level can overlap the use of the tile that it holds.
enum class Buffering { single, doubled };

/// Energy of one access to a block of a level, in pJ.
struct AccessEnergy {
    double readPj = 0;
    double writePj = 0;  ///< prices fills
    double updatePj = 0; ///< prices updates
    bool operator==(const AccessEnergy&) const = default;
};

/// Which classes of dims an axis of a fan-out can carry. Empty: any.
using AxisRule = std::set<DimClass>;

/// How a systolic array fills and drains. A tile of the array is what the levels below it hold between two changes,
/// such as a block of weights. All 0: neither takes time beyond that of the ports.
struct ArrayTiming {
    /// Cycles in which a tile is shifted in, however few lanes it fills. While the levels below have room for the next
    /// one they pass while the tile before is in use; otherwise they come on top of what the ports take.
    double tileLoadCycles = 0;
    /// From a lane to its neighbour. From the first step of a mapping's first lane to that of its last, x + y - 2 hops
    /// away, a wavefront enters, and leaves again: the skew.
    double hopCycles = 0;
    bool drainsEachTile = false; ///< whether the skew passes before the next tile begins, or once for a run
    bool operator==(const ArrayTiming&) const = default;
};

/// The array of children below one instance of a level, and the network that feeds it.
struct Fanout {
    Count x = 1;
    Count y = 1;
    AxisRule xRule;
    AxisRule yRule;
    bool multicast = true;        ///< one word can go to several children at the price of one read
    bool spatialReduction = true; ///< children's partial sums are added on the way up
    bool links = false;           ///< neighbours pass on what they received a step ago
    double hopEnergyPj = 0;       ///< one word over one hop
    double routerEnergyPj = 0;
    double ingressEnergyPj = 0; ///< one word put into the network
    ArrayTiming timing;
    std::string name; ///< of the array, where it has one ("inter_PE_spatial")

    [[nodiscard]] Count children() const { return x * y; }
    bool operator==(const Fanout&) const = default;
};

/// A storage level, with the fan-out below it. Figures are those of one instance.
struct Level {
    std::string name;
    std::optional<Count> capacityBits; ///< nothing: unbounded
    int wordBits = 8;
    int blockWords = 1;                     ///< words that one access moves
    std::optional<double> readBitsPerCycle; ///< nothing: not a limit
    std::optional<double> writeBitsPerCycle;
    std::optional<double> sharedBitsPerCycle; ///< reads and writes together
    AccessEnergy energy;
    double leakagePjPerCycle = 0;
    double areaMm2 = 0;
    std::set<Operand> mayKeep = {Operand::input, Operand::weight, Operand::output};
    std::set<Operand> mustKeep; ///< operands that can't bypass it
    /// Room of single operands within the level (separate scratchpads); operands without an entry share capacityBits.
    std::map<Operand, Count> operandCapacityBits;
    Buffering buffering = Buffering::doubled;
    bool inPlaceReduction = true; ///< partial sums are added where they are kept
    /// Copies of everything kept that the hardware has room for; capacityBits is the room of one of them. From 2 on a
    /// refill overlaps the use of the tile.
    int tileCopies = 1;
    int clusterInstances = 1;  ///< instances that one access serves together, at the price of one
    double minUtilization = 0; ///< share of the room that a mapping must use, 0 to 1
    /// How much of the bandwidth a word of a tensor takes, by the tensor's name; absent: 1.
    std::map<std::string, double> bandwidthScale;
    double networkFillCycles = 0; ///< latency of the network below, once for a run
    double networkDrainCycles = 0;
    /// What its siblings would all receive is kept once among them and passed on between them.
    bool distributesMulticast = false;
    Fanout fanout;

    bool operator==(const Level&) const = default;
};

/// The multiply-adders below the innermost level.
struct Compute {
    std::string name = "MAC";
    /// Multiply-adds of one lane in one cycle, by number format: 1 for the format that the lane count refers to, 2 for
    /// one of half the width, below 1 for wider ones. A format without an entry can't be computed.
    std::map<DataType, double> macsPerLaneCycle;
    std::map<DataType, double> energyPj; ///< of one multiply-add
    double areaMm2 = 0;
    bool operator==(const Compute&) const = default;
};

/// What surrounds the hierarchy. Unknown figures are absent, never 0.
struct Device {
    double clockHz = 1e9;
    std::optional<Count> memoryBytes;         ///< for weights, activations and caches
    double vectorOpsPerSecond = 0;            ///< fp32-class operations of the vector units
    std::optional<double> vectorEnergyPj;     ///< of one vector operation
    double launchSeconds = 0;                 ///< one kernel launch, queued back to back
    std::optional<double> graphLaunchSeconds; ///< one node inside a captured graph
    std::optional<double> syncSeconds;
    std::optional<double> staticPowerW;
    std::optional<double> tdpW;
    std::optional<double> linkBytesPerSecond; ///< to other devices, all links, one direction
    std::optional<double> priceUsd;
    /// Measured ceiling of matrix throughput over peak, by format (0..1]: what a well-tuned kernel sustains.
    std::map<DataType, double> sustainedFraction;
    /// Software maturity by layer type: 0 falls back to the host, 1 works, 2 tuned, 3 best in class.
    std::map<LayerType, int> maturity;
    bool operator==(const Device&) const = default;
};

/// A chain of levels, outer (device memory) to inner (registers), ending in compute.
struct Accelerator {
    std::string id;     ///< "h100-sxm"
    std::string name;   ///< "NVIDIA H100 SXM5 80GB"
    std::string family; ///< "gpu", "systolic", "spatial"
    std::string vendor;
    DataType defaultFormat = DataType::int8;
    std::vector<Level> levels; ///< outer to inner; the first keeps every tensor
    Compute compute;
    Device device;
    /// Every element takes one word of a level, whatever its bits (Timeloop's counting); otherwise bits are packed.
    bool elementPerWord = false;
    /// By path of the figure in the native file: "device.tdp_w", "levels.L2.capacity_bytes", ...
    std::map<std::string, Provenance> provenance;
    std::vector<std::string> notes;

    /// All multiply-add lanes: the product of the fan-outs.
    [[nodiscard]] double lanes() const;
    /// Multiply-adds per cycle of the whole machine in a format (peak, without the sustained fraction); 0 where it
    /// can't compute it.
    [[nodiscard]] double peakMacsPerCycle(DataType format) const;
    [[nodiscard]] int levelIndex(std::string_view levelName) const; ///< -1 where there is none
    /// Instances of a level: the product of the fan-outs above it.
    [[nodiscard]] double instances(int level) const;

    bool operator==(const Accelerator&) const = default;
};

/// Checks names, positive figures, that the outermost level keeps every operand; the error names the part.
[[nodiscard]] Result<void> validate(const Accelerator& accelerator);

} // namespace nestwright
