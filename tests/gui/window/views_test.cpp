// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/autosave.h"
#include "app/gui/graph_page.h"
#include "app/gui/style.h"
#include "core/formats/files/project_files.h"
#include "tests/support/window_helpers.h"
#include "widgets/tables/operator_table_model.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStatusBar>
#include <QTableView>
#include <QToolButton>

#include "translations/translator.h"

namespace nestwright::gui {

namespace {

const QString kBatchModel = QStringLiteral(NESTWRIGHT_TEST_DATA "/models/resnet50_dynamic_batch.onnx");
const QStringList kTwo{QStringLiteral("a100-80-sxm"), QStringLiteral("h100-sxm")};

void trigger(MainWindow& window, const char* action) { find<QAction>(window, QLatin1String(action))->trigger(); }

QLineEdit& searchOf(MainWindow& window) { return *find<QLineEdit>(window, QStringLiteral("graphSearch")); }

/// Types as a user does: the field has the focus.
void type(QWidget& field, const QString& text) {
    field.setFocus();
    QTest::keyClicks(&field, text);
}

int rowsOf(MainWindow& window) {
    return find<QTableView>(window, QStringLiteral("operatorTable"))->model()->rowCount();
}

QStringList filtersOf(MainWindow& window) {
    QStringList texts;
    for (const auto& filter : window.workbench().document().filters()) {
        texts << (filter.isOn ? QString() : QStringLiteral("off ")) + QString::fromStdString(filter.text);
    }
    return texts;
}

bool activate(MainWindow& window) {
    window.activateWindow();
    return QTest::qWaitForWindowActive(&window);
}

} // namespace

/// What is looked at, and how it is kept: filters, views at digit keys, folded blocks, inputs that are typed.
class ViewsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        translations::install(*qApp, QLocale::c());
        applyTheme(*qApp, Theme::light);
    }

    void stacksFilters() {
        auto window = makeWindow(kTwo);
        QVERIFY(open(*window, QStringLiteral("resnet50")));
        QVERIFY(activate(*window));
        auto& search = searchOf(*window);
        auto* strip = find<QWidget>(*window, QStringLiteral("filterStrip"));
        QVERIFY(!strip->isVisible());
        const int all = rowsOf(*window);
        type(search, QStringLiteral("type:conv"));
        QTest::keyClick(&search, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(filtersOf(*window), QStringList{QStringLiteral("type:conv")});
        QVERIFY(search.text().isEmpty());
        QVERIFY(strip->isVisible());
        const int convolutions = rowsOf(*window);
        QVERIFY(convolutions > 0 && convolutions < all);
        type(search, QStringLiteral("k=512"));
        find<QToolButton>(*window, QStringLiteral("graphKeepFilter"))->click();
        const int both = rowsOf(*window);
        QVERIFY(both > 0 && both < convolutions);

        auto* second = find<QToolButton>(*window, QStringLiteral("filter_1"));
        second->setFocus();
        QTest::keyClick(second, Qt::Key_Space);
        QCOMPARE(filtersOf(*window), (QStringList{QStringLiteral("type:conv"), QStringLiteral("off k=512")}));
        QCOMPARE(rowsOf(*window), convolutions);
        trigger(*window, "actionUndo");
        QCOMPARE(rowsOf(*window), both);
        trigger(*window, "actionRedo");
        QCOMPARE(rowsOf(*window), convolutions);
        trigger(*window, "actionUndo");
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);

        auto* first = find<QToolButton>(*window, QStringLiteral("filter_0"));
        first->setFocus();
        QTest::keyClick(first, Qt::Key_Delete);
        QCOMPARE(filtersOf(*window), QStringList{QStringLiteral("k=512")});
        trigger(*window, "actionUndo");
        QCOMPARE(rowsOf(*window), both);
        find<QToolButton>(*window, QStringLiteral("filterClear"))->click();
        QVERIFY(!strip->isVisible());
        QCOMPARE(rowsOf(*window), all);
        trigger(*window, "actionUndo");
        QCOMPARE(rowsOf(*window), both);
    }

    void takesTheLastFilterBack() {
        auto window = makeWindow(kTwo);
        QVERIFY(open(*window, QStringLiteral("resnet50")));
        auto& search = searchOf(*window);
        type(search, QStringLiteral("relu"));
        QTest::keyClick(&search, Qt::Key_Return, Qt::ControlModifier);
        QTest::keyClick(&search, Qt::Key_Backspace);
        QCOMPARE(search.text(), QStringLiteral("relu"));
        QVERIFY(filtersOf(*window).isEmpty());
        QTest::keyClick(&search, Qt::Key_Backspace);
        QCOMPARE(search.text(), QStringLiteral("rel"));
    }

    void keepsFiltersAndFoldsInTheProject() {
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("p.nestwright"));
        ProjectView kept;
        {
            auto window = makeWindow(kTwo);
            QVERIFY(open(*window, QStringLiteral("resnet50")));
            type(searchOf(*window), QStringLiteral("type:conv"));
            QTest::keyClick(&searchOf(*window), Qt::Key_Return, Qt::ControlModifier);
            auto& page = *window->findChild<GraphPage*>();
            page.setFolded(false);
            QVERIFY(settle(*window));
            page.setWeightsShown(true);
            QVERIFY(settle(*window));
            kept = window->view();
            QVERIFY(!kept.folds.empty());
            QVERIFY(kept.hasWeights);
            window->saveTo(path);
            QVERIFY(settle(*window));
        }
        auto window = makeWindow(kTwo);
        QVERIFY(open(*window, path));
        QCOMPARE(filtersOf(*window), QStringList{QStringLiteral("type:conv")});
        QVERIFY(find<QWidget>(*window, QStringLiteral("filterStrip"))->isVisible());
        QVERIFY(window->view().folds == kept.folds);
        QVERIFY(window->view().hasWeights);
        QVERIFY(!find<QAction>(*window, QStringLiteral("foldBlocks"))->isChecked());
        QVERIFY(find<QAction>(*window, QStringLiteral("showWeights"))->isChecked());
        QVERIFY(!window->isModified());
        QVERIFY(open(*window, QStringLiteral("bert-base")));
        QVERIFY2(filtersOf(*window).isEmpty(), "another model has filters of its own");
        QVERIFY(!find<QWidget>(*window, QStringLiteral("filterStrip"))->isVisible());
    }

    void drawsAModelWithOtherInputsAsItWas() {
        auto window = makeWindow(kTwo);
        QVERIFY(open(*window, kBatchModel));
        auto& page = *window->findChild<GraphPage*>();
        page.setFolded(false);
        QVERIFY(settle(*window));
        const auto before = window->view();
        QVERIFY(!before.folds.empty());
        auto bindings = window->workbench().document().model()->bindings;
        bindings.symbols["batch"] = 4;
        window->workbench().editBindings(bindings);
        QVERIFY(settle(*window));
        QCOMPARE(window->workbench().document().model()->bindings.symbols.at("batch"), Count{4});
        QVERIFY(window->view().folds == before.folds);
    }

    void digitsShowKeptViews() {
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("p.nestwright"));
        auto window = makeWindow(kTwo);
        QVERIFY(open(*window, QStringLiteral("resnet50")));
        QVERIFY(activate(*window));
        auto& document = window->workbench().document();
        document.setCurrent(1);
        document.select(17);
        find<QComboBox>(*window, QStringLiteral("graphColouring"))->setCurrentIndex(2);
        type(searchOf(*window), QStringLiteral("type:conv"));
        QTest::keyClick(&searchOf(*window), Qt::Key_Return, Qt::ControlModifier);
        auto& page = *window->findChild<GraphPage*>();
        page.setFolded(false);
        QVERIFY(settle(*window));
        page.restorePlace({300, 700, 0.5});
        const auto kept = window->view();
        QTest::keyClick(window.get(), Qt::Key_3, Qt::AltModifier);
        QCOMPARE(document.savedViews().size(), std::size_t{1});
        QCOMPARE(document.savedViews()[0].key, 3);
        QVERIFY(window->isModified());

        document.setCurrent(0);
        document.select(2);
        find<QComboBox>(*window, QStringLiteral("graphColouring"))->setCurrentIndex(0);
        window->workbench().editFilters({}, QStringLiteral("clear"));
        page.setFolded(true);
        QVERIFY(settle(*window));
        window->showMode(Mode::compare);
        QTest::keyClick(window.get(), Qt::Key_3);
        QVERIFY(settle(*window));
        QTest::qWait(50);
        QCOMPARE(window->mode(), Mode::graph);
        QCOMPARE(document.current(), 1);
        QCOMPARE(document.selected(), 17);
        QCOMPARE(filtersOf(*window), QStringList{QStringLiteral("type:conv")});
        const auto shown = window->view();
        QVERIFY(shown.folds == kept.folds);
        QCOMPARE(shown.colouring, kept.colouring);
        QVERIFY(qAbs(shown.graph->x - kept.graph->x) < 1 && qAbs(shown.graph->y - kept.graph->y) < 1);
        QVERIFY(qAbs(shown.graph->zoom - kept.graph->zoom) < 1e-6);

        QTest::keyClick(window.get(), Qt::Key_4);
        QVERIFY(window->statusBar()->currentMessage().contains(QStringLiteral("Alt+4")));
        window->saveTo(path);
        QVERIFY(settle(*window));
        const auto saved = openProject(path.toStdString());
        QVERIFY(saved);
        QCOMPARE(saved->savedViews.size(), std::size_t{1});
        QVERIFY(saved->savedViews[0] == document.savedViews()[0]);
        trigger(*window, "actionForgetView_3");
        QVERIFY(document.savedViews().empty());
        trigger(*window, "actionUndo");
        QCOMPARE(document.savedViews().size(), std::size_t{1});
    }

    void digitsInAFieldAreText() {
        auto window = makeWindow(kTwo);
        QVERIFY(open(*window, QStringLiteral("resnet50")));
        QVERIFY(activate(*window));
        window->showMode(Mode::graph);
        QTest::keyClick(window.get(), Qt::Key_5, Qt::AltModifier);
        auto& search = searchOf(*window);
        type(search, QStringLiteral("k=512"));
        QCOMPARE(search.text(), QStringLiteral("k=512"));
        QTest::keyClick(&search, Qt::Key_5);
        QCOMPARE(search.text(), QStringLiteral("k=5125"));
    }

    void knowsWhatIsTypedAndNotApplied() {
        auto window = makeWindow(kTwo);
        QVERIFY(open(*window, kBatchModel));
        auto& document = window->workbench().document();
        auto* batch = find<QSpinBox>(*window, QStringLiteral("bind_batch"));
        auto* note = find<QWidget>(*window, QStringLiteral("draftNote"));
        auto* discard = find<QPushButton>(*window, QStringLiteral("discardDraft"));
        const int before = batch->value();
        QVERIFY(!document.draft() && note->isHidden());
        batch->setValue(before + 7);
        QVERIFY(document.draft() && !note->isHidden());
        QVERIFY(document.draft()->symbols.at("batch") == before + 7);
        discard->click();
        QCOMPARE(batch->value(), before);
        QVERIFY(!document.draft() && note->isHidden());
        batch->setValue(before + 7);
        find<QPushButton>(*window, QStringLiteral("applyBindings"))->click();
        QVERIFY(settle(*window));
        QVERIFY(!document.draft());
        QVERIFY(document.model()->bindings.symbols.at("batch") == before + 7);
        QCOMPARE(find<QSpinBox>(*window, QStringLiteral("bind_batch"))->value(), before + 7);
    }

    void recoversWhatWasTyped() {
        const QTemporaryDir folder;
        const auto copy = folder.filePath(QStringLiteral("left.nestwright"));
        const auto path = folder.filePath(QStringLiteral("p.nestwright"));
        QString left;
        {
            auto window = makeWindow(kTwo, true);
            QVERIFY(open(*window, kBatchModel));
            window->saveTo(path);
            QVERIFY(settle(*window));
            find<QSpinBox>(*window, QStringLiteral("bind_batch"))->setValue(41);
            const QDir keeping(Autosave::usualFolder());
            QVERIFY(QTest::qWaitFor(
                [&] {
                    for (const auto& name : keeping.entryList({QStringLiteral("*.nestwright")}, QDir::Files)) {
                        left = keeping.filePath(name);
                        const auto project = openProject(left.toStdString());
                        if (project && project->draft && project->draft->symbols.at("batch") == 41) return true;
                    }
                    return false;
                },
                kPatienceMs));
            // As after a crash: the window's end would remove them.
            QVERIFY(QFile::copy(left, copy));
            QVERIFY(QFile::copy(left + QStringLiteral(".json"), copy + QStringLiteral(".json")));
            window->close();
        }
        QVERIFY(QFile::rename(copy, left));
        QVERIFY(QFile::rename(copy + QStringLiteral(".json"), left + QStringLiteral(".json")));
        auto window = makeWindow(kTwo, true);
        QTRY_VERIFY(find<QPushButton>(*window, QStringLiteral("recover_open")) != nullptr);
        find<QPushButton>(*window, QStringLiteral("recover_open"))->click();
        QVERIFY(settle(*window));
        QCOMPARE(find<QSpinBox>(*window, QStringLiteral("bind_batch"))->value(), 41);
        QVERIFY(window->workbench().document().draft());
        QVERIFY(window->workbench().document().model()->bindings != *window->workbench().document().draft());
        window->close();
    }

private:
    PrivateHome m_home;
};

} // namespace nestwright::gui

QTEST_MAIN(nestwright::gui::ViewsTest)
#include "views_test.moc"
