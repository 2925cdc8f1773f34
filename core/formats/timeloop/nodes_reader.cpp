// SPDX-License-Identifier: GPL-3.0-or-later
// Version 0.4: a list of nodes from outer to inner. Containers pass their attributes on to what follows, and one with
// several copies carries an array.
#include "core/formats/timeloop/fault.h"
#include "core/formats/timeloop/stage_kinds.h"
#include "core/formats/timeloop/values.h"

namespace nestwright::timeloop {
namespace {

class NodesReader {
public:
    NodesReader(const yaml::Member& architecture, const Scope& variables, SourceNotes& notes)
        : m_notes(notes) {
        m_hierarchy.name = "system";
        m_isNamed = false;
        Scope scope = variables;
        readList(architecture.value->find("nodes"), scope, false);
    }

    Hierarchy take() { return std::move(m_hierarchy); }

private:
    void readList(const yaml::NodePtr& list, Scope& scope, bool isParallel) {
        if (!list || list->isNull()) return;
        expectSequence(*list, "nodes");
        for (const auto& node : list->items) {
            if (isParallel) {
                Scope own = scope;
                readNode(node, own, true);
            } else {
                readNode(node, scope, false);
            }
        }
    }

    void readNode(const yaml::NodePtr& node, Scope& scope, bool isParallel) {
        const std::string& tag = node->tag;
        if (tag == "!Nothing") return;
        expectMap(*node, "a node");
        if (isDisabled(*node)) return;
        if (tag == "!Parallel") {
            readList(node->find("nodes"), scope, true);
        } else if (tag == "!Hierarchical" || tag == "!Pipelined" || (tag.empty() && node->find("nodes"))) {
            Scope own = scope;
            addAttributes(*node, own);
            readList(node->find("nodes"), own, false);
        } else if (tag == "!Container" || (tag.empty() && !node->find("class"))) {
            readContainer(node, scope, isParallel);
        } else if (tag == "!Component" || tag.empty()) {
            readComponent(node, scope, isParallel);
        } else {
            fail(*node, message(NW_TEXT("timeloop.tag", "There is no kind of node %1"), tag),
                 message(NW_TEXT("timeloop.tag.remedy", "Use !Container, !Component, !Parallel, !Hierarchical, "
                                                        "!Pipelined or !Nothing.")));
        }
    }

    static void addAttributes(const yaml::Node& node, Scope& scope) {
        const auto attributes = node.find("attributes");
        if (!attributes || attributes->isNull()) return;
        expectMap(*attributes, "attributes");
        scope.insert(scope.begin(), attributes);
    }

    struct Copies {
        Count x = 1;
        Count y = 1;
    };

    static Copies copiesOf(const yaml::Node& node, const Scope& scope) {
        Copies copies;
        if (const auto spatial = node.find("spatial"); spatial && !spatial->isNull()) {
            expectMap(*spatial, "spatial");
            if (const auto x = spatial->find("meshX")) copies.x = countOf(*x, scope, "meshX");
            if (const auto y = spatial->find("meshY")) copies.y = countOf(*y, scope, "meshY");
        }
        if (const auto name = node.find("name")) {
            const auto ranged = rangedName(*name, scope);
            copies.x = productOf(copies.x, ranged.copies, name->place(), "The number of instances");
        }
        return copies;
    }

    static std::string nameOf(const yaml::Node& node, const Scope& scope) {
        const auto name = node.find("name");
        if (!name) (void)requiredText(node, "name");
        return rangedName(*name, scope).name;
    }

    void readContainer(const yaml::NodePtr& node, Scope& scope, bool isParallel) {
        addAttributes(*node, scope);
        const auto name = nameOf(*node, scope);
        if (!m_isNamed) m_hierarchy.name = name;
        m_isNamed = true;
        const Copies copies = copiesOf(*node, scope);
        const bool isArray = copies.x > 1 || copies.y > 1;
        if (isArray && isParallel) refuseSides(*node, name);
        if (!isArray) {
            if (const auto constraints = node->find("constraints");
                constraints && constraints->isMap() && !constraints->members.empty()) {
                m_notes.push_back({message(NW_TEXT("timeloop.note.container", "Constraints of %1, which has one copy, "
                                                                              "have nothing to constrain and are left "
                                                                              "out"),
                                           name),
                                   constraints->place()});
            }
            return;
        }
        Stage stage;
        stage.kind = Stage::Kind::array;
        stage.name = arrayName(name);
        stage.node = node;
        stage.attributes = scope;
        stage.constraints = node->find("constraints");
        push(std::move(stage), {});
        m_pending = copies;
    }

    void readComponent(const yaml::NodePtr& node, const Scope& outer, bool isParallel) {
        const auto componentClass = requiredText(*node, "class");
        const auto kind = kindOfClass(componentClass);
        if (!kind) {
            noteUnusedComponent(*node, componentClass, m_notes);
            return;
        }
        Scope scope = outer;
        addAttributes(*node, scope);
        Stage stage;
        stage.kind = *kind;
        stage.name = nameOf(*node, scope);
        stage.componentClass = componentClass;
        stage.node = node;
        stage.attributes = scope;
        stage.own = node->find("attributes");
        stage.constraints = node->find("constraints");
        const Copies copies = copiesOf(*node, scope);
        if (isParallel && (copies.x > 1 || copies.y > 1)) refuseSides(*node, stage.name);
        push(std::move(stage), copies);
    }

    [[noreturn]] static void refuseSides(const yaml::Node& node, const std::string& name) {
        fail(
            node,
            message(NW_TEXT("timeloop.parallel", "%1 has several copies inside !Parallel, so that its neighbours would "
                                                 "have fewer"),
                    name),
            message(NW_TEXT("timeloop.parallel.remedy", "Move the copies to a !Container outside !Parallel.")));
    }

    void push(Stage stage, const Copies& copies) {
        stage.x = productOf(m_pending.x, copies.x, stage.node->place(), "The number of instances");
        stage.y = productOf(m_pending.y, copies.y, stage.node->place(), "The number of instances");
        m_pending = {};
        m_hierarchy.stages.push_back(std::move(stage));
    }

    SourceNotes& m_notes;
    Hierarchy m_hierarchy;
    bool m_isNamed = false;
    Copies m_pending;
};

} // namespace

Hierarchy readNodes(const yaml::Member& architecture, const Scope& variables, SourceNotes& notes) {
    return NodesReader(architecture, variables, notes).take();
}

} // namespace nestwright::timeloop
