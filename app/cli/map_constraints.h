// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/map_targets.h"
#include "core/mapping/constraints.h"

#include <string>

namespace nestwright::cli {

/// Where constraints on a search may stand. Those of all files hold together.
struct ConstraintSources {
    std::string accelerator; ///< a description that may have constraints in it
    std::string target;      ///< the same, where it is a problem's file
    std::string file;        ///< of --constraints; "" where it isn't given
};

/// The constraints for one target. Those of the accelerator's description may speak of the dims of another kind of
/// operator: a note says then that they are left out for this one. In the other files that is an error.
[[nodiscard]] Result<MappingConstraints> constraintsFor(const MapTarget& target, const Accelerator& accelerator,
                                                        const ConstraintSources& sources, SourceNotes& notes);

} // namespace nestwright::cli
