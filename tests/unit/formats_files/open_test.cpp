// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/open.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

namespace nestwright {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Files : public testing::Test {
protected:
    void SetUp() override {
        // Tests run side by side, each in a folder of its own.
        const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
        m_folder = fs::path(testing::TempDir()) / ("nestwright " + test) / u8"öffnet 文件";
        fs::remove_all(m_folder);
        fs::create_directories(m_folder);
    }
    void TearDown() override { fs::remove_all(m_folder); }

    [[nodiscard]] std::string path(const std::string& name) const { return (m_folder / name).string(); }

    fs::path m_folder;
};

TEST_F(Files, AreWrittenWholeAndReadBack) {
    const std::string content("a\0b\n", 4);
    ASSERT_TRUE(writeFileAtomically(path("out.bin"), content));
    EXPECT_EQ(readFile(path("out.bin")).value(), content);
    ASSERT_TRUE(writeFileAtomically(path("out.bin"), "second"));
    EXPECT_EQ(readFile(path("out.bin")).value(), "second");
    EXPECT_EQ(std::distance(fs::directory_iterator(m_folder), {}), 1) << "no temporary stays";
}

TEST_F(Files, WriteThroughLinksAndKeepTheirMode) {
    ASSERT_TRUE(writeFileAtomically(path("target"), "one"));
    fs::permissions(path("target"), fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink(path("target"), path("link"));
    ASSERT_TRUE(writeFileAtomically(path("link"), "two"));
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_EQ(readFile(path("target")).value(), "two");
    EXPECT_EQ(fs::status(path("target")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(Files, ThatCanNotBeUsedAreNamed) {
    EXPECT_THAT(readFile(path("missing")).error().text(), HasSubstr("missing"));
    EXPECT_THAT(readFile(m_folder.string()).error().text(), HasSubstr("folder"));
    ASSERT_TRUE(writeFileAtomically(path("big"), std::string(100, 'x')));
    EXPECT_THAT(readFile(path("big"), 99).error().text(), HasSubstr("99"));
    EXPECT_TRUE(readFile(path("big"), 100));
    EXPECT_FALSE(writeFileAtomically(path("no/such/folder/file"), "x"));
    EXPECT_FALSE(writeFileAtomically(m_folder.string(), "x"));
}

TEST_F(Files, OfModelsOpenByTheirContent) {
    const fs::path model = fs::path(NESTWRIGHT_TEST_DATA) / "models" / "resnet50_b1.onnx";
    fs::copy_file(model, path("modell öäü.onnx"));
    fs::copy_file(model, path("no extension"));
    for (const char* name : {"modell öäü.onnx", "no extension"}) {
        const auto graph = openWorkload(path(name), {}, {});
        ASSERT_TRUE(graph) << graph.error().text();
        EXPECT_EQ(graph->format, "onnx");
        EXPECT_EQ(graph->sourcePath, path(name));
        EXPECT_EQ(graph->sourceSha256.size(), 64U);
    }
}

TEST_F(Files, OfTopologiesGiveTheirModelTheirName) {
    ASSERT_TRUE(writeFileAtomically(path("layers.csv"), "Layer name, M, N, K,\nfc, 8, 16, 32,\n"));
    const auto graph = openWorkload(path("layers.csv"), {}, {});
    ASSERT_TRUE(graph) << graph.error().text();
    EXPECT_EQ(graph->name, "layers");
}

TEST_F(Files, MayBeFoldersWithAConfig) {
    fs::copy_file(fs::path(NESTWRIGHT_TEST_DATA) / "cases" / "A48" / "llama3_8b_shape.json", path("config.json"));
    const auto graph = openWorkload(m_folder.string(), {}, {});
    ASSERT_TRUE(graph) << graph.error().text();
    EXPECT_EQ(graph->format, "huggingface");
    EXPECT_EQ(graph->parameters(), 8030261248);
    EXPECT_EQ(graph->sourceSha256.size(), 64U);
}

TEST_F(Files, ThatAreNoWorkloadSayWhatTheyAre) {
    ASSERT_TRUE(writeFileAtomically(path("problem.yaml"), "problem:\n  shape: conv\n  instance: {P: 16}\n"));
    EXPECT_THAT(openWorkload(path("problem.yaml"), {}, {}).error().text(), HasSubstr("no shape named conv"));
    EXPECT_THAT(openWorkload("no/such/model.onnx", {}, {}).error().text(), HasSubstr("no/such/model.onnx"));
    EXPECT_FALSE(openWorkload("resnet5", {}, {}));
}

TEST_F(Files, OfAcceleratorsArePresetsOrDescriptions) {
    EXPECT_TRUE(openAccelerator("h100-sxm"));
    EXPECT_THAT(openAccelerator("h100-smx").error().text(), HasSubstr("h100-sxm"));
    EXPECT_THAT(openAccelerator("./none.json").error().text(), HasSubstr("none.json"));
    ASSERT_TRUE(writeFileAtomically(path("broken.json"), "{"));
    EXPECT_THAT(openAccelerator(path("broken.json")).error().text(), HasSubstr("broken.json"));
}

} // namespace
} // namespace nestwright
