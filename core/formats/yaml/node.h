// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nestwright::yaml {

struct Node;
using NodePtr = std::shared_ptr<const Node>;

/// A key of a map, where it stands, and its value.
struct Member {
    std::string key;
    SourcePlace place;
    NodePtr value;
};

/// A part of a YAML document. An alias is the very node of its anchor.
struct Node {
    enum class Kind { null, scalar, sequence, map };
    Kind kind = Kind::null;
    std::string tag;       ///< "!Container"; empty where the file gives none
    std::string text;      ///< of a scalar
    bool isQuoted = false; ///< a quoted scalar is text, whatever it looks like
    std::vector<NodePtr> items;
    std::vector<Member> members; ///< in the order of the file, merged ones (<<) last
    std::shared_ptr<const std::string> file;
    int line = 0;
    int column = 0;
    int depth = 1;   ///< of the tree below, this node counted
    double size = 1; ///< nodes of the tree below with every alias counted in full

    [[nodiscard]] bool isMap() const { return kind == Kind::map; }
    [[nodiscard]] bool isSequence() const { return kind == Kind::sequence; }
    [[nodiscard]] bool isScalar() const { return kind == Kind::scalar; }
    [[nodiscard]] bool isNull() const { return kind == Kind::null; }
    [[nodiscard]] const Member* member(std::string_view key) const; ///< nullptr where there is none
    [[nodiscard]] NodePtr find(std::string_view key) const;         ///< nullptr where there is none
    [[nodiscard]] SourcePlace place() const;
    /// How it reads in a message: the text of a scalar, cut short, or "a list", "a map", "nothing".
    [[nodiscard]] std::string shown() const;
};

} // namespace nestwright::yaml
