// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/evaluation_text.h"

#include "app/cli/text_table.h"

#include <fmt/format.h>

namespace nestwright::cli {

namespace {

std::string summaryText(const Evaluation& evaluation) {
    const auto share = [&](double cycles) {
        return percentText(evaluation.cycles > 0 ? cycles / evaluation.cycles : 0);
    };
    const Attribution& time = evaluation.attribution;
    std::string text;
    text += fmt::format("MACs                  {:.0f}\n", evaluation.macs);
    text += fmt::format("Cycles                {:.0f} (bound {:.0f}, ideal {:.0f})\n", evaluation.cycles,
                        evaluation.boundCycles, evaluation.idealCycles);
    text += fmt::format("Time                  useful {}, diluted {}, blocked {}, delayed {}\n", share(time.useful),
                        share(time.diluted), share(time.blocked), share(time.delayed));
    text += fmt::format("MFU                   {}\n", evaluation.mfu ? percentText(*evaluation.mfu) : "-");
    text += fmt::format("Memory-stall fraction {}\n", percentText(evaluation.memoryStallFraction));
    text += fmt::format("Utilization           {} of the bound\n", percentText(evaluation.utilization));
    text += fmt::format("Energy                {}\n", siText(evaluation.energyPj * 1e-12, "J"));
    text += fmt::format("Bottleneck            {}: {}\n", titleOf(evaluation.bottleneck.kind).text(),
                        evaluation.bottleneck.where);
    if (!evaluation.bottleneck.explanation.empty()) {
        text += fmt::format("                      {}\n", evaluation.bottleneck.explanation.text());
    }
    return text;
}

std::string countText(double words) { return fmt::format("{:.10g}", words); }

std::string levelsText(const Evaluation& evaluation, const Problem& problem) {
    TextTable table({{"Level", kLeft},
                     {"Instances", kRight},
                     {"Tensor", kLeft},
                     {"Tile (words)", kRight},
                     {"Reads", kRight},
                     {"Fills", kRight},
                     {"Updates", kRight},
                     {"Energy", kRight}});
    for (const auto& level : evaluation.levels) {
        if (level.isFanoutOnly) continue;
        for (std::size_t i = 0; i < level.tensors.size() && i < problem.tensors.size(); ++i) {
            const TensorCounts& counts = level.tensors[i];
            if (!counts.isKept) continue;
            table.addRow({level.name, fmt::format("{:.6g}", level.utilizedInstances), problem.tensors[i].name,
                          countText(counts.tileWords), countText(counts.reads), countText(counts.fills),
                          countText(counts.updates), siText(counts.energyPj * 1e-12, "J")});
        }
    }
    return table.text();
}

} // namespace

std::string evaluationText(const Evaluation& evaluation, const Problem& problem) {
    if (!evaluation.isValid) return fmt::format("Invalid mapping, violations: {}\n", evaluation.violations.size());
    return summaryText(evaluation) + "\nAccesses in words per utilised instance\n" + levelsText(evaluation, problem) +
           "Reads are words sent inward and partial sums added to; fills arrive from further out; updates arrive\n"
           "from further in, and the first of each element reads nothing.\n";
}

} // namespace nestwright::cli
