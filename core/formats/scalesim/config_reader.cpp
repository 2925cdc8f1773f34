// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/scalesim/config_reader.h"

#include "core/base/text.h"
#include "core/formats/scalesim/ini.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace nestwright::scalesim {
namespace {

constexpr const char* kGeneral = "general";
constexpr const char* kArray = "architecture_presets";
constexpr const char* kLayout = "layout";
constexpr const char* kRun = "run_presets";
constexpr int kWordBits = 8;
constexpr int kPartialBits = 32;

/// Which operand the array's elements keep, and what its rows and columns carry.
struct Dataflow {
    const char* name;
    Operand kept;
    DimClass rows;
    DimClass columns;
};

constexpr Dataflow kDataflows[] = {{"os", Operand::output, DimClass::outputPosition, DimClass::outputChannel},
                                   {"ws", Operand::weight, DimClass::reduction, DimClass::outputChannel},
                                   {"is", Operand::input, DimClass::reduction, DimClass::outputPosition}};

class ConfigReader {
public:
    ConfigReader(std::vector<IniEntry> entries, const std::string& file, SourceNotes& notes)
        : m_entries(std::move(entries))
        , m_file(file)
        , m_notes(notes) {}

    Result<Accelerator> read() {
        for (const auto& step : {&ConfigReader::readName, &ConfigReader::readMemories, &ConfigReader::readArray,
                                 &ConfigReader::readBandwidths}) {
            if (auto ok = (this->*step)(); !ok) return tl::unexpected(ok.error());
        }
        m_result.defaultFormat = DataType::int8;
        m_result.compute.macsPerLaneCycle[DataType::int8] = 1;
        m_result.provenance["device.clock_hz"] = {Badge::assumed, "", "the format has no clock"};
        noteRest();
        if (auto valid = validate(m_result); !valid) {
            return failure(ErrorKind::input, valid.error().message, {m_file, 0, 0}, valid.error().remedy);
        }
        for (const auto& note : m_notes) m_result.notes.push_back(note.text());
        return std::move(m_result);
    }

private:
    const IniEntry* find(const char* section, const char* key) {
        const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const IniEntry& entry) {
            return entry.section == section && entry.key == lowerCase(key);
        });
        if (found == m_entries.end()) return nullptr;
        m_used.insert(&*found);
        return &*found;
    }

    tl::unexpected<Error> missing(const char* section, const char* key) const {
        return failure(ErrorKind::input,
                       message(NW_TEXT("scalesim.cfg.missing", "The key %1 is missing in [%2]"), std::string(key),
                               std::string(section)),
                       {m_file, 0, 0}, message(NW_TEXT("scalesim.cfg.missing.remedy", "Add it.")));
    }

    /// A whole number from 1 on; of a list the first.
    Result<Count> number(const char* section, const char* key) {
        const auto* entry = find(section, key);
        if (entry == nullptr) return missing(section, key);
        const auto text = entry->value.substr(0, entry->value.find(','));
        const auto end = text.find_last_not_of(" \t");
        constexpr Count kMost = Count{1} << 31U;
        Count value = 0;
        const auto* last = text.data() + (end == std::string::npos ? 0 : end + 1);
        const auto [at, problem] = std::from_chars(text.data(), last, value);
        if (problem == std::errc() && at == last && value >= 1 && value <= kMost) return value;
        return failure(ErrorKind::input,
                       message(NW_TEXT("scalesim.cfg.number", "%1 must be a whole number from 1 to 2^31; it is \"%2\""),
                               std::string(key), entry->value.substr(0, 40)),
                       entry->place,
                       message(NW_TEXT("scalesim.cfg.number.remedy", "Write a number there, without a unit.")));
    }

    Result<void> readName() {
        constexpr std::size_t kLongest = 120;
        const auto* name = find(kGeneral, "run_name");
        m_result.id = m_result.name =
            name == nullptr || name->value.empty() ? "scale-sim" : name->value.substr(0, kLongest);
        return {};
    }

    Result<void> readMemories() {
        Level dram;
        dram.name = "DRAM";
        dram.buffering = Buffering::single;
        m_result.levels.push_back(std::move(dram));
        const std::tuple<const char*, const char*, Operand> memories[] = {
            {"FilterSramSzkB", "Filter SRAM", Operand::weight},
            {"IfmapSramSzkB", "IFMAP SRAM", Operand::input},
            {"OfmapSramSzkB", "OFMAP SRAM", Operand::output}};
        for (const auto& [key, name, operand] : memories) {
            const auto kib = number(kArray, key);
            if (!kib) return tl::unexpected(kib.error());
            Level level;
            level.name = name;
            level.capacityBits = *kib * 1024 * kWordBits;
            level.mayKeep = {operand};
            level.buffering = Buffering::doubled;
            m_result.levels.push_back(std::move(level));
        }
        return {};
    }

    Result<void> readArray() {
        const auto rows = number(kArray, "ArrayHeight");
        if (!rows) return tl::unexpected(rows.error());
        const auto columns = number(kArray, "ArrayWidth");
        if (!columns) return tl::unexpected(columns.error());
        const auto* entry = find(kArray, "Dataflow");
        if (entry == nullptr) return missing(kArray, "Dataflow");
        const auto* dataflow = std::find_if(std::begin(kDataflows), std::end(kDataflows),
                                            [&](const Dataflow& known) { return known.name == entry->value; });
        if (dataflow == std::end(kDataflows)) {
            return failure(
                ErrorKind::input,
                message(NW_TEXT("scalesim.cfg.dataflow", "There is no dataflow \"%1\""), entry->value.substr(0, 40)),
                entry->place, message(NW_TEXT("scalesim.cfg.dataflow.remedy", "Write os, ws or is.")));
        }
        Fanout& fanout = m_result.levels.back().fanout;
        fanout.name = "array";
        fanout.x = *columns;
        fanout.y = *rows;
        fanout.xRule = {dataflow->columns};
        fanout.yRule = {dataflow->rows};
        Level element;
        element.name = "PE";
        element.capacityBits = dataflow->kept == Operand::output ? kPartialBits : kWordBits;
        element.mayKeep = element.mustKeep = {dataflow->kept};
        element.buffering = Buffering::single;
        // Operands pass through the array from edge to edge, once in a run; from fold to fold the next one follows.
        m_result.levels.back().networkFillCycles = static_cast<double>(*rows + *columns - 2);
        m_result.levels.push_back(std::move(element));
        return {};
    }

    Result<void> readBandwidths() {
        const auto* mode = find(kRun, "InterfaceBandwidth");
        if (mode == nullptr) return missing(kRun, "InterfaceBandwidth");
        if (mode->value == "CALC") return {};
        if (mode->value != "USER") {
            return failure(
                ErrorKind::input,
                message(NW_TEXT("scalesim.cfg.mode", "InterfaceBandwidth is \"%1\""), mode->value.substr(0, 40)),
                mode->place,
                message(NW_TEXT("scalesim.cfg.mode.remedy",
                                "Write CALC for bandwidths that are no limit, or USER for those given.")));
        }
        const auto common = number(kArray, "Bandwidth");
        if (!common) return tl::unexpected(common.error());
        const auto filter = readBuffer("FilterSRAMBankBandwidth", *common);
        if (!filter) return tl::unexpected(filter.error());
        const auto ifmap = readBuffer("IfmapSRAMBankBandwidth", *common);
        if (!ifmap) return tl::unexpected(ifmap.error());
        // Only outputs are written to DRAM, so that its write port is their path.
        m_result.levels[0].writeBitsPerCycle = static_cast<double>(*common) * kWordBits;
        m_result.levels[1].writeBitsPerCycle = static_cast<double>(*filter) * kWordBits;
        m_result.levels[2].writeBitsPerCycle = static_cast<double>(*ifmap) * kWordBits;
        return {};
    }

    /// Version 3 feeds the two read buffers at the bandwidth of their banks.
    Result<Count> readBuffer(const char* key, Count common) {
        if (find(kLayout, key) == nullptr) return common;
        return number(kLayout, key);
    }

    /// Keys that say nothing here, and those that say something that isn't modelled.
    void noteRest() {
        std::string left;
        const IniEntry* first = nullptr;
        for (const auto& entry : m_entries) {
            if (m_used.contains(&entry) || isOff(entry)) continue;
            if (first == nullptr) first = &entry;
            left += (left.empty() ? "" : ", ") + entry.key.substr(0, 60);
            if (left.size() > 600) break;
        }
        if (first != nullptr) {
            m_notes.push_back(
                {message(NW_TEXT("scalesim.cfg.left", "Keys left out, as they change nothing here: %1"), left),
                 first->place});
        }
        m_notes.push_back({message(NW_TEXT("scalesim.cfg.model",
                                           "The format has no clock, energies or areas: the array multiplies int8 at 1 "
                                           "GHz, energies count as 0 pJ, and folds follow each other without a gap")),
                           {m_file, 0, 0}});
    }

    static bool isOff(const IniEntry& entry) {
        const auto value = lowerCase(entry.value);
        return value == "false" || value.empty();
    }

    std::vector<IniEntry> m_entries;
    const std::string& m_file;
    SourceNotes& m_notes;
    std::set<const IniEntry*> m_used;
    Accelerator m_result;
};

} // namespace

bool isConfig(std::string_view text) { return text.find("[architecture_presets]") != std::string_view::npos; }

Result<Accelerator> readConfig(std::string_view text, const std::string& file, SourceNotes& notes) {
    auto entries = readIni(text, file);
    if (!entries) return tl::unexpected(entries.error());
    SourceNotes found;
    auto accelerator = ConfigReader(std::move(*entries), file, found).read();
    if (accelerator) notes.insert(notes.end(), found.begin(), found.end());
    return accelerator;
}

} // namespace nestwright::scalesim
