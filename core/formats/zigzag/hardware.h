// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/base/source_note.h"
#include "core/formats/yaml/node.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace nestwright::zigzag {

/// A set of dimensions of the array, a bit each.
using DimSet = std::uint32_t;

/// What a port does for an operand, seen from its memory.
enum class Move {
    fillFromAbove, ///< "fh"
    readToBelow,   ///< "tl"
    fillFromBelow, ///< "fl": outputs that come up
    readToAbove    ///< "th": outputs that go up
};

struct Allocation {
    Operand operand = Operand::input;
    Move move = Move::readToBelow;
    auto operator<=>(const Allocation&) const = default;
};

struct Port {
    Count minBits = 1; ///< granule of an access
    Count maxBits = 1; ///< bits per cycle, and of the access that the costs are given for
    std::set<Allocation> moves;

    [[nodiscard]] bool reads() const;
    [[nodiscard]] bool writes() const;
};

struct Memory {
    std::string name;
    SourcePlace place;
    Count bits = 1; ///< capacity of one instance
    double readPj = 0;
    double writePj = 0;
    std::set<Operand> operands;
    DimSet served = 0; ///< dimensions of the array that share one instance
    bool isDoubled = false;
    std::vector<Port> ports;
};

struct ArrayDim {
    std::string name;
    Count size = 1;
};

/// A hardware file as it stands.
struct Hardware {
    std::string name;
    SourcePlace place;
    std::vector<ArrayDim> dims;
    double macPj = 0;
    Count operandBits = 8;
    std::vector<Memory> memories; ///< inner to outer

    [[nodiscard]] DimSet allDims() const { return (DimSet{1} << dims.size()) - 1; }
    /// "D1, D3".
    [[nodiscard]] std::string namesOf(DimSet set) const;
    /// Product of their sizes.
    [[nodiscard]] Count sizeOf(DimSet set) const;
};

/// Throws yaml::Fault.
[[nodiscard]] Hardware readHardwareFile(const yaml::Node& root, SourceNotes& notes);

} // namespace nestwright::zigzag
