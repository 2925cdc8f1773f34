// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/workloads/layers_generator.h"

#include "core/formats/huggingface/graph_builder.h"

#include <array>
#include <limits>

namespace nestwright::workloads {
namespace {

using huggingface::GraphBuilder;
using nlohmann::json;

struct Activation {
    std::string_view name;
    std::string_view type;
};

constexpr std::array kActivations = {Activation{"relu", "Relu"}, Activation{"relu6", "Clip"},
                                     Activation{"hard_swish", "HardSwish"}, Activation{"hard_sigmoid", "HardSigmoid"}};

class LayerChain {
public:
    LayerChain(const json& document, Count batch)
        : m_document(document)
        , m_builder(DataType::float32)
        , m_batch(batch) {}

    Result<Graph> build() {
        const json& input = m_document.at("input");
        m_last = m_builder.input("input",
                                 {m_batch, input.at("channels").get<Count>(), input.at("height").get<Count>(),
                                  input.at("width").get<Count>()},
                                 DataType::float32);
        for (const json& layer : m_document.at("layers")) {
            if (auto ok = addLayer(layer); !ok) return tl::unexpected(ok.error());
        }
        m_builder.graph().outputs.push_back(m_last);
        return std::move(m_builder.graph());
    }

private:
    static tl::unexpected<Error> broken(const std::string& layer, const std::string& what) {
        return failure(
            ErrorKind::internal,
            message(NW_TEXT("workloads.layer", "Layer \"%1\" of the shipped workload: \"%2\" makes no sense"), layer,
                    what));
    }

    Result<void> addLayer(const json& layer) {
        const std::string name = layer.at("name").get<std::string>();
        const std::string op = layer.at("op").get<std::string>();
        m_builder.setScope(layer.value("block", std::string()));
        if (auto ok = chooseInputs(name, layer); !ok) return ok;
        if (op == "conv")
            m_last = conv(name, layer);
        else if (op == "max_pool")
            m_last = maxPool(name, layer);
        else if (op == "global_average_pool")
            m_last = globalPool(name);
        else if (op == "local_response_norm")
            m_last = responseNorm(name, layer);
        else if (op == "linear")
            m_last = linear(name, layer);
        else if (op == "add" || op == "multiply")
            m_last = join(name, op == "add" ? "Add" : "Mul");
        else
            return broken(name, op);
        if (auto ok = activate(name, layer.value("activation", std::string())); !ok) return ok;
        m_results[name] = m_last;
        return {};
    }

    Result<void> chooseInputs(const std::string& name, const json& layer) {
        m_inputs = {m_last};
        if (!layer.contains("from")) return {};
        const json& from = layer.at("from");
        m_inputs.clear();
        for (const json& source : from.is_array() ? from : json::array({from})) {
            const auto it = m_results.find(source.get<std::string>());
            if (it == m_results.end()) return broken(name, source.get<std::string>());
            m_inputs.push_back(it->second);
        }
        return {};
    }

    [[nodiscard]] const Shape& inputShape() const { return m_builder.shape(m_inputs.front()); }

    static Count slid(Count extent, Count kernel, Count stride, Count pad) {
        return (extent + 2 * pad - kernel) / stride + 1;
    }

    TensorId conv(const std::string& name, const json& layer) {
        const Shape x = inputShape();
        const auto filters = layer.at("filters").get<Count>();
        const auto kernel = layer.at("kernel").get<Count>();
        const auto stride = layer.value("stride", Count{1});
        const auto pad = layer.value("pad", Count{0});
        const auto groups = layer.value("groups", Count{1});
        const TensorId weight = m_builder.weight(name + ".weight", {filters, x[1] / groups, kernel, kernel});
        const TensorId bias = m_builder.weight(name + ".bias", {filters});
        using List = std::vector<std::int64_t>;
        return m_builder.add({name,
                              "Conv",
                              {m_inputs.front(), weight, bias},
                              {x[0], filters, slid(x[2], kernel, stride, pad), slid(x[3], kernel, stride, pad)},
                              {{"group", groups},
                               {"kernel_shape", List{kernel, kernel}},
                               {"strides", List{stride, stride}},
                               {"pads", List{pad, pad, pad, pad}}}});
    }

    TensorId maxPool(const std::string& name, const json& layer) {
        const Shape x = inputShape();
        const auto kernel = layer.at("kernel").get<Count>();
        const auto stride = layer.value("stride", Count{1});
        const auto pad = layer.value("pad", Count{0});
        using List = std::vector<std::int64_t>;
        return m_builder.add({name,
                              "MaxPool",
                              {m_inputs.front()},
                              {x[0], x[1], slid(x[2], kernel, stride, pad), slid(x[3], kernel, stride, pad)},
                              {{"kernel_shape", List{kernel, kernel}},
                               {"strides", List{stride, stride}},
                               {"pads", List{pad, pad, pad, pad}}}});
    }

    TensorId globalPool(const std::string& name) {
        const Shape x = inputShape();
        return m_builder.add({name, "GlobalAveragePool", {m_inputs.front()}, {x[0], x[1], 1, 1}});
    }

    TensorId responseNorm(const std::string& name, const json& layer) {
        return m_builder.add(
            {name, "LRN", {m_inputs.front()}, inputShape(), {{"size", layer.at("window").get<Count>()}}});
    }

    TensorId linear(const std::string& name, const json& layer) {
        const Shape x = inputShape();
        Count features = 1;
        for (std::size_t i = 1; i < x.size(); ++i) features *= x[i];
        const TensorId flat = m_builder.reshape(name + ".flatten", m_inputs.front(), {x[0], features});
        return m_builder.linear(name, flat, layer.at("outputs").get<Count>(), true);
    }

    TensorId join(const std::string& name, const std::string& type) {
        const Shape shape = inputShape();
        return m_builder.add({name, type, m_inputs, shape});
    }

    Result<void> activate(const std::string& name, const std::string& activation) {
        if (activation.empty()) return {};
        for (const auto& known : kActivations) {
            if (known.name != activation) continue;
            m_last =
                m_builder.add({name + "." + activation, std::string(known.type), {m_last}, m_builder.shape(m_last)});
            return {};
        }
        return broken(name, activation);
    }

    const json& m_document;
    GraphBuilder m_builder;
    Count m_batch;
    TensorId m_last = kNoTensor;
    std::vector<TensorId> m_inputs;
    std::map<std::string, TensorId> m_results;
};

tl::unexpected<Error> usage(Message what) { return failure(ErrorKind::usage, std::move(what)); }

/// A network over images has a batch and nothing else to bind.
Result<Count> batchOf(const Bindings& bindings) {
    for (const auto& [name, value] : bindings.symbols) {
        if (name != "batch") {
            return usage(message(NW_TEXT("workloads.symbol", "The workload has no symbol \"%1\"; it has batch"), name));
        }
    }
    if (bindings.phase && *bindings.phase != "prefill") {
        return usage(message(NW_TEXT("workloads.phase", "The workload has no phase \"%1\": it computes whole images"),
                             *bindings.phase));
    }
    const auto it = bindings.symbols.find("batch");
    const Count batch = bindings.batch.value_or(it == bindings.symbols.end() ? 1 : it->second);
    if (batch < 1 || batch > std::numeric_limits<std::int32_t>::max()) {
        return usage(message(NW_TEXT("workloads.batch", "The batch is %1; it must lie between 1 and 2^31 - 1"), batch));
    }
    return batch;
}

} // namespace

Result<Graph> generateLayers(const json& document, const Bindings& bindings) {
    const auto batch = batchOf(bindings);
    if (!batch) return tl::unexpected(batch.error());
    auto graph = LayerChain(document, *batch).build();
    if (!graph) return graph;
    const bool isBound = bindings.batch || bindings.symbols.contains("batch");
    graph->symbols["batch"] = isBound ? std::optional<Count>(*batch) : std::nullopt;
    if (bindings.sequence || bindings.past) {
        graph->warnings.push_back(
            {kNoOperator, "sequence_ignored",
             message(NW_TEXT("workloads.sequence", "Sequence length and past are ignored: the workload computes "
                                                   "whole images"))});
    }
    return graph;
}

} // namespace nestwright::workloads
