// SPDX-License-Identifier: GPL-3.0-or-later
// A reference case written as Timeloop YAML and read again, natively too, gives the figures of the case.
#include "core/accelerator/accelerator_json.h"
#include "core/cost/evaluation.h"
#include "core/formats/native/native.h"
#include "core/formats/timeloop/timeloop.h"
#include "tests/reference/timeloop/timeloop_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

namespace nestwright {
namespace {

using timeloop::Dialect;
using timeloop::Document;

struct Description {
    Problem problem;
    Accelerator accelerator;
    Mapping mapping;
};

/// Fails the test and leaves the result empty where the text can't be read.
Description readAll(const std::string& text) {
    Description result;
    SourceNotes notes;
    const auto document = Document::parse({{text, "case.yaml"}});
    if (!document) {
        ADD_FAILURE() << document.error().text();
        return result;
    }
    const auto problem = timeloop::readProblem(*document, notes);
    const auto accelerator = timeloop::readArchitecture(*document, notes);
    if (!problem || !accelerator) {
        ADD_FAILURE() << (problem ? accelerator.error().text() : problem.error().text());
        return result;
    }
    const auto mapping = timeloop::readMapping(*document, *problem, *accelerator, notes);
    if (!mapping) {
        ADD_FAILURE() << mapping.error().text();
        return result;
    }
    for (const auto& note : notes) ADD_FAILURE() << note.text();
    return {*problem, *accelerator, *mapping};
}

void expectSame(const Evaluation& is, const Evaluation& was) {
    ASSERT_TRUE(is.isValid);
    EXPECT_EQ(is.boundCycles, was.boundCycles);
    EXPECT_EQ(is.cycles, was.cycles);
    EXPECT_EQ(is.energyPj, was.energyPj);
    EXPECT_EQ(is.areaMm2, was.areaMm2);
    EXPECT_EQ(is.utilization, was.utilization);
    ASSERT_EQ(is.levels.size(), was.levels.size());
    for (std::size_t l = 0; l < is.levels.size(); ++l) {
        for (std::size_t t = 0; t < is.levels[l].tensors.size(); ++t) {
            const auto& a = is.levels[l].tensors[t];
            const auto& b = was.levels[l].tensors[t];
            EXPECT_EQ(a.isKept, b.isKept);
            EXPECT_EQ(a.tileWords, b.tileWords);
            EXPECT_EQ(a.reads, b.reads);
            EXPECT_EQ(a.fills, b.fills);
            EXPECT_EQ(a.updates, b.updates);
            EXPECT_EQ(a.temporalReductions, b.temporalReductions);
            EXPECT_EQ(a.energyPj, b.energyPj);
        }
    }
    ASSERT_EQ(is.networks.size(), was.networks.size());
    for (std::size_t n = 0; n < is.networks.size(); ++n) {
        EXPECT_EQ(is.networks[n].above, was.networks[n].above);
        for (std::size_t t = 0; t < is.networks[n].tensors.size(); ++t) {
            EXPECT_EQ(is.networks[n].tensors[t].ingresses, was.networks[n].tensors[t].ingresses);
            EXPECT_EQ(is.networks[n].tensors[t].spatialReductions, was.networks[n].tensors[t].spatialReductions);
            EXPECT_EQ(is.networks[n].tensors[t].linkTransfers, was.networks[n].tensors[t].linkTransfers);
        }
    }
}

class TimeloopFiles : public testing::TestWithParam<std::string> {};

TEST_P(TimeloopFiles, RoundTripsChangeNoFigure) {
    auto example = loadTimeloopCase(GetParam());
    for (auto& level : example.accelerator.levels) level.fanout.links = level.fanout.children() > 1;
    EvaluationContext context;
    context.rules = example.rules;
    const auto was = evaluate(example.problem, example.accelerator, example.mapping, context);
    for (const auto dialect : {Dialect::v03, Dialect::v04}) {
        SourceNotes notes;
        const auto problem = timeloop::writeProblem(example.problem, notes);
        const auto mapping = timeloop::writeMapping(example.problem, example.accelerator, example.mapping, dialect);
        ASSERT_TRUE(problem && mapping);
        const auto text = timeloop::writeArchitecture(example.accelerator, dialect, notes) + *problem + *mapping;
        for (const auto& note : notes) ADD_FAILURE() << note.text();
        const auto read = readAll(text);
        if (HasFailure()) FAIL() << text;
        expectSame(evaluate(read.problem, read.accelerator, read.mapping, context), was);
        const auto native = readAccelerator(writeAccelerator(read.accelerator).dump(), "native.json");
        ASSERT_TRUE(native) << native.error().text();
        EXPECT_EQ(native->levels, read.accelerator.levels);
        EXPECT_EQ(native->device, read.accelerator.device);
        const auto space = native::readProblem(native::writeProblem(read.problem).dump(), "native.json");
        ASSERT_TRUE(space) << space.error().text();
        const auto nest = native::readMapping(native::writeMapping(*space, *native, read.mapping).dump(), "native.json",
                                              *space, *native);
        ASSERT_TRUE(nest) << nest.error().text();
        expectSame(evaluate(*space, *native, *nest, context), was);
    }
}

INSTANTIATE_TEST_SUITE_P(Cases, TimeloopFiles, testing::ValuesIn(timeloopCaseIds()), [](const auto& info) {
    auto name = info.param;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
});

} // namespace
} // namespace nestwright
