// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/readers.h"

#include "core/formats/onnx/limits.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace nestwright::onnx_format {
namespace {

bool isMovement(const std::string& type) {
    constexpr std::array<std::string_view, 14> kTypes = {"Cast",      "Identity", "Unsqueeze", "Squeeze", "Reshape",
                                                         "Transpose", "Slice",    "Split",     "Concat",  "Expand",
                                                         "Tile",      "Flatten",  "Gather",    "CastLike"};
    return std::find(kTypes.begin(), kTypes.end(), type) != kTypes.end();
}

} // namespace

Readers::Readers(const Graph& graph)
    : m_graph(graph)
    , m_readers(graph.tensors.size()) {
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
        for (const TensorId input : graph.operators[i].inputs) {
            if (input != kNoTensor) m_readers[static_cast<std::size_t>(input)].push_back(static_cast<OperatorId>(i));
        }
    }
}

const Operator* Readers::producer(TensorId id) const {
    const Tensor* tensor = m_graph.tensor(id);
    if (tensor == nullptr || tensor->producer == kNoOperator) return nullptr;
    return &m_graph.operators[static_cast<std::size_t>(tensor->producer)];
}

const Operator* Readers::producerPastCasts(TensorId id) const {
    const Operator* op = producer(id);
    while (op != nullptr && (op->type == "Cast" || op->type == "CastLike") && !op->inputs.empty()) {
        op = producer(op->inputs[0]);
    }
    return op;
}

bool Readers::hasNegation(TensorId id) const {
    constexpr int kSteps = 6;
    std::set<TensorId> seen = {id};
    std::vector<TensorId> open = {id};
    for (int step = 0; step < kSteps && seen.size() < kMaxWalk; ++step) {
        std::vector<TensorId> next;
        for (const TensorId at : open) {
            const Operator* op = producer(at);
            if (op == nullptr) continue;
            if (op->type == "Neg") return true;
            if (!isMovement(op->type) && op->type != "Mul") continue;
            for (const TensorId input : op->inputs) {
                if (input != kNoTensor && seen.insert(input).second) next.push_back(input);
            }
        }
        open = std::move(next);
    }
    return false;
}

std::vector<const Operator*> Readers::finalReaders(const Operator& op) const {
    std::vector<const Operator*> found;
    std::vector<TensorId> open = op.outputs;
    std::set<TensorId> seen;
    while (!open.empty()) {
        const TensorId id = open.back();
        open.pop_back();
        if (id == kNoTensor || !seen.insert(id).second) continue;
        if (seen.size() > kMaxWalk) return {};
        for (const OperatorId reader : m_readers[static_cast<std::size_t>(id)]) {
            const Operator& next = m_graph.operators[static_cast<std::size_t>(reader)];
            if (isMovement(next.type)) {
                open.insert(open.end(), next.outputs.begin(), next.outputs.end());
            } else {
                found.push_back(&next);
            }
        }
    }
    return found;
}

Readers::Term Readers::rotationTerm(const Operator& product) const {
    const auto readers = finalReaders(product);
    Term term{!readers.empty(), false};
    for (const Operator* sum : readers) {
        const bool isSum = (sum->type == "Add" || sum->type == "Sub") && sum->inputs.size() == 2;
        if (!isSum) return {};
        for (const TensorId input : sum->inputs) {
            const Operator* factor = producerPastCasts(input);
            if (factor == nullptr || factor->type != "Mul") return {};
            if (hasNegation(input)) term.isCertain = true;
        }
        if (sum->type == "Sub") term.isCertain = true;
    }
    return term;
}

bool Readers::isRotaryFactor(const Operator& op) const {
    if (op.type == "Mul") {
        const Term term = rotationTerm(op);
        return term.isRotation && term.isCertain;
    }
    if (op.type != "Gather" && op.type != "GatherElements" && op.type != "GatherND") return false;
    bool isCertain = false;
    const auto readers = finalReaders(op);
    for (const Operator* reader : readers) {
        if (reader->type == "RotaryEmbedding") {
            isCertain = true;
            continue;
        }
        if (reader->type != "Mul") return false;
        const Term term = rotationTerm(*reader);
        if (!term.isRotation) return false;
        isCertain = isCertain || term.isCertain;
    }
    return isCertain;
}

bool Readers::feedsOnlyAngles(const Operator& op) const {
    const auto readers = finalReaders(op);
    return !readers.empty() && std::all_of(readers.begin(), readers.end(), [](const Operator* reader) {
        return reader->type == "Sin" || reader->type == "Cos";
    });
}

} // namespace nestwright::onnx_format
