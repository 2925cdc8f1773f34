// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/dropped_files.h"
#include "app/gui/graph_page.h"
#include "app/gui/style.h"
#include "tests/support/event_loop_watchdog.h"
#include "tests/support/window_helpers.h"
#include "widgets/graph/graph_view.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QTableView>
#include <QTreeWidget>

#include "translations/translator.h"

namespace nestwright::gui {

namespace {

const QString kModels = QStringLiteral(NESTWRIGHT_TEST_DATA "/models/");
const QString kBatchModel = kModels + QStringLiteral("resnet50_dynamic_batch.onnx");
const QStringList kOne{QStringLiteral("a100-80-sxm")};

QStringList idsOf(MainWindow& window) {
    QStringList ids;
    for (const auto& accelerator : window.workbench().document().accelerators()) {
        ids << QString::fromStdString(accelerator.id);
    }
    return ids;
}

QPushButton* answer(MainWindow& window, const char* name) { return find<QPushButton>(window, QLatin1String(name)); }

void trigger(MainWindow& window, const char* action) { find<QAction>(window, QLatin1String(action))->trigger(); }

bool saveTo(MainWindow& window, const QString& path) {
    window.saveTo(path);
    return settle(window);
}

void drop(MainWindow& window, const QList<QUrl>& urls) {
    QMimeData data;
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &event);
}

QString notesOf(MainWindow& window) {
    QStringList texts;
    for (const auto& note : window.workbench().document().notes()) texts << note.text;
    return texts.join(QLatin1Char('\n'));
}

void write(const QString& path, const QByteArray& content) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

} // namespace

class ProjectTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        translations::install(*qApp, QLocale::c());
        applyTheme(*qApp, Theme::light);
    }

    void reopensAtTheSamePlace() {
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("my work \u00e4\u6f22.nestwright"));
        GraphPlace place;
        OperatorId selected = kNoOperator;
        {
            auto window = makeWindow(kOne);
            QVERIFY(open(*window, kBatchModel));
            auto& workbench = window->workbench();
            workbench.addAccelerator(QStringLiteral("gemmini"));
            auto options = workbench.document().planOptions();
            options.format = DataType::int8;
            workbench.editPlanOptions(options);
            QVERIFY(settle(*window));
            workbench.document().setCurrent(1);
            find<QLineEdit>(*window, QStringLiteral("graphSearch"))->setText(QStringLiteral("type:conv"));
            find<QComboBox>(*window, QStringLiteral("graphColouring"))->setCurrentIndex(2);
            find<QAction>(*window, QStringLiteral("groupIdentical"))->setChecked(true);
            find<QTableView>(*window, QStringLiteral("operatorTable"))->sortByColumn(2, Qt::AscendingOrder);
            QTest::qWait(200);
            selected = 17;
            workbench.document().select(selected);
            window->findChild<GraphPage*>()->restorePlace({400, 900, 0.4});
            place = *window->view().graph;
            window->showMode(Mode::tradeoffs);
            QVERIFY(window->isWindowModified());
            QVERIFY(saveTo(*window, path));
            QVERIFY(!window->isWindowModified());
            QVERIFY(window->windowTitle().startsWith(QStringLiteral("my work \u00e4\u6f22[*]")));
        }
        auto window = makeWindow({QStringLiteral("h100-sxm"), QStringLiteral("tpu-v1")});
        QVERIFY(open(*window, path));
        auto& document = window->workbench().document();
        QCOMPARE(idsOf(*window), (QStringList{QStringLiteral("a100-80-sxm"), QStringLiteral("gemmini")}));
        QCOMPARE(document.current(), 1);
        QCOMPARE(document.planOptions().format, DataType::int8);
        QCOMPARE(document.selected(), selected);
        QCOMPARE(window->mode(), Mode::tradeoffs);
        QCOMPARE(document.plan("gemmini")->format, DataType::int8);
        QVERIFY(!window->isModified());
        window->showMode(Mode::graph);
        QTRY_COMPARE(find<QLineEdit>(*window, QStringLiteral("graphSearch"))->text(), QStringLiteral("type:conv"));
        QCOMPARE(find<QComboBox>(*window, QStringLiteral("graphColouring"))->currentIndex(), 2);
        QVERIFY(find<QAction>(*window, QStringLiteral("groupIdentical"))->isChecked());
        QTest::qWait(50);
        const auto view = window->view();
        QCOMPARE(view.sortColumn, std::string("name"));
        QVERIFY(!view.isSortDescending);
        QVERIFY2(qAbs(view.graph->x - place.x) < 1 && qAbs(view.graph->y - place.y) < 1,
                 qPrintable(QStringLiteral("%1, %2 instead of %3, %4")
                                .arg(view.graph->x)
                                .arg(view.graph->y)
                                .arg(place.x)
                                .arg(place.y)));
        QVERIFY(qAbs(view.graph->zoom - place.zoom) < 1e-6);
    }

    void savesEditsAndKnowsThem() {
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("p.nestwright"));
        auto window = makeWindow(kOne);
        QVERIFY(open(*window, QStringLiteral("resnet50")));
        auto& workbench = window->workbench();
        QVERIFY(!window->isModified());
        workbench.addAccelerator(QStringLiteral("gemmini"));
        QVERIFY(window->isWindowModified());
        QVERIFY(find<QAction>(*window, QStringLiteral("actionUndo"))->text().contains(QStringLiteral("Add")));
        workbench.undoStack().undo();
        QVERIFY(!window->isWindowModified());
        workbench.undoStack().redo();
        QVERIFY(saveTo(*window, path));
        QVERIFY(!window->isWindowModified());
        workbench.undoStack().undo();
        QVERIFY(window->isWindowModified());

        workbench.undoStack().redo();
        workbench.moveAccelerator(QStringLiteral("gemmini"), -1);
        QCOMPARE(idsOf(*window).first(), QStringLiteral("gemmini"));
        QVERIFY(workbench.undoStack().undoText().startsWith(QStringLiteral("Move")));
        workbench.undoStack().undo();
        QCOMPARE(idsOf(*window).first(), kOne.first());

        window->saveTo(folder.filePath(QStringLiteral("missing/p.nestwright")));
        QVERIFY(settle(*window));
        QVERIFY(notesOf(*window).contains(QStringLiteral("can't be saved")));
        QCOMPARE(workbench.document().projectPath(), path);
    }

    void asksBeforeChangesGo() {
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("p.nestwright"));
        auto window = makeWindow(kOne);
        QVERIFY(open(*window, QStringLiteral("resnet50")));
        QVERIFY(saveTo(*window, path));
        window->workbench().addAccelerator(QStringLiteral("gemmini"));
        QVERIFY(!window->close());
        QVERIFY(window->isVisible());
        QVERIFY(answer(*window, "unsaved_save")->hasFocus() || !window->isActiveWindow());
        QTest::keyClick(answer(*window, "unsaved_save"), Qt::Key_Escape);
        QTRY_VERIFY(answer(*window, "unsaved_save") == nullptr);
        QVERIFY(window->isVisible());

        QVERIFY(!window->close());
        answer(*window, "unsaved_save")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!window->isVisible(), kPatienceMs);
        auto again = makeWindow(kOne);
        QVERIFY(open(*again, path));
        QCOMPARE(idsOf(*again).size(), 2);

        again->workbench().removeAccelerator(QStringLiteral("gemmini"));
        again->openModel(QStringLiteral("bert-base"));
        QVERIFY(settle(*again));
        QCOMPARE(again->workbench().document().title(), QStringLiteral("p"));
        answer(*again, "unsaved_discard")->click();
        QVERIFY(settle(*again));
        QCOMPARE(again->workbench().document().title(), QStringLiteral("bert-base"));
        QVERIFY(again->close());
    }

    void savesPathsThatLast() {
        const auto here = QDir::currentPath();
        const QTemporaryDir folder;
        QVERIFY(QFile::copy(kBatchModel, folder.filePath(QStringLiteral("m.onnx"))));
        QVERIFY(QDir::setCurrent(folder.path()));
        auto window = makeWindow(kOne);
        const bool isOpen = open(*window, QStringLiteral("m.onnx"));
        QVERIFY(QDir::setCurrent(here));
        QVERIFY(isOpen);
        const auto project = window->workbench().document().project();
        QVERIFY(QFileInfo(QString::fromStdString(project.workload)).isAbsolute());
        QVERIFY(QFileInfo::exists(QString::fromStdString(project.graph->sourcePath)));
    }

    void closesAProject() {
        auto window = makeWindow(kOne);
        QVERIFY(open(*window, QStringLiteral("resnet50")));
        trigger(*window, "actionClose");
        QVERIFY(!window->workbench().document().model());
        QVERIFY(find<QWidget>(*window, QStringLiteral("startPage"))->isVisible());
        QVERIFY(!find<QAction>(*window, QStringLiteral("actionSave"))->isEnabled());
        QCOMPARE(window->windowTitle(), QStringLiteral("Nestwright[*]"));
    }

    void takesDroppedFiles() {
        const QTemporaryDir folder;
        const auto nonsense = folder.filePath(QStringLiteral("holiday.jpg"));
        write(nonsense, "\xFF\xD8 not a model");
        const auto broken = folder.filePath(QStringLiteral("machine.json"));
        write(broken, "{\n \"schema\": \"nestwright.accelerator/1\",\n \"id\": 3\n}");
        auto window = makeWindow(kOne);

        drop(*window, {QUrl::fromLocalFile(nonsense), QUrl(QStringLiteral("https://example.org/m.onnx"))});
        QVERIFY(notesOf(*window).contains(QStringLiteral("holiday.jpg: Nestwright can't tell")));
        QVERIFY(notesOf(*window).contains(QStringLiteral("not on this computer")));
        QVERIFY(find<QTreeWidget>(*window, QStringLiteral("messages"))->isVisible());
        QVERIFY(!window->workbench().document().model());

        drop(*window, {QUrl::fromLocalFile(kBatchModel), QUrl::fromLocalFile(kBatchModel),
                       QUrl::fromLocalFile(QStringLiteral(NESTWRIGHT_PRESETS "/gemmini.json"))});
        QVERIFY(settle(*window));
        QVERIFY(window->workbench().document().model());
        QVERIFY(idsOf(*window).contains(QStringLiteral("gemmini")));

        drop(*window, {QUrl::fromLocalFile(broken)});
        const auto notes = notesOf(*window);
        QVERIFY2(notes.contains(QStringLiteral("machine.json:")), qPrintable(notes));
        QVERIFY(answer(*window, "copyMessages") != nullptr);
    }

    void knowsWhatDroppedFilesDescribe() {
        const QTemporaryDir folder;
        const auto kindOf = [&](const char* name, const QByteArray& content) {
            const auto path = folder.filePath(QLatin1String(name));
            write(path, content);
            return kindOfFile(path);
        };
        QCOMPARE(kindOf("a.cfg", "[general]\n"), FileKind::accelerator);
        QCOMPARE(kindOf("layers.csv", "Layer name, IFMAP Height\n"), FileKind::model);
        QCOMPARE(kindOf("problem.json", "{\"schema\": \"nestwright.problem/1\"}"), FileKind::model);
        QCOMPARE(kindOf("p.yaml", "problem:\n  shape:\n    name: fc\n    dimensions: [M]\n"), FileKind::model);
        QCOMPARE(kindOf("a.yaml", "architecture:\n  version: 0.4\n  nodes: []\n"), FileKind::accelerator);
        QCOMPARE(kindOf("broken.yaml", "a: [1"), FileKind::accelerator);
    }

    /// A preset and an edited copy of it, which has the preset's id and name.
    void comparesAPresetWithAnEditedCopy() {
        const QTemporaryDir folder;
        QFile preset(QStringLiteral(NESTWRIGHT_PRESETS "/gemmini.json"));
        QVERIFY(preset.open(QIODevice::ReadOnly));
        const auto copy = folder.filePath(QStringLiteral("wider.json"));
        write(copy, preset.readAll());
        auto window = makeWindow({QStringLiteral("gemmini")});
        auto& workbench = window->workbench();
        QVERIFY(open(*window, QStringLiteral("resnet50")));
        workbench.addAccelerator(copy);
        QVERIFY(settle(*window));
        QCOMPARE(idsOf(*window), (QStringList{QStringLiteral("gemmini"), QStringLiteral("gemmini-2")}));
        const auto labels = workbench.document().labels();
        QVERIFY2(labels[1].contains(QStringLiteral("wider.json")), qPrintable(labels[1]));
        QVERIFY(labels[0] != labels[1]);
        auto* box = find<QComboBox>(*window, QStringLiteral("graphAccelerator"));
        QCOMPARE(box->itemText(0), labels[0]);
        QCOMPARE(box->itemText(1), labels[1]);
        window->showMode(Mode::compare);
        const auto* table = find<QAbstractItemView>(*window, QStringLiteral("compareTable"))->model();
        QVERIFY(table->index(1, 0).data().toString().simplified().contains(labels[1]));

        workbench.addAccelerator(copy);
        QVERIFY(notesOf(*window).contains(QStringLiteral("in the list already")));
        QCOMPARE(idsOf(*window).size(), 2);
        const auto path = folder.filePath(QStringLiteral("p.nestwright"));
        QVERIFY(saveTo(*window, path));
        auto again = makeWindow({});
        QVERIFY(open(*again, path));
        QCOMPARE(again->workbench().document().labels(), labels);

        workbench.undoStack().undo();
        QCOMPARE(idsOf(*window), QStringList{QStringLiteral("gemmini")});
        // The copy alone keeps the id, until the preset comes and takes it.
        auto other = makeWindow({copy});
        QCOMPARE(idsOf(*other), QStringList{QStringLiteral("gemmini")});
        QVERIFY(!other->workbench().document().hasPreset("gemmini"));
        other->workbench().addAccelerator(QStringLiteral("gemmini"));
        QCOMPARE(idsOf(*other), (QStringList{QStringLiteral("gemmini-2"), QStringLiteral("gemmini")}));
        QVERIFY(other->workbench().document().hasPreset("gemmini"));
    }

    void keepsWhatTheReportLeavesOut() {
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("p.nestwright"));
        auto window = makeWindow(kOne);
        QVERIFY(open(*window, QStringLiteral("resnet50")));
        auto& workbench = window->workbench();
        workbench.keepSection("glossary", false, QStringLiteral("Glossary"));
        QVERIFY(workbench.undoStack().undoText().contains(QStringLiteral("Glossary")));
        QVERIFY(window->isModified());
        QVERIFY(saveTo(*window, path));
        auto again = makeWindow({});
        QVERIFY(open(*again, path));
        QCOMPARE(again->workbench().document().leftOutSections(), std::vector<std::string>{"glossary"});
        const auto report = folder.filePath(QStringLiteral("r.json"));
        again->workbench().exportReport(report);
        QVERIFY(settle(*again));
        QFile file(report);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto content = file.readAll();
        QVERIFY(!content.contains("\"glossary\""));
        QVERIFY2(content.contains("--section summary"), "the call that makes it again leaves it out as well");
        workbench.undoStack().undo();
        QVERIFY(workbench.document().leftOutSections().empty());
    }

    void opensWithoutItsModelAndOffersAChangedOne() {
        const QTemporaryDir folder;
        const auto model = folder.filePath(QStringLiteral("m.onnx"));
        const auto path = folder.filePath(QStringLiteral("p.nestwright"));
        QVERIFY(QFile::copy(kBatchModel, model));
        auto window = makeWindow(kOne);
        QVERIFY(open(*window, model));
        QVERIFY(saveTo(*window, path));

        QFile file(model);
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
        QVERIFY(file.open(QIODevice::Append));
        file.write(QByteArray("\x32\x01x", 3)); // a documentation string: the same model, another file
        file.close();
        QVERIFY(open(*window, path));
        QVERIFY(answer(*window, "reload_open") != nullptr);
        answer(*window, "reload_open")->click();
        QVERIFY(settle(*window));
        QVERIFY2(notesOf(*window).isEmpty() || !notesOf(*window).contains(QStringLiteral("m.onnx:")),
                 qPrintable(notesOf(*window)));

        QVERIFY(file.remove());
        QVERIFY(open(*window, path));
        QVERIFY(window->workbench().document().plan("a100-80-sxm"));
        auto bindings = window->workbench().document().model()->bindings;
        bindings.symbols["batch"] = 4;
        window->workbench().editBindings(bindings);
        QVERIFY(settle(*window));
        QVERIFY(notesOf(*window).contains(QStringLiteral("no such file")));
        QVERIFY2(!window->isModified(), "a change that could not be made is no change");
        QCOMPARE(window->workbench().undoStack().count(), 0);
    }

    void keepsTheWindowQuick() {
        const QTemporaryDir folder;
        auto window = makeWindow({QStringLiteral("h100-sxm")});
        QVERIFY(open(*window, QStringLiteral("llama3-8b")));
        test::EventLoopWatchdog watchdog;
        QVERIFY(saveTo(*window, folder.filePath(QStringLiteral("p.nestwright"))));
        test::EventLoopWatchdog::spin(50);
        QVERIFY2(watchdog.busiest().cpu < test::budgetMs(50), watchdog.report());
    }

    void quitsPromptlyWhilePlanning() {
        auto window = makeWindow({QStringLiteral("h100-sxm"), QStringLiteral("gemmini")});
        bool isOpened = false;
        connect(&window->workbench(), &Workbench::opened, this, [&] { isOpened = true; });
        window->openModel(QStringLiteral("llama3-8b"));
        QVERIFY(QTest::qWaitFor([&] { return isOpened; }, kPatienceMs));
        QVERIFY(window->workbench().jobs().isBusy());
        const test::ThreadClock clock;
        const auto start = clock.now();
        QVERIFY(window->close());
        window.reset();
        const auto end = clock.now();
        QVERIFY2(end.wall - start.wall < test::budgetMs(5'000), qPrintable(QString::number(end.wall - start.wall)));
    }
};

} // namespace nestwright::gui

QTEST_MAIN(nestwright::gui::ProjectTest)
#include "project_test.moc"
