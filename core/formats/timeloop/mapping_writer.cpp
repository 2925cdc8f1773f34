// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/timeloop/dim_letters.h"
#include "core/formats/timeloop/timeloop.h"
#include "core/formats/timeloop/yaml_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace nestwright::timeloop {
namespace {

/// What stands in one level of an even nest: what it keeps, and its loops from outer to inner.
struct EvenLevel {
    std::vector<const Storage*> kept;
    std::vector<Loop> temporal;
    std::vector<Loop> spatial; ///< y before x
};

/// Sorts the nodes of a mapping into levels; the first one that doesn't fit is the reason why it can't be done.
class Evener {
public:
    Evener(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping)
        : m_problem(problem)
        , m_accelerator(accelerator)
        , m_mapping(mapping)
        , m_levels(accelerator.levels.size()) {}

    Result<std::vector<EvenLevel>> run() {
        for (const auto& node : m_mapping.nodes) {
            const auto* loop = std::get_if<Loop>(&node);
            if (loop != nullptr && loop->bound == 1) continue;
            const auto placed = loop == nullptr   ? place(std::get<Storage>(node))
                                : loop->isSpatial ? placeSpatial(*loop)
                                                  : placeTemporal(*loop);
            if (!placed) return tl::unexpected(placed.error());
        }
        for (auto& level : m_levels) {
            std::stable_sort(level.spatial.begin(), level.spatial.end(),
                             [](const Loop& a, const Loop& b) { return a.axis == Axis::y && b.axis == Axis::x; });
            if (auto merged = merge(level.temporal); !merged) return tl::unexpected(merged.error());
            if (auto merged = merge(level.spatial); !merged) return tl::unexpected(merged.error());
        }
        return std::move(m_levels);
    }

private:
    EvenLevel& here() { return m_levels[static_cast<std::size_t>(m_current)]; }
    const std::string& nameOf(int level) const { return m_accelerator.levels[static_cast<std::size_t>(level)].name; }
    const std::string& dimOf(const Loop& loop) const { return m_problem.dims[static_cast<std::size_t>(loop.dim)].name; }

    static tl::unexpected<Error> uneven(Message reason) {
        return failure(ErrorKind::infeasible, std::move(reason), {},
                       message(NW_TEXT("timeloop.uneven.remedy", "Only even mappings, where the storage nodes of a "
                                                                 "level stand together, have this form; write the "
                                                                 "native one instead.")));
    }

    Result<void> place(const Storage& storage) {
        if (storage.level > m_current) m_current = storage.level;
        const bool isLate = storage.level < m_current || !here().temporal.empty() || !here().spatial.empty();
        if (isLate) {
            return uneven(message(NW_TEXT("timeloop.uneven.storage", "The mapping is uneven: %1 is kept in %2 inside "
                                                                     "loops that others keep it outside of"),
                                  m_problem.tensors[static_cast<std::size_t>(storage.tensor)].name,
                                  nameOf(storage.level)));
        }
        here().kept.push_back(&storage);
        return {};
    }

    bool isUsed(int level) const {
        return std::any_of(m_mapping.nodes.begin(), m_mapping.nodes.end(), [&](const MappingNode& node) {
            const auto* storage = std::get_if<Storage>(&node);
            return storage != nullptr && storage->level == level;
        });
    }

    Result<void> placeTemporal(const Loop& loop) {
        if (!here().spatial.empty()) {
            const int next = m_current + 1;
            const bool isThere = next < static_cast<int>(m_levels.size());
            if (!isThere || isUsed(next)) {
                return uneven(message(NW_TEXT("timeloop.uneven.temporal", "The mapping is uneven: the loop over %1 "
                                                                          "stands between the fan-out of %2 and the "
                                                                          "next level"),
                                      dimOf(loop), nameOf(m_current)));
            }
            m_current = next;
        }
        here().temporal.push_back(loop);
        return {};
    }

    Result<void> placeSpatial(const Loop& loop) {
        if (loop.fanoutLevel < m_current) {
            return uneven(message(NW_TEXT("timeloop.uneven.spatial", "The spatial loop over %1 stands inside a level "
                                                                     "further in than %2"),
                                  dimOf(loop), nameOf(loop.fanoutLevel)));
        }
        m_current = loop.fanoutLevel;
        here().spatial.push_back(loop);
        return {};
    }

    /// One loop a dim and block: neighbours are joined, others can't be told apart in the format.
    Result<void> merge(std::vector<Loop>& loops) const {
        std::vector<Loop> merged;
        for (const auto& loop : loops) {
            const bool joins = !merged.empty() && merged.back().dim == loop.dim && merged.back().axis == loop.axis;
            if (joins) {
                auto& outer = merged.back();
                outer.residual = (outer.residual - 1) * loop.bound + loop.residual;
                outer.bound *= loop.bound;
                continue;
            }
            const bool isRepeated =
                std::any_of(merged.begin(), merged.end(), [&](const Loop& other) { return other.dim == loop.dim; });
            if (isRepeated) {
                return uneven(message(NW_TEXT("timeloop.uneven.twice", "A level has two loops over %1 with others "
                                                                       "between them, or on both axes"),
                                      dimOf(loop)));
            }
            merged.push_back(loop);
        }
        loops = std::move(merged);
        return {};
    }

    const Problem& m_problem;
    const Accelerator& m_accelerator;
    const Mapping& m_mapping;
    std::vector<EvenLevel> m_levels;
    int m_current = 0;
};

class MappingWriter {
public:
    MappingWriter(const Problem& problem, const Accelerator& accelerator, const std::vector<EvenLevel>& levels,
                  const std::vector<std::string>& letters, Dialect dialect)
        : m_problem(problem)
        , m_accelerator(accelerator)
        , m_levels(levels)
        , m_letters(letters)
        , m_dialect(dialect) {}

    std::string write() const {
        std::string text = "mapping:\n";
        for (std::size_t l = 0; l < m_levels.size(); ++l) text += levelText(l);
        return text;
    }

private:
    std::string levelText(std::size_t l) const {
        const auto& level = m_accelerator.levels[l];
        const auto& even = m_levels[l];
        const bool isArray = level.mayKeep.empty();
        std::string text;
        if (!isArray) {
            text += keepText(level.name, even);
            text += loopsText(level.name, "temporal", even.temporal, temporalFlags(even));
        } else if (!even.temporal.empty() || m_dialect == Dialect::v03) {
            text += arrayText(level.name);
            text += loopsText(level.name, "temporal", even.temporal, {});
        }
        if (level.fanout.children() == 1) return text;
        const auto& array = level.fanout.name;
        if (!isArray && !array.empty() && m_dialect == Dialect::v03) {
            text += arrayText(array);
            text += loopsText(array, "temporal", {}, {});
        }
        auto target = array.empty() ? level.name : array;
        if (m_dialect == Dialect::v04) target = containerName(target);
        return text + loopsText(target, "spatial", even.spatial, spatialFlags(l));
    }

    std::string keepText(const std::string& target, const EvenLevel& even) const {
        std::vector<std::string> keep;
        std::vector<std::string> bypass;
        for (std::size_t t = 0; t < m_problem.tensors.size(); ++t) {
            const bool isKept = std::any_of(even.kept.begin(), even.kept.end(), [&](const Storage* storage) {
                return storage->tensor == static_cast<int>(t);
            });
            (isKept ? keep : bypass).push_back(m_problem.tensors[t].name);
        }
        return fmt::format("- {{target: {}, type: bypass, keep: {}, bypass: {}}}\n", quoted(target), flowList(keep),
                           flowList(bypass));
    }

    std::string arrayText(const std::string& target) const { return keepText(target, {}); }

    using Flags = std::vector<std::pair<std::string, std::vector<std::string>>>;

    std::string nameOf(const Storage& storage) const {
        return m_problem.tensors[static_cast<std::size_t>(storage.tensor)].name;
    }

    Flags temporalFlags(const EvenLevel& even) const {
        Flags flags = {{"no_temporal_reuse", {}}, {"rmw_first_update", {}}};
        for (const auto* storage : even.kept) {
            if (storage->noTemporalReuse) flags[0].second.push_back(nameOf(*storage));
            if (storage->rmwFirstUpdate) flags[1].second.push_back(nameOf(*storage));
        }
        return flags;
    }

    /// The directives of a fan-out are those of whoever sends through it: the next level outward that keeps the tensor.
    Flags spatialFlags(std::size_t level) const {
        Flags flags = {{"no_reuse", {}}, {"no_link_transfer", {}}};
        for (std::size_t t = 0; t < m_problem.tensors.size(); ++t) {
            const auto* sender = senderOf(static_cast<int>(t), level);
            if (sender == nullptr) continue;
            if (sender->noMulticast) flags[0].second.push_back(nameOf(*sender));
            if (sender->noLinkTransfer) flags[1].second.push_back(nameOf(*sender));
        }
        return flags;
    }

    const Storage* senderOf(int tensor, std::size_t level) const {
        for (std::size_t l = level + 1; l-- > 0;) {
            for (const auto* storage : m_levels[l].kept) {
                if (storage->tensor == tensor) return storage;
            }
        }
        return nullptr;
    }

    /// Loops innermost first, x before y; dims without a loop follow with a factor of 1.
    std::string loopsText(const std::string& target, const char* type, const std::vector<Loop>& loops,
                          const Flags& flags) const {
        std::vector<const Loop*> ofDim(m_problem.dims.size(), nullptr);
        std::string permutation;
        int onX = 0;
        for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
            ofDim[static_cast<std::size_t>(loop->dim)] = &*loop;
            permutation += m_letters[static_cast<std::size_t>(loop->dim)];
            if (loop->isSpatial && loop->axis == Axis::x) ++onX;
        }
        std::string factors;
        for (std::size_t d = 0; d < ofDim.size(); ++d) {
            const auto* loop = ofDim[d];
            if (loop == nullptr) permutation += m_letters[d];
            factors +=
                fmt::format("{}{}={}", factors.empty() ? "" : " ", m_letters[d], loop != nullptr ? loop->bound : 1);
            if (loop != nullptr && !loop->isPerfect()) factors += fmt::format(",{}", loop->residual);
        }
        FlowMap entry;
        entry.add("target", quoted(target));
        entry.add("type", type);
        entry.add("factors", "\"" + factors + "\"");
        entry.add("permutation", quoted(permutation));
        if (std::string_view(type) == "spatial") entry.add("split", onX);
        for (const auto& [key, tensors] : flags) {
            if (!tensors.empty()) entry.add(key, flowList(tensors));
        }
        return "- " + entry.text() + "\n";
    }

    const Problem& m_problem;
    const Accelerator& m_accelerator;
    const std::vector<EvenLevel>& m_levels;
    const std::vector<std::string>& m_letters;
    Dialect m_dialect;
};

} // namespace

std::string containerName(const std::string& array) {
    constexpr std::string_view kBefore = "inter_";
    constexpr std::string_view kAfter = "_spatial";
    const bool isArray = array.size() > kBefore.size() + kAfter.size() && array.rfind(kBefore, 0) == 0 &&
                         array.compare(array.size() - kAfter.size(), kAfter.size(), kAfter) == 0;
    return isArray ? array.substr(kBefore.size(), array.size() - kBefore.size() - kAfter.size()) : array;
}

Result<std::string> writeMapping(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping,
                                 Dialect dialect) {
    const auto letters = dimLetters(problem);
    if (!letters) return tl::unexpected(letters.error());
    const auto levels = Evener(problem, accelerator, mapping).run();
    if (!levels) return tl::unexpected(levels.error());
    return MappingWriter(problem, accelerator, *levels, *letters, dialect).write();
}

} // namespace nestwright::timeloop
