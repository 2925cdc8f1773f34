// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/timeloop/document.h"

#include "core/formats/timeloop/fault.h"
#include "core/formats/yaml/parse.h"

#include <algorithm>

namespace nestwright::timeloop {

Result<Document> Document::parse(const std::vector<SourceText>& sources) {
    Document document;
    yaml::ParseOptions options;
    options.hyphensAreUnderscores = true;
    for (const auto& source : sources) {
        const auto root = yaml::parse(source.text, source.file, options);
        if (!root) return tl::unexpected(root.error());
        if (!(*root)->isMap()) {
            return failure(ErrorKind::input,
                           message(NW_TEXT("timeloop.root", "The file must hold a map; it holds %1"), (*root)->shown()),
                           (*root)->place(),
                           message(NW_TEXT("timeloop.root.remedy", "Start it with a key such as architecture, problem "
                                                                   "or mapping.")));
        }
        for (const auto& member : (*root)->members) {
            if (const auto* other = document.section({member.key})) {
                return failure(ErrorKind::input,
                               message(NW_TEXT("timeloop.twice", "%1 is also in %2, line %3"), member.key,
                                       other->place.file, other->place.line),
                               member.place, message(NW_TEXT("timeloop.twice.remedy", "Keep it in one of the files.")));
            }
            document.m_members.push_back(member);
        }
        document.m_files += (document.m_files.empty() ? "" : "+") + source.file;
    }
    return document;
}

const yaml::Member* Document::section(std::initializer_list<std::string_view> keys) const {
    for (const auto key : keys) {
        const auto found =
            std::find_if(m_members.begin(), m_members.end(), [&](const yaml::Member& m) { return m.key == key; });
        if (found != m_members.end()) return &*found;
    }
    return nullptr;
}

const yaml::Member* Document::architecture() const { return section({"architecture", "arch"}); }

} // namespace nestwright::timeloop
