// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

#include <vector>

namespace nestwright {

/// What the colours of a graph mean, with the share of time behind each: a strip that wraps where the room ends.
class GraphLegend : public QWidget {
    Q_OBJECT

public:
    struct Entry {
        QString glyph;
        QString name;
        QString share;
        QColor color;
        QString toolTip;
    };

    explicit GraphLegend(QWidget* parent = nullptr);
    void setEntries(const QString& title, std::vector<Entry> entries);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] int lineHeight() const;
    [[nodiscard]] int widthOf(const Entry& entry) const;
    /// Where title and entries stand in a strip of this width: the title first.
    [[nodiscard]] std::vector<QRect> places(int width) const;

    QString m_title;
    std::vector<Entry> m_entries;
};

} // namespace nestwright
