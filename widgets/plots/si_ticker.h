// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <array>

namespace nestwright {

/// Marks of a logarithmic axis as a person reads them: "0.1", "10", "1 k", "100 G". The unit stands in the axis label.
class SiLogTicker : public QCPAxisTickerLog {
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar, int) override {
        constexpr std::array kPrefixes = {"", "k", "M", "G", "T", "P", "E"};
        std::size_t step = 0;
        while (tick >= 999.5 && step + 1 < kPrefixes.size()) {
            tick /= 1000;
            ++step;
        }
        const auto number = locale.toString(tick, 'g', 3);
        return step == 0 ? number : number + QChar(0xa0) + QLatin1String(kPrefixes[step]);
    }
};

/// Marks of a linear axis of values that are scaled to the unit in the axis label.
class ScaledTicker : public QCPAxisTicker {
public:
    explicit ScaledTicker(double scale)
        : m_scale(scale) {}

protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar, int) override {
        return locale.toString(tick * m_scale, 'g', 6);
    }

private:
    double m_scale;
};

} // namespace nestwright
