// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace nestwright::report {

/// How a number is written. The unit stands in the column's header or beside the figure.
enum class NumberStyle {
    integer, ///< 175
    real,    ///< three significant digits
    percent, ///< a fraction, written x 100
    seconds, ///< SI prefix: 4.12 ms
    bytes,   ///< IEC prefix: 24.5 MiB
    energy,  ///< joules with an SI prefix
    power,   ///< watts with an SI prefix
    rate,    ///< per second; nobody counts in thousandths of a sample, so without a prefix
    perJoule ///< throughput per watt: per joule, or per kJ or MJ where that would be below one
};

/// A figure; nothing is written as a dash, with `why` as its reason.
struct Number {
    std::optional<double> value;
    NumberStyle style = NumberStyle::real;
    Message why = {}; ///< the reason where there is no value
    /// With `real`: written with an SI prefix and this unit ("4.09 GMAC"); with `rate` and `perJoule`: what is counted
    /// ("images").
    std::string unit = {};
};

/// A cell of a table: text of the program (translated), a name from the data (literal) or a number.
using Cell = std::variant<Message, std::string, Number>;

struct Column {
    std::string key; ///< in JSON and CSV: "latency_s"
    Message title;
    std::string unit; ///< "" where there is none: "ms", "%"
    bool isNumeric = false;
    double scale = 1; ///< a value in the column is multiplied by this before it is written for a person (1e3 for ms)
};

struct Table {
    std::string id;  ///< "by-layer-type": anchors and references
    Message caption; ///< says the finding
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;
};

struct Series {
    Message name;
    std::string paletteKey; ///< a key of colors.h: "useful", "diluted", a bottleneck class or a series number
    bool isLine = false;    ///< of a roofline: joined points, not marks
    std::vector<double> x;  ///< empty for bars
    std::vector<double> y;
};

/// A chart, described; each back-end draws it.
struct Figure {
    enum class Kind { stackedBars, bars, lines, scatter, roofline };
    std::string id;
    Message caption;
    Kind kind = Kind::bars;
    std::vector<std::string> categories; ///< of bars
    std::vector<Series> series;
    Message xTitle;
    Message yTitle;
    std::string xUnit; ///< written after the title; "%" of a bar: values are fractions
    std::string yUnit;
    bool xLog = false;
    bool yLog = false;
};

struct Paragraph {
    Message text;
    bool isStrong = false;
};

/// Name-value lines: the title block, the metadata.
struct Facts {
    std::string id;
    struct Line {
        std::string key;
        Message name;
        Cell value;
        bool isCode = false;
    };
    std::vector<Line> lines;
};

/// Big figures in boxes.
struct KeyFigures {
    struct Item {
        std::string key; ///< in JSON and CSV: "latency_p50_s"
        Message name;
        Number value;
        Message note;
    };
    std::string id; ///< "key-figures-h100-sxm"
    Message caption;
    std::vector<Item> items;
};

struct Listing {
    std::string id;
    Message caption;
    std::string text; ///< fixed pitch
};

using Block = std::variant<Paragraph, Facts, KeyFigures, Table, Figure, Listing>;

struct Section {
    std::string id; ///< "summary", "by-layer-type", "mapping-sheet", "evidence-matrix", "assumptions", ...
    Message title;
    std::vector<Block> blocks;
};

/// A report, free of any format: PDF, HTML, Markdown, JSON, CSV and XLSX are made of this.
struct Document {
    Message title;
    Message subtitle;
    std::string author;
    Facts metadata; ///< program, commit, compiler, Qt, OS, CPU, hashes, seeds, the command that reproduces it
    std::vector<Section> sections;
};

} // namespace nestwright::report
