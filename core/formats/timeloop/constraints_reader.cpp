// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/timeloop/fault.h"
#include "core/formats/timeloop/loop_syntax.h"
#include "core/formats/timeloop/stages.h"
#include "core/formats/timeloop/timeloop.h"

#include <algorithm>
#include <array>

namespace nestwright::timeloop {
namespace {

constexpr std::array kSections = {"architecture_constraints", "arch_constraints", "mapspace_constraints", "mapspace",
                                  "constraints"};

bool isEmpty(const yaml::Node& node) {
    return node.isNull() || (node.isMap() && node.members.empty()) || (node.isSequence() && node.items.empty());
}

class ConstraintsReader {
public:
    ConstraintsReader(const Document& document, const Problem& problem, const Accelerator& accelerator,
                      SourceNotes& notes)
        : m_document(document)
        , m_problem(problem)
        , m_accelerator(accelerator)
        , m_notes(notes) {}

    MappingConstraints read() {
        for (const auto* key : kSections) {
            if (const auto* section = m_document.section({key})) readSection(*section);
        }
        readInside();
        return std::move(m_result);
    }

private:
    void readSection(const yaml::Member& section) {
        const auto& node = *section.value;
        if (node.isNull()) return;
        if (node.isSequence()) {
            readList(node);
            return;
        }
        expectMap(node, section.key);
        if (const auto name = node.find("template"); name && name->isScalar() && name->text != "uber") {
            note(
                message(NW_TEXT("timeloop.note.template", "The mapspace template %1 is left out; imperfect factors are "
                                                          "an option of the search"),
                        name->text),
                name->place());
        }
        for (const auto* key : {"targets", "constraints"}) {
            const auto list = node.find(key);
            if (!list || list->isNull()) continue;
            if (list->isScalar()) {
                readNamed(*list);
            } else {
                expectSequence(*list, key);
                readList(*list);
            }
        }
    }

    /// "constraints: NAME" stands for the top-level key constraints_NAME.
    void readNamed(const yaml::Node& name) {
        const auto* section = m_document.section({"constraints_" + name.text});
        if (section == nullptr) {
            fail(name, message(NW_TEXT("timeloop.constraints_name", "There are no constraints named %1"), name.text),
                 message(NW_TEXT("timeloop.constraints_name.remedy", "Add a list under the key %1."),
                         "constraints_" + name.text));
        }
        expectSequence(*section->value, section->key);
        readList(*section->value);
    }

    void readList(const yaml::Node& list) {
        for (const auto& entry : list.items) {
            expectMap(*entry, "a constraint");
            const auto type = requiredText(*entry, "type");
            if (type == "utilization" || type == "parallelism") {
                readUse(*entry);
            } else if (type == "max_overbooked_proportion") {
                note(message(NW_TEXT("timeloop.note.overbooked", "Overbooking isn't modelled: the constraint is left "
                                                                 "out")),
                     entry->place());
            } else {
                readEntry(*entry, type, targetOf(*entry, m_accelerator));
            }
        }
    }

    /// Constraints inside the architecture: maps by type within a component or container.
    void readInside() {
        if (m_document.architecture() == nullptr) return;
        SourceNotes repeated; // the reader of the architecture gives these
        for (const auto& stage : readHierarchy(m_document, repeated).stages) {
            if (!stage.constraints || stage.constraints->isNull()) continue;
            expectMap(*stage.constraints, "constraints");
            const Target target = stageTarget(stage);
            for (const auto& member : stage.constraints->members) {
                if (isEmpty(*member.value)) continue;
                expectMap(*member.value, member.key);
                readEntry(*member.value, member.key, target);
            }
        }
    }

    Target stageTarget(const Stage& stage) const {
        const int level = m_accelerator.levelIndex(stage.name);
        if (level >= 0) {
            return {level, m_accelerator.levels[static_cast<std::size_t>(level)].fanout.name == stage.name};
        }
        for (std::size_t l = 0; l < m_accelerator.levels.size(); ++l) {
            if (m_accelerator.levels[l].fanout.name == stage.name) return {static_cast<int>(l), true};
        }
        return {};
    }

    void readEntry(const yaml::Node& entry, const std::string& type, const Target& target) {
        if (type == "temporal" || type == "spatial") {
            readLoops(entry, type == "spatial", target);
        } else if (type == "bypass" || type == "datatype" || type == "bypassing" || type == "dataspace") {
            readKeeping(entry, target);
        } else {
            fail(entry, message(NW_TEXT("timeloop.constraint_type", "A constraint can't be of type %1"), type),
                 message(NW_TEXT("timeloop.constraint_type.remedy", "Use temporal, spatial, bypass or utilization.")));
        }
    }

    void readUse(const yaml::Node& entry) {
        const auto least = entry.find("min");
        if (!least) (void)requiredText(entry, "min");
        m_result.minLaneUse = numberOf(*least, {}, "min");
        if (m_result.minLaneUse >= 0 && m_result.minLaneUse <= 1) return;
        fail(*least, message(NW_TEXT("timeloop.share", "min must lie between 0 and 1; it is %1"), m_result.minLaneUse),
             message(NW_TEXT("timeloop.share.remedy", "Write a share such as 0.5.")));
    }

    void readKeeping(const yaml::Node& entry, const Target& target) {
        KeepRules rules;
        rules.level = target.level;
        rules.keep = listed(entry, "keep");
        rules.bypass = listed(entry, "bypass");
        if (const auto only = entry.find("keep_only"); only && !only->isNull()) {
            rules.keep = tensorsOf(*only, m_problem, "keep_only");
            rules.bypass = othersThan(rules.keep);
        }
        const auto both = std::find_if(rules.keep.begin(), rules.keep.end(), [&](int tensor) {
            return std::find(rules.bypass.begin(), rules.bypass.end(), tensor) != rules.bypass.end();
        });
        if (both != rules.keep.end()) {
            fail(entry,
                 message(NW_TEXT("timeloop.keep_bypass", "%1 is both kept and bypassed"),
                         m_problem.tensors[static_cast<std::size_t>(*both)].name),
                 message(NW_TEXT("timeloop.keep_bypass.remedy", "Name it in one of the lists.")));
        }
        noteRest(entry, {"no_coalesce"});
        const bool keepsNothing = target.level < 0 || target.isArray;
        if (keepsNothing && rules.keep.empty()) return;
        if (keepsNothing) {
            fail(entry, message(NW_TEXT("timeloop.array_keeps", "An array or compute can't keep a data space")),
                 message(NW_TEXT("timeloop.array_keeps.remedy", "Let it bypass all of them.")));
        }
        m_result.keeping.push_back(std::move(rules));
    }

    std::vector<int> othersThan(const std::vector<int>& tensors) const {
        std::vector<int> others;
        for (int t = 0; t < static_cast<int>(m_problem.tensors.size()); ++t) {
            if (std::find(tensors.begin(), tensors.end(), t) == tensors.end()) others.push_back(t);
        }
        return others;
    }

    std::vector<int> listed(const yaml::Node& entry, const char* key) const {
        const auto node = entry.find(key);
        return node ? tensorsOf(*node, m_problem, key) : std::vector<int>();
    }

    void readLoops(const yaml::Node& entry, bool isSpatial, const Target& target) {
        LoopRules rules;
        rules.level = target.level;
        rules.isSpatial = isSpatial;
        rules.ofArray = target.isArray && !isSpatial;
        readFactors(entry, rules);
        if (const auto order = entry.find("permutation"); order && !order->isNull()) {
            auto written = permutationOf(*order, m_problem);
            rules.innermost = std::move(written.inner);
            rules.outermost = std::move(written.outer);
        }
        if (const auto split = entry.find("split"); split && !split->isNull()) {
            const Count value = countOf(*split, {}, "split", 0);
            rules.split = static_cast<int>(std::min<Count>(value, static_cast<Count>(m_problem.dims.size())));
        }
        if (const auto most = entry.find("default_max_factor"))
            rules.mostElsewhere = countOf(*most, {}, "default_max_factor");
        if (const auto least = entry.find("default_min_factor"))
            rules.leastElsewhere = countOf(*least, {}, "default_min_factor");
        (isSpatial ? rules.noMulticast : rules.noTemporalReuse) = listed(entry, "no_reuse");
        for (const int tensor : listed(entry, "no_temporal_reuse")) rules.noTemporalReuse.push_back(tensor);
        rules.noLinkTransfer = listed(entry, "no_link_transfer");
        rules.rmwFirstUpdate = listed(entry, "rmw_first_update");
        noteRest(entry, {"remainders", "maximize_dims", "no_coalesce"});
        if (target.level >= 0) m_result.loops.push_back(std::move(rules));
    }

    void readFactors(const yaml::Node& entry, LoopRules& rules) {
        auto factors = entry.find("factors");
        const auto only = entry.find("factors_only");
        if (only && !only->isNull()) factors = only;
        std::vector<bool> isNamed(m_problem.dims.size(), false);
        if (factors && !factors->isNull()) {
            for (const auto& factor : factorsOf(*factors, m_problem, true)) {
                isNamed[static_cast<std::size_t>(factor.dim)] = true;
                addFactor(factor, rules);
            }
        }
        if (!only || only->isNull()) return;
        for (std::size_t d = 0; d < isNamed.size(); ++d) {
            if (!isNamed[d]) rules.factors.push_back({static_cast<int>(d), FactorRule::Relation::equal, 1, 1});
        }
    }

    void addFactor(const WrittenFactor& factor, LoopRules& rules) {
        const auto& dim = m_problem.dims[static_cast<std::size_t>(factor.dim)];
        FactorRule rule{factor.dim, factor.relation, factor.value, factor.residual};
        if (rule.value == 0) rule.value = rule.residual = dim.bound;
        if (rule.relation == FactorRule::Relation::equal && rule.value > dim.bound) {
            note(message(NW_TEXT("timeloop.note.factor_bound", "%1=%2 is left out: the bound of %1 is %3"), dim.name,
                         rule.value, dim.bound),
                 factor.place);
            return;
        }
        rules.factors.push_back(rule);
    }

    void noteRest(const yaml::Node& entry, std::initializer_list<const char*> keys) {
        for (const auto* key : keys) {
            const auto* member = entry.member(key);
            if (member == nullptr || member->value->isNull()) continue;
            note(
                message(NW_TEXT("timeloop.note.constraint_key", "%1 of this constraint is left out: it isn't modelled"),
                        std::string(key)),
                member->place);
        }
    }

    void note(Message what, SourcePlace place) { m_notes.push_back({std::move(what), std::move(place)}); }

    const Document& m_document;
    const Problem& m_problem;
    const Accelerator& m_accelerator;
    SourceNotes& m_notes;
    MappingConstraints m_result;
};

} // namespace

Result<MappingConstraints> readConstraints(const Document& document, const Problem& problem,
                                           const Accelerator& accelerator, SourceNotes& notes) {
    return guarded([&] { return ConstraintsReader(document, problem, accelerator, notes).read(); });
}

std::optional<SourcePlace> constraintsPlace(const Document& document) {
    for (const auto* key : kSections) {
        const auto* section = document.section({key});
        if (section != nullptr && !isEmpty(*section->value)) return section->place;
    }
    if (document.architecture() == nullptr) return std::nullopt;
    const auto inside = guarded([&]() -> std::optional<SourcePlace> {
        SourceNotes notes;
        for (const auto& stage : readHierarchy(document, notes).stages) {
            if (!stage.constraints) continue;
            for (const auto& member : stage.constraints->members) {
                if (!isEmpty(*member.value)) return member.place;
            }
        }
        return std::nullopt;
    });
    return inside ? *inside : std::nullopt;
}

} // namespace nestwright::timeloop
