// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace nestwright::fuzz {

/// Reads the text as a Timeloop description, every part of it that there is, and writes it again. Any outcome is fine
/// but a crash.
void readTimeloop(const std::string& text);

} // namespace nestwright::fuzz
