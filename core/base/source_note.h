// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace nestwright {

/// What a reader left out or assumed, and where in the file it stands.
struct SourceNote {
    Message message;
    SourcePlace place;

    /// "file:line:column: message".
    [[nodiscard]] std::string text() const { return Error{ErrorKind::input, message, place, std::nullopt}.text(); }
    bool operator==(const SourceNote&) const = default;
};

using SourceNotes = std::vector<SourceNote>;

} // namespace nestwright
