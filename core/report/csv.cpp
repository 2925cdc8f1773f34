// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/csv.h"

#include "core/report/cell_text.h"
#include "core/report/writers.h"

#include <charconv>
#include <cmath>

namespace nestwright::report {
namespace {

bool isPlainNumber(const std::string& text) {
    const auto* begin = text.data() + (text.starts_with('+') ? 1 : 0);
    const auto* end = text.data() + text.size();
    double value = 0;
    const auto [stop, error] = std::from_chars(begin, end, value);
    return begin != end && error == std::errc() && stop == end && std::isfinite(value);
}

/// A spreadsheet would run what begins like this as a formula.
bool isFormula(const std::string& text) {
    return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos &&
           !isPlainNumber(text);
}

std::string textField(const std::string& text) { return csvField(isFormula(text) ? "'" + text : text); }

std::string field(const Cell& cell) {
    if (const auto* text = std::get_if<Message>(&cell)) return textField(text->text());
    if (const auto* name = std::get_if<std::string>(&cell)) return textField(*name);
    const auto& number = std::get<Number>(cell);
    return number.value && std::isfinite(*number.value) ? rawNumber(*number.value) : std::string();
}

class CsvWriter {
public:
    void operator()(const Paragraph&) {}
    void operator()(const Figure&) {}
    void operator()(const Listing&) {}

    void operator()(const Facts& facts) {
        begin(facts.id, {});
        m_text += "key,value\n";
        for (const auto& line : facts.lines) m_text += textField(line.key) + ',' + field(line.value) + '\n';
    }

    void operator()(const KeyFigures& figures) {
        begin(figures.id, figures.caption);
        m_text += "key,value\n";
        for (const auto& item : figures.items) m_text += textField(item.key) + ',' + field(item.value) + '\n';
    }

    void operator()(const Table& table) {
        begin(table.id, table.caption);
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            m_text += (i ? "," : "") + textField(table.columns[i].key);
        }
        m_text += '\n';
        for (const auto& row : table.rows) {
            for (std::size_t i = 0; i < row.size(); ++i) m_text += (i ? "," : "") + field(row[i]);
            m_text += '\n';
        }
    }

    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    void begin(const std::string& id, const Message& caption) {
        if (!m_text.empty()) m_text += '\n';
        m_text += "table," + textField(id) + ',' + textField(caption.text()) + '\n';
    }

    std::string m_text;
};

} // namespace

std::string toCsv(const Document& document) {
    CsvWriter writer;
    writer(document.metadata);
    for (const auto& section : document.sections) {
        for (const auto& block : section.blocks) std::visit(writer, block);
    }
    return writer.take();
}

} // namespace nestwright::report
