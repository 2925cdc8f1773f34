// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/json_source.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

namespace nestwright {
namespace {

using nlohmann::json;

SourcePlace placeAt(std::string_view text, std::size_t offset, const std::string& file) {
    const auto before = text.substr(0, std::min(offset, text.size()));
    const auto lines = std::count(before.begin(), before.end(), '\n');
    const auto lineStart = before.rfind('\n');
    const auto column = lineStart == std::string_view::npos ? before.size() : before.size() - lineStart - 1;
    return {file, static_cast<int>(lines) + 1, static_cast<int>(column) + 1};
}

/// Walks the text once before the document is built, so that a hostile one is turned down cheaply.
class StructureCheck : public nlohmann::json_sax<json> {
public:
    explicit StructureCheck(int maxDepth)
        : m_maxDepth(maxDepth) {}

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return enter(); }
    bool end_object() override { return leave(); }
    bool start_array(std::size_t) override { return enter(); }
    bool end_array() override { return leave(); }

    bool key(string_t&) override { return true; }

    bool parse_error(std::size_t position, const std::string&, const json::exception& error) override {
        errorPosition = position;
        errorText = error.what();
        return false;
    }

    std::optional<std::size_t> errorPosition;
    std::string errorText;
    bool isTooDeep = false;

private:
    bool enter() {
        isTooDeep = ++m_depth > m_maxDepth;
        return !isTooDeep;
    }
    bool leave() {
        --m_depth;
        return true;
    }

    int m_maxDepth;
    int m_depth = 0;
};

/// The parser's own words, without its error number and without the place, which is told apart.
std::string reasonOf(const std::string& what) {
    const auto column = what.find("column ");
    const auto start = column == std::string::npos ? what.find("] ") : what.find(": ", column);
    return start == std::string::npos ? what : what.substr(start + 2);
}

/// Finds the text of parts. Works on text that has parsed, so that it need not expect errors.
class Scanner {
public:
    explicit Scanner(std::string_view text)
        : m_text(text) {
        if (m_text.starts_with("\xEF\xBB\xBF")) m_at = 3;
    }

    std::size_t find(const std::vector<std::string>& steps) {
        skipSpace();
        std::size_t found = m_at;
        for (const auto& step : steps) {
            const bool isInside = peek() == '{' ? enterMember(step, found) : peek() == '[' && enterElement(step, found);
            if (!isInside) break;
        }
        return found;
    }

    /// The first key that its object already has, with its place.
    std::optional<std::pair<std::string, std::size_t>> findRepeatedKey() {
        std::vector<std::set<std::string>> keys;
        while (m_at < m_text.size()) {
            const char c = peek();
            if (c == '"') {
                const auto start = m_at;
                auto text = readString();
                skipSpace();
                if (peek() == ':' && !keys.back().insert(text).second) return std::pair{std::move(text), start};
                continue;
            }
            if (c == '{' || c == '[') keys.emplace_back();
            if (c == '}' || c == ']') keys.pop_back();
            ++m_at;
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

    void skipSpace() {
        while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0) ++m_at;
    }

    std::string readString() {
        const auto start = m_at++;
        while (m_at < m_text.size() && m_text[m_at] != '"') m_at += m_text[m_at] == '\\' ? 2 : 1;
        ++m_at;
        const auto value = json::parse(m_text.substr(start, m_at - start), nullptr, false);
        return value.is_string() ? value.get<std::string>() : std::string();
    }

    void skipValue() {
        int depth = 0;
        do {
            const char c = peek();
            if (c == '"') {
                readString();
            } else {
                depth += c == '{' || c == '[' ? 1 : (c == '}' || c == ']' ? -1 : 0);
                ++m_at;
            }
        } while (m_at < m_text.size() && (depth > 0 || !isEnd(peek())));
    }

    static bool isEnd(char c) { return c == ',' || c == '}' || c == ']'; }

    /// Steps into the value of a key; leaves the place of the key in `found`.
    bool enterMember(const std::string& name, std::size_t& found) {
        ++m_at;
        skipSpace();
        while (peek() == '"') {
            const auto keyStart = m_at;
            const bool isMatch = readString() == name;
            skipSpace();
            ++m_at; // the colon
            skipSpace();
            if (isMatch) {
                found = keyStart;
                return true;
            }
            skipValue();
            if (peek() == ',') ++m_at;
            skipSpace();
        }
        return false;
    }

    bool enterElement(const std::string& index, std::size_t& found) {
        std::size_t left = 0;
        for (const char c : index) left = left * 10 + static_cast<std::size_t>(c - '0');
        ++m_at;
        skipSpace();
        for (; left > 0; --left) {
            skipValue();
            if (peek() != ',') return false;
            ++m_at;
            skipSpace();
        }
        found = m_at;
        return true;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

Result<void> checkKeys(std::string_view text, const std::string& file) {
    const auto repeated = Scanner(text).findRepeatedKey();
    if (!repeated) return {};
    return failure(ErrorKind::input,
                   message(NW_TEXT("json.repeated_key", "The key \"%1\" stands twice in one object"), repeated->first),
                   placeAt(text, repeated->second, file),
                   message(NW_TEXT("json.repeated_key.remedy", "Remove one of the two.")));
}

Result<void> checkStructure(std::string_view text, const std::string& file, const JsonLimits& limits) {
    if (text.size() > limits.maxBytes) {
        return failure(ErrorKind::input,
                       message(NW_TEXT("json.too_large", "The file holds %1 bytes; the limit is %2 bytes"), text.size(),
                               limits.maxBytes),
                       {file}, message(NW_TEXT("json.too_large.remedy", "Check that this is the file you mean.")));
    }
    StructureCheck check(limits.maxDepth);
    if (json::sax_parse(text, &check)) return checkKeys(text, file);
    if (check.isTooDeep) {
        return failure(ErrorKind::input,
                       message(NW_TEXT("json.too_deep", "Brackets nest more than %1 deep"), limits.maxDepth), {file},
                       message(NW_TEXT("json.too_deep.remedy", "Check that this is the file you mean.")));
    }
    const auto position = check.errorPosition.value_or(1);
    return failure(ErrorKind::input,
                   message(NW_TEXT("json.syntax", "This is no valid JSON: %1"), reasonOf(check.errorText)),
                   placeAt(text, position > 0 ? position - 1 : 0, file),
                   message(NW_TEXT("json.syntax.remedy", "Correct the text at this place or just before it.")));
}

} // namespace

JsonSource::JsonSource(std::string text, std::string file, json root)
    : m_text(std::move(text))
    , m_file(std::move(file))
    , m_root(std::move(root)) {}

Result<JsonSource> JsonSource::parse(std::string_view text, std::string file, JsonLimits limits) {
    if (auto checked = checkStructure(text, file, limits); !checked) return tl::unexpected(checked.error());
    auto root = json::parse(text, nullptr, false);
    return JsonSource(std::string(text), std::move(file), std::move(root));
}

SourcePlace JsonSource::place(const Pointer& pointer) const {
    return placeAt(m_text, Scanner(m_text).find(stepsOf(pointer)), m_file);
}

std::vector<std::string> stepsOf(json::json_pointer pointer) {
    std::vector<std::string> steps;
    for (; !pointer.empty(); pointer.pop_back()) steps.push_back(pointer.back());
    std::reverse(steps.begin(), steps.end());
    return steps;
}

std::string readablePath(const json::json_pointer& pointer) {
    std::string path;
    for (const auto& step : stepsOf(pointer)) {
        const bool isIndex = !step.empty() && std::all_of(step.begin(), step.end(),
                                                          [](unsigned char c) { return std::isdigit(c) != 0; });
        if (isIndex) {
            path += "[" + step + "]";
        } else {
            path += (path.empty() ? "" : ".") + step;
        }
    }
    return path.empty() ? "the document" : path;
}

} // namespace nestwright
