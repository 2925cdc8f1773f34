// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/evaluation.h"
#include "widgets/base/palette.h"

#include <QWidget>

namespace nestwright {

/// Where time went, as one bar: useful, diluted, blocked, delayed. Shares that have the room carry their name; each
/// term has a hatch of its own, so that they differ without colour too.
class AttributionBar : public QWidget {
    Q_OBJECT

public:
    explicit AttributionBar(QWidget* parent = nullptr);
    void setAttribution(const Attribution& attribution);

    /// "useful 77.0 % · diluted 3.1 % · blocked 18.3 % · delayed 1.6 %".
    [[nodiscard]] static QString describe(const Attribution& attribution);

    /// What the terms stand for.
    [[nodiscard]] static QString usefulMeaning();
    [[nodiscard]] static QString dilutedMeaning();

    /// The names with their colours and hatches, as rich text: a legend for several bars.
    [[nodiscard]] static QString legend(Theme theme);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    Attribution m_attribution;
};

} // namespace nestwright
