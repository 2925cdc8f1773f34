// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of models as problems: written and read again, with the same count of multiply-adds.
#include "core/formats/onnx/onnx_reader.h"
#include "core/workload/catalogue.h"

#include <gtest/gtest.h>

#include "read.h"
#include <filesystem>
#include <fstream>
#include <iterator>

namespace nestwright::timeloop {
namespace {

std::string contentOf(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

class ModelProblems : public testing::TestWithParam<std::string> {};

TEST_P(ModelProblems, SurviveWritingAndReading) {
    int problems = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(NESTWRIGHT_TEST_DATA) + "/cases/" + GetParam())) {
        if (entry.path().extension() != ".onnx") continue;
        const auto graph = onnx_format::readModelBytes(contentOf(entry.path()), entry.path().string(), {}, {});
        ASSERT_TRUE(graph) << graph.error().text();
        for (std::size_t i = 0; i < graph->operators.size(); ++i) {
            const auto work = describeWork(*graph, static_cast<OperatorId>(i));
            ASSERT_TRUE(work);
            for (const auto& einsum : work->einsums) {
                SourceNotes notes;
                const auto text = writeProblem(einsum.problem, notes);
                ASSERT_TRUE(text) << text.error().text();
                const auto document = documentOf(*text);
                ASSERT_TRUE(document) << *text;
                const auto again = readProblem(*document, notes);
                ASSERT_TRUE(again) << again.error().text() << *text;
                EXPECT_EQ(again->macs(), einsum.problem.macs());
                for (int t = 0; t < static_cast<int>(again->tensors.size()); ++t) {
                    EXPECT_EQ(again->tensorElements(t), einsum.problem.tensorElements(t));
                }
                ++problems;
            }
        }
    }
    EXPECT_GT(problems, 0);
}

/// Grouped, depthwise and three-dimensional convolutions.
INSTANTIATE_TEST_SUITE_P(Cases, ModelProblems, testing::Values("A08", "A09", "A12"));

} // namespace
} // namespace nestwright::timeloop
