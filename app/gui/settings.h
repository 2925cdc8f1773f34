// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

#include <optional>

namespace nestwright::gui {

/// What the window remembers between runs. Off in tests and for screenshots, so that they start alike.
class Settings {
public:
    explicit Settings(bool isRemembering)
        : m_isRemembering(isRemembering) {}

    [[nodiscard]] bool isRemembering() const { return m_isRemembering; }
    [[nodiscard]] QStringList recentFiles() const;
    void addRecentFile(const QString& path);
    void clearRecentFiles();
    /// Widths of a splitter's panes, by its name.
    [[nodiscard]] QByteArray splitter(const QString& name) const;
    void saveSplitter(const QString& name, const QByteArray& state);
    [[nodiscard]] QByteArray geometry() const { return value("geometry"); }
    [[nodiscard]] QByteArray layout() const { return value("layout"); }
    void saveWindow(const QByteArray& geometry, const QByteArray& layout);
    /// "light" or "dark"; empty: as the system.
    [[nodiscard]] QString theme() const;
    void setTheme(const QString& theme);

private:
    [[nodiscard]] QByteArray value(const char* key) const;

    bool m_isRemembering;
    QStringList m_recent; ///< of this run, where nothing is remembered
};

} // namespace nestwright::gui
