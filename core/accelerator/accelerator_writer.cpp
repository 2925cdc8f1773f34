// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/accelerator_json.h"
#include "core/accelerator/figure_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace nestwright {
namespace {

using figures::UnitKeys;
using nlohmann::ordered_json;

template <class Table, class Value>
std::string nameIn(const Table& table, Value value) {
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.second == value; });
    return found == table.end() ? std::string() : std::string(found->first);
}

/// A whole number without a decimal point where a double holds one.
ordered_json numeral(double value) {
    constexpr double kExact = 9007199254740992.0;
    const bool isWhole = value >= -kExact && value <= kExact && value == static_cast<double>(static_cast<Count>(value));
    return isWhole ? ordered_json(static_cast<Count>(value)) : ordered_json(value);
}

/// Free of the last bits that a division leaves.
double withTwelveDigits(double value) { return std::stod(fmt::format("{:.12g}", value)); }

ordered_json provenanceJson(const Provenance& provenance) {
    ordered_json node;
    node["badge"] = std::string(keyOf(provenance.badge));
    if (!provenance.source.empty()) node["source"] = provenance.source;
    if (!provenance.note.empty()) node["note"] = provenance.note;
    return node;
}

class AcceleratorWriter {
public:
    explicit AcceleratorWriter(const Accelerator& accelerator)
        : m_accelerator(accelerator)
        , m_unwritten(accelerator.provenance) {}

    ordered_json write() {
        ordered_json root;
        root["schema"] = "nestwright.accelerator/1";
        root["id"] = m_accelerator.id;
        root["name"] = m_accelerator.name;
        if (!m_accelerator.family.empty()) root["family"] = m_accelerator.family;
        if (!m_accelerator.vendor.empty()) root["vendor"] = m_accelerator.vendor;
        root["default_format"] = std::string(nameOf(m_accelerator.defaultFormat));
        if (m_accelerator.elementPerWord) root["element_per_word"] = true;
        root["levels"] = ordered_json::array();
        for (const auto& level : m_accelerator.levels) root["levels"].push_back(levelJson(level));
        root["compute"] = computeJson();
        root["device"] = deviceJson();
        if (!m_accelerator.notes.empty()) root["notes"] = m_accelerator.notes;
        for (const auto& [path, provenance] : m_unwritten) root["provenance"][path] = provenanceJson(provenance);
        return root;
    }

private:
    /// Writes the figure under the first key whose number gives it back to the bit.
    void put(ordered_json& object, const UnitKeys& keys, double figure, const std::string& path) {
        auto used = std::find_if(keys.begin(), keys.end(),
                                 [&](const auto& unit) { return figure / unit.scale * unit.scale == figure; });
        if (used == keys.end()) used = keys.begin();
        object[used->key] = withProvenance(numeral(figure / used->scale), path + keys.front().key);
    }

    void put(ordered_json& object, const UnitKeys& keys, const std::optional<double>& figure, const std::string& path) {
        if (figure) put(object, keys, *figure, path);
    }

    /// A figure at its default is left out, unless its origin is known.
    void putUnless(ordered_json& object, double usual, const UnitKeys& keys, double figure, const std::string& path) {
        if (figure != usual || m_unwritten.count(path + keys.front().key) != 0) put(object, keys, figure, path);
    }

    ordered_json withProvenance(ordered_json value, const std::string& path) {
        const auto found = m_unwritten.find(path);
        if (found == m_unwritten.end()) return value;
        ordered_json node;
        node["value"] = std::move(value);
        node.update(provenanceJson(found->second));
        m_unwritten.erase(found);
        return node;
    }

    void putCapacity(ordered_json& node, const Level& level, const std::string& path) {
        if (!level.capacityBits) return;
        const auto bits = *level.capacityBits;
        const char* key = bits % 8 == 0 ? "capacity_bytes" : "capacity_bits";
        node[key] = withProvenance(ordered_json(bits % 8 == 0 ? bits / 8 : bits), path + "capacity_bytes");
    }

    void putOperandCapacity(ordered_json& node, const Level& level, const std::string& path) {
        for (const auto& [operand, bits] : level.operandCapacityBits) {
            const auto name = nameIn(figures::kOperands, operand);
            const char* key = bits % 8 == 0 ? "operand_capacity_bytes" : "operand_capacity_bits";
            node[key][name] =
                withProvenance(ordered_json(bits % 8 == 0 ? bits / 8 : bits), path + "operand_capacity_bytes." + name);
        }
    }

    ordered_json levelJson(const Level& level) {
        const auto path = "levels." + level.name + ".";
        const Level usual;
        ordered_json node;
        node["name"] = level.name;
        putCapacity(node, level, path);
        putUnless(node, usual.wordBits, figures::plain("word_bits"), level.wordBits, path);
        putUnless(node, usual.blockWords, figures::plain("block_words"), level.blockWords, path);
        putBandwidth(node, "read", level.readBitsPerCycle, level, path);
        putBandwidth(node, "write", level.writeBitsPerCycle, level, path);
        putBandwidth(node, "shared", level.sharedBitsPerCycle, level, path);
        ordered_json energy;
        putUnless(energy, 0, figures::plain("read_pj"), level.energy.readPj, path + "energy.");
        putUnless(energy, 0, figures::plain("write_pj"), level.energy.writePj, path + "energy.");
        putUnless(energy, 0, figures::plain("update_pj"), level.energy.updatePj, path + "energy.");
        if (!energy.empty()) node["energy"] = std::move(energy);
        putUnless(node, 0, figures::plain("leakage_pj_per_cycle"), level.leakagePjPerCycle, path);
        putUnless(node, 0, figures::plain("area_mm2"), level.areaMm2, path);
        if (level.mayKeep != usual.mayKeep) node["may_keep"] = operands(level.mayKeep);
        if (!level.mustKeep.empty()) node["must_keep"] = operands(level.mustKeep);
        putOperandCapacity(node, level, path);
        node["buffering"] = level.buffering == Buffering::doubled ? "double" : "single";
        if (!level.inPlaceReduction) node["in_place_reduction"] = false;
        putRefinements(node, level, path);
        if (auto fanout = fanoutJson(level.fanout, path + "fanout."); !fanout.empty())
            node["fanout"] = std::move(fanout);
        return node;
    }

    void putRefinements(ordered_json& node, const Level& level, const std::string& path) {
        putUnless(node, 1, figures::plain("tile_copies"), level.tileCopies, path);
        putUnless(node, 1, figures::plain("cluster_instances"), level.clusterInstances, path);
        putUnless(node, 0, figures::plain("min_utilization"), level.minUtilization, path);
        for (const auto& [tensor, scale] : level.bandwidthScale) {
            put(node["bandwidth_scale"], figures::plain(tensor), scale, path + "bandwidth_scale.");
        }
        putUnless(node, 0, figures::plain("network_fill_cycles"), level.networkFillCycles, path);
        putUnless(node, 0, figures::plain("network_drain_cycles"), level.networkDrainCycles, path);
        if (level.distributesMulticast) node["distributes_multicast"] = true;
    }

    /// Per cycle, so that it follows the clock; but a device's memory has a clock of its own, so that its rate is
    /// written per second, where that gives the figure back to the bit.
    void putBandwidth(ordered_json& node, const std::string& port, const std::optional<double>& bitsPerCycle,
                      const Level& level, const std::string& path) {
        if (!bitsPerCycle) return;
        const UnitKeys keys = figures::bandwidth(port, m_accelerator.device.clockHz);
        const auto& [key, scale] = keys.back();
        const bool isMemory = m_accelerator.device.memoryBytes && &level == m_accelerator.levels.data();
        const double rate = withTwelveDigits(*bitsPerCycle / scale);
        if (isMemory && rate * scale == *bitsPerCycle) {
            node[key] = withProvenance(numeral(rate), path + keys.front().key);
        } else {
            put(node, {keys.front()}, *bitsPerCycle, path);
        }
    }

    ordered_json fanoutJson(const Fanout& fanout, const std::string& path) {
        const Fanout usual;
        ordered_json node;
        if (!fanout.name.empty()) node["name"] = fanout.name;
        putUnless(node, 1, figures::plain("x"), static_cast<double>(fanout.x), path);
        putUnless(node, 1, figures::plain("y"), static_cast<double>(fanout.y), path);
        if (!fanout.xRule.empty()) node["x_carries"] = dimClasses(fanout.xRule);
        if (!fanout.yRule.empty()) node["y_carries"] = dimClasses(fanout.yRule);
        if (fanout.multicast != usual.multicast) node["multicast"] = fanout.multicast;
        if (fanout.spatialReduction != usual.spatialReduction) node["spatial_reduction"] = fanout.spatialReduction;
        if (fanout.links != usual.links) node["links"] = fanout.links;
        putUnless(node, 0, figures::plain("hop_energy_pj"), fanout.hopEnergyPj, path);
        putUnless(node, 0, figures::plain("router_energy_pj"), fanout.routerEnergyPj, path);
        putUnless(node, 0, figures::plain("ingress_energy_pj"), fanout.ingressEnergyPj, path);
        putUnless(node, 0, figures::plain("tile_load_cycles"), fanout.timing.tileLoadCycles, path);
        putUnless(node, 0, figures::plain("hop_cycles"), fanout.timing.hopCycles, path);
        if (fanout.timing.drainsEachTile) node["drains_each_tile"] = true;
        return node;
    }

    ordered_json computeJson() {
        const auto& compute = m_accelerator.compute;
        ordered_json node;
        node["name"] = compute.name;
        node["macs_per_lane_cycle"] = byFormat(compute.macsPerLaneCycle, "compute.macs_per_lane_cycle.");
        if (!compute.energyPj.empty()) node["energy_pj"] = byFormat(compute.energyPj, "compute.energy_pj.");
        putUnless(node, 0, figures::plain("area_mm2"), compute.areaMm2, "compute.");
        return node;
    }

    ordered_json deviceJson() {
        const auto& device = m_accelerator.device;
        const std::string path = "device.";
        ordered_json node;
        put(node, figures::clock(), device.clockHz, path);
        if (device.memoryBytes)
            node["memory_bytes"] = withProvenance(ordered_json(*device.memoryBytes), "device.memory_bytes");
        putUnless(node, 0, figures::vectorRate(), device.vectorOpsPerSecond, path);
        put(node, figures::plain("vector_energy_pj"), device.vectorEnergyPj, path);
        putUnless(node, 0, figures::time("launch"), device.launchSeconds, path);
        put(node, figures::time("graph_launch"), device.graphLaunchSeconds, path);
        put(node, figures::time("sync"), device.syncSeconds, path);
        put(node, figures::plain("static_power_w"), device.staticPowerW, path);
        put(node, figures::plain("tdp_w"), device.tdpW, path);
        put(node, figures::linkRate(), device.linkBytesPerSecond, path);
        put(node, figures::plain("price_usd"), device.priceUsd, path);
        if (!device.sustainedFraction.empty()) {
            node["sustained_fraction"] = byFormat(device.sustainedFraction, "device.sustained_fraction.");
        }
        for (const auto& [type, grade] : device.maturity) {
            put(node["maturity"], figures::plain(std::string(keyOf(type))), static_cast<double>(grade),
                "device.maturity.");
        }
        return node;
    }

    ordered_json byFormat(const std::map<DataType, double>& figuresByFormat, const std::string& path) {
        auto node = ordered_json::object();
        for (const auto& [format, figure] : figuresByFormat) {
            put(node, figures::plain(std::string(nameOf(format))), figure, path);
        }
        return node;
    }

    static ordered_json operands(const std::set<Operand>& set) {
        auto node = ordered_json::array();
        for (const auto operand : set) node.push_back(nameIn(figures::kOperands, operand));
        return node;
    }

    static ordered_json dimClasses(const AxisRule& rule) {
        auto node = ordered_json::array();
        for (const auto dimClass : rule) node.push_back(nameIn(figures::kDimClasses, dimClass));
        return node;
    }

    const Accelerator& m_accelerator;
    std::map<std::string, Provenance> m_unwritten;
};

} // namespace

ordered_json writeAccelerator(const Accelerator& accelerator) { return AcceleratorWriter(accelerator).write(); }

} // namespace nestwright
