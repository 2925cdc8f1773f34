// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/event_loop_watchdog.h"

#include <QTest>
#include <QThread>

namespace nestwright::test {

namespace {

constexpr double kHandlerMs = 60;

void compute(double milliseconds) {
    const double start = ThreadClock::cpu();
    while (ThreadClock::cpu() - start < milliseconds) {
    }
}

/// Does something whenever it gets an event of its own.
class Receiver : public QObject {
public:
    explicit Receiver(std::function<void()> work)
        : m_work(std::move(work)) {
        setObjectName(QStringLiteral("slowOne"));
    }

protected:
    void customEvent(QEvent*) override { m_work(); }

private:
    std::function<void()> m_work;
};

void send(Receiver& receiver) { QCoreApplication::postEvent(&receiver, new QEvent(QEvent::User)); }

} // namespace

class EventLoopWatchdogTest : public QObject {
    Q_OBJECT

private slots:
    void seesAnIdleLoop() {
        EventLoopWatchdog watchdog;
        EventLoopWatchdog::spin(100);
        QVERIFY2(watchdog.turns() > 5, watchdog.report());
        QVERIFY2(watchdog.busiest().cpu < kHandlerMs / 2, watchdog.report());
    }

    void seesAHandlerThatComputes() {
        Receiver receiver([] { compute(kHandlerMs); });
        EventLoopWatchdog watchdog;
        send(receiver);
        EventLoopWatchdog::spin(20);
        QVERIFY2(watchdog.busiest().cpu >= kHandlerMs, watchdog.report());
        QVERIFY2(watchdog.busiest().culprit.contains(QStringLiteral("slowOne User")), watchdog.report());
        watchdog.restart();
        EventLoopWatchdog::spin(20);
        QVERIFY2(watchdog.busiest().cpu < kHandlerMs / 2, watchdog.report());
    }

    void seesAHandlerThatSleeps() {
        Receiver receiver([] { QThread::msleep(static_cast<unsigned long>(kHandlerMs)); });
        EventLoopWatchdog watchdog;
        send(receiver);
        EventLoopWatchdog::spin(20);
        QVERIFY2(watchdog.longest().own >= kHandlerMs - 1, watchdog.report());
        QVERIFY2(watchdog.longest().wall >= kHandlerMs - 1, watchdog.report());
        QVERIFY2(watchdog.busiest().cpu < kHandlerMs / 2, watchdog.report());
    }

    void addsUpManySmallHandlers() {
        Receiver receiver([] { compute(kHandlerMs / 6); });
        EventLoopWatchdog watchdog;
        for (int i = 0; i < 6; ++i) send(receiver);
        EventLoopWatchdog::spin(20);
        QVERIFY2(watchdog.busiest().cpu >= kHandlerMs, watchdog.report());
    }

    void measuresAStep() {
        QVERIFY(EventLoopWatchdog::cpuOf([] { compute(10); }) >= 10);
    }

    void waitsForACondition() {
        int count = 0;
        QVERIFY(EventLoopWatchdog::spinUntil([&] { return ++count > 3; }, 10'000));
        QVERIFY(!EventLoopWatchdog::spinUntil([] { return false; }, 10));
    }
};

} // namespace nestwright::test

QTEST_GUILESS_MAIN(nestwright::test::EventLoopWatchdogTest)
#include "event_loop_watchdog_test.moc"
