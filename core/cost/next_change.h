// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/evaluation.h"
#include "core/workload/catalogue.h"

namespace nestwright {

enum class ChangeKind { bandwidth, secondSlot, array, lanes, rate, launch };

/// Key in JSON: "bandwidth", "second_slot", ...
[[nodiscard]] std::string_view keyOf(ChangeKind kind);

/// One thing changed, everything else as it is, the mapping too.
struct Change {
    ChangeKind kind = ChangeKind::bandwidth;
    std::string where;      ///< "DRAM read port", "GLB", "MAC"
    double savedCycles = 0; ///< a plan: seconds
    bool operator==(const Change&) const = default;
};

/// "DRAM read port twice as fast", ...
[[nodiscard]] Message titleOf(const Change& change);

/// Adds to the saving of the same change, if that is there.
void addChange(std::vector<Change>& changes, const Change& change);
/// Largest first.
void sortBySaving(std::vector<Change>& changes);

/// What one change of the machine would save, largest first: each port that is a limit twice as fast, room for a second
/// tile in each level that has none (so that the next tile comes while this one is used), arrays that fill and drain in
/// no time, all lanes in use, and MACs at twice the rate. Changes that save less than a thousandth of the time are left
/// out. The mapping must be valid.
[[nodiscard]] std::vector<Change> worthwhileChanges(const Problem& problem, const Accelerator& accelerator,
                                                    const Mapping& mapping, const EvaluationContext& context);

/// The same for vector work: the ports of the memory and the vector unit twice as fast.
[[nodiscard]] std::vector<Change> worthwhileChanges(const VectorWork& work, const Accelerator& accelerator,
                                                    DataType format);

} // namespace nestwright
