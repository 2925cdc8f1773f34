// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/base/source_note.h"
#include "core/formats/timeloop/energy_tables.h"
#include "core/formats/timeloop/stages.h"

namespace nestwright::timeloop {

/// A component's attributes: its own and, where the dialect inherits, those around it. Remembers which were asked for,
/// so that the others can be noted.
class Attributes {
public:
    explicit Attributes(const Stage& stage)
        : m_stage(stage) {}

    /// The first of these attributes that there is; null ones don't count. Throws Fault where it is no number.
    [[nodiscard]] std::optional<double> number(std::initializer_list<const char*> keys);
    [[nodiscard]] std::optional<double> positive(std::initializer_list<const char*> keys);
    [[nodiscard]] std::optional<double> amount(std::initializer_list<const char*> keys);
    [[nodiscard]] std::optional<Count> count(std::initializer_list<const char*> keys);
    [[nodiscard]] std::optional<bool> flag(const char* key);
    [[nodiscard]] yaml::NodePtr node(std::initializer_list<const char*> keys);
    [[nodiscard]] std::string text(const char* key);
    [[nodiscard]] SourcePlace place(std::initializer_list<const char*> keys) const;

    /// Own attributes that nobody asked for: those that price a component, together; others one by one.
    void noteUnused(SourceNotes& notes) const;
    [[nodiscard]] std::vector<std::string> pricing() const;

private:
    [[nodiscard]] const yaml::Member* find(std::initializer_list<const char*> keys);

    const Stage& m_stage;
    std::vector<std::string> m_asked;
};

/// A memory as a level, without the fan-out below it. Throws Fault.
[[nodiscard]] Level readLevel(const Stage& stage, const ComponentTables& tables, Attributes& attributes,
                              SourceNotes& notes);

/// The network that a level's attributes describe. `childAreaUm2` stands in for the length of a wire.
void readNetwork(const ComponentTables& tables, Attributes& attributes, double childAreaUm2, Fanout& fanout);

} // namespace nestwright::timeloop
