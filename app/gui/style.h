// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/palette.h"

class QApplication;
class QString;

namespace nestwright::gui {

/// Fusion with the program's palette, the bundled font and its few rules of form.
void applyTheme(QApplication& application, Theme theme);

/// The theme that a setting asks for: "light", "dark", or the system's.
[[nodiscard]] Theme themeFromSetting(const QString& setting);

} // namespace nestwright::gui
