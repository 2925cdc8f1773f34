// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/yaml/fault.h"
#include "core/formats/zigzag/hardware.h"
#include "core/formats/zigzag/level_ports.h"
#include "core/formats/zigzag/memory_order.h"
#include "core/formats/zigzag/zigzag.h"

#include <algorithm>
#include <limits>

namespace nestwright::zigzag {
namespace {

constexpr std::size_t kOperands = 3;

DataType formatOf(Count bits) {
    if (bits <= 8) return DataType::int8;
    return bits <= 16 ? DataType::int16 : DataType::int32;
}

/// Builds the chain of levels.
class ChainBuilder {
public:
    ChainBuilder(const Hardware& hardware, SourceNotes& notes)
        : m_hardware(hardware)
        , m_notes(notes) {}

    Accelerator build() {
        m_result.id = m_result.name = m_hardware.name;
        DimSet spreadBelow = 0;
        const auto chain = orderMemories(m_hardware, m_notes, spreadBelow);
        const auto& outermost = m_hardware.memories[static_cast<std::size_t>(chain.front().memory)];
        if (chain.front().spreadAbove != 0 || outermost.operands.size() < kOperands) addOutside(outermost);
        for (const auto& link : chain) addMemory(link);
        addFanouts(spreadBelow);
        addCompute();
        m_grouped.report(m_notes);
        check();
        return std::move(m_result);
    }

private:
    /// Where no memory keeps everything for the whole array, something outside does.
    void addOutside(const Memory& outermost) {
        Level level;
        level.name = uniqueName("outside");
        level.buffering = Buffering::single;
        m_result.levels.push_back(std::move(level));
        m_notes.push_back({message(NW_TEXT("zigzag.note.outside", "No memory keeps all operands for the whole array: "
                                                                  "a level without limits or costs stands outside %1"),
                                   outermost.name),
                           m_hardware.place});
    }

    void addMemory(const ChainLink& link) {
        const Memory& memory = m_hardware.memories[static_cast<std::size_t>(link.memory)];
        if (!m_result.levels.empty()) addFanouts(link.spreadAbove);
        for (const Operand operand : memory.operands) checkMoves(memory, operand, isKeptOutside(memory, operand));
        Level level;
        level.name = memory.name;
        level.capacityBits = memory.bits;
        level.mayKeep = memory.operands;
        level.buffering = memory.isDoubled ? Buffering::doubled : Buffering::single;
        level.clusterInstances = static_cast<int>(std::min(m_hardware.sizeOf(link.copies), kMostInstances));
        readPorts(memory, m_grouped, level);
        if (link.copies != 0) {
            m_notes.push_back({message(NW_TEXT("zigzag.note.beside",
                                               "%1 serves %2 side by side with another memory: each of the %3 that "
                                               "share it keeps a copy, and an access is priced once for all of them"),
                                       memory.name, m_hardware.namesOf(link.copies), level.clusterInstances),
                               memory.place});
        }
        addProvenance(level.name);
        m_result.levels.push_back(std::move(level));
    }

    bool isKeptOutside(const Memory& memory, Operand operand) const {
        return std::any_of(m_hardware.memories.begin(), m_hardware.memories.end(),
                           [&](const Memory& other) { return &other > &memory && other.operands.contains(operand); });
    }

    /// Two dimensions a fan-out; further ones get a level that keeps nothing.
    void addFanouts(DimSet dims) {
        std::vector<ArrayDim> spread;
        for (std::size_t d = 0; d < m_hardware.dims.size(); ++d) {
            if ((dims >> d & 1U) != 0) spread.push_back(m_hardware.dims[d]);
        }
        for (std::size_t i = 0; i < spread.size(); i += 2) {
            const bool hasTwo = i + 1 < spread.size();
            const auto name = spread[i].name + (hasTwo ? "_" + spread[i + 1].name : std::string());
            if (!m_result.levels.back().fanout.name.empty()) {
                Level level;
                level.name = uniqueName(name);
                level.buffering = Buffering::single;
                level.mayKeep.clear();
                m_result.levels.push_back(std::move(level));
            }
            Fanout& fanout = m_result.levels.back().fanout;
            fanout.name = name;
            fanout.x = spread[i].size;
            if (hasTwo) fanout.y = spread[i + 1].size;
        }
    }

    void addCompute() {
        const DataType format = formatOf(m_hardware.operandBits);
        m_result.defaultFormat = format;
        m_result.compute.macsPerLaneCycle[format] = 1;
        m_result.compute.energyPj[format] = m_hardware.macPj;
        m_result.provenance["device.clock_hz"] = {Badge::assumed, "", "the format has no clock"};
        m_notes.push_back({message(NW_TEXT("zigzag.note.format", "The format has no clock and no number format: the "
                                                                 "array multiplies %1 at 1 GHz"),
                                   std::string(nameOf(format))),
                           m_hardware.place});
    }

    void addProvenance(const std::string& level) {
        for (const auto* key : {"read_pj", "write_pj", "update_pj"}) {
            m_result.provenance["levels." + level + ".energy." + key] = {Badge::derived, m_hardware.place.file, ""};
        }
    }

    std::string uniqueName(std::string name) const {
        const auto isTaken = [&] {
            return std::any_of(m_hardware.memories.begin(), m_hardware.memories.end(),
                               [&](const Memory& memory) { return memory.name == name; });
        };
        while (isTaken()) name += "_";
        return name;
    }

    void check() const {
        constexpr std::size_t kMostLevels = 32; // as native files have it
        if (m_result.levels.size() > kMostLevels) {
            yaml::fail(m_hardware.place,
                       message(NW_TEXT("zigzag.levels", "The memories and the array make %1 levels; at most %2 can be "
                                                        "used"),
                               m_result.levels.size(), kMostLevels),
                       message(NW_TEXT("zigzag.levels.remedy", "Describe fewer memories.")));
        }
        if (auto valid = validate(m_result); !valid) {
            yaml::fail(m_hardware.place, valid.error().message, valid.error().remedy.value_or(Message{}));
        }
    }

    static constexpr Count kMostInstances = std::numeric_limits<std::int32_t>::max();

    const Hardware& m_hardware;
    SourceNotes& m_notes;
    GroupedNotes m_grouped;
    Accelerator m_result;
};

} // namespace

Result<Accelerator> readHardware(const Description& description, SourceNotes& notes) {
    return yaml::guarded([&] {
        if (description.kind != Kind::hardware) {
            yaml::fail(*description.root, message(NW_TEXT("zigzag.no_hardware", "The file describes no hardware")),
                       message(NW_TEXT("zigzag.no_hardware.remedy",
                                       "Name a file with the keys memories and operational_array.")));
        }
        SourceNotes found = description.notes;
        const Hardware hardware = readHardwareFile(*description.root, found);
        auto accelerator = ChainBuilder(hardware, found).build();
        constexpr std::size_t kMostKept = 60; // a native file has room for 100
        for (std::size_t i = 0; i < std::min(found.size(), kMostKept); ++i) {
            accelerator.notes.push_back(found[i].text());
        }
        notes.insert(notes.end(), found.begin(), found.end());
        return accelerator;
    });
}

} // namespace nestwright::zigzag
