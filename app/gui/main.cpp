// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/arguments.h"
#include "app/gui/main_window.h"
#include "app/gui/screenshots.h"
#include "app/gui/start_page.h"
#include "app/gui/style.h"

#include <QApplication>
#include <QTextStream>

#include "translations/translator.h"
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

int show(QApplication& application, const Arguments& arguments) {
    const bool isPictured = !arguments.screenshots.isEmpty();
    const auto remembered = isPictured ? QString() : Settings(true).theme();
    const auto theme = themeFromSetting(arguments.theme.isEmpty() ? remembered : arguments.theme);
    applyTheme(application, theme);
    MainWindow window(!isPictured);
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
    if (!arguments.file.isEmpty()) window.openModel(arguments.file);
    window.show();
    if (isPictured && arguments.file.isEmpty()) screenshots->beginAtStart(samples().front().id);
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
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("nestwright"));
    QApplication::setOrganizationName(QStringLiteral("nestwright"));
    QApplication::setApplicationDisplayName(QStringLiteral("Nestwright"));
    translations::install(application, QLocale());
    return show(application, arguments);
}

} // namespace

} // namespace nestwright::gui

int main(int argc, char** argv) { return nestwright::gui::run(argc, argv); }
