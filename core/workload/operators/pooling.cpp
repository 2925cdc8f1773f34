// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/operators/describe.h"

#include <algorithm>
#include <array>

namespace nestwright::catalogue {
namespace {

/// Windows over the spatial axes: one operation a tap (two where powers are summed). Input and output move once.
Result<OperatorWork> describePooling(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    const auto kernel = view.op().integers("kernel_shape");
    const bool isWrong =
        kernel.empty() || std::any_of(kernel.begin(), kernel.end(), [](std::int64_t v) { return v < 1; });
    const Shape* input = view.inputShape(0);
    if (isWrong || (input != nullptr && input->size() != kernel.size() + 2)) {
        return view.error(NW_TEXT("pool.kernel", "%1 \"%2\": kernel_shape %3 does not fit an input of shape %4"),
                          textOf(kernel), input == nullptr ? std::string("?") : textOf(*input));
    }
    const double taps = static_cast<double>(product(kernel));
    setVector(work, view, entry.operations * taps * static_cast<double>(view.elements()));
    work.dims = {{"elements", view.elements()}, {"window", product(kernel)}};
    return work;
}

/// One window over all positions: one operation an input element.
Result<OperatorWork> describeGlobalPooling(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    const Tensor* input = view.input(0);
    const double elements = input == nullptr ? 0.0 : static_cast<double>(input->elements().value_or(0));
    setVector(work, view, entry.operations * elements);
    const Shape* shape = view.inputShape(0);
    const Count window = shape == nullptr ? 0 : product(*shape, 2, shape->size());
    work.dims = {{"elements", view.elements()}, {"window", window}};
    return work;
}

/// Each output element averages samples that are interpolated between four neighbours: 8 operations a sample.
Result<OperatorWork> describeRoi(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    const double samples = static_cast<double>(std::max<std::int64_t>(view.op().integer("sampling_ratio", 2), 1));
    setVector(work, view, entry.operations * samples * samples * static_cast<double>(view.elements()));
    work.dims = {{"elements", view.elements()}};
    return work;
}

/// One operation an input element: MaxUnpool writes each to its place, MaxRoiPool compares it.
Result<OperatorWork> describeSimple(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    setVector(work, view, entry.operations * static_cast<double>(view.elements()));
    return work;
}

constexpr std::array kPoolings = {
    Entry{kOnnx, "MaxPool", LayerType::pooling, describePooling, 1},
    Entry{kOnnx, "AveragePool", LayerType::pooling, describePooling, 1},
    Entry{kOnnx, "LpPool", LayerType::pooling, describePooling, 2},
    Entry{kOnnx, "GlobalMaxPool", LayerType::pooling, describeGlobalPooling, 1},
    Entry{kOnnx, "GlobalAveragePool", LayerType::pooling, describeGlobalPooling, 1},
    Entry{kOnnx, "GlobalLpPool", LayerType::pooling, describeGlobalPooling, 2},
    Entry{kOnnx, "MaxRoiPool", LayerType::pooling, describeSimple, 1},
    Entry{kOnnx, "MaxUnpool", LayerType::pooling, describeSimple, 1},
    Entry{kOnnx, "RoiAlign", LayerType::pooling, describeRoi, 8},
    Entry{kMicrosoft, "QLinearAveragePool", LayerType::pooling, describePooling, 1},
    Entry{kMicrosoft, "QLinearGlobalAveragePool", LayerType::pooling, describeGlobalPooling, 1},
};

} // namespace

std::span<const Entry> poolings() { return kPoolings; }

} // namespace nestwright::catalogue
