// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/chart_notes.h"

#include "app/gui/document.h"
#include "widgets/plots/chart.h"

namespace nestwright::gui {

void noteExports(Chart& chart, Document& document) {
    QObject::connect(&chart, &Chart::exported, &document, [&document](const QString& path, const QString& error) {
        const bool isWritten = error.isEmpty();
        document.setNotes(QStringLiteral("chart"),
                          {{isWritten ? Note::Severity::information : Note::Severity::error,
                            isWritten ? Document::tr("The chart is in %1.").arg(path) : error, error}});
    });
}

} // namespace nestwright::gui
