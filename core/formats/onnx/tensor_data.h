// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/onnx/notes.h"
#include "core/formats/onnx/value.h"
#include "core/workload/graph.h"

#include <onnx/onnx_pb.h>

#include <optional>
#include <string>

namespace nestwright::onnx_format {

/// What a stored tensor says of itself. Its data is checked for size and is never read past its end.
struct StoredTensor {
    Shape shape;
    DataType type = DataType::unknown;
    std::optional<Value> value; ///< where the data is in the file, numeric and of at most kMaxFoldedElements
};

/// Reads a TensorProto of the file `file`. An error where dims are negative or the data has the wrong size for them;
/// a note where data is absent or external (files that external data names are never opened).
[[nodiscard]] Result<StoredTensor> readTensor(const onnx::TensorProto& tensor, const std::string& file, Notes& notes);

} // namespace nestwright::onnx_format
