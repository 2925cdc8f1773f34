// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/timeloop/timeloop_case.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace nestwright {
namespace {

using Json = nlohmann::json;

std::filesystem::path folder() { return std::filesystem::path(NESTWRIGHT_TEST_DATA) / "reference" / "timeloop"; }

int indexOf(int index, const std::string& name) {
    if (index < 0) throw std::runtime_error("no dim, tensor or level " + name);
    return index;
}

int dimOf(const Problem& problem, const Json& name) {
    return indexOf(problem.dimIndex(name.get<std::string>()), name.get<std::string>());
}

Problem problemOf(const Json& json) {
    Problem problem;
    problem.name = json.at("name").get<std::string>();
    for (const auto& dim : json.at("dims"))
        problem.dims.push_back({dim.at(0).get<std::string>(), dim.at(1).get<Count>()});
    bool hasInput = false;
    for (const auto& item : json.at("tensors")) {
        DataSpace tensor;
        tensor.name = item.at("name").get<std::string>();
        const bool isInput = !hasInput && (tensor.name == "Inputs" || tensor.name == "A");
        tensor.operand = item.at("output").get<bool>() ? Operand::output : isInput ? Operand::input : Operand::weight;
        hasInput = hasInput || isInput;
        for (const auto& rank : item.at("projection")) {
            ProjectionRank terms;
            for (const auto& term : rank) terms.push_back({dimOf(problem, term.at(0)), term.at(1).get<Count>()});
            tensor.projection.push_back(terms);
        }
        problem.tensors.push_back(tensor);
    }
    return problem;
}

std::optional<double> bandwidth(const Json& words, int wordBits) {
    if (words.is_null()) return std::nullopt;
    return words.get<double>() * wordBits;
}

Level levelOf(const Json& json) {
    Level level;
    level.name = json.at("name").get<std::string>();
    level.wordBits = json.at("word_bits").get<int>();
    level.blockWords = json.at("block_words").get<int>();
    level.buffering = Buffering::single;
    if (const auto& capacity = json.at("capacity_words"); !capacity.is_null()) {
        level.capacityBits = capacity.get<Count>() / json.at("buffers").get<Count>() * level.wordBits;
    }
    const auto& ports = json.at("bandwidth");
    level.readBitsPerCycle = bandwidth(ports.at("read"), level.wordBits);
    level.writeBitsPerCycle = bandwidth(ports.at("write"), level.wordBits);
    level.sharedBitsPerCycle = bandwidth(ports.at("shared"), level.wordBits);
    const auto& energy = json.at("energy_pj");
    level.energy = {energy.at("read").get<double>(), energy.at("write").get<double>(),
                    energy.at("update").get<double>()};
    level.leakagePjPerCycle = energy.at("leak").get<double>();
    level.inPlaceReduction = json.at("in_place_reduction").get<bool>();
    level.fanout.x = json.at("fanout").at(0).get<Count>();
    level.fanout.y = json.at("fanout").at(1).get<Count>();
    level.fanout.links = true;
    level.distributesMulticast = json.value("distributed_multicast", false);
    return level;
}

Accelerator acceleratorOf(const Json& json) {
    Accelerator accelerator;
    accelerator.id = accelerator.name = json.at("id").get<std::string>();
    accelerator.elementPerWord = true;
    accelerator.compute.macsPerLaneCycle[accelerator.defaultFormat] = 1;
    accelerator.compute.energyPj[accelerator.defaultFormat] = json.at("compute").at("energy_pj").get<double>();
    for (const auto& level : json.at("levels")) accelerator.levels.push_back(levelOf(level));
    return accelerator;
}

bool lists(const Json& block, const char* flag, const std::string& tensor) {
    const auto it = block.find(flag);
    return it != block.end() && std::find(it->begin(), it->end(), Json(tensor)) != it->end();
}

Mapping mappingOf(const Json& json, const Problem& problem, const Accelerator& accelerator) {
    Mapping mapping;
    for (const auto& block : json.at("mapping")) {
        const auto levelName = block.at("level").get<std::string>();
        const int level = indexOf(accelerator.levelIndex(levelName), levelName);
        for (const auto& name : block.at("keep")) {
            Storage storage;
            storage.tensor = indexOf(problem.tensorIndex(name.get<std::string>()), name.get<std::string>());
            storage.level = level;
            storage.noMulticast = lists(block, "no_multicast", name.get<std::string>());
            storage.noTemporalReuse = lists(block, "no_temporal_reuse", name.get<std::string>());
            mapping.nodes.emplace_back(storage);
        }
        for (const auto& loop : block.at("temporal")) {
            mapping.nodes.emplace_back(
                temporalLoop(dimOf(problem, loop.at(0)), loop.at(1).get<Count>(), loop.at(2).get<Count>()));
        }
        for (const auto* axis : {"y", "x"}) {
            for (const auto& loop : block.at(axis)) {
                mapping.nodes.emplace_back(spatialLoop(dimOf(problem, loop.at(0)), loop.at(1).get<Count>(),
                                                       loop.at(2).get<Count>(), level,
                                                       *axis == 'y' ? Axis::y : Axis::x));
            }
        }
    }
    return mapping;
}

void readExpected(const Json& json, TimeloopCase& result) {
    result.macs = json.at("macs").get<double>();
    result.cycles = json.at("cycles").get<double>();
    result.energyPj = json.at("energy_pj_without_wires").get<double>();
    result.linkTransfers = json.at("link_transfers").get<double>();
    for (const auto& network : json.at("networks")) {
        for (const auto& [name, words] : network.at("tensors").items()) {
            result.networks.push_back(
                {network.at("above").get<std::string>(), indexOf(result.problem.tensorIndex(name), name),
                 words.at("ingresses").get<double>(), words.at("spatial_reductions").get<double>()});
        }
    }
    for (const auto& level : json.at("levels")) {
        const auto levelName = level.at("level").get<std::string>();
        for (const auto& [name, counts] : level.at("tensors").items()) {
            result.counts.push_back({indexOf(result.accelerator.levelIndex(levelName), levelName),
                                     indexOf(result.problem.tensorIndex(name), name), counts.at("tile").get<double>(),
                                     counts.at("reads").get<double>(), counts.at("fills").get<double>(),
                                     counts.at("updates").get<double>(),
                                     counts.at("temporal_reductions").get<double>()});
        }
    }
}

} // namespace

std::vector<std::string> timeloopCaseIds() {
    std::vector<std::string> ids;
    for (const auto& entry : std::filesystem::directory_iterator(folder())) {
        if (entry.path().extension() == ".json") ids.push_back(entry.path().stem().string());
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

TimeloopCase loadTimeloopCase(const std::string& id) {
    std::ifstream file(folder() / (id + ".json"));
    const auto json = Json::parse(file);
    TimeloopCase result;
    result.id = id;
    result.problem = problemOf(json.at("problem"));
    result.accelerator = acceleratorOf(json);
    result.mapping = mappingOf(json, result.problem, result.accelerator);
    result.rules = rulesByName("timeloop").value();
    result.rules.firstReadElision = json.at("first_read_elision").get<bool>();
    readExpected(json.at("expected"), result);
    return result;
}

bool printsAs(double exact, double printed) {
    return std::floor(exact + 1e-9) == printed || std::round(exact) == printed;
}

} // namespace nestwright
