// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/report_preview.h"
#include "app/gui/start_page.h"
#include "app/gui/style.h"
#include "tests/support/layout_check.h"
#include "tests/support/window_helpers.h"

#include <QApplication>
#include <QDebug>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QTest>
#include <QToolButton>
#include <QTranslator>

#include "translations/translator.h"
#include <algorithm>

namespace nestwright::gui {

namespace {

constexpr int kSettleMs = 2'000;
constexpr QSize kSmallest(1280, 800);

/// The operator that takes longest among those with or without a mapping.
OperatorId slowest(MainWindow& window, bool isMapped) {
    const auto& rows = window.workbench().document().rows();
    const auto time = [&](const OperatorRow& row) { return row.mfu.has_value() == isMapped ? row.seconds : -1; };
    const auto found =
        std::max_element(rows.begin(), rows.end(), [&](const auto& a, const auto& b) { return time(a) < time(b); });
    return found == rows.end() ? kNoOperator : found->id;
}

/// Layouts and delayed work come to rest.
void rest(MainWindow& window) {
    QCoreApplication::processEvents();
    const auto* preview = window.findChild<ReportPreview*>();
    if (window.mode() == Mode::report && window.workbench().document().model()) {
        QVERIFY(
            QTest::qWaitFor([&] { return !window.workbench().jobs().isBusy() && preview->isDrawn(); }, kPatienceMs));
    }
    QTest::qWait(30);
    QVERIFY(settle(window));
    window.repaint();
}

void lookAt(MainWindow& window, Mode mode, const QString& state, QStringList& faults) {
    window.showMode(mode);
    rest(window);
    for (const auto& fault : test::layoutFaults(window)) {
        faults << state + QStringLiteral(", ") + keyOf(mode) + QStringLiteral(": ") + fault;
    }
}

void walk(MainWindow& window, const QString& state, QStringList& faults) {
    for (const auto mode : kAllModes) lookAt(window, mode, state, faults);
}

/// With a search, and with some of it kept as filters.
void walkThroughSearches(MainWindow& window, QStringList& faults) {
    auto* search = find<QLineEdit>(window, "graphSearch");
    const auto* count = find<QLabel>(window, "graphMatches");
    search->setText(QStringLiteral("type:conv"));
    QTRY_VERIFY(count->text().contains(QStringLiteral("53")));
    lookAt(window, Mode::graph, QStringLiteral("searching"), faults);
    for (const auto* filter : {"type:conv", "stall<101%", "share>0.0001%", "branch2", "k=64"}) {
        search->setText(QLatin1String(filter));
        find<QToolButton>(window, "graphKeepFilter")->click();
    }
    search->setText(QStringLiteral("r=3"));
    QTRY_VERIFY(count->isVisible() && !count->text().contains(QStringLiteral("53")));
    lookAt(window, Mode::graph, QStringLiteral("searching with filters"), faults);
    search->clear();
    window.workbench().editFilters({}, {});
}

/// Qt Test cuts long messages: each fault gets a line of its own.
bool isFree(const QStringList& faults) {
    for (const auto& fault : faults) qWarning().noquote() << fault;
    return faults.isEmpty();
}

} // namespace

/// Walks through every mode of the window in its smallest size and fails on texts cut short and widgets that overlap.
class WalkTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { translations::install(*qApp, QLocale::c()); }

    void everyMode_data() {
        QTest::addColumn<bool>("isPseudo");
        QTest::addColumn<bool>("isDark");
        QTest::newRow("English, light") << false << false;
        QTest::newRow("English, dark") << false << true;
        QTest::newRow("pseudo-locale, light") << true << false;
        QTest::newRow("pseudo-locale, dark") << true << true;
    }

    void everyMode() {
        QFETCH(bool, isPseudo);
        QFETCH(bool, isDark);
        QTranslator translator;
        if (isPseudo) {
#ifdef NESTWRIGHT_PSEUDO_LOCALE
            QVERIFY(translator.load(QStringLiteral(NESTWRIGHT_PSEUDO_LOCALE)));
            QCoreApplication::installTranslator(&translator);
#else
            QSKIP("built without Python, which makes the pseudo-locale");
#endif
        }
        applyTheme(*qApp, isDark ? Theme::dark : Theme::light);
        MainWindow window(false);
        window.setFixedSize(kSmallest);
        window.show();
        QStringList faults;

        walk(window, QStringLiteral("start page"), faults);
        auto& workbench = window.workbench();
        window.openModel(QStringLiteral("resnet50"));
        QVERIFY(settle(window));
        QVERIFY(workbench.document().model());
        walk(window, QStringLiteral("no accelerator"), faults);

        workbench.startWithAccelerators(
            {QStringLiteral("a100-80-sxm"), QStringLiteral("gemmini"), QStringLiteral("jetson-agx-orin")});
        walkWhilePlanning(window, faults);
        QVERIFY(settle(window));
        walk(window, QStringLiteral("nothing selected"), faults);
        workbench.document().select(slowest(window, true));
        walk(window, QStringLiteral("convolution selected"), faults);
        walkThroughSearches(window, faults);
        workbench.document().select(slowest(window, false));
        walk(window, QStringLiteral("vector operator selected"), faults);

        workbench.document().clearPlans();
        workbench.document().setPlanFailure("a100-80-sxm", QStringLiteral("Something that the model needs is absent."));
        walk(window, QStringLiteral("failed plan"), faults);
        QVERIFY2(isFree(faults), "see the warnings above");
    }

    void aLargeWindow() {
        applyTheme(*qApp, Theme::light);
        MainWindow window(false);
        window.setFixedSize(2560, 1440);
        window.workbench().startWithAccelerators({QStringLiteral("a100-80-sxm"), QStringLiteral("h100-sxm")});
        window.openModel(QStringLiteral("resnet50"));
        window.show();
        QVERIFY(settle(window));
        window.workbench().document().select(slowest(window, true));
        QStringList faults;
        for (const auto mode : kAllModes) {
            window.showMode(mode);
            rest(window);
            for (const auto* area : window.findChildren<QScrollArea*>()) {
                const bool isSeen = area->isVisible() && area->widget() != nullptr;
                if (isSeen && area->widget()->width() > area->viewport()->width()) {
                    faults << keyOf(mode) + QStringLiteral(": wider than its page");
                }
            }
            for (const auto& fault : test::layoutFaults(window)) faults << keyOf(mode) + QStringLiteral(": ") + fault;
        }
        QVERIFY2(isFree(faults), "see the warnings above");
    }

    void decodeOfALanguageModel() {
        applyTheme(*qApp, Theme::light);
        MainWindow window(false);
        window.setFixedSize(kSmallest);
        window.show();
        window.workbench().startWithAccelerators({QStringLiteral("h100-sxm"), QStringLiteral("l4")});
        const auto all = samples();
        const auto sample =
            std::find_if(all.begin(), all.end(), [](const auto& s) { return s.id == QStringLiteral("llama3-8b"); });
        QVERIFY(sample != all.end());
        window.openModel(sample->id, sample->bindings);
        QVERIFY(settle(window));
        window.workbench().document().select(slowest(window, true));
        QStringList faults;
        walk(window, QStringLiteral("decode"), faults);
        QVERIFY2(isFree(faults), "see the warnings above");
    }

private:
    static void walkWhilePlanning(MainWindow& window, QStringList& faults) {
        // One mode suffices where planning is over before the walk.
        for (const auto mode : {Mode::mapping, Mode::tradeoffs, Mode::compare}) {
            if (!window.workbench().jobs().isBusy()) return;
            window.showMode(mode);
            // Layouts come to rest late while planning has the processors: what stays is a fault.
            QStringList left;
            static_cast<void>(QTest::qWaitFor(
                [&] {
                    left = test::layoutFaults(window);
                    return left.isEmpty();
                },
                kSettleMs));
            for (const auto& fault : left) {
                faults << QStringLiteral("planning, ") + keyOf(mode) + QStringLiteral(": ") + fault;
            }
        }
    }
};

} // namespace nestwright::gui

QTEST_MAIN(nestwright::gui::WalkTest)
#include "walk_test.moc"
