// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QScrollArea>
#include <QString>
#include <QWidget>

class QBoxLayout;
class QFrame;
class QMenu;
class QPlainTextEdit;
class QToolButton;
class QVBoxLayout;

namespace nestwright::gui {

/// A small heading in an inspector: bold and muted.
[[nodiscard]] QLabel* makeCaption(const QString& text, QWidget* parent);

/// Wrapping, selectable text.
[[nodiscard]] QLabel* makeText(const QString& name, QWidget* parent);

/// One line of muted text at the right of a bar, shortened where the room ends; the tool tip has it in full.
class ElidedLabel : public QWidget {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    void setText(const QString& text);
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

/// A framed part of a page with a caption; what belongs into it is added to its layout.
[[nodiscard]] QFrame* makePanel(const QString& title, QWidget* parent);

/// From this width of a page on its panels stand side by side.
inline constexpr int kTwoColumns = 1400;

/// Adds a chart that doesn't grow beyond a height that reads well: what is left stays below it.
void addChart(QWidget* panel, QWidget* chart);

/// Makes the panel take the height that its content needs, at the top of its place.
QWidget* packed(QWidget* panel);

/// Adds a wrapping line of rich text that explains colours.
[[nodiscard]] QLabel* addLegend(QWidget* panel, const QString& name);

/// The name of a page in its bar.
[[nodiscard]] QLabel* makeHeading(const QString& text, QWidget* parent);

/// Panels side by side where the width allows it, one below the other where it doesn't.
class PanelRow : public QWidget {
    Q_OBJECT

public:
    explicit PanelRow(int leastWidth, QWidget* parent = nullptr);
    void add(QWidget* panel, int stretch = 1);

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
