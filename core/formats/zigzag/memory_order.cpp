// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/zigzag/memory_order.h"

#include <algorithm>

namespace nestwright::zigzag {
namespace {

bool sharesOperand(const Memory& a, const Memory& b) {
    return std::any_of(a.operands.begin(), a.operands.end(), [&](Operand o) { return b.operands.contains(o); });
}

/// Dimensions along which each memory is replicated. A memory can't be replicated along one that a memory further in
/// serves as a whole.
std::vector<DimSet> replications(const Hardware& hardware, SourceNotes& notes) {
    const auto& memories = hardware.memories;
    DimSet real = 0;
    for (std::size_t d = 0; d < hardware.dims.size(); ++d) {
        if (hardware.dims[d].size > 1) real |= DimSet{1} << d;
    }
    std::vector<DimSet> sets;
    for (const auto& memory : memories) sets.push_back(real & ~memory.served);
    for (std::size_t inner = 0; inner < memories.size(); ++inner) {
        for (std::size_t outer = inner + 1; outer < memories.size(); ++outer) {
            const DimSet excess = sets[outer] & ~sets[inner];
            if (excess == 0 || !sharesOperand(memories[inner], memories[outer])) continue;
            sets[outer] &= sets[inner];
            notes.push_back(
                {message(NW_TEXT("zigzag.note.replicated",
                                 "%1 doesn't serve %2, so that there would be %3 of it, but the one %4 "
                                 "reads from it: it counts as one along them"),
                         memories[outer].name, hardware.namesOf(excess), hardware.sizeOf(excess), memories[inner].name),
                 memories[outer].place});
        }
    }
    return sets;
}

struct Candidate {
    std::size_t memory = 0;
    DimSet spread = 0; ///< that it needs above it
};

/// A memory that needs less of the fan-out of another comes first. Where each needs something of its own, one of them
/// is copied along the other's: rather inputs or weights than outputs, rather along few than many.
bool comesBefore(const Hardware& hardware, const Candidate& a, const Candidate& b) {
    const DimSet ofA = a.spread & ~b.spread;
    const DimSet ofB = b.spread & ~a.spread;
    if (ofA == 0 || ofB == 0) return ofA == 0 && ofB != 0;
    const auto keepsOutputs = [&](const Candidate& candidate) {
        return hardware.memories[candidate.memory].operands.contains(Operand::output);
    };
    if (keepsOutputs(a) != keepsOutputs(b)) return keepsOutputs(a);
    return hardware.sizeOf(a.spread) < hardware.sizeOf(b.spread);
}

} // namespace

std::vector<ChainLink> orderMemories(const Hardware& hardware, SourceNotes& notes, DimSet& spreadBelow) {
    const auto& memories = hardware.memories;
    const auto sets = replications(hardware, notes);
    std::vector<ChainLink> chain;
    std::vector<bool> isPlaced(memories.size(), false);
    DimSet spread = 0;
    const auto isFree = [&](std::size_t m) {
        if (isPlaced[m]) return false;
        for (std::size_t outer = m + 1; outer < memories.size(); ++outer) {
            if (!isPlaced[outer] && sharesOperand(memories[m], memories[outer])) return false;
        }
        return true;
    };
    while (chain.size() < memories.size()) {
        std::size_t next = memories.size();
        for (std::size_t m = memories.size(); m-- > 0;) {
            if (!isFree(m)) continue;
            const bool isFirst = next == memories.size();
            if (isFirst || comesBefore(hardware, {m, sets[m] & ~spread}, {next, sets[next] & ~spread})) next = m;
        }
        chain.push_back({static_cast<int>(next), sets[next] & ~spread, spread & ~sets[next]});
        spread |= sets[next];
        isPlaced[next] = true;
    }
    spreadBelow = 0;
    for (std::size_t d = 0; d < hardware.dims.size(); ++d) {
        if (hardware.dims[d].size > 1) spreadBelow |= DimSet{1} << d;
    }
    spreadBelow &= ~spread;
    return chain;
}

} // namespace nestwright::zigzag
