// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/scalesim/topology_reader.h"

#include "core/base/text.h"
#include "core/formats/huggingface/graph_builder.h"
#include "core/formats/scalesim/ini.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>

namespace nestwright::scalesim {
namespace {

using huggingface::GraphBuilder;
using List = std::vector<std::int64_t>;

constexpr std::array<const char*, 8> kConvColumns = {"Layer name",   "IFMAP Height", "IFMAP Width", "Filter Height",
                                                     "Filter Width", "Channels",     "Num Filter",  "Strides"};
constexpr std::array<const char*, 4> kGemmColumns = {"Layer name", "M", "N", "K"};

/// A field and the column where it begins.
struct Field {
    std::string text;
    int column = 1;
};

/// Fields of a row; the one after a comma at its end isn't one.
std::vector<Field> fieldsOf(std::string_view line) {
    std::vector<Field> fields;
    for (std::size_t at = 0; at <= line.size();) {
        const auto end = std::min(line.find(',', at), line.size());
        fields.push_back({std::string(trimmed(line.substr(at, end - at))), static_cast<int>(at) + 1});
        at = end + 1;
    }
    if (fields.size() > 1 && fields.back().text.empty()) fields.pop_back();
    return fields;
}

bool looksDepthwise(const std::string& layer) {
    const std::string name = lowerCase(layer);
    if (name.find("depthwise") != std::string::npos) return true;
    for (auto at = name.find("dw"); at != std::string::npos; at = name.find("dw", at + 1)) {
        const bool startsWord = at == 0 || std::isalpha(static_cast<unsigned char>(name[at - 1])) == 0;
        const bool endsWord = at + 2 == name.size() || std::isalpha(static_cast<unsigned char>(name[at + 2])) == 0;
        if (startsWord && endsWord) return true;
    }
    return false;
}

class TopologyReader {
public:
    TopologyReader(std::string_view text, const std::string& file)
        : m_text(text)
        , m_file(file)
        , m_builder(DataType::int8) {}

    Result<Graph> read() {
        while (!m_text.empty()) {
            const auto end = m_text.find('\n');
            const auto line = m_text.substr(0, end);
            m_text.remove_prefix(end == std::string_view::npos ? m_text.size() : end + 1);
            if (auto ok = readLine(++m_line, line); !ok) return tl::unexpected(ok.error());
        }
        auto& graph = m_builder.graph();
        if (graph.operators.empty()) {
            return fail(1, message(NW_TEXT("scalesim.empty", "The table has no layers")),
                        message(NW_TEXT("scalesim.empty.remedy", "Write a header line and one line a layer.")));
        }
        graph.format = "scalesim";
        return std::move(graph);
    }

private:
    tl::unexpected<Error> fail(int column, Message what, Message remedy) const {
        return failure(ErrorKind::input, std::move(what), {m_file, m_line, column}, std::move(remedy));
    }

    void warn(const char* code, Message text) {
        const auto op = static_cast<OperatorId>(m_builder.graph().operators.size()) - 1;
        m_builder.graph().warnings.push_back({op, code, std::move(text)});
    }

    Result<void> readLine(int number, std::string_view line) {
        if (line.find('\0') != std::string_view::npos) {
            return fail(1, message(NW_TEXT("scalesim.binary", "This is no text file")),
                        message(NW_TEXT("scalesim.binary.remedy", "Name a CSV file.")));
        }
        if (number == 1 || trimmed(line).empty()) return {};
        const auto fields = fieldsOf(line);
        const bool isGemm = fields.size() == kGemmColumns.size() ||
                            (fields.size() == kGemmColumns.size() + 1 && isRatio(fields.back().text));
        return isGemm ? readGemm(fields) : readConvolution(fields);
    }

    static bool isRatio(const std::string& text) { return text.find(':') != std::string::npos; }

    /// The row's numbers after its name, one a known column.
    template <std::size_t N>
    Result<std::vector<Count>> numbersOf(const std::vector<Field>& fields, const std::array<const char*, N>& columns) {
        if (fields.size() < N) {
            std::string missing;
            for (std::size_t i = fields.size(); i < N; ++i)
                missing += (missing.empty() ? "" : ", ") + std::string(columns[i]);
            return fail(
                fields.back().column,
                message(NW_TEXT("scalesim.missing", "The row has %1 columns; %2 is missing"), fields.size(), missing),
                message(NW_TEXT("scalesim.missing.remedy", "A layer has 8 columns, up to Strides; a product of "
                                                           "matrices has 4: name, M, N, K.")));
        }
        std::vector<Count> numbers;
        for (std::size_t i = 1; i < N; ++i) {
            auto number = numberOf(fields[i], columns[i]);
            if (!number) return tl::unexpected(number.error());
            numbers.push_back(*number);
        }
        return numbers;
    }

    Result<Count> numberOf(const Field& field, const char* column) const {
        Count value = 0;
        const auto* end = field.text.data() + field.text.size();
        const auto [at, problem] = std::from_chars(field.text.data(), end, value);
        const bool isWhole = problem == std::errc() && at == end;
        if (isWhole && value >= 1 && value <= std::numeric_limits<std::int32_t>::max()) return value;
        return fail(field.column,
                    message(NW_TEXT("scalesim.number", "%1 must be a whole number from 1 to 2^31 - 1; it is \"%2\""),
                            std::string(column), field.text.substr(0, 40)),
                    message(NW_TEXT("scalesim.number.remedy", "Write a number there.")));
    }

    void noteSparsity(const Field& field) {
        warn("sparsity_ignored", message(NW_TEXT("scalesim.sparsity", "The sparsity %1 (line %2) is left out: weights "
                                                                      "count as dense"),
                                         field.text.substr(0, 40), m_line));
    }

    Result<void> readGemm(const std::vector<Field>& fields) {
        const auto numbers = numbersOf(fields, kGemmColumns);
        if (!numbers) return tl::unexpected(numbers.error());
        const auto& values = *numbers;
        const auto& name = fields.front().text;
        const auto input = m_builder.input(name + ".input", {values[0], values[2]}, m_builder.type());
        const auto weight = m_builder.weight(name + ".weight", {values[2], values[1]});
        addOutput(m_builder.add({name, "MatMul", {input, weight}, {values[0], values[1]}}));
        if (fields.size() > kGemmColumns.size()) noteSparsity(fields.back());
        return {};
    }

    void addOutput(TensorId id) { m_builder.graph().outputs.push_back(id); }

    Result<void> readConvolution(const std::vector<Field>& fields) {
        const auto numbers = numbersOf(fields, kConvColumns);
        if (!numbers) return tl::unexpected(numbers.error());
        std::vector<Count> strides = {numbers->back(), numbers->back()};
        const bool hasMore = fields.size() > kConvColumns.size();
        if (hasMore && !isRatio(fields[kConvColumns.size()].text)) {
            auto second = numberOf(fields[kConvColumns.size()], "the second stride");
            if (!second) return tl::unexpected(second.error());
            strides[1] = *second;
        }
        if (fields.size() > kConvColumns.size() + 1 && !isRatio(fields[kConvColumns.size() + 1].text)) {
            return fail(
                fields[kConvColumns.size() + 1].column,
                message(NW_TEXT("scalesim.columns", "The row has %1 columns; at most 10 are known"), fields.size()),
                message(NW_TEXT("scalesim.columns.remedy", "Leave out what comes after the strides.")));
        }
        if (auto added = addConvolution(fields, *numbers, strides); !added) return added;
        for (std::size_t i = kConvColumns.size(); i < fields.size(); ++i) {
            if (isRatio(fields[i].text)) noteSparsity(fields[i]);
        }
        return {};
    }

    Result<void> addConvolution(const std::vector<Field>& fields, const std::vector<Count>& values,
                                const std::vector<Count>& strides) {
        const Count channels = values[4];
        const auto& name = fields.front().text;
        // "DP" in a name stands for one layer a channel, each with that many filters.
        const bool isDepthwise = name.find("DP") != std::string::npos;
        const Count groups = isDepthwise ? channels : 1;
        const auto filters = checkedMultiply(values[5], groups);
        Shape output = {1, filters.value_or(0)};
        List pads = {0, 0, 0, 0};
        for (std::size_t axis = 0; axis < 2; ++axis) {
            const Count input = values[axis];
            const Count filter = values[axis + 2];
            if (filter > input) {
                return fail(
                    fields[axis + 3].column,
                    message(NW_TEXT("scalesim.filter", "The filter, %1, is larger than its input, %2"), filter, input),
                    message(NW_TEXT("scalesim.filter.remedy", "Inputs are given with their padding.")));
            }
            // A ragged edge adds one output.
            output.push_back(ceilDivide(input - filter, strides[axis]) + 1);
            pads[axis + 2] = (output.back() - 1) * strides[axis] + filter - input;
        }
        const auto input = m_builder.input(name + ".input", {1, channels, values[0], values[1]}, m_builder.type());
        const auto weight = m_builder.weight(name + ".weight", {output[1], channels / groups, values[2], values[3]});
        addOutput(m_builder.add({name,
                                 "Conv",
                                 {input, weight},
                                 output,
                                 {{"group", groups},
                                  {"kernel_shape", List{values[2], values[3]}},
                                  {"strides", List{strides[0], strides[1]}},
                                  {"pads", pads}}}));
        noteDepthwise(name, isDepthwise, values);
        return {};
    }

    void noteDepthwise(const std::string& name, bool isDepthwise, const std::vector<Count>& values) {
        const Count channels = values[4];
        const Count filters = values[5];
        if (isDepthwise) {
            warn("depthwise",
                 message(NW_TEXT("scalesim.depthwise", "DP in the name makes it depthwise (line %1): each of "
                                                       "%2 channels has %3 filters of its own"),
                         m_line, channels, filters));
        } else if (looksDepthwise(name) && channels > 1) {
            warn("depthwise_doubt",
                 message(NW_TEXT("scalesim.doubt",
                                 "The name suggests a depthwise layer (line %1), but the format has no "
                                 "groups: it counts as written, with every filter over all %2 "
                                 "channels. For a depthwise layer put DP into its name and give the "
                                 "filters of one channel"),
                         m_line, channels));
        } else if (filters == 1 && channels > 1 && values[2] * values[3] > 1) {
            warn("depthwise_doubt",
                 message(NW_TEXT("scalesim.doubt_filter",
                                 "One filter over %2 channels (line %1) may stand for a depthwise layer: it counts as "
                                 "written, as a sum over all channels. For a depthwise layer put DP into its name"),
                         m_line, channels));
        }
    }

    std::string_view m_text;
    const std::string& m_file;
    GraphBuilder m_builder;
    int m_line = 0;
};

} // namespace

Result<Graph> readTopology(std::string_view text, const std::string& file) {
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
    return TopologyReader(text, file).read();
}

} // namespace nestwright::scalesim
