// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/mapping/mapping_picture.h"

#include "core/base/index.h"
#include "core/cost/vector_cost.h"
#include "core/mapping/tiles.h"
#include "core/plan/number_format.h"

#include <algorithm>
#include <set>

namespace nestwright {

namespace {

/// Puts each loop into the row of the deepest level that a storage node outside it names; spatial loops go to the level
/// whose fan-out carries them.
void addLoops(MappingPicture& picture, const PlannedMapping& planned) {
    int deepest = 0;
    for (const auto& node : planned.mapping.nodes) {
        if (const auto* storage = std::get_if<Storage>(&node)) {
            deepest = std::max(deepest, storage->level);
            continue;
        }
        const auto& loop = std::get<Loop>(node);
        if (loop.bound <= 1) continue;
        const LoopChip chip{planned.problem.dims[at(loop.dim)].name, loop.bound, loop.residual, loop.isSpatial,
                            loop.axis};
        if (loop.isSpatial) {
            picture.levels[at(loop.fanoutLevel)].spatial.push_back(chip);
        } else {
            picture.levels[at(deepest)].temporal.push_back(chip);
        }
    }
}

/// Costs of the level by its name: an evaluation may leave out levels that only carry a fan-out.
const LevelCosts* costsOf(const Evaluation& cost, const std::string& name) {
    const auto found =
        std::find_if(cost.levels.begin(), cost.levels.end(), [&](const auto& level) { return level.name == name; });
    return found == cost.levels.end() ? nullptr : &*found;
}

void addCounts(LevelRow& row, const Accelerator& accelerator, const PlannedMapping& planned, const LevelCosts& costs) {
    row.utilizedInstances = costs.utilizedInstances;
    row.ports = costs.ports;
    for (auto& use : row.tensors) {
        if (at(use.tensor) >= costs.tensors.size()) continue;
        const auto& counts = costs.tensors[at(use.tensor)];
        const auto& level = accelerator.levels[at(accelerator.levelIndex(row.name))];
        const double bits = accelerator.elementPerWord ? level.wordBits : planned.problem.tensors[at(use.tensor)].bits;
        const double bytes = costs.utilizedInstances * bits / 8;
        use.readBytes = counts.reads * bytes;
        use.writeBytes = (counts.fills + counts.updates) * bytes;
        const double instances = costs.utilizedInstances;
        use.counts = {counts.reads * instances, counts.fills * instances, counts.updates * instances};
    }
}

/// Room of one instance for all tensors together; separate scratchpads for single operands add up.
std::optional<Count> roomOf(const Level& level, const Problem& problem) {
    std::set<Operand> operands;
    for (const auto& tensor : problem.tensors) operands.insert(tensor.operand);
    Count room = 0;
    bool hasShared = false;
    for (const auto operand : operands) {
        const auto own = level.operandCapacityBits.find(operand);
        if (own != level.operandCapacityBits.end()) {
            room += own->second;
        } else {
            hasShared = true;
        }
    }
    if (!hasShared) return room;
    return level.capacityBits ? std::optional(room + *level.capacityBits) : std::nullopt;
}

void addTensors(LevelRow& row, const Graph& graph, const std::vector<TensorId>& tensors, DataType format,
                bool isInput) {
    for (const auto id : tensors) {
        const auto* tensor = graph.tensor(id);
        if (tensor == nullptr) continue;
        TensorUse use;
        use.tensor = static_cast<int>(row.tensors.size());
        use.name = tensor->name;
        use.operand = !isInput                             ? Operand::output
                      : tensor->role == TensorRole::weight ? Operand::weight
                                                           : Operand::input;
        use.isKept = true;
        use.tileCount = 1;
        const double bytes = plannedBytes(*tensor, format);
        use.tileBits = bytes * 8;
        (isInput ? use.readBytes : use.writeBytes) = bytes;
        row.usedBits += use.tileBits;
        row.tensors.push_back(std::move(use));
    }
}

} // namespace

const PortLoad* LevelRow::busiestPort() const {
    const auto found = std::max_element(ports.begin(), ports.end(),
                                        [](const auto& a, const auto& b) { return a.busyCycles < b.busyCycles; });
    return found == ports.end() ? nullptr : &*found;
}

Count LevelRow::usedAlong(Axis axis) const {
    Count used = 1;
    for (const auto& chip : spatial) {
        if (chip.axis == axis) used *= chip.bound;
    }
    return used;
}

double MappingPicture::blockedBy(const std::string& port) const {
    double sum = 0;
    for (const auto& path : paths) {
        if (path.kind == "blocked" && path.where == port) sum += path.cycles;
    }
    return sum;
}

MappingPicture vectorPicture(const Accelerator& accelerator, const Graph& graph, const OperatorWork& work,
                             const PlannedOperator& planned, DataType format) {
    MappingPicture picture;
    picture.isVector = true;
    picture.computeName = "Vector unit";
    const double clock = accelerator.device.clockHz;
    picture.cycles = planned.seconds * clock;
    picture.operationsPerSecond = vectorRate(accelerator, format);
    for (const auto& path : planned.paths) picture.paths.push_back({path.kind, path.where, path.cycles * clock});
    if (work.vector) {
        picture.operations = work.vector->operations;
        picture.passes = work.vector->passes;
    }
    picture.computeCycles =
        picture.operationsPerSecond > 0 ? picture.operations / picture.operationsPerSecond * clock : 0;
    if (accelerator.levels.empty()) return picture;
    const auto& level = accelerator.levels.front();
    LevelRow row;
    row.name = level.name;
    row.capacityBits = level.capacityBits;
    row.wordBits = level.wordBits;
    row.buffering = level.buffering;
    const auto& op = graph.operators[at(planned.id)];
    addTensors(row, graph, op.inputs, format, true);
    addTensors(row, graph, op.outputs, format, false);
    const auto bits = level.sharedBitsPerCycle ? level.sharedBitsPerCycle : level.readBitsPerCycle;
    if (bits && *bits > 0) row.ports.push_back({level.name + " port", planned.deviceMemoryBytes * 8 / *bits});
    picture.levels.push_back(std::move(row));
    return picture;
}

MappingPicture mappingPicture(const Accelerator& accelerator, const PlannedMapping& planned) {
    MappingPicture picture;
    picture.computeName = accelerator.compute.name;
    picture.lanes = accelerator.lanes();
    picture.cycles = planned.cost.cycles;
    picture.computeCycles = planned.cost.attribution.computing();
    picture.macs = planned.cost.macs;
    picture.paths = planned.cost.paths;
    picture.nestText = describeNest(planned.problem, accelerator, planned.mapping);

    const Nest nest(planned.problem, planned.mapping);
    for (std::size_t l = 0; l < accelerator.levels.size(); ++l) {
        const auto& level = accelerator.levels[l];
        LevelRow row;
        row.name = level.name;
        row.instances = accelerator.instances(static_cast<int>(l));
        row.capacityBits = roomOf(level, planned.problem);
        row.wordBits = level.wordBits;
        row.buffering = level.buffering;
        row.fanout = level.fanout;
        const auto held = occupancy(planned.problem, accelerator, nest, static_cast<int>(l));
        for (std::size_t t = 0; t < planned.problem.tensors.size(); ++t) {
            const auto& tensor = planned.problem.tensors[t];
            TensorUse use;
            use.tensor = static_cast<int>(t);
            use.name = tensor.name;
            use.operand = tensor.operand;
            use.tileBits = held.bits[t];
            use.tileCount = held.slots[t];
            use.isKept = use.tileCount > 0;
            row.usedBits += use.tileBits * use.tileCount;
            row.tensors.push_back(std::move(use));
        }
        if (const auto* costs = costsOf(planned.cost, level.name)) addCounts(row, accelerator, planned, *costs);
        picture.levels.push_back(std::move(row));
    }
    addLoops(picture, planned);
    return picture;
}

} // namespace nestwright
