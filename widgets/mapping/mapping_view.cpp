// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/mapping/mapping_view.h"

#include "widgets/mapping/mapping_rows.h"
#include "widgets/tables/figure_text.h"

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
    updateGeometry();
    update();
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

double MappingView::arrange(QPainter* painter, double width, std::vector<Tip>* tips) const {
    if (!m_picture) return 0;
    MappingRows rows(painter, themeOf(QWidget::palette()), font(), [tips](const QRectF& area, const QString& text) {
        if (tips != nullptr) tips->push_back({area, text});
    });
    double top = 0;
    for (const auto& level : m_picture->levels) {
        top += rows.level(level, top, width);
        top += rows.between(level, *m_picture, top, width);
    }
    return top + rows.compute(*m_picture, top, width);
}

QSize MappingView::sizeHint() const { return {760, heightForWidth(760)}; }

QSize MappingView::minimumSizeHint() const { return {420, 80}; }

int MappingView::heightForWidth(int width) const {
    return static_cast<int>(std::ceil(arrange(nullptr, width, nullptr)));
}

void MappingView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    m_tips.clear();
    arrange(&painter, width(), &m_tips);
}

bool MappingView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (const auto& tip : m_tips) {
        if (tip.area.contains(help->pos())) {
            QToolTip::showText(help->globalPos(), tip.text, this);
            return true;
        }
    }
    QToolTip::hideText();
    return true;
}

} // namespace nestwright
