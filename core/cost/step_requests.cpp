// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/step_requests.h"

#include <algorithm>
#include <tuple>

namespace nestwright {
namespace {

void append(std::vector<Count>& key, const WordSet& set) {
    key.push_back(set.isEmpty() ? -1 : static_cast<Count>(set.form.size()));
    key.insert(key.end(), set.place.begin(), set.place.end());
    key.insert(key.end(), set.form.begin(), set.form.end());
}

/// One request of one child.
struct Request {
    Coordinates place;
    const std::vector<Count>* form = nullptr;
    double words = 0;

    bool operator<(const Request& other) const { return std::tie(place, *form) < std::tie(other.place, *other.form); }
    bool operator==(const Request& other) const { return place == other.place && *form == *other.form; }
};

bool liesAt(const Count* place, const Coordinates& offset, const Count* otherPlace, const Coordinates& otherOffset) {
    for (std::size_t r = 0; r < offset.size(); ++r) {
        if (place[r] + offset[r] != otherPlace[r] + otherOffset[r]) return false;
    }
    return true;
}

} // namespace

StepRequests::StepRequests(const Nest& nest, const ChainLink& link, const InstanceClasses& classes,
                           const std::vector<SpatialGroup>& groups)
    : m_nest(nest)
    , m_link(link)
    , m_classes(classes)
    , m_groups(groups.size()) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
        Group& group = m_groups[g];
        group.spatial = &groups[g];
        const auto& loops = classes.spatialLoops();
        group.firstLoop =
            static_cast<std::size_t>(std::find(loops.begin(), loops.end(), groups[g].loops.front()) - loops.begin());
        group.endLoop = group.firstLoop + groups[g].loops.size();
        group.isShared = link.shares[static_cast<std::size_t>(groups[g].fanoutLevel)];
        group.hasLinks = link.hasNeighbourLinks && g + 1 == groups.size();
        group.isOneByOne = group.hasLinks || !groups[g].isInjective || g > 0;
        if (group.isOneByOne) makeSiblings(group);
    }
}

void StepRequests::makeSiblings(Group& group) {
    group.siblings.emplace(m_nest, *group.spatial,
                           FanoutRules{group.isShared, group.hasLinks, m_link.linkIds, m_link.physicalX});
    for (std::size_t child = 0; child < group.siblings->count(); ++child) {
        std::size_t number = 0;
        for (std::size_t s = group.firstLoop; s < group.endLoop; ++s) {
            const auto& classes = m_classes.indexClasses(s);
            const Count index = group.siblings->indices(child)[s - group.firstLoop];
            std::size_t c = 0;
            while (index >= classes[c].start + classes[c].count) ++c;
            number = number * classes.size() + c;
        }
        group.combinationOf.push_back(number);
    }
}

LinkWords StepRequests::count(const std::vector<WordSet>& now, const std::vector<WordSet>& last) {
    std::vector<Count> key;
    for (const auto& set : now) append(key, set);
    for (const auto& set : last) append(key, set);
    const auto known = m_known.find(key);
    if (known != m_known.end()) return known->second;
    m_now = &now;
    m_last = &last;
    return m_known.emplace(std::move(key), countNew()).first->second;
}

LinkWords StepRequests::countNew() {
    LinkWords words;
    for (std::size_t c = 0; c < m_classes.count(); ++c) words.arrived += (*m_now)[c].words * m_classes.multiplicity(c);
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        double entering = 0;
        for (const auto& outer : choices(0, m_groups[g].firstLoop)) {
            const Asked asked = ask(g, outer);
            entering += multiplicityOf(outer) * asked.words;
            if (g + 1 == m_groups.size()) words.linked += multiplicityOf(outer) * asked.linked;
        }
        words.entering.push_back(entering);
    }
    words.sent = m_groups.empty() ? words.arrived : words.entering.front();
    words.arrived -= words.linked;
    return words;
}

std::vector<StepRequests::Choice> StepRequests::choices(std::size_t from, std::size_t to) const {
    std::vector<Choice> all = {{}};
    for (std::size_t s = from; s < to; ++s) {
        std::vector<Choice> next;
        for (const auto& choice : all) {
            for (std::size_t c = 0; c < m_classes.indexClasses(s).size(); ++c) {
                next.push_back(choice);
                next.back().push_back(c);
            }
        }
        all = std::move(next);
    }
    return all;
}

double StepRequests::multiplicityOf(const Choice& choice) const {
    double product = 1;
    for (std::size_t s = 0; s < choice.size(); ++s)
        product *= static_cast<double>(m_classes.indexClasses(s)[choice[s]].count);
    return product;
}

StepRequests::Asked StepRequests::ask(std::size_t g, const Choice& outer) {
    if (g == m_groups.size()) {
        const WordSet& set = (*m_now)[m_classes.classOf(outer)];
        return {set.words, 0, set.place, set.form};
    }
    Group& group = m_groups[g];
    const auto children = askChildren(group, g, outer);
    if (group.hasLinks) {
        std::vector<const WordSet*> lasts;
        for (const auto& inner : choices(group.firstLoop, group.endLoop)) {
            Choice choice = outer;
            choice.insert(choice.end(), inner.begin(), inner.end());
            lasts.push_back(&lastOf(choice));
        }
        return mergeWithLinks(group, children, lasts);
    }
    if (!group.isOneByOne && !(group.isShared && mayCoincide(children))) return merge(group, children);
    if (!group.siblings) makeSiblings(group);
    return mergeOneByOne(group, children, {});
}

/// By combination of index classes of the group's loops.
std::vector<StepRequests::Asked> StepRequests::askChildren(const Group& group, std::size_t g, const Choice& outer) {
    std::vector<Asked> children;
    for (const auto& inner : choices(group.firstLoop, group.endLoop)) {
        Choice choice = outer;
        choice.insert(choice.end(), inner.begin(), inner.end());
        children.push_back(ask(g + 1, choice));
    }
    return children;
}

/// Children at different places ask for different words as long as requests of one form lie alike within them.
bool StepRequests::mayCoincide(const std::vector<Asked>& children) const {
    for (std::size_t a = 0; a < children.size(); ++a) {
        for (std::size_t b = a + 1; b < children.size(); ++b) {
            if (children[a].words == 0 || children[b].words == 0) continue;
            if (children[a].form == children[b].form && children[a].place != children[b].place) return true;
        }
    }
    return false;
}

/// Class by class; only the words are told, as nobody compares the list.
StepRequests::Asked StepRequests::merge(const Group& group, const std::vector<Asked>& children) const {
    std::map<std::tuple<Coordinates, std::vector<Count>>, double> requests;
    Asked all;
    const auto combinations = choices(group.firstLoop, group.endLoop);
    for (std::size_t c = 0; c < combinations.size(); ++c) {
        if (children[c].words == 0) continue;
        Coordinates place = children[c].place;
        double times = 1;
        for (std::size_t i = 0; i < combinations[c].size(); ++i) {
            const IndexClass& index = m_classes.indexClasses(group.firstLoop + i)[combinations[c][i]];
            const Coordinates& step = group.spatial->steps[i];
            for (std::size_t r = 0; r < place.size(); ++r) place[r] += index.start * step[r];
            if (!group.isShared || !isZero(step)) times *= static_cast<double>(index.count);
        }
        if (!group.isShared || requests.emplace(std::make_tuple(place, children[c].form), times).second)
            all.words += times * children[c].words;
    }
    return all;
}

StepRequests::Asked StepRequests::mergeOneByOne(const Group& group, const std::vector<Asked>& children,
                                                const std::vector<bool>& isLeftOut) const {
    if (!isLeftOut.empty()) return listOneByOne(group, children, isLeftOut);
    // Moved all together, children ask for the same list, moved.
    const auto first = std::find_if(children.begin(), children.end(), [](const Asked& c) { return c.words > 0; });
    if (first == children.end()) return {};
    std::vector<Count> key;
    for (const Asked& asked : children) {
        key.push_back(asked.words > 0 ? static_cast<Count>(asked.form.size()) : -1);
        if (asked.words == 0) continue;
        key.push_back(static_cast<Count>(asked.words));
        for (std::size_t r = 0; r < asked.place.size(); ++r) key.push_back(asked.place[r] - first->place[r]);
        key.insert(key.end(), asked.form.begin(), asked.form.end());
    }
    const auto known = group.merged.find(key);
    if (known != group.merged.end()) {
        Asked all = known->second;
        for (std::size_t r = 0; r < all.place.size(); ++r) all.place[r] += first->place[r];
        return all;
    }
    const Asked all = listOneByOne(group, children, {});
    Asked moved = all;
    for (std::size_t r = 0; r < moved.place.size(); ++r) moved.place[r] -= first->place[r];
    group.merged.emplace(std::move(key), std::move(moved));
    return all;
}

StepRequests::Asked StepRequests::listOneByOne(const Group& group, const std::vector<Asked>& children,
                                               const std::vector<bool>& isLeftOut) const {
    std::vector<Request> requests;
    for (std::size_t child = 0; child < group.siblings->count(); ++child) {
        const Asked& asked = children[group.combinationOf[child]];
        if (asked.words == 0 || (!isLeftOut.empty() && isLeftOut[child])) continue;
        Request request{asked.place, &asked.form, asked.words};
        const Count* place = group.siblings->place(child);
        for (std::size_t r = 0; r < request.place.size(); ++r) request.place[r] += place[r];
        requests.push_back(std::move(request));
    }
    std::sort(requests.begin(), requests.end());
    if (group.isShared) requests.erase(std::unique(requests.begin(), requests.end()), requests.end());
    Asked all;
    if (requests.empty()) return all;
    all.place = requests.front().place;
    for (const auto& request : requests) {
        all.words += request.words;
        for (std::size_t r = 0; r < request.place.size(); ++r) all.form.push_back(request.place[r] - all.place[r]);
        all.form.push_back(static_cast<Count>(request.form->size()));
        all.form.insert(all.form.end(), request.form->begin(), request.form->end());
    }
    return all;
}

StepRequests::Asked StepRequests::mergeWithLinks(const Group& group, const std::vector<Asked>& children,
                                                 const std::vector<const WordSet*>& lasts) const {
    const Siblings& siblings = *group.siblings;
    const Asked fromParent = mergeOneByOne(group, children, {});
    std::vector<bool> isLinked(siblings.count(), false);
    double linked = 0;
    for (std::size_t child = 0; child < siblings.count(); ++child) {
        const Asked& asked = children[group.combinationOf[child]];
        if (asked.words == 0) continue;
        const auto& neighbours = siblings.neighbours(child);
        isLinked[child] = std::any_of(neighbours.begin(), neighbours.end(), [&](int neighbour) {
            const auto other = static_cast<std::size_t>(neighbour);
            const WordSet& had = *lasts[group.combinationOf[other]];
            return !had.isEmpty() && had.form == asked.form &&
                   liesAt(siblings.place(child), asked.place, siblings.place(other), had.place);
        });
        if (isLinked[child]) linked += asked.words;
    }
    if (linked == 0) return fromParent;
    Asked rest = mergeOneByOne(group, children, isLinked);
    if (rest.words >= fromParent.words) return fromParent;
    rest.linked = linked;
    return rest;
}

} // namespace nestwright
