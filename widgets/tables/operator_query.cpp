// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/operator_query.h"

#include <QRegularExpression>

#include <algorithm>

namespace nestwright {

OperatorQuery::OperatorQuery(const QString& text) {
    for (const auto& part : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (part.startsWith(QLatin1String("type:"), Qt::CaseInsensitive)) {
            if (part.size() > 5) m_types.push_back(part.mid(5).toLower());
        } else if (!addLimit(part)) {
            m_words.push_back(part.toLower());
        }
    }
}

bool OperatorQuery::addLimit(const QString& part) {
    static const QRegularExpression pattern(
        QStringLiteral("^(share|energy|mfu|stall)(<=?|>=?)([0-9]+(?:[.,][0-9]+)?)%?$"),
        QRegularExpression::CaseInsensitiveOption);
    const auto match = pattern.match(part);
    if (!match.hasMatch()) return false;
    Limit limit;
    const auto figure = match.captured(1).toLower();
    if (figure == QLatin1String("energy")) limit.figure = Figure::energyShare;
    if (figure == QLatin1String("mfu")) limit.figure = Figure::mfu;
    if (figure == QLatin1String("stall")) limit.figure = Figure::stall;
    limit.isLower = match.captured(2).startsWith(QLatin1Char('>'));
    limit.fraction = match.captured(3).replace(QLatin1Char(','), QLatin1Char('.')).toDouble() / 100;
    m_limits.push_back(limit);
    return true;
}

bool OperatorQuery::holds(const Limit& limit, const OperatorRow& row) {
    if (!row.isPlanned || row.isFree) return false;
    std::optional<double> value = row.share;
    if (limit.figure == Figure::energyShare) value = row.energyShare;
    if (limit.figure == Figure::mfu) value = row.mfu;
    if (limit.figure == Figure::stall) value = row.memoryStallFraction;
    if (!value) return false;
    return limit.isLower ? *value >= limit.fraction : *value <= limit.fraction;
}

bool OperatorQuery::matches(const OperatorRow& row) const {
    return std::all_of(m_limits.begin(), m_limits.end(), [&](const auto& limit) { return holds(limit, row); }) &&
           std::all_of(m_words.begin(), m_words.end(),
                       [&](const auto& word) { return row.searchText.contains(word); }) &&
           std::all_of(m_types.begin(), m_types.end(), [&](const auto& type) { return row.typeText.contains(type); });
}

} // namespace nestwright
