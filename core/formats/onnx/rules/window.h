// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/onnx/node_context.h"

#include <vector>

namespace nestwright::onnx_format {

/// The sliding window of a convolution or pooling node, one entry a spatial axis.
struct Window {
    std::vector<Count> kernel;
    std::vector<Count> strides;
    std::vector<Count> dilations;
    std::vector<Count> padsBegin;
    std::vector<Count> padsEnd;

    [[nodiscard]] std::size_t rank() const { return kernel.size(); }
    /// Extent that the kernel covers along an axis.
    [[nodiscard]] Count span(std::size_t i) const { return (kernel[i] - 1) * dilations[i] + 1; }
};

/// The attributes strides, dilations and pads for a kernel; absent ones take their defaults. Pads that auto_pad asks
/// for are left at 0. An error where a list has the wrong length or a value is out of range.
[[nodiscard]] Result<Window> readWindow(const NodeContext& node, std::vector<Count> kernel);

/// Extents that the window gives over an input's spatial extents, with auto_pad resolved into the window's pads. An
/// error where the window is larger than the padded input.
[[nodiscard]] Result<std::vector<Count>> slide(const NodeContext& node, const std::vector<Count>& input, Window& window,
                                               bool roundUp);

/// Writes the window into the node's attributes, so that its readers need no defaults.
void resolveWindow(NodeContext& node, const Window& window);

/// Pads that share `total`: the odd one at the end, or at the beginning.
void splitPads(Window& window, std::size_t axis, Count total, bool oddAtEnd);

} // namespace nestwright::onnx_format
