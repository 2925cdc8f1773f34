// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <tl/expected.hpp>

#include <optional>
#include <string>

namespace nestwright {

/// Whose fault it is and what the command line exits with (CLI: 1 infeasible, 2 usage, 3 input, 4 cancelled).
enum class ErrorKind {
    infeasible, ///< done, with a negative answer: no mapping fits, a mapping is invalid
    usage,      ///< the call makes no sense
    input,      ///< a file can't be read or makes no sense
    cancelled,  ///< stopped by the user or by a limit
    internal    ///< a broken promise inside the program
};

/// Where in a file something stands; 0 is unknown.
struct SourcePlace {
    std::string file;
    int line = 0;
    int column = 0;
    bool operator==(const SourcePlace&) const = default;
};

/// What went wrong, where, and what to do about it.
struct Error {
    ErrorKind kind = ErrorKind::input;
    Message message;
    SourcePlace place;
    std::optional<Message> remedy;

    /// "file:line:column: message" and, on a second line, the remedy.
    [[nodiscard]] std::string text() const;
};

/// The outcome of what can fail. Exceptions don't cross a room's edge.
template <class T>
using Result = tl::expected<T, Error>;

/// An error to return from a function with a Result.
[[nodiscard]] inline tl::unexpected<Error> failure(ErrorKind kind, Message what, SourcePlace place = {},
                                                   std::optional<Message> remedy = std::nullopt) {
    return tl::unexpected<Error>(Error{kind, std::move(what), std::move(place), std::move(remedy)});
}

} // namespace nestwright
