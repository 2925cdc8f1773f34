// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace nestwright {

/// What an axis of a sweep changes.
enum class AxisKind { batch, sequence, past, format, devices, capacity, readBandwidth, writeBandwidth, lanesX, lanesY };

struct AxisValue {
    std::string text;     ///< as it was given: "64KiB"
    double number = 0;    ///< a count, bytes, or bytes a second
    DataType format = {}; ///< of the axis `format`
};

/// "batch=1,2,4" or "GLB.capacity=64KiB,128KiB".
struct SweepAxis {
    std::string name;
    AxisKind kind = AxisKind::batch;
    std::string level; ///< of an axis of one level, as it was named
    std::vector<AxisValue> values;

    /// Whether it changes the machine and leaves the work alone.
    [[nodiscard]] bool isOfLevel() const { return !level.empty(); }
};

/// Reads an axis. Capacities are bytes, bandwidths bytes a second, with or without a unit: "512KiB", "1.2TB/s". The
/// error (usage) names the axis, the value and what is possible.
[[nodiscard]] Result<SweepAxis> parseAxis(const std::string& text);

/// What a point of a sweep plans.
struct SweepCase {
    Bindings bindings;
    Accelerator accelerator;
    PlanOptions options;
};

/// Sets the axis to the value. A bandwidth sets the port that the level declares for it: its own, else the shared one.
/// The error (usage) names the levels that there are.
[[nodiscard]] Result<void> setAxis(const SweepAxis& axis, const AxisValue& value, SweepCase& point);

} // namespace nestwright
