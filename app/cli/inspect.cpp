// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/json_output.h"
#include "app/cli/text_table.h"
#include "core/formats/files/open.h"
#include "core/workload/catalogue.h"
#include "core/workload/warnings.h"

#include <CLI/App.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

namespace nestwright::cli {

namespace {

/// A sum of counts: exact while it fits 63 bits, a double beyond.
class CountSum {
public:
    void add(Count count) {
        m_real += static_cast<double>(count);
        if (m_exact) m_exact = checkedAdd(*m_exact, count);
    }
    [[nodiscard]] double real() const { return m_exact ? static_cast<double>(*m_exact) : m_real; }
    [[nodiscard]] Json json() const { return m_exact ? Json(*m_exact) : number(m_real); }

private:
    std::optional<Count> m_exact = 0;
    double m_real = 0;
};

/// What the operators of one layer type add to the totals.
struct LayerTypeCounts {
    int operators = 0;
    CountSum macs;
    double vectorFlops = 0;
};

/// MACs of attention's two products, with every score and with those that a causal mask leaves.
struct AttentionCounts {
    double dense = 0;
    std::optional<double> causal = 0;
};

/// A model with the work of each operator and the totals over what is known.
struct Inspection {
    Graph graph;
    std::vector<OperatorWork> works; ///< by operator
    CountSum macs;
    double flops = 0;
    std::map<LayerType, LayerTypeCounts> byLayerType;
    std::optional<AttentionCounts> attention;
    std::vector<Warning> warnings;
};

double macFlops(const OperatorWork& work) { return 2 * static_cast<double>(work.macs.value_or(0)); }

/// What the vector operations (bias, activation, normalization, ...) count beside the MACs.
double vectorFlops(const OperatorWork& work) { return std::max(0.0, work.flops.value_or(0) - macFlops(work)); }

bool isAttention(const OperatorWork& work) {
    return std::any_of(work.einsums.begin(), work.einsums.end(), [](const EinsumWork& einsum) {
        return einsum.layerType == LayerType::attentionScore || einsum.layerType == LayerType::attentionValue;
    });
}

void addAttention(const OperatorWork& work, std::optional<AttentionCounts>& sum) {
    if (!sum) sum.emplace();
    sum->dense += static_cast<double>(work.macs.value_or(0));
    if (!work.causalMacs) sum->causal.reset();
    if (sum->causal) *sum->causal += *work.causalMacs;
}

void addCounts(const OperatorWork& work, Inspection& inspection) {
    auto& counts = inspection.byLayerType[work.layerType];
    ++counts.operators;
    counts.vectorFlops += vectorFlops(work);
    if (work.macs) {
        counts.macs.add(*work.macs);
        inspection.macs.add(*work.macs);
    }
    inspection.flops += work.flops.value_or(0);
    if (isAttention(work)) addAttention(work, inspection.attention);
}

/// Says that the totals leave out what has no count.
void warnOfUncounted(Inspection& inspection) {
    int uncounted = 0;
    OperatorId first = kNoOperator;
    for (std::size_t i = 0; i < inspection.works.size(); ++i) {
        if (inspection.works[i].macs) continue;
        if (uncounted++ == 0) first = static_cast<OperatorId>(i);
    }
    if (uncounted == 0) return;
    inspection.warnings.push_back(
        {kNoOperator, "macs_incomplete",
         message(NW_TEXT("cli.inspect.incomplete", "The model has at least %1 MACs: operators without a count: %2, "
                                                   "the first is %3"),
                 inspection.macs.real(), uncounted, operatorName(inspection.graph, first))});
}

Result<Inspection> inspect(Graph graph) {
    Inspection inspection;
    inspection.graph = std::move(graph);
    inspection.warnings = inspection.graph.warnings;
    for (std::size_t i = 0; i < inspection.graph.operators.size(); ++i) {
        auto work = describeWork(inspection.graph, static_cast<OperatorId>(i));
        if (!work) return tl::unexpected(work.error());
        addCounts(*work, inspection);
        inspection.warnings.insert(inspection.warnings.end(), work->warnings.begin(), work->warnings.end());
        inspection.works.push_back(std::move(*work));
    }
    inspection.warnings = groupAlike(inspection.warnings, inspection.graph);
    warnOfUncounted(inspection);
    return inspection;
}

Json tensorsJson(const Graph& graph, const std::vector<TensorId>& ids) {
    Json result = Json::array();
    for (const TensorId id : ids) {
        const Tensor* tensor = graph.tensor(id);
        Json shape = nullptr;
        if (tensor != nullptr && tensor->shape) shape = *tensor->shape;
        Json type = nullptr;
        if (tensor != nullptr && tensor->type != DataType::unknown) type = nameOf(tensor->type);
        // An input that is left out keeps its place, without a name.
        result.push_back({{"name", tensor == nullptr ? "" : tensor->name}, {"shape", shape}, {"dtype", type}});
    }
    return result;
}

Json operatorJson(const Inspection& inspection, std::size_t index) {
    const Operator& op = inspection.graph.operators[index];
    const OperatorWork& work = inspection.works[index];
    Json dims = Json::object();
    for (const auto& dim : work.dims) dims[dim.name] = dim.bound;
    return {{"id", index},
            {"name", operatorName(inspection.graph, static_cast<OperatorId>(index))},
            {"type", op.type},
            {"domain", op.domain},
            {"layer_type", keyOf(work.layerType)},
            {"parent", op.parent == kNoOperator ? Json(nullptr) : Json(op.parent)},
            {"dims", std::move(dims)},
            {"macs", number(work.macs)},
            {"causal_macs", number(work.causalMacs)},
            {"flops", number(work.flops)},
            {"vector_flops", work.flops ? number(vectorFlops(work)) : Json(nullptr)},
            {"weight_bytes", work.weightBytes},
            {"input_bytes", work.inputBytes},
            {"output_bytes", work.outputBytes},
            {"inputs", tensorsJson(inspection.graph, op.inputs)},
            {"outputs", tensorsJson(inspection.graph, op.outputs)}};
}

Json layerTypesJson(const Inspection& inspection) {
    Json result = Json::array();
    for (const auto& [type, counts] : inspection.byLayerType) {
        result.push_back({{"layer_type", keyOf(type)},
                          {"operators", counts.operators},
                          {"macs", counts.macs.json()},
                          {"vector_flops", number(counts.vectorFlops)}});
    }
    return result;
}

Json attentionJson(const std::optional<AttentionCounts>& attention) {
    if (!attention) return nullptr;
    return {{"dense", number(attention->dense)}, {"causal", number(attention->causal)}};
}

Json documentOf(const Inspection& inspection) {
    const Graph& graph = inspection.graph;
    Json operators = Json::array();
    for (std::size_t i = 0; i < graph.operators.size(); ++i) operators.push_back(operatorJson(inspection, i));
    Json symbols = Json::object();
    for (const auto& [name, value] : graph.symbols) symbols[name] = number(value);
    return {{"schema", "nestwright.inspect/1"},
            {"name", graph.name},
            {"format", graph.format},
            {"opset", graph.opset == 0 ? Json(nullptr) : Json(graph.opset)},
            {"source", nameOrNull(graph.sourcePath)},
            {"sha256", nameOrNull(graph.sourceSha256)},
            {"operators", std::move(operators)},
            {"totals",
             {{"operators", graph.operators.size()},
              {"macs", inspection.macs.json()},
              {"attention_macs", attentionJson(inspection.attention)},
              {"flops", number(inspection.flops)},
              {"parameters", graph.parameters()},
              {"active_parameters", number(graph.activeParameters)},
              {"weight_bytes", graph.parameterBytes()},
              {"kv_bytes_per_token", number(graph.kvBytesPerToken)}}},
            {"by_layer_type", layerTypesJson(inspection)},
            {"symbols", std::move(symbols)},
            {"warnings", warningsJson(inspection.warnings, graph)}};
}

std::string dimsText(const std::vector<Dim>& dims) {
    std::string text;
    for (const auto& dim : dims) text += fmt::format("{}{}={}", text.empty() ? "" : " ", dim.name, dim.bound);
    return text;
}

/// What each published count of a network takes in or leaves out.
std::string layerTypesText(const Inspection& inspection) {
    TextTable table({{"Layer type", kLeft}, {"Operators", kRight}, {"MACs", kRight}, {"Vector FLOPs", kRight}});
    for (const auto& [type, counts] : inspection.byLayerType) {
        table.addRow({titleOf(type).text(), std::to_string(counts.operators), fmt::format("{:.0f}", counts.macs.real()),
                      fmt::format("{:.0f}", counts.vectorFlops)});
    }
    return table.text();
}

std::string attentionText(const AttentionCounts& attention) {
    const auto causal = attention.causal ? siText(*attention.causal, "MAC", 4) : std::string("-");
    return fmt::format("Attention   {} with every score, {} under a causal mask\n", siText(attention.dense, "MAC", 4),
                       causal);
}

/// " as fp32": the types in which the model holds its parameters, that of the most bytes first.
std::string parameterTypes(const Graph& graph) {
    std::map<DataType, std::int64_t> bytes;
    for (const auto& tensor : graph.tensors) {
        if (tensor.isParameter && tensor.type != DataType::unknown) bytes[tensor.type] += tensor.bytes().value_or(0);
    }
    std::vector<std::pair<std::int64_t, DataType>> order;
    for (const auto& [type, amount] : bytes) order.emplace_back(-amount, type);
    std::sort(order.begin(), order.end());
    std::string text;
    for (const auto& entry : order) text += (text.empty() ? " as " : ", ") + std::string(nameOf(entry.second));
    return text;
}

std::string textOf(const Inspection& inspection) {
    const Graph& graph = inspection.graph;
    TextTable table({{"Id", kRight},
                     {"Operator", kLeft},
                     {"Type", kLeft},
                     {"Layer type", kLeft},
                     {"Dims", kLeft},
                     {"MACs", kRight},
                     {"Weights", kRight},
                     {"Output", kRight}});
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
        const OperatorWork& work = inspection.works[i];
        table.addRow({std::to_string(i), shortened(operatorName(graph, static_cast<OperatorId>(i)), 40),
                      graph.operators[i].type, titleOf(work.layerType).text(), dimsText(work.dims),
                      work.macs ? std::to_string(*work.macs) : "-", bytesText(static_cast<double>(work.weightBytes)),
                      bytesText(static_cast<double>(work.outputBytes))});
    }
    std::string text = fmt::format("{} ({}{})\n\n{}\n{}\n", graph.name, graph.format,
                                   graph.opset == 0 ? "" : fmt::format(", opset {}", graph.opset), table.text(),
                                   layerTypesText(inspection));
    text += fmt::format("Operators   {}\nMACs        {:.0f} ({})\nFLOPs       {}\nParameters  {} ({}{})\n",
                        graph.operators.size(), inspection.macs.real(), siText(inspection.macs.real(), "MAC", 4),
                        siText(inspection.flops, "FLOP", 4), graph.parameters(),
                        bytesText(static_cast<double>(graph.parameterBytes())), parameterTypes(graph));
    text += "Bytes are those of the tensors as the model stores them; a plan counts them in its own format.\n";
    if (inspection.attention) text += attentionText(*inspection.attention);
    if (graph.kvBytesPerToken) text += fmt::format("KV cache    {} a token\n", bytesText(*graph.kvBytesPerToken));
    for (const auto& [name, value] : graph.symbols) {
        text += fmt::format("Symbol      {} = {}\n", name, value ? std::to_string(*value) : "1 (not given)");
    }
    return text;
}

} // namespace

Command addInspect(CLI::App& program) {
    auto* parser = program.add_subcommand("inspect", "Shows a model's operators: shapes, MACs, bytes");
    auto workload = std::make_shared<std::string>();
    auto bindingOptions = std::make_shared<BindingOptions>();
    addWorkloadOption(*parser, *workload);
    addBindingOptions(*parser, *bindingOptions);
    return {parser, [=](const CommonOptions& common, const Console& console) {
                auto bindings = bindingsFrom(*bindingOptions);
                if (!bindings) return console.fail(bindings.error());
                auto graph = openWorkload(*workload, *bindings, console.work());
                if (!graph) return console.fail(graph.error());
                auto inspection = inspect(std::move(*graph));
                if (!inspection) return console.fail(inspection.error());
                console.warn(inspection->warnings, inspection->graph, *workload);
                if (common.asJson) return console.writeJson(documentOf(*inspection));
                return console.write(textOf(*inspection));
            }};
}

} // namespace nestwright::cli
