// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/map_targets.h"

#include "app/cli/console.h"
#include "core/formats/files/descriptions.h"
#include "core/formats/files/open.h"
#include "core/plan/number_format.h"
#include "core/workload/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace nestwright::cli {

namespace {

/// A name that every file system takes.
std::string safeFileName(const std::string& name) {
    std::string result;
    for (const char c : name.substr(0, 80)) {
        const bool isSafe = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
        if (isSafe)
            result += c;
        else if (!result.empty() && result.back() != '_')
            result += '_';
    }
    return result.empty() ? "operator" : result;
}

Result<std::vector<MapTarget>> targetsOf(const Graph& graph, const std::vector<std::string>& operators,
                                         DataType format) {
    std::vector<MapTarget> targets;
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
        const auto id = static_cast<OperatorId>(i);
        const std::string name = operatorName(graph, id);
        if (!operators.empty() && std::find(operators.begin(), operators.end(), name) == operators.end()) continue;
        const auto work = describeWork(graph, id);
        if (!work) return tl::unexpected(work.error());
        for (std::size_t part = 0; part < work->einsums.size(); ++part) {
            const auto& einsum = work->einsums[part];
            std::string file = fmt::format("{:04}-{}", i, safeFileName(name));
            if (work->einsums.size() > 1) file += fmt::format("-{}", part + 1);
            auto problem = inFormat(einsum.problem, graph, graph.operators[i], format);
            targets.push_back({name, std::move(file), std::move(problem), einsum.repeats});
        }
    }
    return targets;
}

Result<void> checkNames(const Graph& graph, const std::vector<std::string>& operators) {
    for (const auto& wanted : operators) {
        bool isFound = false;
        for (std::size_t i = 0; i < graph.operators.size() && !isFound; ++i) {
            isFound = operatorName(graph, static_cast<OperatorId>(i)) == wanted;
        }
        if (isFound) continue;
        return failure(ErrorKind::usage, message(NW_TEXT("cli.map.unknown", "The model has no operator %1"), wanted),
                       {}, message(NW_TEXT("cli.map.unknown.remedy", "'nestwright-cli inspect' lists the operators.")));
    }
    return {};
}

} // namespace

bool isSameSearch(const Problem& a, const Problem& b) { return a.dims == b.dims && a.tensors == b.tensors; }

Result<MapTargets> mapTargets(const MapRequest& request, const Accelerator& accelerator, const WorkContext& work) {
    const std::string& spec = request.spec;
    if (isProblemFile(spec)) {
        SourceNotes notes;
        auto problem = openProblem(spec, notes);
        if (!problem) return tl::unexpected(problem.error());
        if (request.format != DataType::unknown) {
            if (auto format = chooseFormat(accelerator, request.format); !format) return tl::unexpected(format.error());
        }
        const std::string name = problem->name.empty() ? std::filesystem::path(spec).stem().string() : problem->name;
        return MapTargets{{{name, safeFileName(name), std::move(*problem), 1}}, request.format, std::move(notes)};
    }
    auto graph = openWorkload(spec, request.bindings, work);
    if (!graph) return tl::unexpected(graph.error());
    if (auto known = checkNames(*graph, request.operators); !known) return tl::unexpected(known.error());
    const auto format = chooseFormat(accelerator, request.format);
    if (!format) return tl::unexpected(format.error());
    auto targets = targetsOf(*graph, request.operators, *format);
    if (!targets) return tl::unexpected(targets.error());
    if (targets->empty()) {
        return failure(ErrorKind::input,
                       message(NW_TEXT("cli.map.nothing", "There is nothing to map: no operator "
                                                          "multiplies and adds")),
                       {spec});
    }
    return MapTargets{std::move(*targets), *format, {}};
}

} // namespace nestwright::cli
