// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/timeloop/dim_letters.h"
#include "core/formats/timeloop/timeloop.h"
#include "core/formats/timeloop/yaml_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nestwright::timeloop {
namespace {

/// Instances on the mesh of the whole machine.
struct Mesh {
    Count x = 1;
    Count y = 1;
    [[nodiscard]] Count instances() const { return x * y; }
};

bool isFloat(DataType type) {
    const auto name = nameOf(type);
    return name.rfind("fp", 0) == 0 || name.rfind("bf", 0) == 0 || name.rfind("tf", 0) == 0;
}

class ArchitectureWriter {
public:
    ArchitectureWriter(const Accelerator& accelerator, Dialect dialect, SourceNotes& notes)
        : m_accelerator(accelerator)
        , m_isNodes(dialect == Dialect::v04)
        , m_notes(notes) {}

    std::string write() {
        noteLimits();
        std::string parts;
        const Level* outer = nullptr;
        for (const auto& level : m_accelerator.levels) {
            parts += levelText(level, outer);
            outer = &level;
        }
        parts += computeText(*outer);
        const auto cycle = numeral(1 / m_accelerator.device.clockHz);
        const auto name = quoted(m_accelerator.id);
        const auto head = m_isNodes ? fmt::format("architecture:\n  version: 0.4\n  nodes:\n  - !Container {{name: {}, "
                                                  "attributes: {{global_cycle_seconds: {}}}}}\n",
                                                  name, cycle)
                                    : fmt::format("architecture:\n  version: 0.3\n  subtree:\n  - name: {}\n    "
                                                  "attributes: {{global_cycle_seconds: {}}}\n    local:\n",
                                                  name, cycle);
        const auto* version = m_isNodes ? "0.4" : "0.3";
        std::string text = head + parts;
        if (m_hasEnergies) text += fmt::format("ERT:\n  version: {}\n  tables:\n{}", version, m_energies);
        if (m_hasAreas) text += fmt::format("ART:\n  version: {}\n  tables:\n{}", version, m_areas);
        return text;
    }

private:
    void note(Message text) { m_notes.push_back({std::move(text), {}}); }

    /// "name[1..16]" in a tree; its copies are on the mesh. Nodes give the copies apart.
    std::string component(const std::string& name, const std::string& componentClass, FlowMap attributes,
                          const Fanout* around) const {
        if (!m_isNodes) {
            attributes.add("meshX", static_cast<double>(m_mesh.x));
            attributes.add("meshY", static_cast<double>(m_mesh.y));
            return fmt::format("    - {{name: {}, class: {}, attributes: {}}}\n", quoted(ranged(name)), componentClass,
                               attributes.text());
        }
        std::string spatial;
        if (around != nullptr && around->children() > 1) spatial = ", spatial: " + spatialText(*around);
        return fmt::format("  - !Component {{name: {}, class: {}{}, attributes: {}}}\n", quoted(name), componentClass,
                           spatial, attributes.text());
    }

    static std::string spatialText(const Fanout& fanout) {
        return fmt::format("{{meshX: {}, meshY: {}}}", fanout.x, fanout.y);
    }

    std::string ranged(const std::string& name) const { return fmt::format("{}[1..{}]", name, m_mesh.instances()); }

    /// The array of a level's fan-out, where it has a name; others are written with the children.
    std::string arrayText(const Fanout& fanout) const {
        if (fanout.name.empty() || fanout.children() == 1) return {};
        if (m_isNodes) {
            return fmt::format("  - !Container {{name: {}, spatial: {}}}\n", quoted(containerName(fanout.name)),
                               spatialText(fanout));
        }
        FlowMap attributes;
        attributes.add("width", 1.0);
        attributes.add("depth", 1.0);
        attributes.add("datawidth", 1.0);
        return component(fanout.name, "dummy_storage", attributes, nullptr);
    }

    std::string levelText(const Level& level, const Level* outer) {
        const auto* around = enter(outer);
        const bool isArray = level.mayKeep.empty();
        std::string text;
        if (!isArray) {
            const bool isDram = outer == nullptr && !level.capacityBits && !level.inPlaceReduction;
            text = component(level.name, isDram ? "DRAM" : "SRAM", attributesOf(level), around);
            addEnergies(level);
            addArea(level.name, level.areaMm2);
        }
        noteLevel(level);
        return text + arrayText(level.fanout);
    }

    /// Steps into the fan-out; the fan-out itself where it is to be written with the children.
    const Fanout* enter(const Level* outer) {
        if (outer == nullptr) return nullptr;
        m_mesh.x *= outer->fanout.x;
        m_mesh.y *= outer->fanout.y;
        return outer->fanout.name.empty() ? &outer->fanout : nullptr;
    }

    FlowMap attributesOf(const Level& level) {
        FlowMap attributes;
        attributes.add("datawidth", static_cast<double>(level.wordBits));
        attributes.add("block_size", static_cast<double>(level.blockWords));
        attributes.add("cluster_size", static_cast<double>(level.clusterInstances));
        addCapacity(level, attributes);
        addPort(attributes, "read_bandwidth", level.readBitsPerCycle, level.wordBits);
        addPort(attributes, "write_bandwidth", level.writeBitsPerCycle, level.wordBits);
        addPort(attributes, "shared_bandwidth", level.sharedBitsPerCycle, level.wordBits);
        if (!level.bandwidthScale.empty()) {
            FlowMap scales;
            for (const auto& [tensor, scale] : level.bandwidthScale) scales.add(quoted(tensor), scale);
            attributes.add("per_dataspace_bandwidth_consumption_scale", scales.text());
        }
        attributes.add("reduction_supported", level.inPlaceReduction ? "true" : "false");
        attributes.addUnless(0, "min_utilization", level.minUtilization);
        attributes.addUnless(0, "network_fill_latency", level.networkFillCycles);
        attributes.addUnless(0, "network_drain_latency", level.networkDrainCycles);
        if (level.distributesMulticast) attributes.add("network_type", "\"M:N\"");
        attributes.addUnless(0, "energy_per_hop", level.fanout.hopEnergyPj);
        attributes.addUnless(0, "router_energy", level.fanout.routerEnergyPj);
        attributes.addUnless(0, "energy_per_ingress", level.fanout.ingressEnergyPj);
        return attributes;
    }

    void addCapacity(const Level& level, FlowMap& attributes) {
        const bool isDoubled = level.buffering == Buffering::doubled && level.tileCopies == 1 && level.capacityBits;
        const int copies = isDoubled ? 2 : level.tileCopies;
        if (level.capacityBits) {
            const Count words = *level.capacityBits / level.wordBits * (isDoubled ? 1 : copies);
            if (*level.capacityBits % level.wordBits != 0) {
                note(message(NW_TEXT("timeloop.write.words", "The capacity of %1 is no whole number of words and is "
                                                             "rounded down"),
                             level.name));
            }
            attributes.add("entries", static_cast<double>(words));
        }
        attributes.addUnless(1, "multiple_buffering", static_cast<double>(copies));
        if (isDoubled) {
            note(
                message(NW_TEXT("timeloop.write.doubled", "%1 is double-buffered: the format halves its room for every "
                                                          "tensor, not only for those that are replaced"),
                        level.name));
        }
    }

    static void addPort(FlowMap& attributes, const char* key, const std::optional<double>& bits, int wordBits) {
        if (bits) attributes.add(key, quotient(*bits, wordBits));
    }

    void addEnergies(const Level& level) {
        m_energies += fmt::format("  - name: {}\n    actions:\n", quoted(m_accelerator.id + "." + level.name));
        addAction("read", level.energy.readPj);
        addAction("write", level.energy.writePj);
        addAction("update", level.energy.updatePj);
        addAction("leak", level.leakagePjPerCycle);
    }

    void addAction(const char* name, double energy) {
        m_hasEnergies = m_hasEnergies || energy != 0;
        m_energies += fmt::format("    - {{name: {}, energy: {}}}\n", name, numeral(energy));
    }

    void addArea(const std::string& name, double areaMm2) {
        m_hasAreas = m_hasAreas || areaMm2 != 0;
        constexpr double kUm2PerMm2 = 1e6;
        // The reader divides by 1e6: the nearest number that gives the same again.
        double area = areaMm2 * kUm2PerMm2;
        for (const double candidate : {area, std::nextafter(area, 0.0), std::nextafter(area, area * 2 + 1)}) {
            if (candidate / kUm2PerMm2 == areaMm2) {
                area = candidate;
                break;
            }
        }
        m_areas += fmt::format("  - {{name: {}, area: {}}}\n", quoted(m_accelerator.id + "." + name), numeral(area));
    }

    std::string computeText(const Level& outer) {
        const auto* around = enter(&outer);
        const auto& compute = m_accelerator.compute;
        const DataType format = m_accelerator.defaultFormat;
        FlowMap attributes;
        attributes.add("datawidth", static_cast<double>(std::max(1, bitsOf(format))));
        const auto energy = compute.energyPj.find(format);
        m_energies += fmt::format("  - name: {}\n    actions:\n", quoted(m_accelerator.id + "." + compute.name));
        addAction("compute", energy == compute.energyPj.end() ? 0 : energy->second);
        addArea(compute.name, compute.areaMm2);
        const auto rate = compute.macsPerLaneCycle.find(format);
        if (rate != compute.macsPerLaneCycle.end() && rate->second != 1) {
            note(message(NW_TEXT("timeloop.write.rate", "A lane multiplies %1 times a cycle in %2; the format has one"),
                         rate->second, std::string(nameOf(format))));
        }
        if (compute.macsPerLaneCycle.size() > 1) {
            note(message(NW_TEXT("timeloop.write.formats", "The format has one number format; %1 is written"),
                         std::string(nameOf(format))));
        }
        return component(compute.name, isFloat(format) ? "fpmac" : "intmac", attributes, around);
    }

    /// What only the native form can say of a level.
    void noteLevel(const Level& level) {
        const auto lost = [&](bool isLost, const char* what) {
            if (!isLost) return;
            note(message(NW_TEXT("timeloop.write.lost", "The format has no place for %1 of %2"), std::string(what),
                         level.name));
        };
        lost(!level.operandCapacityBits.empty(), "separate rooms of operands");
        lost(!level.mustKeep.empty() || (!level.mayKeep.empty() && level.mayKeep.size() < 3),
             "rules on which operands are kept");
        const auto& fanout = level.fanout;
        if (fanout.children() == 1) return;
        lost(!fanout.xRule.empty() || !fanout.yRule.empty(), "rules on which dims an axis carries");
        lost(!fanout.multicast || !fanout.spatialReduction, "a fan-out without multicast or reduction");
        lost(!fanout.links, "a fan-out without links between neighbours");
    }

    void noteLimits() {
        if (!m_accelerator.elementPerWord) {
            note(message(NW_TEXT("timeloop.write.packed", "Elements are packed by their bits here; in the format each "
                                                          "takes a word of its level")));
        }
        const Device& device = m_accelerator.device;
        const bool hasFigures = device.memoryBytes || device.vectorOpsPerSecond > 0 || device.launchSeconds > 0 ||
                                device.staticPowerW || device.tdpW || device.linkBytesPerSecond || device.priceUsd;
        if (hasFigures) {
            note(message(NW_TEXT("timeloop.write.device", "The format has no place for the figures of the device, such "
                                                          "as memory, vector unit, launches, power and price")));
        }
    }

    const Accelerator& m_accelerator;
    bool m_isNodes;
    SourceNotes& m_notes;
    Mesh m_mesh;
    std::string m_energies;
    std::string m_areas;
    bool m_hasEnergies = false;
    bool m_hasAreas = false;
};

} // namespace

std::string writeArchitecture(const Accelerator& accelerator, Dialect dialect, SourceNotes& notes) {
    return ArchitectureWriter(accelerator, dialect, notes).write();
}

} // namespace nestwright::timeloop
