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
/// request. Steps that look alike are counted once.
class StepRequests {
public:
    StepRequests(const Nest& nest, const ChainLink& link, const InstanceClasses& classes,
                 const std::vector<SpatialGroup>& groups);

    /// `now` and `last` are the requests of each class in this step and the one before, relative to the place of its
    /// instance; without links `last` is left alone.
    [[nodiscard]] LinkWords count(const std::vector<WordSet>& now, const std::vector<WordSet>& last);

private:
    /// What an instance asks of the one above: a list of requests, relative to where the first one lies.
    struct Asked {
        double words = 0;
        double linked = 0;
        Coordinates place;
        std::vector<Count> form;
    };
    using Choice = std::vector<std::size_t>; ///< index classes of the outermost spatial loops
    struct Group {
        const SpatialGroup* spatial = nullptr;
        std::size_t firstLoop = 0; ///< among the spatial loops
        std::size_t endLoop = 0;
        bool isShared = true;
        bool hasLinks = false;
        bool isOneByOne = false; ///< children's places coincide, or neighbours matter, or the list is compared
        std::optional<Siblings> siblings;
        std::vector<std::size_t> combinationOf; ///< by sibling: the number of its index classes
        /// What children asked for together, by what each does, both relative to where the first one lies.
        mutable std::map<std::vector<Count>, Asked> merged;
    };

    [[nodiscard]] LinkWords countNew();
    void makeSiblings(Group& group);
    [[nodiscard]] std::vector<Choice> choices(std::size_t from, std::size_t to) const;
    [[nodiscard]] double multiplicityOf(const Choice& choice) const;
    [[nodiscard]] Asked ask(std::size_t g, const Choice& outer);
    [[nodiscard]] std::vector<Asked> askChildren(const Group& group, std::size_t g, const Choice& outer);
    [[nodiscard]] bool mayCoincide(const std::vector<Asked>& children) const;
    [[nodiscard]] Asked merge(const Group& group, const std::vector<Asked>& children) const;
    [[nodiscard]] Asked mergeOneByOne(const Group& group, const std::vector<Asked>& children,
                                      const std::vector<bool>& isLeftOut) const;
    [[nodiscard]] Asked listOneByOne(const Group& group, const std::vector<Asked>& children,
                                     const std::vector<bool>& isLeftOut) const;
    [[nodiscard]] Asked mergeWithLinks(const Group& group, const std::vector<Asked>& children,
                                       const std::vector<const WordSet*>& lasts) const;
    [[nodiscard]] const WordSet& lastOf(const Choice& choice) const { return (*m_last)[m_classes.classOf(choice)]; }

    const Nest& m_nest;
    const ChainLink& m_link;
    const InstanceClasses& m_classes;
    std::vector<Group> m_groups;
    const std::vector<WordSet>* m_now = nullptr;
    const std::vector<WordSet>* m_last = nullptr;
    std::map<std::vector<Count>, LinkWords> m_known;
};

} // namespace nestwright
