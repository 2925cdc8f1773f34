// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/property/random_case.h"

#include "tests/property/random_problem.h"

#include <algorithm>
#include <sstream>

namespace nestwright {
namespace {

/// A factor of a dim on its way to a place in the nest.
struct Factor {
    int dim = 0;
    Count bound = 1;
};

struct Block {
    std::vector<Factor> temporal;
    std::vector<Factor> x;
    std::vector<Factor> y;
};

Accelerator randomAccelerator(Dice& dice) {
    Accelerator accelerator;
    accelerator.id = accelerator.name = "random";
    accelerator.elementPerWord = true;
    accelerator.compute.macsPerLaneCycle[accelerator.defaultFormat] = 1;
    const int levels = static_cast<int>(dice.between(2, 4));
    for (int l = 0; l < levels; ++l) {
        Level level;
        level.name = "L" + std::to_string(l);
        level.inPlaceReduction = !dice.chance(10);
        level.distributesMulticast = l > 0 && dice.chance(8);
        accelerator.levels.push_back(level);
    }
    const auto arrays = dice.between(0, 2);
    for (Count a = 0; a < arrays; ++a) {
        auto& fanout = accelerator.levels[static_cast<std::size_t>(dice.between(0, levels - 1))].fanout;
        fanout.x = dice.between(1, 6);
        fanout.y = dice.chance(50) ? dice.between(1, 4) : 1;
        fanout.multicast = !dice.chance(10);
        fanout.spatialReduction = !dice.chance(10);
        fanout.links = dice.chance(60);
    }
    return accelerator;
}

bool fitsOn(const std::vector<Factor>& axis, Count factor, Count lanes) {
    for (const auto& taken : axis) factor *= taken.bound;
    return factor <= lanes;
}

/// Deals the prime factors of all dims out over the levels' blocks.
std::vector<Block> dealFactors(Dice& dice, const Problem& problem, const Accelerator& accelerator) {
    std::vector<Block> blocks(accelerator.levels.size());
    const auto levels = static_cast<Count>(blocks.size());
    for (std::size_t d = 0; d < problem.dims.size(); ++d) {
        Count rest = problem.dims[d].bound;
        while (rest > 1) {
            Count prime = 2;
            while (rest % prime != 0) ++prime;
            rest /= prime;
            const Factor factor{static_cast<int>(d), prime};
            const auto level = static_cast<std::size_t>(dice.between(0, levels - 1));
            const auto& fanout = accelerator.levels[level].fanout;
            auto& block = blocks[level];
            if (dice.chance(70) && fitsOn(block.x, prime, fanout.x)) {
                block.x.push_back(factor);
            } else if (dice.chance(70) && fitsOn(block.y, prime, fanout.y)) {
                block.y.push_back(factor);
            } else {
                block.temporal.push_back(factor);
            }
        }
    }
    return blocks;
}

/// Mostly one loop a dim and block; now and then a dim is left in pieces.
std::vector<Factor> gathered(Dice& dice, std::vector<Factor> factors) {
    std::vector<Factor> result;
    for (const auto& factor : factors) {
        const auto same =
            std::find_if(result.begin(), result.end(), [&](const Factor& f) { return f.dim == factor.dim; });
        if (same != result.end() && dice.chance(80)) {
            same->bound *= factor.bound;
        } else {
            result.push_back(factor);
        }
    }
    dice.shuffle(result);
    return result;
}

std::vector<MappingNode> spatialNodes(Dice& dice, const Block& block, int level) {
    std::vector<MappingNode> nodes;
    for (const auto& factor : gathered(dice, block.x)) {
        nodes.emplace_back(spatialLoop(factor.dim, factor.bound, level, Axis::x));
    }
    for (const auto& factor : gathered(dice, block.y)) {
        nodes.emplace_back(spatialLoop(factor.dim, factor.bound, level, Axis::y));
    }
    dice.shuffle(nodes);
    return nodes;
}

Storage randomStorage(Dice& dice, int tensor, int level) {
    Storage storage;
    storage.tensor = tensor;
    storage.level = level;
    storage.noMulticast = dice.chance(5);
    storage.noLinkTransfer = dice.chance(5);
    storage.noTemporalReuse = level > 0 && dice.chance(5);
    storage.rmwFirstUpdate = dice.chance(5);
    return storage;
}

void appendBlock(Dice& dice, const Problem& problem, const Block& block, int level, bool isUneven, Mapping& mapping) {
    std::vector<MappingNode> nodes;
    for (const auto& factor : gathered(dice, block.temporal)) {
        nodes.emplace_back(temporalLoop(factor.dim, factor.bound));
    }
    const bool nodesStandTogether = level == 0 || !isUneven;
    for (int t = 0; t < static_cast<int>(problem.tensors.size()); ++t) {
        if (level > 0 && dice.chance(35)) continue;
        const auto place = nodesStandTogether ? 0 : dice.between(0, static_cast<Count>(nodes.size()));
        nodes.insert(nodes.begin() + static_cast<std::ptrdiff_t>(place), randomStorage(dice, t, level));
    }
    mapping.nodes.insert(mapping.nodes.end(), nodes.begin(), nodes.end());
    const auto spatial = spatialNodes(dice, block, level);
    mapping.nodes.insert(mapping.nodes.end(), spatial.begin(), spatial.end());
}

/// Lowers bounds of dims, as far as their outermost loop stays full, and writes the residuals.
void makeImperfect(Dice& dice, Problem& problem, Mapping& mapping) {
    for (std::size_t d = 0; d < problem.dims.size(); ++d) {
        std::vector<Loop*> loops;
        for (auto& node : mapping.nodes) {
            auto* loop = std::get_if<Loop>(&node);
            if (loop != nullptr && loop->dim == static_cast<int>(d)) loops.push_back(loop);
        }
        if (loops.size() < 2 || dice.chance(30)) continue;
        auto& bound = problem.dims[d].bound;
        bound -= dice.between(0, bound / loops.front()->bound - 1);
        Count last = bound - 1;
        for (auto it = loops.rbegin(); it != loops.rend(); ++it) {
            (*it)->residual = last % (*it)->bound + 1;
            last /= (*it)->bound;
        }
    }
}

/// Whether the last instances of a dim have no iteration in the first pass, and so in none.
bool leavesInstancesIdle(const Problem& problem, const Mapping& mapping, int dim) {
    Count stride = 1;
    Count furthest = 0;
    for (auto node = mapping.nodes.rbegin(); node != mapping.nodes.rend(); ++node) {
        const auto* loop = std::get_if<Loop>(&*node);
        if (loop == nullptr || loop->dim != dim) continue;
        if (loop->isSpatial) furthest += (loop->bound - 1) * stride;
        stride *= loop->bound;
    }
    return furthest >= problem.dims[static_cast<std::size_t>(dim)].bound;
}

FactorClass classOf(const Problem& problem, const Mapping& mapping) {
    for (int d = 0; d < static_cast<int>(problem.dims.size()); ++d) {
        if (leavesInstancesIdle(problem, mapping, d)) return FactorClass::idleInstances;
    }
    std::vector<bool> hasSpatialOutside(problem.dims.size(), false);
    auto result = FactorClass::perfect;
    for (const auto& node : mapping.nodes) {
        const auto* loop = std::get_if<Loop>(&node);
        if (loop == nullptr) continue;
        const auto d = static_cast<std::size_t>(loop->dim);
        if (loop->isSpatial) hasSpatialOutside[d] = true;
        if (loop->isPerfect()) continue;
        if (hasSpatialOutside[d]) return FactorClass::imperfectSpatial;
        result = FactorClass::imperfectTemporal;
    }
    return result;
}

void describeNode(std::ostringstream& out, const RandomCase& example, const MappingNode& node) {
    if (const auto* loop = std::get_if<Loop>(&node)) {
        out << "  " << (loop->isSpatial ? (loop->axis == Axis::x ? "par x " : "par y ") : "for ")
            << example.problem.dims[static_cast<std::size_t>(loop->dim)].name << " in " << loop->bound;
        if (!loop->isPerfect()) out << " (last " << loop->residual << ")";
        if (loop->isSpatial) out << " below L" << loop->fanoutLevel;
    } else {
        const auto& storage = std::get<Storage>(node);
        out << "  [" << example.problem.tensors[static_cast<std::size_t>(storage.tensor)].name << " in L"
            << storage.level << (storage.noMulticast ? ", no multicast" : "")
            << (storage.noLinkTransfer ? ", no links" : "") << (storage.noTemporalReuse ? ", no temporal reuse" : "")
            << (storage.rmwFirstUpdate ? ", first update reads" : "") << "]";
    }
    out << "\n";
}

} // namespace

RandomCase randomCase(std::uint64_t seed) {
    Dice dice(seed);
    RandomCase example;
    example.seed = seed;
    example.problem = randomProblem(dice);
    example.accelerator = randomAccelerator(dice);
    example.isUneven = dice.chance(50);
    const auto blocks = dealFactors(dice, example.problem, example.accelerator);
    for (std::size_t l = 0; l < blocks.size(); ++l) {
        appendBlock(dice, example.problem, blocks[l], static_cast<int>(l), example.isUneven, example.mapping);
    }
    if (dice.chance(40)) makeImperfect(dice, example.problem, example.mapping);
    example.rules.firstReadElision = !dice.chance(15);
    if (dice.chance(5)) example.rules.linkTransfers = CountingRules::LinkTransfers::off;
    example.rules.drainReads = dice.chance(15);
    example.factors = classOf(example.problem, example.mapping);
    return example;
}

std::string describe(const RandomCase& example) {
    std::ostringstream out;
    out << "seed " << example.seed << ", problem " << example.problem.name << "\n ";
    for (const auto& dim : example.problem.dims) out << " " << dim.name << "=" << dim.bound;
    out << "\n";
    for (const auto& tensor : example.problem.tensors) {
        out << "  " << tensor.name << (tensor.isReadWrite() ? " (output)" : "") << " [";
        for (std::size_t r = 0; r < tensor.projection.size(); ++r) {
            out << (r == 0 ? "" : ", ");
            for (std::size_t i = 0; i < tensor.projection[r].size(); ++i) {
                const auto& term = tensor.projection[r][i];
                out << (i == 0 ? "" : "+");
                if (term.coefficient != 1) out << term.coefficient << "*";
                out << example.problem.dims[static_cast<std::size_t>(term.dim)].name;
            }
        }
        out << "]\n";
    }
    for (const auto& level : example.accelerator.levels) {
        out << "  " << level.name << (level.inPlaceReduction ? "" : ", can't add up in place")
            << (level.distributesMulticast ? ", distributes multicasts" : "") << ", fan-out " << level.fanout.x << " x "
            << level.fanout.y << (level.fanout.multicast ? "" : ", can't multicast")
            << (level.fanout.spatialReduction ? "" : ", can't reduce") << (level.fanout.links ? ", links" : "") << "\n";
    }
    if (example.rules.linkTransfers == CountingRules::LinkTransfers::off) out << "  link_transfers=off\n";
    if (!example.rules.firstReadElision) out << "  first_read_elision=off\n";
    if (example.rules.drainReads) out << "  drain_reads=on\n";
    for (const auto& node : example.mapping.nodes) describeNode(out, example, node);
    return out.str();
}

} // namespace nestwright
