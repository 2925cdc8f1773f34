// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/style.h"

#include <QApplication>
#include <QFont>
#include <QPainter>
#include <QPalette>
#include <QPolygonF>
#include <QProxyStyle>
#include <QStyleOption>

#include "resources/fonts/fonts.h"

namespace nestwright::gui {

namespace {

constexpr double kBasePointSize = 9.5;

Theme& presentTheme() {
    static Theme theme = Theme::light;
    return theme;
}

QPalette widgetPalette(Theme theme) {
    const auto& c = palette(theme);
    const auto faint = blend(c.mutedText, c.ground, 0.65);
    QPalette result;
    result.setColor(QPalette::Window, c.ground);
    result.setColor(QPalette::WindowText, c.text);
    result.setColor(QPalette::Base, c.ground);
    result.setColor(QPalette::AlternateBase, blend(c.panel, c.ground, 0.6));
    result.setColor(QPalette::Text, c.text);
    result.setColor(QPalette::Button, c.panel);
    result.setColor(QPalette::ButtonText, c.text);
    result.setColor(QPalette::BrightText, c.error);
    // The accent of the dark theme is bright: a whole row of it would outshine all else.
    const auto chosen = theme == Theme::dark ? blend(c.accent, c.ground, 0.4) : c.accent;
    result.setColor(QPalette::Highlight, chosen);
    result.setColor(QPalette::HighlightedText, labelColor(chosen));
    result.setColor(QPalette::Link, c.accent);
    result.setColor(QPalette::LinkVisited, c.accent);
    result.setColor(QPalette::ToolTipBase, c.panel);
    result.setColor(QPalette::ToolTipText, c.text);
    result.setColor(QPalette::PlaceholderText, c.mutedText);
    result.setColor(QPalette::Light, blend(c.ground, c.panel, 0.5));
    result.setColor(QPalette::Midlight, c.panel);
    result.setColor(QPalette::Mid, c.line);
    result.setColor(QPalette::Dark, blend(c.mutedText, c.ground, 0.5));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        result.setColor(QPalette::Disabled, role, faint);
    }
    return result;
}

QString rules(Theme theme) {
    const auto& c = palette(theme);
    const auto tint = blend(c.accent, c.ground, theme == Theme::light ? 0.10 : 0.18);
    return QStringLiteral(R"(
QToolButton::menu-indicator { image: none; }
QStatusBar QLabel { padding-left: 8px; }
QWidget#findRow { background: %6; border-bottom: 1px solid %1; }
QDockWidget::title { padding: 6px 8px; background: %2; }
QLabel[isMuted="true"] { color: %3; }
QLabel[isFitNote="true"] { color: %8; background: %6; border-bottom: 1px solid %1; padding: 6px 12px; }
QLabel[isMisfit="true"] { color: %8; }
QLabel[isCaption="true"] { color: %3; font-weight: bold; }
QFrame[isPanel="true"] { background: %6; border: 1px solid %1; border-radius: 6px; }
QFrame[isPrompt="true"] { background: %4; border-bottom: 1px solid %1; }
QWidget#pageBar { background: %6; border-bottom: 1px solid %1; }
QWidget#modeBar { background: %6; border-right: 1px solid %1; }
QWidget#modeBar QToolButton { border: none; border-left: 3px solid transparent; padding: 8px 2px; color: %3; }
QWidget#modeBar QToolButton:hover { background: %2; }
QWidget#modeBar QToolButton:checked { background: %4; border-left: 3px solid %5; color: %5; }
QWidget#modeBar QToolButton:focus { text-decoration: underline; }
QLineEdit#graphSearch { border: 1px solid %7; border-radius: 4px; padding: 3px 6px; background: %6; }
QLineEdit#graphSearch:focus { border-color: %5; }
QHeaderView::section { background: %2; border: none; border-bottom: 1px solid %1; padding: 4px 6px; }
QCommandLinkButton { border: 1px solid %1; border-radius: 6px; background: %6; padding: 4px 8px; text-align: left; }
QCommandLinkButton:hover, QCommandLinkButton:focus { border-color: %5; background: %4; }
QPushButton#startOpen { border: 1px solid %5; border-radius: 6px; background: %4; color: %5; padding: 4px 16px; }
QPushButton#startOpen:hover, QPushButton#startOpen:focus { border-width: 2px; padding: 3px 15px; }
QFrame#dropArea { border: 2px dashed %7; border-radius: 8px; background: transparent; }
QTableView { border: none; gridline-color: %1; }
QPlainTextEdit[isListing="true"] { background: %2; border: 1px solid %1; border-radius: 4px; }
QPlainTextEdit[isListing="true"]:focus { border-color: %5; }
QAbstractScrollArea[isPage="true"] { border: 1px solid transparent; }
QAbstractScrollArea[isPage="true"]:focus { border-color: %5; }
)")
        .arg(c.line.name(), c.panel.name(), c.mutedText.name(), tint.name(), c.accent.name(), c.ground.name(),
             blend(c.mutedText, c.ground, 0.55).name(), c.error.name());
}

/// Fusion but for a few details: it draws the edge of a check box in a darker window colour, which a dark theme hides,
/// the arrow of a sorted column over the lines of its header, wide handles between docks and tool tips without a
/// margin.
class AppStyle : public QProxyStyle {
public:
    AppStyle()
        : QProxyStyle(QStringLiteral("Fusion")) {}

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
        if (metric == PM_DockWidgetSeparatorExtent) return 1;
        if (metric == PM_ToolTipLabelFrameWidth) return 4;
        return QProxyStyle::pixelMetric(metric, option, widget);
    }

    QRect subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const override {
        if (element != SE_HeaderArrow) return QProxyStyle::subElementRect(element, option, widget);
        constexpr QSize kArrow(9, 6);
        return {{option->rect.center().x() - kArrow.width() / 2, option->rect.top() + 1}, kArrow};
    }

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        if (element == PE_IndicatorDockWidgetResizeHandle) {
            painter->fillRect(option->rect, palette(themeOf(option->palette)).line);
            return;
        }
        if (element == PE_PanelTipLabel) {
            painter->fillRect(option->rect, option->palette.toolTipBase());
            painter->setPen(palette(themeOf(option->palette)).line);
            painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
            return;
        }
        if (element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck) {
            QProxyStyle::drawPrimitive(element, option, painter, widget);
            return;
        }
        const auto& c = palette(themeOf(option->palette));
        const bool isChecked = (option->state & (State_On | State_NoChange)) != 0;
        const auto box = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(isChecked ? c.accent : c.mutedText, 1));
        painter->setBrush(isChecked ? c.accent : c.ground);
        painter->drawRoundedRect(box, 2, 2);
        if (isChecked) {
            painter->setPen(QPen(labelColor(c.accent), 1.8));
            painter->drawPolyline(QPolygonF{box.topLeft() + QPointF(box.width() * 0.22, box.height() * 0.52),
                                            box.topLeft() + QPointF(box.width() * 0.42, box.height() * 0.74),
                                            box.topLeft() + QPointF(box.width() * 0.8, box.height() * 0.28)});
        }
        painter->restore();
    }
};

} // namespace

void applyTheme(QApplication& /*needed by its fonts and palette*/, Theme theme) {
    loadBundledFonts();
    // Once: Qt deletes a style that is replaced while style sheets still build on it.
    static const bool isStyled = (QApplication::setStyle(new AppStyle), true);
    Q_UNUSED(isStyled)
    QFont font(bundledSansFamily());
    font.setPointSizeF(kBasePointSize);
    QApplication::setFont(font);
    presentTheme() = theme;
    QApplication::setPalette(widgetPalette(theme));
}

void dress(QWidget& part) { part.setStyleSheet(rules(presentTheme())); }

Theme themeFromSetting(const QString& setting) {
    if (setting == QLatin1String("dark")) return Theme::dark;
    if (setting == QLatin1String("light")) return Theme::light;
    // Without a palette of its own, the application has the system's.
    const auto own = QApplication::palette();
    QApplication::setPalette(QPalette());
    const auto theme = themeOf(QApplication::palette());
    QApplication::setPalette(own);
    return theme;
}

} // namespace nestwright::gui
