// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace nestwright::test {

/// A table of the accuracy page, as lines of a test's output that tests/reference/make_accuracy.py collects.
class AccuracyTable {
public:
    AccuracyTable(std::string title, const std::vector<std::string>& columns)
        : m_title(std::move(title)) {
        print("columns", columns);
    }

    void row(const std::vector<std::string>& cells) const { print("row", cells); }
    /// A sentence below the table.
    void note(const std::string& text) const { print("note", {text}); }

private:
    void print(const char* kind, const std::vector<std::string>& cells) const {
        std::cout << "accuracy " << kind << " | " << m_title;
        for (const auto& cell : cells) std::cout << " | " << cell;
        std::cout << "\n";
    }

    std::string m_title;
};

} // namespace nestwright::test
