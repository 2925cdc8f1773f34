// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/map_constraints.h"

#include "core/formats/files/descriptions.h"

#include <algorithm>

namespace nestwright::cli {

namespace {

void add(const MappingConstraints& more, MappingConstraints& all) {
    all.loops.insert(all.loops.end(), more.loops.begin(), more.loops.end());
    all.keeping.insert(all.keeping.end(), more.keeping.begin(), more.keeping.end());
    all.minLaneUse = std::max(all.minLaneUse, more.minLaneUse);
}

SourceNote leftOut(const MapTarget& target, const Error& reason) {
    return {message(NW_TEXT("cli.map.constraints_left_out",
                            "The constraints in this file are left out for %1, whose dims they don't fit: %2"),
                    target.operatorName, reason.message.text()),
            reason.place};
}

} // namespace

Result<MappingConstraints> constraintsFor(const MapTarget& target, const Accelerator& accelerator,
                                          const ConstraintSources& sources, SourceNotes& notes) {
    MappingConstraints all;
    const bool isProblem = isProblemFile(sources.target);
    if (isYamlSpec(sources.accelerator)) {
        const auto own = openConstraints(sources.accelerator, target.problem, accelerator, notes);
        if (own) {
            add(*own, all);
        } else if (isProblem) {
            return own;
        } else {
            notes.push_back(leftOut(target, own.error()));
        }
    }
    std::vector<std::string> files;
    if (isProblem && isYamlSpec(sources.target) && sources.target != sources.accelerator)
        files.push_back(sources.target);
    if (!sources.file.empty()) files.push_back(sources.file);
    for (const auto& file : files) {
        const auto more = openConstraints(file, target.problem, accelerator, notes);
        if (!more) return more;
        if (more->empty() && file == sources.file) {
            notes.push_back(
                {message(NW_TEXT("cli.map.no_constraints", "There are no constraints in this file")), {file, 0, 0}});
        }
        add(*more, all);
    }
    return all;
}

} // namespace nestwright::cli
