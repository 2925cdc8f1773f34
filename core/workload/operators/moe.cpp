// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/operators/describe.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace nestwright::catalogue {
namespace {

/// Where the experts' weights stand among the inputs.
struct ExpertPlaces {
    std::array<std::size_t, 3> weights = {2, 4, 6};
    bool isQuantized = false;
};

struct Routing {
    Count tokens = 1;
    Count experts = 1;
    Count chosen = 1;  ///< experts a token
    Count rows = 1;    ///< tokens x chosen
    Count touched = 1; ///< different experts that at least one token chose
};

/// With every expert equally likely, tokens that choose k of E experts touch E (1 - (1 - k/E)^tokens) of them on
/// average; rounded to a whole number.
Count touchedExperts(const Routing& routing) {
    const double experts = static_cast<double>(routing.experts);
    const double missed =
        std::pow(1.0 - static_cast<double>(routing.chosen) / experts, static_cast<double>(routing.tokens));
    const auto expected = static_cast<Count>(std::llround(experts * (1.0 - missed)));
    return std::clamp(expected, std::min(routing.chosen, routing.rows), std::min(routing.experts, routing.rows));
}

Result<Routing> routingOf(const OperatorView& view, const Shape& input, const Shape& weight) {
    Routing routing;
    routing.chosen = view.op().integer("k", 1);
    routing.experts = weight.empty() ? 0 : weight[0];
    if (input.empty() || weight.size() != 3 || routing.chosen < 1 || routing.chosen > routing.experts ||
        input.back() < 1) {
        return view.error(NW_TEXT("moe.shape", "%1 \"%2\": k = %3 with input %4 and expert weights %5 makes no sense"),
                          routing.chosen, textOf(input), textOf(weight));
    }
    routing.tokens = product(input, 0, input.size() - 1);
    routing.rows = checkedMultiply(routing.tokens, routing.chosen).value_or(std::numeric_limits<Count>::max());
    routing.touched = routing.rows == 0 ? 0 : touchedExperts(routing);
    return routing;
}

/// Weights of one expert; packed bytes hold 8 / bits of them.
Count weightsOf(const OperatorView& view, const Tensor& tensor, const ExpertPlaces& places) {
    const Count stored = product(*tensor.shape, 1, tensor.shape->size());
    const auto bits = view.op().integer("expert_weight_bits", 4);
    return places.isQuantized && bits == 4 ? checkedMultiply(stored, 2).value_or(stored) : stored;
}

/// Rows are spread over the experts touched as evenly as whole numbers allow: some get one row more than the others.
void addExperts(OperatorWork& work, const Routing& routing, const MatrixProduct& one) {
    const Count few = routing.rows / routing.touched;
    const Count more = routing.rows % routing.touched;
    MatrixProduct gemm = one;
    for (const auto& [experts, rows] : {std::pair{more, few + 1}, std::pair{routing.touched - more, few}}) {
        if (experts == 0 || rows == 0) continue;
        gemm.batch = experts;
        gemm.m = rows;
        addEinsum(work, problemOf(gemm), experts > 1 ? LayerType::batchedGemm : LayerType::gemm);
    }
}

/// Of the experts' tensors only the share of the experts touched is read.
void countExpertReads(OperatorWork& work, const OperatorView& view, const Routing& routing) {
    const double share = static_cast<double>(routing.touched) / static_cast<double>(routing.experts);
    countReads(work, view, [&](std::size_t i, const Tensor& tensor, double whole) {
        const bool isOfExperts = i >= 2 && tensor.shape && tensor.shape->size() >= 2;
        return isOfExperts ? whole * share : whole;
    });
}

/// Choosing (softmax and the k largest), activation and gate between the products, weighted sum of the results.
double vectorOperations(const Routing& routing, Count hidden, double inner, bool isGated) {
    const double choice = static_cast<double>(routing.tokens) * static_cast<double>(routing.experts) * 7.0;
    const double activation = static_cast<double>(routing.rows) * inner * (isGated ? 6.0 : 5.0);
    return choice + activation + 2.0 * static_cast<double>(routing.rows) * static_cast<double>(hidden);
}

Warning assumption(const OperatorView& view, const Routing& routing) {
    return view.warning(
        "expert_routing_assumed",
        message(NW_TEXT("moe.assumption",
                        "%1 \"%2\": tokens are assumed to choose experts evenly; %3 tokens with %4 each "
                        "read %5 of %6 experts"),
                view.op().type, view.op().name, routing.tokens, routing.chosen, routing.touched, routing.experts));
}

Result<OperatorWork> describeExpertsWith(const OperatorView& view, const Entry& entry, const ExpertPlaces& places) {
    const Shape* input = view.inputShape(0);
    const Shape* first = view.inputShape(places.weights[0]);
    if (input == nullptr || first == nullptr) return view.unknownShapes(entry.layerType);
    const auto routing = routingOf(view, *input, *first);
    if (!routing) return tl::unexpected(routing.error());
    OperatorWork work = view.start(entry.layerType);
    countExpertReads(work, view, *routing);
    const Count hidden = input->back();
    double inner = 0;
    for (std::size_t i = 0; i < places.weights.size(); ++i) {
        const Tensor* weight = view.input(places.weights[i]);
        if (weight == nullptr || !weight->shape || routing->touched == 0) continue;
        const bool isDown = i == 1;
        MatrixProduct gemm;
        gemm.n = isDown ? hidden : weightsOf(view, *weight, places) / hidden;
        gemm.k = isDown ? weightsOf(view, *weight, places) / hidden : hidden;
        gemm.leftBits = elementBits(view.input(0));
        gemm.rightBits =
            places.isQuantized
                ? static_cast<int>(std::clamp<std::int64_t>(view.op().integer("expert_weight_bits", 4), 1, 8))
                : elementBits(weight);
        gemm.outputBits = elementBits(view.output(0));
        if (isDown) inner = static_cast<double>(gemm.k);
        addExperts(work, *routing, gemm);
    }
    addEpilogue(work, vectorOperations(*routing, hidden, inner, view.input(places.weights[2]) != nullptr));
    work.dims = {{"tokens", routing->tokens},
                 {"experts", routing->experts},
                 {"k", routing->chosen},
                 {"hidden", hidden},
                 {"inner", static_cast<Count>(inner)}};
    work.warnings.push_back(assumption(view, *routing));
    return work;
}

/// input, router, first weights, bias, second weights, bias, third weights, bias.
Result<OperatorWork> describeMoe(const OperatorView& view, const Entry& entry) {
    return describeExpertsWith(view, entry, {});
}

/// input, router, then weights, scales and bias of the first, second and third product.
Result<OperatorWork> describeQuantizedMoe(const OperatorView& view, const Entry& entry) {
    return describeExpertsWith(view, entry, {{2, 5, 8}, true});
}

constexpr std::array kMixturesOfExperts = {
    Entry{kMicrosoft, "MoE", LayerType::batchedGemm, describeMoe},
    Entry{kMicrosoft, "QMoE", LayerType::batchedGemm, describeQuantizedMoe},
};

} // namespace

std::span<const Entry> mixturesOfExperts() { return kMixturesOfExperts; }

} // namespace nestwright::catalogue
