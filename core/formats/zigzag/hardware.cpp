// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/zigzag/hardware.h"

#include "core/formats/yaml/fault.h"
#include "core/formats/yaml/values.h"
#include "core/formats/zigzag/grouped_notes.h"

#include <algorithm>
#include <map>

namespace nestwright::zigzag {
namespace {

using yaml::fail;
using yaml::Node;

const std::map<std::string, Operand>& operandNames() {
    static const std::map<std::string, Operand> names = {
        {"I1", Operand::input}, {"I2", Operand::weight}, {"O", Operand::output}};
    return names;
}

const std::map<std::string, Move>& moveNames() {
    static const std::map<std::string, Move> names = {
        {"fh", Move::fillFromAbove}, {"tl", Move::readToBelow}, {"fl", Move::fillFromBelow}, {"th", Move::readToAbove}};
    return names;
}

bool isRead(Move move) { return move == Move::readToBelow || move == Move::readToAbove; }

class FileReader {
public:
    FileReader(const Node& root, SourceNotes& notes)
        : m_root(root)
        , m_notes(notes) {}

    Hardware read() {
        m_result.place = m_root.place();
        m_result.name = yaml::nameOf(yaml::required(m_root, "name"), "The name");
        readArray(yaml::required(m_root, "operational_array"));
        const Node& memories = yaml::required(m_root, "memories");
        yaml::expectMap(memories, "memories");
        constexpr std::size_t kMostMemories = 32; // as native files have levels
        if (memories.members.empty() || memories.members.size() > kMostMemories) {
            fail(memories,
                 message(NW_TEXT("zigzag.memories", "The hardware has %1 memories; 1 to %2 can be used"),
                         memories.members.size(), kMostMemories),
                 message(NW_TEXT("zigzag.memories.remedy", "Describe those that hold operands.")));
        }
        for (const auto& member : memories.members) readMemory(member);
        noteRest(m_root, {"name", "operational_array", "memories", "dataflows"});
        if (const auto* dataflows = m_root.member("dataflows")) {
            m_grouped.add(
                NW_TEXT("zigzag.note.dataflows", "Dataflows left out: %1; they change nothing in ZigZag either"),
                dataflows->place);
        }
        m_grouped.report(m_notes);
        return std::move(m_result);
    }

private:
    void readArray(const Node& array) {
        yaml::expectMap(array, "operational_array");
        refuseInMemoryCompute(array);
        const Node& names = yaml::required(array, "dimensions");
        const Node& sizes = yaml::required(array, "sizes");
        yaml::expectSequence(names, "dimensions");
        yaml::expectSequence(sizes, "sizes");
        if (names.items.size() != sizes.items.size()) {
            fail(sizes,
                 message(NW_TEXT("zigzag.sizes", "The array has %1 dimensions and %2 sizes"), names.items.size(),
                         sizes.items.size()),
                 message(NW_TEXT("zigzag.sizes.remedy", "Give each dimension one size.")));
        }
        for (std::size_t i = 0; i < names.items.size(); ++i) {
            addDim(*names.items[i], yaml::countOf(*sizes.items[i], "The size of a dimension of the array"));
        }
        m_result.macPj = yaml::amountOf(yaml::required(array, "unit_energy"), "unit_energy");
        readPrecision(array);
        noteArea(array, "unit_area");
        noteRest(array, {"dimensions", "sizes", "unit_energy", "unit_area", "input_precision", "is_imc", "imc_type",
                         "adc_resolution", "bit_serial_precision"});
    }

    static void refuseInMemoryCompute(const Node& array) {
        for (const auto* key : {"is_imc", "imc_type", "adc_resolution", "bit_serial_precision"}) {
            const auto* member = array.member(key);
            if (member == nullptr || member->value->isNull()) continue;
            const auto text = yaml::textOf(*member->value, key);
            double number = 1;
            const bool isOff = text == "False" || text == "false" || (yaml::isNumber(text, number) && number == 0);
            if (isOff) continue;
            fail(member->place,
                 message(NW_TEXT("zigzag.imc", "An array that computes in memory (%1) isn't modelled"),
                         std::string(key)),
                 message(NW_TEXT("zigzag.imc.remedy", "Describe an ordinary array: leave is_imc, imc_type, "
                                                      "adc_resolution and bit_serial_precision out.")));
        }
    }

    void addDim(const Node& node, Count size) {
        const auto name = yaml::textOf(node, "A dimension of the array");
        const bool isNamed = name.size() == 2 && name[0] == 'D' && name[1] >= '0' && name[1] <= '9';
        const bool isKnown = std::any_of(m_result.dims.begin(), m_result.dims.end(),
                                         [&](const ArrayDim& dim) { return dim.name == name; });
        if (!isNamed || isKnown) {
            fail(node,
                 message(NW_TEXT("zigzag.dim", "%1 is no name of a dimension of the array, or stands twice"),
                         node.shown()),
                 message(NW_TEXT("zigzag.dim.remedy", "Dimensions are named D0 to D9, each once.")));
        }
        m_result.dims.push_back({name, size});
        double lanes = 1;
        for (const auto& dim : m_result.dims) lanes *= static_cast<double>(dim.size);
        if (lanes <= yaml::kMostCount) return;
        fail(node, message(NW_TEXT("zigzag.lanes", "The array has more than 2^53 multiply-adders")),
             message(NW_TEXT("zigzag.lanes.remedy", "Check its sizes.")));
    }

    void readPrecision(const Node& array) {
        const auto* member = array.member("input_precision");
        if (member == nullptr || member->value->isNull()) return;
        yaml::expectSequence(*member->value, "input_precision");
        for (const auto& item : member->value->items) {
            m_result.operandBits = std::max(m_result.operandBits, yaml::countOf(*item, "input_precision"));
        }
    }

    void readMemory(const yaml::Member& member) {
        const Node& node = *member.value;
        yaml::expectMap(node, member.key);
        Memory memory;
        memory.name = memoryName(member);
        memory.place = member.place;
        memory.bits = yaml::countOf(yaml::required(node, "size"), "The size of " + member.key);
        readCosts(node, memory);
        readOperands(yaml::required(node, "operands"), memory);
        readServed(yaml::required(node, "served_dimensions"), memory);
        if (const auto* flag = node.member("force_double_buffering")) {
            memory.isDoubled = yaml::flagOf(*flag->value, "force_double_buffering");
        }
        const Node& ports = yaml::required(node, "ports");
        yaml::expectSequence(ports, "ports");
        std::set<std::string> names;
        for (const auto& port : ports.items) readPort(*port, names, memory);
        noteMemory(node);
        m_result.memories.push_back(std::move(memory));
    }

    static std::string memoryName(const yaml::Member& member) {
        Node key;
        key.kind = Node::Kind::scalar;
        key.text = member.key;
        key.file = member.value->file;
        key.line = member.place.line;
        key.column = member.place.column;
        return yaml::nameOf(key, "The name of a memory");
    }

    void readCosts(const Node& node, Memory& memory) {
        const auto* flag = node.member("auto_cost_extraction");
        const bool isExtracted = flag != nullptr && yaml::flagOf(*flag->value, "auto_cost_extraction");
        for (const auto& [key, cost] : {std::pair{"r_cost", &memory.readPj}, std::pair{"w_cost", &memory.writePj}}) {
            const auto* member = node.member(key);
            const bool isGiven = member != nullptr && !member->value->isNull();
            if (isExtracted && !isGiven) {
                m_notes.push_back({message(NW_TEXT("zigzag.note.cacti", "%1 of %2 comes from CACTI, which isn't here: "
                                                                        "it counts as 0 pJ"),
                                           std::string(key), memory.name),
                                   flag->place});
                continue;
            }
            *cost = yaml::amountOf(yaml::required(node, key), std::string(key) + " of " + memory.name);
        }
    }

    void readOperands(const Node& list, Memory& memory) {
        yaml::expectSequence(list, "operands");
        for (const auto& item : list.items) {
            const auto found = operandNames().find(yaml::textOf(*item, "An operand"));
            if (found == operandNames().end()) unknownOperand(*item);
            memory.operands.insert(found->second);
        }
        if (!memory.operands.empty()) return;
        fail(list, message(NW_TEXT("zigzag.no_operands", "%1 holds no operand"), memory.name),
             message(NW_TEXT("zigzag.operand.remedy", "Operands of memories are I1, I2 and O.")));
    }

    [[noreturn]] static void unknownOperand(const Node& node) {
        fail(node, message(NW_TEXT("zigzag.operand", "%1 is no operand of a memory"), node.shown()),
             message(NW_TEXT("zigzag.operand.remedy", "Operands of memories are I1, I2 and O.")));
    }

    void readServed(const Node& list, Memory& memory) {
        yaml::expectSequence(list, "served_dimensions");
        for (const auto& item : list.items) {
            const auto name = yaml::textOf(*item, "A served dimension");
            const auto found = std::find_if(m_result.dims.begin(), m_result.dims.end(),
                                            [&](const ArrayDim& dim) { return dim.name == name; });
            if (found == m_result.dims.end()) {
                fail(*item,
                     message(NW_TEXT("zigzag.served", "%1 serves %2, which the array doesn't have"), memory.name, name),
                     message(NW_TEXT("zigzag.served.remedy", "The array has %1."),
                             m_result.namesOf(m_result.allDims())));
            }
            memory.served |= DimSet{1} << static_cast<unsigned>(found - m_result.dims.begin());
        }
    }

    void readPort(const Node& node, std::set<std::string>& names, Memory& memory) {
        yaml::expectMap(node, "A port of " + memory.name);
        const auto name = yaml::requiredText(node, "name");
        if (!names.insert(name).second) {
            fail(node, message(NW_TEXT("zigzag.port_twice", "%1 has two ports named %2"), memory.name, name),
                 message(NW_TEXT("zigzag.port_twice.remedy", "Give each port a name of its own.")));
        }
        const auto type = yaml::requiredText(node, "type");
        if (type != "read" && type != "write" && type != "read_write") {
            fail(yaml::required(node, "type"), message(NW_TEXT("zigzag.port_type", "%1 is no type of a port"), type),
                 message(NW_TEXT("zigzag.port_type.remedy", "Ports are read, write or read_write.")));
        }
        Port port;
        const auto what = " of " + memory.name + "'s " + name;
        port.maxBits = yaml::countOf(yaml::required(node, "bandwidth_max"), "bandwidth_max" + what);
        port.minBits = yaml::countOf(yaml::required(node, "bandwidth_min"), "bandwidth_min" + what);
        if (port.minBits > port.maxBits) {
            fail(yaml::required(node, "bandwidth_min"),
                 message(NW_TEXT("zigzag.granule", "bandwidth_min%1 is %2, more than bandwidth_max, %3"), what,
                         port.minBits, port.maxBits),
                 message(NW_TEXT("zigzag.granule.remedy", "Give at most bandwidth_max.")));
        }
        const Node& moves = yaml::required(node, "allocation");
        yaml::expectSequence(moves, "allocation");
        for (const auto& move : moves.items) port.moves.insert(allocationOf(*move, type, memory));
        noteRest(node, {"name", "type", "bandwidth_min", "bandwidth_max", "allocation"});
        memory.ports.push_back(std::move(port));
    }

    static Allocation allocationOf(const Node& node, const std::string& type, const Memory& memory) {
        const auto text = yaml::textOf(node, "An allocation");
        const auto comma = text.find(", ");
        const auto operand = operandNames().find(text.substr(0, comma));
        const auto move = comma == std::string::npos ? moveNames().end() : moveNames().find(text.substr(comma + 2));
        const bool isWhole = operand != operandNames().end() && move != moveNames().end();
        if (isWhole && memory.operands.contains(operand->second) &&
            type.find(isRead(move->second) ? "read" : "write") != std::string::npos) {
            return {operand->second, move->second};
        }
        fail(node,
             message(NW_TEXT("zigzag.allocation", "\"%1\" is no move that a %2 port of %3 can take"), text, type,
                     memory.name),
             message(NW_TEXT("zigzag.allocation.remedy",
                             "Write \"OPERAND, MOVE\": an operand of the memory, and tl or th (which read) or fh or fl "
                             "(which write).")));
    }

    void noteMemory(const Node& node) {
        noteArea(node, "area");
        if (const auto* latency = node.member("latency"); latency != nullptr && isPositive(*latency->value)) {
            m_grouped.add(NW_TEXT("zigzag.note.latency", "Latencies of memories left out: %1; prefetching hides them"),
                          latency->place);
        }
        noteRest(node, {"size", "r_cost", "w_cost", "area", "latency", "mem_type", "auto_cost_extraction", "operands",
                        "ports", "served_dimensions", "force_double_buffering"});
    }

    void noteArea(const Node& node, const char* key) {
        const auto* area = node.member(key);
        if (area == nullptr || !isPositive(*area->value)) return;
        m_grouped.add(NW_TEXT("zigzag.note.area", "Areas left out: %1; the format gives them no unit"), area->place);
    }

    static bool isPositive(const Node& node) {
        double value = 0;
        return node.isScalar() && yaml::isNumber(node.text, value) && value > 0;
    }

    void noteRest(const Node& node, std::initializer_list<std::string_view> known) {
        for (const auto& member : node.members) {
            if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
            m_notes.push_back(
                {message(NW_TEXT("zigzag.note.unknown", "The format has no key \"%1\" here: it is left out"),
                         yaml::shortened(member.key)),
                 member.place});
        }
    }

    const Node& m_root;
    SourceNotes& m_notes;
    GroupedNotes m_grouped;
    Hardware m_result;
};

} // namespace

bool Port::reads() const {
    return std::any_of(moves.begin(), moves.end(), [](const Allocation& a) { return isRead(a.move); });
}

bool Port::writes() const {
    return std::any_of(moves.begin(), moves.end(), [](const Allocation& a) { return !isRead(a.move); });
}

std::string Hardware::namesOf(DimSet set) const {
    std::string text;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if ((set >> i & 1U) != 0) text += (text.empty() ? "" : ", ") + dims[i].name;
    }
    return text;
}

Count Hardware::sizeOf(DimSet set) const {
    Count product = 1;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if ((set >> i & 1U) != 0) product *= dims[i].size;
    }
    return product;
}

Hardware readHardwareFile(const Node& root, SourceNotes& notes) { return FileReader(root, notes).read(); }

} // namespace nestwright::zigzag
