// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/graph_page.h"
#include "app/gui/report_preview.h"
#include "app/gui/style.h"
#include "tests/support/window_helpers.h"
#include "widgets/graph/graph_view.h"
#include "widgets/tables/accelerator_table_model.h"
#include "widgets/tables/figure_grid.h"
#include "widgets/tables/operator_table_model.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include "translations/translator.h"
#include <algorithm>
#include <cmath>

namespace nestwright::gui {

namespace {

const QString kResnet = QStringLiteral(NESTWRIGHT_TEST_DATA "/models/resnet50_b1.onnx");
const QString kResnetAnyBatch = QStringLiteral(NESTWRIGHT_TEST_DATA "/models/resnet50_dynamic_batch.onnx");

const std::vector<OperatorRow>& rowsOf(MainWindow& window) { return window.workbench().document().rows(); }

/// The slowest operator that has a mapping.
const OperatorRow& slowestMapped(MainWindow& window) {
    const auto& rows = rowsOf(window);
    return *std::max_element(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return (a.mfu ? a.seconds : 0) < (b.mfu ? b.seconds : 0);
    });
}

} // namespace

class WindowTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        translations::install(*qApp, QLocale::c());
        applyTheme(*qApp, Theme::light);
    }

    void startsWithoutAModel() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm")});
        QVERIFY(find<QWidget>(*window, "startPage")->isVisible());
        QVERIFY(find<QWidget>(*window, "sample_resnet50")->isVisible());
        QVERIFY(!find<QWidget>(*window, "modeBar")->isEnabled());
    }

    void actionsAreThereWhenTheyCanAct() {
        auto window = makeWindow({});
        const auto areOn = [&](std::initializer_list<const char*> names, bool isOn) {
            for (const auto* name : names) {
                const auto* action = find<QAction>(*window, name);
                if (action == nullptr || action->isEnabled() != isOn) return QByteArray(name);
            }
            return QByteArray();
        };
        const auto needModel = {"actionSave", "actionSaveAs",       "actionClose",       "actionExportGraph",
                                "actionFind", "actionMode_compare", "actionGoToOperator"};
        QCOMPARE(areOn({"actionOpen", "actionQuit", "actionPalette", "actionKeys", "actionAbout"}, true), QByteArray());
        QCOMPARE(areOn(needModel, false), QByteArray());
        QCOMPARE(areOn({"actionReplan", "actionExportReport", "actionUndo", "actionRedo"}, false), QByteArray());
        QVERIFY(open(*window, kResnet));
        QCOMPARE(areOn(needModel, true), QByteArray());
        QCOMPARE(areOn({"actionReplan", "actionExportReport"}, false), QByteArray());
        window->workbench().addAccelerator(QStringLiteral("gemmini"));
        QCOMPARE(areOn({"actionReplan", "actionUndo"}, true), QByteArray());
        QVERIFY(settle(*window));
        QCOMPARE(areOn({"actionExportReport"}, true), QByteArray());
        window->workbench().undoStack().undo();
        QCOMPARE(areOn({"actionReplan", "actionExportReport"}, false), QByteArray());
        QCOMPARE(areOn({"actionRedo"}, true), QByteArray());
    }

    void plansAModelAndExportsItsReport() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm"), QStringLiteral("h100-sxm")});
        auto& document = window->workbench().document();
        window->openModel(kResnet);
        QVERIFY(settle(*window));
        QVERIFY(document.model());
        QCOMPARE(document.rows().size(), document.model()->graph->operators.size());
        QVERIFY(find<QLabel>(*window, "summary")->text().startsWith(QStringLiteral("175 operators")));
        QVERIFY(document.plan("a100-80-sxm"));
        QVERIFY(document.plan("h100-sxm"));

        selectInTable(*window);
        selectInGraph(*window);
        checkMappingPage(*window);

        const QTemporaryDir folder;
        for (const auto& [name, start] : {std::pair("report.pdf", "%PDF"), std::pair("report.html", "<!doctype html>"),
                                          std::pair("report.json", "{"), std::pair("report.md", "#")}) {
            const auto path = folder.filePath(QLatin1String(name));
            window->workbench().exportReport(path);
            QVERIFY(settle(*window));
            QFile file(path);
            QVERIFY2(file.open(QIODevice::ReadOnly), name);
            QVERIFY2(file.read(64).startsWith(start), name);
            QVERIFY2(file.size() > 2000, name);
        }
        window->showMode(Mode::report);
        QVERIFY(QTest::qWaitFor([&] { return find<ReportPreview>(*window, "reportPreview")->pageCount() > 2; },
                                kPatienceMs));
    }

    void anotherAcceleratorShowsOtherFigures() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm"), QStringLiteral("tpu-v1")});
        window->openModel(kResnet);
        QVERIFY(settle(*window));
        auto& document = window->workbench().document();
        const auto before = slowestMapped(*window).seconds;
        QCOMPARE(document.current(), 0);
        document.setCurrent(1);
        QVERIFY(slowestMapped(*window).seconds != before);
    }

    void edits() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm")});
        window->openModel(kResnet);
        QVERIFY(settle(*window));
        auto& workbench = window->workbench();
        auto* list = find<QListWidget>(*window, "acceleratorList");
        QListWidgetItem* unticked = nullptr;
        for (int i = 0; i < list->count(); ++i) {
            if (list->item(i)->data(Qt::UserRole) == QStringLiteral("h100-sxm")) unticked = list->item(i);
        }
        QVERIFY(unticked != nullptr);
        unticked->setCheckState(Qt::Checked);
        QVERIFY(settle(*window));
        QCOMPARE(workbench.document().accelerators().size(), std::size_t{2});
        QVERIFY(workbench.document().plan("h100-sxm"));
        QVERIFY(workbench.undoStack().undoText().contains(QStringLiteral("H100")));
        workbench.undoStack().undo();
        QCOMPARE(workbench.document().accelerators().size(), std::size_t{1});
        workbench.undoStack().redo();
        QCOMPARE(workbench.document().accelerators().size(), std::size_t{2});
    }

    void bindsTheBatch() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm")});
        window->openModel(kResnetAnyBatch);
        QVERIFY(settle(*window));
        auto& document = window->workbench().document();
        const auto macs = [&] { return document.plan("a100-80-sxm")->totals.macs; };
        const double one = macs();
        const auto notes = document.notes();
        QVERIFY(std::any_of(notes.begin(), notes.end(), [](const auto& note) {
            return note.text.contains(QStringLiteral("batch")) && note.text.contains(QStringLiteral("Setup"));
        }));
        QVERIFY2(std::none_of(notes.begin(), notes.end(),
                              [](const auto& note) { return note.text.contains(QStringLiteral("--")); }),
                 "the window names no options of the command line");
        auto* batch = find<QSpinBox>(*window, "bind_batch");
        QVERIFY(batch != nullptr);
        batch->setValue(8);
        find<QPushButton>(*window, "applyBindings")->click();
        QVERIFY(settle(*window));
        QCOMPARE(macs(), 8 * one);
        window->workbench().undoStack().undo();
        QVERIFY(settle(*window));
        QCOMPARE(macs(), one);
    }

    void findsOperators() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm")});
        window->openModel(kResnet);
        QVERIFY(settle(*window));
        auto* search = find<QLineEdit>(*window, "graphSearch");
        auto* table = find<QTableView>(*window, "operatorTable");
        const int all = table->model()->rowCount();
        search->setText(QStringLiteral("type:conv"));
        QTRY_VERIFY(table->model()->rowCount() < all);
        QCOMPARE(table->model()->rowCount(), 53);
        QVERIFY(find<QLabel>(*window, "graphMatches")->text().contains(QStringLiteral("53")));
        QTest::keyClick(search, Qt::Key_Return);
        const auto first = window->workbench().document().selected();
        QVERIFY(first >= 0);
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(window->workbench().document().selected() > first);
    }

    /// The numbers are the ids that nestwright-cli gives.
    void numbersOperatorsAsTheCommandLineDoes() {
        auto window = makeWindow({});
        window->openModel(kResnet);
        QVERIFY(settle(*window));
        auto& document = window->workbench().document();
        const auto count = static_cast<int>(document.rows().size());
        auto* table = find<QTableView>(*window, "operatorTable");
        table->sortByColumn(OperatorTableModel::number, Qt::AscendingOrder);
        const auto shown = [&](int row) { return table->model()->index(row, OperatorTableModel::number).data(); };
        QCOMPARE(shown(0).toString(), QStringLiteral("0"));
        QCOMPARE(shown(count - 1).toString(), QString::number(count - 1));
        for (const int number : {7, 0, count - 1}) {
            QVERIFY(window->selectOperator(QString::number(number)));
            QCOMPARE(document.selected(), number);
        }
        QVERIFY(!window->selectOperator(QString::number(count)));
        QVERIFY(!window->selectOperator(QStringLiteral("-1")));
    }

    void cancelsAPlan() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm"), QStringLiteral("h100-sxm")});
        auto& workbench = window->workbench();
        connect(&workbench, &Workbench::opened, &workbench.jobs(), &JobRunner::cancelAll);
        window->openModel(kResnet);
        QVERIFY(settle(*window));
        QVERIFY(workbench.document().model());
        QVERIFY(!workbench.document().plan("a100-80-sxm"));
        QVERIFY(!workbench.document().plan("h100-sxm"));
        const auto notes = workbench.document().notes();
        QVERIFY(std::any_of(notes.begin(), notes.end(),
                            [](const auto& note) { return note.text.contains(QStringLiteral("cancelled")); }));
        workbench.replan();
        QVERIFY(settle(*window));
        QVERIFY(workbench.document().plan("h100-sxm"));
    }

    void changesTheTheme() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm")});
        window->openModel(kResnet);
        QVERIFY(settle(*window));
        for (const auto mode : kAllModes) {
            window->showMode(mode);
            applyTheme(*qApp, Theme::dark);
            QCoreApplication::processEvents();
            QVERIFY(window->palette().color(QPalette::Window).lightness() < 128);
            applyTheme(*qApp, Theme::light);
            QCoreApplication::processEvents();
        }
    }

    void closesWhileAJobRuns() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm"), QStringLiteral("h100-sxm")});
        bool isOpened = false;
        connect(&window->workbench(), &Workbench::opened, this, [&] { isOpened = true; });
        window->openModel(kResnet);
        QVERIFY(QTest::qWaitFor([&] { return isOpened; }, kPatienceMs));
        QVERIFY(window->workbench().jobs().isBusy());
        QElapsedTimer clock;
        clock.start();
        window->close();
        window.reset();
        QVERIFY(clock.elapsed() < 20'000);
        QTest::qWait(50);
    }

    void reportsAFileThatCannotBeRead() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm")});
        window->openModel(kResnet);
        QVERIFY(settle(*window));
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("broken.onnx"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("this is no model");
        file.close();
        window->openModel(path);
        QVERIFY(settle(*window));
        QVERIFY(find<QTreeWidget>(*window, "messages")->isVisible());
        const auto notes = window->workbench().document().notes();
        QVERIFY(!notes.empty());
        QCOMPARE(notes.front().severity, Note::Severity::error);
        QVERIFY(notes.front().details.contains(QStringLiteral("broken.onnx")));
        QVERIFY2(window->workbench().document().model(), "the model that was open stays");
    }

    void saysWhatIsWrongWithABadFile_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QFile model(kResnet);
        QVERIFY(model.open(QIODevice::ReadOnly));
        const auto whole = model.readAll();
        QTest::newRow("empty") << QStringLiteral("empty.onnx") << QByteArray();
        QTest::newRow("cut off") << QStringLiteral("cut.onnx") << whole.left(whole.size() / 2);
        QTest::newRow("zeros") << QStringLiteral("zeros.onnx") << QByteArray(4096, '\0');
        QTest::newRow("text") << QStringLiteral("notes.txt") << QByteArray("Remember the milk.\n");
        QTest::newRow("half a project") << QStringLiteral("half.nestwright")
                                        << QByteArray(R"({"schema": "nestwright.project/1", "model": {)");
        QTest::newRow("another JSON") << QStringLiteral("package.json") << QByteArray(R"({"name": "left-pad"})");
        QTest::newRow("configuration of no known model")
            << QStringLiteral("config.json") << QByteArray(R"({"model_type": "toaster", "hidden_size": -3})");
        QTest::newRow("name with spaces and letters of all kinds") << QString::fromUtf8("gr\xc3\xb6\xc3\x9f"
                                                                                        "e \xe6\xa8\xa1 1.onnx")
                                                                   << QByteArray("\x08\x07garbage");
    }

    void saysWhatIsWrongWithABadFile() {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        const QTemporaryDir folder;
        const auto path = folder.filePath(name);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
        file.close();
        auto window = makeWindow({QStringLiteral("a100-80-sxm")});
        window->takeFiles({path});
        QVERIFY(settle(*window));
        QVERIFY(find<QWidget>(*window, "startPage")->isVisible());
        const auto notes = window->workbench().document().notes();
        QCOMPARE(notes.size(), std::size_t{1});
        QCOMPARE(notes.front().severity, Note::Severity::error);
        QVERIFY2(notes.front().details.contains(name), qPrintable(notes.front().details));
        QVERIFY2(notes.front().text.size() > 30, qPrintable(notes.front().text));
        QVERIFY(find<QTreeWidget>(*window, "messages")->isVisible());
    }

    /// A model that opens afterwards takes nothing of it away.
    void saysWhichAcceleratorThereIsNot() {
        auto window = makeWindow({QStringLiteral("h101")});
        QVERIFY(open(*window, kResnet));
        QVERIFY(find<QWidget>(*window, "messageDock")->isVisible());
        const auto* messages = find<QTreeWidget>(*window, "messages");
        QVERIFY(!messages->findItems(QStringLiteral("h101"), Qt::MatchContains, 1).isEmpty());
        QVERIFY(find<QToolButton>(*window, "statusWarnings")->text().contains(QStringLiteral("1 error")));
    }

    void saysThatAnOpenShapeIsPlannedAtOne() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm")});
        QVERIFY(open(*window, QStringLiteral(NESTWRIGHT_TEST_DATA "/models/bert_base_dynamic.onnx")));
        const auto* unbound = find<QLabel>(*window, "inspectorUnbound");
        QVERIFY(unbound->isVisible());
        for (const auto* name : {"batch", "seq"}) QVERIFY2(unbound->text().contains(QLatin1String(name)), name);
        QVERIFY(find<QToolButton>(*window, "statusWarnings")->isVisible());
        emit const_cast<QLabel*>(unbound)->linkActivated(QStringLiteral("#"));
        QTRY_VERIFY(!find<QWidget>(*window, "bind_batch")->visibleRegion().isEmpty());
        auto bindings = window->workbench().document().model()->bindings;
        bindings.batch = 2;
        bindings.sequence = 128;
        window->workbench().editBindings(bindings);
        QVERIFY(settle(*window));
        QVERIFY(!unbound->isVisibleTo(window.get()));
    }

    /// A decode step of eight long sequences: more than the first device holds.
    void saysWhereTheModelDoesNotFit() {
        auto window = makeWindow({QStringLiteral("l4"), QStringLiteral("mi300x")});
        Bindings bindings;
        bindings.phase = "decode";
        bindings.batch = 8;
        bindings.past = 100'000;
        window->openModel(QStringLiteral("llama3-8b"), bindings);
        QVERIFY(settle(*window));
        const auto* fit = find<QLabel>(*window, "inspectorFit");
        QVERIFY(fit->isVisible() && fit->text().contains(QStringLiteral("Doesn't fit: needs")));
        for (const auto& [mode, name] : {std::pair(Mode::graph, "graphFitNote"), {Mode::mapping, "mappingFitNote"}}) {
            window->showMode(mode);
            const auto* note = find<QLabel>(*window, name);
            QVERIFY2(note->isVisible() && note->text().contains(QStringLiteral("Doesn't fit: needs")), name);
        }
        window->showMode(Mode::compare);
        QVERIFY(find<QLabel>(*window, "compareFitHint")->text().contains(QStringLiteral("Not ranked")));
        window->workbench().document().setCurrent(1);
        QVERIFY(!fit->isVisibleTo(window.get()));
        window->showMode(Mode::graph);
        QVERIFY(!find<QLabel>(*window, "graphFitNote")->isVisible());
    }

    void aFolderOrAMissingFileIsAnErrorToo() {
        const QTemporaryDir folder;
        auto window = makeWindow({QStringLiteral("a100-80-sxm")});
        for (const auto& path : {folder.path(), folder.filePath(QStringLiteral("gone.onnx"))}) {
            window->takeFiles({path});
            QVERIFY(settle(*window));
            const auto notes = window->workbench().document().notes();
            QVERIFY(!notes.empty());
            QCOMPARE(notes.front().severity, Note::Severity::error);
            QVERIFY2(notes.front().details.contains(path), qPrintable(notes.front().details));
            QVERIFY(!window->workbench().document().model());
        }
    }

    void modelsKeepTheirPromises() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm")});
        OperatorTableModel operators;
        AcceleratorTableModel accelerators;
        const QAbstractItemModelTester first(&operators, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModelTester second(&accelerators, QAbstractItemModelTester::FailureReportingMode::QtTest);
        window->openModel(kResnet);
        QVERIFY(settle(*window));
        operators.setRows(window->workbench().document().sharedRows());
        operators.sort(OperatorTableModel::time, Qt::DescendingOrder);
        for (int row = 1; row < operators.rowCount(); ++row) {
            QVERIFY(operators.row(row - 1).seconds >= operators.row(row).seconds);
        }
        for (int column = 0; column < OperatorTableModel::columns; ++column) {
            operators.sort(column, Qt::AscendingOrder);
            QCOMPARE(operators.rowOf(operators.row(7).id), 7);
        }
        operators.setQuery(OperatorQuery(QStringLiteral("type:relu")));
        QCOMPARE(operators.rowCount(), 49);
        operators.setQuery({});
        operators.setGrouped(true);
        QVERIFY(operators.rowCount() < static_cast<int>(rowsOf(*window).size()));
        accelerators.setRows({{QStringLiteral("A100"), window->workbench().document().currentPlan(), {}},
                              {QStringLiteral("other"), nullptr, QStringLiteral("not planned")}});
        QCOMPARE(accelerators.rowCount(), 2);
        operators.setRows(std::make_shared<const std::vector<OperatorRow>>());
        accelerators.setRows({});
    }

    void everyControlHasANameAndAHelp() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm")});
        window->openModel(kResnetAnyBatch);
        QVERIFY(settle(*window));
        for (const auto* button : window->findChildren<QAbstractButton*>()) {
            if (button->objectName().startsWith(QLatin1String("qt_")) || !button->isVisibleTo(window.get())) continue;
            if (qobject_cast<const QTableView*>(button->parent()) != nullptr) continue;
            QVERIFY2(!button->objectName().isEmpty(), qPrintable(button->text()));
            QVERIFY2(!button->text().isEmpty() || !button->accessibleName().isEmpty(),
                     qPrintable(button->objectName()));
            QVERIFY2(!button->toolTip().isEmpty(), qPrintable(button->objectName()));
        }
    }

private:
    void selectInTable(MainWindow& window) {
        auto* table = find<QTableView>(window, "operatorTable");
        const auto index = table->model()->index(1, OperatorTableModel::title);
        table->scrollTo(index);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
        const auto id = index.data(OperatorTableModel::OperatorRole).toInt();
        QCOMPARE(window.workbench().document().selected(), id);
        checkInspector(window, rowsOf(window)[static_cast<std::size_t>(id)]);
    }

    void selectInGraph(MainWindow& window) {
        auto* graph = find<GraphView>(window, "graphView");
        const auto wanted = slowestMapped(window).id;
        const auto node = find<GraphPage>(window, "graphPage")->nodeOf(wanted);
        graph->centreOn(node);
        QTest::mouseClick(graph, Qt::LeftButton, {}, graph->nodeRect(node).center().toPoint());
        QCOMPARE(window.workbench().document().selected(), wanted);
        checkInspector(window, rowsOf(window)[static_cast<std::size_t>(wanted)]);

        QTest::keyClick(graph, Qt::Key_Down);
        const auto next = window.workbench().document().selected();
        QVERIFY(next != wanted);
        QTest::keyClick(graph, Qt::Key_Up);
        QCOMPARE(window.workbench().document().selected(), wanted);
    }

    static void checkInspector(MainWindow& window, const OperatorRow& row) {
        QCOMPARE(find<QLabel>(window, "inspectorName")->text(), row.name);
        QCOMPARE(find<QLabel>(window, "inspectorTitle")->text(), row.title);
        QVERIFY(find<QLabel>(window, "inspectorBottleneck")->text().contains(row.where.toHtmlEscaped()));
        const auto split = find<QLabel>(window, "inspectorAttributionText")->text();
        for (const auto* part : {"useful", "diluted", "blocked", "delayed"}) {
            QVERIFY2(split.contains(QLatin1String(part)), part);
        }
        const auto figures = find<FigureGrid>(window, "inspectorFigures")->text();
        QVERIFY(figures.contains(QStringLiteral("MFU\t") + figureText(row.mfu, report::NumberStyle::percent)));
        const auto& planned = *window.workbench().document().selectedPlanned();
        double sum = planned.attribution.useful + planned.attribution.diluted;
        for (const auto& path : planned.paths) sum += path.cycles;
        QVERIFY(std::abs(sum - planned.seconds) <= 1e-9 * planned.seconds);
        const auto terms = find<FigureGrid>(window, "inspectorTerms")->text();
        const auto total = figureText(planned.seconds, report::NumberStyle::seconds);
        QVERIFY2(terms.contains(QStringLiteral("Sum\t%1\t").arg(total)), qPrintable(terms));
        const auto changes = find<FigureGrid>(window, "inspectorChanges")->text();
        QVERIFY(!planned.changes.empty());
        const auto saved =
            figureText(planned.changes.front().savedCycles / planned.seconds, report::NumberStyle::percent);
        QVERIFY2(changes.contains(saved), qPrintable(changes));
        QVERIFY(find<FigureGrid>(window, "inspectorLayerTypes")->text().contains(QStringLiteral("Conv\t")));
    }

    static void checkMappingPage(MainWindow& window) {
        window.showMode(Mode::mapping);
        const auto nest = find<QPlainTextEdit>(window, "mappingNest")->toPlainText();
        QVERIFY(nest.contains(QStringLiteral("for ")));
        QVERIFY(find<FigureGrid>(window, "mappingTiles")->text().contains(QStringLiteral("HBM")));
        window.showMode(Mode::graph);
    }
};

} // namespace nestwright::gui

QTEST_MAIN(nestwright::gui::WindowTest)
#include "window_test.moc"
