// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/mode.h"

#include <QCoreApplication>

namespace nestwright::gui {

namespace {
QString modeText(const char* text) { return QCoreApplication::translate("nestwright::gui::Mode", text); }
} // namespace

QString keyOf(Mode mode) {
    switch (mode) {
    case Mode::graph:
        return QStringLiteral("graph");
    case Mode::mapping:
        return QStringLiteral("mapping");
    case Mode::tradeoffs:
        return QStringLiteral("tradeoffs");
    case Mode::compare:
        return QStringLiteral("compare");
    case Mode::evidence:
        return QStringLiteral("evidence");
    case Mode::report:
        return QStringLiteral("report");
    }
    return {};
}

std::optional<Mode> modeFromKey(const QString& key) {
    for (const auto mode : kAllModes) {
        if (keyOf(mode) == key) return mode;
    }
    return std::nullopt;
}

QString titleOf(Mode mode) {
    switch (mode) {
    case Mode::graph:
        return modeText(QT_TRANSLATE_NOOP("nestwright::gui::Mode", "Graph"));
    case Mode::mapping:
        return modeText(QT_TRANSLATE_NOOP("nestwright::gui::Mode", "Mapping"));
    case Mode::tradeoffs:
        return modeText(QT_TRANSLATE_NOOP("nestwright::gui::Mode", "Trade-offs"));
    case Mode::compare:
        return modeText(QT_TRANSLATE_NOOP("nestwright::gui::Mode", "Compare"));
    case Mode::evidence:
        return modeText(QT_TRANSLATE_NOOP("nestwright::gui::Mode", "Evidence"));
    case Mode::report:
        return modeText(QT_TRANSLATE_NOOP("nestwright::gui::Mode", "Report"));
    }
    return {};
}

QString helpOf(Mode mode) {
    switch (mode) {
    case Mode::graph:
        return modeText(
            QT_TRANSLATE_NOOP("nestwright::gui::Mode", "The model's operators, coloured by what limits them"));
    case Mode::mapping:
        return modeText(
            QT_TRANSLATE_NOOP("nestwright::gui::Mode", "How the selected operator runs on the memory hierarchy"));
    case Mode::tradeoffs:
        return modeText(
            QT_TRANSLATE_NOOP("nestwright::gui::Mode", "All operators against the roofs of the accelerator"));
    case Mode::compare:
        return modeText(QT_TRANSLATE_NOOP("nestwright::gui::Mode", "The accelerators side by side"));
    case Mode::evidence:
        return modeText(QT_TRANSLATE_NOOP("nestwright::gui::Mode", "What measurements say about these predictions"));
    case Mode::report:
        return modeText(
            QT_TRANSLATE_NOOP("nestwright::gui::Mode", "The pages of the report, as they will be exported"));
    }
    return {};
}

} // namespace nestwright::gui
