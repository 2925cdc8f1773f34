// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/timeloop/energy_tables.h"

#include "core/formats/timeloop/fault.h"
#include "core/formats/timeloop/values.h"

#include <algorithm>

namespace nestwright::timeloop {
namespace {

double amountOf(const yaml::Node& map, const char* key) {
    const auto node = map.find(key);
    if (!node) {
        fail(map, message(NW_TEXT("timeloop.missing", "The key \"%1\" is missing here"), std::string(key)),
             message(NW_TEXT("timeloop.missing.remedy", "Add it.")));
    }
    const double value = numberOf(*node, {}, key);
    if (value >= 0) return value;
    fail(*node,
         message(NW_TEXT("timeloop.negative", "%1 can't be negative; it is %2"), std::string(key), node->shown()),
         message(NW_TEXT("timeloop.negative.remedy", "Write a number of at least 0.")));
}

/// The tables under ERT or ART.
std::vector<yaml::NodePtr> tablesIn(const yaml::Member& section) {
    expectMap(*section.value, section.key);
    const auto tables = section.value->find("tables");
    if (!tables) {
        fail(*section.value, message(NW_TEXT("timeloop.missing", "The key \"%1\" is missing here"), "tables"),
             message(NW_TEXT("timeloop.missing.remedy", "Add it.")));
    }
    expectSequence(*tables, "tables");
    for (const auto& table : tables->items) expectMap(*table, "a table");
    return tables->items;
}

void readActions(const yaml::Node& table, ActionEnergies& energies) {
    const auto actions = table.find("actions");
    if (!actions || actions->isNull()) return;
    expectSequence(*actions, "actions");
    for (const auto& action : actions->items) {
        expectMap(*action, "an action");
        const auto name = requiredText(*action, "name");
        const double energy = amountOf(*action, "energy");
        const auto [entry, isNew] = energies.byAction.try_emplace(name, energy);
        if (!isNew) entry->second = std::max(entry->second, energy);
    }
}

} // namespace

std::optional<double> ActionEnergies::first(std::initializer_list<const char*> actions) const {
    for (const auto* action : actions) {
        const auto found = byAction.find(action);
        if (found != byAction.end()) return found->second;
    }
    return std::nullopt;
}

const ActionEnergies* ComponentTables::energiesOf(const std::string& component) const {
    const auto found = energies.find(component);
    return found == energies.end() ? nullptr : &found->second;
}

ComponentTables readTables(const Document& document) {
    ComponentTables tables;
    if (const auto* section = document.section({"ERT"})) {
        tables.hasEnergies = true;
        for (const auto& table : tablesIn(*section)) {
            auto& energies = tables.energies[lastName(requiredText(*table, "name"))];
            energies.file = table->place().file;
            readActions(*table, energies);
        }
    }
    if (const auto* section = document.section({"ART"})) {
        for (const auto& table : tablesIn(*section)) {
            tables.areasUm2[lastName(requiredText(*table, "name"))] = amountOf(*table, "area");
        }
    }
    return tables;
}

AccessEnergy accessEnergyOf(const ActionEnergies& energies) {
    return {energies.first({"random_read", "read"}).value_or(0),
            energies.first({"random_fill", "random_write", "fill", "write"}).value_or(0),
            energies.first({"random_update", "random_write", "update", "write"}).value_or(0)};
}

std::optional<double> computeEnergyOf(const ActionEnergies& energies) {
    return energies.first({"mac_random", "mult_random", "mac", "mult", "compute"});
}

} // namespace nestwright::timeloop
