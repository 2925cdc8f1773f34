// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/assumptions.h"

#include "core/base/figure_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace nestwright {
namespace {

/// Widths of mapped tensors in bits: those that the workload keeps against the plan's format, and whether any has it.
struct Widths {
    std::set<int> kept;
    bool hasPlanned = false;
};

Widths widthsOf(const PlanResult& result) {
    Widths widths;
    for (const auto& op : result.operators) {
        if (!op.mappings) continue;
        for (const auto& mapped : *op.mappings) {
            for (const auto& tensor : mapped.problem.tensors) {
                if (tensor.bits == bitsOf(result.format))
                    widths.hasPlanned = true;
                else
                    widths.kept.insert(tensor.bits);
            }
        }
    }
    return widths;
}

void addFormat(const PlanResult& result, bool isChosen, std::vector<Message>& notes) {
    const std::string name(nameOf(result.format));
    const Widths widths = widthsOf(result);
    const std::string kept = fmt::format("{}", fmt::join(widths.kept, ", "));
    if (widths.kept.empty()) {
        if (!isChosen) return;
        notes.push_back(message(
            NW_TEXT("plan.assumed_format", "Weights and activations are in %1, as no format was asked for"), name));
    } else if (widths.hasPlanned) {
        notes.push_back(message(NW_TEXT("plan.assume.some_kept",
                                        "Multiply-adds run at the rate of %1; tensors that the workload holds in fewer "
                                        "bits keep them (%2), all others are in %1"),
                                name, kept));
    } else {
        notes.push_back(message(NW_TEXT("plan.assume.all_kept",
                                        "Multiply-adds run at the rate of %1, while the tensors of matrix work keep "
                                        "the bits that the workload gives them (%2)"),
                                name, kept));
    }
    if (isChosen && !widths.kept.empty()) {
        notes.push_back(
            message(NW_TEXT("plan.assume.chosen", "%1 was chosen, as no number format was asked for"), name));
    }
}

/// "recalled: the maker's datasheet; per kernel": how a figure is known, from where, and its note.
std::string sourceOf(const Accelerator& accelerator, const std::string& figure) {
    const auto found = accelerator.provenance.find(figure);
    if (found == accelerator.provenance.end()) {
        return message(NW_TEXT("plan.assume.no_source", "its description names no source")).text();
    }
    const Provenance& from = found->second;
    std::string text(keyOf(from.badge));
    if (!from.source.empty()) text += ": " + from.source;
    if (!from.note.empty()) text += "; " + from.note;
    return text;
}

void addLaunches(const Accelerator& accelerator, const PlanResult& result, std::vector<Message>& notes) {
    const std::string source = sourceOf(accelerator, "device.launch_us");
    if (!(accelerator.device.launchSeconds > 0)) {
        notes.push_back(message(NW_TEXT("plan.assume.no_launch", "Launching a kernel takes no time (%1)"), source));
        return;
    }
    double launches = 0;
    for (const auto& kernel : result.kernels) launches += kernel.launchSeconds;
    const double total = result.totals.latencySeconds.p50;
    notes.push_back(message(NW_TEXT("plan.assume.launch", "Launching a kernel takes %2 (%4), added in full to each "
                                                          "(here %1) as nothing hides it: %3 of the time"),
                            result.kernels.size(), siText(accelerator.device.launchSeconds, "s"),
                            percentText(total > 0 ? launches / total : 0), source));
}

bool hasAny(const PlanResult& result, std::initializer_list<LayerType> types) {
    return std::any_of(result.byLayerType.begin(), result.byLayerType.end(), [&](const LayerTypeSummary& summary) {
        return std::find(types.begin(), types.end(), summary.layerType) != types.end();
    });
}

void addWorkload(const PlanResult& result, std::vector<Message>& notes) {
    notes.push_back(message(NW_TEXT("plan.assume.sequence", "Operators run one after another, and tensors between "
                                                            "kernels pass through device memory")));
    if (hasAny(result, {LayerType::attentionScore})) {
        notes.push_back(message(NW_TEXT("plan.assume.attention",
                                        "The scores of attention pass through device memory on their way to and from "
                                        "softmax, as no fused attention is modelled; an operator that holds all of "
                                        "attention still counts as one launch")));
    }
    int counted = 0;
    for (const auto& summary : result.byLayerType) counted += summary.operators;
    if (const auto planned = static_cast<int>(result.operators.size()); counted > planned) {
        notes.push_back(message(NW_TEXT("plan.assume.mixed", "An operator with parts of several layer types, as "
                                                             "products and softmax of attention, counts in each of "
                                                             "them: %1 in all, of %2 operators"),
                                counted, planned));
    }
    if (hasAny(result, {LayerType::conv, LayerType::depthwiseConv, LayerType::transposedConv})) {
        notes.push_back(message(NW_TEXT("plan.assume.padding", "The padding of convolutions counts as read, as if it "
                                                               "were stored with the input")));
    }
}

void addDevice(const Accelerator& accelerator, const PlanResult& result, std::vector<Message>& notes) {
    const Device& device = accelerator.device;
    const auto sustained = device.sustainedFraction.find(result.format);
    if (sustained != device.sustainedFraction.end()) {
        notes.push_back(
            message(NW_TEXT("plan.assume.sustained", "Matrix work sustains at most %1 of the peak rate (%2)"),
                    percentText(sustained->second),
                    sourceOf(accelerator, "device.sustained_fraction." + std::string(nameOf(result.format)))));
    } else {
        notes.push_back(message(NW_TEXT("plan.assume.peak", "Matrix work can reach the peak rate, as no sustained rate "
                                                            "of the device is known for %1"),
                                std::string(nameOf(result.format))));
    }
    if (!(device.vectorOpsPerSecond > 0)) {
        notes.push_back(message(NW_TEXT("plan.assume.vector", "Vector work runs at the rate of the MAC lanes, as no "
                                                              "vector unit is described")));
    }
    if (!device.vectorEnergyPj) {
        notes.push_back(message(NW_TEXT("plan.assume.vector_energy",
                                        "Vector operations cost no energy beyond their memory traffic, as theirs is "
                                        "not known")));
    }
    if (!device.staticPowerW) {
        notes.push_back(message(NW_TEXT("plan.assume.static", "Static power is left out, as it is not known")));
    }
    if (!device.memoryBytes) {
        notes.push_back(message(NW_TEXT("plan.assume.memory", "The model is taken to fit, as the size of the device's "
                                                              "memory is not known")));
    }
}

void addExcesses(const Accelerator& accelerator, const PlanResult& result, std::vector<Message>& notes) {
    const Device& device = accelerator.device;
    const PlanTotals& totals = result.totals;
    if (!totals.fits) {
        notes.push_back(message(NW_TEXT("plan.assume.excess", "%1 (%2 of what is needed) exceed the device's memory of "
                                                              "%3; no time is charged for keeping them elsewhere"),
                                bytesText(totals.memoryExcessBytes),
                                percentText(totals.memoryExcessBytes / totals.deviceMemoryBytes),
                                bytesText(static_cast<double>(device.memoryBytes.value_or(0)))));
    }
    if (totals.powerW && device.tdpW && *totals.powerW > *device.tdpW) {
        notes.push_back(message(NW_TEXT("plan.assume.tdp", "The modelled power of %1 is above the device's %2; its "
                                                           "clock is taken not to fall"),
                                siText(*totals.powerW, "W"), siText(*device.tdpW, "W")));
    }
}

/// How far mappings are proved to be from the best ones with perfect factors, at most.
struct ProofSummary {
    int mappings = 0;
    int open = 0;        ///< more than kSettled, or not known
    double settled = 0;  ///< the farthest of the others
    double farthest = 0; ///< of those that are open
    bool isKnown = true; ///< of all
};

/// What searches for a plan stop at, and a little.
constexpr double kSettled = 0.0105;

ProofSummary summaryOf(const PlanResult& result) {
    ProofSummary summary;
    std::vector<const Problem*> seen;
    for (const auto& op : result.operators) {
        if (!op.mappings || op.identicalTo >= 0) continue;
        for (const auto& mapping : *op.mappings) {
            const bool isKnown = std::any_of(seen.begin(), seen.end(), [&](const Problem* one) {
                return one->dims == mapping.problem.dims && one->tensors == mapping.problem.tensors;
            });
            if (isKnown) continue;
            seen.push_back(&mapping.problem);
            ++summary.mappings;
            const auto& gap = mapping.proof.perfectGap;
            if (gap && *gap <= kSettled) {
                summary.settled = std::max(summary.settled, *gap);
                continue;
            }
            ++summary.open;
            summary.isKnown = summary.isKnown && gap;
            summary.farthest = std::max(summary.farthest, gap.value_or(0));
        }
    }
    return summary;
}

void addProofs(const PlanResult& result, std::vector<Message>& notes) {
    const ProofSummary summary = summaryOf(result);
    if (summary.mappings == 0) return;
    const int settled = summary.mappings - summary.open;
    if (settled > 0) {
        notes.push_back(message(NW_TEXT("plan.assume.proved",
                                        "%1 of %2 distinct mappings are proved to be within %3 of the best ones with "
                                        "perfect factors, or better than these"),
                                settled, summary.mappings, percentText(summary.settled)));
    }
    if (summary.open > 0 && summary.isKnown) {
        notes.push_back(message(NW_TEXT("plan.assume.open",
                                        "%1 of %2 distinct mappings lie up to %3 above what is proved of perfect "
                                        "factors: better ones may exist"),
                                summary.open, summary.mappings, percentText(summary.farthest)));
    } else if (summary.open > 0) {
        notes.push_back(message(NW_TEXT("plan.assume.unproved",
                                        "Nothing, or little, is proved of %1 of %2 distinct mappings: better ones may "
                                        "exist"),
                                summary.open, summary.mappings));
    }
    notes.push_back(message(NW_TEXT("plan.assume.imperfect",
                                    "Imperfect factors, whose last pass is smaller, are searched without a proof")));
}

} // namespace

std::vector<Message> assumptionsOf(const Accelerator& accelerator, const PlanResult& result, bool formatIsChosen) {
    std::vector<Message> notes;
    addFormat(result, formatIsChosen, notes);
    addWorkload(result, notes);
    addLaunches(accelerator, result, notes);
    addDevice(accelerator, result, notes);
    addExcesses(accelerator, result, notes);
    notes.push_back(message(NW_TEXT("plan.assume.models", "One model prices matrix work (loop nests, exact counting "
                                                          "rules) and one all other work (passes over memory at the "
                                                          "vector units' rate)")));
    addProofs(result, notes);
    return notes;
}

} // namespace nestwright
