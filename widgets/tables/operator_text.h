// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/catalogue.h"
#include "core/workload/graph.h"

#include <QString>

namespace nestwright {

/// What an operator does, short enough for a node: "Conv 3x3 / 2, 128 -> 256", "MatMul 4096x4096x1".
[[nodiscard]] QString operatorTitle(const Operator& op, const OperatorWork& work);

/// "N 1 · C 128 · K 256 · ...": the dims that describe it; empty where there are none.
[[nodiscard]] QString dimsText(const OperatorWork& work);

/// Shape and element type of a tensor: "1x128x28x28 fp32"; a question mark for what isn't known.
[[nodiscard]] QString tensorText(const Tensor& tensor);

/// The value of an attribute for a person; long lists are cut.
[[nodiscard]] QString attributeText(const AttributeValue& value);

} // namespace nestwright
