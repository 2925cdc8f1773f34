// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan.h"

#include "core/plan/assumptions.h"
#include "core/plan/draft.h"
#include "core/plan/number_format.h"
#include "core/plan/price.h"
#include "core/plan/totals.h"
#include "core/search/arena.h"
#include "core/workload/warnings.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>

namespace nestwright {
namespace {

tl::unexpected<Error> cancelled() {
    return failure(ErrorKind::cancelled, message(NW_TEXT("plan.cancelled", "Planning was cancelled")));
}

std::string nameOfUser(const Graph& graph, const Draft& draft, int problem) {
    for (const auto& op : draft.operators) {
        for (const auto& einsum : op.einsums) {
            if (einsum.problem == problem) return graph.operators[static_cast<std::size_t>(op.id)].name;
        }
    }
    return {};
}

/// How operators of a plan are evaluated.
EvaluationContext contextOf(DataType format) {
    EvaluationContext context;
    context.format = format;
    context.useSustainedRate = true;
    return context;
}

/// What changes of the machine would save, by problem.
std::vector<std::vector<Change>> changesOf(const Draft& draft, const std::vector<MappingResult>& mapped,
                                           const Accelerator& accelerator, const PlanOptions& options, DataType format,
                                           const CancelToken& cancel) {
    std::vector<std::vector<Change>> changes(mapped.size());
    forEachInParallel(options.threads, mapped.size(), [&](std::size_t i) {
        if (cancel.isCancelled()) return;
        changes[i] = worthwhileChanges(draft.problems[i], accelerator, mapped[i].mapping, contextOf(format));
    });
    return changes;
}

Result<MappingResult> mapOne(const Problem& problem, const Accelerator& accelerator, const Mapper& mapper,
                             MapperOptions search, const PlanOptions& options, const WorkContext& work) {
    if (options.constraints) {
        auto constraints = options.constraints(problem);
        if (!constraints) return tl::unexpected(constraints.error());
        search.constraints = std::move(*constraints);
    }
    return mapper.map(problem, accelerator, search, work);
}

/// A mapping within so much of the best is as good as it in a plan, and no problem may hold up the others for long.
constexpr double kGap = 0.01;
constexpr double kProofEffort = 1e5;

MapperOptions searchFor(const PlanOptions& options, DataType format) {
    MapperOptions search;
    search.objective = options.objective;
    search.allowImperfect = true;
    search.context = contextOf(format);
    search.seed = options.seed;
    search.threads = options.threads;
    search.gap = kGap;
    search.proofEffort = kProofEffort;
    return search;
}

/// Problems with most work first.
std::vector<std::size_t> largestFirst(const std::vector<Problem>& problems) {
    std::vector<std::size_t> order(problems.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return problems[a].macs() > problems[b].macs(); });
    return order;
}

/// Maps every distinct problem once, in parallel; no search's result depends on the number of threads.
Result<std::vector<MappingResult>> mapProblems(const Graph& graph, const Draft& draft, const Accelerator& accelerator,
                                               const PlanOptions& options, DataType format, const WorkContext& work) {
    const MapperOptions search = searchFor(options, format);
    const auto mapper = makeCachedMapper(makeOptimalMapper(), options.cache);
    const WorkContext inner{work.cancel, {}};
    const std::size_t count = draft.problems.size();
    const std::vector<std::size_t> order = largestFirst(draft.problems);
    std::vector<Result<MappingResult>> found(count);
    std::atomic<std::size_t> done{0};
    forEachInOrder(options.threads, count, [&](std::size_t place) {
        if (work.cancel.isCancelled()) return;
        const std::size_t i = order[place];
        const auto report = [&] {
            work.report(static_cast<double>(done.load()) / static_cast<double>(count),
                        message(NW_TEXT("plan.progress", "Mapped %1 of %2 distinct problems; now \"%3\""), done.load(),
                                count, nameOfUser(graph, draft, static_cast<int>(i))));
        };
        report();
        found[i] = mapOne(draft.problems[i], accelerator, *mapper, search, options, inner);
        ++done;
        report();
    });
    if (work.cancel.isCancelled()) return cancelled();
    std::vector<MappingResult> mapped;
    for (std::size_t i = 0; i < count; ++i) {
        if (!found[i]) {
            Error error = found[i].error();
            error.message = message(NW_TEXT("plan.operator_failed", "Operator \"%1\": %2"),
                                    nameOfUser(graph, draft, static_cast<int>(i)), error.message.text());
            return tl::unexpected<Error>(std::move(error));
        }
        mapped.push_back(std::move(*found[i]));
    }
    return mapped;
}

using MappingList = std::shared_ptr<const std::vector<PlannedMapping>>;

/// Hands out one list of mappings for all operators that consist of the same problems.
class MappingLists {
public:
    MappingLists(const Draft& draft, const std::vector<MappingResult>& mapped)
        : m_draft(draft)
        , m_mapped(mapped) {}

    /// Sets the operator's mappings, and the index of the first operator that has the same ones.
    void assign(const DraftOperator& op, int index, PlannedOperator& planned) {
        if (op.einsums.empty()) return;
        std::vector<std::pair<int, Count>> key;
        for (const auto& einsum : op.einsums) key.emplace_back(einsum.problem, einsum.repeats);
        const auto [place, isNew] = m_known.try_emplace(key);
        if (isNew) place->second = {make(op), index};
        planned.mappings = place->second.first;
        if (!isNew) planned.identicalTo = place->second.second;
    }

private:
    MappingList make(const DraftOperator& op) const {
        auto list = std::make_shared<std::vector<PlannedMapping>>();
        for (const auto& einsum : op.einsums) {
            const auto index = static_cast<std::size_t>(einsum.problem);
            const MappingResult& result = m_mapped[index];
            list->push_back({m_draft.problems[index], einsum.repeats, result.mapping, result.cost, result.proof});
        }
        return list;
    }

    const Draft& m_draft;
    const std::vector<MappingResult>& m_mapped;
    std::map<std::vector<std::pair<int, Count>>, std::pair<MappingList, int>> m_known;
};

std::vector<PlannedKernel> kernelsOf(const Draft& draft, const std::vector<PricedOperator>& operators) {
    std::vector<PlannedKernel> kernels;
    for (std::size_t k = 0; k < draft.kernels.size(); ++k) {
        PlannedKernel kernel;
        kernel.id = static_cast<int>(k);
        kernel.operators = draft.kernels[k];
        for (const int index : kernel.operators) {
            const auto at = static_cast<std::size_t>(index);
            kernel.seconds += operators[at].planned.seconds;
            kernel.launchSeconds += operators[at].launchSeconds;
            kernel.bytesSaved += draft.operators[at].bytesSaved;
        }
        kernels.push_back(std::move(kernel));
    }
    return kernels;
}

std::vector<char> viewsOf(const Draft& draft) {
    std::vector<char> views;
    for (const auto& op : draft.operators) views.push_back(op.launches ? 0 : 1);
    return views;
}

Result<void> checkOptions(const PlanOptions& options) {
    if (options.devices == 1) return {};
    return failure(ErrorKind::usage,
                   message(NW_TEXT("plan.devices", "Plans over %1 devices aren't modelled yet"), options.devices), {},
                   message(NW_TEXT("plan.devices.remedy", "Plan for one device")));
}

std::vector<PricedOperator> priceAll(const Graph& graph, const Draft& draft, const Accelerator& accelerator,
                                     DataType format, const std::vector<MappingResult>& mapped,
                                     const std::vector<std::vector<Change>>& changes) {
    const Prices prices{graph, accelerator, format, draft.problems, mapped, changes};
    std::vector<PricedOperator> operators;
    MappingLists lists(draft, mapped);
    for (std::size_t i = 0; i < draft.operators.size(); ++i) {
        const DraftOperator& op = draft.operators[i];
        const bool isFirst =
            op.kernel >= 0 && draft.kernels[static_cast<std::size_t>(op.kernel)].front() == static_cast<int>(i);
        operators.push_back(priceOperator(op, prices, isFirst ? accelerator.device.launchSeconds : 0));
        lists.assign(op, static_cast<int>(i), operators.back().planned);
    }
    return operators;
}

} // namespace

Result<PlanPointer> plan(const Graph& graph, const Bindings& bindings, const Accelerator& accelerator,
                         const PlanOptions& options, const WorkContext& work) {
    if (auto checked = checkOptions(options); !checked) return tl::unexpected<Error>(checked.error());
    auto result = std::make_shared<PlanResult>();
    const auto format = chooseFormat(accelerator, options.format);
    if (!format) return tl::unexpected<Error>(format.error());
    result->workload = graph.name;
    result->accelerator = accelerator.id;
    result->acceleratorName = accelerator.name;
    result->format = *format;
    result->objective = options.objective;
    result->fusion = options.fusion;
    result->bindings = bindings;
    result->slice = sliceOf(graph, bindings);
    result->warnings = graph.warnings;

    auto draft = makeDraft(graph, *format, work, result->warnings);
    if (!draft) return tl::unexpected<Error>(draft.error());
    result->warnings = groupAlike(result->warnings, graph);
    assignKernels(graph, *format, options.fusion, *draft);
    const auto mapped = mapProblems(graph, *draft, accelerator, options, *format, work);
    if (!mapped) return tl::unexpected<Error>(mapped.error());

    const auto changes = changesOf(*draft, *mapped, accelerator, options, *format, work.cancel);
    if (work.cancel.isCancelled()) return cancelled();
    const auto operators = priceAll(graph, *draft, accelerator, *format, *mapped, changes);
    result->kernels = kernelsOf(*draft, operators);
    result->byLayerType = summarizeByLayerType(operators);
    result->totals =
        sumUp(operators, memoryNeed(graph, *format, viewsOf(*draft)), accelerator, runOutputOf(result->slice));
    for (const auto& op : operators) result->operators.push_back(op.planned);
    result->assumptions = assumptionsOf(accelerator, *result, options.format == DataType::unknown);
    return PlanPointer(std::move(result));
}

} // namespace nestwright
