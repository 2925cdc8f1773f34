// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checked.h"
#include "core/base/source_note.h"

#include <string_view>
#include <vector>

namespace nestwright::zigzag {

/// Notes of one kind become one, which counts them (%1) and stands where the first did.
class GroupedNotes {
public:
    void add(MessageTemplate text, const SourcePlace& place) {
        for (auto& group : m_groups) {
            if (std::string_view(group.text.id) != text.id) continue;
            ++group.count;
            return;
        }
        m_groups.push_back({text, place, 1});
    }

    void report(SourceNotes& notes) const {
        for (const auto& group : m_groups) notes.push_back({message(group.text, group.count), group.place});
    }

private:
    struct Group {
        MessageTemplate text;
        SourcePlace place;
        Count count = 0;
    };
    std::vector<Group> m_groups;
};

} // namespace nestwright::zigzag
