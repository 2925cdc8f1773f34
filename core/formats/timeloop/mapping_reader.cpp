// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/timeloop/fault.h"
#include "core/formats/timeloop/mapping_blocks.h"
#include "core/formats/timeloop/timeloop.h"

#include <algorithm>

namespace nestwright::timeloop {
namespace {

bool isIn(const std::vector<int>& tensors, int tensor) {
    return std::find(tensors.begin(), tensors.end(), tensor) != tensors.end();
}

const WrittenFactor* factorOf(const LoopBlock& block, int dim) {
    const auto found = std::find_if(block.factors.begin(), block.factors.end(),
                                    [&](const WrittenFactor& factor) { return factor.dim == dim; });
    return found == block.factors.end() || found->value == 1 ? nullptr : &*found;
}

/// Puts the blocks one inside the other: a level's storage, its temporal loops, then the spatial ones of its fan-out
/// with x inside y.
class NestBuilder {
public:
    NestBuilder(const std::vector<LevelBlocks>& blocks, const Problem& problem, SourceNotes& notes)
        : m_blocks(blocks)
        , m_problem(problem)
        , m_notes(notes) {}

    Mapping build() {
        for (std::size_t l = 0; l < m_blocks.size(); ++l) {
            const auto& block = m_blocks[l];
            const int level = static_cast<int>(l);
            addStorage(level);
            addTemporal(block.temporal);
            addSpatial(block.spatial, level);
            addTemporal(block.arrayTemporal);
            addSpatial(block.arraySpatial, level);
        }
        return std::move(m_mapping);
    }

private:
    void addStorage(int level) {
        const auto& keeps = m_blocks[static_cast<std::size_t>(level)].keeps;
        for (int t = 0; t < static_cast<int>(keeps.size()); ++t) {
            if (!keeps[static_cast<std::size_t>(t)]) continue;
            Storage storage;
            storage.tensor = t;
            storage.level = level;
            setFlags(storage);
            m_mapping.nodes.emplace_back(storage);
        }
        noteStrayFlags(level);
    }

    /// Directives of a fan-out hold for the level that sends through it: the next one outward that keeps the tensor.
    void setFlags(Storage& storage) const {
        for (std::size_t l = static_cast<std::size_t>(storage.level); l < m_blocks.size(); ++l) {
            if (l > static_cast<std::size_t>(storage.level) &&
                m_blocks[l].keeps[static_cast<std::size_t>(storage.tensor)])
                break;
            for (const auto* block : {&m_blocks[l].spatial, &m_blocks[l].arraySpatial}) {
                if (!*block) continue;
                storage.noMulticast = storage.noMulticast || isIn((*block)->noReuse, storage.tensor);
                storage.noLinkTransfer = storage.noLinkTransfer || isIn((*block)->noLinkTransfer, storage.tensor);
            }
        }
        if (const auto& temporal = m_blocks[static_cast<std::size_t>(storage.level)].temporal) {
            storage.noTemporalReuse = isIn(temporal->noReuse, storage.tensor);
            storage.rmwFirstUpdate = isIn(temporal->rmwFirstUpdate, storage.tensor);
        }
    }

    /// Directives on a level that doesn't keep the tensor have nothing to act on.
    void noteStrayFlags(int level) {
        const auto& block = m_blocks[static_cast<std::size_t>(level)];
        for (const auto* temporal : {&block.temporal, &block.arrayTemporal}) {
            if (!*temporal) continue;
            for (int t = 0; t < static_cast<int>(block.keeps.size()); ++t) {
                const bool isFlagged = isIn((*temporal)->noReuse, t) || isIn((*temporal)->rmwFirstUpdate, t);
                if (!isFlagged || (block.keeps[static_cast<std::size_t>(t)] && temporal == &block.temporal)) continue;
                m_notes.push_back({message(NW_TEXT("timeloop.note.stray", "A directive for %1 is left out: it isn't "
                                                                          "kept here"),
                                           m_problem.tensors[static_cast<std::size_t>(t)].name),
                                   (*temporal)->place});
            }
        }
    }

    void addTemporal(const std::optional<LoopBlock>& block) {
        if (!block) return;
        for (auto dim = block->order.rbegin(); dim != block->order.rend(); ++dim) {
            if (const auto* factor = factorOf(*block, *dim)) {
                m_mapping.nodes.emplace_back(temporalLoop(*dim, factor->value, factor->residual));
            }
        }
    }

    void addSpatial(const std::optional<LoopBlock>& block, int level) {
        if (!block) return;
        const auto dims = static_cast<Count>(block->order.size());
        const Count split = std::min(block->split.value_or(dims), dims);
        for (Count i = dims - 1; i >= 0; --i) {
            const int dim = block->order[static_cast<std::size_t>(i)];
            const Axis axis = i < split ? Axis::x : Axis::y;
            if (const auto* factor = factorOf(*block, dim)) {
                m_mapping.nodes.emplace_back(spatialLoop(dim, factor->value, factor->residual, level, axis));
            }
        }
    }

    const std::vector<LevelBlocks>& m_blocks;
    const Problem& m_problem;
    SourceNotes& m_notes;
    Mapping m_mapping;
};

} // namespace

Result<Mapping> readMapping(const Document& document, const Problem& problem, const Accelerator& accelerator,
                            SourceNotes& notes) {
    return guarded([&] {
        if (document.mapping() == nullptr) {
            fail(SourcePlace{document.files(), 0, 0},
                 message(NW_TEXT("timeloop.no_mapping", "There is no mapping in this description")),
                 message(NW_TEXT("timeloop.no_mapping.remedy", "Name a file with the key mapping.")));
        }
        const auto blocks = readBlocks(*document.mapping(), problem, accelerator, notes);
        noteProducts(blocks, problem, accelerator, notes);
        return NestBuilder(blocks, problem, notes).build();
    });
}

} // namespace nestwright::timeloop
