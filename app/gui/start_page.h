// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <QWidget>

class QVBoxLayout;

namespace nestwright::gui {

/// A model that ships with the program, ready to be opened.
struct Sample {
    QString id;
    QString title;
    QString text;
    Bindings bindings;
};

[[nodiscard]] std::vector<Sample> samples();

/// What the window shows before a model is open: open, samples, recent files, a place to drop a file.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);
    void setRecentFiles(const QStringList& paths);

signals:
    void openWanted();
    void fileWanted(const QString& path);
    void sampleWanted(const nestwright::gui::Sample& sample);

private:
    void addSamples(QVBoxLayout* column);

    QWidget* m_recentCaption;
    QVBoxLayout* m_recent;
};

} // namespace nestwright::gui
