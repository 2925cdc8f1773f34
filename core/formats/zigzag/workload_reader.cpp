// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/yaml/fault.h"
#include "core/formats/yaml/values.h"
#include "core/formats/zigzag/equation.h"
#include "core/formats/zigzag/grouped_notes.h"
#include "core/formats/zigzag/zigzag.h"

#include <algorithm>
#include <set>

namespace nestwright::zigzag {
namespace {

using yaml::fail;
using yaml::Node;

class LayerReader {
public:
    LayerReader(const Node& node, SourceNotes& notes, GroupedNotes& grouped)
        : m_node(node)
        , m_notes(notes)
        , m_grouped(grouped) {}

    Layer read() {
        yaml::expectMap(m_node, "A layer");
        m_layer.place = m_node.place();
        m_layer.id = yaml::countOf(yaml::required(m_node, "id"), "The id", 0);
        m_layer.type = yaml::textOf(yaml::required(m_node, "operator_type"), "operator_type");
        const auto* name = m_node.member("name");
        const bool isNamed = name != nullptr && !name->value->isNull();
        problem().name = isNamed ? yaml::nameOf(*name->value, "The name") : "Layer" + std::to_string(m_layer.id);
        readDims();
        readRelations();
        readOperands();
        check();
        noteRest();
        return std::move(m_layer);
    }

private:
    Problem& problem() { return m_layer.problem; }

    void readDims() {
        const Node& names = yaml::required(m_node, "loop_dims");
        const Node& sizes = yaml::required(m_node, "loop_sizes");
        yaml::expectSequence(names, "loop_dims");
        yaml::expectSequence(sizes, "loop_sizes");
        constexpr std::size_t kMostDims = 64;
        if (names.items.empty() || names.items.size() > kMostDims || names.items.size() != sizes.items.size()) {
            fail(sizes,
                 message(NW_TEXT("zigzag.loops", "There are %1 loop_dims and %2 loop_sizes"), names.items.size(),
                         sizes.items.size()),
                 message(NW_TEXT("zigzag.loops.remedy", "Give each dimension one size; 1 to %1 can be used."),
                         kMostDims));
        }
        for (std::size_t i = 0; i < names.items.size(); ++i) {
            const auto name = capitals(yaml::nameOf(*names.items[i], "A dimension"));
            if (problem().dimIndex(name) >= 0) {
                fail(*names.items[i], message(NW_TEXT("zigzag.dim_twice", "The dimension %1 stands twice"), name),
                     message(NW_TEXT("zigzag.dim_twice.remedy", "Keep it once, with its whole size.")));
            }
            problem().dims.push_back({name, yaml::countOf(*sizes.items[i], "The size of " + name)});
        }
    }

    void readRelations() {
        const auto* list = m_node.member("dimension_relations");
        if (list == nullptr || list->value->isNull()) return;
        yaml::expectSequence(*list->value, "dimension_relations");
        for (const auto& item : list->value->items) addRelation(*item, m_relations);
    }

    void readOperands() {
        const Node& node = yaml::required(m_node, "equation");
        const Equation equation = parseEquation(node);
        if (equation.isSum) {
            m_grouped.add(NW_TEXT("zigzag.note.sum",
                                  "Layers that add two operands: %1; a sum counts as one multiply-add, as in ZigZag"),
                          node.place());
        }
        for (const auto& operand : equation.inputs) addTensor(operand, node);
        if (equation.output.name != "O") unknownOperand(equation.output, node);
        addTensor(equation.output, node);
    }

    [[noreturn]] static void unknownOperand(const EquationOperand& operand, const Node& node) {
        fail(node, message(NW_TEXT("zigzag.equation_operand", "%1 stands where an operand is expected"), operand.name),
             message(NW_TEXT("zigzag.equation_operand.remedy", "The output is O, the inputs are I and W.")));
    }

    void addTensor(const EquationOperand& operand, const Node& equation) {
        DataSpace tensor;
        tensor.name = operand.name;
        if (operand.name != "I" && operand.name != "W" && operand.name != "O") unknownOperand(operand, equation);
        if (problem().tensorIndex(operand.name) >= 0) unknownOperand(operand, equation);
        if (operand.name == "W") tensor.operand = Operand::weight;
        if (operand.name == "O") tensor.operand = Operand::output;
        readPrecision(tensor);
        if (tensor.bits == 0) return;
        for (const auto& index : operand.indices) tensor.projection.push_back(rankOf(index, equation));
        problem().tensors.push_back(std::move(tensor));
        m_layer.sources.push_back(sourceOf(operand.name));
    }

    /// An operand of 0 bits is no data at all: pooling writes its window so.
    void readPrecision(DataSpace& tensor) {
        const Node& precisions = yaml::required(m_node, "operand_precision");
        yaml::expectMap(precisions, "operand_precision");
        const auto bitsOf = [&](const char* key, Count least) {
            constexpr Count kMost = 4096;
            const Node& node = yaml::required(precisions, key);
            const Count bits = yaml::countOf(node, "The precision of " + std::string(key), least);
            if (bits <= kMost) return static_cast<int>(bits);
            fail(node, message(NW_TEXT("zigzag.precision", "%1 has more than %2 bits"), std::string(key), kMost),
                 message(NW_TEXT("zigzag.precision.remedy", "Give the bits of one element.")));
        };
        if (tensor.isReadWrite()) {
            tensor.bits = bitsOf("O_final", 1);
            tensor.partialBits = bitsOf("O", 1);
            return;
        }
        tensor.bits = tensor.partialBits = bitsOf(tensor.name.c_str(), 0);
        if (tensor.bits > 0) return;
        m_grouped.add(NW_TEXT("zigzag.note.free", "Operands of 0 bits left out: %1; they cost nothing"),
                      precisions.place());
    }

    ProjectionRank rankOf(const std::string& index, const Node& equation) {
        const auto relation = m_relations.find(index);
        if (relation == m_relations.end()) return {{dimOf(index, equation), 1}};
        m_derived.insert(index);
        ProjectionRank rank;
        for (const auto& term : relation->second) rank.push_back({dimOf(term.dim, equation), term.coefficient});
        return rank;
    }

    int dimOf(const std::string& name, const Node& equation) {
        const int dim = problem().dimIndex(name);
        if (dim >= 0) return dim;
        fail(equation, message(NW_TEXT("zigzag.index", "%1 is no dimension of the layer and no derived one"), name),
             message(NW_TEXT("zigzag.index.remedy", "List it in loop_dims, or give it one of the "
                                                    "dimension_relations.")));
    }

    Count sourceOf(const std::string& operand) const {
        const auto* sources = m_node.member("operand_source");
        if (sources == nullptr || sources->value->isNull()) return m_layer.id;
        yaml::expectMap(*sources->value, "operand_source");
        const auto* source = sources->value->member(operand);
        return source == nullptr ? m_layer.id : yaml::countOf(*source->value, "The source of " + operand, 0);
    }

    void check() {
        if (auto valid = validate(problem()); !valid) {
            fail(m_node, valid.error().message,
                 message(NW_TEXT("zigzag.problem.remedy", "Check the equation, its relations and the sizes.")));
        }
    }

    void noteRest() {
        for (const auto* key : {"pr_loop_sizes", "padding"}) {
            const auto* member = m_node.member(key);
            if (member == nullptr || member->value->isNull() || m_derived.empty()) continue;
            m_grouped.add(
                NW_TEXT("zigzag.note.padding", "Layers with padding: %1; inputs count with it, as a window reads them"),
                member->place);
            break;
        }
        const std::set<std::string_view> known = {"id",
                                                  "name",
                                                  "operator_type",
                                                  "equation",
                                                  "dimension_relations",
                                                  "loop_dims",
                                                  "loop_sizes",
                                                  "operand_precision",
                                                  "operand_source",
                                                  "pr_loop_dims",
                                                  "pr_loop_sizes",
                                                  "padding"};
        for (const auto& member : m_node.members) {
            if (known.contains(member.key)) continue;
            m_notes.push_back({message(NW_TEXT("zigzag.note.unknown", "The format has no key \"%1\" here: it is left "
                                                                      "out"),
                                       yaml::shortened(member.key)),
                               member.place});
        }
    }

    const Node& m_node;
    SourceNotes& m_notes;
    GroupedNotes& m_grouped;
    Relations m_relations;
    std::set<std::string> m_derived;
    Layer m_layer;
};

void checkIds(const std::vector<Layer>& layers) {
    std::set<Count> ids;
    for (const auto& layer : layers) {
        if (ids.insert(layer.id).second) continue;
        fail(layer.place, message(NW_TEXT("zigzag.id_twice", "Two layers have the id %1"), layer.id),
             message(NW_TEXT("zigzag.id_twice.remedy", "Give each layer an id of its own.")));
    }
    for (const auto& layer : layers) {
        for (const Count source : layer.sources) {
            if (ids.contains(source)) continue;
            fail(layer.place,
                 message(NW_TEXT("zigzag.source", "No layer has the id %1, which an operand comes from"), source),
                 message(NW_TEXT("zigzag.source.remedy", "Name a layer, or the layer's own id for a constant.")));
        }
    }
}

} // namespace

Result<std::vector<Layer>> readWorkload(const Description& description, SourceNotes& notes) {
    return yaml::guarded([&] {
        if (description.kind != Kind::workload) {
            fail(*description.root, message(NW_TEXT("zigzag.no_workload", "The file holds no layers")),
                 message(NW_TEXT("zigzag.no_workload.remedy",
                                 "Name a file with a list of layers (equation, loop_dims, loop_sizes).")));
        }
        SourceNotes found = description.notes;
        GroupedNotes grouped;
        std::vector<Layer> layers;
        for (const auto& item : description.root->items) layers.push_back(LayerReader(*item, found, grouped).read());
        checkIds(layers);
        grouped.report(found);
        notes.insert(notes.end(), found.begin(), found.end());
        return layers;
    });
}

} // namespace nestwright::zigzag
