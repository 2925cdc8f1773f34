// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sections/parts.h"

#include <fmt/format.h>

#include <utility>

namespace nestwright::report {
namespace {

/// A text and who says it.
struct Said {
    Message text;
    std::vector<std::string> labels;
};

std::vector<Said> gatheredAssumptions(const Source& source) {
    std::vector<Said> all;
    for (const auto& entry : source.entries) {
        for (const auto& assumption : entry.plan->assumptions) {
            auto known = all.begin();
            while (known != all.end() && known->text != assumption) ++known;
            if (known == all.end()) known = all.insert(all.end(), {assumption, {}});
            known->labels.push_back(entry.label);
        }
    }
    return all;
}

Cell sharedBy(const Said& said, std::size_t accelerators) {
    if (said.labels.size() == accelerators) return message(NW_TEXT("report.all", "all"));
    return fmt::format("{}", fmt::join(said.labels, ", "));
}

Table assumptionTable(const Source& source) {
    const auto all = gatheredAssumptions(source);
    Table table;
    table.id = "assumptions-table";
    table.caption = message(
        NW_TEXT("report.assumptions.caption", "Assumptions that the figures of this report rest on: %1."), all.size());
    table.columns = {textColumn("id", message(NW_TEXT("report.column.id", "Id"))),
                     textColumn("assumption", message(NW_TEXT("report.column.assumption", "Assumption"))),
                     textColumn("accelerators", message(NW_TEXT("report.column.applies", "Applies to")))};
    for (std::size_t i = 0; i < all.size(); ++i) {
        table.rows.push_back({fmt::format("A{}", i + 1), all[i].text, sharedBy(all[i], source.entries.size())});
    }
    return table;
}

/// A warning, the operators that it stands for and where it came up.
struct Warned {
    std::string code;
    Message text;
    std::string firstOperator;
    std::vector<OperatorId> operators;
};

void gather(std::vector<Warned>& all, const std::vector<Warning>& warnings, const Graph& graph) {
    for (const auto& warning : warnings) {
        auto known = all.begin();
        while (known != all.end() && (known->code != warning.code || known->text != warning.message)) ++known;
        if (known == all.end()) known = all.insert(all.end(), {warning.code, warning.message, {}, {}});
        const bool isOfOperator = warning.op >= 0 && static_cast<std::size_t>(warning.op) < graph.operators.size();
        if (!isOfOperator) continue;
        if (known->operators.empty()) known->firstOperator = graph.operators[static_cast<std::size_t>(warning.op)].name;
        if (known->operators.empty() || known->operators.back() != warning.op) known->operators.push_back(warning.op);
    }
}

Cell whereText(const Warned& warned) {
    if (warned.operators.empty()) return message(NW_TEXT("report.warnings.model", "the whole model"));
    if (warned.operators.size() == 1) return warned.firstOperator;
    return message(NW_TEXT("report.warnings.several", "%1 and %2 more"), warned.firstOperator,
                   warned.operators.size() - 1);
}

Table warningTable(const std::vector<Warned>& all) {
    Table table;
    table.id = "warnings-table";
    table.caption =
        message(NW_TEXT("report.warnings.caption", "Warnings of the reader and the planner: %1."), all.size());
    table.columns = {textColumn("code", message(NW_TEXT("report.column.code", "Code"))),
                     textColumn("where", message(NW_TEXT("report.column.where", "Where"))),
                     textColumn("warning", message(NW_TEXT("report.column.warning", "Warning")))};
    for (const auto& warned : all) table.rows.push_back({warned.code, whereText(warned), warned.text});
    return table;
}

} // namespace

Section assumptionsSection(const Source& source) {
    Section section{"assumptions", message(NW_TEXT("report.assumptions", "Assumptions and warnings")), {}};
    auto assumptions = assumptionTable(source);
    if (assumptions.rows.empty()) {
        section.blocks.push_back(
            Paragraph{message(NW_TEXT("report.assumptions.none", "The planner reported no assumption.")), false});
    } else {
        section.blocks.push_back(std::move(assumptions));
    }
    std::vector<Warned> warnings;
    gather(warnings, source.inputs->warnings, *source.graph);
    gather(warnings, source.graph->warnings, *source.graph);
    for (const auto& entry : source.entries) gather(warnings, entry.plan->warnings, *source.graph);
    if (warnings.empty()) {
        section.blocks.push_back(Paragraph{message(NW_TEXT("report.warnings.none", "There are no warnings.")), false});
    } else {
        section.blocks.push_back(warningTable(warnings));
    }
    return section;
}

} // namespace nestwright::report
