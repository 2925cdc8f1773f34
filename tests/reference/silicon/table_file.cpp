// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/silicon/table_file.h"

#include <fstream>
#include <stdexcept>

namespace nestwright {

std::vector<std::vector<std::string>> tableRows(const std::string& name) {
    std::ifstream stream(std::string(NESTWRIGHT_TEST_DATA) + "/validation/" + name);
    if (!stream) throw std::runtime_error("no table " + name);
    std::vector<std::vector<std::string>> rows;
    for (std::string line; std::getline(stream, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        std::vector<std::string> fields(1);
        for (const char c : line) {
            if (c == ',') {
                fields.emplace_back();
            } else {
                fields.back() += c;
            }
        }
        rows.push_back(std::move(fields));
    }
    return rows;
}

double numberIn(const std::string& field) { return field.empty() ? 0 : std::stod(field); }

} // namespace nestwright
