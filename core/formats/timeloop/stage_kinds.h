// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/timeloop/stages.h"

#include <optional>

namespace nestwright::timeloop {

/// What a class of components is to the model; nothing where it takes no part in it.
[[nodiscard]] std::optional<Stage::Kind> kindOfClass(const std::string& componentClass);

/// Whether it describes a network between levels.
[[nodiscard]] bool isNetworkClass(const std::string& componentClass);

/// Whether the component is switched off ("enabled: false").
[[nodiscard]] bool isDisabled(const yaml::Node& component);

/// Checks the order: memories, then exactly one compute. Throws Fault.
void checkOrder(const Hierarchy& hierarchy, const yaml::Node& at);

/// Notes a component that takes no part in the model.
void noteUnusedComponent(const yaml::Node& component, const std::string& componentClass, SourceNotes& notes);

/// Hierarchies of the dialects. Throw Fault.
[[nodiscard]] Hierarchy readTree(const yaml::Member& architecture, const Scope& variables, SourceNotes& notes);
[[nodiscard]] Hierarchy readOldest(const yaml::Member& architecture, const Scope& variables);
[[nodiscard]] Hierarchy readNodes(const yaml::Member& architecture, const Scope& variables, SourceNotes& notes);

} // namespace nestwright::timeloop
