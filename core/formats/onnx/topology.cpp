// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/topology.h"

#include "core/formats/onnx/limits.h"

#include <queue>

#include <algorithm>
#include <functional>
#include <set>
#include <unordered_map>

namespace nestwright::onnx_format {
namespace {

/// Adds the names that a node reads, those that its subgraphs take from outside included.
void collectReads(const onnx::NodeProto& node, std::set<std::string>& reads, int depth) {
    for (const auto& name : node.input()) {
        if (!name.empty()) reads.insert(name);
    }
    if (depth >= kMaxGraphNesting) return;
    const auto collectGraph = [&](const onnx::GraphProto& graph) {
        std::set<std::string> inner;
        for (const auto& child : graph.node()) collectReads(child, inner, depth + 1);
        for (const auto& output : graph.output()) inner.insert(output.name());
        for (const auto& child : graph.node()) {
            for (const auto& name : child.output()) inner.erase(name);
        }
        for (const auto& input : graph.input()) inner.erase(input.name());
        for (const auto& tensor : graph.initializer()) inner.erase(tensor.name());
        reads.insert(inner.begin(), inner.end());
    };
    for (const auto& attribute : node.attribute()) {
        if (attribute.has_g()) collectGraph(attribute.g());
        for (const auto& graph : attribute.graphs()) collectGraph(graph);
    }
}

struct Dependencies {
    std::vector<std::vector<int>> readers; ///< of each node's outputs
    std::vector<std::vector<int>> sources; ///< nodes that each node reads from
};

Result<std::unordered_map<std::string, int>> producersOf(const NodeList& nodes, const std::string& file) {
    std::unordered_map<std::string, int> producers;
    for (int i = 0; i < nodes.size(); ++i) {
        for (const auto& name : nodes[i].output()) {
            if (name.empty()) continue;
            const auto [it, isNew] = producers.emplace(name, i);
            if (isNew) continue;
            return failure(ErrorKind::input,
                           message(NW_TEXT("onnx.produced_twice", "The tensor \"%1\" is produced by two nodes, \"%2\" "
                                                                  "and \"%3\""),
                                   name, nameOf(nodes[it->second]), nameOf(nodes[i])),
                           {file, 0, 0},
                           message(NW_TEXT("onnx.produced_twice.remedy", "Give every output a name of its own.")));
        }
    }
    return producers;
}

Result<Dependencies> dependenciesOf(const NodeList& nodes, const std::string& file) {
    const auto producers = producersOf(nodes, file);
    if (!producers) return tl::unexpected(producers.error());
    Dependencies result;
    result.readers.resize(static_cast<std::size_t>(nodes.size()));
    result.sources.resize(static_cast<std::size_t>(nodes.size()));
    for (int i = 0; i < nodes.size(); ++i) {
        std::set<std::string> reads;
        collectReads(nodes[i], reads, 0);
        std::set<int> sources;
        for (const auto& name : reads) {
            const auto it = producers->find(name);
            if (it != producers->end()) sources.insert(it->second);
        }
        for (const int source : sources) {
            result.readers[static_cast<std::size_t>(source)].push_back(i);
            result.sources[static_cast<std::size_t>(i)].push_back(source);
        }
    }
    return result;
}

/// A cycle among the nodes that were not ordered: from any of them, walk to unordered sources until one repeats.
std::string describeCycle(const NodeList& nodes, const Dependencies& dependencies, const std::vector<bool>& isOrdered) {
    const auto first = std::find(isOrdered.begin(), isOrdered.end(), false);
    auto current = static_cast<int>(first - isOrdered.begin());
    std::vector<int> path;
    auto repeated = path.end();
    while (true) {
        repeated = std::find(path.begin(), path.end(), current);
        if (repeated != path.end()) break;
        path.push_back(current);
        const auto& sources = dependencies.sources[static_cast<std::size_t>(current)];
        const auto next = std::find_if(sources.begin(), sources.end(),
                                       [&](int source) { return !isOrdered[static_cast<std::size_t>(source)]; });
        current = *next;
    }
    std::vector<int> cycle(repeated, path.end());
    std::reverse(cycle.begin(), cycle.end()); // the walk went against the data
    std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
    constexpr std::size_t kShown = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(cycle.size(), kShown); ++i) {
        text += (i == 0 ? "\"" : ", \"") + nameOf(nodes[cycle[i]]) + "\"";
    }
    return cycle.size() > kShown ? text + ", ..." : text;
}

} // namespace

std::string nameOf(const onnx::NodeProto& node) {
    if (!node.name().empty()) return node.name();
    for (const auto& output : node.output()) {
        if (!output.empty()) return output;
    }
    return node.op_type();
}

Result<std::vector<int>> executionOrder(const NodeList& nodes, const std::string& file) {
    const auto dependencies = dependenciesOf(nodes, file);
    if (!dependencies) return tl::unexpected(dependencies.error());
    std::vector<std::size_t> open;
    std::priority_queue<int, std::vector<int>, std::greater<>> ready;
    for (int i = 0; i < nodes.size(); ++i) {
        open.push_back(dependencies->sources[static_cast<std::size_t>(i)].size());
        if (open.back() == 0) ready.push(i);
    }
    std::vector<bool> isOrdered(open.size(), false);
    std::vector<int> order;
    while (!ready.empty()) {
        const int node = ready.top();
        ready.pop();
        order.push_back(node);
        isOrdered[static_cast<std::size_t>(node)] = true;
        for (const int reader : dependencies->readers[static_cast<std::size_t>(node)]) {
            if (--open[static_cast<std::size_t>(reader)] == 0) ready.push(reader);
        }
    }
    if (order.size() == open.size()) return order;
    return failure(
        ErrorKind::input,
        message(NW_TEXT("onnx.cycle", "The graph has a cycle; these nodes wait for each other: %1"),
                describeCycle(nodes, *dependencies, isOrdered)),
        {file, 0, 0},
        message(NW_TEXT("onnx.cycle.remedy", "A model's graph has no cycles; loops are Loop or Scan nodes.")));
}

} // namespace nestwright::onnx_format
