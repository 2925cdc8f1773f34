// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/svg_chart.h"

#include "core/report/cell_text.h"
#include "core/report/writers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nestwright::report {
namespace {

constexpr double kWidth = 760;
constexpr double kLabelWidth = 170;
constexpr double kBarHeight = 22;
constexpr double kBarPitch = 30;
constexpr double kLegendHeight = 30;

std::string shortened(const std::string& text, std::size_t limit) {
    if (text.size() <= limit) return text;
    auto cut = limit;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xc0) == 0x80) --cut;
    return text.substr(0, cut) + "\u2026";
}

std::string textAt(double x, double y, const char* cssClass, const std::string& content, const char* anchor = "start") {
    return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" class="{}" text-anchor="{}">{}</text>)", x, y, cssClass, anchor,
                       escapedHtml(content));
}

std::string rect(double x, double y, double width, double height, const std::string& cssClass) {
    return fmt::format(R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" class="{}"/>)", x, y, width,
                       height, cssClass);
}

std::string opening(double height, const Figure& figure) {
    const auto title = escapedHtml(visible(figure.caption.text()));
    return fmt::format(R"(<svg viewBox="0 0 {:.0f} {:.0f}" role="img" aria-label="{}"><title>{}</title>)", kWidth,
                       height, title, title);
}

std::string legend(const Figure& figure, double y) {
    std::string result;
    double x = kLabelWidth;
    for (const auto& series : figure.series) {
        const auto name = visible(series.name.text());
        result += rect(x, y, 12, 12, "s-" + series.paletteKey) + textAt(x + 18, y + 11, "label", name);
        x += 40 + 7.5 * static_cast<double>(name.size());
    }
    return result;
}

std::string valueText(const Figure& figure, double value) {
    const bool isShare = figure.xUnit == "%";
    return formatNumber(Number{value, isShare ? NumberStyle::percent : NumberStyle::real, {}, figure.xUnit});
}

std::string categoryLabel(const std::string& category, double middle) {
    const auto full = visible(category);
    return "<g><title>" + escapedHtml(full) + "</title>" + textAt(0, middle + 4, "label", shortened(full, 24)) + "</g>";
}

std::string stackedBars(const Figure& figure) {
    const double barWidth = kWidth - kLabelWidth - 4;
    double longest = 0;
    for (std::size_t c = 0; c < figure.categories.size(); ++c) {
        double sum = 0;
        for (const auto& series : figure.series) sum += c < series.y.size() ? series.y[c] : 0;
        longest = std::max(longest, sum);
    }
    const auto bars = static_cast<double>(figure.categories.size());
    std::string body;
    for (std::size_t c = 0; c < figure.categories.size() && longest > 0; ++c) {
        const double y = static_cast<double>(c) * kBarPitch;
        body += categoryLabel(figure.categories[c], y + kBarHeight / 2);
        double x = kLabelWidth;
        for (const auto& series : figure.series) {
            const double value = c < series.y.size() ? series.y[c] : 0;
            const double width = value / longest * barWidth;
            if (width <= 0) continue;
            const auto label = valueText(figure, value);
            body += "<g><title>" + escapedHtml(series.name.text() + ": " + label) + "</title>" +
                    rect(x, y, width, kBarHeight, "s-" + series.paletteKey);
            if (width > 48) {
                const auto labelClass = "on-" + series.paletteKey;
                body += textAt(x + width / 2, y + kBarHeight / 2 + 4, labelClass.c_str(), label, "middle");
            }
            body += "</g>";
            x += width;
        }
    }
    return opening(bars * kBarPitch + kLegendHeight, figure) + body + legend(figure, bars * kBarPitch + 8) + "</svg>";
}

std::string plainBars(const Figure& figure) {
    const double barWidth = kWidth - kLabelWidth - 90;
    double longest = 0;
    for (const auto& series : figure.series) {
        for (const double value : series.y) longest = std::max(longest, value);
    }
    const auto perGroup = static_cast<double>(figure.series.size());
    const double pitch = perGroup * 20 + 12;
    const auto groups = static_cast<double>(figure.categories.size());
    std::string body;
    for (std::size_t c = 0; c < figure.categories.size() && longest > 0; ++c) {
        const double top = static_cast<double>(c) * pitch;
        body += categoryLabel(figure.categories[c], top + perGroup * 10);
        for (std::size_t s = 0; s < figure.series.size(); ++s) {
            const auto& series = figure.series[s];
            if (c >= series.y.size()) continue;
            const double y = top + static_cast<double>(s) * 20;
            const double width = series.y[c] / longest * barWidth;
            body += rect(kLabelWidth, y, width, 17, "s-" + series.paletteKey) +
                    textAt(kLabelWidth + width + 6, y + 13, "label", valueText(figure, series.y[c]));
        }
    }
    return opening(groups * pitch + kLegendHeight, figure) + body + legend(figure, groups * pitch + 6) + "</svg>";
}

/// One axis of a chart with points: data to pixels.
struct Scale {
    double low = 0;
    double high = 1;
    bool isLog = false;
    double from = 0;
    double to = 1;

    [[nodiscard]] double at(double value) const {
        const double part = isLog ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
        return from + part * (to - from);
    }
};

Scale scaleOf(const Figure& figure, bool isX, double from, double to) {
    Scale scale{std::numeric_limits<double>::infinity(), 0, isX ? figure.xLog : figure.yLog, from, to};
    for (const auto& series : figure.series) {
        for (const double value : isX ? series.x : series.y) {
            if (!std::isfinite(value) || (scale.isLog && value <= 0)) continue;
            scale.low = std::min(scale.low, value);
            scale.high = std::max(scale.high, value);
        }
    }
    if (!std::isfinite(scale.low)) scale.low = scale.isLog ? 1 : 0;
    if (!scale.isLog) scale.low = std::min(scale.low, 0.);
    if (scale.isLog) {
        scale.low = std::pow(10, std::floor(std::log10(scale.low)));
        scale.high = std::pow(10, std::ceil(std::log10(std::max(scale.high, scale.low * 10)) - 1e-9));
    }
    if (scale.high <= scale.low) scale.high = scale.low + 1;
    return scale;
}

std::string frame(const Figure& figure, const Scale& x, const Scale& y) {
    std::string body;
    for (const double tick : axisTicks(x.low, x.high, x.isLog)) {
        body += fmt::format(R"(<line x1="{0:.1f}" y1="{1:.1f}" x2="{0:.1f}" y2="{2:.1f}" class="grid"/>)", x.at(tick),
                            y.from, y.to);
        body += textAt(x.at(tick), y.from + 16, "tick", formatNumber(Number{tick}), "middle");
    }
    for (const double tick : axisTicks(y.low, y.high, y.isLog)) {
        body += fmt::format(R"(<line x1="{0:.1f}" y1="{1:.1f}" x2="{2:.1f}" y2="{1:.1f}" class="grid"/>)", x.from,
                            y.at(tick), x.to);
        body += textAt(x.from - 6, y.at(tick) + 4, "tick", formatNumber(Number{tick}), "end");
    }
    const auto titled = [](const Message& title, const std::string& unit) {
        return unit.empty() ? title.text() : title.text() + ", " + unit;
    };
    body += textAt((x.from + x.to) / 2, y.from + 34, "label", titled(figure.xTitle, figure.xUnit), "middle");
    body += textAt(x.from, y.to - 8, "label", titled(figure.yTitle, figure.yUnit));
    return body;
}

std::string points(const Figure& figure) {
    const double bottom = 300;
    const auto x = scaleOf(figure, true, 70, kWidth - 16);
    const auto y = scaleOf(figure, false, bottom, 24);
    std::string body = frame(figure, x, y);
    for (const auto& series : figure.series) {
        const bool isJoined = figure.kind == Figure::Kind::lines || series.isLine;
        std::string path;
        for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
            const bool isDrawn = std::isfinite(series.x[i]) && std::isfinite(series.y[i]) &&
                                 (!x.isLog || series.x[i] > 0) && (!y.isLog || series.y[i] > 0);
            if (!isDrawn) continue;
            const double px = x.at(series.x[i]);
            const double py = y.at(series.y[i]);
            if (isJoined) path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", px, py);
            if (!series.isLine) {
                body +=
                    fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="4" class="s-{}"/>)", px, py, series.paletteKey);
            }
        }
        if (!path.empty()) body += fmt::format(R"(<path d="{}" class="l-{}"/>)", path, series.paletteKey);
    }
    return opening(bottom + 44 + kLegendHeight, figure) + body + legend(figure, bottom + 48) + "</svg>";
}

} // namespace

std::vector<double> axisTicks(double low, double high, bool isLog) {
    std::vector<double> ticks;
    if (isLog) {
        const auto first = static_cast<int>(std::ceil(std::log10(low) - 1e-9));
        const auto last = static_cast<int>(std::floor(std::log10(high) + 1e-9));
        const int step = std::max(1, (last - first + 7) / 8);
        for (int power = first; power <= last; power += step) ticks.push_back(std::pow(10., power));
        return ticks;
    }
    const double rough = (high - low) / 6;
    const double decade = std::pow(10., std::floor(std::log10(rough)));
    const double step = rough / decade > 5   ? 10 * decade
                        : rough / decade > 2 ? 5 * decade
                        : rough / decade > 1 ? 2 * decade
                                             : decade;
    const auto first = static_cast<std::int64_t>(std::ceil(low / step - 1e-9));
    for (auto i = first; static_cast<double>(i) * step <= high * (1 + 1e-9); ++i)
        ticks.push_back(static_cast<double>(i) * step);
    return ticks;
}

std::string escapedHtml(const std::string& text) {
    std::string result;
    result.reserve(text.size());
    for (const char c : text) {
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        case '\'':
            result += "&#39;";
            break;
        default:
            result += c;
        }
    }
    return result;
}

std::string toSvg(const Figure& figure) {
    switch (figure.kind) {
    case Figure::Kind::stackedBars:
        return stackedBars(figure);
    case Figure::Kind::bars:
        return plainBars(figure);
    case Figure::Kind::lines:
    case Figure::Kind::scatter:
    case Figure::Kind::roofline:
        return points(figure);
    }
    return {};
}

} // namespace nestwright::report
