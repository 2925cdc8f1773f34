// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/memory_need.h"

#include "core/base/index.h"
#include "core/plan/number_format.h"

#include <algorithm>

namespace nestwright {
namespace {

/// A cache that an operator makes from another one (new tokens appended) replaces it.
bool isReplaced(const Graph& graph, TensorId id) {
    return std::any_of(graph.operators.begin(), graph.operators.end(), [&](const Operator& op) {
        if (std::find(op.inputs.begin(), op.inputs.end(), id) == op.inputs.end()) return false;
        return std::any_of(op.outputs.begin(), op.outputs.end(), [&](TensorId output) {
            const Tensor* tensor = graph.tensor(output);
            return tensor != nullptr && tensor->role == TensorRole::cache;
        });
    });
}

class LiveSets {
public:
    LiveSets(const Graph& graph, DataType format, const std::vector<char>& isView)
        : m_graph(graph)
        , m_format(format)
        , m_owner(graph.tensors.size())
        , m_lastUse(graph.tensors.size(), -1) {
        for (std::size_t i = 0; i < m_owner.size(); ++i) m_owner[i] = static_cast<TensorId>(i);
        for (std::size_t i = 0; i < graph.operators.size(); ++i)
            visit(graph.operators[i], static_cast<int>(i), isView[i] != 0);
        for (const TensorId id : graph.outputs) use(id, static_cast<int>(graph.operators.size()));
    }

    /// Bytes at the busiest point: inputs are there from the start, an operator's outputs from its turn on.
    [[nodiscard]] double largest() const {
        const std::size_t steps = m_graph.operators.size() + 1;
        std::vector<double> change(steps + 1, 0);
        for (std::size_t i = 0; i < m_graph.tensors.size(); ++i) {
            const Tensor& tensor = m_graph.tensors[i];
            if (tensor.role != TensorRole::activation || m_owner[i] != static_cast<TensorId>(i)) continue;
            const int first = std::max(0, tensor.producer);
            const int last = std::max(first, m_lastUse[i]);
            const double bytes = plannedBytes(tensor, m_format);
            change[at(first)] += bytes;
            change[at(last) + 1] -= bytes;
        }
        double live = 0;
        double most = 0;
        for (const double step : change) {
            live += step;
            most = std::max(most, live);
        }
        return most;
    }

private:
    void use(TensorId id, int step) {
        if (m_graph.tensor(id) == nullptr) return;
        int& last = m_lastUse[at(m_owner[at(id)])];
        last = std::max(last, step);
    }

    void visit(const Operator& op, int step, bool isView) {
        for (const TensorId id : op.inputs) use(id, step);
        if (!isView || op.inputs.empty() || m_graph.tensor(op.inputs.front()) == nullptr) return;
        for (const TensorId id : op.outputs) {
            if (m_graph.tensor(id) != nullptr) m_owner[at(id)] = m_owner[at(op.inputs.front())];
        }
    }

    const Graph& m_graph;
    DataType m_format;
    std::vector<TensorId> m_owner;
    std::vector<int> m_lastUse;
};

} // namespace

MemoryNeed memoryNeed(const Graph& graph, DataType format, const std::vector<char>& isView) {
    MemoryNeed need;
    for (std::size_t i = 0; i < graph.tensors.size(); ++i) {
        const Tensor& tensor = graph.tensors[i];
        if (tensor.isParameter) need.weightBytes += plannedBytes(tensor, format);
        if (tensor.role == TensorRole::cache && !isReplaced(graph, static_cast<TensorId>(i))) {
            need.cacheBytes += plannedBytes(tensor, format);
        }
    }
    need.activationBytes = LiveSets(graph, format, isView).largest();
    return need;
}

} // namespace nestwright
