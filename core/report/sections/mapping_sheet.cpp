// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/number_format.h"
#include "core/plan/tiling_text.h"
#include "core/report/sections/operator_groups.h"
#include "core/report/sections/parts.h"

#include <algorithm>

namespace nestwright::report {
namespace {

Message kernelText(const PlanResult& plan, const PlannedOperator& op) {
    const bool isKnown = op.kernel >= 0 && static_cast<std::size_t>(op.kernel) < plan.kernels.size();
    const auto size = isKnown ? plan.kernels[static_cast<std::size_t>(op.kernel)].operators.size() : 0;
    if (!isKnown) return message(NW_TEXT("report.sheet.no_kernel", "none"));
    if (size <= 1) return message(NW_TEXT("report.sheet.alone", "alone"));
    return message(NW_TEXT("report.sheet.fused", "fused, %1 in one"), size);
}

Cell tilingCell(const PlannedOperator& op, const Accelerator& accelerator) {
    const auto text = tilingText(op, accelerator);
    if (!text.empty()) return text;
    return message(NW_TEXT("report.sheet.vector", "vector units, streamed"));
}

/// Tensors of a mapped operator that are stored in another width than the plan's format.
std::vector<std::string> otherWidths(const PlannedOperator& op, int bits) {
    std::vector<std::string> texts;
    for (const auto& mapping : *op.mappings) {
        for (const auto& tensor : mapping.problem.tensors) {
            if (tensor.bits == bits) continue;
            texts.push_back(tensor.name + ' ' + std::to_string(tensor.bits) + " bit");
        }
    }
    return texts;
}

/// Types that a plan leaves as they are: indices, masks.
std::vector<std::string> otherTypes(const Operator& op, const Graph& graph) {
    std::vector<std::string> texts;
    for (const auto* tensors : {&op.inputs, &op.outputs}) {
        for (const auto id : *tensors) {
            const auto* tensor = graph.tensor(id);
            if (tensor != nullptr && !isFloat(tensor->type) && tensor->type != DataType::unknown) {
                texts.emplace_back(nameOf(tensor->type));
            }
        }
    }
    return texts;
}

bool hasFloat(const Operator& op, const Graph& graph) {
    const auto isOne = [&](TensorId id) {
        const auto* tensor = graph.tensor(id);
        return tensor != nullptr && isFloat(tensor->type);
    };
    return std::any_of(op.inputs.begin(), op.inputs.end(), isOne) ||
           std::any_of(op.outputs.begin(), op.outputs.end(), isOne);
}

/// The plan's format where the operator has something in it, then what it stores otherwise, each once.
std::string formatText(const PlannedOperator& planned, const PlanResult& plan, const Graph& graph) {
    if (planned.id < 0 || static_cast<std::size_t>(planned.id) >= graph.operators.size()) {
        return std::string(nameOf(plan.format));
    }
    const auto& op = graph.operators[static_cast<std::size_t>(planned.id)];
    const bool isMapped = planned.mappings && !planned.mappings->empty();
    auto others = isMapped ? otherWidths(planned, bitsOf(plan.format)) : otherTypes(op, graph);
    std::string text;
    if (isMapped || others.empty() || hasFloat(op, graph)) text = nameOf(plan.format);
    for (auto at = others.begin(); at != others.end(); ++at) {
        if (std::find(others.begin(), at, *at) == at) text += (text.empty() ? "" : ", ") + *at;
    }
    return text;
}

Table sheet(const Entry& entry, const Graph& graph) {
    const auto& plan = *entry.plan;
    const auto groups = operatorGroups(plan);
    const double total = plan.totals.latencySeconds.p50;
    const auto views = std::count_if(plan.operators.begin(), plan.operators.end(),
                                     [](const auto& op) { return op.kernel < 0 && op.seconds <= 0; });
    Table table;
    table.id = "mapping-sheet-" + entry.slug;
    table.caption = message(NW_TEXT("report.sheet.caption",
                                    "%1: operators, largest first; n operators that do the same work "
                                    "share a row under the first one's name, and time and share are "
                                    "those of all n. A tiling names what each level holds and what runs side by side "
                                    "in lanes; the format is the plan's, with the tensors that are stored otherwise; "
                                    "margin is the distance "
                                    "to the runner-up path. Operators that launch nothing are left out: %2."),
                            entry.label, views);
    double largest = 0;
    for (const auto& group : groups) largest = std::max(largest, group.seconds);
    table.columns = {textColumn("operator", message(NW_TEXT("report.column.operator", "Operator"))),
                     textColumn("type", message(NW_TEXT("report.column.type", "Type"))),
                     numberColumn("count", message(NW_TEXT("report.column.count", "n"))),
                     textColumn("dims", message(NW_TEXT("report.column.dims", "Dims"))),
                     textColumn("tiling", message(NW_TEXT("report.column.tiling", "Tiling"))),
                     textColumn("format", message(NW_TEXT("report.column.format", "Format"))),
                     textColumn("kernel", message(NW_TEXT("report.column.kernel", "Kernel"))),
                     textColumn("bottleneck", message(NW_TEXT("report.column.bottleneck", "Bottleneck, path"))),
                     shareColumn("margin", message(NW_TEXT("report.column.margin", "Margin"))),
                     timeColumn("seconds", message(NW_TEXT("report.column.time", "Time")), largest),
                     shareColumn("share", message(NW_TEXT("report.column.share", "Share")))};
    for (const auto& group : groups) {
        const auto& op = *group.first;
        table.rows.push_back({op.name, op.type, figure(group.count, NumberStyle::integer), dimsText(op, graph),
                              tilingCell(op, *entry.accelerator), formatText(op, plan, graph), kernelText(plan, op),
                              pathText(op.bottleneck.kind, op.bottleneck.where), share(op.bottleneck.margin),
                              figure(group.seconds, NumberStyle::real), share(total > 0 ? group.seconds / total : 0)});
    }
    return table;
}

} // namespace

Section mappingSheetSection(const Source& source) {
    Section section{"mapping-sheet", message(NW_TEXT("report.sheet", "Mapping sheet: operators to kernels")), {}};
    for (const auto& entry : source.entries) section.blocks.push_back(sheet(entry, *source.graph));
    return section;
}

} // namespace nestwright::report
