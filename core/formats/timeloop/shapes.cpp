// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/timeloop/shapes.h"

#include "core/formats/yaml/parse.h"

namespace nestwright::timeloop {

yaml::NodePtr defaultShape() {
    static constexpr const char* kConvolution = R"(
name: cnn-layer
dimensions: [R, S, P, Q, C, K, N]
coefficients:
  - {name: Wstride, default: 1}
  - {name: Hstride, default: 1}
  - {name: Wdilation, default: 1}
  - {name: Hdilation, default: 1}
data_spaces:
  - {name: Weights, projection: [[[C]], [[K]], [[R]], [[S]]]}
  - {name: Inputs, projection: [[[N]], [[C]], [[R, Wdilation], [P, Wstride]], [[S, Hdilation], [Q, Hstride]]]}
  - {name: Outputs, projection: [[[N]], [[K]], [[Q]], [[P]]], read_write: true}
)";
    return *yaml::parse(kConvolution, "cnn-layer");
}

} // namespace nestwright::timeloop
