// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace nestwright::gui {

/// Runs long work off the GUI thread. Each channel has one current job: a newer one cancels and replaces it, and a late
/// result of a replaced job is dropped. Results arrive on the GUI thread. Deleting the runner cancels and waits.
class JobRunner : public QObject {
    Q_OBJECT

public:
    enum class Channel { open, plan, report, save, layout, exporting };

    explicit JobRunner(QObject* parent = nullptr);
    ~JobRunner() override;

    template <class T>
    void run(Channel channel, const QString& title, std::function<T(const WorkContext&)> work,
             std::function<void(T)> done) {
        auto result = std::make_shared<std::optional<T>>();
        start(
            channel, title, [result, work](const WorkContext& context) { result->emplace(work(context)); },
            [result, done] { done(std::move(**result)); });
    }

    /// Asks every current job to stop; their results still arrive.
    void cancelAll();
    /// Drops the current job of a channel: nothing of it arrives any more.
    void drop(Channel channel);
    [[nodiscard]] bool isBusy() const { return !m_jobs.empty(); }
    [[nodiscard]] bool isRunning(Channel channel) const { return m_jobs.contains(channel); }

signals:
    void busyChanged(bool isBusy);
    void progressed(double fraction, const QString& step);
    /// A job ended by an exception: out of memory, or a broken promise inside the program.
    void jobFailed(const QString& title, const QString& reason);

private:
    struct Progress {
        std::mutex mutex;
        double fraction = 0;
        Message step;
    };
    struct Job {
        quint64 generation = 0;
        QString title;
        CancelToken cancel;
        std::shared_ptr<Progress> progress;
    };

    void start(Channel channel, const QString& title, std::function<void(const WorkContext&)> work,
               std::function<void()> done);
    void finish(Channel channel, quint64 generation, const QString& failure, const std::function<void()>& done);
    void reportProgress();

    QThreadPool m_pool;
    QTimer m_timer;
    std::map<Channel, Job> m_jobs;
    quint64 m_lastGeneration = 0;
};

} // namespace nestwright::gui
