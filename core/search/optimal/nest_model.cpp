// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/optimal/nest_model.h"

#include "core/base/index.h"
#include "core/cost/accesses.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace nestwright {
namespace {

constexpr std::size_t kMostDivisors = 64;
constexpr double kMostPlaces = 1 << 21; ///< products of the dims' divisors

bool hasManyMovers(const ModelTensor& tensor) {
    return std::any_of(tensor.ranks.begin(), tensor.ranks.end(),
                       [](const ModelRank& rank) { return rank.dims.size() > 1; });
}

/// Only dims of more than one iteration matter; what can't be told apart by rank isn't covered.
std::string fillTensor(const SearchSpace& space, int index, ModelTensor& tensor) {
    const DataSpace& data = space.problem->tensors[at(index)];
    tensor.isOutput = data.isReadWrite();
    tensor.elements = space.problem->tensorElements(index);
    tensor.bits = {static_cast<double>(data.bits), static_cast<double>(std::max(data.bits, data.partialBits))};
    bool hasGaps = false;
    for (const auto& terms : data.projection) {
        ModelRank rank;
        for (const auto& term : terms) {
            if (term.coefficient == 0 || space.bounds[at(term.dim)] == 1) continue;
            if (tensor.moves[at(term.dim)]) return "a tensor that a dim moves in two ways";
            tensor.moves[at(term.dim)] = true;
            tensor.rankOf[at(term.dim)] = static_cast<int>(tensor.ranks.size());
            tensor.coefficient[at(term.dim)] = term.coefficient;
            rank.dims.push_back(term.dim);
            rank.coefficients.push_back(term.coefficient);
            hasGaps = hasGaps || std::abs(term.coefficient) > 1;
        }
        if (!rank.dims.empty()) tensor.ranks.push_back(std::move(rank));
    }
    tensor.isSliding = hasGaps || hasManyMovers(tensor);
    for (const auto& rank : tensor.ranks) {
        for (const int dim : rank.dims) tensor.slides[at(dim)] = rank.dims.size() > 1;
    }
    return tensor.isOutput && tensor.isSliding ? "an output that slides" : "";
}

/// Coordinates of a rank that iterations of such extents touch, or fewer.
double touched(const ModelRank& rank, const std::array<double, kMaxFlatDims>& extents) {
    std::vector<std::size_t> order(rank.dims.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto reach = [&](std::size_t i) { return static_cast<double>(std::abs(rank.coefficients[i])); };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return reach(a) < reach(b); });
    double covered = 1;
    double most = 1;
    bool isWhole = true;
    for (const std::size_t i : order) {
        const double extent = extents[at(rank.dims[i])];
        isWhole = isWhole && (extent == 1 || reach(i) <= covered);
        covered += reach(i) * (extent - 1);
        most = std::max(most, extent);
    }
    return isWhole ? covered : most;
}

class ModelBuilder {
public:
    ModelBuilder(const ModelTables& tables, const std::vector<char>& keeps, std::vector<std::vector<Count>> spatial,
                 std::vector<const FanoutChoice*> choices, const Meter& meter)
        : m_tables(tables)
        , m_space(*tables.space)
        , m_spatial(std::move(spatial))
        , m_choices(std::move(choices))
        , m_meter(meter) {
        m_model.tables = &tables;
        m_model.keeps = keeps;
        m_model.choices = m_choices;
    }

    NestModel build() {
        measureSpatial();
        m_model.fixed = m_meter.energyWeight * m_tables.macEnergyPj;
        for (int t = 0; t < m_space.tensors; ++t) {
            std::vector<int> chain;
            for (int l = 0; l < m_space.levels; ++l) {
                if (m_model.keeps[at(l * m_space.tensors + t)] != 0) chain.push_back(l);
            }
            addTensor(t, chain);
        }
        addLeakage();
        return std::move(m_model);
    }

    FixedShares shares(const std::vector<std::vector<std::uint32_t>>& wanted) {
        FixedShares result;
        measureSpatial();
        m_model.fixed = m_meter.energyWeight * m_tables.macEnergyPj;
        addLeakage();
        result.shared = m_model.fixed;
        for (int t = 0; t < m_space.tensors; ++t) {
            std::vector<double> byLevels(std::size_t{1} << at(m_space.levels), -1);
            for (const std::uint32_t levels : wanted[at(t)]) {
                m_model.fixed = 0;
                std::vector<int> chain;
                for (int l = 0; l < m_space.levels; ++l) {
                    if ((levels >> l & 1U) != 0) chain.push_back(l);
                }
                addTensor(t, chain);
                byLevels[levels] = m_model.fixed;
            }
            result.byTensor.push_back(std::move(byLevels));
        }
        return result;
    }

private:
    const Level& level(int l) const { return m_space.accelerator->levels[at(l)]; }
    const ModelTensor& tensor(int t) const { return m_tables.tensors[at(t)]; }
    Count factor(int l, int d) const { return m_spatial[at(l)][at(d)]; }

    void measureSpatial() {
        m_model.rest = m_space.bounds;
        m_model.inside.assign(at(m_space.levels), {});
        m_model.unionInside.assign(at(m_space.levels), {});
        std::array<double, kMaxFlatDims> inside{};
        inside.fill(1);
        for (int l = m_space.levels - 1; l >= 0; --l) {
            for (int d = 0; d < m_space.dims; ++d) {
                inside[at(d)] *= static_cast<double>(factor(l, d));
                m_model.rest[at(d)] /= factor(l, d);
            }
            m_model.inside[at(l)] = inside;
            if (l + 1 < m_space.levels) m_model.unionInside[at(l + 1)] = inside;
        }
        double instances = 1;
        for (int l = 0; l < m_space.levels; ++l) {
            m_model.instances.push_back(instances);
            for (int d = 0; d < m_space.dims; ++d) instances *= static_cast<double>(factor(l, d));
        }
        m_model.lanes = instances;
        for (const Count rest : m_model.rest) m_model.steps *= static_cast<double>(rest);
    }

    double children(int l) const {
        double product = 1;
        for (int d = 0; d < m_space.dims; ++d) product *= static_cast<double>(factor(l, d));
        return product;
    }

    /// Places of the children's tiles below a level, or fewer: of sums of sets no more is sure.
    double places(int t, int l) const {
        double product = 1;
        for (const auto& rank : tensor(t).ranks) {
            double sums = 1;
            for (const int d : rank.dims) sums += static_cast<double>(factor(l, d)) - 1;
            product *= sums;
        }
        return product;
    }

    double sentPlaces(int t, int l) const {
        const Fanout& fanout = level(l).fanout;
        const bool isShared = tensor(t).isOutput ? fanout.spatialReduction : fanout.multicast;
        return isShared ? places(t, l) : children(l);
    }

    /// Busy lanes that hold the same part of the tensor at a level.
    double copies(int t, int l) const {
        double product = 1;
        for (int outer = 0; outer < l; ++outer) {
            for (int d = 0; d < m_space.dims; ++d) {
                if (!tensor(t).moves[at(d)]) product *= static_cast<double>(factor(outer, d));
            }
        }
        return product;
    }

    enum class Access { read, fill, update };

    /// Of one word, under the meter.
    double price(Access access, int t, int l, std::size_t isPartial) const {
        const double bits = m_space.accelerator->elementPerWord ? level(l).wordBits : tensor(t).bits[isPartial];
        const AccessPrices prices = accessPrices(*m_space.accelerator, l);
        const AccessEnergy& energy = prices.energy;
        const double each = access == Access::read   ? energy.readPj
                            : access == Access::fill ? energy.writePj
                                                     : energy.updatePj;
        const double blocks = prices.isWholeBlocks ? 1 / prices.blockWords : bits / prices.blockBits;
        double sum = m_meter.energyWeight * each * blocks / prices.clusterInstances;
        for (const auto& port : m_meter.ports) {
            if (port.level != l) continue;
            const bool counts = port.kind == sharedPort || (port.kind == readPort) == (access == Access::read);
            if (!counts) continue;
            sum += port.weight * bits * m_tables.rates[at(l)][port.kind] / m_model.instances[at(l)];
        }
        return sum;
    }

    /// Energy of one word that enters the network below a level: a tree is no shorter than its receivers are far.
    double wirePrice(int t, int l) const {
        const Fanout& fanout = level(l).fanout;
        if (m_meter.energyWeight == 0 || fanout.children() == 1) return 0;
        double pj = fanout.ingressEnergyPj;
        if (fanout.hopEnergyPj > 0 || fanout.routerEnergyPj > 0) {
            const double hops = leastHops(t, l);
            pj += hops * fanout.hopEnergyPj + (1 + std::floor(hops)) * fanout.routerEnergyPj;
        }
        return m_meter.energyWeight * pj;
    }

    double leastHops(int t, int l) const {
        const FanoutChoice& choice = *m_choices[at(l)];
        const bool isEven = places(t, l) * copiesBelow(t, l) == children(l);
        const double centre = static_cast<double>(level(l).fanout.y - 1) / 2;
        double rows = 1;
        double columns = 1;
        for (int d = 0; d < m_space.dims; ++d) {
            rows *= static_cast<double>(choice.y[at(d)]);
            columns *= static_cast<double>(choice.x[at(d)]);
        }
        if (!isEven) return 0;
        double distance = 0;
        for (double row = 0; row < rows; ++row) distance += std::abs(row - centre);
        return (columns - 1) / 2 + distance / rows;
    }

    double copiesBelow(int t, int l) const {
        double product = 1;
        for (int d = 0; d < m_space.dims; ++d) {
            if (!tensor(t).moves[at(d)]) product *= static_cast<double>(factor(l, d));
        }
        return product;
    }

    /// Cost at the parent, and on the wires down to level `child`, for each word that one child asks for.
    double sendingPrice(int t, int parent, int child, std::size_t isPartial) const {
        double requests = m_model.instances[at(parent)];
        for (int l = parent; l < child; ++l) requests *= sentPlaces(t, l);
        double each = price(Access::read, t, parent, isPartial);
        if (tensor(t).isOutput) each += price(Access::update, t, parent, isPartial);
        double sum = requests * each;
        for (int l = parent; l < child; ++l) {
            double entering = m_model.instances[at(l)];
            for (int inner = l; inner < child; ++inner) entering *= sentPlaces(t, inner);
            sum += entering * wirePrice(t, l);
        }
        return sum;
    }

    double firsts(int t, int l) const {
        return m_tables.context.rules.firstReadElision ? tensor(t).elements * copies(t, l) : 0;
    }

    bool hasLinks(int l) const {
        return level(l).fanout.links && children(l) > 1 &&
               m_tables.context.rules.linkTransfers != CountingRules::LinkTransfers::off;
    }

    void addTensor(int t, const std::vector<int>& chain) {
        addMacs(t, chain.back());
        std::vector<ModelLink> links;
        for (std::size_t i = 1; i < chain.size(); ++i) {
            links.push_back(linkTo(t, chain[i - 1], chain[i]));
            m_model.fixed += links.back().least;
        }
        m_model.links.push_back(std::move(links));
    }

    /// MACs remember nothing: each step asks for every word, but a neighbour may have it from the step before.
    void addMacs(int t, int innermost) {
        std::size_t isPartial = 0;
        double steps = m_model.steps;
        if (tensor(t).isOutput) {
            for (int d = 0; d < m_space.dims; ++d) isPartial |= !tensor(t).moves[at(d)] && m_model.rest[at(d)] > 1;
        }
        if (hasLinks(m_space.levels - 1)) {
            steps = 1;
            for (int d = 0; d < m_space.dims; ++d) {
                if (tensor(t).moves[at(d)] && !tensor(t).slides[at(d)])
                    steps *= static_cast<double>(m_model.rest[at(d)]);
            }
        }
        double sum = steps * sendingPrice(t, innermost, m_space.levels, isPartial);
        if (tensor(t).isOutput) {
            const double elided = firsts(t, innermost) * price(Access::read, t, innermost, isPartial);
            sum = std::max(sum - elided, 0.0);
        }
        m_model.fixed += sum;
    }

    ModelLink linkTo(int t, int parent, int node) const {
        ModelLink link;
        link.level = node;
        const double nodes = m_model.instances[at(node)];
        for (std::size_t isPartial : {std::size_t{0}, std::size_t{1}}) {
            double arriving = price(Access::fill, t, node, isPartial);
            if (tensor(t).isOutput) {
                link.notNeeded[isPartial] =
                    firsts(t, parent) * price(Access::read, t, parent, isPartial) + firsts(t, node) * arriving;
                if (m_tables.context.rules.drainReads) arriving += price(Access::read, t, node, 0);
            }
            link.arriving[isPartial] = nodes * arriving;
            link.sending[isPartial] = sendingPrice(t, parent, node, isPartial);
        }
        for (int d = 0; d < m_space.dims; ++d) {
            if (tensor(t).moves[at(d)]) link.inside *= m_model.inside[at(node)][at(d)];
        }
        link.mayBeServedByNeighbours = tensor(t).isSliding && hasLinks(node - 1);
        link.sendingToUnion = link.sending[0] / sentPlaces(t, node - 1);
        link.least = leastOf(t, link);
        return link;
    }

    double leastOf(int t, const ModelLink& link) const {
        std::array<double, kMaxFlatDims> extents{};
        for (int d = 0; d < m_space.dims; ++d)
            extents[at(d)] = static_cast<double>(m_model.rest[at(d)]) * m_model.inside[at(link.level)][at(d)];
        double words = 1;
        for (const auto& rank : tensor(t).ranks) words *= touched(rank, extents);
        const double sending = link.mayBeServedByNeighbours ? link.sendingToUnion : link.sending[0];
        return std::max(words * (link.arriving[0] + sending) - link.notNeeded[0], 0.0);
    }

    /// While MACs are busy all the time; waiting comes on top.
    void addLeakage() {
        const double cycles = computeCycles(m_tables, m_model.lanes);
        for (int l = 0; l < m_space.levels; ++l) {
            m_model.fixed += m_meter.energyWeight * level(l).leakagePjPerCycle * cycles * m_model.instances[at(l)];
        }
    }

    const ModelTables& m_tables;
    const SearchSpace& m_space;
    std::vector<std::vector<Count>> m_spatial; ///< [level][dim]
    std::vector<const FanoutChoice*> m_choices;
    const Meter& m_meter;
    NestModel m_model;
};

} // namespace

ModelTables makeModelTables(const SearchSpace& space, const EvaluationContext& context) {
    ModelTables tables;
    tables.space = &space;
    tables.context = context;
    if (tables.context.format == DataType::unknown) tables.context.format = space.accelerator->defaultFormat;
    if (space.dims > kMaxFlatDims) tables.notCovered = "very many dims";
    if (space.levels > kMaxFlatLevels) tables.notCovered = "very many levels";
    for (const auto& level : space.accelerator->levels) {
        tables.rates.push_back(portRates(level));
        if (!level.bandwidthScale.empty()) tables.rates.back() = PortRates{};
        if (level.distributesMulticast) tables.notCovered = "tiles kept once among siblings";
        if (space.isUneven && level.minUtilization > 0) tables.notCovered = "levels that must be filled";
    }
    for (int t = 0; t < space.tensors && tables.notCovered.empty(); ++t) {
        tables.tensors.emplace_back();
        tables.notCovered = fillTensor(space, t, tables.tensors.back());
    }
    double places = 1;
    for (const Count bound : space.bounds) {
        const std::size_t divisors = divisorsOf(bound).size();
        places *= static_cast<double>(divisors);
        if (divisors > kMostDivisors) tables.notCovered = "a dim of very many divisors";
    }
    if (places > kMostPlaces) tables.notCovered = "dims of very many divisors";
    tables.rate = computeRate(*space.problem, *space.accelerator, tables.context);
    tables.macs = space.problem->macs();
    tables.macEnergyPj = tables.macs * space.macEnergyPj;
    return tables;
}

std::vector<std::vector<Count>> spatialFactors(const SpatialPlacements& placements, const SpatialPick& pick) {
    std::vector<std::vector<Count>> factors;
    for (std::size_t l = 0; l < placements.choices.size(); ++l)
        factors.push_back(placements.choices[l][pick.choice[l]].product);
    return factors;
}

NestModel makeNestModel(const ModelTables& tables, const std::vector<char>& keeps, const SpatialPlacements& placements,
                        const SpatialPick& pick, const Meter& meter) {
    std::vector<const FanoutChoice*> choices;
    for (std::size_t l = 0; l < placements.choices.size(); ++l)
        choices.push_back(&placements.choices[l][pick.choice[l]]);
    return ModelBuilder(tables, keeps, spatialFactors(placements, pick), std::move(choices), meter).build();
}

FixedShares fixedShares(const ModelTables& tables, const SpatialPlacements& placements, const SpatialPick& pick,
                        const Meter& meter, const std::vector<std::vector<std::uint32_t>>& wanted) {
    std::vector<const FanoutChoice*> choices;
    for (std::size_t l = 0; l < placements.choices.size(); ++l)
        choices.push_back(&placements.choices[l][pick.choice[l]]);
    return ModelBuilder(tables, {}, spatialFactors(placements, pick), std::move(choices), meter).shares(wanted);
}

double computeCycles(const ModelTables& tables, double lanes) {
    return std::max(tables.rate.usefulCycles, tables.macs / lanes / tables.rate.stepsPerCycle);
}

double NestModel::words(int tensor, const std::vector<Count>& extents, int level) const {
    double product = 1;
    for (const auto& rank : tables->tensors[at(tensor)].ranks) {
        double extent = 1;
        for (std::size_t i = 0; i < rank.dims.size(); ++i) {
            const int d = rank.dims[i];
            extent += static_cast<double>(std::abs(rank.coefficients[i])) *
                      (static_cast<double>(extents[at(d)]) * inside[at(level)][at(d)] - 1);
        }
        product *= extent;
    }
    return product;
}

} // namespace nestwright
