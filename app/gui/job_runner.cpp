// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/job_runner.h"

#include "widgets/base/translate.h"

#include <exception>

namespace nestwright::gui {

namespace {
constexpr int kProgressIntervalMs = 50;
}

JobRunner::JobRunner(QObject* parent)
    : QObject(parent) {
    m_pool.setMaxThreadCount(2);
    m_timer.setInterval(kProgressIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &JobRunner::reportProgress);
}

JobRunner::~JobRunner() {
    cancelAll();
    m_pool.waitForDone();
}

void JobRunner::cancelAll() {
    for (const auto& [channel, job] : m_jobs) job.cancel.cancel();
}

void JobRunner::drop(Channel channel) {
    const auto found = m_jobs.find(channel);
    if (found == m_jobs.end()) return;
    found->second.cancel.cancel();
    m_jobs.erase(found);
    if (m_jobs.empty()) {
        m_timer.stop();
        emit busyChanged(false);
    }
}

void JobRunner::start(Channel channel, const QString& title, std::function<void(const WorkContext&)> work,
                      std::function<void()> done) {
    const bool wasBusy = isBusy();
    if (const auto old = m_jobs.find(channel); old != m_jobs.end()) old->second.cancel.cancel();
    const auto generation = ++m_lastGeneration;
    Job job{generation, title, {}, std::make_shared<Progress>()};
    WorkContext context;
    context.cancel = job.cancel;
    context.progress = [progress = job.progress](double fraction, const Message& step) {
        const std::lock_guard lock(progress->mutex);
        progress->fraction = fraction;
        progress->step = step;
    };
    m_jobs.insert_or_assign(channel, std::move(job));
    m_timer.start();
    if (!wasBusy) emit busyChanged(true);
    m_pool.start([this, channel, generation, context, work = std::move(work), done = std::move(done)] {
        QString failure;
        try {
            work(context);
        } catch (const std::exception& exception) {
            failure = QString::fromLocal8Bit(exception.what());
        }
        QMetaObject::invokeMethod(
            this, [this, channel, generation, failure, done] { finish(channel, generation, failure, done); },
            Qt::QueuedConnection);
    });
}

void JobRunner::finish(Channel channel, quint64 generation, const QString& failure, const std::function<void()>& done) {
    const auto found = m_jobs.find(channel);
    if (found == m_jobs.end() || found->second.generation != generation) return;
    const auto title = found->second.title;
    m_jobs.erase(found);
    if (failure.isEmpty()) {
        done();
    } else {
        emit jobFailed(title, failure);
    }
    if (!m_jobs.empty()) return;
    m_timer.stop();
    emit busyChanged(false);
}

void JobRunner::reportProgress() {
    if (m_jobs.empty()) return;
    const auto& job = m_jobs.begin()->second;
    double fraction = 0;
    Message step;
    {
        const std::lock_guard lock(job.progress->mutex);
        fraction = job.progress->fraction;
        step = job.progress->step;
    }
    const auto text = step.empty() ? job.title : job.title + QStringLiteral(": ") + translated(step);
    emit progressed(fraction, text);
}

} // namespace nestwright::gui
