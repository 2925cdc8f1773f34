// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checked.h"
#include "core/workload/catalogue.h"
#include "core/workload/domains.h"

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nestwright::catalogue {

/// Rows of up to this many elements stay on the chip between the passes of a softmax or a normalization (64 KiB in
/// fp32, what a GPU block or a core's scratchpad holds); longer rows are read again in each pass.
inline constexpr Count kRowOnChip = 16384;

class OperatorView;
struct Entry;
using Describe = Result<OperatorWork> (*)(const OperatorView&, const Entry&);

/// All that the catalogue knows of one operator type.
struct Entry {
    std::string_view domain;
    std::string_view type;
    LayerType layerType = LayerType::unknown;
    Describe describe = nullptr;
    double operations = 1; ///< of the vector unit: per output element, or as the family says
};

/// One node of the graph with what the describe functions ask of it.
class OperatorView {
public:
    OperatorView(const Graph& graph, OperatorId id);

    [[nodiscard]] const Graph& graph() const { return *m_graph; }
    [[nodiscard]] const Operator& op() const { return *m_op; }
    [[nodiscard]] OperatorId id() const { return m_id; }

    [[nodiscard]] const Tensor* input(std::size_t index) const;  ///< nullptr where it is absent
    [[nodiscard]] const Tensor* output(std::size_t index) const; ///< nullptr where it is absent
    [[nodiscard]] const Shape* inputShape(std::size_t index) const;
    [[nodiscard]] const Shape* outputShape(std::size_t index) const;
    /// Elements of the first output, or else of the first input; 0 where neither is known.
    [[nodiscard]] Count elements() const;

    /// Work without operations: the bytes of all tensors, each once, and 0 MACs. Integer constants (shapes, axes) are
    /// no data and don't count. A warning says where a size is unknown.
    [[nodiscard]] OperatorWork start(LayerType type) const;
    /// The same for an operator with MACs whose shapes aren't known: its MACs are unknown.
    [[nodiscard]] OperatorWork unknownShapes(LayerType type) const;

    [[nodiscard]] Warning warning(const char* code, Message text) const { return {m_id, code, std::move(text)}; }

    /// An error that starts with type and name of the node.
    template <class... Arguments>
    [[nodiscard]] tl::unexpected<Error> error(MessageTemplate text, Arguments&&... arguments) const {
        return failure(ErrorKind::input, message(text, m_op->type, m_op->name, std::forward<Arguments>(arguments)...),
                       SourcePlace{m_graph->sourcePath, 0, 0});
    }

private:
    const Graph* m_graph;
    OperatorId m_id;
    const Operator* m_op;
};

/// Product of the extents from `first` to before `last`; the largest Count where it leaves 63 bits.
[[nodiscard]] Count product(const Shape& shape, std::size_t first, std::size_t last);
[[nodiscard]] Count product(const Shape& shape);
/// "[1, 3, 224, 224]"
[[nodiscard]] std::string textOf(const Shape& shape);
/// An axis counted from the front; nothing where it lies outside the rank.
[[nodiscard]] std::optional<std::size_t> axisOf(std::int64_t axis, std::size_t rank);
/// Bits of one element; 16 where the type is unknown.
[[nodiscard]] int elementBits(const Tensor* tensor);
/// ceil(elements x bits / 8) as a double.
[[nodiscard]] double bytesOf(double elements, const Tensor* tensor);
/// Adds bytes that are read to the weights or the inputs, after the tensor's role.
void addRead(OperatorWork& work, const Tensor& tensor, double bytes);

/// Counts anew what is read: of each input that is there, the bytes that `bytesRead(index, tensor, wholeBytes)` says.
template <class BytesRead>
void countReads(OperatorWork& work, const OperatorView& view, const BytesRead& bytesRead) {
    work.weightBytes = 0;
    work.inputBytes = 0;
    for (std::size_t i = 0; i < view.op().inputs.size(); ++i) {
        const Tensor* tensor = view.input(i);
        if (tensor == nullptr) continue;
        addRead(work, *tensor, bytesRead(i, *tensor, static_cast<double>(tensor->bytes().value_or(0))));
    }
}

/// Sets the vector work: `operations`, all bytes of `work` once, and the largest read again for each further pass.
void setVector(OperatorWork& work, const OperatorView& view, double operations, int passes = 1);
/// Adds operations that run on results on their way out, without memory traffic of their own (bias, activation).
void addEpilogue(OperatorWork& work, double operations);

/// One term of a projection's rank, by the name of the dim.
using NamedTerm = std::pair<std::string, Count>;
using NamedRank = std::vector<NamedTerm>;

/// Builds a problem from names. Terms of dims that were not added are left out.
class ProblemBuilder {
public:
    explicit ProblemBuilder(std::string name) { m_problem.name = std::move(name); }
    void addDim(const std::string& name, Count bound) { m_problem.dims.push_back({name, bound}); }
    void addTensor(const std::string& name, Operand operand, const std::vector<NamedRank>& ranks, int bits);
    [[nodiscard]] const Problem& problem() const { return m_problem; }

private:
    Problem m_problem;
};

/// Batch x (M x K by K x N). The batch is shared by all three; names are those of the problem's tensors.
struct MatrixProduct {
    Count batch = 1;
    Count m = 1;
    Count n = 1;
    Count k = 1;
    int leftBits = 16;
    int rightBits = 16;
    int outputBits = 16;
    std::string left = "Inputs";
    std::string right = "Weights";
    std::string output = "Outputs";
    bool isLeftWeight = false; ///< the left operand takes the weights' place
};

[[nodiscard]] Problem problemOf(const MatrixProduct& product);
[[nodiscard]] std::vector<Dim> dimsOf(const MatrixProduct& product);

/// a * b for counts that aren't negative, or the largest count when the product leaves 63 bits.
[[nodiscard]] inline Count saturatedMultiply(Count a, Count b) {
    return checkedMultiply(a, b).value_or(std::numeric_limits<Count>::max());
}

/// Adds the einsum unless one of its extents is 0.
void addEinsum(OperatorWork& work, Problem problem, LayerType type, Count repeats = 1, bool isSequential = false);

/// Of the MACs of the work's einsums, those that a causal mask leaves: query i of the last `queries` places sees
/// keys - queries + i + 1 of the keys. Nothing where there are fewer keys than queries.
[[nodiscard]] std::optional<double> causalMacs(const OperatorWork& work, Count queries, Count keys);

// The families, each in its own file.
[[nodiscard]] std::span<const Entry> convolutions();
[[nodiscard]] std::span<const Entry> matrixProducts();
[[nodiscard]] std::span<const Entry> einsums();
[[nodiscard]] std::span<const Entry> attentions();
[[nodiscard]] std::span<const Entry> mixturesOfExperts();
[[nodiscard]] std::span<const Entry> recurrences();
[[nodiscard]] std::span<const Entry> normalizations();
[[nodiscard]] std::span<const Entry> elementwises();
[[nodiscard]] std::span<const Entry> reductions();
[[nodiscard]] std::span<const Entry> poolings();
[[nodiscard]] std::span<const Entry> movements();
[[nodiscard]] std::span<const Entry> controls();
[[nodiscard]] std::span<const Entry> problems();

} // namespace nestwright::catalogue
