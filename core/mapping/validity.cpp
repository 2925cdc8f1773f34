// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mapping/validity.h"

#include "core/mapping/tiles.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace nestwright {
namespace {

class Checker {
public:
    Checker(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping)
        : m_problem(problem)
        , m_accelerator(accelerator)
        , m_mapping(mapping) {}

    std::vector<Violation> run() {
        checkIndices();
        if (!m_found.empty()) return m_found;
        checkFactors();
        checkOrder();
        checkMesh();
        checkStorage();
        if (m_found.empty()) checkCapacity();
        return m_found;
    }

private:
    static constexpr Count kTooMany = Count{1} << 62U;

    const Level& level(int index) const { return m_accelerator.levels[static_cast<std::size_t>(index)]; }
    const DataSpace& tensor(int index) const { return m_problem.tensors[static_cast<std::size_t>(index)]; }
    const Dim& dim(int index) const { return m_problem.dims[static_cast<std::size_t>(index)]; }
    int levelCount() const { return static_cast<int>(m_accelerator.levels.size()); }

    void add(std::string code, std::string levelName, std::string tensorName, Message text,
             std::optional<double> needed = std::nullopt, std::optional<double> available = std::nullopt) {
        m_found.push_back(
            {std::move(code), std::move(levelName), std::move(tensorName), std::move(text), needed, available});
    }

    void checkIndices() {
        for (const auto& node : m_mapping.nodes) {
            if (const auto* loop = std::get_if<Loop>(&node)) {
                if (loop->dim < 0 || loop->dim >= static_cast<int>(m_problem.dims.size())) {
                    add("factors", "", "",
                        message(NW_TEXT("mapping.no_dim", "A loop runs over a dim that the problem doesn't have")));
                } else if (loop->bound < 1 || loop->residual < 1 || loop->residual > loop->bound) {
                    add("factors", "", "",
                        message(NW_TEXT("mapping.bound",
                                        "The loop over %1 has bound %2 and last pass %3; both must be at least 1 "
                                        "and the last pass no longer than the bound"),
                                dim(loop->dim).name, loop->bound, loop->residual));
                }
                if (loop->isSpatial && (loop->fanoutLevel < 0 || loop->fanoutLevel >= levelCount())) {
                    add("fanout", "", "",
                        message(NW_TEXT("mapping.no_fanout", "A spatial loop lies below a level that doesn't exist")));
                }
            } else {
                const auto& storage = std::get<Storage>(node);
                if (storage.tensor < 0 || storage.tensor >= static_cast<int>(m_problem.tensors.size()) ||
                    storage.level < 0 || storage.level >= levelCount()) {
                    add("order", "", "",
                        message(NW_TEXT("mapping.no_storage",
                                        "A storage node names a tensor or a level that doesn't exist")));
                }
            }
        }
    }

    void checkFactors() {
        for (int d = 0; d < static_cast<int>(m_problem.dims.size()); ++d) {
            std::optional<Count> product = 1;
            std::optional<Count> last = 0;
            bool isOutermost = true;
            bool hasEarlierPass = true;
            for (const auto& node : m_mapping.nodes) {
                const auto* loop = std::get_if<Loop>(&node);
                if (loop == nullptr || loop->dim != d || loop->bound == 1) continue;
                if (isOutermost && !loop->isPerfect()) hasEarlierPass = false;
                isOutermost = false;
                if (product) product = checkedMultiply(*product, loop->bound);
                if (last) last = checkedMultiply(*last, loop->bound);
                if (last) last = checkedAdd(*last, loop->residual - 1);
            }
            if (!hasEarlierPass) {
                add("factors", "", "",
                    message(NW_TEXT("mapping.outer_residual",
                                    "The outermost loop over %1 has no earlier pass; its last "
                                    "pass must equal its bound"),
                            dim(d).name));
            }
            const std::optional<Count> covered = product && last ? checkedAdd(*last, 1) : std::nullopt;
            if (!covered || *covered != dim(d).bound) {
                add("factors", "", "",
                    covered
                        ? message(NW_TEXT("mapping.factors", "The factors of %1 cover %2 iterations; its bound is %3"),
                                  dim(d).name, *covered, dim(d).bound)
                        : message(NW_TEXT("mapping.factors_overflow",
                                          "The factors of %1 cover more than 2^63 iterations; its bound is %2"),
                                  dim(d).name, dim(d).bound),
                    static_cast<double>(dim(d).bound),
                    covered ? std::optional<double>(static_cast<double>(*covered)) : std::nullopt);
            }
        }
    }

    /// Nodes of levels above a fan-out stand before its spatial loops, nodes below after them; chains run inward.
    void checkOrder() {
        int deepestFanout = -1;
        std::map<int, int> lastLevelOf;
        int deepestLevel = -1;
        bool sawLoop = false;
        for (const auto& node : m_mapping.nodes) {
            if (const auto* loop = std::get_if<Loop>(&node)) {
                if (loop->bound == 1) continue;
                sawLoop = true;
                if (!loop->isSpatial) continue;
                if (loop->fanoutLevel < deepestFanout || loop->fanoutLevel < deepestLevel) {
                    add("order", level(loop->fanoutLevel).name, "",
                        message(NW_TEXT("mapping.spatial_order",
                                        "The spatial loop over %1 below %2 stands inside a node of a level "
                                        "further in"),
                                dim(loop->dim).name, level(loop->fanoutLevel).name));
                }
                deepestFanout = std::max(deepestFanout, loop->fanoutLevel);
                continue;
            }
            const auto& storage = std::get<Storage>(node);
            const auto [last, isFirst] = lastLevelOf.try_emplace(storage.tensor, storage.level);
            if (!isFirst && storage.level <= last->second) {
                add("order", level(storage.level).name, tensor(storage.tensor).name,
                    message(
                        NW_TEXT("mapping.chain_order", "%1 is kept in %2 inside a level that is further in, or twice"),
                        tensor(storage.tensor).name, level(storage.level).name));
            }
            last->second = storage.level;
            if (storage.level <= deepestFanout) {
                add("order", level(storage.level).name, tensor(storage.tensor).name,
                    message(NW_TEXT("mapping.storage_order", "%1 is kept in %2 inside the spatial loops below it"),
                            tensor(storage.tensor).name, level(storage.level).name));
            }
            if (storage.level == 0 && sawLoop) {
                add("order", level(0).name, tensor(storage.tensor).name,
                    message(NW_TEXT("mapping.outermost", "%1 must be kept in %2 outside all loops"),
                            tensor(storage.tensor).name, level(0).name));
            }
            deepestLevel = std::max(deepestLevel, storage.level);
        }
        for (int t = 0; t < static_cast<int>(m_problem.tensors.size()); ++t) {
            const auto it = std::find_if(m_mapping.nodes.begin(), m_mapping.nodes.end(), [&](const MappingNode& node) {
                const auto* storage = std::get_if<Storage>(&node);
                return storage != nullptr && storage->tensor == t && storage->level == 0;
            });
            if (it == m_mapping.nodes.end()) {
                add("bypass", level(0).name, tensor(t).name,
                    message(NW_TEXT("mapping.not_in_outermost", "%1 is not kept in %2, the outermost level"),
                            tensor(t).name, level(0).name));
            }
        }
    }

    void checkMesh() {
        std::map<std::pair<int, Axis>, Count> used;
        for (const auto& node : m_mapping.nodes) {
            const auto* loop = std::get_if<Loop>(&node);
            if (loop == nullptr || !loop->isSpatial || loop->bound == 1) continue;
            auto& product = used.try_emplace({loop->fanoutLevel, loop->axis}, 1).first->second;
            product = checkedMultiply(product, loop->bound).value_or(kTooMany);
            const Fanout& fanout = level(loop->fanoutLevel).fanout;
            const AxisRule& rule = loop->axis == Axis::x ? fanout.xRule : fanout.yRule;
            if (!rule.empty() && !rule.contains(m_problem.classOf(loop->dim))) {
                add("axis", level(loop->fanoutLevel).name, "",
                    message(NW_TEXT("mapping.axis", "Axis %1 of the fan-out below %2 can't carry %3"),
                            loop->axis == Axis::x ? "X" : "Y", level(loop->fanoutLevel).name, dim(loop->dim).name));
            }
        }
        for (const auto& [key, product] : used) {
            const Fanout& fanout = level(key.first).fanout;
            const Count available = key.second == Axis::x ? fanout.x : fanout.y;
            if (product <= available) continue;
            add("fanout", level(key.first).name, "",
                message(NW_TEXT("mapping.fanout", "The fan-out below %1 has %2 lanes on axis %3; the mapping uses %4"),
                        level(key.first).name, available, key.second == Axis::x ? "X" : "Y", product),
                static_cast<double>(product), static_cast<double>(available));
        }
    }

    void checkStorage() {
        std::map<std::pair<int, int>, bool> kept;
        for (const auto& node : m_mapping.nodes) {
            const auto* storage = std::get_if<Storage>(&node);
            if (storage == nullptr) continue;
            kept[{storage->level, storage->tensor}] = true;
            if (!level(storage->level).mayKeep.contains(tensor(storage->tensor).operand)) {
                add("bypass", level(storage->level).name, tensor(storage->tensor).name,
                    message(NW_TEXT("mapping.may_not_keep", "%1 can't keep %2"), level(storage->level).name,
                            tensor(storage->tensor).name));
            }
        }
        for (int l = 0; l < levelCount(); ++l) {
            for (int t = 0; t < static_cast<int>(m_problem.tensors.size()); ++t) {
                if (!level(l).mustKeep.contains(tensor(t).operand) || kept.contains({l, t})) continue;
                add("bypass", level(l).name, tensor(t).name,
                    message(NW_TEXT("mapping.must_keep", "%2 can't bypass %1"), level(l).name, tensor(t).name));
            }
        }
    }

    void checkCapacity() {
        const Nest nest(m_problem, m_mapping);
        for (int l = 0; l < levelCount(); ++l) {
            const Occupancy use = occupancy(m_problem, m_accelerator, nest, l);
            std::string shared;
            for (std::size_t t = 0; t < use.bits.size(); ++t) {
                if (use.slots[t] == 0) continue;
                const auto own = level(l).operandCapacityBits.find(m_problem.tensors[t].operand);
                if (own == level(l).operandCapacityBits.end()) {
                    shared += (shared.empty() ? "" : ", ") + m_problem.tensors[t].name;
                } else {
                    addIfOver(l, m_problem.tensors[t].name, use.bits[t] * use.slots[t], own->second);
                }
            }
            if (shared.empty() || !level(l).capacityBits) continue;
            addIfOver(l, shared, use.neededBits, *level(l).capacityBits);
            addIfUnder(l, std::accumulate(use.bits.begin(), use.bits.end(), 0.0), *level(l).capacityBits);
        }
    }

    void addIfOver(int l, const std::string& what, double needed, Count available) {
        if (needed <= static_cast<double>(available)) return;
        add("capacity", level(l).name, what,
            message(NW_TEXT("mapping.capacity", "%1 needs %2 bytes for %3 and has %4"), level(l).name, needed / 8, what,
                    static_cast<double>(available) / 8),
            needed, static_cast<double>(available));
    }

    void addIfUnder(int l, double used, Count available) {
        const double least = level(l).minUtilization * static_cast<double>(available);
        if (used >= least) return;
        add("utilization", level(l).name, "",
            message(NW_TEXT("mapping.utilization", "%1 uses %2 bytes of its room and must use at least %3"),
                    level(l).name, used / 8, least / 8),
            used, least);
    }

    const Problem& m_problem;
    const Accelerator& m_accelerator;
    const Mapping& m_mapping;
    std::vector<Violation> m_found;
};

} // namespace

std::vector<Violation> violations(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping) {
    return Checker(problem, accelerator, mapping).run();
}

double tileBits(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping, int tensor, int level) {
    const Nest nest(problem, mapping);
    const PlacedStorage* node = nest.storageIn(tensor, level);
    if (node == nullptr) return 0;
    return tileElements(problem, nest, tensor, node->depth) * storedBits(problem, accelerator, nest, tensor, level);
}

} // namespace nestwright
