// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read.h"

namespace nestwright::timeloop {
namespace {

using testing::HasSubstr;

Problem read(const std::string& text, SourceNotes& notes) {
    const auto document = documentOf(text);
    if (!document) throw std::runtime_error(document.error().text());
    auto result = readProblem(*document, notes);
    if (!result) throw std::runtime_error(result.error().text());
    return *result;
}

Problem read(const std::string& text) {
    SourceNotes notes;
    return read(text, notes);
}

TEST(TimeloopProblem, HasTheConvolutionAsItsDefaultShape) {
    const auto problem = read("problem: {R: 3, S: 3, P: 8, Q: 6, C: 4, K: 5, N: 2, Wstride: 2}\n");
    EXPECT_EQ(problem.name, "cnn-layer");
    EXPECT_EQ(problem.macs(), 3.0 * 3 * 8 * 6 * 4 * 5 * 2);
    const int inputs = problem.tensorIndex("Inputs");
    EXPECT_EQ(problem.tensorElements(inputs), 2.0 * 4 * ((8 - 1) * 2 + 3) * (6 + 2));
    EXPECT_EQ(problem.tensors[static_cast<std::size_t>(inputs)].operand, Operand::input);
    EXPECT_EQ(problem.tensors[0].operand, Operand::weight);
    EXPECT_TRUE(problem.tensors[2].isReadWrite());
}

/// A window that is read backwards, a short form of the projection, and three inputs.
TEST(TimeloopProblem, ReadsCoefficientsAndShortForms) {
    const auto problem = read(R"(
problem:
  shape:
    dimensions: [P, R, K]
    coefficients: [{name: back, default: 1}, {name: twice, default: 2}]
    data-spaces:
    - {name: X, projection: [[[P, twice], [R, back]]]}
    - {name: W, projection: [R, K]}
    - {name: V, projection: "[P*twice + R, K]"}
    - {name: Y, projection: [[[P]], [[K]]], read-write: true}
  instance: {P: 4, R: 3, K: 2, back: -1}
)");
    EXPECT_EQ(problem.tensors[0].projection[0], (ProjectionRank{{0, 2}, {1, -1}}));
    EXPECT_EQ(problem.tensorElements(0), 3 * 2 + 2 + 1);
    EXPECT_EQ(problem.tensors[1].projection.size(), 2U);
    EXPECT_EQ(problem.tensors[2].projection[0], (ProjectionRank{{0, 2}, {1, 1}}));
    EXPECT_EQ(problem.tensors[0].operand, Operand::input);
    EXPECT_EQ(problem.tensors[1].operand, Operand::weight);
    EXPECT_EQ(problem.tensors[2].operand, Operand::weight);
}

TEST(TimeloopProblem, NamesWhatItLeavesOut) {
    SourceNotes notes;
    (void)read("problem:\n  instance: {R: 1, S: 1, P: 1, Q: 1, C: 1, K: 1, N: 1, Wpad: 1,\n"
               "    densities: {Inputs: 0.5}}\n",
               notes);
    EXPECT_THAT(textOf(notes), HasSubstr("Wpad"));
    EXPECT_THAT(textOf(notes), HasSubstr("file.yaml:3:5: densities is left out"));
}

TEST(TimeloopProblem, CountsBeyond64BitsAreDoubles) {
    const auto problem = read("problem: {R: 1, S: 1, P: 3000000, Q: 1, C: 3000000, K: 3000000, N: 1}\n");
    EXPECT_DOUBLE_EQ(problem.macs(), 2.7e19);
}

TEST(TimeloopProblem, RefusesWhatMakesNoSense) {
    const std::string rest = "S: 1, P: 1, Q: 1, C: 1, K: 1, N: 1";
    EXPECT_THAT(problemError("problem: {" + rest + "}\n"), HasSubstr("R has no bound"));
    EXPECT_THAT(problemError("problem: {R: 0, " + rest + "}\n"), HasSubstr("file.yaml:1:14: The bound of R"));
    EXPECT_THAT(problemError("problem: {R: -1, " + rest + "}\n"), HasSubstr("bound of R"));
    EXPECT_THAT(problemError("problem: {R: nan, " + rest + "}\n"), HasSubstr("bound of R"));
    EXPECT_THAT(problemError("problem: {R: 1e30, " + rest + "}\n"), HasSubstr("bound of R"));
    EXPECT_THAT(problemError("problem: {shape: other}\n"), HasSubstr("no shape named other"));
    EXPECT_THAT(problemError("problem: {R: 4e9, P: 1, C: 4e9, S: 4e9, K: 1, N: 1, Q: 1}\n"), HasSubstr("2^63"));
    const std::string shape = "problem:\n  shape:\n    dimensions: [M]\n    data_spaces:\n    - {name: A, projection: ";
    const std::string tail = "}\n    - {name: Z, projection: [[[M]]], read_write: true}\n  instance: {M: 2}\n";
    EXPECT_EQ(problemError(shape + "[[[M]]]" + tail), "accepted");
    EXPECT_THAT(problemError(shape + "[[[X]]]" + tail), HasSubstr("X is no dimension"));
    EXPECT_THAT(problemError(shape + "[[[M, M]]]" + tail), HasSubstr("M is no dimension"));
    EXPECT_THAT(problemError(shape + "[[[]]]" + tail), HasSubstr("A term of a projection"));
    EXPECT_THAT(problemError(shape + "[[[M]]], read_write: true" + tail), HasSubstr("2 outputs"));
}

TEST(TimeloopProblem, SurvivesWritingAndReading) {
    const auto problem = read("problem: {R: 3, S: 3, P: 8, Q: 6, C: 4, K: 5, N: 2, Wstride: 2, Hdilation: 3}\n");
    SourceNotes notes;
    const auto text = writeProblem(problem, notes);
    ASSERT_TRUE(text);
    EXPECT_TRUE(notes.empty()) << textOf(notes);
    EXPECT_EQ(read(*text), problem) << *text;
}

TEST(TimeloopProblem, WritesLongDimNamesAsLetters) {
    Problem problem = gemmProblem(1, 2, 3, 4, 16, 16);
    problem.dims[0].name = "rows";
    SourceNotes notes;
    const auto text = writeProblem(problem, notes);
    ASSERT_TRUE(text);
    EXPECT_THAT(textOf(notes), HasSubstr("R for rows"));
    EXPECT_EQ(read(*text).dims[0].name, "R");
}

} // namespace
} // namespace nestwright::timeloop
