// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/empty_texts.h"

#include "app/gui/document.h"

#include <QCoreApplication>

namespace nestwright::gui {

namespace {
struct EmptyTexts {
    Q_DECLARE_TR_FUNCTIONS(nestwright::gui::EmptyTexts)
};
} // namespace

EmptyText noPlanText(const Document& document, const QString& promise) {
    const auto when = EmptyTexts::tr("When the model is planned, %1.").arg(promise);
    if (!document.model()) {
        return {EmptyTexts::tr("Nothing is open"),
                EmptyTexts::tr("Open a model or a sample in the File menu.") + QLatin1Char(' ') + when};
    }
    const auto* accelerator = document.currentAccelerator();
    if (accelerator == nullptr) {
        return {EmptyTexts::tr("No accelerator is chosen"),
                EmptyTexts::tr("Tick one in the Setup panel or the Accelerator menu.") + QLatin1Char(' ') + when};
    }
    const auto name = document.label(accelerator->id);
    if (const auto failure = document.planFailure(accelerator->id)) {
        return {EmptyTexts::tr("%1 can't run this model").arg(name),
                *failure + QLatin1Char('\n') +
                    EmptyTexts::tr("Choose another accelerator, or change the model's inputs in the Setup panel; F5 "
                                   "plans again.")};
    }
    return {EmptyTexts::tr("Not planned on %1 yet").arg(name),
            when + QLatin1Char(' ') +
                EmptyTexts::tr("The status bar shows how far planning is; F5 starts it again where it was cancelled.")};
}

} // namespace nestwright::gui
