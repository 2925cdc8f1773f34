// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/onnx/notes.h"
#include "core/workload/graph.h"

#include <onnx/onnx_pb.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace nestwright::onnx_format {

/// An axis of a model's input: an extent that the model fixes, or an expression in symbols.
struct Axis {
    std::string input;
    std::size_t index = 0;
    std::optional<Count> fixed;
    std::string expression; ///< a symbol in most cases; "input[index]" where the model names none
    bool isUnnamed = false;
};

/// The axes of an input, or nothing where the model gives no shape.
[[nodiscard]] std::optional<std::vector<Axis>> axesOf(const onnx::ValueInfoProto& input);

/// Finds the symbols of a model's inputs and gives them values.
class Binder {
public:
    Binder(const std::vector<const onnx::ValueInfoProto*>& inputs, const std::string& file, Notes& notes);

    [[nodiscard]] Result<void> apply(const Bindings& bindings);
    [[nodiscard]] const std::map<std::string, std::optional<Count>>& symbols() const { return m_symbols; }
    /// Every symbol with the value that is used.
    [[nodiscard]] std::map<std::string, Count> values() const;

private:
    using NameTest = std::function<bool(const std::string& lowerCaseName)>;

    [[nodiscard]] Result<void> set(const std::string& name, Count value);
    [[nodiscard]] Result<void> setByName(const std::string& name, Count value);
    [[nodiscard]] Result<void> setAxis(const Axis& axis, const std::string& option, Count value);
    [[nodiscard]] Result<void> setBatch(Count value);
    [[nodiscard]] Result<void> setSequence(Count value);
    [[nodiscard]] Result<void> setPast(Count value);
    void applyPhase(const std::string& phase);
    void deriveTotals();
    void noteUnbound();
    [[nodiscard]] std::vector<std::string> matching(const NameTest& test) const;
    [[nodiscard]] std::string knownSymbols() const;
    [[nodiscard]] tl::unexpected<Error> noSuchAxis(const std::string& option) const;

    std::vector<Axis> m_axes;
    std::map<std::string, std::optional<Count>> m_symbols;
    const std::string& m_file;
    Notes& m_notes;
};

} // namespace nestwright::onnx_format
