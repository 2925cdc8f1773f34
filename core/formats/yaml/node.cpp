// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/yaml/node.h"

#include <algorithm>

namespace nestwright::yaml {

const Member* Node::member(std::string_view key) const {
    const auto found = std::find_if(members.begin(), members.end(), [&](const Member& m) { return m.key == key; });
    return found == members.end() ? nullptr : &*found;
}

NodePtr Node::find(std::string_view key) const {
    const auto* found = member(key);
    return found == nullptr ? nullptr : found->value;
}

SourcePlace Node::place() const { return {file ? *file : std::string(), line, column}; }

std::string Node::shown() const {
    constexpr std::size_t kLongest = 60;
    switch (kind) {
    case Kind::scalar:
        return text.size() > kLongest ? text.substr(0, kLongest) + "..." : text;
    case Kind::sequence:
        return "a list";
    case Kind::map:
        return "a map";
    case Kind::null:
        break;
    }
    return "nothing";
}

} // namespace nestwright::yaml
