// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/tables/operator_rows.h"

#include <QString>

#include <vector>

namespace nestwright {

/// A search for operators: words that the name, title, layer type or a dim (`k=256`) must hold, `type:conv`, and limits
/// on figures in percent: `stall>20`, `mfu<10%`, `share>=1`, `energy>5`. All parts must hold.
class OperatorQuery {
public:
    OperatorQuery() = default;
    explicit OperatorQuery(const QString& text);

    [[nodiscard]] bool isEmpty() const { return m_words.empty() && m_types.empty() && m_limits.empty(); }
    [[nodiscard]] bool matches(const OperatorRow& row) const;

private:
    enum class Figure { share, energyShare, mfu, stall };
    struct Limit {
        Figure figure = Figure::share;
        bool isLower = false; ///< the figure must lie above
        double fraction = 0;
    };
    [[nodiscard]] bool addLimit(const QString& part);
    [[nodiscard]] static bool holds(const Limit& limit, const OperatorRow& row);

    std::vector<QString> m_words;
    std::vector<QString> m_types;
    std::vector<Limit> m_limits;
};

} // namespace nestwright
