// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/warnings.h"

#include <map>
#include <utility>

namespace nestwright {

namespace {

std::string typeOf(const Graph& graph, OperatorId id) {
    if (id < 0 || static_cast<std::size_t>(id) >= graph.operators.size()) return {};
    const Operator& op = graph.operators[static_cast<std::size_t>(id)];
    return op.domain + ":" + op.type;
}

} // namespace

Warning withOthersAlike(Warning warning, Count others) {
    if (others == 1) {
        warning.message = message(NW_TEXT("warning.one_more", "%1 (1 more like it)"), warning.message.text());
    } else if (others > 1) {
        warning.message = message(NW_TEXT("warning.more", "%1 (%2 more like it)"), warning.message.text(), others);
    }
    return warning;
}

std::vector<Warning> groupAlike(const std::vector<Warning>& warnings, const Graph& graph) {
    struct Group {
        const Warning* first = nullptr;
        Count others = 0;
    };
    std::vector<Group> groups;
    std::map<std::pair<std::string, std::string>, std::size_t> indices;
    for (const Warning& warning : warnings) {
        // What concerns the whole model is said by its text alone.
        const std::string kind =
            warning.op == kNoOperator ? warning.message.text() : typeOf(graph, warning.op) + warning.message.id;
        const auto [it, isNew] = indices.try_emplace({warning.code, kind}, groups.size());
        if (isNew) {
            groups.push_back({&warning, 0});
        } else {
            ++groups[it->second].others;
        }
    }
    std::vector<Warning> result;
    result.reserve(groups.size());
    for (const Group& group : groups) result.push_back(withOthersAlike(*group.first, group.others));
    return result;
}

} // namespace nestwright
