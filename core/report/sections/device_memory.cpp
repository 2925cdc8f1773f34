// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sections/parts.h"

#include <algorithm>

namespace nestwright::report {
namespace {

constexpr double kMebibyte = 1024. * 1024.;

Cell fitCell(const Entry& entry) {
    if (!entry.accelerator->device.memoryBytes) return message(NW_TEXT("report.memory.unknown", "not known"));
    return entry.plan->totals.fits ? message(NW_TEXT("report.yes", "yes")) : message(NW_TEXT("report.no", "no"));
}

} // namespace

Section deviceMemorySection(const Source& source) {
    Table table;
    table.id = "device-memory-table";
    const auto misfits = std::count_if(source.entries.begin(), source.entries.end(),
                                       [](const auto& entry) { return !entry.plan->totals.fits; });
    table.caption = misfits == 0 ? message(NW_TEXT("report.memory.caption",
                                                   "Weights, caches and the largest live set of activations against "
                                                   "each accelerator's device memory: every plan fits."))
                                 : message(NW_TEXT("report.memory.caption_misfit",
                                                   "Weights, caches and the largest live set of activations "
                                                   "against each accelerator's device memory: %1 of %2 plans "
                                                   "don't fit."),
                                           misfits, source.entries.size());
    const auto bytes = [](const char* key, Message title) {
        return numberColumn(key, std::move(title), "MiB", 1 / kMebibyte);
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
             figure(available, NumberStyle::real, notKnown()), share(used, notKnown()), fitCell(entry)});
    }
    Section section{"device-memory", message(NW_TEXT("report.memory", "Device memory")), {}};
    section.blocks.push_back(std::move(table));
    return section;
}

} // namespace nestwright::report
