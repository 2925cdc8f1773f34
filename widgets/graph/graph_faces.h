// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QStaticText>
#include <QString>

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace nestwright {

/// What one node shows.
struct NodeFace {
    QString title;
    QString details;
    QString glyph; ///< tells what the colour tells
    QString toolTip;
    QString badge; ///< how many operators it stands for, where that is more than one
};

/// The texts of a node as they were last drawn, laid out for one height of the node on the device.
struct NodeTexts {
    double height = -1;
    QStaticText title;
    QStaticText details;
    QStaticText glyph;
};

/// What stands over a frame.
struct FrameFace {
    QString title;
    QString details;
    QString badge;
    QString toolTip;
};

/// Colours and texts of a graph. Colours are there for all nodes; texts are made when a node is first looked at, since
/// only a few hundred of 100 000 ever are. For one thread.
class GraphFaces {
public:
    using Maker = std::function<NodeFace(std::int32_t node)>;

    GraphFaces() = default;
    GraphFaces(std::vector<QRgb> colors, Maker maker, std::vector<FrameFace> frames)
        : m_colors(std::move(colors))
        , m_maker(std::move(maker))
        , m_frames(std::move(frames)) {}

    [[nodiscard]] std::size_t nodeCount() const { return m_colors.size(); }
    [[nodiscard]] QRgb rgb(std::int32_t node) const { return m_colors[static_cast<std::size_t>(node)]; }
    [[nodiscard]] QColor color(std::int32_t node) const { return QColor::fromRgb(rgb(node)); }
    /// Valid until the next call.
    [[nodiscard]] const NodeFace& node(std::int32_t node) const { return made(node).face; }
    /// The same node's texts for a painter to lay out anew or to use again; valid as long.
    [[nodiscard]] NodeTexts& texts(std::int32_t node) const { return made(node).texts; }
    [[nodiscard]] const std::vector<FrameFace>& frames() const { return m_frames; }

private:
    static constexpr std::size_t kMostKept = 4096;

    struct Made {
        NodeFace face;
        NodeTexts texts;
    };
    [[nodiscard]] Made& made(std::int32_t node) const {
        if (const auto found = m_made.find(node); found != m_made.end()) return found->second;
        if (m_made.size() >= kMostKept) m_made.clear();
        return m_made.emplace(node, Made{m_maker(node), {}}).first->second;
    }

    std::vector<QRgb> m_colors;
    Maker m_maker;
    std::vector<FrameFace> m_frames;
    mutable std::unordered_map<std::int32_t, Made> m_made;
};

} // namespace nestwright
