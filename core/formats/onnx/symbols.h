// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/onnx/notes.h"
#include "core/workload/graph.h"

#include <onnx/onnx_pb.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace nestwright::onnx_format {

/// Values for the free extents of a model's inputs. Every symbol ends with a value: the one that the bindings give, or
/// 1 with a note.
class Symbols {
public:
    /// Collects the symbols of the inputs and binds them. An error where a binding names no symbol or contradicts an
    /// extent that the model fixes.
    [[nodiscard]] static Result<Symbols> bind(const std::vector<const onnx::ValueInfoProto*>& inputs,
                                              const Bindings& bindings, const std::string& file, Notes& notes);

    /// The shape of an input, with every symbol replaced; nothing where the model gives no shape.
    [[nodiscard]] std::optional<Shape> inputShape(const onnx::ValueInfoProto& input) const;

    /// Extents that other tensors declare; an entry is nothing where it can't be told from the symbols.
    [[nodiscard]] std::optional<std::vector<std::optional<Count>>> declared(const onnx::TypeProto& type) const;

    /// As Graph keeps them: the value that was bound, or nothing where none was given.
    [[nodiscard]] const std::map<std::string, std::optional<Count>>& bound() const { return m_bound; }

private:
    [[nodiscard]] std::optional<Count> evaluate(const std::string& expression) const;

    std::map<std::string, std::optional<Count>> m_bound;
    std::map<std::string, Count> m_values;
};

} // namespace nestwright::onnx_format
