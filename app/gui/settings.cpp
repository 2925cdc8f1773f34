// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/settings.h"

#include <QSettings>

namespace nestwright::gui {

namespace {
constexpr int kRecentFiles = 10;
const QString kRecentKey = QStringLiteral("recentFiles");
const QString kThemeKey = QStringLiteral("theme");
} // namespace

QByteArray Settings::value(const char* key) const {
    return m_isRemembering ? QSettings().value(QLatin1String(key)).toByteArray() : QByteArray();
}

QStringList Settings::recentFiles() const {
    return m_isRemembering ? QSettings().value(kRecentKey).toStringList() : m_recent;
}

void Settings::addRecentFile(const QString& path) {
    auto files = recentFiles();
    files.removeAll(path);
    files.prepend(path);
    files = files.mid(0, kRecentFiles);
    m_recent = files;
    if (m_isRemembering) QSettings().setValue(kRecentKey, files);
}

void Settings::clearRecentFiles() {
    m_recent.clear();
    if (m_isRemembering) QSettings().remove(kRecentKey);
}

QByteArray Settings::splitter(const QString& name) const {
    return m_isRemembering ? QSettings().value(QStringLiteral("splitters/") + name).toByteArray() : QByteArray();
}

void Settings::saveSplitter(const QString& name, const QByteArray& state) {
    if (m_isRemembering) QSettings().setValue(QStringLiteral("splitters/") + name, state);
}

void Settings::saveWindow(const QByteArray& geometry, const QByteArray& layout) {
    if (!m_isRemembering) return;
    QSettings settings;
    settings.setValue(QStringLiteral("geometry"), geometry);
    settings.setValue(QStringLiteral("layout"), layout);
}

QString Settings::theme() const { return m_isRemembering ? QSettings().value(kThemeKey).toString() : QString(); }

void Settings::setTheme(const QString& theme) {
    if (m_isRemembering) QSettings().setValue(kThemeKey, theme);
}

} // namespace nestwright::gui
