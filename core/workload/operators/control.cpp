// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/operators/describe.h"

#include <array>

namespace nestwright::catalogue {
namespace {

OperatorWork nothing(const Entry& entry) {
    OperatorWork work;
    work.layerType = entry.layerType;
    work.macs = 0;
    return work;
}

/// Shapes and constants are settled before the device starts.
Result<OperatorWork> describeHost(const OperatorView&, const Entry& entry) { return nothing(entry); }

/// The operators of both branches are listed with the If as their parent; only one branch runs.
Result<OperatorWork> describeIf(const OperatorView& view, const Entry& entry) {
    OperatorWork work = nothing(entry);
    work.warnings.push_back(view.warning(
        "branches_counted",
        message(NW_TEXT("control.branches", "%1 \"%2\": the operators of both branches are counted, though "
                                            "only one of them runs"),
                view.op().type, view.op().name)));
    return work;
}

/// The body's operators are listed with the loop as their parent, once.
Result<OperatorWork> describeLoop(const OperatorView& view, const Entry& entry) {
    OperatorWork work = nothing(entry);
    work.warnings.push_back(view.warning(
        "loop_body_counted_once",
        message(NW_TEXT("control.loop", "%1 \"%2\": its body is counted for one iteration, so totals are lower bounds"),
                view.op().type, view.op().name)));
    return work;
}

constexpr Entry host(std::string_view type) { return {kOnnx, type, LayerType::control, describeHost, 0}; }

constexpr std::array kControls = {
    host("Constant"),
    host("ConstantOfShape"),
    host("Shape"),
    host("Size"),
    host("Range"),
    host("BlackmanWindow"),
    host("HannWindow"),
    host("HammingWindow"),
    host("MelWeightMatrix"),
    host("SequenceAt"),
    host("SequenceConstruct"),
    host("SequenceEmpty"),
    host("SequenceErase"),
    host("SequenceInsert"),
    host("SequenceLength"),
    Entry{kOnnx, "If", LayerType::control, describeIf, 0},
    Entry{kOnnx, "Loop", LayerType::control, describeLoop, 0},
    Entry{kOnnx, "Scan", LayerType::control, describeLoop, 0},
    Entry{kOnnx, "SequenceMap", LayerType::control, describeLoop, 0},
};

} // namespace

std::span<const Entry> controls() { return kControls; }

} // namespace nestwright::catalogue
