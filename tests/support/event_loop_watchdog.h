// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QEventLoop>
#include <QMetaEnum>
#include <QObject>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <functional>
#include <unistd.h>

namespace nestwright::test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr double kSlowdown = 8;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr double kSlowdown = 8;
#else
inline constexpr double kSlowdown = 1;
#endif
#else
inline constexpr double kSlowdown = 1;
#endif

/// A limit in milliseconds for this build: sanitizers slow a program down, which says nothing of the program.
[[nodiscard]] constexpr double budgetMs(double milliseconds) { return milliseconds * kSlowdown; }

/// What something costs at best: measured again, up to three times, while it exceeds the limit. Neighbours on the same
/// cores take no processor time away, but they draw it out by what they do to the caches.
template <class Measure>
[[nodiscard]] double atBest(double limitMs, Measure&& measure) {
    double best = measure();
    for (int more = 2; more > 0 && best >= limitMs; --more) best = std::min(best, static_cast<double>(measure()));
    return best;
}

/// Times of the calling thread, in milliseconds since some moment.
struct ThreadTimes {
    double wall = 0;
    double cpu = 0;
    double waiting = 0; ///< ready to run, while other threads had the processors
};

/// Reads the times of the thread that makes it; 0 for what the system doesn't tell.
class ThreadClock {
public:
    ThreadClock()
        : m_schedule(::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)) {}
    ~ThreadClock() {
        if (m_schedule >= 0) ::close(m_schedule);
    }
    ThreadClock(const ThreadClock&) = delete;
    ThreadClock& operator=(const ThreadClock&) = delete;

    [[nodiscard]] ThreadTimes now() const { return {read(CLOCK_MONOTONIC), cpu(), waiting()}; }
    [[nodiscard]] static double cpu() { return read(CLOCK_THREAD_CPUTIME_ID); }

private:
    [[nodiscard]] static double read(clockid_t clock) {
        timespec time{};
        ::clock_gettime(clock, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
    }
    [[nodiscard]] double waiting() const {
        char text[96] = {};
        if (m_schedule < 0 || ::pread(m_schedule, text, sizeof text - 1, 0) <= 0) return 0;
        unsigned long long running = 0;
        unsigned long long waiting = 0;
        return std::sscanf(text, "%llu %llu", &running, &waiting) == 2 ? static_cast<double>(waiting) * 1e-6 : 0;
    }

    int m_schedule;
};

/// What the GUI thread did between two turns of its event loop, in milliseconds.
struct LoopTurn {
    double wall = 0;
    double cpu = 0;  ///< processor time of the thread: what its handlers computed. The figure to assert on.
    double own = 0;  ///< wall less the time spent waiting for a processor: holds locks, sleeps and files as well
    QString culprit; ///< receiver and type of the event that took most of it
};

/// Measures how long the event loop of this thread is away. A timer of 1 ms marks the turns, so whatever happens
/// between two of them counts, be it one slow handler or many. While it lives it watches; a test asserts on
/// `busiest().cpu` (independent of what else the machine does), or on `longest().own` to find handlers that wait.
///
///     EventLoopWatchdog watchdog;
///     ...                          // drive the window; call spin(), spinUntil() or QTest::qWait()
///     QVERIFY2(watchdog.busiest().cpu < budgetMs(50), watchdog.report());
///
/// QTest::qWait() and QTRY_VERIFY() sleep 10 ms between turns, which shows in `own` and `wall`, not in `cpu`. Heavy
/// work of the test itself counts too: put restart() after it.
class EventLoopWatchdog : public QObject {
public:
    EventLoopWatchdog() {
        QCoreApplication::instance()->installEventFilter(this);
        restart();
        m_timer = startTimer(1, Qt::PreciseTimer);
    }

    /// Forgets what was measured; the time up to now belongs to nobody.
    void restart() {
        m_turns = 0;
        m_busiest = m_longest = {};
        begin();
    }

    /// Ends the present turn here: for work that a test calls itself, outside the loop.
    void mark() { endTurn(); }

    [[nodiscard]] int turns() const { return m_turns; }
    /// The turn with most processor time.
    [[nodiscard]] const LoopTurn& busiest() const { return m_busiest; }
    /// The turn that lasted longest by its own doing.
    [[nodiscard]] const LoopTurn& longest() const { return m_longest; }

    /// Both in words; valid until the next call.
    [[nodiscard]] const char* report() {
        const auto text = [](const LoopTurn& turn) {
            return QStringLiteral("%1 ms of processor, %2 ms of its own, %3 ms by the wall (%4)")
                .arg(turn.cpu, 0, 'f', 1)
                .arg(turn.own, 0, 'f', 1)
                .arg(turn.wall, 0, 'f', 1)
                .arg(turn.culprit.isEmpty() ? QStringLiteral("no event") : turn.culprit);
        };
        m_report = QStringLiteral("%1 turns; busiest %2; longest %3")
                       .arg(m_turns)
                       .arg(text(m_busiest), text(m_longest))
                       .toUtf8();
        return m_report.constData();
    }

    /// Runs the event loop as the program does, without the naps of QTest::qWait().
    static void spin(int milliseconds) {
        QEventLoop loop;
        QTimer::singleShot(milliseconds, Qt::PreciseTimer, &loop, &QEventLoop::quit);
        loop.exec();
    }

    /// Runs the event loop until the condition holds; false when it still doesn't after the time.
    static bool spinUntil(const std::function<bool()>& isDone, int milliseconds) {
        QElapsedTimer clock;
        clock.start();
        while (!isDone()) {
            if (clock.elapsed() > milliseconds) return false;
            spin(5);
        }
        return true;
    }

    /// Processor time in milliseconds of one step that a test takes itself, such as a synthetic mouse move with the
    /// painting that follows.
    template <class Step>
    [[nodiscard]] static double cpuOf(Step&& step) {
        const double start = ThreadClock::cpu();
        step();
        return ThreadClock::cpu() - start;
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == this) return false;
        closeEvent();
        m_receiver = QString::fromLatin1(watched->metaObject()->className());
        if (!watched->objectName().isEmpty()) m_receiver += QLatin1Char(' ') + watched->objectName();
        m_type = event->type();
        return false;
    }

    void timerEvent(QTimerEvent* event) override {
        if (event->timerId() == m_timer) endTurn();
    }

private:
    void begin() {
        m_start = m_clock.now();
        m_eventStart = m_start.cpu;
        m_worst = 0;
        m_culprit.clear();
        m_receiver.clear();
    }

    void closeEvent() {
        const double now = ThreadClock::cpu();
        if (!m_receiver.isEmpty() && now - m_eventStart > m_worst) {
            m_worst = now - m_eventStart;
            const auto* name = QMetaEnum::fromType<QEvent::Type>().valueToKey(m_type);
            m_culprit = m_receiver + QLatin1Char(' ') +
                        (name != nullptr ? QString::fromLatin1(name) : QString::number(static_cast<int>(m_type)));
        }
        m_eventStart = now;
    }

    void endTurn() {
        closeEvent();
        const auto end = m_clock.now();
        LoopTurn turn;
        turn.wall = end.wall - m_start.wall;
        turn.cpu = end.cpu - m_start.cpu;
        turn.own = turn.wall - (end.waiting - m_start.waiting);
        turn.culprit = m_culprit;
        ++m_turns;
        if (turn.cpu > m_busiest.cpu) m_busiest = turn;
        if (turn.own > m_longest.own) m_longest = turn;
        begin();
    }

    ThreadClock m_clock;
    ThreadTimes m_start;
    int m_timer = 0;
    int m_turns = 0;
    LoopTurn m_busiest;
    LoopTurn m_longest;
    double m_eventStart = 0;
    double m_worst = 0;
    QString m_culprit;
    QString m_receiver;
    QEvent::Type m_type = QEvent::None;
    QByteArray m_report;
};

} // namespace nestwright::test
