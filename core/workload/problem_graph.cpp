// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/problem_graph.h"

#include <algorithm>

namespace nestwright {
namespace {

using Integers = std::vector<std::int64_t>;
using Names = std::vector<std::string>;

/// The narrowest common type of so many bits.
DataType typeOf(int bits) {
    if (bits <= 4) return DataType::int4;
    if (bits <= 8) return DataType::int8;
    return bits <= 16 ? DataType::float16 : DataType::float32;
}

TensorRole roleOf(Operand operand) { return operand == Operand::weight ? TensorRole::weight : TensorRole::activation; }

/// Ranks one after the other: the number of terms, then dim and coefficient of each.
Integers flatProjection(const DataSpace& tensor) {
    Integers flat;
    for (const auto& rank : tensor.projection) {
        flat.push_back(static_cast<std::int64_t>(rank.size()));
        for (const auto& term : rank) flat.insert(flat.end(), {term.dim, term.coefficient});
    }
    return flat;
}

std::optional<std::vector<ProjectionRank>> projectionOf(const Integers& flat) {
    std::vector<ProjectionRank> projection;
    for (std::size_t i = 0; i < flat.size();) {
        const std::int64_t terms = flat[i++];
        if (terms < 0 || static_cast<std::size_t>(terms) > (flat.size() - i) / 2) return std::nullopt;
        ProjectionRank rank;
        for (std::int64_t t = 0; t < terms; ++t, i += 2) rank.push_back({static_cast<int>(flat[i]), flat[i + 1]});
        projection.push_back(std::move(rank));
    }
    return projection;
}

Operator operatorOf(const Problem& problem) {
    Operator op;
    op.name = problem.name;
    op.type = kProblemType;
    op.domain = kProblemDomain;
    Names dims;
    Integers bounds;
    for (const auto& dim : problem.dims) {
        dims.push_back(dim.name);
        bounds.push_back(dim.bound);
    }
    Names names;
    Integers operands;
    Integers bits;
    Integers partialBits;
    for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
        const DataSpace& tensor = problem.tensors[t];
        names.push_back(tensor.name);
        operands.push_back(static_cast<std::int64_t>(tensor.operand));
        bits.push_back(tensor.bits);
        partialBits.push_back(tensor.partialBits);
        op.attributes["projection_" + std::to_string(t)] = flatProjection(tensor);
    }
    op.attributes.insert({{"dims", dims},
                          {"bounds", bounds},
                          {"tensors", names},
                          {"operands", operands},
                          {"bits", bits},
                          {"partial_bits", partialBits}});
    return op;
}

Names namesIn(const Operator& op, const std::string& key) {
    const auto found = op.attributes.find(key);
    const auto* names = found == op.attributes.end() ? nullptr : std::get_if<Names>(&found->second);
    return names == nullptr ? Names() : *names;
}

tl::unexpected<Error> broken(const Operator& op) {
    return failure(ErrorKind::input,
                   message(NW_TEXT("problem.attributes", "The attributes of \"%1\" describe no problem"), op.name), {},
                   message(NW_TEXT("problem.attributes.remedy", "Open the problem's own file again.")));
}

} // namespace

Graph graphOf(const Problem& problem) {
    Graph graph;
    graph.name = problem.name;
    graph.format = kProblemFormat;
    graph.outputs.push_back(addProblem(graph, problem, std::vector<TensorId>(problem.tensors.size(), kNoTensor)));
    return graph;
}

TensorId addProblem(Graph& graph, const Problem& problem, const std::vector<TensorId>& made) {
    std::vector<Count> whole;
    for (const auto& dim : problem.dims) whole.push_back(dim.bound);
    Operator op = operatorOf(problem);
    TensorId output = kNoTensor;
    for (int t = 0; t < static_cast<int>(problem.tensors.size()); ++t) {
        const DataSpace& space = problem.tensors[static_cast<std::size_t>(t)];
        if (made[static_cast<std::size_t>(t)] != kNoTensor) {
            op.inputs.push_back(made[static_cast<std::size_t>(t)]);
            continue;
        }
        const auto id = static_cast<TensorId>(graph.tensors.size());
        Tensor tensor;
        tensor.name = space.name;
        tensor.shape = problem.footprint(t, whole);
        tensor.type = typeOf(space.bits);
        tensor.role = roleOf(space.operand);
        tensor.isParameter = space.operand == Operand::weight;
        if (space.isReadWrite()) {
            tensor.producer = static_cast<OperatorId>(graph.operators.size());
            output = id;
        }
        (space.isReadWrite() ? op.outputs : op.inputs).push_back(id);
        if (space.operand == Operand::input) graph.inputs.push_back(id);
        graph.tensors.push_back(std::move(tensor));
    }
    graph.operators.push_back(std::move(op));
    return output;
}

Result<Problem> problemOf(const Operator& op) {
    Problem problem;
    problem.name = op.name;
    const Names dims = namesIn(op, "dims");
    const Names tensors = namesIn(op, "tensors");
    const Integers bounds = op.integers("bounds");
    const Integers operands = op.integers("operands");
    const Integers bits = op.integers("bits");
    const Integers partialBits = op.integers("partial_bits");
    const bool isWhole = bounds.size() == dims.size() && operands.size() == tensors.size() &&
                         bits.size() == tensors.size() && partialBits.size() == tensors.size();
    if (!isWhole) return broken(op);
    for (std::size_t d = 0; d < dims.size(); ++d) problem.dims.push_back({dims[d], bounds[d]});
    for (std::size_t t = 0; t < tensors.size(); ++t) {
        auto projection = projectionOf(op.integers("projection_" + std::to_string(t)));
        const bool isKnown = operands[t] >= 0 && operands[t] <= static_cast<std::int64_t>(Operand::output);
        if (!projection || !isKnown) return broken(op);
        problem.tensors.push_back({tensors[t], static_cast<Operand>(operands[t]), std::move(*projection),
                                   static_cast<int>(bits[t]), static_cast<int>(partialBits[t])});
    }
    if (auto valid = validate(problem); !valid) return tl::unexpected<Error>(valid.error());
    return problem;
}

} // namespace nestwright
