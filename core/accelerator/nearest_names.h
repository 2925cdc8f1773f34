// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nestwright {

/// Those of `names` that start with `word`, then those that are spelled most like it, nearest first, at most `limit`;
/// none that differ in more than half of the letters.
[[nodiscard]] std::vector<std::string> nearestNames(std::string_view word, const std::vector<std::string>& names,
                                                    std::size_t limit);

/// "a", "b" and "c" as one text: `"a", "b", "c"`.
[[nodiscard]] std::string quotedList(const std::vector<std::string>& names);

} // namespace nestwright
