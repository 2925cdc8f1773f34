// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/cell_text.h"
#include "core/report/colors.h"
#include "core/report/svg_chart.h"
#include "core/report/writers.h"

#include <fmt/format.h>

#include <cmath>

namespace nestwright::report {
namespace {

constexpr const char* kStyle = R"(
*{box-sizing:border-box}
body{margin:0 auto;max-width:1080px;padding:32px 24px 64px;background:var(--ground);color:var(--text);
font:15px/1.5 "DejaVu Sans",Verdana,"Segoe UI",sans-serif}
h1{font-size:28px;line-height:1.25;margin:0 0 4px}
h2{font-size:19px;border-bottom:2px solid var(--text);padding-bottom:4px;margin:40px 0 12px}
.muted,figcaption,caption{color:var(--muted)}
nav{margin:16px 0;font-size:13px}nav a{margin-right:14px;white-space:nowrap}
a{color:var(--accent)}
.scroll{overflow-x:auto;margin:12px 0}
table{border-collapse:collapse;width:100%;font-size:13px}
caption,figcaption{caption-side:bottom;text-align:left;font-size:13px;padding:6px 8px}
th,td{text-align:left;vertical-align:top;padding:6px 8px;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
th{border-bottom:1.5px solid var(--muted);overflow-wrap:normal}
.n{text-align:right;white-space:nowrap;overflow-wrap:normal;font-variant-numeric:tabular-nums}
dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;background:var(--panel);padding:12px;
border-radius:6px;font-size:13px;margin:12px 0}
dl.facts dt{color:var(--muted)}dl.facts dd{margin:0;overflow-wrap:anywhere}
.keys{display:grid;grid-template-columns:repeat(auto-fill,minmax(210px,1fr));gap:12px;margin:12px 0}
.key{border:1px solid var(--line);border-radius:6px;padding:10px 12px}
.key b{display:block;font-size:21px;line-height:1.4}
.key span{color:var(--muted);font-size:13px}
abbr{text-decoration:none;border-bottom:1px dotted var(--muted);cursor:help}
code,pre{font:12.5px/1.45 "DejaVu Sans Mono",Menlo,Consolas,monospace}
pre{background:var(--panel);border-radius:6px;padding:12px;overflow-x:auto}
figure{margin:16px 0}svg{width:100%;height:auto;font-size:13px}
svg .label,svg .tick{fill:var(--text)}svg .tick{font-size:11px}svg .grid{stroke:var(--line);stroke-width:1}
@media print{body{max-width:none;padding:0}thead{display:table-header-group}tr{break-inside:avoid}}
)";

double luminance(std::uint32_t color) {
    const auto channel = [color](int shift) {
        const double value = ((color >> shift) & 0xffU) / 255.;
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0);
}

/// Above this luminance black text has the higher contrast ratio, below it white.
constexpr double kLabelTurn = 0.179;

std::string seriesRules(bool isDark) {
    std::string rules;
    const auto add = [&rules, isDark](const SeriesColor& color) {
        const auto value = isDark ? color.dark : color.light;
        rules += fmt::format(
            ".s-{0}{{fill:#{1:06x}}}.l-{0}{{stroke:#{1:06x};stroke-width:2;fill:none}}.on-{0}{{fill:{2}}}\n", color.key,
            value, luminance(value) > kLabelTurn ? "#000" : "#fff");
    };
    for (const auto& color : kAttributionColors) add(color);
    for (const auto& color : kBottleneckColors) add(color);
    for (const auto& color : kPlainColors) add(color);
    return rules;
}

std::string style() {
    const auto variables = [](std::uint32_t ground, const char* rest) {
        return fmt::format(":root{{--ground:#{:06x};{}}}\n", ground, rest);
    };
    return variables(kLightGround, "color-scheme:light dark;--panel:#f3f4f8;--text:#1a2130;--muted:#5a6478;"
                                   "--line:#d8dce4;--accent:#0b5fa5") +
           kStyle + seriesRules(false) + "@media screen and (prefers-color-scheme:dark){" +
           variables(kDarkGround, "--panel:#252a35;--text:#e8ebf1;--muted:#a7b0c0;--line:#3b4352;--accent:#6cb6ff") +
           seriesRules(true) + "}\n";
}

std::string html(const std::string& text) { return escapedHtml(visible(text)); }
std::string html(const Message& text) { return html(text.text()); }

std::string cellHtml(const Cell& cell, const Column* column = nullptr) {
    const auto shown = escapedHtml(cellText(cell, column));
    const auto reason = reasonOf(cell);
    return reason.empty() ? shown : "<abbr title=\"" + html(reason) + "\">" + shown + "</abbr>";
}

class HtmlWriter {
public:
    void operator()(const Paragraph& paragraph) {
        const char* tag = paragraph.isStrong ? "strong" : "span";
        m_text += fmt::format("<p><{0}>{1}</{0}></p>\n", tag, html(paragraph.text));
    }

    void operator()(const Facts& facts) {
        m_text += fmt::format("<dl class=\"facts\" id=\"{}\">\n", html(facts.id));
        for (const auto& line : facts.lines) {
            const auto shown = cellHtml(line.value);
            m_text += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html(line.name),
                                  line.isCode ? "<code>" + shown + "</code>" : shown);
        }
        m_text += "</dl>\n";
    }

    void operator()(const KeyFigures& figures) {
        m_text += fmt::format("<div class=\"keys\" id=\"{}\">\n", html(figures.id));
        for (const auto& item : figures.items) {
            if (!item.value.value) continue;
            m_text += fmt::format("<div class=\"key\"><span>{}</span><b>{}</b><span>{}</span></div>\n", html(item.name),
                                  cellHtml(item.value), html(item.note));
        }
        m_text += "</div>\n";
        for (const auto& missing : missingFigures(figures)) {
            std::vector<std::string> names;
            for (const auto& name : missing.names) names.push_back(html(name));
            m_text += fmt::format("<p class=\"muted\">{} \u2013 {}</p>\n", fmt::join(names, ", "), html(missing.why));
        }
    }

    void operator()(const Table& table) {
        m_text +=
            fmt::format("<div class=\"scroll\"><table id=\"{}\"><caption><b>Table {}.</b> {}</caption>\n<thead><tr>",
                        html(table.id), ++m_tables, html(table.caption));
        for (const auto& column : table.columns) {
            m_text += fmt::format("<th scope=\"col\"{}>{}</th>", column.isNumeric ? " class=\"n\"" : "",
                                  html(headerText(column)));
        }
        m_text += "</tr></thead>\n<tbody>\n";
        for (const auto& row : table.rows) {
            m_text += "<tr>";
            for (std::size_t i = 0; i < row.size(); ++i) {
                const auto& column = table.columns[i];
                m_text += (column.isNumeric ? "<td class=\"n\">" : "<td>") + cellHtml(row[i], &column) + "</td>";
            }
            m_text += "</tr>\n";
        }
        m_text += "</tbody></table></div>\n";
    }

    void operator()(const Figure& figure) {
        m_text += fmt::format("<figure id=\"{}\">{}<figcaption><b>Figure {}.</b> {}</figcaption></figure>\n",
                              html(figure.id), toSvg(figure), ++m_figures, html(figure.caption));
    }

    void operator()(const Listing& listing) {
        m_text += fmt::format("<figure id=\"{}\"><pre>{}</pre><figcaption>{}</figcaption></figure>\n", html(listing.id),
                              escapedHtml(listing.text), html(listing.caption));
    }

    void add(const std::string& markup) { m_text += markup; }

    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    std::string m_text;
    int m_tables = 0;
    int m_figures = 0;
};

} // namespace

std::string toHtml(const Document& document) {
    HtmlWriter writer;
    const auto title = html(document.title);
    writer.add("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>" +
               title + "</title>\n<style>\n" + style() + "</style>\n</head>\n<body>\n<header><h1>" + title +
               "</h1>\n<p class=\"muted\">" + html(document.subtitle) +
               (document.author.empty() ? "" : " \u00b7 " + html(document.author)) + "</p>\n");
    writer(document.metadata);
    writer.add("<nav aria-label=\"Contents\">");
    int number = 0;
    for (const auto& section : document.sections) {
        writer.add(fmt::format("<a href=\"#{}\">{}\u00a0{}</a> ", html(section.id), ++number, html(section.title)));
    }
    writer.add("</nav></header>\n<main>\n");
    number = 0;
    for (const auto& section : document.sections) {
        writer.add(
            fmt::format("<section id=\"{}\">\n<h2>{}\u2002{}</h2>\n", html(section.id), ++number, html(section.title)));
        for (const auto& block : section.blocks) std::visit(writer, block);
        writer.add("</section>\n");
    }
    writer.add("</main>\n</body>\n</html>\n");
    return writer.take();
}

} // namespace nestwright::report
