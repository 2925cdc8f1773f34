// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/quick_list.h"
#include "app/gui/selection_history.h"
#include "app/gui/style.h"
#include "tests/support/event_loop_watchdog.h"
#include "tests/support/window_helpers.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QLineEdit>
#include <QListView>
#include <QTableWidget>

#include "translations/translator.h"

namespace nestwright::gui {

namespace {
const QStringList kOne{QStringLiteral("a100-80-sxm")};

void trigger(MainWindow& window, const char* action) { find<QAction>(window, QLatin1String(action))->trigger(); }
} // namespace

/// Ways through the window by the keyboard.
class NavigationTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        translations::install(*qApp, QLocale::c());
        applyTheme(*qApp, Theme::light);
    }

    void goesBackAndForth() {
        auto window = makeWindow(kOne);
        QVERIFY(open(*window, QStringLiteral("resnet50")));
        auto& document = window->workbench().document();
        const auto* back = find<QAction>(*window, QStringLiteral("actionBack"));
        const auto* forward = find<QAction>(*window, QStringLiteral("actionForward"));
        QVERIFY(!back->isEnabled() && !forward->isEnabled());
        for (const int id : {3, 3, 8, 20}) document.select(id);
        trigger(*window, "actionBack");
        QCOMPARE(document.selected(), 8);
        trigger(*window, "actionBack");
        QCOMPARE(document.selected(), 3);
        QVERIFY(!back->isEnabled() && forward->isEnabled());
        trigger(*window, "actionForward");
        QCOMPARE(document.selected(), 8);
        document.select(5);
        QVERIFY(!forward->isEnabled());
        trigger(*window, "actionBack");
        QCOMPARE(document.selected(), 8);
        QVERIFY(open(*window, QStringLiteral("bert-base")));
        QVERIFY(!back->isEnabled());
    }

    void findsAnOperatorByTyping() {
        auto window = makeWindow(kOne);
        QVERIFY(open(*window, QStringLiteral("resnet50")));
        trigger(*window, "actionGoToOperator");
        auto* field = find<QLineEdit>(*window, QStringLiteral("quickField"));
        QVERIFY(field->isVisible());
        const auto& wanted = window->workbench().document().rows()[40];
        field->setText(wanted.name);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(window->workbench().document().selected(), wanted.id);
        QVERIFY(!field->isVisible());
    }

    void findsACommandByTyping() {
        auto window = makeWindow(kOne);
        QVERIFY(open(*window, QStringLiteral("resnet50")));
        trigger(*window, "actionPalette");
        auto* field = find<QLineEdit>(*window, QStringLiteral("quickField"));
        auto* items = find<QListView>(*window, QStringLiteral("quickItems"));
        QTest::keyClicks(field, QStringLiteral("trade"));
        QCOMPARE(items->model()->index(0, 0).data().toString(), QStringLiteral("Trade-offs"));
        QCOMPARE(items->model()->index(0, 0).data(QuickListModel::HintRole).toString(), QStringLiteral("Ctrl+3"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(window->mode(), Mode::tradeoffs);

        trigger(*window, "actionPalette");
        QTest::keyClick(field, Qt::Key_Down);
        QCOMPARE(items->currentIndex().row(), 1);
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!field->isVisible());
        QCOMPARE(window->mode(), Mode::tradeoffs);
    }

    void listsItsKeys() {
        auto window = makeWindow(kOne);
        trigger(*window, "actionKeys");
        auto* sheet = window->findChild<QDialog*>(QStringLiteral("keySheet"));
        QVERIFY(sheet != nullptr && sheet->isVisible() && !sheet->isModal());
        const auto* table = sheet->findChild<QTableWidget*>(QStringLiteral("keyTable"));
        QStringList keys;
        for (int row = 0; row < table->rowCount(); ++row) keys << table->item(row, 1)->text();
        for (const auto* key : {"Ctrl+O", "Ctrl+S", "Ctrl+P", "Ctrl+Shift+P", "Alt+Left", "Ctrl+F", "F5"}) {
            QVERIFY2(keys.contains(QLatin1String(key)), key);
        }
    }

    void everyShortcutIsUsedOnce() {
        auto window = makeWindow(kOne);
        QStringList seen;
        for (const auto* action : window->findChildren<QAction*>()) {
            for (const auto& shortcut : action->shortcuts()) {
                const auto text = shortcut.toString();
                QVERIFY2(!seen.contains(text), qPrintable(text + QLatin1Char(' ') + action->text()));
                seen << text;
            }
        }
    }

    void filtersManyItemsAtOnce() {
        QuickListModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        std::vector<QuickItem> items;
        for (int i = 0; i < 100'000; ++i) {
            items.push_back({QStringLiteral("layers.%1.attention").arg(i), QStringLiteral("MatMul"), i});
        }
        model.setItems(std::move(items));
        const double ms = test::EventLoopWatchdog::cpuOf([&] { model.setFilter(QStringLiteral("99 atten matmul")); });
        QVERIFY2(ms < test::budgetMs(50), qPrintable(QString::number(ms)));
        QVERIFY(model.rowCount() > 100 && model.rowCount() <= 500);
        for (int row = 0; row < model.rowCount(); ++row) {
            QVERIFY(model.index(row, 0).data().toString().contains(QStringLiteral("99")));
        }
        model.setFilter(QStringLiteral("nothing like it"));
        QCOMPARE(model.rowCount(), 0);
        model.setItems({});
    }
};

} // namespace nestwright::gui

QTEST_MAIN(nestwright::gui::NavigationTest)
#include "navigation_test.moc"
