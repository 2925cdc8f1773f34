// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <QDateTime>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QLockFile;

namespace nestwright::gui {

/// Work that a window left behind when it ended without being closed.
struct LeftWork {
    QString file;        ///< the autosaved project
    QString projectPath; ///< of the project it belongs to; empty: it was never saved
    QString title;
    QDateTime time;
};

/// Keeps a copy of what is open in the application's data folder, so that a crash loses seconds. Each window has a file
/// of its own with a lock beside it that names its process: a file whose process is gone is left work, and whoever
/// finds it holds its lock until it is taken or discarded.
class Autosave : public QObject {
    Q_OBJECT

public:
    /// What is open now, which is kept once it is modified; nothing where nothing is open.
    struct Content {
        Project project;
        QString projectPath;
        QString title;
        bool isModified = false;
    };
    using Snapshot = std::function<std::optional<Content>()>;

    Autosave(QString folder, Snapshot snapshot, QObject* parent = nullptr);
    ~Autosave() override;

    /// Something changed: it is written after two quiet seconds, or after ten.
    void touch();
    /// Nothing needs to be kept any more: the file goes.
    void discard();

    /// Left work that no window has taken, newest first; from now on it is this window's to decide on.
    [[nodiscard]] std::vector<LeftWork> findLeftWork();
    /// Removes left work for good.
    void removeLeftWork(const QString& file);

    [[nodiscard]] static QString usualFolder();

signals:
    void written();
    void failed(const QString& error);

private:
    void write();
    [[nodiscard]] bool takeFile();

    QString m_folder;
    Snapshot m_snapshot;
    QTimer m_quiet;
    QTimer m_latest;
    QString m_file;
    std::unique_ptr<QLockFile> m_lock;
    struct Claim {
        QString file;
        std::unique_ptr<QLockFile> lock;
    };
    std::vector<Claim> m_claims;
    bool m_isWriting = false;
    bool m_isTouched = false;
    int m_generation = 0;
    QThreadPool m_pool;
};

} // namespace nestwright::gui
