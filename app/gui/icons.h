// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/mode.h"

#include <QIcon>
#include <QPalette>

namespace nestwright::gui {

/// The icon of a mode, drawn in the palette's colours: plain and, where it is chosen, in the accent.
[[nodiscard]] QIcon modeIcon(Mode mode, const QPalette& widgetPalette);

} // namespace nestwright::gui
