// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/yaml/node.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace nestwright::timeloop {

/// A file of a description: its content and its name.
struct SourceText {
    std::string text;
    std::string file;
};

/// The top-level keys of one or several files, taken together as one description. Hyphens in keys are underscores.
class Document {
public:
    /// The error names a key that two files have.
    [[nodiscard]] static Result<Document> parse(const std::vector<SourceText>& sources);

    /// The part under the first of these keys that there is, or nullptr.
    [[nodiscard]] const yaml::Member* section(std::initializer_list<std::string_view> keys) const;
    [[nodiscard]] const yaml::Member* architecture() const;
    [[nodiscard]] const yaml::Member* problem() const { return section({"problem"}); }
    [[nodiscard]] const yaml::Member* mapping() const { return section({"mapping"}); }
    [[nodiscard]] const std::vector<yaml::Member>& members() const { return m_members; }
    /// Names of the files, joined with +.
    [[nodiscard]] const std::string& files() const { return m_files; }

private:
    std::vector<yaml::Member> m_members;
    std::string m_files;
};

} // namespace nestwright::timeloop
