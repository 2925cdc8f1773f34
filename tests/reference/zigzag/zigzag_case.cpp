// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/zigzag/zigzag_case.h"

#include "core/formats/yaml/fault.h"
#include "core/formats/zigzag/mapping_file.h"
#include "core/formats/zigzag/uneven_nest.h"
#include "core/formats/zigzag/zigzag.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <regex>
#include <stdexcept>

namespace nestwright {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

std::filesystem::path folder() { return std::filesystem::path(NESTWRIGHT_TEST_DATA) / "reference" / "zigzag"; }

ordered_json load(const std::string& id) {
    std::ifstream stream(folder() / (id + ".json"));
    if (!stream) throw std::runtime_error("no case " + id);
    return ordered_json::parse(stream);
}

template <class T>
T valueOf(Result<T> result, const std::string& what) {
    if (!result) throw std::runtime_error(what + ": " + result.error().text());
    return std::move(*result);
}

/// JSON is YAML.
zigzag::Description describe(const ordered_json& document, const std::string& file) {
    return valueOf(zigzag::parse(document.dump(), file), file);
}

ordered_json hardwareYaml(const ordered_json& hardware) {
    const json moves = {
        {"wr_in_by_high", "fh"}, {"rd_out_to_low", "tl"}, {"wr_in_by_low", "fl"}, {"rd_out_to_high", "th"}};
    ordered_json result = {{"name", hardware["name"]}};
    for (const auto& memory : hardware["memories"]) {
        ordered_json ports = ordered_json::array();
        for (const auto& port : memory["ports"]) {
            ordered_json allocation = ordered_json::array();
            for (const auto& served : port["serves"]) {
                allocation.push_back(served[0].get<std::string>() + ", " +
                                     moves.at(served[2].get<std::string>()).get<std::string>());
            }
            ports.push_back({{"name", port["name"]},
                             {"type", port["type"]},
                             {"bandwidth_min", port["bw_min_bits_per_cycle"]},
                             {"bandwidth_max", port["bw_max_bits_per_cycle"]},
                             {"allocation", allocation}});
        }
        result["memories"][memory["name"].get<std::string>()] = {{"size", memory["size_bits"]},
                                                                 {"r_cost", memory["read_energy_pj"]},
                                                                 {"w_cost", memory["write_energy_pj"]},
                                                                 {"operands", memory["operands"]},
                                                                 {"served_dimensions", memory["served_dimensions"]},
                                                                 {"ports", ports}};
    }
    ordered_json names = ordered_json::array();
    ordered_json sizes = ordered_json::array();
    for (const auto& [name, size] : hardware["array"].items()) {
        names.push_back(name);
        sizes.push_back(size);
    }
    result["operational_array"] = {{"unit_energy", hardware["mac_energy_pj"]}, {"dimensions", names}, {"sizes", sizes}};
    return result;
}

ordered_json layerYaml(const ordered_json& layer) {
    ordered_json dims = ordered_json::array();
    ordered_json sizes = ordered_json::array();
    for (const auto& [name, size] : layer["dims"].items()) {
        dims.push_back(name);
        sizes.push_back(size);
    }
    return {{"id", 0},
            {"name", layer["name"]},
            {"operator_type", layer["type"]},
            {"equation", layer["equation"]},
            {"dimension_relations", layer["dimension_relations"]},
            {"loop_dims", dims},
            {"loop_sizes", sizes},
            {"operand_precision", layer["precision_bits"]}};
}

/// "{D1: {K: 32}, D2: {C: 3}}" as an entry of a mapping file.
ordered_json mappingYaml(const std::string& unrolling) {
    ordered_json entry = {{"name", "default"}, {"spatial_mapping", ordered_json::object()}};
    const std::regex group(R"((D\d): \{([^}]*)\})");
    const std::regex factor(R"((\w+): ([0-9.]+))");
    for (auto g = std::sregex_iterator(unrolling.begin(), unrolling.end(), group); g != std::sregex_iterator(); ++g) {
        const std::string inner = (*g)[2];
        auto& list = entry["spatial_mapping"][(*g)[1].str()] = ordered_json::array();
        for (auto f = std::sregex_iterator(inner.begin(), inner.end(), factor); f != std::sregex_iterator(); ++f) {
            list.push_back((*f)[1].str() + ", " + std::to_string(std::stol((*f)[2].str())));
        }
    }
    return ordered_json::array({entry});
}

class LayerLoader {
public:
    LayerLoader(const Accelerator& accelerator, const ordered_json& node)
        : m_accelerator(accelerator)
        , m_node(node) {}

    ZigzagLayer load() {
        const auto name = m_node["layer"]["name"].get<std::string>();
        SourceNotes notes;
        const auto workload = describe(ordered_json::array({layerYaml(m_node["layer"])}), name);
        ZigzagLayer layer;
        layer.name = name;
        layer.problem = valueOf(zigzag::readWorkload(workload, notes), name).front().problem;
        const auto unrolling = describe(mappingYaml(m_node["spatial_mapping"]["user"]), name);
        zigzag::UnevenNest nest;
        nest.spatial =
            valueOf(yaml::guarded(
                        [&] { return zigzag::readLayerMapping(*unrolling.root, layer.problem, m_accelerator, notes); }),
                    name)
                .spatial;
        addLoops(layer, nest);
        layer.mapping = zigzag::mappingOf(layer.problem, m_accelerator, nest);
        addOutputs(layer);
        return layer;
    }

private:
    int levelOf(const std::string& tensor, std::size_t index) const {
        return m_accelerator.levelIndex(m_node["memory_levels_of_operand"][tensor][index].get<std::string>());
    }

    void addLoops(const ZigzagLayer& layer, zigzag::UnevenNest& nest) const {
        const auto& mapping = m_node["temporal_mapping"]["stationary_merged"];
        for (const auto& level : mapping["O"]) {
            for (const auto& loop : level) {
                nest.temporal.push_back(temporalLoop(layer.problem.dimIndex(loop[0].get<std::string>()), loop[1]));
            }
        }
        std::reverse(nest.temporal.begin(), nest.temporal.end());
        for (const auto& tensor : layer.problem.tensors) {
            nest.cuts.emplace_back();
            auto left = static_cast<int>(nest.temporal.size());
            const auto& levels = mapping[tensor.name];
            for (std::size_t i = 0; i < levels.size(); ++i) {
                left -= static_cast<int>(levels[i].size());
                nest.cuts.back().push_back({levelOf(tensor.name, i), left});
            }
            std::reverse(nest.cuts.back().begin(), nest.cuts.back().end());
        }
    }

    void addOutputs(ZigzagLayer& layer) const {
        const auto& outputs = m_node["outputs"];
        const auto& cycles = outputs["latency_cycles"];
        layer.ideal = cycles["ideal"];
        layer.idealTemporal = cycles["ideal_temporal"];
        layer.stall = cycles["temporal_stall"];
        layer.stallingPort = "-";
        for (const auto& port : outputs["ports"]) {
            const double stall = port["stall_slack"];
            if (layer.stall > 0 && stall == layer.stall) {
                layer.stallingPort = port["memory"].get<std::string>() + " " + port["port"].get<std::string>();
            }
        }
        layer.onloading = cycles["onloading"];
        layer.offloading = cycles["offloading"];
        layer.macPj = outputs["energy_pj"]["mac"];
        layer.memoryPj = outputs["energy_pj"]["memory"];
        for (std::size_t t = 0; t < layer.problem.tensors.size(); ++t) {
            const auto& name = layer.problem.tensors[t].name;
            const auto& moves = outputs["element_moves"][name];
            const auto first = layer.moves.size();
            for (std::size_t i = 0; i < moves.size(); ++i) {
                layer.moves.push_back({levelOf(name, i), static_cast<int>(t), moves[i]["rd_out_to_low"],
                                       moves[i]["wr_in_by_low"], moves[i]["rd_out_to_high"], moves[i]["wr_in_by_high"],
                                       outputs["energy_pj"]["per_operand_per_level"][name][i], 1});
            }
            if (name != "O") {
                layer.moves[first].heldByMacs = m_node["temporal_mapping"]["mac_level_stationary_cycles"][name];
            }
        }
    }

    const Accelerator& m_accelerator;
    const ordered_json& m_node;
};

} // namespace

std::vector<std::string> zigzagCaseIds() {
    std::vector<std::string> ids;
    for (const auto& entry : std::filesystem::directory_iterator(folder())) {
        if (entry.path().extension() == ".json") ids.push_back(entry.path().stem().string());
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

std::string hardwareText(const std::string& id) { return hardwareYaml(load(id)["hardware"]).dump(); }

ZigzagCase loadZigzagCase(const std::string& id) {
    const auto document = load(id);
    SourceNotes notes;
    ZigzagCase result{
        id, valueOf(zigzag::readHardware(describe(hardwareYaml(document["hardware"]), id), notes), id), {}};
    for (const auto& node : document["cases"]) result.layers.push_back(LayerLoader(result.accelerator, node).load());
    return result;
}

} // namespace nestwright
