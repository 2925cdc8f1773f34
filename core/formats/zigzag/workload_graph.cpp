// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/yaml/fault.h"
#include "core/formats/zigzag/zigzag.h"
#include "core/workload/problem_graph.h"

#include <queue>

#include <algorithm>
#include <map>
#include <set>

namespace nestwright::zigzag {
namespace {

class GraphBuilder {
public:
    explicit GraphBuilder(const std::vector<Layer>& layers)
        : m_layers(layers) {
        for (std::size_t i = 0; i < layers.size(); ++i) m_indexOf[layers[i].id] = i;
    }

    Graph build() {
        for (const std::size_t layer : order()) add(m_layers[layer]);
        for (const auto& [id, tensor] : m_outputs) {
            if (!m_read.contains(id)) m_graph.outputs.push_back(tensor);
        }
        return std::move(m_graph);
    }

private:
    /// Each layer after those that it reads from, else in the order of the file.
    std::vector<std::size_t> order() const {
        std::vector<std::vector<std::size_t>> readers(m_layers.size());
        std::vector<int> missing(m_layers.size(), 0);
        std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
        for (std::size_t i = 0; i < m_layers.size(); ++i) {
            for (const Count source : m_layers[i].sources) {
                if (source == m_layers[i].id) continue;
                readers[m_indexOf.at(source)].push_back(i);
                ++missing[i];
            }
            if (missing[i] == 0) ready.push(i);
        }
        std::vector<std::size_t> result;
        while (!ready.empty()) {
            const std::size_t layer = ready.top();
            ready.pop();
            result.push_back(layer);
            for (const std::size_t reader : readers[layer]) {
                if (--missing[reader] == 0) ready.push(reader);
            }
        }
        if (result.size() == m_layers.size()) return result;
        const auto stuck = static_cast<std::size_t>(
            std::find_if(missing.begin(), missing.end(), [](int count) { return count > 0; }) - missing.begin());
        yaml::fail(
            m_layers[stuck].place,
            message(NW_TEXT("zigzag.cycle", "%1 reads from layers that read from it"), m_layers[stuck].problem.name),
            message(NW_TEXT("zigzag.cycle.remedy", "Check operand_source.")));
    }

    void add(const Layer& layer) {
        std::vector<TensorId> made;
        for (const Count source : layer.sources) {
            made.push_back(source == layer.id ? kNoTensor : m_outputs.at(source));
            if (source != layer.id) m_read.insert(source);
        }
        m_outputs[layer.id] = addProblem(m_graph, layer.problem, made);
    }

    const std::vector<Layer>& m_layers;
    std::map<Count, std::size_t> m_indexOf;
    std::map<Count, TensorId> m_outputs;
    std::set<Count> m_read;
    Graph m_graph;
};

} // namespace

Result<Graph> readGraph(const Description& description, SourceNotes& notes) {
    const auto layers = readWorkload(description, notes);
    if (!layers) return tl::unexpected(layers.error());
    return yaml::guarded([&] {
        Graph graph = GraphBuilder(*layers).build();
        graph.format = "zigzag";
        return graph;
    });
}

} // namespace nestwright::zigzag
