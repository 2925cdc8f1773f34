// SPDX-License-Identifier: GPL-3.0-or-later
// Versions 0.2 and 0.3, and what the front end of version 0.4 writes: nested subtrees with local components; and the
// oldest form with a list of memories.
#include "core/formats/timeloop/fault.h"
#include "core/formats/timeloop/stage_kinds.h"
#include "core/formats/timeloop/values.h"

#include <algorithm>

namespace nestwright::timeloop {
namespace {

/// Instances of a stage on the mesh of the whole machine.
struct StageMesh {
    Count x = 1;
    Count y = 1;
};

std::optional<Count> attributeCount(const yaml::Node& own, const Scope& scope, const char* key) {
    const auto node = own.find(key);
    if (!node || node->isNull()) return std::nullopt;
    return countOf(*node, scope, key);
}

StageMesh meshOf(const yaml::Node& attributes, const Scope& scope, Count copies, const SourcePlace& place) {
    const Count instances = attributeCount(attributes, scope, "instances").value_or(copies);
    const auto x = attributeCount(attributes, scope, "meshX");
    const auto y = attributeCount(attributes, scope, "meshY");
    StageMesh mesh{x.value_or(1), y.value_or(1)};
    if (!x && !y) mesh = {instances, 1};
    if (x && !y) mesh.y = std::max<Count>(1, instances / *x);
    if (y && !x) mesh.x = std::max<Count>(1, instances / *y);
    if (productOf(mesh.x, mesh.y, place, "The mesh") == instances) return mesh;
    fail(place,
         message(NW_TEXT("timeloop.mesh", "The mesh of %1 x %2 doesn't hold the %3 instances"), mesh.x, mesh.y,
                 instances),
         message(NW_TEXT("timeloop.mesh.remedy", "Make meshX x meshY equal to the number of instances, which the "
                                                 "ranges NAME[a..b] or the attribute instances give.")));
}

/// Sets the copies of a stage within one instance of the stage before.
void setCopies(Stage& stage, const StageMesh& outer, const StageMesh& mesh) {
    if (mesh.x % outer.x != 0 || mesh.y % outer.y != 0) {
        fail(*stage.node,
             message(NW_TEXT("timeloop.fanout", "The mesh of %1, %2 x %3, isn't a multiple of the mesh of %4 x %5 "
                                                "outside it"),
                     stage.name, mesh.x, mesh.y, outer.x, outer.y),
             message(NW_TEXT("timeloop.fanout.remedy", "Choose meshX and meshY that divide level by level.")));
    }
    stage.x = mesh.x / outer.x;
    stage.y = mesh.y / outer.y;
}

const yaml::NodePtr& emptyMap() {
    static const yaml::NodePtr empty = [] {
        auto node = std::make_shared<yaml::Node>();
        node->kind = yaml::Node::Kind::map;
        return node;
    }();
    return empty;
}

class TreeReader {
public:
    TreeReader(const Scope& variables, SourceNotes& notes)
        : m_variables(variables)
        , m_notes(notes) {}

    Hierarchy read(const yaml::Member& architecture) {
        readSubtrees(*architecture.value, 1, m_variables);
        return std::move(m_hierarchy);
    }

private:
    void readSubtrees(const yaml::Node& parent, Count copies, const Scope& scope) {
        const auto list = parent.find("subtree");
        if (!list || list->isNull()) return;
        expectSequence(*list, "subtree");
        if (list->items.size() > 1) {
            fail(*list->items[1],
                 message(NW_TEXT("timeloop.branches", "A level can have one subtree only; this is the second")),
                 message(NW_TEXT("timeloop.branches.remedy", "Put memories that stand side by side one after the "
                                                             "other, and let each keep its own tensors.")));
        }
        for (const auto& node : list->items) readSubtree(*node, copies, scope);
    }

    void readSubtree(const yaml::Node& node, Count copies, Scope scope) {
        expectMap(node, "a subtree");
        if (const auto attributes = node.find("attributes"); attributes && attributes->isMap()) {
            scope.insert(scope.begin(), attributes);
        }
        if (const auto name = node.find("name")) {
            const auto ranged = rangedName(*name, scope);
            copies = productOf(copies, ranged.copies, name->place(), "The number of instances");
            if (m_hierarchy.name.empty()) m_hierarchy.name = ranged.name;
        }
        if (const auto local = node.find("local"); local && !local->isNull()) {
            expectSequence(*local, "local");
            for (const auto& component : local->items) readComponent(component, copies, scope);
        }
        readSubtrees(node, copies, scope);
    }

    void readComponent(const yaml::NodePtr& node, Count copies, Scope scope) {
        expectMap(*node, "a component");
        if (isDisabled(*node)) return;
        const auto componentClass = requiredText(*node, "class");
        const auto kind = kindOfClass(componentClass);
        if (!kind) {
            noteUnusedComponent(*node, componentClass, m_notes);
            return;
        }
        auto attributes = node->find("attributes");
        if (attributes && !attributes->isNull()) expectMap(*attributes, "attributes");
        if (!attributes || attributes->isNull()) attributes = emptyMap();
        scope.insert(scope.begin(), attributes);
        const auto name = node->find("name");
        if (!name) (void)requiredText(*node, "name");
        const auto ranged = rangedName(*name, scope);
        copies = productOf(copies, ranged.copies, name->place(), "The number of instances");
        Stage stage;
        stage.kind = *kind;
        stage.name = ranged.name;
        stage.componentClass = componentClass;
        stage.node = node;
        stage.attributes = scope;
        stage.own = attributes;
        stage.constraints = node->find("constraints");
        const StageMesh mesh = meshOf(*attributes, scope, copies, node->place());
        setCopies(stage, m_mesh, mesh);
        m_mesh = mesh;
        m_hierarchy.stages.push_back(std::move(stage));
    }

    const Scope& m_variables;
    SourceNotes& m_notes;
    Hierarchy m_hierarchy;
    StageMesh m_mesh;
};

Stage oldestStage(const yaml::NodePtr& node, Stage::Kind kind, const Scope& variables) {
    expectMap(*node, kind == Stage::Kind::compute ? "arithmetic" : "a memory");
    Stage stage;
    stage.kind = kind;
    stage.node = node;
    stage.attributes = variables;
    stage.own = node;
    stage.attributes.insert(stage.attributes.begin(), node);
    const auto name = node->find("name");
    stage.name = name ? rangedName(*name, stage.attributes).name : "MAC";
    if (!name && kind == Stage::Kind::storage) (void)requiredText(*node, "name");
    if (const auto technology = node->find("technology"); technology && technology->isScalar()) {
        stage.componentClass = technology->text;
    }
    return stage;
}

} // namespace

Hierarchy readTree(const yaml::Member& architecture, const Scope& variables, SourceNotes& notes) {
    return TreeReader(variables, notes).read(architecture);
}

Hierarchy readOldest(const yaml::Member& architecture, const Scope& variables) {
    const auto& root = *architecture.value;
    const auto storage = root.find("storage");
    expectSequence(*storage, "storage");
    const auto arithmetic = root.find("arithmetic");
    if (!arithmetic) (void)requiredText(root, "arithmetic");
    Hierarchy hierarchy;
    hierarchy.name = "system";
    // Memories are listed from inner to outer here.
    for (auto it = storage->items.rbegin(); it != storage->items.rend(); ++it) {
        hierarchy.stages.push_back(oldestStage(*it, Stage::Kind::storage, variables));
    }
    hierarchy.stages.push_back(oldestStage(arithmetic, Stage::Kind::compute, variables));
    StageMesh outer;
    for (auto& stage : hierarchy.stages) {
        const StageMesh mesh = meshOf(*stage.node, stage.attributes, 1, stage.node->place());
        setCopies(stage, outer, mesh);
        outer = mesh;
    }
    return hierarchy;
}

} // namespace nestwright::timeloop
