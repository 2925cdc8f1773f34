// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/operators/describe.h"

#include <algorithm>
#include <limits>
#include <set>

namespace nestwright::catalogue {
namespace {

const Tensor* tensorAt(const Graph& graph, const std::vector<TensorId>& ids, std::size_t index) {
    return index < ids.size() ? graph.tensor(ids[index]) : nullptr;
}

const Shape* shapeOf(const Tensor* tensor) { return tensor != nullptr && tensor->shape ? &*tensor->shape : nullptr; }

bool isDescription(const Tensor& tensor) { return tensor.role == TensorRole::constant && tensor.integers.has_value(); }

Count asCount(double value) {
    constexpr double limit = 9.0e18;
    return value >= limit ? std::numeric_limits<Count>::max() : static_cast<Count>(value);
}

Count saturatingAdd(Count a, Count b) { return checkedAdd(a, b).value_or(std::numeric_limits<Count>::max()); }

double largestRead(const OperatorView& view) {
    double largest = 0;
    for (std::size_t i = 0; i < view.op().inputs.size(); ++i) {
        const Tensor* tensor = view.input(i);
        if (tensor == nullptr || isDescription(*tensor)) continue;
        largest = std::max(largest, static_cast<double>(tensor->bytes().value_or(0)));
    }
    return largest;
}

} // namespace

OperatorView::OperatorView(const Graph& graph, OperatorId id)
    : m_graph(&graph)
    , m_id(id)
    , m_op(&graph.operators[static_cast<std::size_t>(id)]) {}

const Tensor* OperatorView::input(std::size_t index) const { return tensorAt(*m_graph, m_op->inputs, index); }
const Tensor* OperatorView::output(std::size_t index) const { return tensorAt(*m_graph, m_op->outputs, index); }
const Shape* OperatorView::inputShape(std::size_t index) const { return shapeOf(input(index)); }
const Shape* OperatorView::outputShape(std::size_t index) const { return shapeOf(output(index)); }

Count OperatorView::elements() const {
    for (const Tensor* tensor : {output(0), input(0)}) {
        if (tensor == nullptr) continue;
        if (const auto count = tensor->elements()) return *count;
    }
    return 0;
}

OperatorWork OperatorView::start(LayerType type) const {
    OperatorWork work;
    work.layerType = type;
    work.macs = 0;
    const Tensor* unknown = nullptr;
    std::set<TensorId> seen;
    const auto sizeOf = [&](TensorId id) -> Count {
        const Tensor* tensor = m_graph->tensor(id);
        if (tensor == nullptr || !seen.insert(id).second) return 0;
        const auto bytes = tensor->bytes();
        if (!bytes && tensor->type != DataType::text && unknown == nullptr) unknown = tensor;
        return bytes.value_or(0);
    };
    for (const TensorId id : m_op->inputs) {
        const Tensor* tensor = m_graph->tensor(id);
        if (tensor == nullptr || isDescription(*tensor)) continue;
        addRead(work, *tensor, static_cast<double>(sizeOf(id)));
    }
    for (const TensorId id : m_op->outputs) work.outputBytes = saturatingAdd(work.outputBytes, sizeOf(id));
    if (unknown != nullptr) {
        work.warnings.push_back(
            warning("unknown_shape",
                    message(NW_TEXT("catalogue.unknown_shape",
                                    "%1 \"%2\": the size of tensor \"%3\" is not known, so its bytes are not counted"),
                            m_op->type, m_op->name, unknown->name)));
    }
    return work;
}

OperatorWork OperatorView::unknownShapes(LayerType type) const {
    OperatorWork work = start(type);
    work.macs.reset();
    if (work.warnings.empty()) {
        work.warnings.push_back(warning(
            "unknown_shape", message(NW_TEXT("catalogue.unknown_macs",
                                             "%1 \"%2\": its shapes are not all known, so its MACs are not counted"),
                                     m_op->type, m_op->name)));
    }
    return work;
}

Count product(const Shape& shape, std::size_t first, std::size_t last) {
    Count result = 1;
    bool isEmpty = false;
    for (std::size_t i = first; i < std::min(last, shape.size()); ++i) {
        isEmpty = isEmpty || shape[i] == 0;
        result = checkedMultiply(result, std::max<Count>(shape[i], 1)).value_or(std::numeric_limits<Count>::max());
    }
    return isEmpty ? 0 : result;
}

Count product(const Shape& shape) { return product(shape, 0, shape.size()); }

std::string textOf(const Shape& shape) {
    std::string text = "[";
    for (std::size_t i = 0; i < shape.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    return text + "]";
}

std::optional<std::size_t> axisOf(std::int64_t axis, std::size_t rank) {
    const auto signedRank = static_cast<std::int64_t>(rank);
    if (axis < -signedRank || axis >= signedRank) return std::nullopt;
    return static_cast<std::size_t>(axis < 0 ? axis + signedRank : axis);
}

int elementBits(const Tensor* tensor) {
    const int bits = tensor == nullptr ? 0 : bitsOf(tensor->type);
    return bits == 0 ? 16 : bits;
}

double bytesOf(double elements, const Tensor* tensor) {
    return static_cast<double>(asCount((elements * elementBits(tensor) + 7) / 8));
}

void addRead(OperatorWork& work, const Tensor& tensor, double bytes) {
    Count& place = tensor.role == TensorRole::weight ? work.weightBytes : work.inputBytes;
    place = saturatingAdd(place, asCount(bytes));
}

void setVector(OperatorWork& work, const OperatorView& view, double operations, int passes) {
    VectorWork vector;
    vector.operations = operations;
    vector.readBytes = static_cast<double>(work.weightBytes) + static_cast<double>(work.inputBytes);
    vector.readBytes += (passes - 1) * largestRead(view);
    vector.writeBytes = static_cast<double>(work.outputBytes);
    vector.passes = passes;
    work.vector = vector;
}

void addEpilogue(OperatorWork& work, double operations) {
    if (operations <= 0) return;
    if (!work.vector) work.vector = VectorWork{};
    work.vector->operations += operations;
}

void ProblemBuilder::addTensor(const std::string& name, Operand operand, const std::vector<NamedRank>& ranks,
                               int bits) {
    DataSpace tensor;
    tensor.name = name;
    tensor.operand = operand;
    tensor.bits = bits;
    tensor.partialBits = operand == Operand::output ? std::max(32, bits) : bits;
    for (const auto& named : ranks) {
        ProjectionRank rank;
        for (const auto& [dim, coefficient] : named) {
            const int index = m_problem.dimIndex(dim);
            if (index >= 0) rank.push_back({index, coefficient});
        }
        if (!rank.empty()) tensor.projection.push_back(std::move(rank));
    }
    m_problem.tensors.push_back(std::move(tensor));
}

Problem problemOf(const MatrixProduct& gemm) {
    ProblemBuilder builder("matmul");
    for (const auto& dim : dimsOf(gemm)) builder.addDim(dim.name, dim.bound);
    const Operand left = gemm.isLeftWeight ? Operand::weight : Operand::input;
    const Operand right = gemm.isLeftWeight ? Operand::input : Operand::weight;
    builder.addTensor(gemm.left, left, {{{"B", 1}}, {{"M", 1}}, {{"K", 1}}}, gemm.leftBits);
    builder.addTensor(gemm.right, right, {{{"B", 1}}, {{"K", 1}}, {{"N", 1}}}, gemm.rightBits);
    builder.addTensor(gemm.output, Operand::output, {{{"B", 1}}, {{"M", 1}}, {{"N", 1}}}, gemm.outputBits);
    return builder.problem();
}

std::vector<Dim> dimsOf(const MatrixProduct& gemm) {
    std::vector<Dim> dims;
    if (gemm.batch != 1) dims.push_back({"B", gemm.batch});
    dims.push_back({"M", gemm.m});
    dims.push_back({"N", gemm.n});
    dims.push_back({"K", gemm.k});
    return dims;
}

void addEinsum(OperatorWork& work, Problem problem, LayerType type, Count repeats, bool isSequential) {
    const bool isEmpty =
        std::any_of(problem.dims.begin(), problem.dims.end(), [](const Dim& dim) { return dim.bound < 1; });
    if (isEmpty || repeats < 1) return;
    work.einsums.push_back({std::move(problem), repeats, type, isSequential});
}

std::optional<double> causalMacs(const OperatorWork& work, Count queries, Count keys) {
    if (queries < 1 || keys < queries) return std::nullopt;
    double macs = 0;
    for (const auto& einsum : work.einsums) macs += einsum.problem.macs() * static_cast<double>(einsum.repeats);
    const auto rows = static_cast<double>(queries);
    const auto columns = static_cast<double>(keys);
    const double seen = rows * (columns - rows) + rows * (rows + 1) / 2;
    return macs / (rows * columns) * seen;
}

} // namespace nestwright::catalogue
