// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/instance_classes.h"
#include "core/cost/link.h"
#include "core/cost/siblings.h"
#include "core/cost/word_set.h"

#include <map>
#include <optional>
#include <vector>

namespace nestwright {

/// Counts what one step of a link moves when classes of children ask for different sets: equal requests of siblings
/// are one, at every fan-out on the way; a neighbour serves what it got a step before where that spares its parent a
/// request. Steps that look alike are counted once, and so are children who ask alike at different places.
class StepRequests {
public:
    StepRequests(const Nest& nest, const ChainLink& link, const InstanceClasses& classes,
                 const std::vector<SpatialGroup>& groups);

    /// `now` and `last` are the requests of each class in this step and the one before, relative to the place of its
    /// instance; without links `last` is left alone.
    [[nodiscard]] LinkWords count(const std::vector<WordSet>& now, const std::vector<WordSet>& last);

private:
    /// What an instance asks of the one above: a set of requests of a known form, and where it lies.
    struct Asked {
        double words = 0;
        double linked = 0;
        Coordinates place;
        std::size_t form = 0;
    };
    using Choice = std::vector<std::size_t>; ///< index classes of the outermost spatial loops
    struct Group {
        const SpatialGroup* spatial = nullptr;
        std::size_t firstLoop = 0; ///< among the spatial loops
        std::size_t endLoop = 0;
        bool isShared = true;
        bool hasLinks = false;
        std::vector<Choice> combinations;       ///< of index classes of its loops
        std::optional<Siblings> siblings;       ///< made when requests are listed
        std::vector<std::size_t> combinationOf; ///< by sibling
    };
    /// A set of requests wherever it lies. One that children ask for together is known by what each combination of
    /// index classes asks; only where it must be told from another is it listed, and its listed form equal for equal
    /// sets.
    struct Form {
        std::size_t group = 0;
        double words = 0;
        std::vector<Asked> children;       ///< by combination, relative to the first one that asks
        std::optional<std::size_t> listed; ///< the form's own number where it is a list
        Coordinates offset;                ///< of the list's first request
    };

    [[nodiscard]] LinkWords countNew();
    [[nodiscard]] std::vector<Choice> choices(std::size_t from, std::size_t to) const;
    [[nodiscard]] double multiplicityOf(const Choice& choice) const;
    [[nodiscard]] Asked ask(std::size_t g, const Choice& outer);
    [[nodiscard]] Asked merge(std::size_t g, std::vector<Asked> children);
    [[nodiscard]] double wordsOf(std::size_t g, std::vector<Asked> children);
    [[nodiscard]] double sumByClass(const Group& group, const std::vector<Asked>& children) const;
    [[nodiscard]] Asked mergeWithLinks(std::size_t g, const std::vector<Asked>& children,
                                       const std::vector<const WordSet*>& lasts);
    [[nodiscard]] Asked list(std::size_t g, const std::vector<Asked>& children, const std::vector<bool>& isLeftOut);
    [[nodiscard]] Asked listed(Asked asked);
    [[nodiscard]] std::size_t listForm(std::vector<Count> requests);
    [[nodiscard]] const Siblings& siblingsOf(Group& group);
    [[nodiscard]] const WordSet& lastOf(const Choice& choice) const { return (*m_last)[m_classes.classOf(choice)]; }

    const Nest& m_nest;
    const ChainLink& m_link;
    const InstanceClasses& m_classes;
    std::vector<Group> m_groups;
    const std::vector<WordSet>* m_now = nullptr;
    const std::vector<WordSet>* m_last = nullptr;
    std::vector<Form> m_forms;
    std::map<std::vector<Count>, std::size_t> m_lists;    ///< forms by their requests
    std::map<std::vector<Count>, std::size_t> m_patterns; ///< forms by what children ask
    std::map<std::vector<Count>, LinkWords> m_known;
};

} // namespace nestwright
