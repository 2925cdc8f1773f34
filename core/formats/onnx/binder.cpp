// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/binder.h"

#include "core/base/text.h"
#include "core/formats/onnx/expression.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace nestwright::onnx_format {
namespace {

bool isTotal(const std::string& name) { return contains(name, "total"); }

bool isPast(const std::string& name) {
    return !isTotal(name) && (contains(name, "past") || contains(name, "cache") || name == "kv_len");
}

bool isBatch(const std::string& name) {
    constexpr std::array kNames = {"b", "n", "bs", "bsz"};
    return contains(name, "batch") || std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

bool isSequence(const std::string& name) {
    constexpr std::array kNames = {"s", "t", "l", "length", "len", "tokens", "num_tokens", "time", "text_length"};
    if (isTotal(name) || isPast(name) || isBatch(name)) return false;
    return contains(name, "seq") || std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

/// A number, as some exporters write it into the symbol's place.
std::optional<std::int64_t> literal(const std::string& text) {
    const bool isNegative = !text.empty() && text.front() == '-';
    const std::string digits = text.substr(isNegative ? 1 : 0);
    const bool isNumber = !digits.empty() && digits.size() <= 18 &&
                          std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!isNumber) return std::nullopt;
    return isNegative ? -std::stoll(digits) : std::stoll(digits);
}

Axis axisOf(const std::string& input, std::size_t index, const onnx::TensorShapeProto::Dimension& dim) {
    Axis axis{input, index, std::nullopt, {}, false};
    if (dim.has_dim_value() && dim.dim_value() >= 0) axis.fixed = dim.dim_value();
    if (dim.has_dim_param() && !dim.dim_param().empty()) {
        const auto number = literal(dim.dim_param());
        if (number && *number >= 0) axis.fixed = *number;
        if (!number && dim.dim_param() != "?" && dim.dim_param() != "None") axis.expression = dim.dim_param();
    }
    if (!axis.fixed && axis.expression.empty()) {
        axis.expression = input + "[" + std::to_string(index) + "]";
        axis.isUnnamed = true;
    }
    return axis;
}

} // namespace

std::optional<std::vector<Axis>> axesOf(const onnx::ValueInfoProto& input) {
    if (!input.type().has_tensor_type() || !input.type().tensor_type().has_shape()) return std::nullopt;
    std::vector<Axis> axes;
    for (const auto& dim : input.type().tensor_type().shape().dim()) {
        axes.push_back(axisOf(input.name(), axes.size(), dim));
    }
    return axes;
}

Binder::Binder(const std::vector<const onnx::ValueInfoProto*>& inputs, const std::string& file, Notes& notes)
    : m_file(file)
    , m_notes(notes) {
    for (const auto* input : inputs) {
        const auto axes = axesOf(*input);
        if (!axes) continue;
        for (const Axis& axis : *axes) {
            m_axes.push_back(axis);
            if (axis.fixed) continue;
            const auto names = axis.isUnnamed ? std::nullopt : namesInExtent(axis.expression);
            if (!names) m_symbols.emplace(axis.expression, std::nullopt);
            for (const auto& name : names.value_or(std::vector<std::string>{})) m_symbols.emplace(name, std::nullopt);
            if (!axis.isUnnamed) continue;
            m_notes.add(Severity::assumed, "unnamed_axis", "", kNoOperator,
                        message(NW_TEXT("onnx.symbol.unnamed", "Axis %1 of the input \"%2\" has neither an extent nor "
                                                               "a name; it is the symbol %3"),
                                axis.index, axis.input, axis.expression));
        }
    }
}

std::string Binder::knownSymbols() const {
    std::string text;
    for (const auto& [name, value] : m_symbols) text += (text.empty() ? "" : ", ") + name;
    return text;
}

std::vector<std::string> Binder::matching(const NameTest& test) const {
    std::vector<std::string> names;
    for (const auto& [name, value] : m_symbols) {
        if (test(lowerCase(name))) names.push_back(name);
    }
    return names;
}

tl::unexpected<Error> Binder::noSuchAxis(const std::string& option) const {
    if (m_symbols.empty()) {
        return failure(ErrorKind::usage,
                       message(NW_TEXT("onnx.symbol.none", "%1 names no free axis: the model fixes all extents of its "
                                                           "inputs"),
                               option),
                       {m_file, 0, 0});
    }
    return failure(ErrorKind::usage, message(NW_TEXT("onnx.symbol.unknown", "%1 names no symbol of the model"), option),
                   {m_file, 0, 0},
                   message(NW_TEXT("onnx.symbol.known", "Its symbols are: %1. Use --set NAME=VALUE."), knownSymbols()));
}

Result<void> Binder::set(const std::string& name, Count value) {
    if (value < 0) {
        return failure(
            ErrorKind::usage,
            message(NW_TEXT("onnx.symbol.negative", "The symbol %1 can't be %2: an extent is at least 0"), name, value),
            {m_file, 0, 0});
    }
    auto& entry = m_symbols.at(name);
    if (entry && *entry != value) {
        return failure(
            ErrorKind::usage,
            message(NW_TEXT("onnx.symbol.twice", "The symbol %1 is given two values, %2 and %3"), name, *entry, value),
            {m_file, 0, 0});
    }
    entry = value;
    return {};
}

Result<void> Binder::setAxis(const Axis& axis, const std::string& option, Count value) {
    if (!axis.fixed) {
        return m_symbols.contains(axis.expression) ? set(axis.expression, value) : Result<void>(noSuchAxis(option));
    }
    if (*axis.fixed == value) return {};
    return failure(ErrorKind::usage,
                   message(NW_TEXT("onnx.symbol.fixed", "%1 = %2 contradicts the model: axis %3 of its input \"%4\" is "
                                                        "fixed to %5"),
                           option, value, axis.index, axis.input, *axis.fixed),
                   {m_file, 0, 0},
                   message(NW_TEXT("onnx.symbol.fixed.remedy", "Export the model with a free axis to change it.")));
}

Result<void> Binder::setByName(const std::string& name, Count value) {
    if (m_symbols.contains(name)) return set(name, value);
    for (const Axis& axis : m_axes) {
        if (name == axis.input + "[" + std::to_string(axis.index) + "]") return setAxis(axis, name, value);
    }
    return noSuchAxis(name);
}

Result<void> Binder::setBatch(Count value) {
    const auto names = matching(&isBatch);
    for (const auto& name : names) {
        if (auto ok = set(name, value); !ok) return ok;
    }
    if (!names.empty()) return {};
    for (const Axis& axis : m_axes) {
        if (axis.index == 0) return setAxis(axis, "--batch", value);
    }
    return noSuchAxis("--batch");
}

Result<void> Binder::setSequence(Count value) {
    const auto names = matching(&isSequence);
    for (const auto& name : names) {
        if (auto ok = set(name, value); !ok) return ok;
    }
    if (!names.empty()) return {};
    // Token identifiers and embeddings have their positions along axis 1.
    for (const Axis& axis : m_axes) {
        if (axis.index == 1 && (axis.isUnnamed || axis.fixed)) return setAxis(axis, "--seq", value);
    }
    return noSuchAxis("--seq");
}

Result<void> Binder::setPast(Count value) {
    const auto names = matching(&isPast);
    for (const auto& name : names) {
        if (auto ok = set(name, value); !ok) return ok;
    }
    if (!names.empty()) return {};
    for (const Axis& axis : m_axes) {
        if (axis.index == 2 && isPast(lowerCase(axis.input))) return setAxis(axis, "--past", value);
    }
    return noSuchAxis("--past");
}

/// A prefill starts with an empty cache, a decode step brings one token; both only where nothing else is said.
void Binder::applyPhase(const std::string& phase) {
    const bool isDecode = phase == "decode";
    for (const auto& name : matching(isDecode ? NameTest(&isSequence) : NameTest(&isPast))) {
        auto& entry = m_symbols.at(name);
        if (!entry) entry = isDecode ? 1 : 0;
    }
}

/// A total length is what was there and what comes.
void Binder::deriveTotals() {
    const auto past = matching(&isPast);
    const auto sequence = matching(&isSequence);
    if (past.size() != 1 || sequence.size() != 1) return;
    const auto& pastValue = m_symbols.at(past.front());
    const auto& sequenceValue = m_symbols.at(sequence.front());
    for (const auto& name : matching(&isTotal)) {
        auto& entry = m_symbols.at(name);
        if (!entry) entry = checkedAdd(pastValue.value_or(1), sequenceValue.value_or(1));
    }
}

void Binder::noteUnbound() {
    std::string names;
    std::string first;
    for (const auto& [name, value] : m_symbols) {
        if (value) continue;
        if (first.empty()) first = name;
        names += (names.empty() ? "" : ", ") + name;
    }
    if (names.empty()) return;
    m_notes.add(Severity::assumed, "unbound_symbol", "", kNoOperator,
                message(NW_TEXT("onnx.symbol.unbound", "No value is given for: %1. 1 is used; --set %2=VALUE gives "
                                                       "another"),
                        names, first));
}

Result<void> Binder::apply(const Bindings& bindings) {
    for (const auto& [name, value] : bindings.symbols) {
        if (auto ok = setByName(name, value); !ok) return ok;
    }
    if (bindings.batch) {
        if (auto ok = setBatch(*bindings.batch); !ok) return ok;
    }
    if (bindings.sequence) {
        if (auto ok = setSequence(*bindings.sequence); !ok) return ok;
    }
    if (bindings.past) {
        if (auto ok = setPast(*bindings.past); !ok) return ok;
    }
    if (bindings.phase) applyPhase(*bindings.phase);
    deriveTotals();
    noteUnbound();
    return {};
}

std::map<std::string, Count> Binder::values() const {
    std::map<std::string, Count> result;
    for (const auto& [name, value] : m_symbols) result.emplace(name, value.value_or(1));
    return result;
}

} // namespace nestwright::onnx_format
