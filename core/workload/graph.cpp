// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/graph.h"

namespace nestwright {
namespace {

template <class T>
const T* find(const Operator& op, const std::string& key) {
    const auto it = op.attributes.find(key);
    return it == op.attributes.end() ? nullptr : std::get_if<T>(&it->second);
}

std::optional<Shape> shapeAt(const Graph& graph, const std::vector<TensorId>& ids, std::size_t index) {
    if (index >= ids.size()) return std::nullopt;
    const Tensor* tensor = graph.tensor(ids[index]);
    return tensor == nullptr ? std::nullopt : tensor->shape;
}

} // namespace

std::optional<Count> Tensor::elements() const {
    if (!shape) return std::nullopt;
    std::optional<Count> product = 1;
    for (const Count extent : *shape) {
        if (extent == 0) return 0;
        if (product) product = checkedMultiply(*product, extent);
    }
    return product;
}

std::optional<Count> Tensor::bytes() const {
    const auto count = elements();
    const int bits = bitsOf(type);
    if (!count || (bits == 0 && *count > 0)) return std::nullopt;
    const auto total = checkedMultiply(*count, bits);
    if (!total) return std::nullopt;
    return ceilDivide(*total, 8);
}

std::int64_t Operator::integer(const std::string& key, std::int64_t fallback) const {
    const auto* value = find<std::int64_t>(*this, key);
    return value == nullptr ? fallback : *value;
}

double Operator::real(const std::string& key, double fallback) const {
    const auto* value = find<double>(*this, key);
    return value == nullptr ? fallback : *value;
}

std::string Operator::text(const std::string& key, const std::string& fallback) const {
    const auto* value = find<std::string>(*this, key);
    return value == nullptr ? fallback : *value;
}

std::vector<std::int64_t> Operator::integers(const std::string& key) const {
    const auto* value = find<std::vector<std::int64_t>>(*this, key);
    return value == nullptr ? std::vector<std::int64_t>{} : *value;
}

const Tensor* Graph::tensor(TensorId id) const {
    return id < 0 || static_cast<std::size_t>(id) >= tensors.size() ? nullptr : &tensors[static_cast<std::size_t>(id)];
}

std::optional<Shape> Graph::inputShape(const Operator& op, std::size_t index) const {
    return shapeAt(*this, op.inputs, index);
}

std::optional<Shape> Graph::outputShape(const Operator& op, std::size_t index) const {
    return shapeAt(*this, op.outputs, index);
}

Count Graph::parameters() const {
    Count total = 0;
    for (const auto& tensor : tensors) {
        if (tensor.isParameter) total = checkedAdd(total, tensor.elements().value_or(0)).value_or(total);
    }
    return total;
}

Count Graph::parameterBytes() const {
    Count total = 0;
    for (const auto& tensor : tensors) {
        if (tensor.isParameter) total = checkedAdd(total, tensor.bytes().value_or(0)).value_or(total);
    }
    return total;
}

std::vector<std::vector<OperatorId>> Graph::consumers() const {
    std::vector<std::vector<OperatorId>> result(operators.size());
    for (std::size_t reader = 0; reader < operators.size(); ++reader) {
        for (const TensorId id : operators[reader].inputs) {
            const Tensor* input = tensor(id);
            if (input == nullptr || input->producer < 0) continue;
            auto& readers = result[static_cast<std::size_t>(input->producer)];
            const auto self = static_cast<OperatorId>(reader);
            if (readers.empty() || readers.back() != self) readers.push_back(self);
        }
    }
    return result;
}

} // namespace nestwright
