// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/cell_text.h"
#include "core/report/writers.h"

#include <fmt/format.h>

#include <algorithm>

namespace nestwright::report {
namespace {

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || (c & 0x80); }

/// Markup of Markdown and HTML shown as it stands. An underscore inside a word is none.
std::string escaped(const std::string& text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool isInWord =
            i > 0 && i + 1 < text.size() && isWordCharacter(text[i - 1]) && isWordCharacter(text[i + 1]);
        if (c == '<') {
            result += "&lt;";
        } else if (c == '>') {
            result += "&gt;";
        } else if (c == '&') {
            result += "&amp;";
        } else {
            if (std::string_view("\\`*[]|~").find(c) != std::string_view::npos || (c == '_' && !isInWord))
                result += '\\';
            result += c;
        }
    }
    return result;
}

std::string text(const Message& message) { return escaped(visible(message.text())); }

/// A fence longer than any run of backticks in the text.
std::string fence(const std::string& content) {
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : content) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return std::string(std::max<std::size_t>(3, longest + 1), '`');
}

std::string codeSpan(const std::string& content) {
    const auto ticks = fence(content).substr(2);
    std::string inner;
    for (const char c : visible(content)) inner += c == '|' ? std::string("\\|") : std::string(1, c);
    return ticks + (ticks.size() > 1 ? " " + inner + " " : inner) + ticks;
}

std::string anchor(const std::string& id) { return id.empty() ? "" : "<a id=\"" + id + "\"></a>\n\n"; }

std::string withReason(const Cell& cell, const Column* column) {
    const auto reason = reasonOf(cell);
    const auto shown = escaped(cellText(cell, column));
    return reason.empty() ? shown : shown + " (" + escaped(reason) + ")";
}

class MarkdownWriter {
public:
    void operator()(const Paragraph& paragraph) {
        const auto content = text(paragraph.text);
        m_text += (paragraph.isStrong ? "**" + content + "**" : content) + "\n\n";
    }

    void operator()(const Facts& facts) {
        m_text += anchor(facts.id) + "| | |\n|---|---|\n";
        for (const auto& line : facts.lines) {
            const auto shown = line.isCode ? codeSpan(cellText(line.value)) : withReason(line.value, nullptr);
            m_text += "| " + text(line.name) + " | " + shown + " |\n";
        }
        m_text += '\n';
    }

    void operator()(const KeyFigures& figures) {
        m_text += anchor(figures.id) + "| Figure | Value | Note |\n|---|---:|---|\n";
        for (const auto& item : figures.items) {
            m_text +=
                "| " + text(item.name) + " | " + withReason(item.value, nullptr) + " | " + text(item.note) + " |\n";
        }
        m_text += '\n';
    }

    void operator()(const Table& table) {
        m_text += anchor(table.id) + fmt::format("**Table {}.** {}\n\n|", ++m_tables, text(table.caption));
        for (const auto& column : table.columns) m_text += " " + escaped(headerText(column)) + " |";
        m_text += "\n|";
        for (const auto& column : table.columns) m_text += column.isNumeric ? "---:|" : "---|";
        m_text += '\n';
        const auto reasons = distinctReasons(table);
        for (const auto& row : table.rows) {
            m_text += '|';
            for (std::size_t i = 0; i < row.size(); ++i) {
                m_text += " " + escaped(cellText(row[i], &table.columns[i])) + reasonMark(row[i], reasons) + " |";
            }
            m_text += '\n';
        }
        m_text += '\n';
        for (std::size_t i = 0; i < reasons.size(); ++i) {
            m_text += reasonNote(reasons, i) + " " + text(reasons[i]) + ".\n\n";
        }
    }

    /// Markdown has no charts: the figures' data as a table.
    void operator()(const Figure& figure) {
        m_text += anchor(figure.id) + fmt::format("**Figure {}.** {}\n\n", ++m_figures, text(figure.caption));
        if (figure.categories.empty()) return;
        m_text += "| |";
        for (const auto& series : figure.series) m_text += " " + text(series.name) + " |";
        m_text += "\n|---|";
        for (std::size_t i = 0; i < figure.series.size(); ++i) m_text += "---:|";
        m_text += '\n';
        const Number pattern{0, figure.xUnit == "%" ? NumberStyle::percent : NumberStyle::real, {}, figure.xUnit};
        for (std::size_t i = 0; i < figure.categories.size(); ++i) {
            m_text += "| " + escaped(visible(figure.categories[i])) + " |";
            for (const auto& series : figure.series) {
                auto number = pattern;
                number.value = i < series.y.size() ? std::optional(series.y[i]) : std::nullopt;
                m_text += " " + formatNumber(number) + " |";
            }
            m_text += '\n';
        }
        m_text += '\n';
    }

    void operator()(const Listing& listing) {
        const auto ticks = fence(listing.text);
        m_text += anchor(listing.id) + text(listing.caption) + "\n\n" + ticks + "\n" + listing.text;
        if (!listing.text.ends_with('\n')) m_text += '\n';
        m_text += ticks + "\n\n";
    }

    void heading(int level, const Message& title) {
        m_text += std::string(static_cast<std::size_t>(level), '#') + ' ' + text(title) + "\n\n";
    }

    void line(const std::string& content) { m_text += escaped(visible(content)) + "\n\n"; }

    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    std::string m_text;
    int m_tables = 0;
    int m_figures = 0;
};

} // namespace

std::string toMarkdown(const Document& document) {
    MarkdownWriter writer;
    writer.heading(1, document.title);
    writer.line(document.subtitle.text());
    if (!document.author.empty()) writer.line(document.author);
    writer(document.metadata);
    for (const auto& section : document.sections) {
        writer.heading(2, section.title);
        for (const auto& block : section.blocks) std::visit(writer, block);
    }
    return writer.take();
}

} // namespace nestwright::report
