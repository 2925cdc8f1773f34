// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/zigzag/level_ports.h"

#include "core/formats/yaml/fault.h"

#include <algorithm>
#include <limits>

namespace nestwright::zigzag {
namespace {

/// Widths of the ports that do something.
struct Widths {
    Count narrowest = 0; ///< 0: there is no such port
    Count widest = 0;

    void add(Count width) {
        narrowest = narrowest == 0 ? width : std::min(narrowest, width);
        widest = std::max(widest, width);
    }
};

template <class Does>
Widths widthsOf(const Memory& memory, Does&& does) {
    Widths widths;
    for (const auto& port : memory.ports) {
        if (std::any_of(port.moves.begin(), port.moves.end(), does)) widths.add(port.maxBits);
    }
    return widths;
}

/// The costs are those of an access as wide as its port; a level has one width for all.
void readEnergies(const Memory& memory, GroupedNotes& notes, Level& level) {
    const auto reads = widthsOf(
        memory, [](const Allocation& a) { return a.move == Move::readToBelow || a.move == Move::readToAbove; });
    const auto fills = widthsOf(memory, [](const Allocation& a) { return a.move == Move::fillFromAbove; });
    const auto updates = widthsOf(memory, [](const Allocation& a) { return a.move == Move::fillFromBelow; });
    if (reads.narrowest != reads.widest || fills.narrowest != fills.widest || updates.narrowest != updates.widest) {
        notes.add(NW_TEXT("zigzag.note.widths", "Memories with ports of different widths for the same: %1; the energy "
                                                "of a bit is that of the narrowest"),
                  memory.place);
    }
    const Count width = std::max({Count{1}, reads.narrowest});
    constexpr Count kByte = 8;
    level.wordBits = static_cast<int>(width % kByte == 0 ? kByte : width);
    level.blockWords = static_cast<int>(width / level.wordBits);
    const auto perBlock = [&](double pj, Count portWidth) {
        return portWidth == 0 ? pj : pj * static_cast<double>(width) / static_cast<double>(portWidth);
    };
    level.energy.readPj = memory.readPj;
    level.energy.writePj = perBlock(memory.writePj, fills.narrowest);
    level.energy.updatePj = perBlock(memory.writePj, updates.narrowest);
}

std::string nameOf(Operand operand) {
    if (operand == Operand::input) return "I1";
    return operand == Operand::weight ? "I2" : "O";
}

} // namespace

void readPorts(const Memory& memory, GroupedNotes& notes, Level& level) {
    double reads = 0;
    double writes = 0;
    double all = 0;
    int readPorts = 0;
    int writePorts = 0;
    int sharedPorts = 0;
    constexpr Count kWidest = std::numeric_limits<std::int32_t>::max();
    constexpr Count kPlainGranule = 8;
    for (const auto& port : memory.ports) {
        if (port.moves.empty()) continue;
        if (port.maxBits > kWidest) {
            yaml::fail(memory.place,
                       message(NW_TEXT("zigzag.wide", "%1 has a port of more than 2^31 - 1 bits"), memory.name),
                       message(NW_TEXT("zigzag.wide.remedy", "Check its bandwidth_max.")));
        }
        const auto bits = static_cast<double>(port.maxBits);
        all += bits;
        reads += port.reads() ? bits : 0;
        writes += port.writes() ? bits : 0;
        readPorts += port.reads() ? 1 : 0;
        writePorts += port.writes() ? 1 : 0;
        sharedPorts += port.reads() && port.writes() ? 1 : 0;
        if (port.minBits > kPlainGranule) {
            notes.add(NW_TEXT("zigzag.note.granule",
                              "Ports with a bandwidth_min: %1; a narrower access costs its share of a whole one"),
                      memory.place);
        }
    }
    const bool isOnePort = readPorts == 1 && writePorts == 1 && sharedPorts == 1;
    if (reads > 0 && !isOnePort) level.readBitsPerCycle = reads;
    if (writes > 0 && !isOnePort) level.writeBitsPerCycle = writes;
    if (sharedPorts > 0) level.sharedBitsPerCycle = all;
    if (readPorts > 1 || writePorts > 1) {
        notes.add(NW_TEXT("zigzag.note.ports", "Memories with ports side by side: %1; their bandwidths are added"),
                  memory.place);
    }
    readEnergies(memory, notes, level);
}

void checkMoves(const Memory& memory, Operand operand, bool hasOuter) {
    struct Needed {
        Move move;
        const char* name;
        bool isNeeded;
    };
    const bool isOutput = operand == Operand::output;
    const Needed moves[] = {{Move::readToBelow, "tl", !isOutput},
                            {Move::fillFromAbove, "fh", !isOutput && hasOuter},
                            {Move::fillFromBelow, "fl", isOutput},
                            {Move::readToAbove, "th", isOutput && hasOuter}};
    for (const auto& [move, name, isNeeded] : moves) {
        const Allocation wanted{operand, move};
        const bool isThere = std::any_of(memory.ports.begin(), memory.ports.end(),
                                         [&](const Port& port) { return port.moves.contains(wanted); });
        if (!isNeeded || isThere) continue;
        const auto text = nameOf(operand) + ", " + name;
        yaml::fail(
            memory.place, message(NW_TEXT("zigzag.no_port", "No port of %1 takes \"%2\""), memory.name, text),
            message(NW_TEXT("zigzag.no_port.remedy", "Add \"%1\" to the allocation of one of its ports."), text));
    }
}

} // namespace nestwright::zigzag
