// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/sections/sections.h"

#include <optional>
#include <string>
#include <vector>

namespace nestwright::report {

[[nodiscard]] Column textColumn(std::string key, Message title);
[[nodiscard]] Column numberColumn(std::string key, Message title, std::string unit = {}, double scale = 1);
/// In %; cells hold fractions.
[[nodiscard]] Column shareColumn(std::string key, Message title);
/// In s, ms or \u00b5s, whichever suits the largest value; cells hold seconds.
[[nodiscard]] Column timeColumn(std::string key, Message title, double largestSeconds);
/// In kJ, J, mJ or \u00b5J; cells hold joules.
[[nodiscard]] Column energyColumn(std::string key, Message title, double largestJoules);

[[nodiscard]] Number share(std::optional<double> fraction, Message why = {});
[[nodiscard]] Number figure(std::optional<double> value, NumberStyle style, Message why = {}, std::string unit = {});
/// A figure as it stands in a sentence: "4.12 ms".
[[nodiscard]] std::string shown(double value, NumberStyle style, const std::string& unit = {});

/// "samples" of "samples/s".
[[nodiscard]] std::string countedUnit(const PlanTotals& totals);

/// Whether the device's memory holds the workload: "yes", "no, 188 GiB short", "not known".
[[nodiscard]] Message fitText(const Entry& entry);
[[nodiscard]] bool isTooSmall(const Entry& entry);
/// What is needed and what is there: "needs 210 GiB, has 22.4 GiB".
[[nodiscard]] Message shortageText(const Entry& entry);

/// The candidates, fastest first: those that don't hold the workload are none.
[[nodiscard]] std::vector<const Entry*> rankedEntries(const Source& source);

/// Letters, digits and hyphens of a name, for anchors.
[[nodiscard]] std::string slug(const std::string& name);

/// The operators whose first path this is.
struct PathTime {
    BottleneckClass kind = BottleneckClass::compute;
    std::string where;
    double seconds = 0;    ///< their whole time
    double ownSeconds = 0; ///< of it that which the path itself takes: launches, waiting for the port, lanes at work
    int operators = 0;
};

/// Operators by bottleneck class and path, most time first; of one layer type, or of the whole plan.
[[nodiscard]] std::vector<PathTime> pathTimes(const PlanResult& plan, std::optional<LayerType> layerType = {});

/// "the launches themselves take 83.6 %": the path's own share of a pass.
[[nodiscard]] Message ownShareText(const PathTime& path, double totalSeconds);

/// "Bandwidth: HBM read port".
[[nodiscard]] Message pathText(BottleneckClass kind, const std::string& where);

/// "batch 1, phase decode, past 4095": what the workload's symbols were bound to; "" where nothing was.
[[nodiscard]] std::string bindingsText(const Bindings& bindings, const Graph& graph);

/// The four series of a time split, still empty.
[[nodiscard]] std::vector<Series> attributionSeries();
/// Adds one bar of the four shares to a figure with those series.
void addAttribution(Figure& figure, const Attribution& attribution);

/// Reasons that several sections give.
[[nodiscard]] Message tailsNotModelled();
[[nodiscard]] Message noMatrixWork();
[[nodiscard]] Message notKnown();

} // namespace nestwright::report
