// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/shortlist_chart.h"

#include "core/plan/memory_fit.h"
#include "core/report/colors.h"
#include "widgets/plots/chart_export.h"
#include "widgets/tables/figure_text.h"

#include <algorithm>

namespace nestwright {

namespace {

using report::NumberStyle;

constexpr int kShortlistBarPitch = 20;
constexpr int kShortlistGroupGap = 12;
constexpr double kShortlistRoomForValue = 1.12;

struct Criterion {
    QString name;
    QString meaning;
    const char* key;
    bool isSmallerBetter;
    std::optional<double> (*value)(const ShortlistChart::Candidate&);
    QString (*text)(double, const ShortlistChart::Candidate&);
};

QString countedBy(const ShortlistChart::Candidate& candidate) {
    return countedOf(candidate.plan->totals.throughputUnit);
}

/// What doesn't hold the model is no candidate: it sets no best and has no share of one.
bool isRanked(const ShortlistChart::Candidate& candidate) {
    return memoryFitOf(candidate.plan->totals, *candidate.accelerator) != MemoryFit::tooSmall;
}

std::vector<Criterion> criteria() {
    using Candidate = ShortlistChart::Candidate;
    return {{ShortlistChart::tr("Throughput"), ShortlistChart::tr("passes back to back"), "throughput_per_s", false,
             [](const Candidate& c) { return c.plan->totals.throughputPerSecond; },
             [](double v, const Candidate& c) { return rateText(v, countedBy(c)); }},
            {ShortlistChart::tr("Latency p50"), ShortlistChart::tr("one pass without load"), "latency_p50_s", true,
             [](const Candidate& c) { return std::optional(c.plan->totals.latencySeconds.p50); },
             [](double v, const Candidate&) { return figureText(v, NumberStyle::seconds); }},
            {ShortlistChart::tr("Energy"), ShortlistChart::tr("of one pass"), "energy_j", true,
             [](const Candidate& c) { return std::optional(c.plan->totals.energyJ); },
             [](double v, const Candidate&) { return figureText(v, NumberStyle::energy); }},
            {ShortlistChart::tr("Per watt"), ShortlistChart::tr("throughput over power"), "perf_per_watt", false,
             [](const Candidate& c) { return c.plan->totals.perfPerWatt; },
             [](double v, const Candidate& c) { return perJouleText(v, countedBy(c)); }},
            {ShortlistChart::tr("Maturity"),
             ShortlistChart::tr("of the software for these layer types, weighted by their time; 3 is best in class"),
             "maturity", false, [](const Candidate& c) { return weightedMaturity(*c.accelerator, *c.plan); },
             [](double v, const Candidate&) {
                 return ShortlistChart::tr("%1 of 3").arg(figureText(v, NumberStyle::real));
             }}};
}

std::optional<double> bestOf(const Criterion& criterion, const std::vector<ShortlistChart::Candidate>& candidates) {
    std::optional<double> best;
    for (const auto& candidate : candidates) {
        const auto value = criterion.value(candidate);
        if (!isRanked(candidate) || !value || *value <= 0) continue;
        const bool isBetter = !best || (criterion.isSmallerBetter ? *value < *best : *value > *best);
        if (isBetter) best = value;
    }
    return best;
}

} // namespace

std::optional<double> weightedMaturity(const Accelerator& accelerator, const PlanResult& plan) {
    double sum = 0;
    double time = 0;
    for (const auto& summary : plan.byLayerType) {
        if (summary.seconds <= 0) continue;
        const auto found = accelerator.device.maturity.find(summary.layerType);
        if (found == accelerator.device.maturity.end()) return std::nullopt;
        sum += found->second * summary.seconds;
        time += summary.seconds;
    }
    return time > 0 ? std::optional(sum / time) : std::nullopt;
}

std::string shortlistColor(int number) {
    const auto index = static_cast<std::size_t>(std::max(0, number - 1)) % report::kPlainColors.size();
    return std::string(report::kPlainColors[index].key);
}

ShortlistChart::ShortlistChart(QWidget* parent)
    : BarChart(QStringLiteral("shortlistChart"), parent) {
    setAccessibleName(tr("Accelerators against the best of the shortlist"));
    setCandidates({});
}

void ShortlistChart::setCandidates(const std::vector<Candidate>& candidates) {
    const auto count = static_cast<double>(std::max<std::size_t>(1, candidates.size()));
    const double pitch = count * kShortlistBarPitch + kShortlistGroupGap;
    QStringList names;
    std::vector<Bar> bars;
    m_csv = QStringLiteral("criterion,accelerator,value,share_of_best\n");
    for (const auto& criterion : criteria()) {
        const double row = static_cast<double>(names.size());
        names << criterion.name;
        const auto best = bestOf(criterion, candidates);
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            const auto& candidate = candidates[i];
            const auto value = criterion.value(candidate);
            const bool isKnown = isRanked(candidate) && value && *value > 0 && best;
            const auto reason = isRanked(candidate) ? tr("not known") : tr("doesn't fit");
            const double share = !isKnown ? 0 : criterion.isSmallerBetter ? *best / *value : *value / *best;
            Bar bar;
            bar.row = row + (static_cast<double>(i) - (count - 1) / 2) * kShortlistBarPitch / pitch;
            bar.thickness = kShortlistBarPitch * 0.8 / pitch;
            bar.to = share;
            bar.color = shortlistColor(candidate.number);
            bar.inside = QString::number(candidate.number);
            bar.after = isKnown ? QLocale().toString(share, 'f', 2) : reason;
            bar.toolTip =
                tr("%1, %2 (%3): %4")
                    .arg(candidate.label, criterion.name, criterion.meaning,
                         isKnown ? tr("%1, %2 of the best")
                                       .arg(criterion.text(*value, candidate), QLocale().toString(share, 'f', 2))
                                 : reason);
            bar.tag = candidate.number - 1;
            bars.push_back(std::move(bar));
            m_csv += QLatin1String(criterion.key) + QLatin1Char(',') + csvField(candidate.label) + QLatin1Char(',') +
                     (value ? QString::number(*value, 'g', 9) : QString()) + QLatin1Char(',') +
                     (isKnown ? QString::number(share, 'g', 9) : QString()) + QLatin1Char('\n');
        }
    }
    setRows(names, static_cast<int>(pitch), tr("Share of the best; longer is better"));
    setBars(std::move(bars), kShortlistRoomForValue);
}

} // namespace nestwright
