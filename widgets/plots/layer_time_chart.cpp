// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/layer_time_chart.h"

#include "widgets/base/translate.h"
#include "widgets/plots/chart_export.h"
#include "widgets/tables/figure_text.h"

#include <algorithm>
#include <array>

namespace nestwright {

namespace {

using report::NumberStyle;

constexpr int kPitch = 26;
constexpr double kThickness = 0.76;
/// Room behind the longest bar for its share.
constexpr double kRoomForShare = 1.12;

struct Part {
    const char* key;
    QString name;
    double seconds;
};

std::array<Part, 4> partsOf(const Attribution& a) {
    return {Part{"useful", LayerTimeChart::tr("useful"), a.useful},
            Part{"diluted", LayerTimeChart::tr("diluted"), a.diluted},
            Part{"blocked", LayerTimeChart::tr("blocked"), a.blocked},
            Part{"delayed", LayerTimeChart::tr("delayed"), a.delayed}};
}

QString toolTipOf(const LayerTypeSummary& summary, const Part& part) {
    const double share = summary.seconds > 0 ? part.seconds / summary.seconds : 0;
    return LayerTimeChart::tr("%1: %2 of the model's time, %3\n%4: %5, %6 of the layer type")
        .arg(translated(titleOf(summary.layerType)), figureText(summary.share, NumberStyle::percent),
             figureText(summary.seconds, NumberStyle::seconds), part.name,
             figureText(part.seconds, NumberStyle::seconds), figureText(share, NumberStyle::percent));
}

} // namespace

LayerTimeChart::LayerTimeChart(QWidget* parent)
    : BarChart(QStringLiteral("layerTimes"), parent) {
    setAccessibleName(tr("Time by layer type"));
}

void LayerTimeChart::setPlan(const PlanResult* plan) {
    m_summaries.clear();
    if (plan != nullptr) {
        std::copy_if(plan->byLayerType.begin(), plan->byLayerType.end(), std::back_inserter(m_summaries),
                     [](const auto& summary) { return summary.seconds > 0; });
    }
    double longest = 0;
    for (const auto& summary : m_summaries) longest = std::max(longest, summary.seconds);
    const auto unit = timeScaleFor(longest);
    QStringList names;
    std::vector<Bar> bars;
    for (const auto& summary : m_summaries) {
        const double row = static_cast<double>(names.size());
        names << translated(titleOf(summary.layerType));
        double from = 0;
        for (const auto& part : partsOf(summary.attribution)) {
            if (part.seconds <= 0) continue;
            Bar bar{row, kThickness, from, from + part.seconds, part.key, {}, {}, {}, -1};
            bar.inside = figureText(part.seconds / summary.seconds, NumberStyle::percent);
            bar.toolTip = toolTipOf(summary, part);
            bar.tag = static_cast<int>(summary.layerType);
            from = bar.to;
            bars.push_back(std::move(bar));
        }
        if (!bars.empty()) bars.back().after = figureText(summary.share, NumberStyle::percent);
    }
    setRows(names, kPitch, tr("Time, %1; behind each bar its share of the model").arg(unit.unit), unit.scale);
    setBars(std::move(bars), longest * kRoomForShare);
}

QString LayerTimeChart::csv() const {
    QString text = QStringLiteral("layer_type,seconds,share,useful_s,diluted_s,blocked_s,delayed_s\n");
    for (const auto& s : m_summaries) {
        QStringList fields{csvField(QString::fromUtf8(keyOf(s.layerType).data()))};
        for (const double value : {s.seconds, s.share, s.attribution.useful, s.attribution.diluted,
                                   s.attribution.blocked, s.attribution.delayed}) {
            fields << QString::number(value, 'g', 9);
        }
        text += fields.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return text;
}

} // namespace nestwright
