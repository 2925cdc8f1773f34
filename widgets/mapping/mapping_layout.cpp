// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/mapping/mapping_layout.h"

#include <algorithm>

namespace nestwright {

namespace {

constexpr double kPad = 12;
constexpr double kRowPad = 10;
constexpr double kChipGap = 6;
constexpr double kTransferGap = 14;
constexpr double kRowGap = 6;
constexpr double kPortBar = 8; ///< below the text of a port

/// Chips one after another that wrap at the right edge.
class Wrapping {
public:
    Wrapping(double left, double right, double top, double height, double gap)
        : m_left(left)
        , m_right(right)
        , m_height(height)
        , m_gap(gap)
        , m_x(left)
        , m_y(top) {}

    LayoutRect place(double width) {
        width = std::min(width, m_right - m_left);
        if (m_x > m_left && m_x + width > m_right) {
            m_x = m_left;
            m_y += m_height + kChipGap;
        }
        const LayoutRect area{m_x, m_y, width, m_height};
        m_x += width + m_gap;
        return area;
    }
    [[nodiscard]] double bottom() const { return m_y + m_height; }

private:
    double m_left;
    double m_right;
    double m_height;
    double m_gap;
    double m_x;
    double m_y;
};

class Builder {
public:
    Builder(const MappingPicture& picture, double width, const MappingMetrics& metrics)
        : m_picture(picture)
        , m_width(width)
        , m_metrics(metrics) {
        m_layout.chipsLeft = kPad + std::min(240.0, width * 0.25);
        m_layout.useLeft = width - kPad - std::min(280.0, width * 0.3);
    }

    MappingLayout build() {
        const int levels = static_cast<int>(m_picture.levels.size());
        for (int l = 0; l < levels; ++l) {
            addLevel(l);
            addBetween(l);
        }
        const double height = m_metrics.line + 2 * kRowPad;
        add(MappingItem::Kind::compute, levels, -1, {0, m_top, m_width, height});
        m_layout.height = m_top + height;
        return std::move(m_layout);
    }

private:
    void add(MappingItem::Kind kind, int level, int index, const LayoutRect& area) {
        m_layout.items.push_back({kind, level, index, area});
    }

    void addChips(MappingItem::Kind kind, int level, std::size_t count, Wrapping& row) {
        for (int i = 0; i < static_cast<int>(count); ++i) {
            const MappingItem item{kind, level, i, {}};
            add(kind, level, i, row.place(m_metrics.labelWidth(item)));
        }
    }

    void addLevel(int l) {
        const auto& level = m_picture.levels[static_cast<std::size_t>(l)];
        const double inner = m_top + kRowPad;
        const auto box = m_layout.items.size();
        add(MappingItem::Kind::level, l, -1, {});
        const double twoLines = 2 * m_metrics.line + 2;
        add(MappingItem::Kind::name, l, -1, {kPad, inner, m_layout.chipsLeft - 2 * kPad, twoLines});
        Wrapping row(m_layout.chipsLeft, m_layout.useLeft - kPad, inner, m_metrics.line + 6, kChipGap);
        addChips(MappingItem::Kind::storage, l, level.tensors.size(), row);
        addChips(MappingItem::Kind::loop, l, level.temporal.size(), row);
        addChips(MappingItem::Kind::spatial, l, level.spatial.size(), row);
        add(MappingItem::Kind::capacity, l, -1,
            {m_layout.useLeft, inner, m_width - kPad - m_layout.useLeft, twoLines + 2});
        const double bottom = std::max(row.bottom(), inner + twoLines + 2) + kRowPad;
        m_layout.items[box].area = {0, m_top, m_width, bottom - m_top};
        m_top = bottom;
    }

    void addBetween(int l) {
        const auto& level = m_picture.levels[static_cast<std::size_t>(l)];
        const double y = m_top + kRowGap;
        if (level.fanout.children() > 1) {
            add(MappingItem::Kind::fanout, l, -1, {kPad, y, m_layout.chipsLeft - 2 * kPad, m_metrics.line});
        }
        Wrapping row(m_layout.chipsLeft, m_layout.useLeft - kPad, y, m_metrics.line, kTransferGap);
        for (int t = 0; t < static_cast<int>(level.tensors.size()); ++t) {
            const auto& use = level.tensors[static_cast<std::size_t>(t)];
            if (!use.isKept || use.readBytes + use.writeBytes <= 0) continue;
            const MappingItem item{MappingItem::Kind::transfer, l, t, {}};
            add(item.kind, l, t, row.place(m_metrics.labelWidth(item)));
        }
        if (!level.ports.empty()) {
            add(MappingItem::Kind::port, l, -1,
                {m_layout.useLeft, y, m_width - kPad - m_layout.useLeft, m_metrics.line + kPortBar});
        }
        m_top = std::max(row.bottom(), y + m_metrics.line) + kPortBar + kRowGap;
    }

    const MappingPicture& m_picture;
    double m_width;
    const MappingMetrics& m_metrics;
    MappingLayout m_layout;
    double m_top = 0;
};

} // namespace

const MappingItem* MappingLayout::itemAt(double x, double y) const {
    const auto found =
        std::find_if(items.rbegin(), items.rend(), [&](const auto& item) { return item.area.contains(x, y); });
    return found == items.rend() ? nullptr : &*found;
}

MappingLayout layoutMapping(const MappingPicture& picture, double width, const MappingMetrics& metrics) {
    return Builder(picture, width, metrics).build();
}

} // namespace nestwright
