// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "model_builder.h"

namespace nestwright::onnx_format::test {
namespace {

using testing::HasSubstr;

onnx::GraphProto matmulBranch(const std::string& left, const std::string& right, const std::string& out) {
    return ModelBuilder().node("MatMul", {left, right}, {out}).output(out).graph();
}

ModelBuilder conditional() {
    ModelBuilder builder;
    builder.input("x", {2, 4})
        .weight("w", {4, 6})
        .weight("v", {4, 6})
        .node("If", {"c"}, {"y"})
        .withGraph("then_branch", matmulBranch("x", "w", "t"))
        .withGraph("else_branch", matmulBranch("x", "v", "e"))
        .output("y");
    return builder;
}

TEST(ControlFlow, BranchesAreListedUnderTheirParent) {
    auto builder = conditional();
    builder.input("c", {}, 9);
    const auto graph = builder.read();
    ASSERT_TRUE(graph) << errorText(graph);
    ASSERT_EQ(graph->operators.size(), 3U);
    EXPECT_EQ(graph->operators[0].type, "If");
    EXPECT_EQ(graph->operators[1].parent, 0);
    EXPECT_EQ(graph->operators[2].parent, 0);
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{2, 6}));
    EXPECT_EQ(graph->parameters(), 48);
}

TEST(ControlFlow, ABranchThatIsNeverTakenIsLeftOut) {
    auto builder = conditional();
    builder.weight("c", {}, 9);
    builder.graph().mutable_initializer()->rbegin()->add_int32_data(0);
    const auto graph = builder.read();
    ASSERT_TRUE(graph) << errorText(graph);
    ASSERT_EQ(graph->operators.size(), 2U);
    EXPECT_EQ(graph->operators[1].name, "e");
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{2, 6}));
}

TEST(ControlFlow, LoopsCarryStatesAndStackScans) {
    ModelBuilder body;
    body.input("i", {}, 7)
        .input("go", {}, 9)
        .input("state", {})
        .node("Identity", {"go"}, {"go_on"})
        .node("MatMul", {"state", "w"}, {"next"})
        .node("Relu", {"next"}, {"seen"})
        .output("go_on")
        .output("next")
        .output("seen");
    body.graph().mutable_input(2)->clear_type();
    ModelBuilder builder;
    builder.input("x", {2, 4})
        .weight("w", {4, 4})
        .integer("trips", 10)
        .node("Loop", {"trips", "", "x"}, {"last", "all"})
        .withGraph("body", body.graph())
        .output("last")
        .output("all");
    const auto graph = builder.read();
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(shapeOf(*graph, "last"), (Shape{2, 4}));
    EXPECT_EQ(shapeOf(*graph, "all"), (Shape{10, 2, 4}));
    EXPECT_EQ(graph->operators[0].integer("trip_count", 0), 10);
    EXPECT_EQ(graph->operators[2].type, "MatMul");
    EXPECT_EQ(graph->operators[2].parent, 0);
}

TEST(ControlFlow, AStateThatGrowsHasNoShape) {
    ModelBuilder body;
    body.input("i", {}, 7)
        .input("go", {}, 9)
        .input("state", {})
        .node("Identity", {"go"}, {"go_on"})
        .node("Concat", {"state", "state"}, {"next"})
        .with("axis", 0)
        .output("go_on")
        .output("next");
    body.graph().mutable_input(2)->clear_type();
    ModelBuilder builder;
    builder.input("x", {2}).integer("trips", 3).node("Loop", {"trips", "", "x"}, {"y"}).withGraph("body", body.graph());
    const auto graph = builder.output("y").read();
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{-1}));
    EXPECT_THAT(warningTexts(*graph), HasSubstr("\"y\""));
}

TEST(ControlFlow, ScansWalkAlongAnAxis) {
    ModelBuilder body;
    body.input("h", {3})
        .input("x_t", {3})
        .node("Add", {"h", "x_t"}, {"h_next"})
        .node("Identity", {"h_next"}, {"y_t"})
        .output("h_next")
        .output("y_t");
    ModelBuilder builder;
    builder.input("h0", {3})
        .input("xs", {7, 3})
        .node("Scan", {"h0", "xs"}, {"h", "ys"})
        .with("num_scan_inputs", 1)
        .withGraph("body", body.graph())
        .output("h")
        .output("ys");
    const auto graph = builder.read();
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(shapeOf(*graph, "h"), (Shape{3}));
    EXPECT_EQ(shapeOf(*graph, "ys"), (Shape{7, 3}));
}

TEST(ControlFlow, OrderRespectsWhatSubgraphsReadFromOutside) {
    ModelBuilder builder;
    builder.input("x", {2, 4})
        .input("c", {}, 9)
        .weight("w", {4, 6})
        .node("If", {"c"}, {"y"})
        .withGraph("then_branch", matmulBranch("late", "w", "t"))
        .withGraph("else_branch", matmulBranch("late", "w", "e"))
        .node("Relu", {"x"}, {"late"})
        .output("y");
    const auto graph = builder.read();
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(graph->operators[0].type, "Relu");
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{2, 6}));
}

TEST(ControlFlow, DeepNestingEndsInAnError) {
    onnx::GraphProto inner = ModelBuilder().node("Relu", {"x"}, {"r"}).output("r").graph();
    for (int i = 0; i < 28; ++i) {
        ModelBuilder wrap;
        wrap.node("If", {"c"}, {"r" + std::to_string(i)})
            .withGraph("then_branch", inner)
            .output("r" + std::to_string(i));
        inner = wrap.graph();
    }
    ModelBuilder builder;
    builder.input("x", {2}).input("c", {}, 9).node("If", {"c"}, {"y"}).withGraph("then_branch", inner).output("y");
    const auto graph = builder.read();
    EXPECT_TRUE(graph || graph.error().kind == ErrorKind::input) << errorText(graph);
}

} // namespace
} // namespace nestwright::onnx_format::test
