// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/rules.h"

namespace nestwright {

Result<CountingRules> rulesByName(const std::string& profile) {
    CountingRules rules;
    if (profile == "exact") return rules;
    if (profile == "timeloop") {
        rules.steps = CountingRules::Steps::sampled;
        rules.linkIds = CountingRules::LinkIds::packed;
        rules.leakageTime = CountingRules::LeakageTime::bound;
        return rules;
    }
    if (profile == "accelforge") {
        rules.drainReads = true;
        return rules;
    }
    return failure(ErrorKind::usage, message(NW_TEXT("rules.profile", "There is no rules profile \"%1\""), profile), {},
                   message(NW_TEXT("rules.profiles", "Use exact, timeloop or accelforge")));
}

Result<void> applyRule(CountingRules& rules, const std::string& assignment) {
    if (assignment == "steps=exact") {
        rules.steps = CountingRules::Steps::exact;
    } else if (assignment == "steps=sampled") {
        rules.steps = CountingRules::Steps::sampled;
    } else if (assignment == "link_ids=mesh") {
        rules.linkIds = CountingRules::LinkIds::mesh;
    } else if (assignment == "link_ids=packed") {
        rules.linkIds = CountingRules::LinkIds::packed;
    } else if (assignment == "link_transfers=file") {
        rules.linkTransfers = CountingRules::LinkTransfers::file;
    } else if (assignment == "link_transfers=off") {
        rules.linkTransfers = CountingRules::LinkTransfers::off;
    } else if (assignment == "first_read_elision=on") {
        rules.firstReadElision = true;
    } else if (assignment == "first_read_elision=off") {
        rules.firstReadElision = false;
    } else if (assignment == "drain_reads=on") {
        rules.drainReads = true;
    } else if (assignment == "drain_reads=off") {
        rules.drainReads = false;
    } else if (assignment == "leakage_time=full") {
        rules.leakageTime = CountingRules::LeakageTime::full;
    } else if (assignment == "leakage_time=bound") {
        rules.leakageTime = CountingRules::LeakageTime::bound;
    } else {
        return failure(
            ErrorKind::usage, message(NW_TEXT("rules.rule", "There is no rule \"%1\""), assignment), {},
            message(NW_TEXT("rules.rules", "Use steps=exact|sampled, link_ids=mesh|packed, link_transfers=file|off, "
                                           "first_read_elision=on|off, drain_reads=off|on or "
                                           "leakage_time=full|bound")));
    }
    return {};
}

} // namespace nestwright
