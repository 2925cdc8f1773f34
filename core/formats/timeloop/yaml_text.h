// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace nestwright::timeloop {

/// A word as YAML takes it: plain, or in double quotes where it could be read as something else.
[[nodiscard]] std::string quoted(const std::string& word);

/// The shortest text that reads back as the same number.
[[nodiscard]] std::string numeral(double value);

/// `value` / `unit`, so that multiplying by `unit` again gives `value` to the bit where some number does.
[[nodiscard]] double quotient(double value, double unit);

/// A map on one line: "{a: 1, b: 2}", in the order of adding.
class FlowMap {
public:
    void add(const std::string& key, const std::string& text) { m_members.emplace_back(key, text); }
    void add(const std::string& key, double value) { add(key, numeral(value)); }
    void addUnless(double usual, const std::string& key, double value) {
        if (value != usual) add(key, value);
    }
    [[nodiscard]] bool empty() const { return m_members.empty(); }
    [[nodiscard]] std::string text() const;

private:
    std::vector<std::pair<std::string, std::string>> m_members;
};

/// "[a, b]" of words.
[[nodiscard]] std::string flowList(const std::vector<std::string>& words);

} // namespace nestwright::timeloop
