// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/huggingface/huggingface_reader.h"

#include "core/formats/huggingface/generators.h"

#include <algorithm>

namespace nestwright::huggingface {
namespace {

void build(GraphBuilder& builder, const ModelConfig& config, const Pass& pass) {
    switch (config.family) {
    case Family::llama:
        buildLlama(builder, config, pass);
        break;
    case Family::gpt2:
        buildGpt2(builder, config, pass);
        break;
    case Family::gptj:
        buildGptJ(builder, config, pass);
        break;
    case Family::bert:
        buildBert(builder, config, pass);
        break;
    case Family::vit:
        buildVit(builder, config, pass);
        break;
    }
}

/// Elements of all parameters, or nothing where they can't be counted.
std::optional<Count> countedParameters(const Graph& graph) {
    std::optional<Count> total = 0;
    for (const auto& tensor : graph.tensors) {
        if (!tensor.isParameter) continue;
        const auto elements = tensor.bytes() ? tensor.elements() : std::nullopt;
        total = total && elements ? checkedAdd(*total, *elements) : std::nullopt;
    }
    return total;
}

/// One token passes all parameters but those of the experts that it does not choose.
Count activeParameters(const ModelConfig& config, Count all) {
    Count layers = 0;
    for (Count i = 0; i < config.layers; ++i) layers += config.experts.areIn(i) ? 1 : 0;
    const Count idle = config.experts.count - config.experts.chosen;
    return all - layers * idle * 3 * config.hidden * config.experts.inner;
}

void addFigures(Graph& graph, const ModelConfig& config, Count parameters) {
    if (config.family != Family::bert && config.family != Family::vit) {
        const double elements = 2.0 * static_cast<double>(config.layers) * static_cast<double>(config.kvHeads) *
                                static_cast<double>(config.headDim);
        graph.kvBytesPerToken = elements * bitsOf(config.type) / 8;
    }
    if (config.experts.count > 0) graph.activeParameters = activeParameters(config, parameters);
}

} // namespace

Result<Graph> readConfig(std::string_view text, const std::string& path, const Bindings& bindings) {
    auto config = parseConfig(text, path);
    if (!config) return tl::unexpected(config.error());
    auto pass = passOf(*config, bindings);
    if (!pass) return tl::unexpected(pass.error());
    GraphBuilder builder(config->type);
    build(builder, *config, *pass);
    Graph graph = std::move(builder.graph());
    const auto parameters = countedParameters(graph);
    if (!parameters) {
        return failure(ErrorKind::input,
                       message(NW_TEXT("huggingface.too_large", "The model has more parameters than can be counted; "
                                                                "check its sizes")),
                       SourcePlace{path, 0, 0});
    }
    graph.name = config->modelType;
    graph.format = "huggingface";
    graph.sourcePath = path;
    graph.symbols = pass->symbols;
    addFigures(graph, *config, *parameters);
    graph.warnings = std::move(config->warnings);
    graph.warnings.insert(graph.warnings.end(), pass->warnings.begin(), pass->warnings.end());
    return graph;
}

} // namespace nestwright::huggingface
