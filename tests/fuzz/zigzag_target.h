// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace nestwright::fuzz {

/// Reads the text as whichever of ZigZag's descriptions it is; a mapping together with a problem and an accelerator
/// that are as they should be. Any outcome is fine but a crash.
void readZigzag(const std::string& text);

} // namespace nestwright::fuzz
