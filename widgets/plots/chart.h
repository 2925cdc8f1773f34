// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/palette.h"

#include <qcustomplot.h>

namespace nestwright {

/// What the window's charts have in common: the theme's colours, a context menu that exports picture and figures, and
/// items that can be walked through by keyboard. A chart draws itself from its data in `draw`, for the theme that
/// `theme()` gives: a file gets the light one, as it ends up on white paper.
class Chart : public QCustomPlot {
    Q_OBJECT

public:
    explicit Chart(const QString& name, QWidget* parent = nullptr);

    /// The figures behind the picture (RFC 4180).
    [[nodiscard]] virtual QString csv() const = 0;
    /// What it shows, as the start of a file's name.
    [[nodiscard]] virtual QString fileName() const { return objectName(); }

    /// Draws again, with the theme given; nothing: as the window.
    void drawFor(std::optional<Theme> theme);

signals:
    /// A file was written; `error` is empty unless that failed.
    void exported(const QString& path, const QString& error);

protected:
    /// Puts axes and plottables in place; called when data, theme or size changes.
    virtual void draw() = 0;
    [[nodiscard]] Theme theme() const;
    [[nodiscard]] const Palette& colors() const { return nestwright::palette(theme()); }
    void dressAxis(QCPAxis& axis, const QString& label) const;
    /// A text in plot coordinates that takes no room of its own.
    QCPItemText& addText(double x, double y, const QString& text, const QColor& color, Qt::Alignment alignment);
    /// Draws anew once it is to be seen: never while it is hidden or scrolled away.
    void redraw();

    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void drawNow();
    void awaitTurn();
    static void drawNext();
    void exportAs();
    void copyPicture();

    std::optional<Theme> m_forced;
    bool m_isStale = true;
    bool m_hasPicture = false;
};

} // namespace nestwright
