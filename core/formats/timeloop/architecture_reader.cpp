// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/timeloop/component_reader.h"
#include "core/formats/timeloop/fault.h"
#include "core/formats/timeloop/timeloop.h"
#include "core/formats/timeloop/values.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace nestwright::timeloop {
namespace {

/// Energies of computations whose format the file leaves open are those of the default format.
DataType formatOf(const Stage& compute, Count bits) {
    const bool isFloat = compute.componentClass.find("fp") != std::string::npos;
    if (bits <= 4) return isFloat ? DataType::float4e2m1 : DataType::int4;
    if (bits <= 8) return isFloat ? DataType::float8e4m3 : DataType::int8;
    if (bits <= 16) return isFloat ? DataType::float16 : DataType::int16;
    if (bits <= 32) return isFloat ? DataType::float32 : DataType::int32;
    return isFloat ? DataType::float64 : DataType::int64;
}

class ArchitectureReader {
public:
    ArchitectureReader(const Document& document, SourceNotes& notes)
        : m_document(document)
        , m_notes(notes)
        , m_tables(readTables(document)) {}

    Accelerator read() {
        m_hierarchy = readHierarchy(m_document, m_notes);
        m_result.id = m_result.name = m_hierarchy.name;
        m_result.elementPerWord = true;
        for (std::size_t i = 0; i < m_hierarchy.stages.size(); ++i) readStage(i);
        noteTables();
        noteSections();
        checkLimits();
        return std::move(m_result);
    }

private:
    void readStage(std::size_t index) {
        const Stage& stage = m_hierarchy.stages[index];
        setCopies(stage);
        switch (stage.kind) {
        case Stage::Kind::storage:
            readMemory(stage, index);
            break;
        case Stage::Kind::array:
            readArray(stage);
            break;
        case Stage::Kind::compute:
            readCompute(stage);
        }
    }

    /// The copies of a stage are the fan-out of what stands outside it.
    void setCopies(const Stage& stage) {
        if (m_result.levels.empty()) {
            if (stage.x == 1 && stage.y == 1) return;
            fail(*stage.node,
                 message(NW_TEXT("timeloop.outer_copies", "The outermost memory %1 has %2 instances; it must be one"),
                         stage.name, stage.x * stage.y),
                 message(NW_TEXT("timeloop.outer_copies.remedy", "Describe one device, with its copies inside it.")));
        }
        auto& fanout = m_result.levels.back().fanout;
        fanout.x = productOf(fanout.x, stage.x, stage.node->place(), "The number of instances");
        fanout.y = productOf(fanout.y, stage.y, stage.node->place(), "The number of instances");
        fanout.links = fanout.children() > 1;
    }

    void readMemory(const Stage& stage, std::size_t index) {
        Attributes attributes(stage);
        Level level = readLevel(stage, m_tables, attributes, m_notes);
        readNetwork(m_tables, attributes, areaBelow(index), level.fanout);
        readClock(attributes);
        finish(attributes);
        addProvenance(level);
        addLevel(std::move(level), stage);
    }

    /// An array right below a memory is the memory's fan-out; further arrays are levels that keep nothing.
    void readArray(const Stage& stage) {
        auto& outer = m_result.levels.back().fanout;
        if (outer.children() == 1 && outer.name.empty()) {
            outer.name = stage.name;
            return;
        }
        Level level;
        level.name = level.fanout.name = stage.name;
        level.buffering = Buffering::single;
        level.mayKeep.clear();
        addLevel(std::move(level), stage);
    }

    void addLevel(Level level, const Stage& stage) {
        if (m_result.levelIndex(level.name) >= 0) {
            fail(*stage.node, message(NW_TEXT("timeloop.same_name", "Two levels are named %1"), level.name),
                 message(NW_TEXT("timeloop.same_name.remedy", "Give each a name of its own.")));
        }
        m_result.levels.push_back(std::move(level));
    }

    void readCompute(const Stage& stage) {
        Attributes attributes(stage);
        auto& compute = m_result.compute;
        compute.name = stage.name;
        const Count bits = attributes.count({"word_bits", "word_width", "datawidth", "width"}).value_or(16);
        const DataType format = formatOf(stage, bits);
        m_result.defaultFormat = format;
        compute.macsPerLaneCycle[format] = 1;
        const auto* energies = m_tables.energiesOf(stage.name);
        auto energy = energies != nullptr ? computeEnergyOf(*energies) : std::nullopt;
        if (!energy) energy = attributes.amount({"energy"});
        if (energy) compute.energyPj[format] = *energy;
        if (!energy && m_tables.hasEnergies) {
            m_notes.push_back({message(NW_TEXT("timeloop.note.no_mac_energy", "The energy table has no computation of "
                                                                              "%1: it counts as 0 pJ"),
                                       stage.name),
                               stage.node->place()});
        }
        const double area = areaOf(stage.name);
        compute.areaMm2 = area / kUm2PerMm2;
        if (area == 0) compute.areaMm2 = attributes.amount({"area"}).value_or(0) / kUm2PerMm2;
        for (const auto* key : {"network_operand", "network_result"}) {
            if (!attributes.node({key})) continue;
            m_notes.push_back(
                {message(NW_TEXT("timeloop.note.named_network", "%1 of %2 is left out: networks are those "
                                                                "of the fan-outs"),
                         std::string(key), stage.name),
                 attributes.place({key})});
        }
        readClock(attributes);
        finish(attributes);
        if (energies != nullptr) {
            addSource("compute.energy_pj." + std::string(nameOf(format)), *energies);
        }
    }

    void finish(const Attributes& attributes) {
        attributes.noteUnused(m_notes);
        for (const auto& key : attributes.pricing()) m_pricing.insert(key);
    }

    void readClock(Attributes& attributes) {
        const auto seconds = attributes.positive({"global_cycle_seconds"});
        if (!seconds) return;
        // 1e-9 s is 1e9 Hz, though the quotient of the two doubles falls short of it.
        const double clock = 1 / *seconds;
        const double whole = std::round(clock);
        constexpr double kRounding = 1e-12;
        m_result.device.clockHz = std::abs(clock - whole) <= kRounding * clock ? whole : clock;
    }

    double areaOf(const std::string& name) const {
        const auto found = m_tables.areasUm2.find(name);
        return found == m_tables.areasUm2.end() ? 0 : found->second;
    }

    /// Area of one child of the stage with everything in it, um2.
    double areaBelow(std::size_t index) const {
        double area = 0;
        double copies = 1;
        const auto& stages = m_hierarchy.stages;
        for (std::size_t i = index + 1; i < stages.size(); ++i) {
            if (i > index + 1) copies *= static_cast<double>(stages[i].x) * static_cast<double>(stages[i].y);
            area += copies * areaOf(stages[i].name);
        }
        return area;
    }

    void addProvenance(const Level& level) {
        const auto path = "levels." + level.name + ".energy.";
        const auto* energies = m_tables.energiesOf(level.name);
        if (energies == nullptr) return;
        for (const auto* key : {"read_pj", "write_pj", "update_pj"}) addSource(path + key, *energies);
    }

    void addSource(const std::string& path, const ActionEnergies& energies) {
        m_result.provenance[path] = {Badge::derived, "energy table " + energies.file, ""};
    }

    void noteTables() {
        if (!m_tables.hasEnergies) {
            m_notes.push_back(
                {message(NW_TEXT("timeloop.note.no_table", "There is no energy table (ERT): energies that "
                                                           "the architecture doesn't give count as 0 pJ")),
                 m_document.architecture()->place});
        }
        if (m_pricing.empty()) return;
        m_notes.push_back(
            {message(NW_TEXT("timeloop.note.pricing", "Attributes that only estimators of energy and area "
                                                      "read are left out: %1"),
                     joined({m_pricing.begin(), m_pricing.end()})),
             m_document.architecture()->place});
    }

    /// Parts of the description that stand for nothing in the model.
    void noteSections() {
        for (const auto* key : {"sparse_optimizations", "layout", "compound_components", "components"}) {
            const auto* section = m_document.section({key});
            if (section == nullptr || section->value->isNull()) continue;
            if (section->value->isMap() && section->value->members.empty()) continue;
            m_notes.push_back(
                {message(NW_TEXT("timeloop.note.section", "%1 is left out: it isn't modelled"), section->key),
                 section->place});
        }
    }

    void checkLimits() const {
        constexpr std::size_t kMostLevels = 32; // as native files have it
        const auto& at = *m_document.architecture()->value;
        if (m_result.levels.size() > kMostLevels) {
            fail(at,
                 message(NW_TEXT("timeloop.levels", "The architecture has %1 levels; at most %2 can be used"),
                         m_result.levels.size(), kMostLevels),
                 message(NW_TEXT("timeloop.levels.remedy", "Leave levels out that keep nothing.")));
        }
        if (auto valid = validate(m_result); !valid) {
            fail(at, valid.error().message, valid.error().remedy.value_or(Message{}));
        }
    }

    static constexpr double kUm2PerMm2 = 1e6;

    const Document& m_document;
    SourceNotes& m_notes;
    ComponentTables m_tables;
    Hierarchy m_hierarchy;
    std::set<std::string> m_pricing;
    Accelerator m_result;
};

} // namespace

Result<Accelerator> readArchitecture(const Document& document, SourceNotes& notes) {
    return guarded([&] {
        SourceNotes found;
        auto accelerator = ArchitectureReader(document, found).read();
        constexpr std::size_t kMostKept = 60; // a native file has room for 100
        for (std::size_t i = 0; i < std::min(found.size(), kMostKept); ++i) {
            accelerator.notes.push_back(found[i].text());
        }
        notes.insert(notes.end(), found.begin(), found.end());
        return accelerator;
    });
}

} // namespace nestwright::timeloop
