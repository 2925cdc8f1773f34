// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace nestwright {

/// Calls of operator new in this program so far. A program that links the source file has its operators replaced.
[[nodiscard]] std::size_t countedAllocations();

} // namespace nestwright
