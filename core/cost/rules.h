// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>

namespace nestwright {

/// The choices in which tools count differently, each named as on the command line (--rule KEY=VALUE).
struct CountingRules {
    enum class Steps { exact, sampled };
    enum class LinkIds { mesh, packed };
    enum class LinkTransfers { file, off };
    enum class LeakageTime { full, bound };
    Steps steps = Steps::exact;      ///< every step of the nest, or iteration 1 for all later ones
    LinkIds linkIds = LinkIds::mesh; ///< neighbours on the mesh, or by row-packed ids
    LinkTransfers linkTransfers = LinkTransfers::file;
    bool firstReadElision = true;                ///< the first update of an element reads nothing
    bool drainReads = false;                     ///< draining a finished tile reads the child
    LeakageTime leakageTime = LeakageTime::full; ///< levels leak for all cycles, or for bound_cycles

    bool operator==(const CountingRules&) const = default;
};

/// "exact" (the default), "timeloop" or "accelforge".
[[nodiscard]] Result<CountingRules> rulesByName(const std::string& profile);

/// Sets one rule from "KEY=VALUE"; the error lists keys and values.
[[nodiscard]] Result<void> applyRule(CountingRules& rules, const std::string& assignment);

} // namespace nestwright
