// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace nestwright {

/// A value that stands for %1, %2, ... in a message.
using MessageArgument = std::variant<std::int64_t, double, std::string>;

/// The id of a text and its English, written together with NW_TEXT.
struct MessageTemplate {
    const char* id = "";
    const char* english = "";
};

/// Text that arises in the engine: an id, its English and typed arguments. The application translates it (the id is
/// the translation context); the command line prints `text()`.
struct Message {
    std::string id;
    std::string english;
    std::vector<MessageArgument> arguments;

    /// English with the arguments put in. Doubles print with up to six significant digits.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] bool empty() const { return english.empty(); }
    bool operator==(const Message&) const = default;
};

/// `pattern` with %1 ... %9 replaced by `arguments`; a number without an argument stays as it is.
[[nodiscard]] std::string substitute(const std::string& pattern, const std::vector<std::string>& arguments);

/// How an argument reads: integers in full, doubles with up to six significant digits.
[[nodiscard]] std::string argumentText(const MessageArgument& argument);

namespace detail {
template <class T>
MessageArgument toArgument(T&& value) {
    using D = std::decay_t<T>;
    if constexpr (std::is_floating_point_v<D>) {
        return static_cast<double>(value);
    } else if constexpr (std::is_integral_v<D> || std::is_enum_v<D>) {
        return static_cast<std::int64_t>(value);
    } else {
        return std::string(std::forward<T>(value));
    }
}
} // namespace detail

/// A message from a template and its arguments: `message(NW_TEXT("mapping.capacity", "%1 is full"), name)`.
template <class... Arguments>
Message message(MessageTemplate text, Arguments&&... arguments) {
    return Message{text.id, text.english, {detail::toArgument(std::forward<Arguments>(arguments))...}};
}

} // namespace nestwright

/// Marks an English text for lupdate (which knows the macro as an alias of QT_TRANSLATE_NOOP) beside its id.
#define NW_TEXT(id, english)                                                                                           \
    ::nestwright::MessageTemplate { id, english }
