// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <onnx/onnx_pb.h>

#include <random>

namespace nestwright::fuzz {

/// Changes one part of a model and leaves it well-formed: an extent, an attribute, an operator type, a connection, a
/// stored value. Gets further into the import than changed bytes do.
void mutateModel(onnx::ModelProto& model, std::mt19937_64& random);

} // namespace nestwright::fuzz
