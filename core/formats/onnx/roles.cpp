// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/roles.h"

#include "core/base/text.h"
#include "core/formats/onnx/element_type.h"
#include "core/formats/onnx/parameter_slots.h"
#include "core/formats/onnx/readers.h"

#include <array>
#include <set>
#include <string_view>

namespace nestwright::onnx_format {
namespace {

constexpr std::array<std::string_view, 17> kNoSource = {
    "Constant",       "ConstantOfShape", "Shape",  "Size",   "Range",      "EyeLike",
    "NonZero",        "ArgMax",          "ArgMin", "OneHot", "HannWindow", "HammingWindow",
    "BlackmanWindow", "MelWeightMatrix", "Equal",  "Less",   "Greater"};
constexpr std::array<std::string_view, 14> kAllSources = {"Concat", "Add", "Sub",  "Mul",    "Div",  "Pow",    "Min",
                                                          "Max",    "Sum", "Mean", "MatMul", "Gemm", "Einsum", "Conv"};

/// Marks weights and parameters of one graph.
class RoleAssigner {
public:
    RoleAssigner(Graph& graph, const std::vector<TensorFacts>& facts)
        : m_graph(graph)
        , m_facts(facts)
        , m_readers(graph) {}

    void assign() {
        for (std::size_t i = 0; i < m_facts.size(); ++i) {
            if (m_facts[i].isStatic) m_graph.tensors[i].role = TensorRole::constant;
        }
        for (const Operator& op : m_graph.operators) {
            for (std::size_t i = 0; i < op.inputs.size(); ++i) {
                if (isWeight(op, i)) mark(op.inputs[i]);
            }
        }
    }

private:
    [[nodiscard]] const TensorFacts& facts(TensorId id) const { return m_facts[static_cast<std::size_t>(id)]; }
    [[nodiscard]] Tensor& tensor(TensorId id) { return m_graph.tensors[static_cast<std::size_t>(id)]; }

    /// Zeros and ones, or zeros and one large negative number: what hides positions, not what was learned.
    [[nodiscard]] bool isMask(TensorId id) const {
        const Value* value = facts(id).value.get();
        const Tensor& held = m_graph.tensors[static_cast<std::size_t>(id)];
        if (value == nullptr || value->size() < 4 || !held.shape || held.shape->size() < 2) return false;
        std::set<double> distinct;
        for (std::size_t i = 0; i < value->size() && distinct.size() < 3; ++i) distinct.insert(value->real(i));
        constexpr double kHidden = -100;
        return distinct.size() == 2 && ((*distinct.begin() == 0 && *distinct.rbegin() == 1) ||
                                        (*distinct.begin() <= kHidden && *distinct.rbegin() == 0));
    }

    [[nodiscard]] bool isWeight(const Operator& op, std::size_t input) {
        const TensorId id = op.inputs[input];
        if (id == kNoTensor || !facts(id).isStatic || !facts(id).isStored) return false;
        const Slot slot = slotOf(op, input);
        if (slot == Slot::constant || m_readers.feedsOnlyAngles(op)) return false;
        if (slot == Slot::parameter) return true;
        const auto elements = tensor(id).elements();
        const bool isLearnable = isFloating(tensor(id).type) && elements != 1 && elements != 0;
        return isLearnable && !isMask(id) && !m_readers.isRotaryFactor(op);
    }

    void mark(TensorId id) {
        tensor(id).role = TensorRole::weight;
        std::vector<TensorId> open = {id};
        std::set<TensorId> seen;
        while (!open.empty()) {
            const TensorId current = open.back();
            open.pop_back();
            if (!seen.insert(current).second) continue;
            const auto& sources = facts(current).sources;
            if (!sources.empty()) {
                open.insert(open.end(), sources.begin(), sources.end());
                continue;
            }
            // A lone number on the way to a larger tensor scales it.
            const bool isFactor = current != id && tensor(current).elements() == 1 && tensor(id).elements() != 1;
            if (!facts(current).isStored || isFactor) continue;
            tensor(current).role = TensorRole::weight;
            tensor(current).isParameter = true;
        }
    }

    Graph& m_graph;
    const std::vector<TensorFacts>& m_facts;
    Readers m_readers;
};

} // namespace

std::vector<TensorId> elementSources(const Operator& op) {
    std::vector<TensorId> sources;
    if (isIn(kNoSource, op.type)) return sources;
    const bool takesAll = isIn(kAllSources, op.type);
    for (std::size_t i = 0; i < op.inputs.size(); ++i) {
        const bool isTaken = takesAll || (op.type == "Where" ? i > 0 : i == 0);
        if (isTaken && op.inputs[i] != kNoTensor) sources.push_back(op.inputs[i]);
    }
    return sources;
}

void assignRoles(Graph& graph, const std::vector<TensorFacts>& facts) { RoleAssigner(graph, facts).assign(); }

} // namespace nestwright::onnx_format
