// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/catalogue.h"

#include "core/workload/operators/describe.h"

#include <map>
#include <utility>

namespace nestwright {
namespace {

using catalogue::Entry;
using catalogue::OperatorView;
using Key = std::pair<std::string_view, std::string_view>;

std::map<Key, const Entry*> makeTable() {
    std::map<Key, const Entry*> table;
    for (const auto family :
         {catalogue::convolutions(), catalogue::matrixProducts(), catalogue::einsums(), catalogue::attentions(),
          catalogue::mixturesOfExperts(), catalogue::recurrences(), catalogue::normalizations(),
          catalogue::elementwises(), catalogue::reductions(), catalogue::poolings(), catalogue::movements(),
          catalogue::controls(), catalogue::problems()}) {
        for (const Entry& entry : family) table.emplace(Key{entry.domain, entry.type}, &entry);
    }
    return table;
}

const Entry* find(const std::string& domain, const std::string& type) {
    static const std::map<Key, const Entry*> table = makeTable();
    const std::string_view key = domain == "ai.onnx" ? std::string_view{} : std::string_view{domain};
    const auto it = table.find({key, type});
    return it == table.end() ? nullptr : it->second;
}

OperatorWork unknownOperator(const OperatorView& view) {
    OperatorWork work = view.start(LayerType::unknown);
    work.macs.reset();
    catalogue::setVector(work, view, 0);
    const std::string domain = view.op().domain.empty() ? "ai.onnx" : view.op().domain;
    work.warnings.push_back(view.warning(
        "unknown_operator", message(NW_TEXT("catalogue.unknown_operator",
                                            "\"%1\": operator %2::%3 is not known; its bytes in and out count, "
                                            "its MACs do not, so totals are lower bounds"),
                                    view.op().name, domain, view.op().type)));
    return work;
}

std::optional<Count> macsOf(const EinsumWork& einsum) {
    std::optional<Count> total = einsum.repeats;
    for (const auto& dim : einsum.problem.dims) {
        if (total) total = checkedMultiply(*total, dim.bound);
    }
    return total;
}

/// Adds up the MACs; where they leave 63 bits they count as unknown.
void countMacs(OperatorWork& work, const OperatorView& view) {
    if (!work.macs) return;
    std::optional<Count> total = 0;
    for (const auto& einsum : work.einsums) {
        const auto macs = macsOf(einsum);
        total = macs && total ? checkedAdd(*total, *macs) : std::nullopt;
    }
    work.macs = total;
    if (total) return;
    work.einsums.clear();
    work.warnings.push_back(
        view.warning("count_overflow",
                     message(NW_TEXT("catalogue.overflow", "%1 \"%2\": its MACs exceed 63 bits and are not counted"),
                             view.op().type, view.op().name)));
}

} // namespace

Result<OperatorWork> describeWork(const Graph& graph, OperatorId id) {
    if (id < 0 || static_cast<std::size_t>(id) >= graph.operators.size()) {
        return failure(ErrorKind::internal,
                       message(NW_TEXT("catalogue.no_operator", "The graph has no operator %1"), id));
    }
    const OperatorView view(graph, id);
    const Entry* entry = find(view.op().domain, view.op().type);
    if (entry == nullptr) return unknownOperator(view);
    auto work = entry->describe(view, *entry);
    if (!work) return work;
    countMacs(*work, view);
    if (work->macs)
        work->flops = 2.0 * static_cast<double>(*work->macs) + (work->vector ? work->vector->operations : 0.0);
    return work;
}

LayerType layerTypeOf(const std::string& domain, const std::string& type) {
    const Entry* entry = find(domain, type);
    return entry == nullptr ? LayerType::unknown : entry->layerType;
}

bool isKnownOperator(const std::string& domain, const std::string& type) { return find(domain, type) != nullptr; }

} // namespace nestwright
