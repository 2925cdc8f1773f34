// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/result_cache.h"

#include "core/accelerator/accelerator_json.h"
#include "core/base/hash.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace nestwright {
namespace {

using nlohmann::json;

/// What costs depend on. Levels go by their place, and what no cost depends on is left out.
Accelerator withoutNames(Accelerator accelerator) {
    accelerator.id = accelerator.name = accelerator.family = accelerator.vendor = "";
    accelerator.provenance.clear();
    accelerator.notes.clear();
    accelerator.compute.name = "";
    accelerator.device.priceUsd.reset();
    accelerator.device.maturity.clear();
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        accelerator.levels[i].name = std::to_string(i);
        accelerator.levels[i].fanout.name = "";
    }
    return accelerator;
}

/// Structured bindings name every member of what a key is made of: a member that is new doesn't compile until it is
/// part of the key.
json keyOfProblem(const Problem& problem, bool withTensorNames) {
    const auto& [name, dims, tensors] = problem;
    json bounds = json::array();
    for (const auto& dim : dims) bounds.push_back(dim.bound);
    json spaces = json::array();
    for (const auto& [tensorName, operand, projection, bits, partialBits] : tensors) {
        json ranks = json::array();
        for (const auto& rank : projection) {
            json terms = json::array();
            for (const auto& [dim, coefficient] : rank) terms.push_back({dim, coefficient});
            ranks.push_back(std::move(terms));
        }
        json space = {static_cast<int>(operand), std::move(ranks), bits, partialBits};
        if (withTensorNames) space.push_back(tensorName);
        spaces.push_back(std::move(space));
    }
    return {std::move(bounds), std::move(spaces)};
}

json keyOfLoops(const LoopRules& rules) {
    const auto& [level, isSpatial, ofArray, factors, mostElsewhere, leastElsewhere, innermost, outermost, split,
                 noMulticast, noLinkTransfer, noTemporalReuse, rmwFirstUpdate] = rules;
    json list = json::array();
    for (const auto& [dim, relation, value, residual] : factors)
        list.push_back({dim, static_cast<int>(relation), value, residual});
    const auto optional = [](const auto& value) { return value ? json(*value) : json(); };
    return {
        level,         isSpatial, ofArray,         std::move(list), optional(mostElsewhere), optional(leastElsewhere),
        innermost,     outermost, optional(split), noMulticast,     noLinkTransfer,          noTemporalReuse,
        rmwFirstUpdate};
}

json keyOfConstraints(const MappingConstraints& constraints) {
    const auto& [loops, keeping, minLaneUse] = constraints;
    json loopList = json::array();
    for (const auto& rules : loops) loopList.push_back(keyOfLoops(rules));
    json keepList = json::array();
    for (const auto& [level, keep, bypass] : keeping) keepList.push_back({level, keep, bypass});
    return {std::move(loopList), std::move(keepList), minLaneUse};
}

json keyOfContext(const EvaluationContext& context) {
    const auto& [rules, format, useSustainedRate] = context;
    const auto& [steps, linkIds, linkTransfers, firstReadElision, drainReads, leakageTime] = rules;
    return {static_cast<int>(steps),
            static_cast<int>(linkIds),
            static_cast<int>(linkTransfers),
            firstReadElision,
            drainReads,
            static_cast<int>(leakageTime),
            nameOf(format),
            useSustainedRate};
}

json keyOfOptions(const MapperOptions& options) {
    const auto& [objective, metric, allowImperfect, form, context, constraints, timeLimitSeconds, nodeBudget,
                 proofEffort, gap, seed, threads] = options;
    return {{"objective", keyOf(objective)},
            {"metric", metric == Metric::bound ? "bound" : "full"},
            {"imperfect", allowImperfect},
            {"form", form == MappingForm::uneven ? "uneven" : "even"},
            {"context", keyOfContext(context)},
            {"constraints", keyOfConstraints(constraints)},
            {"timed", timeLimitSeconds.has_value()}, // without a limit a search has one of its own
            {"nodes", nodeBudget ? json(*nodeBudget) : json()},
            {"effort", proofEffort ? json(*proofEffort) : json()},
            {"gap", gap},
            {"seed", seed}};
}

json nodesOf(const Mapping& mapping) {
    json nodes = json::array();
    for (const auto& node : mapping.nodes) {
        if (const auto* loop = std::get_if<Loop>(&node)) {
            json entry = {loop->dim, loop->bound, loop->residual};
            if (loop->isSpatial) {
                entry.push_back(loop->fanoutLevel);
                entry.push_back(loop->axis == Axis::x ? "x" : "y");
            }
            nodes.push_back(std::move(entry));
            continue;
        }
        const auto& [tensor, level, noMulticast, noLinkTransfer, noTemporalReuse, rmwFirstUpdate] =
            std::get<Storage>(node);
        nodes.push_back(json{{"keep", {tensor, level, noMulticast, noLinkTransfer, noTemporalReuse, rmwFirstUpdate}}});
    }
    return nodes;
}

Mapping mappingFrom(const json& nodes) {
    Mapping mapping;
    for (const auto& entry : nodes) {
        if (entry.is_object()) {
            const auto& kept = entry.at("keep");
            mapping.nodes.emplace_back(Storage{kept.at(0).get<int>(), kept.at(1).get<int>(), kept.at(2).get<bool>(),
                                               kept.at(3).get<bool>(), kept.at(4).get<bool>(), kept.at(5).get<bool>()});
            continue;
        }
        Loop loop;
        loop.dim = entry.at(0).get<int>();
        loop.bound = entry.at(1).get<Count>();
        loop.residual = entry.at(2).get<Count>();
        loop.isSpatial = entry.size() > 3;
        if (loop.isSpatial) {
            loop.fanoutLevel = entry.at(3).get<int>();
            loop.axis = entry.at(4).get<std::string>() == "x" ? Axis::x : Axis::y;
        }
        mapping.nodes.emplace_back(loop);
    }
    return mapping;
}

json jsonOf(const std::optional<double>& value) { return value ? json(*value) : json(); }

std::optional<double> numberFrom(const json& value) {
    if (value.is_null()) return std::nullopt;
    return value.get<double>();
}

json jsonOf(const Proof& proof) {
    const auto& [isOptimal, lowerBound, gap, perfectBound, perfectGap, mapspaceSize, considered, pruned, seconds,
                 isTilingFixed] = proof;
    return {{"optimal", isOptimal},
            {"lower_bound", jsonOf(lowerBound)},
            {"gap", jsonOf(gap)},
            {"perfect_bound", jsonOf(perfectBound)},
            {"perfect_gap", jsonOf(perfectGap)},
            {"mapspace", jsonOf(mapspaceSize)},
            {"considered", considered},
            {"pruned", pruned},
            {"seconds", seconds},
            {"tiling_fixed", isTilingFixed}};
}

Proof proofFrom(const json& text) {
    Proof proof;
    proof.isOptimal = text.at("optimal").get<bool>();
    proof.lowerBound = numberFrom(text.at("lower_bound"));
    proof.gap = numberFrom(text.at("gap"));
    proof.perfectBound = numberFrom(text.at("perfect_bound"));
    proof.perfectGap = numberFrom(text.at("perfect_gap"));
    proof.mapspaceSize = numberFrom(text.at("mapspace"));
    proof.considered = text.at("considered").get<double>();
    proof.pruned = text.at("pruned").get<std::map<std::string, double>>();
    proof.seconds = text.at("seconds").get<double>();
    proof.isTilingFixed = text.at("tiling_fixed").get<bool>();
    return proof;
}

json figuresOf(const Evaluation& cost) { return {cost.cycles, cost.boundCycles, cost.energyPj}; }

/// The text without the digest before it; nothing where they don't belong together.
std::optional<std::string> checkedText(const std::string& text) {
    const auto end = text.find('\n');
    if (end == std::string::npos) return std::nullopt;
    std::string rest = text.substr(end + 1);
    if (sha256(rest) != text.substr(0, end)) return std::nullopt;
    return rest;
}

class CachedMapper final : public Mapper {
public:
    CachedMapper(std::unique_ptr<Mapper> mapper, std::shared_ptr<ResultCache> cache)
        : m_mapper(std::move(mapper))
        , m_cache(std::move(cache)) {}

    [[nodiscard]] Result<MappingResult> map(const Problem& problem, const Accelerator& accelerator,
                                            const MapperOptions& options, const WorkContext& work) const override {
        const std::string key = cacheKey(problem, accelerator, options);
        if (const auto text = m_cache->find(key)) {
            if (auto known = readResult(*text, problem, accelerator, options)) return std::move(*known);
        }
        auto found = m_mapper->map(problem, accelerator, options, work);
        if (found && !wasCutShort(*found, options, work)) m_cache->store(key, writeResult(*found));
        return found;
    }

private:
    /// A search asks the clock before it ends: it was in time if it is when it has ended.
    static bool wasCutShort(const MappingResult& result, const MapperOptions& options, const WorkContext& work) {
        if (work.cancel.isCancelled()) return true;
        return options.timeLimitSeconds && result.proof.seconds >= *options.timeLimitSeconds;
    }

    std::unique_ptr<Mapper> m_mapper;
    std::shared_ptr<ResultCache> m_cache;
};

} // namespace

std::string cacheKey(const Problem& problem, const Accelerator& accelerator, const MapperOptions& options) {
    // A level may give tensors of a name less bandwidth than others.
    const bool namesCount = std::any_of(accelerator.levels.begin(), accelerator.levels.end(),
                                        [](const Level& level) { return !level.bandwidthScale.empty(); });
    const json key = {{"problem", keyOfProblem(problem, namesCount)},
                      {"accelerator", json(writeAccelerator(withoutNames(accelerator)))},
                      {"options", keyOfOptions(options)}};
    return key.dump();
}

std::string writeResult(const MappingResult& result) {
    const json text = {
        {"nodes", nodesOf(result.mapping)}, {"figures", figuresOf(result.cost)}, {"proof", jsonOf(result.proof)}};
    const std::string written = text.dump();
    return sha256(written) + "\n" + written;
}

std::optional<MappingResult> readResult(const std::string& text, const Problem& problem, const Accelerator& accelerator,
                                        const MapperOptions& options) {
    const auto checked = checkedText(text);
    if (!checked) return std::nullopt;
    MappingResult result;
    json figures;
    try {
        const json parsed = json::parse(*checked);
        result.mapping = mappingFrom(parsed.at("nodes"));
        result.proof = proofFrom(parsed.at("proof"));
        figures = parsed.at("figures");
    } catch (const json::exception&) {
        return std::nullopt;
    }
    result.cost = evaluate(problem, accelerator, result.mapping, options.context);
    if (!result.cost.isValid || figuresOf(result.cost) != figures) return std::nullopt;
    return result;
}

std::unique_ptr<Mapper> makeCachedMapper(std::unique_ptr<Mapper> mapper, std::shared_ptr<ResultCache> cache) {
    if (!cache) return mapper;
    return std::make_unique<CachedMapper>(std::move(mapper), std::move(cache));
}

} // namespace nestwright
