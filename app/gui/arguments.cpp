// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/arguments.h"

#include "app/base/libraries.h"
#include "app/base/run_metadata.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QRegularExpression>

namespace nestwright::gui {

namespace {

QString argumentText(const char* text) { return QCoreApplication::translate("nestwright::gui::Arguments", text); }

EarlyExit wrong(const QString& what, const QString& remedy) {
    return {what + QLatin1Char('\n') + remedy + QLatin1Char('\n'), kUsageError};
}

QString versionText() {
    const auto build = app::runMetadata({}, 1);
    auto text = QStringLiteral("nestwright %1 (%2), %3\n")
                    .arg(QString::fromStdString(build.programVersion), QString::fromStdString(build.commit),
                         QString::fromStdString(build.compiler));
    for (const auto& library : app::libraryVersions()) {
        text += QString::fromStdString(library.name + ' ' + library.version + '\n');
    }
    return text;
}

} // namespace

std::variant<Arguments, EarlyExit> parseArguments(const QStringList& arguments) {
    QCommandLineParser parser;
    parser.setApplicationDescription(argumentText(QT_TRANSLATE_NOOP(
        "nestwright::gui::Arguments", "Maps neural-network operators onto accelerators and explains the bottleneck.")));
    parser.addPositionalArgument(
        QStringLiteral("FILE"),
        argumentText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments",
                                       "A model (.onnx, config.json), a project (.nestwright) or "
                                       "the id of a shipped workload.")),
        QStringLiteral("[FILE]"));
    const auto option = [&](const char* name, const char* help, const char* value) {
        return QCommandLineOption(QLatin1String(name), argumentText(help), QLatin1String(value));
    };
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")},
                                  argumentText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Shows this help.")));
    const QCommandLineOption version(
        {QStringLiteral("v"), QStringLiteral("version")},
        argumentText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Shows the version.")));
    const auto view = option("view",
                             QT_TRANSLATE_NOOP("nestwright::gui::Arguments",
                                               "Mode to show: graph, mapping, tradeoffs, compare, evidence or "
                                               "report."),
                             "MODE");
    const auto select =
        option("select", QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Operator to select, by name or number."),
               "OPERATOR");
    const auto accelerator =
        option("accelerator",
               QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Accelerator to plan on: a preset's id or a native "
                                                               "file. May be given again."),
               "ID");
    const auto folder =
        option("screenshots",
               QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Writes a picture of every mode into the folder and "
                                                               "quits; needs no display. Without FILE the start page "
                                                               "and a sample."),
               "DIR");
    const auto size =
        option("size", QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Size of the window, as 1280x800."), "WxH");
    const auto theme = option("theme", QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "light or dark."), "THEME");
    const auto scale = option(
        "scale", QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Size of text and controls against the usual one."),
        "F");
    parser.addOptions({help, version, view, select, accelerator, folder, size, theme, scale});

    if (!parser.parse(arguments)) {
        return wrong(parser.errorText(),
                     argumentText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "See nestwright --help.")));
    }
    // Qt doesn't know the program's name before there is an application.
    if (parser.isSet(help)) {
        return EarlyExit{parser.helpText().replace(QStringLiteral("<executable_name>"), QStringLiteral("nestwright")),
                         0};
    }
    if (parser.isSet(version)) return EarlyExit{versionText(), 0};

    Arguments result;
    const auto files = parser.positionalArguments();
    if (files.size() > 1) {
        return wrong(argumentText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "More than one file is given.")),
                     argumentText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments",
                                                    "Give one model or project; see nestwright --help.")));
    }
    if (!files.isEmpty()) result.file = files.first();
    result.selected = parser.value(select);
    result.accelerators = parser.values(accelerator);
    result.screenshots = parser.value(folder);
    result.theme = parser.value(theme);
    if (parser.isSet(view)) {
        const auto mode = modeFromKey(parser.value(view));
        if (!mode) {
            return wrong(
                argumentText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "There is no mode '%1'."))
                    .arg(parser.value(view)),
                argumentText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments",
                                               "Modes: graph, mapping, tradeoffs, compare, evidence, report.")));
        }
        result.mode = *mode;
    }
    if (!result.theme.isEmpty() && result.theme != QLatin1String("light") && result.theme != QLatin1String("dark")) {
        return wrong(
            argumentText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "There is no theme '%1'.")).arg(result.theme),
            argumentText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Themes: light, dark.")));
    }
    if (parser.isSet(size)) {
        static const QRegularExpression pattern(QStringLiteral("^([0-9]{3,5})x([0-9]{3,5})$"));
        const auto match = pattern.match(parser.value(size));
        if (!match.hasMatch()) {
            return wrong(argumentText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "'%1' is no size of a window."))
                             .arg(parser.value(size)),
                         argumentText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Give --size as 1280x800.")));
        }
        result.size = {match.captured(1).toInt(), match.captured(2).toInt()};
    }
    if (parser.isSet(scale)) {
        bool isNumber = false;
        result.scale = parser.value(scale).toDouble(&isNumber);
        if (!isNumber || !(result.scale >= 0.5 && result.scale <= 4)) {
            return wrong(argumentText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "'%1' is no scale."))
                             .arg(parser.value(scale)),
                         argumentText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Give --scale from 0.5 to 4.")));
        }
    }
    return result;
}

} // namespace nestwright::gui
