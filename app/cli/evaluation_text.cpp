// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/evaluation_text.h"

#include "app/cli/text_table.h"

#include <fmt/format.h>

namespace nestwright::cli {

const char* const kCyclesNote =
    "Ideal: the multiply-adds on all lanes at the peak rate. Bound: the steady-state roofline of compute and ports, "
    "with "
    "every pass counted in full, so a mapping with a smaller last pass can be faster than it. Cycles add filling, "
    "draining and waiting. Utilization: the multiply-adds over all lanes times the bound.";

namespace {

std::string summaryText(const Evaluation& evaluation) {
    std::string text;
    text += fmt::format("MACs                  {:.0f}\n", evaluation.macs);
    text += fmt::format("Cycles                {:.0f} (bound {:.0f}, ideal {:.0f})\n", evaluation.cycles,
                        evaluation.boundCycles, evaluation.idealCycles);
    text += fmt::format("Time                  {}\n", attributionText(evaluation.attribution));
    text += fmt::format("MFU                   {}\n", evaluation.mfu ? percentText(*evaluation.mfu) : "-");
    text += fmt::format("Memory-stall fraction {}\n", percentText(evaluation.memoryStallFraction));
    text += fmt::format("Utilization           {} of the lanes over the bound\n", percentText(evaluation.utilization));
    text += fmt::format("Energy                {}\n", siText(evaluation.energyPj * 1e-12, "J"));
    text += fmt::format("Bottleneck            {}: {}\n", titleOf(evaluation.bottleneck.kind).text(),
                        evaluation.bottleneck.where);
    if (!evaluation.bottleneck.explanation.empty()) {
        text += wrapped(std::string(22, ' ') + evaluation.bottleneck.explanation.text(), 22) + "\n";
    }
    return text;
}

std::string countText(double words) { return fmt::format("{:.10g}", words); }

/// What the accesses leave of the energy, so that the rows sum to the total: leakage, networks, multiply-adds.
void addOtherEnergy(TextTable& table, const Evaluation& evaluation) {
    const auto addRow = [&](const std::string& name, double picojoules) {
        table.addRow({name, "", "", "", "", "", "", siText(picojoules * 1e-12, "J")});
    };
    double rest = evaluation.energyPj;
    for (const auto& level : evaluation.levels) {
        double leakage = level.energyPj;
        for (const auto& counts : level.tensors) leakage -= counts.energyPj;
        if (leakage > 1e-9 * level.energyPj) addRow(level.name + " leakage", leakage);
        rest -= level.energyPj;
    }
    for (const auto& network : evaluation.networks) {
        double energy = 0;
        for (const auto& counts : network.tensors) energy += counts.energyPj;
        if (energy > 0) addRow(network.above + " to " + network.below, energy);
        rest -= energy;
    }
    addRow("Multiply-adds", rest > 1e-9 * evaluation.energyPj ? rest : 0);
    addRow("Total", evaluation.energyPj);
}

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
    addOtherEnergy(table, evaluation);
    return table.text();
}

} // namespace

std::string attributionText(const Attribution& time) {
    const auto share = [total = time.total()](double part) { return percentText(total > 0 ? part / total : 0); };
    return fmt::format("useful {}, diluted {}, blocked {}, delayed {}", share(time.useful), share(time.diluted),
                       share(time.blocked), share(time.delayed));
}

std::string evaluationText(const Evaluation& evaluation, const Problem& problem) {
    if (!evaluation.isValid) return fmt::format("Invalid mapping, violations: {}\n", evaluation.violations.size());
    return summaryText(evaluation) + "\nAccesses in words per utilised instance\n" + levelsText(evaluation, problem) +
           wrapped("Reads are words sent inward and partial sums added to; fills arrive from further out; updates "
                   "arrive from further in, and the first of each element reads nothing.") +
           "\n" + wrapped(kCyclesNote) + "\n";
}

std::string changesText(const std::vector<Change>& changes, double cycles) {
    std::string text = "\nOne change of the accelerator at a time, with this mapping\n";
    if (changes.empty()) return text + "  None saves a thousandth of the cycles.\n";
    for (const auto& change : changes) {
        text +=
            fmt::format("  {}: {} fewer cycles\n", titleOf(change).text(), percentText(change.savedCycles / cycles));
    }
    return text;
}

} // namespace nestwright::cli
