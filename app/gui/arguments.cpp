// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/arguments.h"

#include "app/base/libraries.h"
#include "app/base/run_metadata.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QRegularExpression>

#include <limits>
#include <tuple>

namespace nestwright::gui {

namespace {

QString helpText(const char* text) { return QCoreApplication::translate("nestwright::gui::Arguments", text); }

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

/// A whole number of an input of the model, from `least`.
std::optional<Count> countFrom(const QString& text, Count least) {
    bool isNumber = false;
    const Count value = text.toLongLong(&isNumber);
    const bool isGood = isNumber && value >= least && value <= std::numeric_limits<std::int32_t>::max();
    return isGood ? std::optional(value) : std::nullopt;
}

/// The options that say which run of the model is meant, as nestwright-cli has them.
class BindingsReader {
public:
    explicit BindingsReader(QCommandLineParser& parser)
        : m_parser(parser) {
        parser.addOptions({m_batch, m_sequence, m_past, m_phase, m_symbols});
    }

    [[nodiscard]] std::variant<Bindings, EarlyExit> read() const {
        Bindings bindings;
        for (const auto& [option, value, least] :
             {std::tuple{&m_batch, &bindings.batch, Count{1}}, std::tuple{&m_sequence, &bindings.sequence, Count{1}},
              std::tuple{&m_past, &bindings.past, Count{0}}}) {
            if (!m_parser.isSet(*option)) continue;
            *value = countFrom(m_parser.value(*option), least);
            if (!*value) return noNumber(*option, m_parser.value(*option));
        }
        for (const auto& text : m_parser.values(m_symbols)) {
            const auto equals = text.indexOf(QLatin1Char('='));
            const auto value = countFrom(text.mid(equals + 1), 0);
            if (equals < 1 || !value) return noNumber(m_symbols, text);
            bindings.symbols[text.left(equals).toStdString()] = *value;
        }
        if (!m_parser.isSet(m_phase)) return bindings;
        const auto phase = m_parser.value(m_phase);
        if (phase != QLatin1String("prefill") && phase != QLatin1String("decode")) {
            return wrong(
                helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "There is no phase '%1'.")).arg(phase),
                helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Phases: prefill, decode.")));
        }
        bindings.phase = phase.toStdString();
        return bindings;
    }

private:
    static EarlyExit noNumber(const QCommandLineOption& option, const QString& text) {
        const auto name = option.names().constFirst();
        return wrong(helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "--%1 can't be '%2'.")).arg(name, text),
                     helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Give a whole number: --%1 %2."))
                         .arg(name, option.valueName().contains(QLatin1Char('=')) ? QStringLiteral("batch=8")
                                                                                  : QStringLiteral("8")));
    }

    QCommandLineParser& m_parser;
    QCommandLineOption m_batch{QStringLiteral("batch"),
                               helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Batch size.")),
                               QStringLiteral("N")};
    QCommandLineOption m_sequence{QStringLiteral("seq"),
                                  helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Sequence length.")),
                                  QStringLiteral("N")};
    QCommandLineOption m_past{
        QStringLiteral("past"),
        helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Tokens in the key-value cache before this step.")),
        QStringLiteral("N")};
    QCommandLineOption m_phase{
        QStringLiteral("phase"),
        helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Phase of a decoder: prefill or decode.")),
        QStringLiteral("PHASE")};
    QCommandLineOption m_symbols{
        QStringLiteral("set"),
        helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Value of a symbolic dim. May be given again.")),
        QStringLiteral("SYMBOL=N")};
};

} // namespace

std::variant<Arguments, EarlyExit> parseArguments(const QStringList& arguments) {
    QCommandLineParser parser;
    parser.setApplicationDescription(helpText(QT_TRANSLATE_NOOP(
        "nestwright::gui::Arguments", "Maps neural-network operators onto accelerators and explains the bottleneck.")));
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments",
                                                            "A model (.onnx, config.json), a project (.nestwright) or "
                                                            "the id of a shipped workload.")),
                                 QStringLiteral("[FILE]"));
    const auto option = [&](const char* name, const char* help, const char* value) {
        return QCommandLineOption(QLatin1String(name), helpText(help), QLatin1String(value));
    };
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")},
                                  helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Shows this help.")));
    const QCommandLineOption version({QStringLiteral("v"), QStringLiteral("version")},
                                     helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Shows the version.")));
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
    const BindingsReader bindings(parser);

    if (!parser.parse(arguments)) {
        return wrong(parser.errorText(),
                     helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "See nestwright --help.")));
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
        return wrong(helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "More than one file is given.")),
                     helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments",
                                                "Give one model or project; see nestwright --help.")));
    }
    if (!files.isEmpty()) result.file = files.first();
    auto given = bindings.read();
    if (auto* exit = std::get_if<EarlyExit>(&given)) return std::move(*exit);
    result.bindings = std::get<Bindings>(std::move(given));
    result.selected = parser.value(select);
    result.accelerators = parser.values(accelerator);
    result.screenshots = parser.value(folder);
    result.theme = parser.value(theme);
    if (parser.isSet(view)) {
        const auto mode = modeFromKey(parser.value(view));
        if (!mode) {
            return wrong(helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "There is no mode '%1'."))
                             .arg(parser.value(view)),
                         helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments",
                                                    "Modes: graph, mapping, tradeoffs, compare, evidence, report.")));
        }
        result.mode = *mode;
    }
    if (!result.theme.isEmpty() && result.theme != QLatin1String("light") && result.theme != QLatin1String("dark")) {
        return wrong(
            helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "There is no theme '%1'.")).arg(result.theme),
            helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Themes: light, dark.")));
    }
    if (parser.isSet(size)) {
        static const QRegularExpression pattern(QStringLiteral("^([0-9]{3,5})x([0-9]{3,5})$"));
        const auto match = pattern.match(parser.value(size));
        if (!match.hasMatch()) {
            return wrong(helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "'%1' is no size of a window."))
                             .arg(parser.value(size)),
                         helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Give --size as 1280x800.")));
        }
        result.size = {match.captured(1).toInt(), match.captured(2).toInt()};
    }
    if (parser.isSet(scale)) {
        bool isNumber = false;
        result.scale = parser.value(scale).toDouble(&isNumber);
        if (!isNumber || !(result.scale >= 0.5 && result.scale <= 4)) {
            return wrong(
                helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "'%1' is no scale.")).arg(parser.value(scale)),
                helpText(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "Give --scale from 0.5 to 4.")));
        }
    }
    return result;
}

} // namespace nestwright::gui
