// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/number_format.h"

#include "core/workload/problem_graph.h"

#include <algorithm>

namespace nestwright {
namespace {

constexpr int kPartialBits = 32;
/// Narrower elements are weights or activations that the model itself has quantized.
constexpr int kNarrowestFloatBits = 16;

std::string formatList(const Accelerator& accelerator) {
    std::string list;
    for (const auto& [format, rate] : accelerator.compute.macsPerLaneCycle) {
        if (rate > 0) list += (list.empty() ? "" : ", ") + std::string(nameOf(format));
    }
    return list;
}

bool computes(const Accelerator& accelerator, DataType format) { return accelerator.peakMacsPerCycle(format) > 0; }

bool isIndexList(const Tensor& tensor) { return tensor.role == TensorRole::constant && tensor.integers.has_value(); }

/// How many times as many bytes the tensors take in the format.
double scaleOf(const Graph& graph, const std::vector<TensorId>& ids, DataType format) {
    double planned = 0;
    double own = 0;
    for (const TensorId id : ids) {
        const Tensor* tensor = graph.tensor(id);
        if (tensor == nullptr || isIndexList(*tensor)) continue;
        planned += plannedBytes(*tensor, format);
        own += static_cast<double>(tensor->bytes().value_or(0));
    }
    return own > 0 ? planned / own : 1;
}

bool hasFloatOf(const Graph& graph, const Operator& op, int bits) {
    const auto matches = [&](TensorId id) {
        const Tensor* tensor = graph.tensor(id);
        return tensor != nullptr && isFloat(tensor->type) && nestwright::bitsOf(tensor->type) == bits;
    };
    return std::any_of(op.inputs.begin(), op.inputs.end(), matches) ||
           std::any_of(op.outputs.begin(), op.outputs.end(), matches);
}

} // namespace

Result<DataType> chooseFormat(const Accelerator& accelerator, DataType wanted) {
    if (wanted != DataType::unknown) {
        if (computes(accelerator, wanted)) return wanted;
        return failure(
            ErrorKind::usage,
            message(NW_TEXT("plan.format", "%1 can't compute %2"), accelerator.name, std::string(nameOf(wanted))), {},
            message(NW_TEXT("plan.format.remedy", "Choose one of: %1"), formatList(accelerator)));
    }
    const DataType format = computes(accelerator, DataType::bfloat16) ? DataType::bfloat16 : accelerator.defaultFormat;
    if (!computes(accelerator, format)) {
        return failure(ErrorKind::input, message(NW_TEXT("plan.no_format", "%1 can't compute its default format %2"),
                                                 accelerator.name, std::string(nameOf(format))));
    }
    return format;
}

bool isFloat(DataType type) {
    switch (type) {
    case DataType::float64:
    case DataType::float32:
    case DataType::tf32:
    case DataType::bfloat16:
    case DataType::float16:
    case DataType::float8e4m3:
    case DataType::float8e4m3b11:
    case DataType::float8e5m2:
    case DataType::float8e8m0:
    case DataType::float4e2m1:
        return true;
    default:
        return false;
    }
}

double plannedBits(const Tensor& tensor, DataType format) {
    return bitsOf(isFloat(tensor.type) ? format : tensor.type);
}

double plannedBytes(const Tensor& tensor, DataType format) {
    const auto elements = tensor.elements();
    return elements ? static_cast<double>(*elements) * plannedBits(tensor, format) / 8 : 0;
}

Problem inFormat(const Problem& problem, const Graph& graph, const Operator& op, DataType format) {
    Problem adapted = problem;
    for (auto& tensor : adapted.tensors) {
        const bool isQuantized = tensor.bits < kNarrowestFloatBits && !hasFloatOf(graph, op, tensor.bits);
        // A problem of its own says how wide its partial sums are.
        if (isQuantized && op.domain == kProblemDomain) continue;
        if (!isQuantized) tensor.bits = bitsOf(format);
        tensor.partialBits = tensor.isReadWrite() ? std::max(kPartialBits, tensor.bits) : tensor.bits;
    }
    return adapted;
}

VectorWork inFormat(const VectorWork& work, const Graph& graph, const Operator& op, DataType format) {
    VectorWork adapted = work;
    adapted.readBytes *= scaleOf(graph, op.inputs, format);
    adapted.writeBytes *= scaleOf(graph, op.outputs, format);
    return adapted;
}

} // namespace nestwright
