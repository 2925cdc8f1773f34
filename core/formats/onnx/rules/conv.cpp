// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"
#include "core/formats/onnx/rules/window.h"

#include <algorithm>

namespace nestwright::onnx_format {
namespace {

std::vector<Count> spatialPart(const Shape& shape) { return {shape.begin() + 2, shape.end()}; }

/// Ranks, channels and groups of an input [N, C, ...] against a weight whose axis `channelAxis` goes with C.
Result<void> checkChannels(const NodeContext& node, const Shape& x, const Shape& w, std::size_t channelAxis,
                           bool isPerGroup) {
    if (w.size() != x.size() || x.size() < 3) {
        return node.failWith(message(NW_TEXT("onnx.conv.rank.remedy", "Both are batch, channels and one axis for each "
                                                                      "spatial one; both have the same rank.")),
                             NW_TEXT("onnx.conv.rank", "%1: the input %2 of rank %3 doesn't go with the weight %4 of "
                                                       "rank %5"),
                             shapeText(x), x.size(), shapeText(w), w.size());
    }
    const Count group = node.integer("group", 1);
    if (group < 1 || (isPerGroup ? w[0] % group : x[1] % group) != 0) {
        return node.fail(NW_TEXT("onnx.conv.group", "%1: group %2 doesn't divide its channels (input %3, weight %4)"),
                         group, shapeText(x), shapeText(w));
    }
    const auto channels = checkedMultiply(w[channelAxis], isPerGroup ? group : 1);
    if (channels == x[1]) return {};
    return node.fail(NW_TEXT("onnx.conv.channels", "%1: the input %2 has %3 channels, but the weight %4 with group %5 "
                                                   "is made for %6"),
                     shapeText(x), x[1], shapeText(w), group, channels.value_or(0));
}

/// A convolution whose weight is input `weight` and whose result has type `type`.
Result<void> convWith(NodeContext& node, std::size_t weight, DataType type) {
    node.setType(0, type);
    const Shape* x = node.shape(0);
    const Shape* w = node.shape(weight);
    if (x == nullptr || w == nullptr) return {};
    if (auto ok = checkChannels(node, *x, *w, 1, true); !ok) return ok;
    auto window = readWindow(node, spatialPart(*w));
    if (!window) return tl::unexpected(window.error());
    const auto extents = slide(node, spatialPart(*x), *window, false);
    if (!extents) return tl::unexpected(extents.error());
    Shape output = {(*x)[0], (*w)[0]};
    output.insert(output.end(), extents->begin(), extents->end());
    resolveWindow(node, *window);
    node.setOutput(0, std::move(output), type);
    return {};
}

Result<void> conv(NodeContext& node) { return convWith(node, 1, node.inputType(0)); }
Result<void> convInteger(NodeContext& node) { return convWith(node, 1, DataType::int32); }
Result<void> qlinearConv(NodeContext& node) { return convWith(node, 3, node.inputType(7)); }

/// Images may have their channels last.
Result<void> microsoftQlinearConv(NodeContext& node) {
    if (node.integer("channels_last", 0) == 0) return qlinearConv(node);
    node.setType(0, node.inputType(7));
    return {};
}

/// Spatial extents that output_shape asks for; nothing where it is absent.
Result<std::optional<std::vector<Count>>> requestedExtents(NodeContext& node, std::size_t spatialRank) {
    auto list = node.list("output_shape");
    if (!list || list->empty()) return std::optional<std::vector<Count>>();
    if (list->size() == spatialRank + 2) {
        node.note(Severity::assumed, "output_shape_full_rank",
                  NW_TEXT("onnx.deconv.output_shape", "%1: output_shape lists batch and channels too, which the "
                                                      "operator doesn't allow; its spatial part is used"));
        list->erase(list->begin(), list->begin() + 2);
    }
    if (list->size() == spatialRank && std::all_of(list->begin(), list->end(), [](Count e) { return e > 0; })) {
        return list;
    }
    return node.fail(NW_TEXT("onnx.deconv.output_shape.bad", "%1: output_shape must have %2 positive entries"),
                     spatialRank);
}

Result<std::vector<Count>> outputPadding(const NodeContext& node, std::size_t spatialRank) {
    auto list = node.list("output_padding");
    if (!list || list->empty()) return std::vector<Count>(spatialRank, 0);
    constexpr Count kLargest = Count{1} << 30U;
    const bool isInRange =
        std::all_of(list->begin(), list->end(), [](Count value) { return value >= 0 && value <= kLargest; });
    if (list->size() == spatialRank && isInRange) return *list;
    return node.fail(NW_TEXT("onnx.deconv.output_padding", "%1: output_padding must have %2 entries of at least 0"),
                     spatialRank);
}

/// Extents of a transposed convolution; pads that follow from auto_pad or output_shape go into the window.
Result<std::vector<Count>> spread(NodeContext& node, const std::vector<Count>& input, Window& window) {
    const std::string autoPad = node.op().text("auto_pad", "NOTSET");
    const auto requested = requestedExtents(node, window.rank());
    if (!requested) return tl::unexpected(requested.error());
    const auto extra = outputPadding(node, window.rank());
    if (!extra) return tl::unexpected(extra.error());
    const bool isSame = autoPad == "SAME_UPPER" || autoPad == "SAME_LOWER";
    const bool hasExtra = std::any_of(extra->begin(), extra->end(), [](Count value) { return value != 0; });
    if (isSame && hasExtra && !*requested) {
        node.note(Severity::assumed, "conflicting_attributes",
                  NW_TEXT("onnx.deconv.conflict", "%1: auto_pad and output_padding conflict; the output is the input "
                                                  "times the stride, as auto_pad says"));
    }
    std::vector<Count> output;
    for (std::size_t i = 0; i < window.rank(); ++i) {
        const auto reach = checkedMultiply(window.strides[i], input[i] - 1);
        const auto full = reach ? checkedAdd(*reach, (*extra)[i] + window.span(i)) : reach;
        const auto same = checkedMultiply(input[i], window.strides[i]);
        constexpr Count kLargest = Count{1} << 61U;
        if (!full || *full > kLargest || !same)
            return node.fail(NW_TEXT("onnx.deconv.overflow", "%1: its output is too large to count"));
        if (autoPad == "VALID") window.padsBegin[i] = window.padsEnd[i] = 0;
        Count extent = *full - window.padsBegin[i] - window.padsEnd[i];
        if (isSame || *requested) {
            extent = *requested ? (**requested)[i] : *same;
            splitPads(window, i, std::max<Count>(*full - extent, 0), autoPad == "SAME_UPPER");
        }
        if (extent < 0) {
            return node.fail(
                NW_TEXT("onnx.deconv.pads", "%1: along spatial axis %2 its pads are larger than its output"), i);
        }
        output.push_back(extent);
    }
    return output;
}

Result<void> convTranspose(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* x = node.shape(0);
    const Shape* w = node.shape(1);
    if (x == nullptr || w == nullptr) return {};
    if (auto ok = checkChannels(node, *x, *w, 0, false); !ok) return ok;
    auto window = readWindow(node, spatialPart(*w));
    if (!window) return tl::unexpected(window.error());
    const auto extents = spread(node, spatialPart(*x), *window);
    if (!extents) return tl::unexpected(extents.error());
    const auto channels = checkedMultiply((*w)[1], node.integer("group", 1));
    if (!channels) return node.fail(NW_TEXT("onnx.deconv.overflow", "%1: its output is too large to count"));
    Shape output = {(*x)[0], *channels};
    output.insert(output.end(), extents->begin(), extents->end());
    resolveWindow(node, *window);
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

/// Columns [N, C x kernel, blocks] folded back to an image [N, C, ...].
Result<void> col2Im(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* x = node.shape(0);
    const auto image = integersOf(node, 1);
    const auto block = integersOf(node, 2);
    if (x == nullptr || !image || !block) return {};
    const auto blockSize = elementsOf(*block);
    if (x->size() != 3 || !blockSize || *blockSize <= 0 || (*x)[1] % *blockSize != 0) {
        return node.fail(NW_TEXT("onnx.col2im", "%1: the columns %2 don't hold whole blocks of %3"), shapeText(*x),
                         shapeText(*block));
    }
    Shape output = {(*x)[0], (*x)[1] / *blockSize};
    output.insert(output.end(), image->begin(), image->end());
    if (std::any_of(image->begin(), image->end(), [](Count extent) { return extent < 0; })) {
        return node.fail(NW_TEXT("onnx.col2im.image", "%1: its image %2 has a negative extent"), shapeText(*image));
    }
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

} // namespace

const std::vector<RuleEntry>& convRules() {
    static const std::vector<RuleEntry> kRules = {{"", "Conv", &conv, 2},
                                                  {"", "ConvInteger", &convInteger, 2},
                                                  {"", "QLinearConv", &qlinearConv, 8},
                                                  {"", "ConvTranspose", &convTranspose, 2},
                                                  {"", "DeformConv", &conv, 3},
                                                  {"", "Col2Im", &col2Im, 3},
                                                  {"com.microsoft", "FusedConv", &conv, 2},
                                                  {"com.microsoft", "QLinearConv", &microsoftQlinearConv, 8}};
    return kRules;
}

} // namespace nestwright::onnx_format
