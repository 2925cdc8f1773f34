// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/arguments.h"
#include "app/gui/autosave.h"
#include "app/gui/style.h"
#include "tests/support/window_helpers.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFrame>
#include <QLabel>
#include <QMenu>
#include <QProcess>
#include <QPushButton>
#include <QSplitter>
#include <QTemporaryDir>

#include "translations/translator.h"

namespace nestwright::gui {

namespace {

const QStringList kOne{QStringLiteral("a100-80-sxm")};

/// A real window in a process of its own.
std::unique_ptr<QProcess> start(const QStringList& arguments) {
    auto process = std::make_unique<QProcess>();
    process->setProcessChannelMode(QProcess::ForwardedChannels);
    process->start(QStringLiteral(NESTWRIGHT_WINDOW), arguments);
    return process;
}

QStringList copies() {
    return QDir(Autosave::usualFolder()).entryList({QStringLiteral("*.nestwright")}, QDir::Files, QDir::Time);
}

bool hasCopyWith(const QByteArray& text) {
    for (const auto& name : copies()) {
        QFile file(Autosave::usualFolder() + QLatin1Char('/') + name);
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains(text)) return true;
    }
    return false;
}

void kill(QProcess& process) {
    process.kill(); // SIGKILL: nothing is tidied up
    process.waitForFinished();
}

/// Writing has happened by then, if anything is to be written.
constexpr int kLongEnoughMs = 3'000;

/// Copies the one automatic copy, as the window's end would remove it.
bool takeAway(const QString& folder) {
    const auto from = Autosave::usualFolder() + QLatin1Char('/') + copies().value(0);
    const auto to = folder + QStringLiteral("/left.nestwright");
    return QFile::copy(from, to) && QFile::copy(from + QStringLiteral(".json"), to + QStringLiteral(".json"));
}

/// As if so many windows had ended without being closed.
bool bringBack(const QString& folder, int times) {
    const auto from = folder + QStringLiteral("/left.nestwright");
    bool isThere = true;
    for (int i = 0; i < times; ++i) {
        const auto to = QStringLiteral("%1/left%2.nestwright").arg(Autosave::usualFolder()).arg(i);
        isThere = isThere && QFile::copy(from, to) &&
                  QFile::copy(from + QStringLiteral(".json"), to + QStringLiteral(".json"));
    }
    return isThere;
}

QPushButton* answer(MainWindow& window, const char* name) { return find<QPushButton>(window, QLatin1String(name)); }

} // namespace

/// What outlives a window: automatic copies, settings, recent files.
class KeepingTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        qputenv("XDG_CACHE_HOME", m_cache.path().toLocal8Bit()); // for the windows that the test starts
        translations::install(*qApp, QLocale::c());
        applyTheme(*qApp, Theme::light);
    }

    /// Opening a model, choosing and looking is nothing that a crash could take.
    void keepsNothingWithoutAnEdit() {
        auto window = makeWindow(kOne, true);
        QVERIFY(open(*window, QStringLiteral("resnet50")));
        window->workbench().document().select(12);
        window->showMode(Mode::mapping);
        QTest::qWait(kLongEnoughMs);
        QVERIFY(copies().isEmpty());
        window->workbench().addAccelerator(QStringLiteral("gemmini"));
        QVERIFY(QTest::qWaitFor([] { return copies().size() == 1; }, kPatienceMs));
        window->workbench().undoStack().undo();
        QVERIFY(QTest::qWaitFor([] { return copies().isEmpty(); }, kPatienceMs));
        window->close();
    }

    void recoversWorkThatWasNeverSaved() {
        const QTemporaryDir folder;
        {
            auto window = makeWindow({QStringLiteral("gemmini")}, true);
            Bindings bindings;
            bindings.batch = 2;
            window->openModel(QStringLiteral("resnet50"), bindings);
            QVERIFY(settle(*window));
            window->workbench().addAccelerator(QStringLiteral("tpu-v1"));
            window->workbench().document().select(12);
            window->showMode(Mode::mapping);
            QVERIFY(QTest::qWaitFor([] { return hasCopyWith("\"mode\": \"mapping\""); }, kPatienceMs));

            // While its window lives, its copy is nobody else's.
            auto other = makeWindow(kOne, true);
            QTest::qWait(100);
            QVERIFY(answer(*other, "recover_open") == nullptr);
            other.reset();
            QCOMPARE(copies().size(), 1);
            QVERIFY(takeAway(folder.path()));
        }
        QVERIFY(bringBack(folder.path(), 1));
        auto window = makeWindow(kOne, true);
        QTRY_VERIFY(answer(*window, "recover_open") != nullptr);
        // It is offered once: another window does not ask for it as well.
        auto second = makeWindow(kOne, true);
        QTest::qWait(100);
        QVERIFY(answer(*second, "recover_open") == nullptr);

        const auto left = copies();
        answer(*window, "recover_open")->click();
        QVERIFY(settle(*window));
        auto& document = window->workbench().document();
        QVERIFY(document.model());
        QCOMPARE(document.accelerators().size(), std::size_t{2});
        QCOMPARE(document.accelerators()[1].id, std::string("tpu-v1"));
        QCOMPARE(document.selected(), 12);
        QCOMPARE(document.model()->bindings.batch, std::optional<Count>(2));
        QCOMPARE(window->mode(), Mode::mapping);
        QVERIFY(document.projectPath().isEmpty());
        QVERIFY2(window->isModified(), "what was recovered is saved nowhere");
        QVERIFY(QTest::qWaitFor([&] { return copies().size() == 1 && copies() != left; }, kPatienceMs));

        window->close();
        answer(*window, "unsaved_discard")->click();
        window.reset();
        QVERIFY(copies().isEmpty());
    }

    void asksOnceForSeveralWindows() {
        const QTemporaryDir folder;
        {
            auto window = makeWindow(kOne, true);
            QVERIFY(open(*window, QStringLiteral("resnet50")));
            window->workbench().addAccelerator(QStringLiteral("gemmini"));
            QVERIFY(QTest::qWaitFor([] { return hasCopyWith("gemmini"); }, kPatienceMs));
            QVERIFY(takeAway(folder.path()));
        }
        QVERIFY(bringBack(folder.path(), 3));
        auto window = makeWindow(kOne, true);
        QTRY_VERIFY(answer(*window, "recover_discard") != nullptr);
        QVERIFY(find<QLabel>(*window, "promptText_recover")->text().contains(QLatin1Char('3')));
        QCOMPARE(
            find<QWidget>(*window, "promptArea")->findChildren<QFrame*>(QString(), Qt::FindDirectChildrenOnly).size(),
            qsizetype(1));
        answer(*window, "recover_discard")->click();
        QVERIFY(copies().isEmpty());
    }

    void readsTheInputsOfAModel() {
        const auto parsed = [](const QString& line) {
            return parseArguments((QStringLiteral("nestwright m.onnx ") + line).split(QLatin1Char(' ')));
        };
        const auto good =
            parsed(QStringLiteral("--batch 8 --seq 128 --past 0 --phase decode --set n=3 --set past_n=0"));
        const auto* arguments = std::get_if<Arguments>(&good);
        QVERIFY(arguments != nullptr);
        Bindings expected;
        expected.batch = 8;
        expected.sequence = 128;
        expected.past = 0;
        expected.phase = "decode";
        expected.symbols = {{"n", 3}, {"past_n", 0}};
        QVERIFY(arguments->bindings == expected);
        for (const auto* bad : {"--batch 0", "--batch many", "--seq -1", "--past -1", "--phase now", "--set n",
                                "--set =3", "--set n=x", "--batch 99999999999"}) {
            const auto refused = parsed(QLatin1String(bad));
            const auto* exit = std::get_if<EarlyExit>(&refused);
            QVERIFY2(exit != nullptr && exit->status == kUsageError, bad);
            QVERIFY2(exit->text.count(QLatin1Char('\n')) == 2, "what is wrong, and what to do about it");
        }
    }

    /// Qt alone would abort with a word on its plugins.
    void saysWhatToDoWithoutADisplay() {
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const auto* name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"}) {
            environment.remove(QLatin1String(name));
        }
        for (const auto& display : {QString(), QStringLiteral(":4711")}) {
            if (!display.isEmpty()) environment.insert(QStringLiteral("DISPLAY"), display);
            process.setProcessEnvironment(environment);
            process.start(QStringLiteral(NESTWRIGHT_WINDOW), {QStringLiteral("resnet50")});
            QVERIFY(process.waitForFinished(kPatienceMs));
            QCOMPARE(process.exitStatus(), QProcess::NormalExit);
            QCOMPARE(process.exitCode(), 2);
            const auto said = QString::fromUtf8(process.readAllStandardError());
            QVERIFY2(said.contains(QStringLiteral("--screenshots DIR")), qPrintable(said));
            QVERIFY2(said.contains(display.isEmpty() ? QStringLiteral("DISPLAY is not set") : display),
                     qPrintable(said));
            QVERIFY2(!said.contains(QStringLiteral("plugin")), qPrintable(said));
        }
    }

    void recoversEditsOfAProject() {
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("p.nestwright"));
        {
            auto window = makeWindow(kOne);
            QVERIFY(open(*window, QStringLiteral("resnet50")));
            window->saveTo(path);
            QVERIFY(settle(*window));
        }
        auto process = start({path, QStringLiteral("--accelerator"), QStringLiteral("tpu-v1")});
        QVERIFY(QTest::qWaitFor([] { return hasCopyWith("\"accelerator\": \"tpu-v1\""); }, kPatienceMs));
        kill(*process);

        auto window = makeWindow(kOne, true);
        QTRY_VERIFY(answer(*window, "recover_open") != nullptr);
        answer(*window, "recover_open")->click();
        QVERIFY(settle(*window));
        QCOMPARE(window->workbench().document().accelerators().front().id, std::string("tpu-v1"));
        QCOMPARE(window->workbench().document().projectPath(), path);
        QVERIFY(window->isModified());
        window->save();
        QVERIFY(settle(*window));
        QVERIFY(!window->isModified());
        window->close();
        window.reset();
        QVERIFY(copies().isEmpty());
    }

    void remembersRecentFiles() {
        const QTemporaryDir folder;
        const auto model = folder.filePath(QStringLiteral("m.onnx"));
        QVERIFY(QFile::copy(QStringLiteral(NESTWRIGHT_TEST_DATA "/models/resnet50_b1.onnx"), model));
        {
            auto window = makeWindow(kOne, true);
            QVERIFY(open(*window, model));
            window->saveTo(folder.filePath(QStringLiteral("p.nestwright")));
            QVERIFY(settle(*window));
            window->close();
        }
        QVERIFY(QFile::remove(model));
        auto window = makeWindow(kOne, true);
        auto* menu = find<QMenu>(*window, QStringLiteral("recentMenu"));
        QVERIFY(menu->isEnabled());
        emit menu->aboutToShow();
        const auto actions = menu->actions();
        QVERIFY(actions[0]->text().contains(QStringLiteral("p.nestwright")) && actions[0]->isEnabled());
        QVERIFY(actions[1]->text().contains(QStringLiteral("missing")) && !actions[1]->isEnabled());
        actions[0]->trigger();
        QVERIFY(settle(*window));
        QCOMPARE(window->workbench().document().title(), QStringLiteral("p"));
        find<QAction>(*window, QStringLiteral("actionClearRecent"))->trigger();
        QVERIFY(!menu->isEnabled());
        QVERIFY(Settings(true).recentFiles().isEmpty());
    }

    void remembersThemeAndLayout() {
        {
            auto window = makeWindow(kOne, true);
            find<QAction>(*window, QStringLiteral("actionTheme_dark"))->trigger();
            QTRY_VERIFY(window->palette().color(QPalette::Window).lightness() < 128);
            find<QWidget>(*window, QStringLiteral("inspectorDock"))->hide();
            window->workbench().open(QStringLiteral("resnet50"));
            QVERIFY(settle(*window));
            find<QSplitter>(*window, QStringLiteral("graphSplitter"))->setSizes({500, 100});
            window->close();
        }
        QCOMPARE(Settings(true).theme(), QStringLiteral("dark"));
        {
            auto window = makeWindow(kOne, true);
            QVERIFY(find<QAction>(*window, QStringLiteral("actionTheme_dark"))->isChecked());
            QVERIFY(!find<QWidget>(*window, QStringLiteral("inspectorDock"))->isVisible());
            window->workbench().open(QStringLiteral("resnet50"));
            QVERIFY(settle(*window));
            const auto sizes = find<QSplitter>(*window, QStringLiteral("graphSplitter"))->sizes();
            QVERIFY2(sizes[0] > 3 * sizes[1], qPrintable(QString::number(sizes[0])));
            find<QAction>(*window, QStringLiteral("actionTheme_light"))->trigger();
            QTRY_VERIFY(window->palette().color(QPalette::Window).lightness() > 128);
            find<QAction>(*window, QStringLiteral("actionTheme_system"))->trigger();
            window->close();
        }
        QVERIFY(Settings(true).theme().isEmpty());
    }

private:
    PrivateHome m_home;

private:
    QTemporaryDir m_cache;
};

} // namespace nestwright::gui

QTEST_MAIN(nestwright::gui::KeepingTest)
#include "keeping_test.moc"
