// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/machine_facts.h"

#include "widgets/tables/figure_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace nestwright {

namespace {

struct MachineFacts {
    Q_DECLARE_TR_FUNCTIONS(nestwright::MachineFacts)
};

std::optional<Provenance> sourceOf(const Accelerator& accelerator, const std::string& path) {
    const auto found = accelerator.provenance.find(path);
    if (found == accelerator.provenance.end()) return std::nullopt;
    return found->second;
}

std::optional<double> scaled(std::optional<double> value, double scale) {
    if (!value || *value <= 0) return std::nullopt;
    return *value * scale;
}

QString valueText(const MachineFact& fact) {
    if (!fact.value) return MachineFacts::tr("not known");
    return factText(fact) + QChar(0xa0) + fact.unit;
}

QString wholeTitle(const MachineFact& fact) {
    return fact.detail.isEmpty() ? fact.title : MachineFacts::tr("%1, %2").arg(fact.title, fact.detail);
}

} // namespace

QString factText(const MachineFact& fact) {
    const bool isSmall = fact.value && *fact.value > 0 && *fact.value < 1;
    return columnText(fact.value, 1, isSmall ? std::max(fact.decimals, decimalsFor(*fact.value)) : fact.decimals);
}

QString titleOf(Badge badge) {
    switch (badge) {
    case Badge::measured:
        return MachineFacts::tr("measured");
    case Badge::published:
        return MachineFacts::tr("published");
    case Badge::derived:
        return MachineFacts::tr("derived");
    case Badge::assumed:
        return MachineFacts::tr("assumed");
    case Badge::recalled:
        return MachineFacts::tr("recalled");
    }
    return {};
}

QString helpOf(Badge badge) {
    switch (badge) {
    case Badge::measured:
        return MachineFacts::tr("somebody measured it on the device");
    case Badge::published:
        return MachineFacts::tr("its maker or a paper states it");
    case Badge::derived:
        return MachineFacts::tr("computed from other figures");
    case Badge::assumed:
        return MachineFacts::tr("nobody states it; this value is taken until there is a better one");
    case Badge::recalled:
        return MachineFacts::tr("known from memory, without a source at hand");
    }
    return {};
}

QString glyphOf(Badge badge) {
    switch (badge) {
    case Badge::measured:
        return QStringLiteral("\u24c2");
    case Badge::published:
        return QStringLiteral("\u24c5");
    case Badge::derived:
        return QStringLiteral("\u24b9");
    case Badge::assumed:
        return QStringLiteral("\u24b6");
    case Badge::recalled:
        return QStringLiteral("\u24c7");
    }
    return {};
}

std::vector<MachineFact> machineFacts(const Accelerator& accelerator, DataType format) {
    const auto& device = accelerator.device;
    const auto formatName = std::string(nameOf(format));
    const auto formatText = QString::fromStdString(formatName);
    const auto source = [&](const std::string& path) { return sourceOf(accelerator, path); };
    std::vector<MachineFact> facts;
    facts.push_back({MachineFacts::tr("Peak"), formatText, QStringLiteral("TFLOP/s"),
                     MachineFacts::tr("Two operations a multiply-add, all lanes, without sparsity"),
                     scaled(2 * accelerator.peakMacsPerCycle(format) * device.clockHz, 1e-12), 1,
                     source("compute.macs_per_lane_cycle." + formatName)});
    const auto sustained = device.sustainedFraction.find(format);
    facts.push_back(
        {MachineFacts::tr("Sustained"), formatText, QStringLiteral("%"),
         MachineFacts::tr("Share of the peak that a well-tuned kernel has been measured to hold"),
         sustained == device.sustainedFraction.end() ? std::nullopt : std::optional(sustained->second * 100), 1,
         source("device.sustained_fraction." + formatName)});
    facts.push_back({MachineFacts::tr("Vector unit"),
                     {},
                     QStringLiteral("TOP/s"),
                     MachineFacts::tr("Operations a second of the units that run what is no matrix product"),
                     scaled(device.vectorOpsPerSecond, 1e-12),
                     1,
                     source("device.vector_gops")});
    if (!accelerator.levels.empty()) {
        const auto& memory = accelerator.levels.front();
        const bool isShared = memory.sharedBitsPerCycle.has_value();
        const auto bits = isShared ? memory.sharedBitsPerCycle : memory.readBitsPerCycle;
        facts.push_back({MachineFacts::tr("Memory bandwidth"), QString::fromStdString(memory.name),
                         QStringLiteral("GB/s"), MachineFacts::tr("Bytes a second over the port of device memory"),
                         scaled(bits, device.clockHz / 8e9), 0,
                         source("levels." + memory.name + (isShared ? ".shared" : ".read") + "_bytes_per_cycle")});
    }
    const auto memoryBytes =
        device.memoryBytes ? std::optional(static_cast<double>(*device.memoryBytes)) : std::nullopt;
    facts.push_back({MachineFacts::tr("Device memory"),
                     {},
                     QStringLiteral("GB"),
                     MachineFacts::tr("For weights, activations and caches"),
                     scaled(memoryBytes, 1e-9),
                     0,
                     source("device.memory_bytes")});
    facts.push_back({MachineFacts::tr("Clock"),
                     {},
                     QStringLiteral("MHz"),
                     MachineFacts::tr("Of the multiply-adders"),
                     scaled(device.clockHz, 1e-6),
                     0,
                     source("device.clock_mhz")});
    facts.push_back({MachineFacts::tr("Kernel launch"),
                     {},
                     QStringLiteral("\u00b5s"),
                     MachineFacts::tr("Of one kernel, queued back to back"),
                     scaled(device.launchSeconds, 1e6),
                     1,
                     source("device.launch_us")});
    facts.push_back({MachineFacts::tr("Static power"),
                     {},
                     QStringLiteral("W"),
                     MachineFacts::tr("What the device draws without work"),
                     scaled(device.staticPowerW, 1),
                     0,
                     source("device.static_power_w")});
    facts.push_back({MachineFacts::tr("TDP"),
                     {},
                     QStringLiteral("W"),
                     MachineFacts::tr("Thermal design power"),
                     scaled(device.tdpW, 1),
                     0,
                     source("device.tdp_w")});
    facts.push_back({MachineFacts::tr("Price"),
                     {},
                     QStringLiteral("$"),
                     MachineFacts::tr("Of one device"),
                     scaled(device.priceUsd, 1),
                     0,
                     source("device.price_usd")});
    return facts;
}

QString factLine(const MachineFact& fact) {
    const auto badge = fact.provenance ? titleOf(fact.provenance->badge) : MachineFacts::tr("no source named");
    return QStringLiteral("%1: %2 (%3)").arg(wholeTitle(fact), valueText(fact), badge);
}

QString factToolTip(const MachineFact& fact) {
    QStringList lines{QStringLiteral("%1: %2").arg(wholeTitle(fact), valueText(fact)), fact.help};
    if (fact.provenance) {
        const auto& known = *fact.provenance;
        lines << QStringLiteral("%1 %2: %3").arg(glyphOf(known.badge), titleOf(known.badge), helpOf(known.badge));
        if (!known.source.empty()) lines << MachineFacts::tr("Source: %1").arg(QString::fromStdString(known.source));
        if (!known.note.empty()) lines << MachineFacts::tr("Note: %1").arg(QString::fromStdString(known.note));
    } else {
        lines << (fact.value ? MachineFacts::tr("The description names no source.")
                             : MachineFacts::tr("The description doesn't say."));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace nestwright
