// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/sweep.h"

#include "core/base/hash.h"
#include "core/plan/tiling_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

namespace nestwright {
namespace {

enum Column : std::size_t {
    throughput,
    latencyP50,
    latencyP95,
    latencyP99,
    energy,
    power,
    perfPerWatt,
    mfu,
    stall,
    fits,
    tilingId,
    tiling,
    note,
    pareto,
    columnCount
};

/// By column.
constexpr std::array<const char*, columnCount> kColumnNames = {"throughput_per_s",
                                                               "latency_p50_s",
                                                               "latency_p95_s",
                                                               "latency_p99_s",
                                                               "energy_j",
                                                               "power_w",
                                                               "perf_per_watt",
                                                               "mfu",
                                                               "memory_stall_fraction",
                                                               "fits",
                                                               "tiling_id",
                                                               "tiling",
                                                               "note",
                                                               "pareto"};

using Row = std::vector<std::string>;

std::string numberText(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : std::string(); }
std::string flagText(bool value) { return value ? "true" : "false"; }

const PlannedOperator* longestOperator(const PlanResult& plan) {
    const auto longest =
        std::max_element(plan.operators.begin(), plan.operators.end(),
                         [](const PlannedOperator& a, const PlannedOperator& b) { return a.seconds < b.seconds; });
    return longest == plan.operators.end() ? nullptr : &*longest;
}

/// Loops and nodes as text that differs where they do.
std::string mappingText(const Mapping& mapping) {
    std::string text;
    for (const auto& node : mapping.nodes) {
        if (const auto* loop = std::get_if<Loop>(&node)) {
            text += fmt::format("{}*{}/{}", loop->dim, loop->bound, loop->residual);
            if (loop->isSpatial) text += fmt::format("@{}{}", loop->fanoutLevel, loop->axis == Axis::x ? 'x' : 'y');
        } else {
            const auto& storage = std::get<Storage>(node);
            text += fmt::format("{}in{}", storage.tensor, storage.level);
        }
        text += ' ';
    }
    return text;
}

/// Of all mappings: digits that differ where any of them does.
std::string mappingsId(const PlanResult& plan) {
    std::string all;
    for (const auto& op : plan.operators) {
        if (!op.mappings || op.identicalTo >= 0) continue;
        for (const auto& mapped : *op.mappings) all += mappingText(mapped.mapping) + '\n';
    }
    return sha256(all).substr(0, 12);
}

/// One point after another, by a number that counts through the values of all axes.
class Points {
public:
    explicit Points(const Sweep& sweep)
        : m_sweep(sweep) {
        for (const auto& axis : sweep.axes) m_perAccelerator *= axis.values.size();
    }

    [[nodiscard]] std::size_t count() const { return m_perAccelerator * m_sweep.accelerators.size(); }
    [[nodiscard]] std::size_t acceleratorOf(std::size_t point) const { return point / m_perAccelerator; }
    [[nodiscard]] const AxisValue& valueOf(std::size_t point, std::size_t axis) const {
        std::size_t rest = point % m_perAccelerator;
        for (std::size_t a = m_sweep.axes.size(); a-- > axis + 1;) rest /= m_sweep.axes[a].values.size();
        return m_sweep.axes[axis].values[rest % m_sweep.axes[axis].values.size()];
    }
    /// The cells that say which point it is.
    [[nodiscard]] Row key(std::size_t point) const {
        Row cells;
        for (std::size_t a = 0; a < m_sweep.axes.size(); ++a) cells.push_back(valueOf(point, a).text);
        cells.push_back(m_sweep.labels[acceleratorOf(point)]);
        return cells;
    }
    [[nodiscard]] Result<SweepCase> make(std::size_t point) const {
        SweepCase made{m_sweep.bindings, m_sweep.accelerators[acceleratorOf(point)], m_sweep.options};
        for (std::size_t a = 0; a < m_sweep.axes.size(); ++a) {
            if (auto set = setAxis(m_sweep.axes[a], valueOf(point, a), made); !set) return tl::unexpected(set.error());
        }
        return made;
    }

private:
    const Sweep& m_sweep;
    std::size_t m_perAccelerator = 1;
};

class Runner {
public:
    Runner(const Sweep& sweep, const SweepSink& sink, const WorkContext& work)
        : m_sweep(sweep)
        , m_sink(sink)
        , m_work(work)
        , m_points(sweep) {
        for (const auto& axis : sweep.axes) m_columns.push_back(axis.name);
        m_columns.emplace_back("accelerator");
        m_keys = m_columns.size();
        m_columns.insert(m_columns.end(), kColumnNames.begin(), kColumnNames.end());
    }

    Result<SweepTable> run(const SweepTable& known) {
        if (auto taken = take(known); !taken) return tl::unexpected(taken.error());
        for (std::size_t point = 0; point < m_points.count(); ++point) {
            if (auto checked = m_points.make(point); !checked) return tl::unexpected(checked.error());
        }
        for (std::size_t point = 0; point < m_points.count(); ++point) {
            if (m_rows.contains(point)) continue;
            m_work.report(static_cast<double>(point) / static_cast<double>(m_points.count()),
                          message(NW_TEXT("sweep.step", "Point %1 of %2"), point + 1, m_points.count()));
            auto row = rowOf(point);
            if (!row) return tl::unexpected(row.error());
            m_rows[point] = std::move(*row);
            if (m_rows.size() == m_points.count()) break;
            if (auto heard = tell(); !heard) return tl::unexpected(heard.error());
        }
        markFront();
        if (auto heard = tell(); !heard) return tl::unexpected(heard.error());
        return table();
    }

private:
    /// Rows of an earlier run; whether they are on the front is seen at the end.
    Result<void> take(const SweepTable& known) {
        if (known.columns.empty()) return {};
        if (known.columns != m_columns) {
            return failure(
                ErrorKind::input, message(NW_TEXT("sweep.columns", "The file has other columns than this sweep")), {},
                message(NW_TEXT("sweep.columns.remedy", "Sweep the same axes in the same order, or name a new file.")));
        }
        std::map<Row, std::size_t> places;
        for (std::size_t point = 0; point < m_points.count(); ++point) places.emplace(m_points.key(point), point);
        int line = 1;
        for (const auto& row : known.rows) {
            ++line;
            const auto place = places.find(Row(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(m_keys)));
            if (place == places.end()) {
                return failure(
                    ErrorKind::input,
                    message(NW_TEXT("sweep.row", "This row is no point of the sweep: %1"),
                            fmt::format(
                                "{}", fmt::join(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(m_keys), ", "))),
                    {{}, line, 0},
                    message(NW_TEXT("sweep.row.remedy", "Give the axes all values that the file has, or "
                                                        "name a new file.")));
            }
            m_rows[place->second] = row;
            m_rows[place->second].back().clear();
        }
        return {};
    }

    [[nodiscard]] Row emptyRow(std::size_t point) const {
        Row row = m_points.key(point);
        row.resize(m_columns.size());
        return row;
    }

    /// Fails where the sweep as a whole can't go on.
    Result<Row> rowOf(std::size_t point) {
        Row row = emptyRow(point);
        auto made = m_points.make(point);
        if (!made) return tl::unexpected(made.error());
        auto graph = m_sweep.open(made->bindings);
        if (!graph) return tl::unexpected(graph.error());
        if (m_sweep.constraints) {
            made->options.constraints = [this, &made](const Problem& problem) {
                return m_sweep.constraints(problem, made->accelerator);
            };
        }
        const auto planned =
            plan(*graph, made->bindings, made->accelerator, made->options, WorkContext{m_work.cancel, {}});
        if (planned) {
            fill(**planned, made->accelerator, row);
            return row;
        }
        if (planned.error().kind != ErrorKind::infeasible) return tl::unexpected(planned.error());
        row[m_keys + note] = planned.error().message.text();
        return row;
    }

    void fill(const PlanResult& plan, const Accelerator& accelerator, Row& row) const {
        const PlanTotals& totals = plan.totals;
        const auto set = [&](Column column, std::string text) { row[m_keys + column] = std::move(text); };
        set(throughput, numberText(totals.throughputPerSecond));
        set(latencyP50, numberText(totals.latencySeconds.p50));
        set(latencyP95, numberText(totals.latencySeconds.p95));
        set(latencyP99, numberText(totals.latencySeconds.p99));
        set(energy, numberText(totals.energyJ));
        set(power, numberText(totals.powerW));
        set(perfPerWatt, numberText(totals.perfPerWatt));
        set(mfu, numberText(totals.mfu));
        set(stall, numberText(totals.memoryStallFraction));
        set(fits, flagText(totals.fits));
        set(tilingId, mappingsId(plan));
        if (const auto* longest = longestOperator(plan)) {
            const std::string text = tilingText(*longest, accelerator);
            if (!text.empty()) set(tiling, longest->name + ": " + text);
        }
    }

    /// Higher is better, by row: throughput, speed, and runs or samples for each joule.
    [[nodiscard]] std::vector<double> merits(const Row& row) const {
        const auto number = [&](Column column) { return std::strtod(row[m_keys + column].c_str(), nullptr); };
        const double rate = number(throughput);
        const double joules = number(energy);
        const double latency = number(latencyP50);
        return {rate, -latency, joules > 0 ? rate * latency / joules : 0};
    }

    /// Whether two points run the model on the same input: only then one can be better.
    [[nodiscard]] bool hasSameInput(std::size_t a, std::size_t b) const {
        for (std::size_t axis = 0; axis < m_sweep.axes.size(); ++axis) {
            const AxisKind kind = m_sweep.axes[axis].kind;
            if (kind != AxisKind::sequence && kind != AxisKind::past) continue;
            if (m_points.valueOf(a, axis).text != m_points.valueOf(b, axis).text) return false;
        }
        return true;
    }

    void markFront() {
        for (auto& [point, row] : m_rows) {
            bool isOnFront = row[m_keys + fits] == "true";
            const auto own = merits(row);
            for (const auto& [other, rival] : m_rows) {
                if (!isOnFront) break;
                if (other == point || rival[m_keys + fits] != "true" || !hasSameInput(point, other)) continue;
                const auto theirs = merits(rival);
                bool isWorse = false;
                for (std::size_t i = 0; i < own.size(); ++i) isWorse = isWorse || theirs[i] < own[i];
                isOnFront = isWorse || theirs == own;
            }
            row[m_keys + pareto] = flagText(isOnFront);
        }
    }

    [[nodiscard]] SweepTable table() const {
        SweepTable table{m_columns, {}};
        for (const auto& [point, row] : m_rows) table.rows.push_back(row);
        return table;
    }

    Result<void> tell() const { return m_sink ? m_sink(table()) : Result<void>{}; }

    const Sweep& m_sweep;
    const SweepSink& m_sink;
    const WorkContext& m_work;
    Points m_points;
    std::vector<std::string> m_columns;
    std::size_t m_keys = 0; ///< columns that say which point it is
    std::map<std::size_t, Row> m_rows;
};

} // namespace

Result<SweepTable> runSweep(const Sweep& sweep, const SweepTable& known, const SweepSink& sink,
                            const WorkContext& work) {
    return Runner(sweep, sink, work).run(known);
}

std::vector<Message> sweepNotes(const Sweep& sweep, const SweepTable& table) {
    std::vector<Message> notes;
    const std::size_t keys = sweep.axes.size() + 1;
    for (std::size_t a = 0; a < sweep.axes.size(); ++a) {
        const SweepAxis& axis = sweep.axes[a];
        if (!axis.isOfLevel() || axis.values.size() < 2) continue;
        std::map<Row, std::string> ids; // by the other axes
        const bool isFixed = std::all_of(table.rows.begin(), table.rows.end(), [&](const Row& row) {
            Row others(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(keys));
            others[a].clear();
            return ids.try_emplace(std::move(others), row[keys + tilingId]).first->second == row[keys + tilingId];
        });
        if (!isFixed) continue;
        notes.push_back(message(NW_TEXT("sweep.fixed", "No tiling changes along %1: what changes along it is the "
                                                       "machine alone. Constraints or shapes leave the search no other "
                                                       "choice, or none that is better."),
                                axis.name));
    }
    return notes;
}

} // namespace nestwright
