// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checked.h"
#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nestwright::huggingface {

/// Values of a JSON object by key, with the first error kept: readers fetch all they need and look at `error()` once.
/// A key that is null counts as missing. Children share the document.
class JsonKeys {
public:
    [[nodiscard]] static Result<JsonKeys> parse(std::string_view text, const std::string& path);

    [[nodiscard]] bool isMissing(const char* key) const;
    [[nodiscard]] bool isObject(const char* key) const;
    [[nodiscard]] JsonKeys child(const char* key) const;

    /// A whole number from 1 to 2^31 (digits in quotes are taken too and remembered); 0 and an error where it is
    /// missing or something else.
    [[nodiscard]] Count count(const char* key) const;
    /// The same with a value for a missing key; a written 0 is allowed.
    [[nodiscard]] Count count(const char* key, Count fallback) const;
    [[nodiscard]] std::vector<Count> counts(const char* key) const;
    [[nodiscard]] std::string text(const char* key, const std::string& fallback) const;
    [[nodiscard]] std::string firstText(const char* key) const; ///< of a list; "" where there is none
    [[nodiscard]] bool flag(const char* key, bool fallback) const;
    [[nodiscard]] Count size(const char* key) const; ///< entries of an object or list; 0 where there is none

    void fail(Message what) const;
    /// Keys whose numbers were written as text, in order.
    [[nodiscard]] const std::vector<std::string>& numbersAsText() const { return *m_numbersAsText; }
    [[nodiscard]] const std::optional<Error>& error() const { return *m_error; }

private:
    JsonKeys(std::shared_ptr<const nlohmann::json> document, const nlohmann::json* object, std::string path);
    [[nodiscard]] const nlohmann::json* find(const char* key) const;
    [[nodiscard]] Count whole(const char* key, const nlohmann::json& value, Count least) const;

    std::shared_ptr<const nlohmann::json> m_document;
    const nlohmann::json* m_object;
    std::string m_path;
    std::shared_ptr<std::optional<Error>> m_error;
    std::shared_ptr<std::vector<std::string>> m_numbersAsText;
};

} // namespace nestwright::huggingface
