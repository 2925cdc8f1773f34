// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/autosave.h"

#include "app/gui/project_io.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>

namespace nestwright::gui {

namespace {

constexpr int kQuietMs = 2'000;
constexpr int kLatestMs = 10'000;
const QString kNoteSuffix = QStringLiteral(".json");

QString lockOf(const QString& file) { return file + QStringLiteral(".lock"); }
QString noteFileOf(const QString& file) { return file + kNoteSuffix; }

std::unique_ptr<QLockFile> lockFor(const QString& file) {
    auto lock = std::make_unique<QLockFile>(lockOf(file));
    // A window may stay open for days: only the end of its process makes its lock stale.
    lock->setStaleLockTime(0);
    return lock;
}

void removeFiles(const QString& file) {
    QFile::remove(file);
    QFile::remove(noteFileOf(file));
}

/// A few words beside the project, so that nobody has to read it all to offer it.
void writeNote(const QString& file, const QString& projectPath, const QString& title, bool isModified) {
    const QJsonObject note{{QStringLiteral("path"), projectPath},
                           {QStringLiteral("title"), title},
                           {QStringLiteral("modified"), isModified}};
    QSaveFile out(noteFileOf(file));
    if (!out.open(QIODevice::WriteOnly)) return;
    out.write(QJsonDocument(note).toJson(QJsonDocument::Compact));
    out.commit();
}

QJsonObject readNote(const QString& file) {
    QFile in(noteFileOf(file));
    return in.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(in.readAll()).object() : QJsonObject();
}

} // namespace

QString Autosave::usualFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + QStringLiteral("/autosave");
}

Autosave::Autosave(QString folder, Snapshot snapshot, QObject* parent)
    : QObject(parent)
    , m_folder(std::move(folder))
    , m_snapshot(std::move(snapshot)) {
    m_pool.setMaxThreadCount(1);
    m_quiet.setSingleShot(true);
    m_quiet.setInterval(kQuietMs);
    m_latest.setSingleShot(true);
    m_latest.setInterval(kLatestMs);
    connect(&m_quiet, &QTimer::timeout, this, &Autosave::write);
    connect(&m_latest, &QTimer::timeout, this, &Autosave::write);
}

Autosave::~Autosave() { discard(); }

void Autosave::touch() {
    m_isTouched = true;
    m_quiet.start();
    if (!m_latest.isActive()) m_latest.start();
}

void Autosave::discard() {
    m_quiet.stop();
    m_latest.stop();
    m_isTouched = false;
    ++m_generation;
    m_pool.waitForDone();
    m_isWriting = false;
    if (!m_file.isEmpty()) removeFiles(m_file);
    m_file.clear();
    m_lock.reset();
}

bool Autosave::takeFile() {
    if (!m_file.isEmpty()) return true;
    if (!QDir().mkpath(m_folder)) {
        emit failed(tr("%1: the folder can't be made, so there is no automatic copy of your work.").arg(m_folder));
        return false;
    }
    const auto file = QStringLiteral("%1/%2%3").arg(m_folder, QUuid::createUuid().toString(QUuid::WithoutBraces),
                                                    QLatin1String(kProjectSuffix));
    auto lock = lockFor(file);
    if (!lock->tryLock(0)) {
        emit failed(tr("%1: the folder can't be written, so there is no automatic copy of your work.").arg(m_folder));
        return false;
    }
    m_file = file;
    m_lock = std::move(lock);
    return true;
}

void Autosave::write() {
    m_quiet.stop();
    m_latest.stop();
    if (m_isWriting || !m_isTouched) return;
    auto content = m_snapshot();
    m_isTouched = false;
    // Without an edit there is nothing that a crash could take.
    if (!content || !content->isModified) return discard();
    if (!takeFile()) return;
    m_isWriting = true;
    m_pool.start([this, generation = m_generation, file = m_file, content = std::move(*content)] {
        // The note first: a project without it would not know where it belongs.
        writeNote(file, content.projectPath, content.title, content.isModified);
        const auto result = writeProjectFile(file, content.project);
        const auto error = result ? QString() : QString::fromStdString(result.error().text());
        QMetaObject::invokeMethod(
            this,
            [this, generation, error] {
                if (generation != m_generation) return;
                m_isWriting = false;
                if (error.isEmpty()) {
                    emit written();
                } else {
                    emit failed(error);
                }
                if (m_isTouched) touch();
            },
            Qt::QueuedConnection);
    });
}

std::vector<LeftWork> Autosave::findLeftWork() {
    std::vector<LeftWork> found;
    const QDir folder(m_folder);
    const auto pattern = QStringLiteral("*") + QLatin1String(kProjectSuffix);
    for (const auto& info : folder.entryInfoList({pattern}, QDir::Files, QDir::Time)) {
        const auto file = info.absoluteFilePath();
        if (file == m_file) continue;
        auto lock = lockFor(file);
        if (!lock->tryLock(0)) continue;
        const auto note = readNote(file);
        const auto path = note.value(QStringLiteral("path")).toString();
        // Without changes there is nothing to bring back.
        if (!note.value(QStringLiteral("modified")).toBool(true)) {
            removeFiles(file);
            continue;
        }
        found.push_back({file, path, note.value(QStringLiteral("title")).toString(), info.lastModified()});
        m_claims.push_back({file, std::move(lock)});
    }
    return found;
}

void Autosave::removeLeftWork(const QString& file) {
    removeFiles(file);
    const auto isIt = [&](const Claim& claim) { return claim.file == file; };
    m_claims.erase(std::remove_if(m_claims.begin(), m_claims.end(), isIt), m_claims.end());
}

} // namespace nestwright::gui
