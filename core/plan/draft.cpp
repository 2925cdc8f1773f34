// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft.h"

#include "core/plan/number_format.h"

#include <algorithm>
#include <map>

namespace nestwright {
namespace {

/// A problem without its name, as text that equal problems share.
std::string keyOf(const Problem& problem) {
    std::string key;
    const auto put = [&](auto value) { key += std::to_string(value) + ' '; };
    for (const auto& dim : problem.dims) put(dim.bound);
    for (const auto& tensor : problem.tensors) {
        key += '|';
        put(static_cast<int>(tensor.operand));
        put(tensor.bits);
        put(tensor.partialBits);
        for (const auto& rank : tensor.projection) {
            key += ';';
            for (const auto& term : rank) {
                put(term.dim);
                put(term.coefficient);
            }
        }
    }
    return key;
}

bool isFolded(const Graph& graph, const Operator& op) {
    return !op.outputs.empty() && std::all_of(op.outputs.begin(), op.outputs.end(), [&](TensorId id) {
        const Tensor* tensor = graph.tensor(id);
        return tensor == nullptr || tensor->role == TensorRole::constant || tensor->role == TensorRole::weight;
    });
}

bool hasWork(const DraftOperator& op) {
    if (!op.einsums.empty()) return true;
    return op.vector && (op.vector->operations > 0 || op.vector->readBytes > 0 || op.vector->writeBytes > 0);
}

/// Between the two products of an attention runs its softmax; elsewhere vector work belongs to the operator itself.
LayerType vectorLayerType(const OperatorWork& work) {
    const bool hasScores = std::any_of(work.einsums.begin(), work.einsums.end(), [](const EinsumWork& einsum) {
        return einsum.layerType == LayerType::attentionScore;
    });
    return hasScores && work.einsums.size() > 1 ? LayerType::softmax : work.layerType;
}

class Kernels {
public:
    Kernels(const Graph& graph, DataType format, Draft& draft)
        : m_graph(graph)
        , m_format(format)
        , m_draft(draft)
        , m_readers(graph.tensors.size(), 0)
        , m_draftOf(graph.operators.size(), -1) {
        for (const auto& op : graph.operators) {
            for (const TensorId id : op.inputs) {
                if (graph.tensor(id) != nullptr) ++m_readers[static_cast<std::size_t>(id)];
            }
        }
        for (const TensorId id : graph.outputs) ++m_readers[static_cast<std::size_t>(id)];
        for (std::size_t i = 0; i < draft.operators.size(); ++i) {
            m_draftOf[static_cast<std::size_t>(draft.operators[i].id)] = static_cast<int>(i);
        }
    }

    void assign(int index, Fusion fusion) {
        DraftOperator& op = m_draft.operators[static_cast<std::size_t>(index)];
        if (!op.launches) return;
        if (fusion == Fusion::automatic && join(op)) {
            m_draft.kernels[static_cast<std::size_t>(op.kernel)].push_back(index);
            return;
        }
        op.kernel = static_cast<int>(m_draft.kernels.size());
        m_draft.kernels.push_back({index});
    }

private:
    /// The input that is made last, if it is made on the device.
    [[nodiscard]] const Tensor* latestInput(const Operator& op, TensorId& latest) const {
        const Tensor* found = nullptr;
        for (const TensorId id : op.inputs) {
            const Tensor* tensor = m_graph.tensor(id);
            if (tensor == nullptr || tensor->producer == kNoOperator) continue;
            if (found != nullptr && tensor->producer <= found->producer) continue;
            found = tensor;
            latest = id;
        }
        return found;
    }

    bool join(DraftOperator& op) const {
        if (!op.einsums.empty() || op.work.layerType != LayerType::elementwise) return false;
        const Operator& node = m_graph.operators[static_cast<std::size_t>(op.id)];
        TensorId id = kNoTensor;
        const Tensor* input = latestInput(node, id);
        if (input == nullptr || m_readers[static_cast<std::size_t>(id)] != 1 || node.outputs.size() != 1) return false;
        const Tensor* output = m_graph.tensor(node.outputs.front());
        if (output == nullptr || !input->elements() || input->elements() != output->elements()) return false;
        const int producer = m_draftOf[static_cast<std::size_t>(input->producer)];
        if (producer < 0) return false;
        const DraftOperator& maker = m_draft.operators[static_cast<std::size_t>(producer)];
        const bool canLead = !maker.einsums.empty() || maker.work.layerType == LayerType::elementwise;
        if (!maker.launches || !canLead) return false;
        // The maker's write stands for the chain's result: the tensor between is neither written nor read again.
        const double read = std::min(op.vector->readBytes, plannedBytes(*input, m_format));
        const double written = std::min(op.vector->writeBytes, plannedBytes(*output, m_format));
        op.vector->readBytes -= read;
        op.vector->writeBytes -= written;
        op.bytesSaved = read + written;
        op.kernel = maker.kernel;
        return true;
    }

    const Graph& m_graph;
    DataType m_format;
    Draft& m_draft;
    std::vector<int> m_readers;
    std::vector<int> m_draftOf;
};

} // namespace

Result<Draft> makeDraft(const Graph& graph, DataType format, const WorkContext& work, std::vector<Warning>& warnings) {
    Draft draft;
    std::map<std::string, int> seen;
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
        if (work.cancel.isCancelled()) {
            return failure(ErrorKind::cancelled, message(NW_TEXT("plan.cancelled", "Planning was cancelled")));
        }
        const Operator& node = graph.operators[i];
        DraftOperator op;
        op.id = static_cast<OperatorId>(i);
        auto described = describeWork(graph, op.id);
        if (!described) return tl::unexpected<Error>(described.error());
        op.work = std::move(*described);
        warnings.insert(warnings.end(), op.work.warnings.begin(), op.work.warnings.end());
        for (const auto& einsum : op.work.einsums) {
            Problem problem = inFormat(einsum.problem, graph, node, format);
            const auto [place, isNew] = seen.try_emplace(keyOf(problem), static_cast<int>(draft.problems.size()));
            if (isNew) draft.problems.push_back(std::move(problem));
            op.einsums.push_back({place->second, einsum.repeats, einsum.layerType});
        }
        if (op.work.vector) op.vector = inFormat(*op.work.vector, graph, node, format);
        op.vectorLayerType = vectorLayerType(op.work);
        op.launches = hasWork(op) && !isFolded(graph, node) && op.work.layerType != LayerType::control;
        draft.operators.push_back(std::move(op));
    }
    return draft;
}

void assignKernels(const Graph& graph, DataType format, Fusion fusion, Draft& draft) {
    Kernels kernels(graph, format, draft);
    for (int i = 0; i < static_cast<int>(draft.operators.size()); ++i) kernels.assign(i, fusion);
}

} // namespace nestwright
