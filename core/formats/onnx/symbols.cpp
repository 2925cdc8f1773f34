// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/symbols.h"

#include "core/formats/onnx/binder.h"
#include "core/formats/onnx/expression.h"

namespace nestwright::onnx_format {

Result<Symbols> Symbols::bind(const std::vector<const onnx::ValueInfoProto*>& inputs, const Bindings& bindings,
                              const std::string& file, Notes& notes) {
    Binder binder(inputs, file, notes);
    if (auto ok = binder.apply(bindings); !ok) return tl::unexpected(ok.error());
    Symbols symbols;
    symbols.m_bound = binder.symbols();
    symbols.m_values = binder.values();
    return symbols;
}

std::optional<Count> Symbols::evaluate(const std::string& expression) const {
    const auto it = m_values.find(expression);
    return it != m_values.end() ? std::optional(it->second) : evaluateExtent(expression, m_values);
}

std::optional<Shape> Symbols::inputShape(const onnx::ValueInfoProto& input) const {
    const auto axes = axesOf(input);
    if (!axes) return std::nullopt;
    Shape shape;
    for (const Axis& axis : *axes) {
        const auto value = axis.fixed ? axis.fixed : evaluate(axis.expression);
        if (!value) return std::nullopt;
        shape.push_back(*value);
    }
    return shape;
}

std::optional<std::vector<std::optional<Count>>> Symbols::declared(const onnx::TypeProto& type) const {
    if (!type.has_tensor_type() || !type.tensor_type().has_shape()) return std::nullopt;
    std::vector<std::optional<Count>> extents;
    for (const auto& dim : type.tensor_type().shape().dim()) {
        std::optional<Count> extent;
        if (dim.has_dim_value() && dim.dim_value() >= 0) extent = dim.dim_value();
        if (dim.has_dim_param() && !dim.dim_param().empty()) extent = evaluate(dim.dim_param());
        extents.push_back(extent);
    }
    return extents;
}

} // namespace nestwright::onnx_format
