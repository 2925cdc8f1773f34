// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

#include <vector>

namespace nestwright {

/// What the colours of a graph mean, with the share of time behind each.
class GraphLegend : public QWidget {
    Q_OBJECT

public:
    struct Entry {
        QString glyph;
        QString name;
        QString share;
        QColor color;
    };

    explicit GraphLegend(QWidget* parent = nullptr);
    void setEntries(const QString& title, std::vector<Entry> entries);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] int lineHeight() const;

    QString m_title;
    std::vector<Entry> m_entries;
};

} // namespace nestwright
