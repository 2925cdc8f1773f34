// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace nestwright {

/// What a file from outside may ask for.
struct JsonLimits {
    std::size_t maxBytes = 8 << 20;
    int maxDepth = 32;
};

/// A JSON document that knows where everything in it stands.
class JsonSource {
public:
    using Pointer = nlohmann::json::json_pointer;

    /// Parses the text. Errors name line and column; a key that stands twice in one object is an error.
    [[nodiscard]] static Result<JsonSource> parse(std::string_view text, std::string file, JsonLimits limits = {});

    [[nodiscard]] const nlohmann::json& root() const { return m_root; }
    [[nodiscard]] const std::string& file() const { return m_file; }
    /// Place of the key (of a member) or of the value (of an element); of the nearest part above where there is none.
    [[nodiscard]] SourcePlace place(const Pointer& pointer) const;

private:
    JsonSource(std::string text, std::string file, nlohmann::json root);

    std::string m_text;
    std::string m_file;
    nlohmann::json m_root;
};

/// How a person writes a place: "levels[2].fanout.x"; "the document" for the root.
[[nodiscard]] std::string readablePath(const nlohmann::json::json_pointer& pointer);

/// Steps of a pointer, unescaped.
[[nodiscard]] std::vector<std::string> stepsOf(nlohmann::json::json_pointer pointer);

} // namespace nestwright
