// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/engine_version.h"
#include "app/gui/arguments.h"
#include "app/gui/main_window.h"
#include "app/gui/screenshots.h"
#include "app/gui/start_page.h"
#include "app/gui/style.h"

#include <QApplication>
#include <QTextStream>

#include "translations/translator.h"
#include <cstdlib>
#include <memory>

namespace nestwright::gui {

namespace {

const QStringList& usualAccelerators() {
    static const QStringList ids{QStringLiteral("a100-80-sxm"), QStringLiteral("h100-sxm"),
                                 QStringLiteral("jetson-agx-orin")};
    return ids;
}

QStringList argumentList(int argc, char** argv) {
    QStringList list;
    for (int i = 0; i < argc; ++i) list << QString::fromLocal8Bit(argv[i]);
    return list;
}

/// What the command line asks for on top of what a project holds.
void applyArguments(MainWindow& window, const Arguments& arguments) {
    if (!arguments.accelerators.isEmpty()) window.workbench().chooseAccelerators(arguments.accelerators);
    if (arguments.mode) window.showMode(*arguments.mode);
    if (!arguments.selected.isEmpty()) window.findOperator(arguments.selected);
}

/// Qt ends a program that finds no display by aborting it, with a word on its own installation.
class DisplayGuard {
public:
    DisplayGuard() { qInstallMessageHandler(&take); }
    ~DisplayGuard() {
        qInstallMessageHandler(nullptr);
        for (const auto& text : held()) QTextStream(stderr) << text << Qt::endl;
    }
    DisplayGuard(const DisplayGuard&) = delete;
    DisplayGuard& operator=(const DisplayGuard&) = delete;

private:
    static QStringList& held() {
        static QStringList texts;
        return texts;
    }

    static QString said(const char* text) { return QCoreApplication::translate("nestwright::gui::Arguments", text); }

    static void take(QtMsgType type, const QMessageLogContext& context, const QString& text) {
        // A remark on the session that nobody has a use for.
        if (text.startsWith(QLatin1String("QStandardPaths:"))) return;
        if (type != QtFatalMsg) {
            held() << qFormatLogMessage(type, context, text);
            return;
        }
        const auto display = qEnvironmentVariable("DISPLAY");
        const auto fault =
            display.isEmpty()
                ? said(QT_TRANSLATE_NOOP("nestwright::gui::Arguments",
                                         "The window finds no display, as DISPLAY is not set."))
                : said(QT_TRANSLATE_NOOP("nestwright::gui::Arguments", "The window can't use the display %1."))
                      .arg(display);
        QTextStream(stderr) << fault << Qt::endl
                            << said(QT_TRANSLATE_NOOP(
                                   "nestwright::gui::Arguments",
                                   "Set DISPLAY to a running display, as in DISPLAY=:0, or render the window into "
                                   "pictures with --screenshots DIR; nestwright-cli needs no display at all."))
                            << Qt::endl;
        std::_Exit(kUsageError);
    }
};

int show(QApplication& application, const Arguments& arguments) {
    const bool isPictured = !arguments.screenshots.isEmpty();
    const auto remembered = isPictured ? QString() : Settings(true).theme();
    const auto theme = themeFromSetting(arguments.theme.isEmpty() ? remembered : arguments.theme);
    applyTheme(application, theme);
    MainWindow window(!isPictured);
    // Pictures show what this program finds, whatever was found before.
    if (!isPictured) window.workbench().useCache(app::openUserCache());
    window.workbench().startWithAccelerators(arguments.accelerators.isEmpty() ? usualAccelerators()
                                                                              : arguments.accelerators);
    if (isPictured && !window.workbench().document().notes().empty()) {
        for (const auto& note : window.workbench().document().notes()) QTextStream(stderr) << note.details << Qt::endl;
        return kInputError;
    }
    std::unique_ptr<Screenshots> screenshots;
    if (isPictured) {
        const auto name = theme == Theme::dark ? QStringLiteral("dark") : QStringLiteral("light");
        screenshots = std::make_unique<Screenshots>(window, arguments.screenshots, arguments.size, name);
        screenshots->setOperator(arguments.selected);
    } else {
        QObject::connect(
            &window, &MainWindow::restored, &window, [&window, arguments] { applyArguments(window, arguments); },
            Qt::SingleShotConnection);
    }
    if (!arguments.file.isEmpty()) window.openModel(arguments.file, arguments.bindings);
    window.show();
    if (isPictured && arguments.file.isEmpty()) screenshots->beginAtStart(samples().front());
    return QApplication::exec();
}

int run(int argc, char** argv) {
    const auto parsed = parseArguments(argumentList(argc, argv));
    if (const auto* exit = std::get_if<EarlyExit>(&parsed)) {
        QTextStream(exit->status == 0 ? stdout : stderr) << exit->text;
        return exit->status;
    }
    const auto& arguments = std::get<Arguments>(parsed);
    if (!arguments.screenshots.isEmpty() && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    if (arguments.scale != 1) qputenv("QT_SCALE_FACTOR", QByteArray::number(arguments.scale));
    auto guard = std::make_unique<DisplayGuard>();
    QApplication application(argc, argv);
    guard.reset();
    QApplication::setApplicationName(QStringLiteral("nestwright"));
    QApplication::setOrganizationName(QStringLiteral("nestwright"));
    QApplication::setApplicationDisplayName(QStringLiteral("Nestwright"));
    translations::install(application, QLocale());
    return show(application, arguments);
}

} // namespace

} // namespace nestwright::gui

int main(int argc, char** argv) { return nestwright::gui::run(argc, argv); }
