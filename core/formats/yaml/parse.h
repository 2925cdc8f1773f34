// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/source_note.h"
#include "core/formats/yaml/node.h"

#include <string>
#include <string_view>

namespace nestwright::yaml {

/// What a file from outside may ask for.
struct Limits {
    std::size_t maxBytes = std::size_t{4} << 20U;
    int maxDepth = 64;
    double maxNodes = 200'000; ///< with every alias counted in full
};

struct ParseOptions {
    Limits limits;
    bool hyphensAreUnderscores = false; ///< "word-bits" is the key "word_bits"
    /// Where given, the last of equal keys of a map counts, and those before it are noted here. Otherwise they are an
    /// error.
    SourceNotes* repeatedKeys = nullptr;
};

/// The one document of a text, with merge keys (<<) resolved. Errors name line and column: what is no UTF-8, no YAML,
/// a template, several documents, a key that stands twice, a tree too deep or too large.
[[nodiscard]] Result<NodePtr> parse(std::string_view text, const std::string& file, const ParseOptions& options = {});

} // namespace nestwright::yaml
