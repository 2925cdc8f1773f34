// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checked.h"
#include "core/base/source_note.h"
#include "core/formats/timeloop/document.h"
#include "core/formats/timeloop/expression.h"

#include <string>
#include <vector>

namespace nestwright::timeloop {

/// One step of the hierarchy, outer to inner, in every dialect of the format.
struct Stage {
    enum class Kind {
        storage,
        array, ///< carries the spatial loops of an array and keeps nothing
        compute
    };
    Kind kind = Kind::storage;
    std::string name;
    std::string componentClass;
    yaml::NodePtr node;        ///< of the component, or of the container that an array stands for
    Scope attributes;          ///< own ones first, then those of what is around it, then variables
    yaml::NodePtr own;         ///< its own attributes; may be null
    std::size_t variables = 0; ///< how many of the last maps in `attributes` only serve expressions
    Count x = 1;               ///< copies within one instance of the stage before, along x
    Count y = 1;
    yaml::NodePtr constraints; ///< written inside the component or container; may be null
};

struct Hierarchy {
    std::string name;
    std::vector<Stage> stages;
};

/// The chain of memories down to the compute. Throws Fault.
[[nodiscard]] Hierarchy readHierarchy(const Document& document, SourceNotes& notes);

/// "PE" as the dialect with nested trees names the array of a container: "inter_PE_spatial".
[[nodiscard]] std::string arrayName(const std::string& container);

} // namespace nestwright::timeloop
