// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace nestwright::app {

struct LibraryVersion {
    std::string name;
    std::string version;
};

/// What the program was built with, in order of name.
[[nodiscard]] std::vector<LibraryVersion> libraryVersions();

} // namespace nestwright::app
