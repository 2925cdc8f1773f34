// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/yaml/node.h"

namespace nestwright::timeloop {

/// The shape that a problem has where it gives none: a convolution over R S P Q C K N with strides and dilations.
[[nodiscard]] yaml::NodePtr defaultShape();

} // namespace nestwright::timeloop
