// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/catalogue.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace nestwright::testing_support {

/// A graph of one operator (and, if needed, more), put together by hand.
class SmallGraph {
public:
    explicit SmallGraph(int opset = 17) { graph.opset = opset; }

    TensorId activation(Shape shape, DataType type = DataType::float32) {
        return add(std::move(shape), type, TensorRole::activation);
    }
    TensorId weight(Shape shape, DataType type = DataType::float32) {
        return add(std::move(shape), type, TensorRole::weight);
    }
    TensorId cache(Shape shape, DataType type = DataType::float32) {
        return add(std::move(shape), type, TensorRole::cache);
    }
    TensorId integers(std::vector<std::int64_t> values) {
        const TensorId id = add({static_cast<Count>(values.size())}, DataType::int64, TensorRole::constant);
        graph.tensors.back().integers = std::move(values);
        return id;
    }
    TensorId unknown() {
        const TensorId id = activation({});
        graph.tensors.back().shape.reset();
        return id;
    }

    OperatorId node(const std::string& type, std::vector<TensorId> inputs, std::vector<TensorId> outputs,
                    std::map<std::string, AttributeValue> attributes = {}, const std::string& domain = "") {
        Operator op;
        op.name = "the node";
        op.type = type;
        op.domain = domain;
        op.inputs = std::move(inputs);
        op.outputs = std::move(outputs);
        op.attributes = std::move(attributes);
        const auto id = static_cast<OperatorId>(graph.operators.size());
        for (const TensorId output : op.outputs) {
            if (output != kNoTensor) graph.tensors[static_cast<std::size_t>(output)].producer = id;
        }
        graph.operators.push_back(std::move(op));
        return id;
    }

    OperatorWork work(OperatorId id = 0) const {
        auto result = describeWork(graph, id);
        EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().text());
        if (!result) return {};
        for (const auto& einsum : result->einsums) {
            const auto valid = validate(einsum.problem);
            EXPECT_TRUE(valid.has_value()) << (valid ? "" : valid.error().text());
        }
        return *result;
    }

    std::string error(OperatorId id = 0) const {
        const auto result = describeWork(graph, id);
        return result ? "" : result.error().text();
    }

    Graph graph;

private:
    TensorId add(Shape shape, DataType type, TensorRole role) {
        Tensor tensor;
        tensor.name = "t" + std::to_string(graph.tensors.size());
        tensor.shape = std::move(shape);
        tensor.type = type;
        tensor.role = role;
        tensor.isParameter = role == TensorRole::weight;
        graph.tensors.push_back(std::move(tensor));
        return static_cast<TensorId>(graph.tensors.size() - 1);
    }
};

using Integers = std::vector<std::int64_t>;

inline bool hasWarning(const OperatorWork& work, const std::string& code) {
    for (const auto& warning : work.warnings) {
        if (warning.code == code) return true;
    }
    return false;
}

} // namespace nestwright::testing_support
