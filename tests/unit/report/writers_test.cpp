// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/writers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sample_plan.h"
#include <algorithm>
#include <sstream>

namespace nestwright::report {
namespace {

using test::nastyNames;
using testing::HasSubstr;
using testing::Not;

Document nastyDocument() {
    Table table{"names", message(NW_TEXT("t.caption", "Names | with <b>markup</b>")), {}, {}};
    table.columns = {{"name", message(NW_TEXT("t.name", "Name")), {}, false, 1},
                     {"value_s", message(NW_TEXT("t.value", "Time")), "ms", true, 1e3}};
    for (const auto& name : nastyNames()) table.rows.push_back({name, Number{-5.0, NumberStyle::real}});
    Document document;
    document.title = message(NW_TEXT("t.title", "Names of %1"), "<script>alert(1)</script>");
    document.sections = {{"names-section", message(NW_TEXT("t.section", "Names")), {table}}};
    return document;
}

/// A reader of RFC 4180, independent of the writer.
std::vector<std::vector<std::string>> readCsv(const std::string& text) {
    std::vector<std::vector<std::string>> rows(1);
    std::string field;
    bool isQuoted = false;
    const auto endField = [&rows, &field] {
        rows.back().push_back(field);
        field.clear();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (isQuoted && text[i] == '"' && i + 1 < text.size() && text[i + 1] == '"') {
            field += text[i++];
        } else if (text[i] == '"') {
            isQuoted = !isQuoted;
        } else if (text[i] == ',' && !isQuoted) {
            endField();
        } else if (text[i] == '\n' && !isQuoted) {
            endField();
            rows.emplace_back();
        } else {
            field += text[i];
        }
    }
    return rows;
}

TEST(Csv, ReadsBackEveryNameWithFormulasGuarded) {
    const auto rows = readCsv(toCsv(nastyDocument()));
    const auto names = nastyNames();
    const auto header = std::find(rows.begin(), rows.end(), std::vector<std::string>{"name", "value_s"});
    ASSERT_NE(header, rows.end());
    const auto first = static_cast<std::size_t>(header - rows.begin()) + 1;
    ASSERT_GE(rows.size(), first + names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto& name = names[i];
        const bool isNumber = name == "+49" || name == "-5.00";
        const bool isFormula = !isNumber && std::string("=+-@\t\r").find(name.front()) != std::string::npos;
        EXPECT_EQ(rows[first + i][0], isFormula ? "'" + name : name);
        EXPECT_EQ(rows[first + i][1], "-5");
    }
}

TEST(Html, ShowsMarkupLiterally) {
    const auto html = toHtml(nastyDocument());
    EXPECT_THAT(html, Not(HasSubstr("<script>")));
    EXPECT_THAT(html, Not(HasSubstr("<b>bold</b>")));
    EXPECT_THAT(html, HasSubstr("&lt;b&gt;bold&lt;/b&gt;&amp;amp;"));
    EXPECT_THAT(html, HasSubstr("prefers-color-scheme:dark"));
    EXPECT_THAT(html, HasSubstr("<section id=\"names-section\">"));
}

TEST(Markdown, KeepsOneRowALine) {
    const auto markdown = toMarkdown(nastyDocument());
    EXPECT_THAT(markdown, HasSubstr("&lt;b&gt;bold&lt;/b&gt;&amp;amp;"));
    EXPECT_THAT(markdown, HasSubstr("Names \\| with"));
    std::size_t lines = 0;
    std::istringstream stream(markdown);
    for (std::string line; std::getline(stream, line);) lines += line.ends_with("| \u22125,000 |") ? 1 : 0;
    EXPECT_EQ(lines, nastyNames().size());
}

TEST(Json, HoldsRawNumbersUnderKeysWithUnits) {
    auto document = nastyDocument();
    document.sections[0].blocks.push_back(KeyFigures{
        "keys", {}, {{"latency_p95_s", {}, Number{{}, NumberStyle::seconds, message(NW_TEXT("t.why", "why"))}, {}}}});
    const auto json = nlohmann::json::parse(toJson(document));
    EXPECT_EQ(json["schema"], "nestwright.report/1");
    const auto& blocks = json["sections"][0]["blocks"];
    ASSERT_EQ(blocks[0]["rows"].size(), nastyNames().size());
    EXPECT_EQ(blocks[0]["rows"][5]["name"], "line1\nline2");
    EXPECT_EQ(blocks[0]["rows"][5]["value_s"], -5.0);
    EXPECT_TRUE(blocks[1]["values"]["latency_p95_s"].is_null());
    EXPECT_EQ(blocks[1]["missing"]["latency_p95_s"], "why");
}

TEST(Json, SurvivesTextThatIsNotUtf8) {
    auto document = nastyDocument();
    std::get<Table>(document.sections[0].blocks[0]).rows[0][0] = std::string("\xff\xfe name");
    EXPECT_FALSE(nlohmann::json::parse(toJson(document), nullptr, false).is_discarded());
}

} // namespace
} // namespace nestwright::report
