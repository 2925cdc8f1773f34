// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/window.h"

#include <algorithm>
#include <string>

namespace nestwright::onnx_format {
namespace {

/// Far above any real window, and small enough that sums and products of two stay within 63 bits.
constexpr Count kLargestEntry = Count{1} << 30U;
constexpr Count kLargestExtent = Count{1} << 61U;

Result<std::vector<Count>> readList(const NodeContext& node, const std::string& key, std::size_t length, Count fallback,
                                    Count least) {
    auto values = node.list(key);
    if (!values || values->empty()) return std::vector<Count>(length, fallback);
    if (values->size() != length) {
        return node.fail(NW_TEXT("onnx.window.length", "%1: %2 has %3 entries, not %4"), key, values->size(), length);
    }
    for (const Count value : *values) {
        if (value >= least && value <= kLargestEntry) continue;
        return node.fail(NW_TEXT("onnx.window.range", "%1: the entry %3 of %2 is out of range"), key, value);
    }
    return *values;
}

} // namespace

Result<Window> readWindow(const NodeContext& node, std::vector<Count> kernel) {
    const std::size_t rank = kernel.size();
    for (const Count extent : kernel) {
        if (extent >= 1 && extent <= kLargestEntry) continue;
        return node.fail(NW_TEXT("onnx.window.kernel", "%1: a kernel extent of %2 makes no window"), extent);
    }
    auto strides = readList(node, "strides", rank, 1, 1);
    if (!strides) return tl::unexpected(strides.error());
    auto dilations = readList(node, "dilations", rank, 1, 1);
    if (!dilations) return tl::unexpected(dilations.error());
    auto pads = readList(node, "pads", 2 * rank, 0, -kLargestEntry);
    if (!pads) return tl::unexpected(pads.error());
    const auto middle = pads->begin() + static_cast<std::ptrdiff_t>(rank);
    return Window{
        std::move(kernel), std::move(*strides), std::move(*dilations), {pads->begin(), middle}, {middle, pads->end()}};
}

void splitPads(Window& window, std::size_t axis, Count total, bool oddAtEnd) {
    const Count half = total / 2;
    window.padsBegin[axis] = oddAtEnd ? half : total - half;
    window.padsEnd[axis] = oddAtEnd ? total - half : half;
}

Result<std::vector<Count>> slide(const NodeContext& node, const std::vector<Count>& input, Window& window,
                                 bool roundUp) {
    const std::string autoPad = node.op().text("auto_pad", "NOTSET");
    std::vector<Count> output;
    for (std::size_t i = 0; i < window.rank(); ++i) {
        if (input[i] > kLargestExtent) {
            return node.fail(NW_TEXT("onnx.window.extent", "%1: the extent %2 is too large to count with"), input[i]);
        }
        if (autoPad == "SAME_UPPER" || autoPad == "SAME_LOWER") {
            const Count extent = ceilDivide(input[i], window.strides[i]);
            const Count total = window.span(i) - (input[i] - (extent - 1) * window.strides[i]);
            splitPads(window, i, std::max<Count>(total, 0), autoPad == "SAME_UPPER");
            output.push_back(extent);
            continue;
        }
        if (autoPad == "VALID") window.padsBegin[i] = window.padsEnd[i] = 0;
        const Count padded = input[i] + window.padsBegin[i] + window.padsEnd[i];
        if (padded < window.span(i)) {
            return node.fail(NW_TEXT("onnx.window.large",
                                     "%1: along spatial axis %2 the window covers %3, more than the input of %4 with "
                                     "its padding"),
                             i, window.span(i), input[i]);
        }
        const Count steps = padded - window.span(i);
        Count extent = (roundUp ? ceilDivide(steps, window.strides[i]) : steps / window.strides[i]) + 1;
        // The last window must begin inside the input or its leading padding.
        if (roundUp && (extent - 1) * window.strides[i] >= input[i] + window.padsBegin[i]) --extent;
        output.push_back(extent);
    }
    return output;
}

void resolveWindow(NodeContext& node, const Window& window) {
    std::vector<std::int64_t> pads = window.padsBegin;
    pads.insert(pads.end(), window.padsEnd.begin(), window.padsEnd.end());
    node.resolveAttribute("kernel_shape", window.kernel);
    node.resolveAttribute("strides", window.strides);
    node.resolveAttribute("dilations", window.dilations);
    node.resolveAttribute("pads", pads);
}

} // namespace nestwright::onnx_format
