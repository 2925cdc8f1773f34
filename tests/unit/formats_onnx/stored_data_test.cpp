// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "model_builder.h"
#include <filesystem>
#include <fstream>

namespace nestwright::onnx_format::test {
namespace {

using testing::HasSubstr;

/// A product with a stored 4 x 8 matrix of the type, whose data the caller fills in.
ModelBuilder product(int type) {
    ModelBuilder builder(21);
    builder.input("x", {1, 4}, type).weight("w", {4, 8}, type).node("MatMul", {"x", "w"}, {"y"}).output("y");
    return builder;
}

onnx::TensorProto& stored(ModelBuilder& builder) { return *builder.graph().mutable_initializer()->rbegin(); }

TEST(StoredData, HasTheSizeThatItsTypeAsksFor) {
    struct Row {
        int type;
        std::size_t bytes;
    };
    for (const Row row : {Row{1, 128}, Row{10, 64}, Row{16, 64}, Row{3, 32}, Row{9, 32}, Row{17, 32}, Row{22, 16},
                          Row{23, 16}, Row{25, 8}, Row{11, 256}}) {
        auto builder = product(row.type);
        stored(builder).set_raw_data(std::string(row.bytes, '\0'));
        EXPECT_TRUE(builder.read()) << row.type << " " << errorText(builder.read());
        stored(builder).set_raw_data(std::string(row.bytes - 1, '\0'));
        EXPECT_THAT(errorText(builder.read()), HasSubstr("\"w\"")) << row.type;
    }
}

TEST(StoredData, InTypedFieldsHasOneEntryAnElement) {
    auto halves = product(10);
    for (int i = 0; i < 4; ++i) stored(halves).add_int32_data(0);
    EXPECT_THAT(errorText(halves.read()), testing::AllOf(HasSubstr("\"w\""), HasSubstr("4 entries")));
    for (int i = 4; i < 32; ++i) stored(halves).add_int32_data(0);
    EXPECT_TRUE(halves.read());
}

TEST(StoredData, OfSubByteTypesIsRoundedUp) {
    ModelBuilder builder(21);
    builder.input("x", {1, 3})
        .weight("wq", {3, 5}, 21)
        .floats("s", {1})
        .node("DequantizeLinear", {"wq", "s"}, {"w"})
        .node("MatMul", {"x", "w"}, {"y"})
        .output("y");
    builder.graph().mutable_initializer(0)->set_raw_data(std::string(8, '\1'));
    const auto graph = builder.read();
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(tensorNamed(*graph, "wq").bytes(), 8);
}

TEST(StoredData, ElsewhereIsNeitherOpenedNorWritten) {
    const auto folder = std::filesystem::path(testing::TempDir()) / "nestwright_external";
    std::filesystem::create_directories(folder / "models");
    const auto outside = folder / "outside.bin";
    std::ofstream(outside) << "untouched";
    auto builder = product(1);
    auto& tensor = stored(builder);
    tensor.set_data_location(onnx::TensorProto::EXTERNAL);
    auto& location = *tensor.add_external_data();
    location.set_key("location");
    location.set_value("../outside.bin");
    const auto model = folder / "models" / "m.onnx";
    std::ofstream(model, std::ios::binary) << builder.bytes();
    const auto before = std::filesystem::last_write_time(outside);
    const auto graph = readModel(model.string(), {}, {});
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_THAT(warningTexts(*graph), HasSubstr("outside.bin"));
    EXPECT_EQ(graph->parameters(), 32);
    EXPECT_EQ(std::filesystem::last_write_time(outside), before);
    EXPECT_EQ(std::filesystem::file_size(outside), 9U);
    const auto count = std::distance(std::filesystem::recursive_directory_iterator(folder), {});
    EXPECT_EQ(count, 3);
    std::filesystem::remove_all(folder);
}

TEST(StoredData, PathsMayBeOutsideAscii) {
    const auto folder = std::filesystem::path(testing::TempDir()) / u8"Gerät 測試 für Netze";
    std::filesystem::create_directories(folder);
    const auto file = folder / u8"mödel 模型.onnx";
    std::ofstream(file, std::ios::binary) << product(1).bytes();
    const auto graph = readModel(file.string(), {}, {});
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(graph->name, "mödel 模型");
    std::filesystem::remove_all(folder);
}

TEST(StoredData, ExtentsBeyondCountingAreSaidSo) {
    ModelBuilder builder;
    builder.input("x", {1, 4})
        .weight("w", {4, std::int64_t{1} << 40, std::int64_t{1} << 40})
        .node("Relu", {"w"}, {"r"})
        .node("MatMul", {"x", "w"}, {"y"})
        .output("y");
    const auto graph = builder.read();
    if (graph) {
        EXPECT_THAT(warningTexts(*graph), HasSubstr("63 bits"));
    } else {
        EXPECT_EQ(graph.error().kind, ErrorKind::input);
    }
}

} // namespace
} // namespace nestwright::onnx_format::test
