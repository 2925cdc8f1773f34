// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QString>
#include <QWidget>

class QBoxLayout;
class QFrame;
class QPlainTextEdit;

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

/// The bar at the top of a page.
[[nodiscard]] QWidget* makePageBar(QWidget* parent);

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
