// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "small_graph.h"

namespace nestwright {
namespace {

using namespace testing_support;
using testing::HasSubstr;

struct Sizes {
    Count directions = 1;
    Count time = 7;
    Count batch = 3;
    Count input = 5;
    Count hidden = 4;
};

void addCell(SmallGraph& g, const std::string& type, Count gates, const Sizes& s, TensorId lengths = kNoTensor,
             std::int64_t layout = 0) {
    const Shape x = layout == 0 ? Shape{s.time, s.batch, s.input} : Shape{s.batch, s.time, s.input};
    g.node(type,
           {g.activation(x), g.weight({s.directions, gates * s.hidden, s.input}),
            g.weight({s.directions, gates * s.hidden, s.hidden}), kNoTensor, lengths},
           {g.activation({s.time, s.directions, s.batch, s.hidden})}, {{"hidden_size", s.hidden}, {"layout", layout}});
}

// directions x steps x batch x gates x hidden x (input + hidden)
TEST(Recurrent, CountsItsGates) {
    for (const auto& [type, gates] : std::vector<std::pair<std::string, Count>>{{"LSTM", 4}, {"GRU", 3}, {"RNN", 1}}) {
        for (const Count directions : {1, 2}) {
            for (const std::int64_t layout : {0, 1}) {
                SmallGraph g;
                addCell(g, type, gates, {directions, 7, 3, 5, 4}, kNoTensor, layout);
                EXPECT_EQ(g.work().macs, directions * 7 * 3 * gates * 4 * (5 + 4)) << type;
                EXPECT_EQ(g.work().layerType, LayerType::recurrent);
            }
        }
    }
}

TEST(Recurrent, RunsItsStateStepByStep) {
    SmallGraph g;
    addCell(g, "LSTM", 4, {2, 7, 3, 5, 4});
    const OperatorWork work = g.work();
    ASSERT_EQ(work.einsums.size(), 2U);
    EXPECT_FALSE(work.einsums[0].isSequential);
    EXPECT_EQ(work.einsums[0].problem.dims, (std::vector<Dim>{{"M", 21}, {"N", 16}, {"K", 5}}));
    EXPECT_EQ(work.einsums[0].repeats, 2);
    EXPECT_TRUE(work.einsums[1].isSequential);
    EXPECT_EQ(work.einsums[1].problem.dims, (std::vector<Dim>{{"M", 3}, {"N", 16}, {"K", 4}}));
    EXPECT_EQ(work.einsums[1].repeats, 14);
}

TEST(Recurrent, StopsAtTheEndOfEachSequence) {
    SmallGraph g;
    const TensorId lengths = g.integers({7, 3, 1});
    addCell(g, "LSTM", 4, {1, 7, 3, 5, 4}, lengths);
    const OperatorWork work = g.work();
    EXPECT_EQ(work.macs, 11 * 16 * 9);  // 7 + 3 + 1 steps
    ASSERT_EQ(work.einsums.size(), 4U); // all inputs; 1 step of 3 sequences, 2 of 2, 4 of 1
    EXPECT_EQ(work.einsums[1].repeats, 1);
    EXPECT_EQ(work.einsums[2].repeats, 2);
    EXPECT_EQ(work.einsums[3].repeats, 4);
    EXPECT_TRUE(work.warnings.empty());
}

TEST(Recurrent, BoundsUnknownLengthsAndSaysSo) {
    SmallGraph g;
    const TensorId lengths = g.activation({3}, DataType::int32);
    addCell(g, "GRU", 3, {}, lengths);
    EXPECT_EQ(g.work().macs, 7 * 3 * 12 * 9);
    EXPECT_TRUE(hasWarning(g.work(), "sequence_lengths_unknown"));
}

TEST(Recurrent, RefusesContradictions) {
    SmallGraph wrongGates;
    addCell(wrongGates, "LSTM", 3, {});
    EXPECT_THAT(wrongGates.error(), HasSubstr("LSTM \"the node\""));
    for (const auto& lengths : {Integers{7, 3}, Integers{8, 1, 1}, Integers{-1, 1, 1}}) {
        SmallGraph g;
        addCell(g, "LSTM", 4, {}, g.integers(lengths));
        EXPECT_THAT(g.error(), HasSubstr("sequence_lens"));
    }
    SmallGraph flat;
    flat.node("GRU", {flat.activation({7, 5}), flat.weight({12, 5}), flat.weight({12, 4})}, {flat.activation({7, 4})});
    EXPECT_THAT(flat.error(), HasSubstr("rank"));
}

} // namespace
} // namespace nestwright
