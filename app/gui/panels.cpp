// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panels.h"

#include "widgets/base/palette.h"

#include <QBoxLayout>
#include <QFontMetrics>
#include <QFrame>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "resources/fonts/fonts.h"
#include <algorithm>

namespace nestwright::gui {

QLabel* makeCaption(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text.toUpper(), parent);
    label->setProperty("isCaption", true);
    auto font = label->font();
    font.setPointSizeF(font.pointSizeF() * 0.85);
    font.setBold(true);
    label->setFont(font);
    label->setContentsMargins(0, 8, 0, 0);
    label->setWordWrap(true);
    return label;
}

QLabel* makeText(const QString& name, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

ElidedLabel::ElidedLabel(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void ElidedLabel::setText(const QString& text, const QString& help) {
    m_text = text;
    setToolTip(help.isEmpty() ? text : text + QLatin1Char('\n') + help);
    setAccessibleName(text);
    updateGeometry();
    update();
}

QSize ElidedLabel::sizeHint() const { return {fontMetrics().horizontalAdvance(m_text) + 4, fontMetrics().height()}; }

QSize ElidedLabel::minimumSizeHint() const { return {40, fontMetrics().height()}; }

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(nestwright::palette(themeOf(QWidget::palette())).mutedText);
    painter.drawText(rect(), Qt::AlignRight | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_text, Qt::ElideRight, width()));
}

QPlainTextEdit* makeListing(const QString& name, QWidget* parent) {
    auto* listing = new QPlainTextEdit(parent);
    listing->setObjectName(name);
    listing->setProperty("isListing", true);
    listing->setReadOnly(true);
    listing->setLineWrapMode(QPlainTextEdit::NoWrap);
    listing->setTabChangesFocus(true);
    QFont font(bundledMonoFamily());
    font.setPointSizeF(listing->font().pointSizeF() * 0.92);
    listing->setFont(font);
    return listing;
}

void fitListing(QPlainTextEdit* listing, const QString& text, int mostLines) {
    listing->setPlainText(text);
    const auto lines = std::clamp<qsizetype>(text.count(QLatin1Char('\n')) + 1, 2, mostLines);
    listing->setFixedHeight(static_cast<int>(lines) * listing->fontMetrics().lineSpacing() + 30);
}

QFrame* makePanel(const QString& title, QWidget* parent, const QString& help) {
    auto* panel = new QFrame(parent);
    panel->setProperty("isPanel", true);
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(12, 4, 12, 12);
    column->setSpacing(8);
    auto* caption = makeCaption(title, panel);
    caption->setToolTip(help);
    column->addWidget(caption);
    return panel;
}

void addChart(QWidget* panel, QWidget* chart) {
    auto* column = static_cast<QVBoxLayout*>(panel->layout());
    column->addWidget(chart, 100);
    column->addStretch(1);
}

QLabel* makeHeading(const QString& text, QWidget* parent) {
    auto* heading = new QLabel(text, parent);
    auto font = heading->font();
    font.setBold(true);
    heading->setFont(font);
    return heading;
}

QWidget* packed(QWidget* panel) {
    auto policy = panel->sizePolicy();
    policy.setVerticalPolicy(QSizePolicy::Preferred);
    panel->setSizePolicy(policy);
    return panel;
}

QLabel* addLegend(QWidget* panel, const QString& name) {
    auto* legend = new QLabel(panel);
    legend->setObjectName(name);
    legend->setTextFormat(Qt::RichText);
    legend->setWordWrap(true);
    panel->layout()->addWidget(legend);
    return legend;
}

PanelRow::PanelRow(int leastWidth, QWidget* parent)
    : QWidget(parent)
    , m_leastWidth(leastWidth)
    , m_layout(new QBoxLayout(QBoxLayout::TopToBottom, this)) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(12);
}

void PanelRow::add(QWidget* panel, int stretch) { m_layout->addWidget(panel, stretch); }

QVBoxLayout* PanelRow::addColumn(int stretch) {
    auto* holder = new QWidget(this);
    auto* column = new QVBoxLayout(holder);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    add(holder, stretch);
    return column;
}

void PanelRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_layout->setDirection(width() >= m_leastWidth ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

PageScroll::PageScroll(QWidget* parent)
    : QScrollArea(parent) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setProperty("isPage", true); // has a frame while it has the focus
    auto* content = new QWidget(this);
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(12, 12, 12, 12);
    m_column->setSpacing(12);
    setWidget(content);
}

/// Panels that found their places and heights while this was not visible yet could not ask for a new layout.
void PageScroll::showEvent(QShowEvent* event) {
    QScrollArea::showEvent(event);
    QMetaObject::invokeMethod(
        widget(), [this] { widget()->updateGeometry(); }, Qt::QueuedConnection);
}

QWidget* makePageBar(QWidget* parent) {
    auto* bar = new QWidget(parent);
    bar->setObjectName(QStringLiteral("pageBar"));
    bar->setAttribute(Qt::WA_StyledBackground);
    bar->setMinimumHeight(40);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 8, 12, 8);
    row->setSpacing(8);
    return bar;
}

void PageFrame::add(QWidget* tool, int stretch) const { bar->addWidget(tool, stretch); }

ElidedLabel* PageFrame::addSummary(const QString& name, int stretch) const {
    auto* summary = new ElidedLabel(bar->parentWidget());
    summary->setObjectName(name);
    bar->addWidget(summary, stretch);
    return summary;
}

PageFrame framePage(QWidget* page, const QString& heading) {
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bar = makePageBar(page);
    column->addWidget(bar);
    PageFrame frame;
    frame.bar = static_cast<QHBoxLayout*>(bar->layout());
    if (!heading.isEmpty()) frame.add(makeHeading(heading, bar));
    frame.stack = new QStackedWidget(page);
    column->addWidget(frame.stack, 1);
    frame.empty = new EmptyState({}, {}, frame.stack);
    frame.stack->addWidget(frame.empty);
    return frame;
}

QToolButton* makeButton(const QString& name, const QString& text, const QString& help, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(help);
    button->setAccessibleName(help);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

QToolButton* makeMenuButton(const QString& name, const QString& text, const QString& help, QWidget* parent) {
    auto* button = makeButton(name, text + QStringLiteral(" \u25be"), help, parent);
    auto* menu = new QMenu(button);
    menu->setToolTipsVisible(true);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    return button;
}

EmptyState::EmptyState(const QString& heading, const QString& text, QWidget* parent)
    : QWidget(parent)
    , m_heading(new QLabel(this))
    , m_text(makeText(QStringLiteral("emptyText"), this)) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(32, 32, 32, 32);
    // Wrapping texts get their height only where nothing aligns them: a box of a fair width holds them.
    auto* box = new QWidget(this);
    box->setMaximumWidth(560);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    auto font = m_heading->font();
    font.setPointSizeF(font.pointSizeF() * 1.4);
    font.setBold(true);
    m_heading->setFont(font);
    m_heading->setWordWrap(true);
    for (auto* label : {m_heading, m_text}) {
        label->setAlignment(Qt::AlignHCenter);
        column->addWidget(label);
    }
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(box, 100);
    row->addStretch(1);
    outer->addStretch(2);
    outer->addLayout(row);
    outer->addStretch(3);
    setText(heading, text);
}

void EmptyState::setText(const QString& heading, const QString& text) {
    m_heading->setText(heading);
    m_text->setText(text);
}

} // namespace nestwright::gui
