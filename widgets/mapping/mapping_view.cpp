// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/mapping/mapping_view.h"

#include "widgets/mapping/mapping_painter.h"

#include <QEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <cmath>

namespace nestwright {

MappingView::MappingView(QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("mappingView"));
    auto policy = QSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    describe();
}

void MappingView::setPicture(std::shared_ptr<const MappingPicture> picture) {
    m_picture = std::move(picture);
    describe();
    rearrange();
    updateGeometry();
}

void MappingView::describe() {
    QStringList texts;
    if (m_picture) {
        for (const auto& row : m_picture->levels) {
            QStringList parts;
            for (const auto& use : row.tensors) {
                if (use.isKept) parts << tr("keeps %1").arg(QString::fromStdString(use.name));
            }
            for (const auto* chips : {&row.temporal, &row.spatial}) {
                for (const auto& chip : *chips) {
                    parts << tr("%1 %2 times").arg(QString::fromStdString(chip.dim)).arg(chip.bound);
                }
            }
            texts << QString::fromStdString(row.name) + QStringLiteral(": ") + parts.join(QStringLiteral(", "));
        }
    }
    setAccessibleName(tr("Mapping onto the memory hierarchy"));
    setAccessibleDescription(texts.join(QLatin1Char('\n')));
}

MappingLayout MappingView::arranged(double width) const {
    if (!m_picture) return {};
    const MappingPainter painter(*m_picture, themeOf(QWidget::palette()), font());
    return layoutMapping(*m_picture, width, painter.metrics());
}

void MappingView::rearrange() {
    m_askedWidth = -1;
    m_layout = arranged(width());
    update();
}

QSize MappingView::sizeHint() const { return {760, heightForWidth(760)}; }

QSize MappingView::minimumSizeHint() const { return {420, 80}; }

int MappingView::heightForWidth(int width) const {
    if (width != m_askedWidth) {
        m_askedWidth = width;
        m_askedHeight = static_cast<int>(std::ceil(arranged(width).height));
    }
    return m_askedHeight;
}

void MappingView::paintEvent(QPaintEvent*) {
    if (!m_picture) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    MappingPainter mapping(*m_picture, themeOf(QWidget::palette()), font());
    mapping.paint(painter, m_layout);
    setProperty("elidedTexts", mapping.elidedTexts());
}

void MappingView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_layout = arranged(width());
    update();
}

void MappingView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) rearrange();
}

bool MappingView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !m_picture) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const MappingPainter mapping(*m_picture, themeOf(QWidget::palette()), font());
    const auto* item = m_layout.itemAt(help->pos().x(), help->pos().y());
    const auto tip = item == nullptr ? QString() : mapping.toolTip(*item);
    if (tip.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(help->globalPos(), tip, this);
    }
    return true;
}

} // namespace nestwright
