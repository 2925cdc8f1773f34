// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/expression.h"

#include <algorithm>
#include <cctype>
#include <functional>

namespace nestwright::onnx_format {
namespace {

/// Recursive descent over the text; `lookup` gives the value of a name.
class Parser {
public:
    using Lookup = std::function<std::optional<Count>(const std::string&)>;

    Parser(const std::string& text, Lookup lookup)
        : m_text(text)
        , m_lookup(std::move(lookup)) {}

    std::optional<Count> parse() {
        const auto value = sum();
        skipBlanks();
        return m_at == m_text.size() ? value : std::nullopt;
    }

private:
    void skipBlanks() {
        while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0) ++m_at;
    }

    bool take(char c) {
        skipBlanks();
        if (m_at >= m_text.size() || m_text[m_at] != c) return false;
        ++m_at;
        return true;
    }

    std::optional<Count> sum() {
        auto value = product();
        while (value) {
            const bool isPlus = take('+');
            if (!isPlus && !take('-')) break;
            const auto next = product();
            const auto term = next ? checkedMultiply(*next, isPlus ? 1 : -1) : next;
            value = term ? checkedAdd(*value, *term) : term;
        }
        return value;
    }

    std::optional<Count> product() {
        auto value = atom();
        while (value) {
            const bool isTimes = take('*');
            if (!isTimes && !take('/')) break;
            if (!isTimes) take('/');
            const auto next = atom();
            if (!next || (!isTimes && *next <= 0)) return std::nullopt;
            value = isTimes ? checkedMultiply(*value, *next) : std::optional(*value / *next);
        }
        return value;
    }

    std::optional<Count> atom() {
        if (take('(')) {
            if (++m_depth > kMaxDepth) return std::nullopt;
            const auto value = sum();
            return value && take(')') ? value : std::nullopt;
        }
        skipBlanks();
        const std::size_t start = m_at;
        while (m_at < m_text.size() && isNamePart(m_text[m_at])) ++m_at;
        const std::string word = m_text.substr(start, m_at - start);
        if (word.empty()) return std::nullopt;
        const bool isNumber = std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (!isNumber) return m_lookup(word);
        return word.size() <= 18 ? std::optional<Count>(std::stoll(word)) : std::nullopt;
    }

    static bool isNamePart(char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == ':' || c == '[' ||
               c == ']';
    }

    static constexpr int kMaxDepth = 64;
    const std::string& m_text;
    Lookup m_lookup;
    std::size_t m_at = 0;
    int m_depth = 0;
};

} // namespace

std::optional<Count> evaluateExtent(const std::string& text, const std::map<std::string, Count>& values) {
    const auto value = Parser(text, [&values](const std::string& name) -> std::optional<Count> {
                           const auto it = values.find(name);
                           if (it == values.end()) return std::nullopt;
                           return it->second;
                       }).parse();
    return value && *value >= 0 ? value : std::nullopt;
}

std::optional<std::vector<std::string>> namesInExtent(const std::string& text) {
    std::vector<std::string> names;
    const auto value = Parser(text, [&names](const std::string& name) -> std::optional<Count> {
                           if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
                           return 1;
                       }).parse();
    if (!value || (names.size() == 1 && names.front() == text)) return std::nullopt;
    return names;
}

} // namespace nestwright::onnx_format
