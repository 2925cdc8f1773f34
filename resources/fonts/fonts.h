// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace nestwright {

/// Makes the fonts that ship with the program known to Qt. Needs a QGuiApplication; further calls do nothing. False
/// where Qt refused one of them.
bool loadBundledFonts();

/// "DejaVu Sans": tabular digits, so that columns of figures line up.
[[nodiscard]] QString bundledSansFamily();

/// "DejaVu Sans Mono".
[[nodiscard]] QString bundledMonoFamily();

} // namespace nestwright
