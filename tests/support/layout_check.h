// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace nestwright::test {

/// What is wrong with how a window is laid out, one line a fault: texts cut short that no tool tip gives in full,
/// widgets that overlap a sibling, and widgets that reach out of their parent. What a scroll area shows may be longer
/// than its viewport, but not wider than what it can scroll to.
///
/// Widgets that paint their own texts take part by a property "elidedTexts" (QStringList): what the last painting
/// shortened without a tool tip that gives it in full. A widget that floats over its siblings on purpose says so by a
/// property "isOverlay".
[[nodiscard]] QStringList layoutFaults(const QWidget& window);

} // namespace nestwright::test
