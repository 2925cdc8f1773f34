// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/axis.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace nestwright {
namespace {

constexpr double kLargestNumber = 9e15; // every whole number up to here is a double

struct NamedKind {
    const char* name;
    AxisKind kind;
};

constexpr std::array<NamedKind, 5> kRunAxes = {{{"batch", AxisKind::batch},
                                                {"seq", AxisKind::sequence},
                                                {"past", AxisKind::past},
                                                {"format", AxisKind::format},
                                                {"devices", AxisKind::devices}}};
constexpr std::array<NamedKind, 5> kLevelAxes = {{{"capacity", AxisKind::capacity},
                                                  {"read_bandwidth", AxisKind::readBandwidth},
                                                  {"write_bandwidth", AxisKind::writeBandwidth},
                                                  {"x", AxisKind::lanesX},
                                                  {"y", AxisKind::lanesY}}};

struct Unit {
    const char* name;
    double factor;
};

constexpr std::array<Unit, 11> kUnits = {{{"", 1},
                                          {"b", 1},
                                          {"kb", 1e3},
                                          {"mb", 1e6},
                                          {"gb", 1e9},
                                          {"tb", 1e12},
                                          {"kib", 1024.0},
                                          {"mib", 1024.0 * 1024},
                                          {"gib", 1024.0 * 1024 * 1024},
                                          {"tib", 1024.0 * 1024 * 1024 * 1024},
                                          {"pb", 1e15}}};

tl::unexpected<Error> usage(Message what, Message remedy) {
    return failure(ErrorKind::usage, std::move(what), {}, std::move(remedy));
}

bool isBandwidth(AxisKind kind) { return kind == AxisKind::readBandwidth || kind == AxisKind::writeBandwidth; }

std::optional<double> numberOf(const std::string& text, AxisKind kind) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || !std::isfinite(number)) return std::nullopt;
    std::string unit = lowerCase(std::string(end));
    if (isBandwidth(kind) && unit.size() > 2 && unit.substr(unit.size() - 2) == "/s") unit.resize(unit.size() - 2);
    if (!isBandwidth(kind) && kind != AxisKind::capacity) return unit.empty() ? std::optional(number) : std::nullopt;
    const auto known = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& one) { return unit == one.name; });
    if (known == kUnits.end()) return std::nullopt;
    return number * known->factor;
}

/// What a value of the axis has to be, for an error.
std::string wantedText(AxisKind kind) {
    if (isBandwidth(kind)) return "bytes a second above 0, such as 1.2TB/s";
    if (kind == AxisKind::capacity) return "whole bytes above 0, such as 64KiB";
    return kind == AxisKind::past ? "a whole number from 0 on" : "a whole number from 1 on";
}

Result<AxisValue> parseValue(const std::string& name, AxisKind kind, const std::string& text) {
    AxisValue value{text, 0, {}};
    if (kind == AxisKind::format) {
        const auto format = dataTypeFromName(text);
        if (!format || bitsOf(*format) == 0) {
            return usage(message(NW_TEXT("sweep.format", "Axis %1: there is no number format \"%2\""), name, text),
                         message(NW_TEXT("sweep.format.remedy", "Known are fp32, bf16, fp16, fp8, int8, int4.")));
        }
        value.format = *format;
        return value;
    }
    const auto number = numberOf(text, kind);
    const bool mayBeFraction = isBandwidth(kind);
    const double least = kind == AxisKind::past ? 0 : mayBeFraction ? 1e-9 : 1;
    if (!number || !(*number >= least) || *number > kLargestNumber ||
        (!mayBeFraction && *number != std::floor(*number))) {
        return usage(message(NW_TEXT("sweep.value", "Axis %1: \"%2\" is no value for it"), name, text),
                     message(NW_TEXT("sweep.value.remedy", "Give %1."), wantedText(kind)));
    }
    value.number = *number;
    return value;
}

/// Kind and level of an axis by its name; a level's name may hold points.
Result<SweepAxis> parseName(const std::string& name) {
    const auto run =
        std::find_if(kRunAxes.begin(), kRunAxes.end(), [&](const NamedKind& one) { return name == one.name; });
    if (run != kRunAxes.end()) return SweepAxis{name, run->kind, {}, {}};
    const auto point = name.rfind('.');
    const std::string property = point == std::string::npos ? name : name.substr(point + 1);
    const auto own =
        std::find_if(kLevelAxes.begin(), kLevelAxes.end(), [&](const NamedKind& one) { return property == one.name; });
    if (point != std::string::npos && point > 0 && own != kLevelAxes.end())
        return SweepAxis{name, own->kind, name.substr(0, point), {}};
    return usage(message(NW_TEXT("sweep.axis", "There is no axis \"%1\""), name),
                 message(NW_TEXT("sweep.axis.remedy",
                                 "Axes are batch, seq, past, format, devices and, of a level, NAME.capacity, "
                                 "NAME.read_bandwidth, NAME.write_bandwidth, NAME.x and NAME.y.")));
}

/// A rate in bytes a second as the port has it.
double bitsPerCycle(double bytesPerSecond, double clockHz) { return bytesPerSecond * 8 / clockHz; }

void setBandwidth(double bytesPerSecond, double clockHz, std::optional<double>& own, std::optional<double>& shared) {
    (!own && shared ? shared : own) = bitsPerCycle(bytesPerSecond, clockHz);
}

Result<void> setLevel(const SweepAxis& axis, double number, Accelerator& accelerator) {
    const auto level = std::find_if(accelerator.levels.begin(), accelerator.levels.end(),
                                    [&](const Level& one) { return lowerCase(one.name) == lowerCase(axis.level); });
    if (level == accelerator.levels.end()) {
        std::vector<std::string> names;
        for (const auto& one : accelerator.levels) names.push_back(one.name);
        return usage(
            message(NW_TEXT("sweep.level", "%1 has no level \"%2\" for axis %3"), accelerator.name, axis.level,
                    axis.name),
            message(NW_TEXT("sweep.level.remedy", "Its levels are %1."), fmt::format("{}", fmt::join(names, ", "))));
    }
    if (axis.kind == AxisKind::capacity && !level->operandCapacityBits.empty()) {
        return usage(message(NW_TEXT("sweep.rooms", "%1 has a room of its own for each operand, so that %2 sets none"),
                             level->name, axis.name),
                     message(NW_TEXT("sweep.rooms.remedy", "Change them in a copy of the accelerator's file.")));
    }
    const double clockHz = accelerator.device.clockHz;
    switch (axis.kind) {
    case AxisKind::capacity:
        level->capacityBits = static_cast<Count>(number) * 8;
        break;
    case AxisKind::readBandwidth:
        setBandwidth(number, clockHz, level->readBitsPerCycle, level->sharedBitsPerCycle);
        break;
    case AxisKind::writeBandwidth:
        setBandwidth(number, clockHz, level->writeBitsPerCycle, level->sharedBitsPerCycle);
        break;
    case AxisKind::lanesX:
        level->fanout.x = static_cast<Count>(number);
        break;
    default:
        level->fanout.y = static_cast<Count>(number);
        break;
    }
    return validate(accelerator);
}

} // namespace

Result<SweepAxis> parseAxis(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
        return usage(message(NW_TEXT("sweep.axis_form", "\"%1\" is no axis"), text),
                     message(NW_TEXT("sweep.axis_form.remedy", "Write NAME=v1,v2,..: batch=1,2,4.")));
    }
    auto axis = parseName(text.substr(0, equals));
    if (!axis) return axis;
    for (std::size_t begin = equals + 1; begin <= text.size();) {
        const std::size_t comma = std::min(text.find(',', begin), text.size());
        auto value = parseValue(axis->name, axis->kind, text.substr(begin, comma - begin));
        if (!value) return tl::unexpected(value.error());
        const bool isKnown = std::any_of(axis->values.begin(), axis->values.end(),
                                         [&](const AxisValue& one) { return one.text == value->text; });
        if (isKnown) {
            return usage(message(NW_TEXT("sweep.twice", "Axis %1 has the value %2 twice"), axis->name, value->text),
                         message(NW_TEXT("sweep.twice.remedy", "Name each value once.")));
        }
        axis->values.push_back(std::move(*value));
        begin = comma + 1;
    }
    return axis;
}

Result<void> setAxis(const SweepAxis& axis, const AxisValue& value, SweepCase& point) {
    if (axis.isOfLevel()) return setLevel(axis, value.number, point.accelerator);
    const auto count = static_cast<Count>(value.number);
    switch (axis.kind) {
    case AxisKind::batch:
        point.bindings.batch = count;
        break;
    case AxisKind::sequence:
        point.bindings.sequence = count;
        break;
    case AxisKind::past:
        point.bindings.past = count;
        break;
    case AxisKind::format:
        point.options.format = value.format;
        break;
    default:
        point.options.devices = static_cast<int>(std::min<Count>(count, 1 << 20));
        break;
    }
    return {};
}

} // namespace nestwright
