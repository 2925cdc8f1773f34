// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <array>
#include <optional>

namespace nestwright::gui {

/// The modes of the window, in the order of the mode bar.
enum class Mode { graph, mapping, tradeoffs, compare, evidence, report };

inline constexpr std::array kAllModes = {Mode::graph,   Mode::mapping,  Mode::tradeoffs,
                                         Mode::compare, Mode::evidence, Mode::report};

/// Key on the command line and in file names: "graph", "tradeoffs", ...
[[nodiscard]] QString keyOf(Mode mode);
[[nodiscard]] std::optional<Mode> modeFromKey(const QString& key);
[[nodiscard]] QString titleOf(Mode mode);
/// What one does there.
[[nodiscard]] QString helpOf(Mode mode);

} // namespace nestwright::gui
