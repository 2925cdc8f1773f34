// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/operators/describe.h"

#include <algorithm>
#include <array>

namespace nestwright::catalogue {
namespace {

/// Where a convolution's tensors stand among its inputs.
struct Places {
    std::size_t input = 0;
    std::size_t weight = 1;
    std::size_t bias = 2;
};

struct Axes {
    std::vector<Count> stride;
    std::vector<Count> dilation;
};

/// Output and kernel dims of the spatial axes, first axis first: P, R | P, Q, R, S | O, P, Q, T, R, S.
std::string positionName(std::size_t axis, std::size_t axes) {
    static constexpr std::array names = {"O", "P", "Q"};
    if (axes == 1) return "P";
    if (axes <= 3) return names[axis + 3 - axes];
    return "P" + std::to_string(axis);
}

std::string kernelName(std::size_t axis, std::size_t axes) {
    static constexpr std::array names = {"T", "R", "S"};
    if (axes == 1) return "R";
    if (axes <= 3) return names[axis + 3 - axes];
    return "R" + std::to_string(axis);
}

Result<std::vector<Count>> perAxis(const OperatorView& view, const char* key, std::size_t axes) {
    const auto values = view.op().integers(key);
    if (values.empty()) return std::vector<Count>(axes, 1);
    const bool isWrong = values.size() != axes ||
                         std::any_of(values.begin(), values.end(), [](std::int64_t value) { return value < 1; });
    if (isWrong) {
        return view.error(NW_TEXT("conv.axes", "%1 \"%2\": %3 is %4; it needs %5 values of at least 1"), key,
                          textOf(values), axes);
    }
    return std::vector<Count>(values.begin(), values.end());
}

Result<Axes> axesOf(const OperatorView& view, std::size_t axes) {
    auto stride = perAxis(view, "strides", axes);
    if (!stride) return tl::unexpected(stride.error());
    auto dilation = perAxis(view, "dilations", axes);
    if (!dilation) return tl::unexpected(dilation.error());
    return Axes{std::move(*stride), std::move(*dilation)};
}

Result<void> checkRanks(const OperatorView& view, const Shape& input, const Shape& weight, const Shape* output) {
    if (input.size() < 3 || input.size() != weight.size()) {
        return view.error(NW_TEXT("conv.rank",
                                  "%1 \"%2\": the input %3 has rank %4 and the weight %5 rank %6; both need the "
                                  "same rank of at least 3"),
                          textOf(input), input.size(), textOf(weight), weight.size());
    }
    if (output != nullptr && output->size() != input.size()) {
        return view.error(NW_TEXT("conv.output_rank", "%1 \"%2\": the output %3 has another rank than the input %4"),
                          textOf(*output), textOf(input));
    }
    return {};
}

Result<void> checkGroups(const OperatorView& view, const Shape& input, const Shape& weight, Count groups,
                         bool isTransposed) {
    const Count channels = input[1];
    const Count filters = weight[0];
    const bool fits = groups >= 1 && channels % groups == 0 &&
                      (isTransposed ? filters == channels : filters % groups == 0 && weight[1] == channels / groups);
    if (!fits) {
        return view.error(
            NW_TEXT("conv.group", "%1 \"%2\": group %3 does not fit %4 input channels and a weight of shape %5"),
            groups, channels, textOf(weight));
    }
    return {};
}

Result<void> checkKernel(const OperatorView& view, const Shape& weight) {
    const auto kernel = view.op().integers("kernel_shape");
    if (kernel.empty() || std::equal(kernel.begin(), kernel.end(), weight.begin() + 2, weight.end())) return {};
    return view.error(NW_TEXT("conv.kernel", "%1 \"%2\": kernel_shape %3 contradicts the weight's shape %4"),
                      textOf(kernel), textOf(weight));
}

struct Space {
    Count batch = 1;
    Count groups = 1;
    Count filters = 1;  ///< output channels of a group
    Count channels = 1; ///< input channels of a group
    bool isDepthwise = false;
    Shape positions;
    Shape kernel;
};

NamedRank slidingRank(std::size_t axis, std::size_t axes, const Axes& steps) {
    return {{positionName(axis, axes), steps.stride[axis]}, {kernelName(axis, axes), steps.dilation[axis]}};
}

/// N, G (groups), K (filters of a group; M, the multiplier, of a depthwise convolution), C, positions, kernel.
void addDims(ProblemBuilder& builder, const Space& space) {
    const std::size_t axes = space.positions.size();
    builder.addDim("N", space.batch);
    if (space.groups > 1) builder.addDim("G", space.groups);
    if (!space.isDepthwise) builder.addDim("K", space.filters);
    if (space.isDepthwise && space.filters > 1) builder.addDim("M", space.filters);
    if (!space.isDepthwise) builder.addDim("C", space.channels);
    for (std::size_t i = 0; i < axes; ++i) builder.addDim(positionName(i, axes), space.positions[i]);
    for (std::size_t i = 0; i < axes; ++i) builder.addDim(kernelName(i, axes), space.kernel[i]);
}

Problem convolutionProblem(const OperatorView& view, const Space& space, const Axes& steps, Places places,
                           bool isTransposed) {
    const std::size_t axes = space.positions.size();
    const std::string filter = space.isDepthwise ? "M" : "K";
    std::vector<NamedRank> input = {{{"N", 1}}, {{"G", 1}}, {{"C", 1}}};
    std::vector<NamedRank> weight = {{{"G", 1}}, {{filter, 1}}, {{"C", 1}}};
    std::vector<NamedRank> output = {{{"N", 1}}, {{"G", 1}}, {{filter, 1}}};
    for (std::size_t i = 0; i < axes; ++i) {
        const NamedRank position = {{positionName(i, axes), 1}};
        const NamedRank sliding = slidingRank(i, axes, steps);
        input.push_back(isTransposed ? position : sliding);
        output.push_back(isTransposed ? sliding : position);
        weight.push_back({{kernelName(i, axes), 1}});
    }
    ProblemBuilder builder(isTransposed ? "conv_transpose" : "conv");
    addDims(builder, space);
    builder.addTensor("Inputs", Operand::input, input, elementBits(view.input(places.input)));
    builder.addTensor("Weights", Operand::weight, weight, elementBits(view.input(places.weight)));
    builder.addTensor("Outputs", Operand::output, output, elementBits(view.output(0)));
    return builder.problem();
}

/// The two forms share all but which side slides: a transposed convolution walks its input's positions and spreads each
/// over stride x position + dilation x tap of the output.
Result<OperatorWork> describeWith(const OperatorView& view, Places places, bool isTransposed) {
    const Shape* input = view.inputShape(places.input);
    const Shape* weight = view.inputShape(places.weight);
    const Shape* output = view.outputShape(0);
    const LayerType plain = isTransposed ? LayerType::transposedConv : LayerType::conv;
    if (input == nullptr || weight == nullptr) return view.unknownShapes(plain);
    if (auto ok = checkRanks(view, *input, *weight, output); !ok) return tl::unexpected(ok.error());
    const Count groups = view.op().integer("group", 1);
    if (auto ok = checkGroups(view, *input, *weight, groups, isTransposed); !ok) return tl::unexpected(ok.error());
    if (auto ok = checkKernel(view, *weight); !ok) return tl::unexpected(ok.error());
    const auto steps = axesOf(view, input->size() - 2);
    if (!steps) return tl::unexpected(steps.error());

    Space space;
    space.groups = groups;
    space.batch = (*input)[0];
    space.channels = (*input)[1] / groups;
    space.filters = isTransposed ? (*weight)[1] : (*weight)[0] / groups;
    space.isDepthwise = groups > 1 && space.channels == 1;
    space.kernel.assign(weight->begin() + 2, weight->end());
    const LayerType type = space.isDepthwise && !isTransposed ? LayerType::depthwiseConv : plain;
    if (!isTransposed && output == nullptr) return view.unknownShapes(type);
    const Shape& walked = isTransposed ? *input : *output;
    space.positions.assign(walked.begin() + 2, walked.end());

    OperatorWork work = view.start(type);
    const Problem problem = convolutionProblem(view, space, *steps, places, isTransposed);
    work.dims = problem.dims;
    addEinsum(work, problem, type);
    if (view.input(places.bias) != nullptr) addEpilogue(work, static_cast<double>(view.elements()));
    return work;
}

Result<OperatorWork> describeConv(const OperatorView& view, const Entry&) {
    return describeWith(view, Places{}, false);
}

/// The zero points stand where a bias would.
Result<OperatorWork> describeConvInteger(const OperatorView& view, const Entry&) {
    return describeWith(view, Places{0, 1, 99}, false);
}

/// x, its scale and zero point, w with its own, the output's, bias. Requantization: 3 operations an output element.
Result<OperatorWork> describeQLinearConv(const OperatorView& view, const Entry&) {
    auto work = describeWith(view, Places{0, 3, 8}, false);
    if (work) addEpilogue(*work, 3.0 * static_cast<double>(view.elements()));
    return work;
}

/// Conv with an activation (and, with a fourth input, an addition) on the way out.
Result<OperatorWork> describeFusedConv(const OperatorView& view, const Entry&) {
    auto work = describeWith(view, Places{}, false);
    const double extra = (view.op().has("activation") ? 1.0 : 0.0) + (view.input(3) != nullptr ? 1.0 : 0.0);
    if (work) addEpilogue(*work, extra * static_cast<double>(view.elements()));
    return work;
}

/// X, W, offset, bias, mask. Each tap of each channel is interpolated between four neighbours: 8 operations.
Result<OperatorWork> describeDeformConv(const OperatorView& view, const Entry&) {
    auto work = describeWith(view, Places{0, 1, 3}, false);
    const Shape* input = view.inputShape(0);
    if (!work || input == nullptr || work->dims.empty()) return work;
    double taps = static_cast<double>((*input)[0]) * static_cast<double>((*input)[1]);
    for (const auto& dim : work->dims) {
        const bool isSpatial =
            dim.name != "N" && dim.name != "G" && dim.name != "K" && dim.name != "C" && dim.name != "M";
        if (isSpatial) taps *= static_cast<double>(dim.bound);
    }
    addEpilogue(*work, 8.0 * taps);
    return work;
}

Result<OperatorWork> describeConvTranspose(const OperatorView& view, const Entry&) {
    return describeWith(view, Places{}, true);
}

constexpr std::array kConvolutions = {
    Entry{kOnnx, "Conv", LayerType::conv, describeConv},
    Entry{kOnnx, "ConvInteger", LayerType::conv, describeConvInteger},
    Entry{kOnnx, "QLinearConv", LayerType::conv, describeQLinearConv},
    Entry{kOnnx, "DeformConv", LayerType::conv, describeDeformConv},
    Entry{kOnnx, "ConvTranspose", LayerType::transposedConv, describeConvTranspose},
    Entry{kMicrosoft, "FusedConv", LayerType::conv, describeFusedConv},
    Entry{kMicrosoft, "QLinearConv", LayerType::conv, describeQLinearConv},
};

} // namespace

std::span<const Entry> convolutions() { return kConvolutions; }

} // namespace nestwright::catalogue
