// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <utility>
#include <vector>

namespace nestwright::onnx_format {

/// Who reads each tensor, and questions about what becomes of it.
class Readers {
public:
    explicit Readers(const Graph& graph);

    /// Whether a constant operand of `op` is a factor of a rotary position embedding, which multiplies pairs of
    /// channels by cosines and sines: x cos + rotate(x) sin. Its table is computed from positions and not learned.
    [[nodiscard]] bool isRotaryFactor(const Operator& op) const;

    /// Whether the operator's result only ever becomes an angle: its constant holds frequencies.
    [[nodiscard]] bool feedsOnlyAngles(const Operator& op) const;

private:
    struct Term {
        bool isRotation = false; ///< a product that is added to or subtracted from another product
        bool isCertain = false;  ///< with a sign change in between, as rotations have one
    };

    [[nodiscard]] Term rotationTerm(const Operator& product) const;
    [[nodiscard]] const Operator* producer(TensorId id) const;
    [[nodiscard]] const Operator* producerPastCasts(TensorId id) const;
    /// Whether a sign change stands a few steps before the tensor.
    [[nodiscard]] bool hasNegation(TensorId id) const;
    /// Operators that read the result once everything that only moves or converts elements is passed; none where that
    /// is too long a way.
    [[nodiscard]] std::vector<const Operator*> finalReaders(const Operator& op) const;

    const Graph& m_graph;
    std::vector<std::vector<OperatorId>> m_readers; ///< by tensor
};

} // namespace nestwright::onnx_format
