// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/timeloop/component_reader.h"

#include "core/formats/timeloop/fault.h"
#include "core/formats/timeloop/values.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nestwright::timeloop {
namespace {

constexpr Count kUsualWordBits = 16;

/// Bits of a word, words of a block, instances of a cluster: what isn't given follows from the width of a line.
struct Geometry {
    Count wordBits = kUsualWordBits;
    Count blockWords = 1;
    Count clusterInstances = 1;
};

int narrowed(Count value, const Stage& stage, const char* what) {
    if (value <= std::numeric_limits<int>::max()) return static_cast<int>(value);
    fail(*stage.node, message(NW_TEXT("timeloop.wide", "%1 of %2 is too large"), std::string(what), stage.name),
         message(NW_TEXT("timeloop.count.remedy", "Check the figure and its unit.")));
}

Geometry geometryOf(const Stage& stage, Attributes& attributes) {
    Geometry geometry;
    geometry.wordBits = attributes.count({"word_bits", "word_width", "datawidth"}).value_or(kUsualWordBits);
    const auto block = attributes.count({"block_size", "n_words"});
    const auto cluster = attributes.count({"cluster_size"});
    const auto width = attributes.count({"width", "memory_width", "data_storage_width"});
    geometry.blockWords = block.value_or(1);
    geometry.clusterInstances = cluster.value_or(1);
    const auto place = stage.node->place();
    const auto line = [&] {
        return productOf(productOf(geometry.wordBits, geometry.blockWords, place, "A line"), geometry.clusterInstances,
                         place, "A line");
    };
    if (!width) {
        (void)line();
        return geometry;
    }
    if (!block && *width % line() == 0) geometry.blockWords = *width / line();
    if (block && !cluster && *width % line() == 0) geometry.clusterInstances = *width / line();
    if (line() == *width) return geometry;
    fail(attributes.place({"width", "memory_width", "data_storage_width"}),
         message(NW_TEXT("timeloop.width", "The width of %1, %2 bits, isn't word bits x block size x cluster size = "
                                           "%3 x %4 x %5"),
                 stage.name, *width, geometry.wordBits, geometry.blockWords, geometry.clusterInstances),
         message(NW_TEXT("timeloop.width.remedy", "Make the width a multiple of the word, or leave block and cluster "
                                                  "size out.")));
}

/// Words of one instance; nothing where there is no limit.
std::optional<Count> capacityWords(const Stage& stage, Attributes& attributes, const Geometry& geometry) {
    const auto entries = attributes.count({"entries"});
    const auto depth = attributes.count({"depth", "memory_depth"});
    const auto kilobytes = attributes.positive({"sizeKB", "size_KB"});
    if (entries) return entries;
    if (depth) return productOf(*depth, geometry.blockWords, stage.node->place(), "The capacity");
    if (!kilobytes) return std::nullopt;
    const double words = std::floor(*kilobytes * 1024 * 8 / static_cast<double>(geometry.wordBits));
    if (words >= 1 && words <= kMostCount) return static_cast<Count>(words);
    fail(attributes.place({"sizeKB", "size_KB"}),
         message(NW_TEXT("timeloop.size", "%1 holds no whole word, or more than 2^53"), stage.name),
         message(NW_TEXT("timeloop.count.remedy", "Check the figure and its unit.")));
}

bool isDram(const Stage& stage, Attributes& attributes) {
    return attributes.text("technology") == "DRAM" || stage.componentClass.find("DRAM") != std::string::npos;
}

void readCapacity(const Stage& stage, Attributes& attributes, const Geometry& geometry, Level& level,
                  SourceNotes& notes) {
    const auto words = capacityWords(stage, attributes, geometry);
    const Count copies = attributes.count({"multiple_buffering"}).value_or(1);
    level.tileCopies = narrowed(copies, stage, "multiple_buffering");
    level.minUtilization = attributes.amount({"min_utilization"}).value_or(0);
    if (attributes.flag("allow_overbooking").value_or(false)) {
        notes.push_back({message(NW_TEXT("timeloop.note.overbooking", "Overbooking of %1 isn't modelled: tiles must "
                                                                      "fit"),
                                 stage.name),
                         attributes.place({"allow_overbooking"})});
    }
    if (!words) {
        if (isDram(stage, attributes)) return;
        notes.push_back(
            {message(NW_TEXT("timeloop.note.unlimited", "%1 has no size and counts as unlimited"), stage.name),
             stage.node->place()});
        return;
    }
    if (*words / copies < 1) {
        fail(attributes.place({"multiple_buffering"}),
             message(NW_TEXT("timeloop.copies", "The %1 words of %2 don't hold %3 copies"), *words, stage.name, copies),
             message(NW_TEXT("timeloop.count.remedy", "Check the figure and its unit.")));
    }
    level.capacityBits =
        productOf(*words / copies, geometry.wordBits, stage.node->place(), "The capacity of " + stage.name);
}

void readPorts(Attributes& attributes, const Geometry& geometry, Level& level) {
    const auto bits = [&](std::optional<double> words) -> std::optional<double> {
        if (!words) return std::nullopt;
        return *words * static_cast<double>(geometry.wordBits);
    };
    level.readBitsPerCycle = bits(attributes.positive({"read_bandwidth"}));
    level.writeBitsPerCycle = bits(attributes.positive({"write_bandwidth"}));
    level.sharedBitsPerCycle = bits(attributes.positive({"shared_bandwidth"}));
    if (const auto old = bits(attributes.positive({"bandwidth"}))) {
        if (!level.readBitsPerCycle) level.readBitsPerCycle = *old / 2;
        if (!level.writeBitsPerCycle) level.writeBitsPerCycle = *old / 2;
    }
    const auto scales = attributes.node({"per_dataspace_bandwidth_consumption_scale"});
    if (!scales) return;
    expectMap(*scales, "per_dataspace_bandwidth_consumption_scale");
    for (const auto& member : scales->members) {
        const double scale = numberOf(*member.value, {}, member.key);
        if (scale < 0) {
            fail(*member.value,
                 message(NW_TEXT("timeloop.negative", "%1 can't be negative; it is %2"), member.key, scale),
                 message(NW_TEXT("timeloop.negative.remedy", "Write a number of at least 0.")));
        }
        level.bandwidthScale[member.key] = scale;
    }
}

void readEnergy(const Stage& stage, const ComponentTables& tables, Attributes& attributes, Level& level,
                SourceNotes& notes) {
    const auto own = attributes.amount({"vector_access_energy"});
    const auto* energies = tables.energiesOf(stage.name);
    if (energies != nullptr) {
        level.energy = accessEnergyOf(*energies);
        level.leakagePjPerCycle = energies->first({"leak"}).value_or(0);
    }
    if (own) level.energy = {*own, *own, *own};
    if (energies == nullptr && !own && tables.hasEnergies) {
        notes.push_back(
            {message(NW_TEXT("timeloop.note.no_energy", "The energy table has no entry for %1: its accesses "
                                                        "count as 0 pJ"),
                     stage.name),
             stage.node->place()});
    }
    const auto area = tables.areasUm2.find(stage.name);
    constexpr double kUm2PerMm2 = 1e6;
    if (area != tables.areasUm2.end()) level.areaMm2 = area->second / kUm2PerMm2;
}

/// Gating by groups and explicit networks, which the model has no place for.
void noteUnmodelled(const Stage& stage, Attributes& attributes, SourceNotes& notes) {
    if (attributes.node({"power_gated_at"})) {
        notes.push_back({message(NW_TEXT("timeloop.note.gating", "Power gating of %1 isn't modelled: idle instances "
                                                                 "don't leak"),
                                 stage.name),
                         attributes.place({"power_gated_at"})});
    }
    for (const auto* key : {"network_read", "network_fill", "network_drain", "network_update"}) {
        if (!attributes.node({key})) continue;
        notes.push_back({message(NW_TEXT("timeloop.note.named_network", "%1 of %2 is left out: networks are those of "
                                                                        "the fan-outs"),
                                 std::string(key), stage.name),
                         attributes.place({key})});
    }
}

} // namespace

Level readLevel(const Stage& stage, const ComponentTables& tables, Attributes& attributes, SourceNotes& notes) {
    Level level;
    level.name = stage.name;
    const Geometry geometry = geometryOf(stage, attributes);
    level.wordBits = narrowed(geometry.wordBits, stage, "word_bits");
    level.blockWords = narrowed(geometry.blockWords, stage, "block_size");
    level.clusterInstances = narrowed(geometry.clusterInstances, stage, "cluster_size");
    level.buffering = Buffering::single;
    readCapacity(stage, attributes, geometry, level, notes);
    readPorts(attributes, geometry, level);
    level.inPlaceReduction = attributes.flag("reduction_supported").value_or(!isDram(stage, attributes));
    level.distributesMulticast = attributes.text("network_type") == "M:N";
    level.networkFillCycles = attributes.amount({"network_fill_latency"}).value_or(0);
    level.networkDrainCycles = attributes.amount({"network_drain_latency"}).value_or(0);
    readEnergy(stage, tables, attributes, level, notes);
    noteUnmodelled(stage, attributes, notes);
    return level;
}

void readNetwork(const ComponentTables& tables, Attributes& attributes, double childAreaUm2, Fanout& fanout) {
    fanout.routerEnergyPj = attributes.amount({"router_energy"}).value_or(0);
    fanout.ingressEnergyPj = attributes.amount({"energy_per_ingress"}).value_or(0);
    const auto perHop = attributes.amount({"energy_per_hop"});
    auto wire = attributes.amount({"wire_energy"}); // pJ per bit and millimetre
    const auto tileWidth = attributes.amount({"tile_width"});
    const auto bits = attributes.count({"network_word_bits"});
    if (const auto* table = tables.energiesOf("wire"); !wire && table != nullptr)
        wire = table->first({"transfer_random"});
    if (perHop) {
        fanout.hopEnergyPj = *perHop;
    } else if (wire) {
        constexpr double kUmPerMm = 1000;
        const double hopMm = tileWidth.value_or(std::sqrt(childAreaUm2)) / kUmPerMm;
        const auto wordBits = bits ? *bits : attributes.count({"word_bits", "word_width", "datawidth"}).value_or(16);
        fanout.hopEnergyPj = *wire * static_cast<double>(wordBits) * hopMm;
    }
}

} // namespace nestwright::timeloop
