// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/json_output.h"

#include "app/cli/console.h"

#include <cmath>

namespace nestwright::cli {

namespace {

Json violationJson(const Violation& violation) {
    return {{"level", nameOrNull(violation.level)},
            {"tensor", nameOrNull(violation.tensor)},
            {"code", violation.code},
            {"message", violation.message.text()},
            {"needed", number(violation.needed)},
            {"available", number(violation.available)}};
}

Json tensorJson(const TensorCounts& counts) {
    return {{"kept", counts.isKept},
            {"tile_words", number(counts.tileWords)},
            {"partition_words", number(counts.partitionWords)},
            {"reads", number(counts.reads)},
            {"fills", number(counts.fills)},
            {"updates", number(counts.updates)},
            {"temporal_reductions", number(counts.temporalReductions)},
            {"energy_pj", number(counts.energyPj)}};
}

Json networkTensorJson(const NetworkTensorCounts& counts) {
    return {{"multicast", number(counts.multicast)},
            {"ingresses", number(counts.ingresses)},
            {"hops", number(counts.hops)},
            {"spatial_reductions", number(counts.spatialReductions)},
            {"link_transfers", number(counts.linkTransfers)},
            {"energy_pj", number(counts.energyPj)}};
}

/// One entry a tensor of the problem, by name.
template <class Counts>
Json byTensor(const std::vector<Counts>& counts, const Problem& problem, Json (*toJson)(const Counts&)) {
    Json result = Json::object();
    for (std::size_t i = 0; i < counts.size() && i < problem.tensors.size(); ++i) {
        result[problem.tensors[i].name] = toJson(counts[i]);
    }
    return result;
}

Json levelJson(const LevelCosts& level, const Problem& problem, double computeCycles) {
    Json ports = Json::array();
    for (const auto& port : level.ports) {
        ports.push_back({{"name", port.name},
                         {"busy_cycles", number(port.busyCycles)},
                         {"load", number(port.busyCycles / computeCycles)}});
    }
    return {{"name", level.name},
            {"instances", number(level.instances)},
            {"utilized_instances", number(level.utilizedInstances)},
            {"bound_cycles", number(level.boundCycles)},
            {"energy_pj", number(level.energyPj)},
            {"ports", std::move(ports)},
            {"tensors", byTensor(level.tensors, problem, tensorJson)}};
}

/// The figures that an invalid mapping doesn't have.
void addCosts(Json& json, const Evaluation& evaluation, const Problem& problem) {
    const auto figure = [&](double value) { return evaluation.isValid ? number(value) : Json(nullptr); };
    json["ideal_cycles"] = figure(evaluation.idealCycles);
    json["compute_cycles"] = figure(evaluation.computeCycles);
    json["bound_cycles"] = figure(evaluation.boundCycles);
    json["cycles"] = figure(evaluation.cycles);
    json["utilization"] = figure(evaluation.utilization);
    json["mfu"] = figure(evaluation.mfu.value_or(0));
    json["memory_stall_fraction"] = figure(evaluation.memoryStallFraction);
    json["energy_pj"] = figure(evaluation.energyPj);
    json["area_mm2"] = figure(evaluation.areaMm2);
    json["attribution"] = evaluation.isValid ? attributionJson(evaluation.attribution) : Json(nullptr);
    json["paths"] = pathsJson(evaluation.paths, "cycles");
    json["bottleneck"] = evaluation.isValid ? bottleneckJson(evaluation.bottleneck) : Json(nullptr);
    json["levels"] = Json::array();
    for (const auto& level : evaluation.levels) {
        if (level.isFanoutOnly) continue;
        json["levels"].push_back(levelJson(level, problem, evaluation.computeCycles));
    }
    json["networks"] = Json::array();
    for (const auto& network : evaluation.networks) {
        json["networks"].push_back({{"above", network.above},
                                    {"below", network.below},
                                    {"tensors", byTensor(network.tensors, problem, networkTensorJson)}});
    }
}

} // namespace

Json number(double value) {
    constexpr double kExact = 9007199254740992.0; // 2^53
    if (!std::isfinite(value)) return nullptr;
    if (std::trunc(value) == value && std::abs(value) <= kExact) return static_cast<std::int64_t>(value);
    return value;
}

Json number(const std::optional<double>& value) { return value ? number(*value) : Json(nullptr); }

Json number(const std::optional<Count>& value) { return value ? Json(*value) : Json(nullptr); }

Json nameOrNull(const std::string& name) { return name.empty() ? Json(nullptr) : Json(name); }

std::string jsonText(const Json& document) {
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json attributionJson(const Attribution& attribution) {
    return {{"useful", number(attribution.useful)},
            {"diluted", number(attribution.diluted)},
            {"blocked", number(attribution.blocked)},
            {"delayed", number(attribution.delayed)}};
}

Json bottleneckJson(const Bottleneck& bottleneck) {
    return {{"class", keyOf(bottleneck.kind)},
            {"where", bottleneck.where},
            {"margin", number(bottleneck.margin)},
            {"runner_up", bottleneck.runnerUp},
            {"explanation", bottleneck.explanation.text()}};
}

Json pathsJson(const std::vector<TimePath>& paths, const char* amountKey) {
    Json result = Json::array();
    for (const auto& path : paths) {
        result.push_back({{"kind", path.kind}, {"where", path.where}, {amountKey, number(path.cycles)}});
    }
    return result;
}

Json changesJson(const std::vector<Change>& changes, const char* amountKey) {
    Json result = Json::array();
    for (const auto& change : changes) {
        result.push_back({{"kind", keyOf(change.kind)},
                          {"where", change.where},
                          {"what", titleOf(change).text()},
                          {amountKey, number(change.savedCycles)}});
    }
    return result;
}

Json warningsJson(const std::vector<Warning>& warnings, const Graph& graph) {
    Json result = Json::array();
    for (const auto& warning : warnings) {
        result.push_back({{"operator", nameOrNull(operatorName(graph, warning.op))},
                          {"code", warning.code},
                          {"message", warning.message.text()}});
    }
    return result;
}

Json proofJson(const Proof& proof) {
    Json pruned = Json::object();
    for (const auto& [reason, count] : proof.pruned) pruned[reason] = number(count);
    return {{"optimal", proof.isOptimal},
            {"lower_bound", number(proof.lowerBound)},
            {"gap", number(proof.gap)},
            {"perfect_lower_bound", number(proof.perfectBound)},
            {"perfect_gap", number(proof.perfectGap)},
            {"mapspace_size", number(proof.mapspaceSize)},
            {"considered", number(proof.considered)},
            {"pruned", std::move(pruned)},
            {"seconds", number(proof.seconds)},
            {"tiling_fixed", proof.isTilingFixed}};
}

Json evaluationJson(const Evaluation& evaluation, const Problem& problem, const std::vector<Change>& changes) {
    Json violations = Json::array();
    for (const auto& violation : evaluation.violations) violations.push_back(violationJson(violation));
    Json json = {
        {"valid", evaluation.isValid}, {"violations", std::move(violations)}, {"macs", number(problem.macs())}};
    addCosts(json, evaluation, problem);
    json["changes"] = changesJson(changes, "saved_cycles");
    return json;
}

} // namespace nestwright::cli
