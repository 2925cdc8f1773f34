// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/base/source_note.h"
#include "core/formats/timeloop/document.h"

#include <map>
#include <optional>
#include <string>

namespace nestwright::timeloop {

/// Energies of a component, pJ: of one access to a block, of one computation, of one transfer, or per cycle (leak).
struct ActionEnergies {
    std::map<std::string, double> byAction; ///< the largest where a file names an action twice
    std::string file;

    /// That of the first of these actions that there is.
    [[nodiscard]] std::optional<double> first(std::initializer_list<const char*> actions) const;
};

/// The tables of energies (ERT) and areas (ART), by the last part of the component's path.
struct ComponentTables {
    std::map<std::string, ActionEnergies> energies;
    std::map<std::string, double> areasUm2;
    bool hasEnergies = false;

    [[nodiscard]] const ActionEnergies* energiesOf(const std::string& component) const;
};

/// Throws Fault.
[[nodiscard]] ComponentTables readTables(const Document& document);

/// Prices of a level: fills are writes; nothing where the table lacks reads, fills or updates.
[[nodiscard]] AccessEnergy accessEnergyOf(const ActionEnergies& energies);

/// Of one multiply-add.
[[nodiscard]] std::optional<double> computeEnergyOf(const ActionEnergies& energies);

} // namespace nestwright::timeloop
