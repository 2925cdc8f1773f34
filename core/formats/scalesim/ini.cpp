// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/scalesim/ini.h"

#include "core/base/text.h"

#include <algorithm>
#include <set>

namespace nestwright::scalesim {
namespace {

constexpr std::string_view kBlanks = " \t\r";

class IniReader {
public:
    IniReader(std::string_view text, const std::string& file)
        : m_text(text)
        , m_file(file) {}

    Result<std::vector<IniEntry>> read() {
        constexpr std::size_t kMostBytes = std::size_t{1} << 20U;
        if (m_text.size() > kMostBytes || m_text.find('\0') != std::string_view::npos) {
            return fail(1,
                        message(NW_TEXT("scalesim.ini.binary", "This is no configuration: it is too large, or no "
                                                               "text")),
                        message(NW_TEXT("scalesim.ini.remedy", "Write [section] and 'key = value' lines.")));
        }
        while (!m_text.empty()) {
            const auto end = m_text.find('\n');
            const auto line = m_text.substr(0, end);
            m_text.remove_prefix(end == std::string_view::npos ? m_text.size() : end + 1);
            ++m_line;
            if (auto ok = readLine(line); !ok) return tl::unexpected(ok.error());
        }
        return std::move(m_entries);
    }

private:
    tl::unexpected<Error> fail(std::size_t column, Message what, Message remedy) const {
        return failure(ErrorKind::input, std::move(what), {m_file, std::max(m_line, 1), static_cast<int>(column)},
                       std::move(remedy));
    }

    Result<void> readLine(std::string_view line) {
        const auto content = trimmed(line);
        if (content.empty() || content.front() == '#' || content.front() == ';') return {};
        if (content.front() == '[') return readSection(content);
        if (kBlanks.find(line.front()) != std::string_view::npos && !m_entries.empty()) {
            auto& value = m_entries.back().value;
            value += (value.empty() ? "" : "\n") + std::string(content);
            return {};
        }
        return readEntry(line);
    }

    Result<void> readSection(std::string_view content) {
        if (content.back() == ']') {
            m_section = std::string(trimmed(content.substr(1, content.size() - 2)));
            return {};
        }
        return fail(1, message(NW_TEXT("scalesim.ini.section", "The name of the section isn't closed")),
                    message(NW_TEXT("scalesim.ini.section.remedy", "Write [name].")));
    }

    Result<void> readEntry(std::string_view line) {
        const auto mark = line.find_first_of("=:");
        const auto key = lowerCase(std::string(trimmed(line.substr(0, mark))));
        if (mark == std::string_view::npos || key.empty() || m_section.empty()) {
            return fail(1, message(NW_TEXT("scalesim.ini.line", "This line is no 'key = value' of a section")),
                        message(NW_TEXT("scalesim.ini.remedy", "Write [section] and 'key = value' lines.")));
        }
        if (!m_keys.insert({m_section, key}).second) {
            return fail(1,
                        message(NW_TEXT("scalesim.ini.twice", "%1 stands twice in [%2]"), key.substr(0, 60), m_section),
                        message(NW_TEXT("scalesim.ini.twice.remedy", "Keep one of the two.")));
        }
        const auto rest = line.substr(mark + 1);
        const auto start = std::min(rest.find_first_not_of(kBlanks), rest.size());
        m_entries.push_back(
            {m_section, key, std::string(trimmed(rest)), {m_file, m_line, static_cast<int>(mark + 1 + start) + 1}});
        return {};
    }

    std::string_view m_text;
    const std::string& m_file;
    std::string m_section;
    std::set<std::pair<std::string, std::string>> m_keys;
    std::vector<IniEntry> m_entries;
    int m_line = 0;
};

} // namespace

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

Result<std::vector<IniEntry>> readIni(std::string_view text, const std::string& file) {
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
    return IniReader(text, file).read();
}

} // namespace nestwright::scalesim
