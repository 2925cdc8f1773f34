// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/fast_evaluator.h"

#include <utility>

namespace nestwright {
namespace {

struct OneMapping {
    const FlatMapping& mapping;
    [[nodiscard]] bool isLoop(std::size_t place) const { return mapping.bound[place] > 1; }
    [[nodiscard]] double at(std::size_t place) const { return static_cast<double>(mapping.bound[place]); }
};

std::uint32_t bitOf(int dim) { return 1U << static_cast<unsigned>(dim); }

} // namespace

struct FastEvaluator::State {
    explicit State(FlatTables worked)
        : tables(std::move(worked))
        , pass(tables) {}

    /// An edit of the loops in two places.
    FlatEdit editOf(int a, int b) const {
        const FlatLoop& first = mapping.loop[static_cast<std::size_t>(a)];
        const FlatLoop& second = mapping.loop[static_cast<std::size_t>(b)];
        return {std::min(a, b), std::max(a, b), bitOf(first.dim) | bitOf(second.dim),
                first.isSpatial() || second.isSpatial()};
    }

    void startEdit(const FlatEdit& edit) {
        // After an invalid mapping nothing is left to go on from.
        current = pass.figures().status == FlatStatus::valid ? edit : FlatEdit{};
        pass.save(mapping, current);
    }

    const Figures& evaluateEdit() { return pass.rerun(mapping, OneMapping{mapping}, current); }

    FlatTables tables;
    FlatPass<double> pass;
    FlatMapping mapping;
    FlatEdit current;
    /// What the last edit overwrote.
    struct Undo {
        int a = -1;
        int b = -1;
        std::array<FlatLoop, 2> loop{};
        std::array<Count, 2> bound{};
        int tensor = -1;
        std::int8_t nodes = 0;
        std::array<FlatNode, kMaxFlatLevels> node{};
    };
    Undo undo;
};

FastEvaluator::FastEvaluator(const Problem& problem, const Accelerator& accelerator, const EvaluationContext& context,
                             TimeFigures timeFigures)
    : m_state(std::make_unique<State>(makeFlatTables(problem, accelerator, context, timeFigures))) {}

FastEvaluator::FastEvaluator(FastEvaluator&&) noexcept = default;
FastEvaluator& FastEvaluator::operator=(FastEvaluator&&) noexcept = default;
FastEvaluator::~FastEvaluator() = default;

const std::string& FastEvaluator::notCovered() const { return m_state->tables.notCovered; }

const FastEvaluator::Figures& FastEvaluator::operator()(const FlatMapping& mapping) {
    copyUsed(mapping, m_state->tables.tensors, m_state->mapping);
    m_state->undo.a = m_state->undo.tensor = -1;
    return m_state->pass.run(m_state->mapping, OneMapping{m_state->mapping});
}

const FastEvaluator::Figures& FastEvaluator::moveFactor(int from, int to, Count factor) {
    State& state = *m_state;
    const auto source = static_cast<std::size_t>(from);
    const auto target = static_cast<std::size_t>(to);
    state.startEdit(state.editOf(from, to));
    FlatMapping& mapping = state.mapping;
    state.undo.a = from;
    state.undo.b = to;
    state.undo.loop = {mapping.loop[source], mapping.loop[target]};
    state.undo.bound = {mapping.bound[source], mapping.bound[target]};
    state.undo.tensor = -1;
    mapping.bound[source] /= factor;
    mapping.bound[target] *= factor;
    return state.evaluateEdit();
}

const FastEvaluator::Figures& FastEvaluator::swapLoops(int a, int b) {
    State& state = *m_state;
    const auto first = static_cast<std::size_t>(a);
    const auto second = static_cast<std::size_t>(b);
    state.startEdit(state.editOf(a, b));
    FlatMapping& mapping = state.mapping;
    state.undo.a = a;
    state.undo.b = b;
    state.undo.loop = {mapping.loop[first], mapping.loop[second]};
    state.undo.bound = {mapping.bound[first], mapping.bound[second]};
    state.undo.tensor = -1;
    std::swap(mapping.loop[first], mapping.loop[second]);
    std::swap(mapping.bound[first], mapping.bound[second]);
    return state.evaluateEdit();
}

const FastEvaluator::Figures& FastEvaluator::toggleKeep(int tensor, int level, int depth) {
    State& state = *m_state;
    const auto t = static_cast<std::size_t>(tensor);
    state.startEdit(FlatEdit{});
    auto& nodes = state.mapping.node[t];
    auto& count = state.mapping.nodes[t];
    state.undo.a = -1;
    state.undo.tensor = tensor;
    state.undo.nodes = count;
    state.undo.node = nodes;
    const auto end = nodes.begin() + count;
    const auto place = std::find_if(nodes.begin(), end, [&](const FlatNode& node) { return node.level >= level; });
    if (place != end && place->level == level) {
        std::copy(place + 1, end, place);
        --count;
    } else {
        std::copy_backward(place, end, end + 1);
        *place = {static_cast<std::int8_t>(level), static_cast<std::uint8_t>(depth)};
        ++count;
    }
    return state.evaluateEdit();
}

const FastEvaluator::Figures& FastEvaluator::undo() {
    State& state = *m_state;
    if (state.undo.a < 0 && state.undo.tensor < 0) return state.pass.figures();
    if (state.undo.tensor >= 0) {
        const auto t = static_cast<std::size_t>(state.undo.tensor);
        state.mapping.nodes[t] = state.undo.nodes;
        state.mapping.node[t] = state.undo.node;
    } else {
        const std::array places = {state.undo.a, state.undo.b};
        for (std::size_t i = 0; i < places.size(); ++i) {
            state.mapping.loop[static_cast<std::size_t>(places[i])] = state.undo.loop[i];
            state.mapping.bound[static_cast<std::size_t>(places[i])] = state.undo.bound[i];
        }
    }
    state.undo.a = state.undo.tensor = -1;
    state.pass.restore(state.mapping);
    return state.pass.figures();
}

const FlatMapping& FastEvaluator::mapping() const { return m_state->mapping; }

const FastEvaluator::Figures& FastEvaluator::figures() const { return m_state->pass.figures(); }

TensorCounts FastEvaluator::counts(int tensor, int node) const {
    const auto& state = m_state->pass.node(tensor, node);
    const double instances = m_state->pass.instances(m_state->pass.levelOf(tensor, node));
    TensorCounts counts;
    counts.isKept = true;
    counts.tileWords = state.tile;
    counts.partitionWords = state.partition / instances;
    counts.reads = state.accesses.reads / instances;
    counts.fills = state.accesses.fills / instances;
    counts.updates = state.accesses.updates / instances;
    counts.temporalReductions = state.accesses.temporalReductions / instances;
    counts.energyPj = state.energyPj;
    return counts;
}

} // namespace nestwright
