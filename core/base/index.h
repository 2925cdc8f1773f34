// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace nestwright {

/// A place in a container, out of an index that can also be negative elsewhere.
[[nodiscard]] constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

} // namespace nestwright
