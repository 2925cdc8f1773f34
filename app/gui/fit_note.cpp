// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/fit_note.h"

#include "app/gui/document.h"
#include "core/plan/memory_fit.h"
#include "widgets/tables/figure_text.h"

namespace nestwright::gui {

namespace {

using report::NumberStyle;

/// "needs 210 GiB, has 22.4 GiB"
QString shortage(const PlanTotals& totals, const Accelerator& accelerator) {
    return FitNote::tr("needs %1, has %2")
        .arg(figureText(totals.deviceMemoryBytes, NumberStyle::bytes),
             figureText(static_cast<double>(accelerator.device.memoryBytes.value_or(0)), NumberStyle::bytes));
}

} // namespace

QString misfitText(const Document& document, std::size_t accelerator) {
    const auto& accelerators = document.accelerators();
    if (accelerator >= accelerators.size()) return {};
    const auto& one = accelerators[accelerator];
    const auto plan = document.plan(one.id);
    if (!plan || memoryFitOf(plan->totals, one) != MemoryFit::tooSmall) return {};
    return FitNote::tr("Doesn't fit: %1").arg(shortage(plan->totals, one));
}

QString shortlistHints(const Document& document) {
    QStringList misfits;
    QStringList unknown;
    bool hasTails = true;
    const auto& accelerators = document.accelerators();
    for (std::size_t i = 0; i < accelerators.size(); ++i) {
        const auto plan = document.plan(accelerators[i].id);
        if (!plan) continue;
        hasTails = hasTails && plan->totals.latencySeconds.p95 && plan->totals.latencySeconds.p99;
        const auto& label = document.labels()[static_cast<qsizetype>(i)];
        const auto fit = memoryFitOf(plan->totals, accelerators[i]);
        if (fit == MemoryFit::tooSmall) {
            misfits << QStringLiteral("%1 (%2)").arg(label, shortage(plan->totals, accelerators[i]));
        }
        if (fit == MemoryFit::unknown) unknown << label;
    }
    QStringList lines;
    if (!misfits.isEmpty()) {
        lines << QStringLiteral("\u2716 ") + FitNote::tr("Not ranked, as the device memory is too small: %1.")
                                                 .arg(misfits.join(QStringLiteral(", ")));
    }
    if (!unknown.isEmpty()) {
        lines << QStringLiteral("? ") + FitNote::tr("Not known whether the model fits, as the description gives no "
                                                    "device memory: %1.")
                                            .arg(unknown.join(QStringLiteral(", ")));
    }
    if (!hasTails) {
        lines << QStringLiteral("\u2014 ") +
                     FitNote::tr("p95 and p99 are not modelled: they come from a load and its queue.");
    }
    return lines.join(QLatin1Char('\n'));
}

FitNote::FitNote(const Document& document, const QString& name, QWidget* parent)
    : QLabel(parent)
    , m_document(document) {
    setObjectName(name);
    setProperty("isFitNote", true);
    setWordWrap(true);
    setTextFormat(Qt::PlainText);
    setToolTip(tr("Weights, caches and the largest live set of activations against the device's memory"));
    connect(&document, &Document::plansChanged, this, &FitNote::refresh);
    connect(&document, &Document::rowsChanged, this, &FitNote::refresh);
    refresh();
}

void FitNote::refresh() {
    const auto current = m_document.current();
    const auto text = current < 0 ? QString() : misfitText(m_document, static_cast<std::size_t>(current));
    setText(text.isEmpty() ? text
                           : QStringLiteral("\u2716 ") + text + QStringLiteral(". ") +
                                 tr("The figures are those of a device with room enough."));
    setVisible(!text.isEmpty());
}

} // namespace nestwright::gui
