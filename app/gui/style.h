// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/palette.h"

class QApplication;
class QString;
class QWidget;

namespace nestwright::gui {

/// Fusion with the program's palette and the bundled font.
void applyTheme(QApplication& application, Theme theme);

/// Gives a part of a window the few rules of form of the present theme. They are no rules of the application: Qt would
/// lay out every widget of it at once for another theme.
void dress(QWidget& part);

/// The theme that a setting asks for: "light", "dark", or the system's.
[[nodiscard]] Theme themeFromSetting(const QString& setting);

} // namespace nestwright::gui
