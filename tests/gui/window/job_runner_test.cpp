// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/job_runner.h"

#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>
#include <stdexcept>

namespace nestwright::gui {

namespace {

/// Work that ends when it is cancelled.
int untilCancelled(const WorkContext& work) {
    while (!work.cancel.isCancelled()) QThread::msleep(1);
    return 1;
}

} // namespace

class JobRunnerTest : public QObject {
    Q_OBJECT

private slots:
    void handsOverTheResultOnThisThread() {
        JobRunner runner;
        QSignalSpy busy(&runner, &JobRunner::busyChanged);
        int result = 0;
        runner.run<int>(
            JobRunner::Channel::plan, QStringLiteral("sum"), [](const WorkContext&) { return 42; },
            [&](int value) {
                QCOMPARE(QThread::currentThread(), thread());
                result = value;
            });
        QVERIFY(runner.isBusy());
        QTRY_COMPARE(result, 42);
        QVERIFY(!runner.isBusy());
        QCOMPARE(busy.count(), 2);
    }

    void dropsTheLateResultOfAReplacedJob() {
        JobRunner runner;
        QStringList heard;
        runner.run<int>(JobRunner::Channel::plan, QStringLiteral("old"), untilCancelled,
                        [&](int) { heard << QStringLiteral("old"); });
        runner.run<int>(
            JobRunner::Channel::plan, QStringLiteral("new"), [](const WorkContext&) { return 2; },
            [&](int) { heard << QStringLiteral("new"); });
        QTRY_VERIFY(!runner.isBusy());
        QTest::qWait(20);
        QCOMPARE(heard, QStringList{QStringLiteral("new")});
    }

    void channelsDoNotDisturbEachOther() {
        JobRunner runner;
        std::atomic<bool> isStarted{false};
        bool isPlanDone = false;
        runner.run<int>(
            JobRunner::Channel::plan, QStringLiteral("plan"),
            [&](const WorkContext& work) {
                isStarted = true;
                return untilCancelled(work);
            },
            [&](int) { isPlanDone = true; });
        QTRY_VERIFY(isStarted.load());
        bool isReportDone = false;
        runner.run<int>(
            JobRunner::Channel::report, QStringLiteral("report"), [](const WorkContext&) { return 0; },
            [&](int) { isReportDone = true; });
        QTRY_VERIFY(isReportDone);
        QVERIFY(!isPlanDone);
        runner.cancelAll();
        QTRY_VERIFY(isPlanDone);
    }

    void tellsOfAnException() {
        JobRunner runner;
        const QSignalSpy failed(&runner, &JobRunner::jobFailed);
        runner.run<int>(
            JobRunner::Channel::open, QStringLiteral("open"),
            [](const WorkContext&) -> int { throw std::runtime_error("out of words"); },
            [](int) { QFAIL("no result"); });
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(failed.first().at(1).toString(), QStringLiteral("out of words"));
        QVERIFY(!runner.isBusy());
    }

    void goesAwayWhileAJobRuns() {
        bool isHeard = false;
        {
            JobRunner runner;
            runner.run<int>(JobRunner::Channel::plan, QStringLiteral("plan"), untilCancelled,
                            [&](int) { isHeard = true; });
        }
        QTest::qWait(20);
        QVERIFY(!isHeard);
    }

    void reportsProgress() {
        JobRunner runner;
        const QSignalSpy progressed(&runner, &JobRunner::progressed);
        runner.run<int>(
            JobRunner::Channel::plan, QStringLiteral("Planning"),
            [](const WorkContext& work) {
                work.report(0.5, {});
                return untilCancelled(work);
            },
            [](int) {});
        QTRY_VERIFY(!progressed.isEmpty() && progressed.last().at(0).toDouble() == 0.5);
        runner.cancelAll();
        QTRY_VERIFY(!runner.isBusy());
    }
};

} // namespace nestwright::gui

QTEST_GUILESS_MAIN(nestwright::gui::JobRunnerTest)
#include "job_runner_test.moc"
