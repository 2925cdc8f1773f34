// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/accelerator_faults.h"
#include "core/accelerator/accelerator_json.h"
#include "core/accelerator/figure_keys.h"
#include "core/accelerator/json_source.h"
#include "core/accelerator/schema_check.h"

#include <cmath>
#include <limits>

namespace nestwright {
namespace {

using nlohmann::json;
using Pointer = JsonSource::Pointer;
using figures::UnitKeys;

template <class Table>
auto valueOf(const Table& table, const std::string& key) {
    for (const auto& [name, value] : table) {
        if (name == key) return value;
    }
    return table.front().second;
}

/// Reads a document that keeps the schema: keys, types and ranges are right, so that only what a schema can't say is
/// checked here. The first error sticks.
class AcceleratorReader {
public:
    explicit AcceleratorReader(const JsonSource& source)
        : m_source(source) {}

    Result<Accelerator> read() {
        const auto& root = m_source.root();
        m_result.id = root.at("id");
        m_result.name = root.at("name");
        m_result.family = root.value("family", "");
        m_result.vendor = root.value("vendor", "");
        m_result.defaultFormat = *dataTypeFromName(root.at("default_format").get<std::string>());
        m_result.elementPerWord = root.value("element_per_word", false);
        m_result.notes = root.value("notes", std::vector<std::string>());
        readDevice(Pointer("/device"));
        const Pointer levels("/levels");
        for (std::size_t i = 0; i < root.at("levels").size(); ++i) readLevel(levels / i);
        readCompute(Pointer("/compute"));
        if (root.contains("provenance")) readProvenance(root.at("provenance"));
        if (m_error) return tl::unexpected(*m_error);
        if (auto fault = findFault(m_result)) {
            return failure(ErrorKind::input, std::move(fault->what), m_source.place(fault->part),
                           std::move(fault->remedy));
        }
        return std::move(m_result);
    }

private:
    void fail(const Pointer& part, Message what, Message remedy) {
        if (!m_error) m_error = Error{ErrorKind::input, std::move(what), m_source.place(part), std::move(remedy)};
    }

    static Provenance provenanceOf(const json& node) {
        return {valueOf(figures::kBadges, node.at("badge").get<std::string>()), node.value("source", ""),
                node.value("note", "")};
    }

    /// The figure behind the one key of `keys` that the object has, in the unit of the header.
    std::optional<double> number(const Pointer& object, const UnitKeys& keys, const std::string& path) {
        const auto& node = m_source.root().at(object);
        std::optional<double> value;
        for (const auto& [key, scale] : keys) {
            if (!node.contains(key)) continue;
            if (value) {
                fail(object / key,
                     message(NW_TEXT("accelerator.two_units", "%1 says in another unit what is said already"),
                             readablePath(object / key)),
                     message(NW_TEXT("accelerator.two_units.remedy", "Keep the figure in one unit.")));
            }
            const auto& figure = node.at(key);
            value = (figure.is_object() ? figure.at("value") : figure).get<double>() * scale;
            if (figure.is_object()) m_result.provenance[path + keys.front().key] = provenanceOf(figure);
            if (!std::isfinite(*value)) {
                fail(object / key,
                     message(NW_TEXT("accelerator.infinite", "%1 is too large"), readablePath(object / key)),
                     message(NW_TEXT("accelerator.infinite.remedy", "Check the figure and its unit.")));
            }
        }
        return value;
    }

    double number(const Pointer& object, const UnitKeys& keys, const std::string& path, double otherwise) {
        return number(object, keys, path).value_or(otherwise);
    }

    std::optional<Count> whole(const Pointer& object, const UnitKeys& keys, const std::string& path, double most) {
        const auto value = number(object, keys, path);
        if (!value) return std::nullopt;
        if (*value == std::floor(*value) && *value <= most) return static_cast<Count>(*value);
        const auto part = object / usedKey(object, keys);
        fail(part,
             message(NW_TEXT("accelerator.whole", "%1 must come to a whole number of at most %2; it comes to %3"),
                     readablePath(part), most, *value),
             message(NW_TEXT("accelerator.whole.remedy", "Check the figure and its unit.")));
        return std::nullopt;
    }

    [[nodiscard]] std::string usedKey(const Pointer& object, const UnitKeys& keys) const {
        for (const auto& unit : keys) {
            if (m_source.root().at(object).contains(unit.key)) return unit.key;
        }
        return keys.front().key;
    }

    Count count(const Pointer& object, const char* key, const std::string& path, Count otherwise,
                double most = kMostCount) {
        return whole(object, figures::plain(key), path, most).value_or(otherwise);
    }

    std::map<DataType, double> byFormat(const Pointer& object, const char* key, const std::string& path) {
        std::map<DataType, double> figures;
        const auto& node = m_source.root().at(object);
        if (!node.contains(key)) return figures;
        for (const auto& item : node.at(key).items()) {
            figures[*dataTypeFromName(item.key())] =
                *number(object / key, figures::plain(item.key()), path + key + ".");
        }
        return figures;
    }

    void readDevice(const Pointer& at) {
        auto& device = m_result.device;
        const std::string path = "device.";
        device.clockHz = number(at, figures::clock(), path, device.clockHz);
        device.memoryBytes = whole(at, figures::memory(), path, kMostCount);
        device.vectorOpsPerSecond = number(at, figures::vectorRate(), path, 0);
        device.vectorEnergyPj = number(at, figures::plain("vector_energy_pj"), path);
        device.launchSeconds = number(at, figures::time("launch"), path, 0);
        device.graphLaunchSeconds = number(at, figures::time("graph_launch"), path);
        device.syncSeconds = number(at, figures::time("sync"), path);
        device.staticPowerW = number(at, figures::plain("static_power_w"), path);
        device.tdpW = number(at, figures::plain("tdp_w"), path);
        device.linkBytesPerSecond = number(at, figures::linkRate(), path);
        device.priceUsd = number(at, figures::plain("price_usd"), path);
        device.sustainedFraction = byFormat(at, "sustained_fraction", path);
        const auto& node = m_source.root().at(at);
        if (!node.contains("maturity")) return;
        for (const auto type : kAllLayerTypes) {
            const std::string key(keyOf(type));
            const auto grade = whole(at / "maturity", figures::plain(key), path + "maturity.", 3);
            if (grade) device.maturity[type] = static_cast<int>(*grade);
        }
    }

    void readLevel(const Pointer& at) {
        const auto& node = m_source.root().at(at);
        Level level;
        level.name = node.at("name");
        const auto path = "levels." + level.name + ".";
        level.capacityBits = whole(at, figures::capacity(), path, kMostCount);
        level.wordBits = static_cast<int>(count(at, "word_bits", path, level.wordBits, kMostInt));
        level.blockWords = static_cast<int>(count(at, "block_words", path, level.blockWords, kMostInt));
        level.readBitsPerCycle = number(at, figures::bandwidth("read", m_result.device.clockHz), path);
        level.writeBitsPerCycle = number(at, figures::bandwidth("write", m_result.device.clockHz), path);
        level.sharedBitsPerCycle = number(at, figures::bandwidth("shared", m_result.device.clockHz), path);
        level.leakagePjPerCycle = number(at, figures::plain("leakage_pj_per_cycle"), path, 0);
        level.areaMm2 = number(at, figures::plain("area_mm2"), path, 0);
        if (node.contains("energy")) level.energy = readEnergy(at / "energy", path + "energy.", level);
        if (node.contains("may_keep")) level.mayKeep = operands(node.at("may_keep"));
        if (node.contains("must_keep")) level.mustKeep = operands(node.at("must_keep"));
        readOperandCapacity(at, path, level);
        level.buffering = node.value("buffering", "double") == "double" ? Buffering::doubled : Buffering::single;
        level.inPlaceReduction = node.value("in_place_reduction", true);
        readRefinements(at, path, level);
        if (node.contains("fanout")) level.fanout = readFanout(at / "fanout", path + "fanout.");
        m_result.levels.push_back(std::move(level));
    }

    void readRefinements(const Pointer& at, const std::string& path, Level& level) {
        const auto& node = m_source.root().at(at);
        level.tileCopies = static_cast<int>(count(at, "tile_copies", path, level.tileCopies, kMostInt));
        level.clusterInstances =
            static_cast<int>(count(at, "cluster_instances", path, level.clusterInstances, kMostInt));
        level.minUtilization = number(at, figures::plain("min_utilization"), path, 0);
        level.networkFillCycles = number(at, figures::plain("network_fill_cycles"), path, 0);
        level.networkDrainCycles = number(at, figures::plain("network_drain_cycles"), path, 0);
        level.distributesMulticast = node.value("distributes_multicast", false);
        if (!node.contains("bandwidth_scale")) return;
        for (const auto& item : node.at("bandwidth_scale").items()) {
            level.bandwidthScale[item.key()] =
                *number(at / "bandwidth_scale", figures::plain(item.key()), path + "bandwidth_scale.");
        }
    }

    AccessEnergy readEnergy(const Pointer& at, const std::string& path, const Level& level) {
        return {number(at, figures::accessEnergy("read", level), path, 0),
                number(at, figures::accessEnergy("write", level), path, 0),
                number(at, figures::accessEnergy("update", level), path, 0)};
    }

    void readOperandCapacity(const Pointer& at, const std::string& path, Level& level) {
        const std::pair<const char*, double> units[] = {{"operand_capacity_bytes", 8}, {"operand_capacity_bits", 1}};
        const auto& node = m_source.root().at(at);
        for (const auto& [key, scale] : units) {
            if (!node.contains(key)) continue;
            for (const auto& [name, operand] : figures::kOperands) {
                const UnitKeys keys = {{std::string(name), scale}};
                const auto bits = whole(at / key, keys, path + "operand_capacity_bytes.", kMostCount);
                if (bits) level.operandCapacityBits[operand] = *bits;
            }
        }
    }

    Fanout readFanout(const Pointer& at, const std::string& path) {
        const auto& node = m_source.root().at(at);
        Fanout fanout;
        fanout.x = count(at, "x", path, 1);
        fanout.y = count(at, "y", path, 1);
        if (node.contains("x_carries")) fanout.xRule = dimClasses(node.at("x_carries"));
        if (node.contains("y_carries")) fanout.yRule = dimClasses(node.at("y_carries"));
        fanout.multicast = node.value("multicast", fanout.multicast);
        fanout.spatialReduction = node.value("spatial_reduction", fanout.spatialReduction);
        fanout.links = node.value("links", fanout.links);
        fanout.hopEnergyPj = number(at, figures::plain("hop_energy_pj"), path, 0);
        fanout.routerEnergyPj = number(at, figures::plain("router_energy_pj"), path, 0);
        fanout.ingressEnergyPj = number(at, figures::plain("ingress_energy_pj"), path, 0);
        fanout.timing.tileLoadCycles = number(at, figures::plain("tile_load_cycles"), path, 0);
        fanout.timing.hopCycles = number(at, figures::plain("hop_cycles"), path, 0);
        fanout.timing.drainsEachTile = node.value("drains_each_tile", false);
        fanout.name = node.value("name", fanout.name);
        return fanout;
    }

    void readCompute(const Pointer& at) {
        const auto& node = m_source.root().at(at);
        auto& compute = m_result.compute;
        compute.name = node.value("name", compute.name);
        compute.macsPerLaneCycle = byFormat(at, "macs_per_lane_cycle", "compute.");
        compute.energyPj = byFormat(at, "energy_pj", "compute.");
        compute.areaMm2 = number(at, figures::plain("area_mm2"), "compute.", 0);
    }

    void readProvenance(const json& node) {
        for (const auto& item : node.items()) m_result.provenance[item.key()] = provenanceOf(item.value());
    }

    static std::set<Operand> operands(const json& node) {
        std::set<Operand> set;
        for (const auto& item : node) set.insert(valueOf(figures::kOperands, item.get<std::string>()));
        return set;
    }

    static AxisRule dimClasses(const json& node) {
        AxisRule rule;
        for (const auto& item : node) rule.insert(valueOf(figures::kDimClasses, item.get<std::string>()));
        return rule;
    }

    static constexpr double kMostCount = 9007199254740992.0; // 2^53: beyond it a double isn't exact
    static constexpr double kMostInt = std::numeric_limits<int>::max();

    const JsonSource& m_source;
    Accelerator m_result;
    std::optional<Error> m_error;
};

} // namespace

Result<Accelerator> readAccelerator(std::string_view text, const std::string& file) {
    const auto source = JsonSource::parse(text, file);
    if (!source) return tl::unexpected(source.error());
    if (auto checked = checkSchema(*source, "accelerator"); !checked) return tl::unexpected(checked.error());
    return AcceleratorReader(*source).read();
}

} // namespace nestwright
