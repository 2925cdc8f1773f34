// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/main_window.h"
#include "tests/support/event_loop_watchdog.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace nestwright::gui {

inline constexpr int kPatienceMs = 300'000;

/// A window on a small screen, with accelerators; one that remembers keeps settings and automatic copies.
inline std::unique_ptr<MainWindow> makeWindow(const QStringList& accelerators, bool isRemembering = false) {
    auto window = std::make_unique<MainWindow>(isRemembering);
    window->resize(1280, 800);
    window->workbench().startWithAccelerators(accelerators);
    window->show();
    return window;
}

/// Waits until nothing runs in the background.
inline bool settle(MainWindow& window) {
    return test::EventLoopWatchdog::spinUntil([&] { return !window.workbench().jobs().isBusy(); }, kPatienceMs);
}

template <class T>
T* find(QWidget& window, const QString& name) {
    return window.findChild<T*>(name);
}

template <class T>
T* find(QWidget& window, const char* name) {
    return window.findChild<T*>(QLatin1String(name));
}

/// False where there is no model in the end.
inline bool open(MainWindow& window, const QString& spec) {
    window.openModel(spec);
    return settle(window) && window.workbench().document().model() != nullptr;
}

/// Settings and data of this process and of those it starts go to a folder that is removed at the end.
class PrivateHome {
public:
    PrivateHome() {
        qputenv("XDG_CONFIG_HOME", m_folder.filePath(QStringLiteral("config")).toUtf8());
        qputenv("XDG_DATA_HOME", m_folder.filePath(QStringLiteral("data")).toUtf8());
        QCoreApplication::setApplicationName(QStringLiteral("nestwright"));
        QCoreApplication::setOrganizationName(QStringLiteral("nestwright"));
    }

private:
    QTemporaryDir m_folder;
};

} // namespace nestwright::gui
