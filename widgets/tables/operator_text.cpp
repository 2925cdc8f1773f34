// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/operator_text.h"

#include "widgets/tables/figure_text.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace nestwright {

namespace {

constexpr std::size_t kListItemsShown = 8;
const QChar kTimes(0x00d7);
const QChar kArrow(0x2192);

std::optional<Count> dim(const OperatorWork& work, std::string_view name) {
    for (const auto& d : work.dims) {
        if (d.name == name) return d.bound;
    }
    return std::nullopt;
}

QString kernelText(const Operator& op, const OperatorWork& work) {
    const auto attribute = op.integers("kernel_shape");
    if (!attribute.empty()) return shapeText(attribute);
    const auto r = dim(work, "R");
    const auto s = dim(work, "S");
    return r && s ? shapeText({*r, *s}) : QString();
}

QString strideText(const Operator& op) {
    const auto strides = op.integers("strides");
    if (std::all_of(strides.begin(), strides.end(), [](auto s) { return s == 1; })) return {};
    const bool isUniform = std::all_of(strides.begin(), strides.end(), [&](auto s) { return s == strides.front(); });
    return QStringLiteral(" / ") + (isUniform ? QString::number(strides.front()) : shapeText(strides));
}

QString channelsText(const OperatorWork& work) {
    const auto c = dim(work, "C");
    const auto k = dim(work, "K");
    const auto g = dim(work, "G").value_or(1);
    if (!c || !k) return {};
    return QStringLiteral(", %1%2%3").arg(*c * g).arg(kArrow).arg(*k * g);
}

QString matrixText(const OperatorWork& work) {
    const auto m = dim(work, "M");
    const auto n = dim(work, "N");
    const auto k = dim(work, "K");
    if (!m || !n || !k) return {};
    const auto b = dim(work, "B").value_or(1);
    const auto batch = b > 1 ? QString::number(b) + kTimes : QString();
    return QStringLiteral(" %1%2").arg(batch, shapeText({*m, *n, *k}));
}

template <class T>
QString listText(const std::vector<T>& values, QString (*text)(const T&)) {
    QStringList parts;
    for (std::size_t i = 0; i < std::min(values.size(), kListItemsShown); ++i) parts << text(values[i]);
    if (values.size() > kListItemsShown) parts << QStringLiteral("\u2026");
    return parts.join(QStringLiteral(", "));
}

QString integerText(const std::int64_t& value) { return QString::number(value); }
QString realText(const double& value) { return QLocale().toString(value, 'g', 6); }
QString plainText(const std::string& value) { return QString::fromStdString(value); }

} // namespace

QString operatorTitle(const Operator& op, const OperatorWork& work) {
    const auto type = QString::fromStdString(op.type);
    switch (work.layerType) {
    case LayerType::conv:
    case LayerType::depthwiseConv:
    case LayerType::transposedConv:
        return type + QLatin1Char(' ') + kernelText(op, work) + strideText(op) + channelsText(work);
    case LayerType::pooling: {
        const auto kernel = kernelText(op, work);
        return kernel.isEmpty() ? type : type + QLatin1Char(' ') + kernel + strideText(op);
    }
    case LayerType::gemm:
    case LayerType::batchedGemm:
    case LayerType::attentionScore:
    case LayerType::attentionValue:
        return type + matrixText(work);
    default:
        return type;
    }
}

QString dimsText(const OperatorWork& work) {
    QStringList parts;
    for (const auto& d : work.dims) {
        parts
            << QStringLiteral("%1\u00a0%2").arg(QString::fromStdString(d.name), QLocale().toString(qlonglong{d.bound}));
    }
    return parts.join(QStringLiteral(" \u00b7 "));
}

QString tensorText(const Tensor& tensor) {
    const auto type = nameOf(tensor.type);
    const auto typeText = QString::fromUtf8(type.data(), static_cast<qsizetype>(type.size()));
    if (!tensor.shape) return QStringLiteral("? ") + typeText;
    if (tensor.shape->empty()) return typeText;
    return shapeText(*tensor.shape) + QLatin1Char(' ') + typeText;
}

QString attributeText(const AttributeValue& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return integerText(*integer);
    if (const auto* real = std::get_if<double>(&value)) return realText(*real);
    if (const auto* text = std::get_if<std::string>(&value)) return plainText(*text);
    if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) return listText(*list, integerText);
    if (const auto* list = std::get_if<std::vector<double>>(&value)) return listText(*list, realText);
    return listText(std::get<std::vector<std::string>>(value), plainText);
}

} // namespace nestwright
