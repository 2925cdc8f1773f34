// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/memory_fit.h"
#include "core/report/sections/parts.h"

#include <algorithm>

namespace nestwright::report {
namespace {

constexpr double kMebibyte = 1024. * 1024.;

bool isUnknown(const Entry& entry) { return memoryFitOf(entry.plan->totals, *entry.accelerator) == MemoryFit::unknown; }

Message caption(const Source& source) {
    const auto& entries = source.entries;
    const auto all = static_cast<std::ptrdiff_t>(entries.size());
    const auto misfits = std::count_if(entries.begin(), entries.end(), isTooSmall);
    const auto unknown = std::count_if(entries.begin(), entries.end(), isUnknown);
    if (misfits > 0) {
        return message(NW_TEXT("report.memory.caption_misfit",
                               "Weights, caches and the largest live set of activations "
                               "against each accelerator's device memory: %1 of %2 plans "
                               "don't fit."),
                       misfits, all);
    }
    if (unknown > 0) {
        return message(NW_TEXT("report.memory.caption_unknown",
                               "Weights, caches and the largest live set of activations against each accelerator's "
                               "device memory, which isn't known for %1 of %2."),
                       unknown, all);
    }
    return message(NW_TEXT("report.memory.caption", "Weights, caches and the largest live set of activations against "
                                                    "each accelerator's device memory: every plan fits."));
}

} // namespace

Section deviceMemorySection(const Source& source) {
    Table table;
    table.id = "device-memory-table";
    table.caption = caption(source);
    double largest = 0;
    for (const auto& entry : source.entries) largest = std::max(largest, entry.plan->totals.deviceMemoryBytes);
    const bool isLarge = largest >= 1024 * kMebibyte;
    const auto bytes = [isLarge](const char* key, Message title) {
        return isLarge ? numberColumn(key, std::move(title), "GiB", 1 / (1024 * kMebibyte))
                       : numberColumn(key, std::move(title), "MiB", 1 / kMebibyte);
    };
    table.columns = {textColumn("accelerator", message(NW_TEXT("report.column.accelerator", "Accelerator"))),
                     bytes("weight_bytes", message(NW_TEXT("report.column.weights", "Weights"))),
                     bytes("cache_bytes", message(NW_TEXT("report.column.cache", "Caches"))),
                     bytes("activation_bytes", message(NW_TEXT("report.column.activations", "Activations"))),
                     bytes("needed_bytes", message(NW_TEXT("report.column.needed", "Needed"))),
                     bytes("available_bytes", message(NW_TEXT("report.column.available", "Available"))),
                     shareColumn("used", message(NW_TEXT("report.column.used", "Used"))),
                     textColumn("fits", message(NW_TEXT("report.column.fits", "Fits")))};
    for (const auto& entry : source.entries) {
        const auto& totals = entry.plan->totals;
        const auto& memory = entry.accelerator->device.memoryBytes;
        const auto available = memory ? std::optional<double>(static_cast<double>(*memory)) : std::nullopt;
        const auto used = available ? std::optional<double>(totals.deviceMemoryBytes / *available) : std::nullopt;
        table.rows.push_back(
            {entry.label, figure(totals.weightBytes, NumberStyle::real), figure(totals.cacheBytes, NumberStyle::real),
             figure(totals.activationBytes, NumberStyle::real), figure(totals.deviceMemoryBytes, NumberStyle::real),
             figure(available, NumberStyle::real, notKnown()), share(used, notKnown()), fitText(entry)});
    }
    Section section{"device-memory", message(NW_TEXT("report.memory", "Device memory")), {}};
    section.blocks.push_back(std::move(table));
    return section;
}

} // namespace nestwright::report
