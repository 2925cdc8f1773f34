// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/timeloop/mapping_blocks.h"

#include "core/formats/timeloop/fault.h"

#include <algorithm>
#include <array>

namespace nestwright::timeloop {
namespace {

class BlockReader {
public:
    BlockReader(const Problem& problem, const Accelerator& accelerator, SourceNotes& notes)
        : m_problem(problem)
        , m_accelerator(accelerator)
        , m_notes(notes)
        , m_blocks(accelerator.levels.size())
        , m_hasKeeping(accelerator.levels.size(), false) {
        for (std::size_t l = 0; l < m_blocks.size(); ++l) {
            m_blocks[l].keeps.assign(problem.tensors.size(), !accelerator.levels[l].mayKeep.empty());
        }
    }

    std::vector<LevelBlocks> read(const yaml::Member& mapping) {
        expectSequence(*mapping.value, "mapping");
        for (auto& block : m_blocks) block.place = mapping.place;
        for (const auto& entry : mapping.value->items) readEntry(*entry);
        return std::move(m_blocks);
    }

private:
    void readEntry(const yaml::Node& entry) {
        expectMap(entry, "an entry of the mapping");
        const auto type = requiredText(entry, "type");
        const Target target = targetOf(entry, m_accelerator);
        if (type == "bypass" || type == "datatype" || type == "bypassing" || type == "dataspace") {
            readKeeping(entry, target);
        } else if (type == "temporal" || type == "spatial") {
            readLoops(entry, target, type == "spatial");
        } else if (type == "skew") {
            m_notes.push_back({message(NW_TEXT("timeloop.note.skew", "Skewed schedules aren't modelled: the entry is "
                                                                     "left out")),
                               entry.place()});
        } else {
            fail(entry, message(NW_TEXT("timeloop.entry_type", "An entry of a mapping can't be of type %1"), type),
                 message(NW_TEXT("timeloop.entry_type.remedy", "Use temporal, spatial or bypass.")));
        }
        noteUnknownKeys(entry);
    }

    void noteUnknownKeys(const yaml::Node& entry) {
        constexpr std::array<std::string_view, 15> kKnown = {"target",
                                                             "name",
                                                             "type",
                                                             "factors",
                                                             "permutation",
                                                             "split",
                                                             "keep",
                                                             "bypass",
                                                             "skew",
                                                             "no_reuse",
                                                             "no_link_transfer",
                                                             "no_temporal_reuse",
                                                             "rmw_first_update",
                                                             "no_coalesce",
                                                             "no_multicast"};
        for (const auto& member : entry.members) {
            const bool isKnown = std::find(kKnown.begin(), kKnown.end(), member.key) != kKnown.end();
            const bool isEmpty = member.value->isNull() || (member.value->isSequence() && member.value->items.empty());
            if (isEmpty || (isKnown && member.key != "no_coalesce")) continue;
            m_notes.push_back({message(NW_TEXT("timeloop.note.entry_key", "%1 of this entry is left out: it isn't "
                                                                          "modelled"),
                                       member.key),
                               member.place});
        }
    }

    LevelBlocks& blockOf(const Target& target) { return m_blocks[static_cast<std::size_t>(target.level)]; }

    void readKeeping(const yaml::Node& entry, const Target& target) {
        const auto keep = listed(entry, {"keep"});
        const auto bypass = listed(entry, {"bypass"});
        for (const int tensor : keep) {
            if (std::find(bypass.begin(), bypass.end(), tensor) == bypass.end()) continue;
            fail(entry,
                 message(NW_TEXT("timeloop.keep_bypass", "%1 is both kept and bypassed"),
                         m_problem.tensors[static_cast<std::size_t>(tensor)].name),
                 message(NW_TEXT("timeloop.keep_bypass.remedy", "Name it in one of the lists.")));
        }
        const bool keepsNothing = target.level < 0 || target.isArray;
        if (keepsNothing) {
            if (keep.empty()) return;
            fail(entry, message(NW_TEXT("timeloop.array_keeps", "An array or compute can't keep a data space")),
                 message(NW_TEXT("timeloop.array_keeps.remedy", "Let it bypass all of them.")));
        }
        if (m_hasKeeping[static_cast<std::size_t>(target.level)]) repeated(entry);
        m_hasKeeping[static_cast<std::size_t>(target.level)] = true;
        auto& keeps = blockOf(target).keeps;
        for (const int tensor : keep) keeps[static_cast<std::size_t>(tensor)] = true;
        for (const int tensor : bypass) keeps[static_cast<std::size_t>(tensor)] = false;
    }

    [[noreturn]] void repeated(const yaml::Node& entry) const {
        fail(entry, message(NW_TEXT("timeloop.repeated", "There is such an entry for this target already")),
             message(NW_TEXT("timeloop.repeated.remedy", "Keep one entry of a type for each target.")));
    }

    std::vector<int> listed(const yaml::Node& entry, std::initializer_list<const char*> keys) const {
        std::vector<int> tensors;
        for (const auto* key : keys) {
            const auto node = entry.find(key);
            if (!node) continue;
            const auto more = tensorsOf(*node, m_problem, key);
            tensors.insert(tensors.end(), more.begin(), more.end());
        }
        return tensors;
    }

    void readLoops(const yaml::Node& entry, const Target& target, bool isSpatial) {
        LoopBlock block;
        block.place = entry.place();
        if (const auto factors = entry.find("factors")) {
            block.place = factors->place();
            block.factors = factorsOf(*factors, m_problem, false);
        }
        for (auto& factor : block.factors) {
            const Count bound = m_problem.dims[static_cast<std::size_t>(factor.dim)].bound;
            if (factor.value == 0) factor.value = factor.residual = bound;
        }
        block.order = orderOf(entry);
        if (const auto split = entry.find("split"); split && !split->isNull()) {
            block.split = countOf(*split, {}, "split", 0);
        }
        block.noReuse =
            isSpatial ? listed(entry, {"no_reuse", "no_multicast"}) : listed(entry, {"no_temporal_reuse", "no_reuse"});
        block.noLinkTransfer = listed(entry, {"no_link_transfer"});
        block.rmwFirstUpdate = listed(entry, {"rmw_first_update"});
        place(std::move(block), entry, target, isSpatial);
    }

    std::vector<int> orderOf(const yaml::Node& entry) const {
        WrittenOrder written;
        if (const auto permutation = entry.find("permutation"); permutation && !permutation->isNull()) {
            written = permutationOf(*permutation, m_problem);
        }
        std::vector<int> order = written.inner;
        for (int d = 0; d < static_cast<int>(m_problem.dims.size()); ++d) {
            const bool isInner = std::find(written.inner.begin(), written.inner.end(), d) != written.inner.end();
            const bool isOuter = std::find(written.outer.begin(), written.outer.end(), d) != written.outer.end();
            if (!isInner && !isOuter) order.push_back(d);
        }
        order.insert(order.end(), written.outer.begin(), written.outer.end());
        return order;
    }

    void place(LoopBlock block, const yaml::Node& entry, const Target& target, bool isSpatial) {
        if (target.level < 0) {
            const bool loops = std::any_of(block.factors.begin(), block.factors.end(),
                                           [](const WrittenFactor& factor) { return factor.value != 1; });
            if (!loops) return;
            fail(block.place, message(NW_TEXT("timeloop.compute_loops", "The compute can't have loops of its own")),
                 message(NW_TEXT("timeloop.compute_loops.remedy", "Move the factors to the innermost level.")));
        }
        auto& level = blockOf(target);
        auto& slot = target.isArray ? (isSpatial ? level.arraySpatial : level.arrayTemporal)
                                    : (isSpatial ? level.spatial : level.temporal);
        if (slot) repeated(entry);
        slot = std::move(block);
    }

    const Problem& m_problem;
    const Accelerator& m_accelerator;
    SourceNotes& m_notes;
    std::vector<LevelBlocks> m_blocks;
    std::vector<bool> m_hasKeeping;
};

/// A factor of a dim with the block that it stands in.
struct PlacedFactor {
    WrittenFactor factor;
    std::string where;
};

/// Factors of a dim above 1, outer to inner.
std::vector<PlacedFactor> factorsOfDim(const std::vector<LevelBlocks>& blocks, const Accelerator& accelerator,
                                       int dim) {
    std::vector<PlacedFactor> factors;
    const auto add = [&](const std::optional<LoopBlock>& block, const std::string& name) {
        if (!block) return;
        for (const auto& factor : block->factors) {
            if (factor.dim == dim && factor.value > 1) factors.push_back({factor, name});
        }
    };
    for (std::size_t l = 0; l < blocks.size(); ++l) {
        const auto& level = accelerator.levels[l];
        add(blocks[l].temporal, level.name);
        add(blocks[l].spatial, level.name);
        add(blocks[l].arrayTemporal, level.fanout.name);
        add(blocks[l].arraySpatial, level.fanout.name);
    }
    return factors;
}

std::optional<Count> coveredBy(const std::vector<PlacedFactor>& factors) {
    std::optional<Count> last = 0;
    for (const auto& [factor, where] : factors) {
        last = last ? checkedMultiply(*last, factor.value) : std::nullopt;
        last = last ? checkedAdd(*last, factor.residual - 1) : std::nullopt;
    }
    return last ? checkedAdd(*last, 1) : std::nullopt;
}

/// The same factors with last passes that make them cover the bound exactly: "GLB M=4,3"; empty where none do.
std::string imperfectForm(const std::vector<PlacedFactor>& factors, const std::string& name, Count bound) {
    Count rest = bound - 1;
    std::vector<std::string> parts;
    for (auto it = factors.rbegin(); it != factors.rend(); ++it) {
        const bool isOutermost = it + 1 == factors.rend();
        const Count value = isOutermost ? rest + 1 : it->factor.value;
        const Count residual = isOutermost ? value : rest % value + 1;
        rest = isOutermost ? 0 : rest / value;
        if (value < 1) return {};
        auto text = it->where + " " + name + "=" + std::to_string(value);
        if (residual != value) text += "," + std::to_string(residual);
        parts.insert(parts.begin(), std::move(text));
    }
    return joined(parts);
}

} // namespace

std::vector<LevelBlocks> readBlocks(const yaml::Member& mapping, const Problem& problem, const Accelerator& accelerator,
                                    SourceNotes& notes) {
    return BlockReader(problem, accelerator, notes).read(mapping);
}

void noteProducts(const std::vector<LevelBlocks>& blocks, const Problem& problem, const Accelerator& accelerator,
                  SourceNotes& notes) {
    for (int d = 0; d < static_cast<int>(problem.dims.size()); ++d) {
        const auto& dim = problem.dims[static_cast<std::size_t>(d)];
        const auto factors = factorsOfDim(blocks, accelerator, d);
        const auto covered = coveredBy(factors);
        if (covered == dim.bound) continue;
        const auto place = factors.empty() ? blocks.front().place : factors.back().factor.place;
        const auto amount = covered ? std::to_string(*covered) : std::string("more than 2^63");
        const auto better =
            covered && *covered < dim.bound ? std::string() : imperfectForm(factors, dim.name, dim.bound);
        notes.push_back(
            {better.empty() ? message(NW_TEXT("timeloop.note.product", "The factors of %1 multiply to %2; its bound is "
                                                                       "%3"),
                                      dim.name, amount, dim.bound)
                            : message(NW_TEXT("timeloop.note.imperfect", "The factors of %1 multiply to %2; its bound "
                                                                         "is %3. With a smaller last pass they fit: "
                                                                         "%4"),
                                      dim.name, amount, dim.bound, better),
             place});
    }
}

} // namespace nestwright::timeloop
