// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/timeloop/stages.h"

#include "core/base/text.h"
#include "core/formats/timeloop/fault.h"
#include "core/formats/timeloop/stage_kinds.h"
#include "core/formats/timeloop/values.h"

#include <algorithm>
#include <string_view>

namespace nestwright::timeloop {
namespace {

Scope variablesOf(const Document& document) {
    Scope variables;
    for (const auto* key : {"variables", "globals"}) {
        const auto* section = document.section({key});
        if (section == nullptr || !section->value->isMap()) continue;
        variables.push_back(section->value);
    }
    return variables;
}

} // namespace

std::optional<Stage::Kind> kindOfClass(const std::string& componentClass) {
    if (containsAny(componentClass, {"dummy"})) return Stage::Kind::array;
    if (containsAny(componentClass, {"DRAM", "SRAM", "regfile", "smartbuffer", "storage"})) return Stage::Kind::storage;
    if (isNetworkClass(componentClass)) return std::nullopt;
    if (containsAny(componentClass, {"mac", "compute"})) return Stage::Kind::compute;
    return std::nullopt;
}

bool isNetworkClass(const std::string& componentClass) {
    return containsAny(componentClass, {"XY_NoC", "Legacy", "ReductionTree", "SimpleMulticast"});
}

bool isDisabled(const yaml::Node& component) {
    const auto enabled = component.find("enabled");
    return enabled && !enabled->isNull() && !flagOf(*enabled, "enabled");
}

void noteUnusedComponent(const yaml::Node& component, const std::string& componentClass, SourceNotes& notes) {
    const auto name = component.find("name");
    const auto shown = name ? name->shown() : std::string();
    if (isNetworkClass(componentClass)) {
        notes.push_back({message(NW_TEXT("timeloop.note.network", "The network %1 is left out: networks are those of "
                                                                  "the fan-outs"),
                                 shown),
                         component.place()});
        return;
    }
    notes.push_back({message(NW_TEXT("timeloop.note.component", "%1 of class %2 is neither a memory nor compute and "
                                                                "is left out"),
                             shown, componentClass),
                     component.place()});
}

void checkOrder(const Hierarchy& hierarchy, const yaml::Node& at) {
    const auto& stages = hierarchy.stages;
    const auto compute = std::find_if(stages.begin(), stages.end(),
                                      [](const Stage& stage) { return stage.kind == Stage::Kind::compute; });
    if (compute == stages.end()) {
        fail(at, message(NW_TEXT("timeloop.no_compute", "The architecture has no compute")),
             message(NW_TEXT("timeloop.no_compute.remedy", "End it with a component whose class contains mac or "
                                                           "compute, such as intmac.")));
    }
    if (compute + 1 != stages.end()) {
        fail(*(compute + 1)->node,
             message(NW_TEXT("timeloop.after_compute", "%1 stands further in than the compute %2"), (compute + 1)->name,
                     compute->name),
             message(NW_TEXT("timeloop.after_compute.remedy", "List memories from outer to inner and one compute "
                                                              "last.")));
    }
    if (stages.front().kind != Stage::Kind::storage) {
        fail(*stages.front().node,
             message(NW_TEXT("timeloop.no_memory", "The architecture must begin with a memory; it begins with %1"),
                     stages.front().name),
             message(NW_TEXT("timeloop.no_memory.remedy", "Put a component of class DRAM or SRAM first.")));
    }
}

std::string arrayName(const std::string& container) { return "inter_" + container + "_spatial"; }

Hierarchy readHierarchy(const Document& document, SourceNotes& notes) {
    const auto* architecture = document.architecture();
    if (architecture == nullptr) {
        fail(SourcePlace{document.files(), 0, 0},
             message(NW_TEXT("timeloop.no_architecture", "There is no architecture in this description")),
             message(NW_TEXT("timeloop.no_architecture.remedy", "Name the file with the key architecture or arch, "
                                                                "joined with its tables by +.")));
    }
    const auto& root = *architecture->value;
    expectMap(root, architecture->key);
    const auto variables = variablesOf(document);
    Hierarchy hierarchy;
    if (root.member("nodes") != nullptr) {
        hierarchy = readNodes(*architecture, variables, notes);
    } else if (root.member("subtree") != nullptr) {
        hierarchy = readTree(*architecture, variables, notes);
    } else if (root.member("storage") != nullptr) {
        hierarchy = readOldest(*architecture, variables);
    } else {
        fail(root, message(NW_TEXT("timeloop.dialect", "The architecture has neither nodes nor subtree nor storage")),
             message(NW_TEXT("timeloop.dialect.remedy", "Describe it with nodes (version 0.4), subtree (0.2, 0.3), or "
                                                        "arithmetic and storage.")));
    }
    for (auto& stage : hierarchy.stages) stage.variables = variables.size();
    checkOrder(hierarchy, root);
    return hierarchy;
}

} // namespace nestwright::timeloop
