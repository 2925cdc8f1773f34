// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/block_figures.h"

#include "core/base/index.h"

#include <algorithm>
#include <array>

namespace nestwright::gui {

namespace {

bool isSeparator(QChar c) { return c == QLatin1Char('/') || c == QLatin1Char('.') || c == QLatin1Char(':'); }

} // namespace

BlockFigures figuresOf(const std::vector<OperatorRow>& rows, const layout::Members& members) {
    BlockFigures sum;
    double useful = 0;
    double stalled = 0;
    double multiplying = 0;
    std::array<double, 6> byClass{};
    members.forEach([&](std::int32_t id) {
        const auto& row = rows[at(id)];
        ++sum.operators;
        if (!row.isPlanned) return;
        sum.isPlanned = true;
        if (row.isFree) return;
        sum.isFree = false;
        sum.seconds += row.seconds;
        sum.share += row.share;
        sum.energyJ += row.energyJ;
        sum.energyShare += row.energyShare;
        useful += row.mfu.value_or(0) * row.seconds;
        multiplying += row.mfu ? 1 : 0;
        stalled += row.memoryStallFraction * row.seconds;
        byClass[static_cast<std::size_t>(row.bottleneck)] += row.seconds;
    });
    if (sum.seconds <= 0) return sum;
    if (multiplying > 0) sum.mfu = useful / sum.seconds;
    sum.memoryStallFraction = stalled / sum.seconds;
    sum.bottleneck = static_cast<BottleneckClass>(std::max_element(byClass.begin(), byClass.end()) - byClass.begin());
    return sum;
}

QString commonName(const std::vector<OperatorRow>& rows, std::int32_t first, std::int32_t count) {
    auto prefix = rows[at(first)].name;
    for (auto i = first + 1; i < first + count; ++i) {
        const auto& name = rows[at(i)].name;
        const auto end = std::mismatch(prefix.begin(), prefix.end(), name.begin(), name.end()).first;
        prefix.truncate(end - prefix.begin());
    }
    while (!prefix.isEmpty() && !isSeparator(prefix.back())) prefix.chop(1);
    while (!prefix.isEmpty() && isSeparator(prefix.back())) prefix.chop(1);
    while (!prefix.isEmpty() && isSeparator(prefix.front())) prefix.remove(0, 1);
    return prefix.section(QLatin1Char('/'), -1);
}

} // namespace nestwright::gui
