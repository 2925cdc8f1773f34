// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "model_builder.h"
#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace nestwright::onnx_format::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> zooFiles() {
    std::vector<fs::path> files;
    const char* reference = std::getenv("NESTWRIGHT_REFERENCE_DIR");
    const fs::path zoo = fs::path(reference == nullptr ? "" : reference) / "models" / "zoo";
    if (reference == nullptr || !fs::is_directory(zoo)) return files;
    for (const auto& entry : fs::recursive_directory_iterator(zoo)) {
        if (entry.path().extension() == ".onnx") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

TEST(Zoo, EveryModelIsReadOrSaysWhyNot) {
    const auto files = zooFiles();
    if (files.empty()) GTEST_SKIP() << "NESTWRIGHT_REFERENCE_DIR has no models/zoo";
    for (const auto& file : files) {
        const auto graph = readModel(file.string(), {}, {});
        ASSERT_TRUE(graph) << file << ": " << errorText(graph);
        const bool isComplete = std::all_of(graph->operators.begin(), graph->operators.end(), [&](const Operator& op) {
            return std::all_of(op.outputs.begin(), op.outputs.end(),
                               [&](TensorId id) { return id == kNoTensor || graph->tensor(id)->shape; });
        });
        if (isComplete) continue;
        const bool saysWhy = std::any_of(graph->warnings.begin(), graph->warnings.end(), [](const Warning& warning) {
            return warning.code == "unknown_shape" || warning.code == "unknown_operator" ||
                   warning.code == "data_dependent_shape";
        });
        EXPECT_TRUE(saysWhy) << file << ": " << warningTexts(*graph);
    }
}

TEST(Zoo, WellKnownModelsHaveTheirParameters) {
    const auto files = zooFiles();
    if (files.empty()) GTEST_SKIP() << "NESTWRIGHT_REFERENCE_DIR has no models/zoo";
    const std::map<std::string, Count> known = {{"onnx-light_light_bvlc_alexnet", 60965224},
                                                {"onnx-light_light_resnet50", 25557032},
                                                {"onnx-light_light_squeezenet", 1235496},
                                                {"stream_swiglu_1024_4096_14336", Count{3} * 4096 * 14336}};
    std::size_t found = 0;
    for (const auto& file : files) {
        const auto it = known.find(file.stem().string());
        if (it == known.end()) continue;
        ++found;
        const auto graph = readModel(file.string(), {}, {});
        ASSERT_TRUE(graph);
        EXPECT_EQ(graph->parameters(), it->second) << file;
    }
    EXPECT_EQ(found, known.size());
}

} // namespace
} // namespace nestwright::onnx_format::test
