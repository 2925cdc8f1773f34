// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/energy_chart.h"

#include "widgets/plots/chart_export.h"
#include "widgets/tables/figure_text.h"

#include <algorithm>

namespace nestwright {

namespace {

using report::NumberStyle;

constexpr int kEnergyPitch = 26;
constexpr double kEnergyThickness = 0.66;
constexpr double kEnergyRoomForValue = 1.3;
constexpr double kJoulesPerPj = 1e-12;

/// One receiver of energy; `parts` tell the tensors apart.
struct Place {
    QString name;
    std::string color;
    double joules = 0;
    QStringList parts;
};

template <class Tensors>
Place placeOf(QString name, std::string color, const Tensors& tensors, const PlannedMapping& mapping) {
    const auto& problem = mapping.problem;
    const double joulesPerPj = kJoulesPerPj * static_cast<double>(mapping.repeats);
    Place place{std::move(name), std::move(color), 0, {}};
    for (std::size_t t = 0; t < tensors.size() && t < problem.tensors.size(); ++t) {
        const double joules = tensors[t].energyPj * joulesPerPj;
        place.joules += joules;
        if (joules <= 0) continue;
        place.parts << EnergyChart::tr("%1: %2").arg(QString::fromStdString(problem.tensors[t].name),
                                                     figureText(joules, NumberStyle::energy));
    }
    return place;
}

std::vector<Place> placesOf(const PlannedMapping& mapping, const EnergyChart::Beside& beside) {
    std::vector<Place> places;
    double rest = mapping.cost.energyPj * kJoulesPerPj * static_cast<double>(mapping.repeats);
    for (const auto& level : mapping.cost.levels) {
        places.push_back(placeOf(QString::fromStdString(level.name), "0", level.tensors, mapping));
    }
    for (const auto& network : mapping.cost.networks) {
        auto place = placeOf(EnergyChart::tr("%1 to %2")
                                 .arg(QString::fromStdString(network.above), QString::fromStdString(network.below)),
                             "2", network.tensors, mapping);
        if (place.joules > 0) places.push_back(std::move(place));
    }
    for (const auto& place : places) rest -= place.joules;
    places.push_back({EnergyChart::tr("Compute, leakage"), "1", std::max(0.0, rest), {}});
    if (beside.staticJ > 0) places.push_back({EnergyChart::tr("Static power"), "3", beside.staticJ, {}});
    if (beside.restJ > 0) places.push_back({beside.restName, "4", beside.restJ, {}});
    return places;
}

} // namespace

EnergyChart::EnergyChart(QWidget* parent)
    : BarChart(QStringLiteral("mappingEnergy"), parent) {
    setAccessibleName(tr("Energy of the operator by level"));
    setMapping(nullptr, {});
}

void EnergyChart::setMapping(const PlannedMapping* mapping, const Beside& beside) {
    const auto places = mapping == nullptr ? std::vector<Place>() : placesOf(*mapping, beside);
    double total = 0;
    double largest = 0;
    for (const auto& place : places) {
        total += place.joules;
        largest = std::max(largest, place.joules);
    }
    const auto scale = energyScaleFor(largest);
    QStringList names;
    std::vector<Bar> bars;
    m_csv = QStringLiteral("where,energy_j\n");
    for (const auto& place : places) {
        Bar bar;
        bar.row = static_cast<double>(names.size());
        bar.thickness = kEnergyThickness;
        bar.to = place.joules;
        bar.color = place.color;
        bar.after = tr("%1, %2").arg(figureText(place.joules, NumberStyle::energy),
                                     figureText(total > 0 ? place.joules / total : 0, NumberStyle::percent));
        bar.toolTip =
            (QStringList{place.name + QStringLiteral(": ") + bar.after} + place.parts).join(QLatin1Char('\n'));
        m_csv += csvField(place.name) + QLatin1Char(',') + QString::number(place.joules, 'g', 9) + QLatin1Char('\n');
        names << place.name;
        bars.push_back(std::move(bar));
    }
    setRows(names, kEnergyPitch, tr("Energy, %1").arg(scale.unit), scale.scale);
    setBars(std::move(bars), largest * kEnergyRoomForValue);
}

} // namespace nestwright
