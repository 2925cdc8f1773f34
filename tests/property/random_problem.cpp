// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/property/random_problem.h"

#include <array>
#include <string>

namespace nestwright {

Dice::Dice(std::uint64_t seed)
    : m_state(seed) {}

// SplitMix64 by Sebastiano Vigna (public domain).
std::uint64_t Dice::next() {
    m_state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = m_state;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
}

Count Dice::between(Count low, Count high) {
    return low + static_cast<Count>(next() % static_cast<std::uint64_t>(high - low + 1));
}

bool Dice::chance(int percent) { return between(1, 100) <= percent; }

namespace {

/// Writes a problem down by names: tensor("A", Operand::input, {{{"M"}}, {{"K"}}}).
class ProblemWriter {
public:
    struct Term {
        std::string dim;
        Count coefficient = 1;
    };

    ProblemWriter(std::string name, const std::vector<std::string>& dims) {
        m_problem.name = std::move(name);
        for (const auto& dim : dims) m_problem.dims.push_back({dim, 1});
    }

    ProblemWriter& tensor(const std::string& name, Operand operand, const std::vector<std::vector<Term>>& ranks) {
        DataSpace space;
        space.name = name;
        space.operand = operand;
        for (const auto& rank : ranks) {
            ProjectionRank terms;
            for (const auto& term : rank) terms.push_back({m_problem.dimIndex(term.dim), term.coefficient});
            space.projection.push_back(terms);
        }
        m_problem.tensors.push_back(space);
        return *this;
    }

    Problem take() { return m_problem; }

private:
    Problem m_problem;
};

Problem conv1d(Dice& dice) {
    return ProblemWriter("conv1d", {"C", "K", "P", "R"})
        .tensor("W", Operand::weight, {{{"K"}}, {{"C"}}, {{"R"}}})
        .tensor("I", Operand::input, {{{"C"}}, {{"P", dice.between(1, 3)}, {"R", dice.between(1, 2)}}})
        .tensor("O", Operand::output, {{{"K"}}, {{"P"}}})
        .take();
}

Problem conv2d(Dice& dice) {
    const Count stride = dice.between(1, 2);
    const Count dilation = dice.between(1, 2);
    return ProblemWriter("conv2d", {"C", "K", "P", "Q", "R", "S"})
        .tensor("W", Operand::weight, {{{"K"}}, {{"C"}}, {{"R"}}, {{"S"}}})
        .tensor("I", Operand::input, {{{"C"}}, {{"P", stride}, {"R", dilation}}, {{"Q", stride}, {"S", dilation}}})
        .tensor("O", Operand::output, {{{"K"}}, {{"P"}}, {{"Q"}}})
        .take();
}

Problem groupedConv(Dice& dice) {
    return ProblemWriter("grouped conv", {"G", "C", "K", "P", "R"})
        .tensor("W", Operand::weight, {{{"G"}}, {{"K"}}, {{"C"}}, {{"R"}}})
        .tensor("I", Operand::input, {{{"G"}}, {{"C"}}, {{"P", dice.between(1, 2)}, {"R", dice.between(1, 2)}}})
        .tensor("O", Operand::output, {{{"G"}}, {{"K"}}, {{"P"}}})
        .take();
}

Problem depthwiseConv(Dice& dice) {
    return ProblemWriter("depthwise conv", {"G", "P", "Q", "R"})
        .tensor("W", Operand::weight, {{{"G"}}, {{"R"}}})
        .tensor("I", Operand::input, {{{"G"}}, {{"P", dice.between(1, 2)}, {"R"}}, {{"Q"}}})
        .tensor("O", Operand::output, {{{"G"}}, {{"P"}}, {{"Q"}}})
        .take();
}

Problem gemm(Dice&) {
    return ProblemWriter("GEMM", {"M", "N", "K"})
        .tensor("A", Operand::input, {{{"M"}}, {{"K"}}})
        .tensor("B", Operand::weight, {{{"K"}}, {{"N"}}})
        .tensor("Z", Operand::output, {{{"M"}}, {{"N"}}})
        .take();
}

Problem batchedGemm(Dice&) {
    return ProblemWriter("batched GEMM", {"B", "M", "N", "K"})
        .tensor("A", Operand::input, {{{"B"}}, {{"M"}}, {{"K"}}})
        .tensor("B", Operand::weight, {{{"B"}}, {{"K"}}, {{"N"}}})
        .tensor("Z", Operand::output, {{{"B"}}, {{"M"}}, {{"N"}}})
        .take();
}

Problem mttkrp(Dice&) {
    return ProblemWriter("MTTKRP", {"I", "J", "K", "L"})
        .tensor("A", Operand::input, {{{"I"}}, {{"K"}}, {{"L"}}})
        .tensor("B", Operand::weight, {{{"K"}}, {{"J"}}})
        .tensor("C", Operand::weight, {{{"L"}}, {{"J"}}})
        .tensor("Z", Operand::output, {{{"I"}}, {{"J"}}})
        .take();
}

/// An output that slides, with gaps where the stride exceeds the kernel.
Problem transposedConv(Dice& dice) {
    return ProblemWriter("transposed conv", {"C", "K", "P", "R"})
        .tensor("W", Operand::weight, {{{"K"}}, {{"C"}}, {{"R"}}})
        .tensor("I", Operand::input, {{{"C"}}, {{"P"}}})
        .tensor("O", Operand::output, {{{"K"}}, {{"P", dice.between(1, 4)}, {"R", dice.between(1, 2)}}})
        .take();
}

/// Windows that run backwards.
Problem flippedConv(Dice& dice) {
    return ProblemWriter("flipped conv", {"C", "P", "Q", "R"})
        .tensor("W", Operand::weight, {{{"C"}}, {{"R"}}})
        .tensor("I", Operand::input, {{{"C"}}, {{"P", dice.between(1, 2)}, {"R", -dice.between(1, 2)}}, {{"Q"}}})
        .tensor("O", Operand::output, {{{"P"}}, {{"Q", -1}}})
        .take();
}

/// An output of one word, and inputs that share all dims.
Problem dotProduct(Dice&) {
    return ProblemWriter("dot product", {"K", "L"})
        .tensor("A", Operand::input, {{{"K"}}, {{"L"}}})
        .tensor("B", Operand::weight, {{{"K"}}, {{"L"}}})
        .tensor("Z", Operand::output, {})
        .take();
}

Problem shapeOf(Dice& dice) {
    constexpr std::array kShapes = {conv1d, conv2d,      groupedConv, depthwiseConv,  gemm,
                                    mttkrp, batchedGemm, flippedConv, transposedConv, dotProduct};
    return kShapes[static_cast<std::size_t>(dice.between(0, kShapes.size() - 1))](dice);
}

} // namespace

Problem randomProblem(Dice& dice) {
    Problem problem = shapeOf(dice);
    const Count limit = dice.chance(5) ? 4000 : dice.between(8, 400);
    constexpr Count kFactors[] = {2, 2, 2, 3, 3, 5};
    Count iterations = 1;
    for (int tries = 0; tries < 14; ++tries) {
        const Count factor = kFactors[dice.between(0, 5)];
        if (iterations * factor > limit) continue;
        iterations *= factor;
        problem.dims[static_cast<std::size_t>(dice.between(0, static_cast<Count>(problem.dims.size()) - 1))].bound *=
            factor;
    }
    return problem;
}

} // namespace nestwright
