// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/main_window.h"
#include "app/gui/start_page.h"

#include <QObject>
#include <QSize>

namespace nestwright::gui {

/// Pictures have the size in pixels, at any scale. Waits until no job runs any more, pictures every mode of the window
/// and quits: 0, or 3 where the model can't be read.
class Screenshots : public QObject {
    Q_OBJECT

public:
    Screenshots(MainWindow& window, QString folder, QSize size, QString theme, QObject* parent = nullptr);
    /// Selected once the model is there; empty: the operator that takes longest.
    void setOperator(const QString& name) { m_operator = name; }
    /// Pictures the start page, then opens a sample for the modes.
    void beginAtStart(const Sample& sample);

private:
    void settled();
    void takeNext();
    bool hasFolder();
    bool picture(const QString& page);
    void fail(const QString& message, int status);
    void chooseOperator();

    MainWindow& m_window;
    QString m_folder;
    QSize m_size;
    QString m_theme;
    QString m_operator;
    std::size_t m_next = 0;
    bool m_isStarted = false;
};

} // namespace nestwright::gui
