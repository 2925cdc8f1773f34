// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/step_requests.h"

#include <algorithm>
#include <set>
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
    std::size_t form = 0;
    double words = 0;

    bool operator<(const Request& other) const { return std::tie(place, form) < std::tie(other.place, other.form); }
    bool operator==(const Request& other) const { return place == other.place && form == other.form; }
};

void translate(Coordinates& place, const Coordinates& by, Count times) {
    for (std::size_t r = 0; r < place.size(); ++r) place[r] += times * by[r];
}

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
        group.combinations = choices(group.firstLoop, group.endLoop);
    }
}

const Siblings& StepRequests::siblingsOf(Group& group) {
    if (group.siblings) return *group.siblings;
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
    return *group.siblings;
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
        return set.isEmpty() ? Asked{} : Asked{set.words, 0, set.place, listForm(set.form)};
    }
    const Group& group = m_groups[g];
    std::vector<Asked> children;
    std::vector<const WordSet*> lasts;
    for (const auto& inner : group.combinations) {
        Choice choice = outer;
        choice.insert(choice.end(), inner.begin(), inner.end());
        children.push_back(ask(g + 1, choice));
        if (group.hasLinks) lasts.push_back(&lastOf(choice));
    }
    return group.hasLinks ? mergeWithLinks(g, children, lasts) : merge(g, std::move(children));
}

StepRequests::Asked StepRequests::merge(std::size_t g, std::vector<Asked> children) {
    const auto first = std::find_if(children.begin(), children.end(), [](const Asked& c) { return c.words > 0; });
    if (first == children.end()) return {};
    const Coordinates place = first->place;
    std::vector<Count> key = {static_cast<Count>(g)};
    for (Asked& asked : children) {
        key.push_back(asked.words > 0 ? static_cast<Count>(asked.form) : -1);
        if (asked.words == 0) continue;
        translate(asked.place, place, -1);
        key.insert(key.end(), asked.place.begin(), asked.place.end());
    }
    const auto [known, isNew] = m_patterns.try_emplace(std::move(key), m_forms.size());
    const std::size_t form = known->second;
    if (isNew) {
        m_forms.push_back({g, 0, children, {}, {}});
        m_forms[form].words = wordsOf(g, std::move(children));
    }
    return {m_forms[form].words, 0, place, form};
}

double StepRequests::wordsOf(std::size_t g, std::vector<Asked> children) {
    const Group& group = m_groups[g];
    if (!group.isShared) return sumByClass(group, children);
    if (!group.spatial->isInjective) return list(g, children, {}).words;
    const auto isAnyPair = [&](const auto& test) {
        for (std::size_t a = 0; a < children.size(); ++a) {
            for (std::size_t b = a + 1; b < children.size(); ++b) {
                if (children[a].words > 0 && children[b].words > 0 && test(children[a], children[b])) return true;
            }
        }
        return false;
    };
    // Only sets of the same size can be the same set under two names.
    if (isAnyPair([](const Asked& a, const Asked& b) { return a.words == b.words && a.form != b.form; })) {
        for (Asked& asked : children) asked = listed(std::move(asked));
    }
    // Children at different places ask for different words as long as sets of one form lie alike within them.
    const bool mayCoincide =
        isAnyPair([](const Asked& a, const Asked& b) { return a.form == b.form && a.place != b.place; });
    return mayCoincide ? list(g, children, {}).words : sumByClass(group, children);
}

double StepRequests::sumByClass(const Group& group, const std::vector<Asked>& children) const {
    std::set<std::pair<Coordinates, std::size_t>> requests;
    double words = 0;
    for (std::size_t c = 0; c < children.size(); ++c) {
        if (children[c].words == 0) continue;
        Coordinates place = children[c].place;
        double times = 1;
        for (std::size_t i = 0; i < group.combinations[c].size(); ++i) {
            const IndexClass& index = m_classes.indexClasses(group.firstLoop + i)[group.combinations[c][i]];
            const Coordinates& step = group.spatial->steps[i];
            translate(place, step, index.start);
            if (!group.isShared || !isZero(step)) times *= static_cast<double>(index.count);
        }
        if (!group.isShared || requests.emplace(std::move(place), children[c].form).second)
            words += times * children[c].words;
    }
    return words;
}

StepRequests::Asked StepRequests::mergeWithLinks(std::size_t g, const std::vector<Asked>& children,
                                                 const std::vector<const WordSet*>& lasts) {
    Group& group = m_groups[g];
    const Siblings& siblings = siblingsOf(group);
    const Asked fromParent = merge(g, children);
    std::vector<std::size_t> lastForms;
    for (const WordSet* last : lasts) lastForms.push_back(last->isEmpty() ? 0 : listForm(last->form));
    std::vector<bool> isLinked(siblings.count(), false);
    double linked = 0;
    for (std::size_t child = 0; child < siblings.count(); ++child) {
        const Asked& asked = children[group.combinationOf[child]];
        if (asked.words == 0) continue;
        const auto& neighbours = siblings.neighbours(child);
        isLinked[child] = std::any_of(neighbours.begin(), neighbours.end(), [&](int neighbour) {
            const auto other = static_cast<std::size_t>(neighbour);
            const std::size_t combination = group.combinationOf[other];
            const WordSet& had = *lasts[combination];
            return !had.isEmpty() && lastForms[combination] == asked.form &&
                   liesAt(siblings.place(child), asked.place, siblings.place(other), had.place);
        });
        if (isLinked[child]) linked += asked.words;
    }
    if (linked == 0) return fromParent;
    Asked rest = list(g, children, isLinked);
    if (rest.words >= fromParent.words) return fromParent;
    rest.linked = linked;
    return rest;
}

/// Child by child, except those left out.
StepRequests::Asked StepRequests::list(std::size_t g, const std::vector<Asked>& children,
                                       const std::vector<bool>& isLeftOut) {
    std::vector<Asked> asking;
    for (const Asked& asked : children) asking.push_back(listed(asked));
    Group& group = m_groups[g];
    const Siblings& siblings = siblingsOf(group);
    std::vector<Request> requests;
    for (std::size_t child = 0; child < siblings.count(); ++child) {
        const Asked& asked = asking[group.combinationOf[child]];
        if (asked.words == 0 || (!isLeftOut.empty() && isLeftOut[child])) continue;
        Request request{asked.place, asked.form, asked.words};
        const Count* place = siblings.place(child);
        for (std::size_t r = 0; r < request.place.size(); ++r) request.place[r] += place[r];
        requests.push_back(std::move(request));
    }
    std::sort(requests.begin(), requests.end());
    if (group.isShared) requests.erase(std::unique(requests.begin(), requests.end()), requests.end());
    Asked all;
    if (requests.empty()) return all;
    all.place = requests.front().place;
    std::vector<Count> key;
    for (const auto& request : requests) {
        all.words += request.words;
        for (std::size_t r = 0; r < request.place.size(); ++r) key.push_back(request.place[r] - all.place[r]);
        key.push_back(static_cast<Count>(request.form));
    }
    all.form = listForm(std::move(key));
    return all;
}

/// The same requests under the name that equal sets share.
StepRequests::Asked StepRequests::listed(Asked asked) {
    if (asked.words == 0 || m_forms[asked.form].listed == asked.form) return asked;
    if (!m_forms[asked.form].listed) {
        const std::vector<Asked> children = m_forms[asked.form].children;
        Asked all = list(m_forms[asked.form].group, children, {});
        m_forms[asked.form].listed = all.form;
        m_forms[asked.form].offset = std::move(all.place);
    }
    translate(asked.place, m_forms[asked.form].offset, 1);
    asked.form = *m_forms[asked.form].listed;
    return asked;
}

std::size_t StepRequests::listForm(std::vector<Count> requests) {
    const auto [known, isNew] = m_lists.try_emplace(std::move(requests), m_forms.size());
    if (isNew) m_forms.push_back({0, 0, {}, known->second, {}});
    return known->second;
}

} // namespace nestwright
