// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QScrollArea>
#include <QString>
#include <QWidget>

class QBoxLayout;
class QFrame;
class QHBoxLayout;
class QMenu;
class QPlainTextEdit;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;

namespace nestwright::gui {

class EmptyState;

/// A small heading in an inspector: bold and muted.
[[nodiscard]] QLabel* makeCaption(const QString& text, QWidget* parent);

/// Wrapping, selectable text.
[[nodiscard]] QLabel* makeText(const QString& name, QWidget* parent);

/// One line of muted text at the right of a bar, shortened where the room ends; the tool tip has it in full.
class ElidedLabel : public QWidget {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    /// The tool tip has the whole text, and what helps to read it.
    void setText(const QString& text, const QString& help = {});
    [[nodiscard]] const QString& text() const { return m_text; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
};

/// Read-only text in the fixed-pitch font.
[[nodiscard]] QPlainTextEdit* makeListing(const QString& name, QWidget* parent);

/// Gives a listing the height of its text.
void fitListing(QPlainTextEdit* listing, const QString& text, int mostLines);

/// A framed part of a page with a caption, which `help` explains; what belongs into it is added to its layout.
[[nodiscard]] QFrame* makePanel(const QString& title, QWidget* parent, const QString& help = {});

/// From this width of a page on its panels stand side by side.
inline constexpr int kTwoColumns = 1400;

/// Adds a chart that doesn't grow beyond a height that reads well: what is left stays below it.
void addChart(QWidget* panel, QWidget* chart);

/// Makes the panel take the height that its content needs, at the top of its place.
QWidget* packed(QWidget* panel);

/// Adds a wrapping line of rich text that explains colours.
[[nodiscard]] QLabel* addLegend(QWidget* panel, const QString& name);

/// A bold line: the name of a page or of what follows.
[[nodiscard]] QLabel* makeHeading(const QString& text, QWidget* parent);

/// Panels side by side where the width allows it, one below the other where it doesn't.
class PanelRow : public QWidget {
    Q_OBJECT

public:
    explicit PanelRow(int leastWidth, QWidget* parent = nullptr);
    void add(QWidget* panel, int stretch = 1);
    /// Adds a column of panels that stay one below the other.
    [[nodiscard]] QVBoxLayout* addColumn(int stretch = 1);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    int m_leastWidth;
    QBoxLayout* m_layout;
};

/// What a page shows below its bar, one panel below the other; scrolls where it is higher than the page.
class PageScroll : public QScrollArea {
    Q_OBJECT

public:
    explicit PageScroll(QWidget* parent = nullptr);
    [[nodiscard]] QVBoxLayout* column() const { return m_column; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    QVBoxLayout* m_column;
};

/// The bar at the top of a page.
[[nodiscard]] QWidget* makePageBar(QWidget* parent);

/// What every page but the graph is made of: a bar that ends with a summary, and below it what the page shows, or why
/// it shows nothing.
struct PageFrame {
    QHBoxLayout* bar = nullptr;
    QStackedWidget* stack = nullptr; ///< the empty state is the first
    EmptyState* empty = nullptr;

    void add(QWidget* tool, int stretch = 0) const;
    /// Adds the summary to the bar, at its right.
    [[nodiscard]] ElidedLabel* addSummary(const QString& name, int stretch = 1) const;
};

/// Gives a page its frame; with a heading, its bar begins with it.
[[nodiscard]] PageFrame framePage(QWidget* page, const QString& heading = {});

/// A button in a bar; its help is its tool tip and what a screen reader says.
[[nodiscard]] QToolButton* makeButton(const QString& name, const QString& text, const QString& help, QWidget* parent);

/// A button that opens a menu, which it gets.
[[nodiscard]] QToolButton* makeMenuButton(const QString& name, const QString& text, const QString& help,
                                          QWidget* parent);

/// What an empty page says: a heading, what will be here, what to do now.
class EmptyState : public QWidget {
    Q_OBJECT

public:
    EmptyState(const QString& heading, const QString& text, QWidget* parent = nullptr);
    void setText(const QString& heading, const QString& text);

private:
    QLabel* m_heading;
    QLabel* m_text;
};

} // namespace nestwright::gui
