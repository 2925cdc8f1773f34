// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/yaml/fault.h"
#include "core/formats/zigzag/level_cuts.h"
#include "core/formats/zigzag/mapping_file.h"
#include "core/formats/zigzag/zigzag.h"

#include <algorithm>

namespace nestwright::zigzag {
namespace {

using yaml::fail;

constexpr std::size_t kMostLoops = 100;

/// Sizes of the dims that the spatial factors leave, and the temporal loops that cover them.
class Ordering {
public:
    Ordering(const Problem& problem, const LayerMapping& layer, SourceNotes& notes)
        : m_problem(problem)
        , m_layer(layer)
        , m_notes(notes) {
        for (const auto& dim : problem.dims) m_left.push_back(dim.bound);
        for (const auto& loop : layer.spatial) left(loop.dim) = ceilDivide(left(loop.dim), loop.bound);
    }

    /// Outer to inner. Throws yaml::Fault where iterations are left that the ordering doesn't place.
    std::vector<Loop> loops() {
        if (m_layer.ordering.size() > kMostLoops) {
            fail(m_layer.place,
                 message(NW_TEXT("zigzag.many_loops", "The ordering has more than %1 loops"), kMostLoops),
                 message(NW_TEXT("zigzag.many_loops.remedy", "Join neighbouring loops over the same dimension.")));
        }
        for (const auto& loop : m_layer.ordering) {
            if (loop.size) take(loop);
        }
        std::vector<Loop> result;
        for (const auto& loop : m_layer.ordering) {
            if (!loop.size) noteRest(loop);
            const Count size = loop.size ? *loop.size : std::exchange(left(loop.dim), 1);
            if (size > 1) result.push_back(temporalLoop(loop.dim, size));
        }
        checkDone();
        std::reverse(result.begin(), result.end());
        return result;
    }

private:
    Count& left(int dim) { return m_left[static_cast<std::size_t>(dim)]; }
    const std::string& nameOf(int dim) const { return m_problem.dims[static_cast<std::size_t>(dim)].name; }

    void take(const OrderedLoop& loop) {
        Count& rest = left(loop.dim);
        if (rest % *loop.size != 0) {
            fail(
                loop.place,
                message(NW_TEXT("zigzag.loop_size", "A loop over %1 takes %2, which doesn't divide the %3 that remain"),
                        nameOf(loop.dim), *loop.size, rest),
                message(NW_TEXT("zigzag.loop_size.remedy",
                                "Sizes are what remains after the spatial factors, rounded up.")));
        }
        rest /= *loop.size;
    }

    void noteRest(const OrderedLoop& loop) {
        if (m_isNoted) return;
        m_isNoted = true;
        m_notes.push_back({message(NW_TEXT("zigzag.note.rest", "A size of \"*\" takes all that remains of its "
                                                               "dimension, without a search")),
                           loop.place});
    }

    void checkDone() {
        for (std::size_t d = 0; d < m_left.size(); ++d) {
            if (m_left[d] == 1) continue;
            fail(m_layer.place,
                 message(NW_TEXT("zigzag.open", "The temporal_ordering leaves %1 iterations of %2 open"), m_left[d],
                         m_problem.dims[d].name),
                 message(NW_TEXT("zigzag.open.remedy", "Add [%1, %2], or let a search order the loops: map with "
                                                       "--constraints."),
                         m_problem.dims[d].name, m_left[d]));
        }
    }

    const Problem& m_problem;
    const LayerMapping& m_layer;
    SourceNotes& m_notes;
    std::vector<Count> m_left;
    bool m_isNoted = false;
};

LayerMapping layerOf(const Description& description, const Problem& problem, const Accelerator& accelerator,
                     SourceNotes& found) {
    if (description.kind != Kind::mapping) {
        fail(*description.root, message(NW_TEXT("zigzag.no_mapping", "The file holds no mapping")),
             message(NW_TEXT("zigzag.no_mapping.remedy",
                             "Name a file with a list of entries (name, spatial_mapping, temporal_ordering).")));
    }
    return readLayerMapping(*description.root, problem, accelerator, found);
}

/// The spatial loops of one fan-out, each on its axis; a dim on both axes is free to split.
LoopRules rulesFor(const LayerMapping& layer, int level) {
    LoopRules rules;
    rules.level = level;
    rules.isSpatial = true;
    rules.mostElsewhere = 1;
    std::vector<int> alongX;
    std::vector<int> alongY;
    bool isSplit = true;
    for (const auto& loop : layer.spatial) {
        if (loop.fanoutLevel != level) continue;
        const auto known = std::find_if(rules.factors.begin(), rules.factors.end(),
                                        [&](const FactorRule& rule) { return rule.dim == loop.dim; });
        if (known != rules.factors.end()) {
            known->residual = known->value *= loop.bound;
            isSplit = false;
            continue;
        }
        rules.factors.push_back({loop.dim, FactorRule::Relation::equal, loop.bound, loop.bound});
        (loop.axis == Axis::x ? alongX : alongY).push_back(loop.dim);
    }
    if (!isSplit) return rules;
    rules.split = static_cast<int>(alongX.size());
    rules.innermost = std::move(alongX);
    rules.innermost.insert(rules.innermost.end(), alongY.begin(), alongY.end());
    return rules;
}

} // namespace

Result<Mapping> readMapping(const Description& description, const Problem& problem, const Accelerator& accelerator,
                            SourceNotes& notes) {
    SourceNotes found = description.notes;
    auto result = yaml::guarded([&]() -> Result<Mapping> {
        const LayerMapping layer = layerOf(description, problem, accelerator, found);
        UnevenNest nest;
        nest.spatial = layer.spatial;
        nest.temporal = Ordering(problem, layer, found).loops();
        auto mapping =
            cutIntoLevels(problem, accelerator, nest).and_then([&] { return mappingOf(problem, accelerator, nest); });
        if (!mapping) mapping.error().place = layer.place;
        return mapping;
    });
    if (!result) return tl::unexpected(result.error());
    notes.insert(notes.end(), found.begin(), found.end());
    return *result;
}

Result<MappingConstraints> readConstraints(const Description& description, const Problem& problem,
                                           const Accelerator& accelerator, SourceNotes& notes) {
    return yaml::guarded([&] {
        SourceNotes found = description.notes;
        const LayerMapping layer = layerOf(description, problem, accelerator, found);
        if (!layer.ordering.empty()) {
            found.push_back({message(NW_TEXT("zigzag.note.ordering", "The temporal_ordering is left out: the search "
                                                                     "orders the loops")),
                             layer.ordering.front().place});
        }
        MappingConstraints constraints;
        for (std::size_t l = 0; layer.hasSpatial && l < accelerator.levels.size(); ++l) {
            if (accelerator.levels[l].fanout.children() > 1)
                constraints.loops.push_back(rulesFor(layer, static_cast<int>(l)));
        }
        notes.insert(notes.end(), found.begin(), found.end());
        return constraints;
    });
}

} // namespace nestwright::zigzag
