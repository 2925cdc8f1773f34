// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checked.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nestwright {

/// One axis of an iteration space. Bound >= 1 (an operator with an empty tensor has no problem).
struct Dim {
    std::string name;
    Count bound = 1;
    bool operator==(const Dim&) const = default;
};

/// coefficient x (index of a dim).
struct ProjectionTerm {
    int dim = 0;
    Count coefficient = 1;
    bool operator==(const ProjectionTerm&) const = default;
};

/// One rank of a tensor: the sum of its terms is the coordinate. An empty rank is the constant 0.
using ProjectionRank = std::vector<ProjectionTerm>;

/// What a tensor is to an operator; levels name the operands that they may keep.
enum class Operand { input, weight, output };

/// A tensor of a problem: a projection of the iteration space.
struct DataSpace {
    std::string name;
    Operand operand = Operand::input;
    std::vector<ProjectionRank> projection;
    int bits = 16;        ///< of one element at rest
    int partialBits = 16; ///< of one partial sum (outputs; equals bits elsewhere)

    [[nodiscard]] bool isReadWrite() const { return operand == Operand::output; }
    bool operator==(const DataSpace&) const = default;
};

/// What a dim does to the operands: the class decides which axis of an array may carry it.
enum class DimClass {
    reduction,      ///< not in the output: its passes add up
    outputChannel,  ///< in weight and output only (N of a GEMM, K of a conv)
    outputPosition, ///< in input and output only (M of a GEMM; N, P, Q of a conv)
    shared          ///< in all operands (batch of a batched GEMM, group of a depthwise conv)
};

/// An extended einsum: a rectangular iteration space, one multiply-add a point, and the projections of its tensors.
/// Exactly one tensor is the output.
struct Problem {
    std::string name;
    std::vector<Dim> dims;
    std::vector<DataSpace> tensors;

    [[nodiscard]] int dimIndex(std::string_view dimName) const;       ///< -1 where there is none
    [[nodiscard]] int tensorIndex(std::string_view tensorName) const; ///< -1 where there is none
    [[nodiscard]] int outputIndex() const;                            ///< -1 where there is none
    /// Product of the bounds. A double: exact to 2^53, to a relative 2^-53 above.
    [[nodiscard]] double macs() const;
    /// Whether the tensor's coordinates move with the dim.
    [[nodiscard]] bool isRelevant(int tensor, int dim) const;
    [[nodiscard]] DimClass classOf(int dim) const;
    /// Extent of each rank of the tensor's bounding box when dim d takes `extents[d]` consecutive values.
    [[nodiscard]] std::vector<Count> footprint(int tensor, const std::vector<Count>& extents) const;
    /// Elements of the bounding box over the whole iteration space.
    [[nodiscard]] double tensorElements(int tensor) const;
    /// The same as an exact count; nothing where it leaves 63 bits.
    [[nodiscard]] std::optional<Count> countedElements(int tensor) const;

    bool operator==(const Problem&) const = default;
};

/// Checks names, bounds, indices and that there is exactly one output; the error names the part.
[[nodiscard]] Result<void> validate(const Problem& problem);

/// A GEMM O[M,N] += A[M,K] x B[K,N], with a batch dim B shared by all operands when `batch` > 1.
[[nodiscard]] Problem gemmProblem(Count batch, Count m, Count n, Count k, int bits, int partialBits);

} // namespace nestwright
