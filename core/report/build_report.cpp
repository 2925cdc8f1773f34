// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/build_report.h"

#include "core/accelerator/accelerator_json.h"
#include "core/accelerator/labels.h"
#include "core/base/hash.h"
#include "core/report/sections/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace nestwright::report {
namespace {

struct SectionMaker {
    const char* id;
    Section (*make)(const Source&);
};

constexpr std::array kMakers = {SectionMaker{"summary", summarySection},
                                SectionMaker{"comparison", comparisonSection},
                                SectionMaker{"chain-of-proof", chainSection},
                                SectionMaker{"by-layer-type", layerTypeSection},
                                SectionMaker{"mapping-sheet", mappingSheetSection},
                                SectionMaker{"loop-nests", loopNestSection},
                                SectionMaker{"device-memory", deviceMemorySection},
                                SectionMaker{"evidence-matrix", evidenceSection},
                                SectionMaker{"review-checklist", checklistSection},
                                SectionMaker{"assumptions", assumptionsSection},
                                SectionMaker{"accelerators", acceleratorSection},
                                SectionMaker{"glossary", glossarySection}};

Result<void> checkInputs(const ReportInputs& inputs) {
    if (!inputs.graph || inputs.plans.size() != inputs.accelerators.size()) {
        return failure(ErrorKind::internal,
                       message(NW_TEXT("report.error.inputs", "A report needs a graph and one plan an accelerator.")));
    }
    if (inputs.plans.empty()) {
        return failure(
            ErrorKind::usage, message(NW_TEXT("report.error.no_plan", "A report needs at least one accelerator.")), {},
            message(NW_TEXT("report.error.no_plan_remedy", "Name one with --arch, for example --arch h100-sxm.")));
    }
    for (const auto& plan : inputs.plans) {
        if (!plan)
            return failure(ErrorKind::internal,
                           message(NW_TEXT("report.error.null", "A plan of the report is absent.")));
    }
    const auto known = sectionIds();
    for (const auto& id : inputs.sections) {
        if (std::find(known.begin(), known.end(), id) != known.end()) continue;
        return failure(ErrorKind::usage, message(NW_TEXT("report.error.section", "There is no section \"%1\"."), id),
                       {},
                       message(NW_TEXT("report.error.section_remedy", "The sections are: %1."),
                               fmt::format("{}", fmt::join(known, ", "))));
    }
    return {};
}

Source sourceOf(const ReportInputs& inputs) {
    Source source{&inputs, inputs.graph, {}};
    const auto labels = distinctLabels(inputs.accelerators, inputs.acceleratorFiles);
    for (std::size_t i = 0; i < inputs.plans.size(); ++i) {
        const auto& accelerator = inputs.accelerators[i];
        Entry entry{&accelerator,
                    inputs.plans[i].get(),
                    labels[i],
                    slug(accelerator.id),
                    writeAccelerator(accelerator).dump(),
                    {}};
        entry.sha256 = sha256(entry.native);
        const auto clashes = std::count_if(source.entries.begin(), source.entries.end(), [&](const auto& other) {
            return other.slug == entry.slug || other.slug.starts_with(entry.slug + "-no");
        });
        if (clashes > 0) entry.slug += fmt::format("-no{}", clashes + 1);
        source.entries.push_back(std::move(entry));
    }
    return source;
}

Message titleOf(const Source& source) {
    const auto& entries = source.entries;
    const auto& name = source.graph->name;
    if (entries.size() == 1) return message(NW_TEXT("report.title.one", "%1 on %2"), name, entries[0].label);
    if (entries.size() == 2) {
        return message(NW_TEXT("report.title.two", "%1 on %2 and %3"), name, entries[0].label, entries[1].label);
    }
    return message(NW_TEXT("report.title.many", "%1 on %2 and %3 other accelerators"), name, entries[0].label,
                   entries.size() - 1);
}

Message subtitleOf(const Source& source) {
    const auto slice = bindingsText(source.entries.front().plan->bindings, *source.graph);
    if (slice.empty()) return message(NW_TEXT("report.subtitle", "Mapping review, predicted by the model"));
    return message(NW_TEXT("report.subtitle_slice", "Mapping review, predicted by the model; %1"), slice);
}

/// One accelerator alone has none to be compared with.
bool suits(const SectionMaker& maker, std::size_t accelerators) {
    return accelerators > 1 || std::string_view(maker.id) != "comparison";
}

bool hasId(const std::vector<std::string>& ids, std::string_view id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

bool isKept(const SectionMaker& maker, const ReportInputs& inputs) {
    if (!inputs.sections.empty()) return hasId(inputs.sections, maker.id);
    return suits(maker, inputs.plans.size()) && !hasId(inputs.leftOut, maker.id);
}

} // namespace

Result<Document> buildReport(const ReportInputs& inputs) {
    if (const auto checked = checkInputs(inputs); !checked) return tl::unexpected(checked.error());
    const auto source = sourceOf(inputs);
    Document document;
    document.title = titleOf(source);
    document.subtitle = subtitleOf(source);
    document.author = inputs.author;
    document.metadata = metadataFacts(source);
    for (const auto& maker : kMakers) {
        if (!isKept(maker, inputs)) continue;
        document.sections.push_back(maker.make(source));
    }
    return document;
}

std::vector<std::string> sectionIds(std::size_t accelerators) {
    std::vector<std::string> ids;
    for (const auto& maker : kMakers) {
        if (suits(maker, accelerators)) ids.emplace_back(maker.id);
    }
    return ids;
}

} // namespace nestwright::report
