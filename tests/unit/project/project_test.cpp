// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/presets.h"
#include "core/formats/files/open.h"
#include "core/formats/files/project_files.h"
#include "core/project/project_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

namespace nestwright {
namespace {

using testing::HasSubstr;

const std::string kModels = NESTWRIGHT_TEST_DATA "/models/";

/// A folder that is gone at the end.
class Folder {
public:
    Folder() {
        auto pattern = (std::filesystem::temp_directory_path() / "nestwright-XXXXXX").string();
        m_path = ::mkdtemp(pattern.data());
    }
    ~Folder() { std::filesystem::remove_all(m_path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    [[nodiscard]] std::string file(const std::string& name) const { return m_path + "/" + name; }

private:
    std::string m_path;
};

void writeText(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

Project projectOf(const std::string& workload, const Bindings& bindings = {}) {
    auto graph = openWorkload(workload, bindings, {});
    EXPECT_TRUE(graph) << graph.error().text();
    Project project;
    project.workload = workload;
    project.bindings = bindings;
    project.graph = std::make_shared<const Graph>(graph ? std::move(*graph) : Graph{});
    return project;
}

void expectEqual(const Graph& a, const Graph& b) {
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.format, b.format);
    EXPECT_EQ(a.opset, b.opset);
    EXPECT_EQ(a.sourcePath, b.sourcePath);
    EXPECT_EQ(a.sourceSha256, b.sourceSha256);
    EXPECT_EQ(a.inputs, b.inputs);
    EXPECT_EQ(a.outputs, b.outputs);
    EXPECT_EQ(a.symbols, b.symbols);
    EXPECT_EQ(a.kvBytesPerToken, b.kvBytesPerToken);
    EXPECT_EQ(a.activeParameters, b.activeParameters);
    ASSERT_EQ(a.tensors.size(), b.tensors.size());
    for (std::size_t i = 0; i < a.tensors.size(); ++i) {
        const auto tied = [](const Tensor& t) {
            return std::tie(t.name, t.shape, t.type, t.role, t.producer, t.isParameter, t.integers);
        };
        ASSERT_EQ(tied(a.tensors[i]), tied(b.tensors[i])) << i;
    }
    ASSERT_EQ(a.operators.size(), b.operators.size());
    for (std::size_t i = 0; i < a.operators.size(); ++i) {
        const auto tied = [](const Operator& o) {
            return std::tie(o.name, o.type, o.domain, o.inputs, o.outputs, o.attributes, o.parent, o.scope);
        };
        ASSERT_EQ(tied(a.operators[i]), tied(b.operators[i])) << i;
    }
    ASSERT_EQ(a.warnings.size(), b.warnings.size());
    for (std::size_t i = 0; i < a.warnings.size(); ++i) {
        const auto tied = [](const Warning& w) { return std::tie(w.op, w.code, w.message); };
        EXPECT_EQ(tied(a.warnings[i]), tied(b.warnings[i])) << i;
    }
}

void expectEqual(const Project& a, const Project& b) {
    EXPECT_EQ(a.workload, b.workload);
    EXPECT_EQ(a.bindings, b.bindings);
    EXPECT_EQ(a.accelerators, b.accelerators);
    EXPECT_EQ(a.currentAccelerator, b.currentAccelerator);
    EXPECT_EQ(a.plan.format, b.plan.format);
    EXPECT_EQ(a.plan.fusion, b.plan.fusion);
    EXPECT_EQ(a.plan.objective, b.plan.objective);
    EXPECT_EQ(a.plan.devices, b.plan.devices);
    EXPECT_EQ(a.plan.seed, b.plan.seed);
    EXPECT_EQ(a.selected, b.selected);
    EXPECT_EQ(a.view, b.view);
    EXPECT_EQ(a.savedViews, b.savedViews);
    EXPECT_EQ(a.leftOutSections, b.leftOutSections);
    EXPECT_EQ(a.draft, b.draft);
    EXPECT_EQ(a.unknown, b.unknown);
    expectEqual(*a.graph, *b.graph);
}

Project readBack(const Project& project) {
    auto read = readProject(writeProject(project), "p.nestwright");
    EXPECT_TRUE(read) << read.error().text();
    return read ? std::move(*read) : Project{};
}

/// Random values with all that is awkward in JSON.
class Dice {
public:
    explicit Dice(unsigned seed)
        : m_engine(seed) {}
    std::int64_t whole(std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(m_engine);
    }
    bool coin() { return whole(0, 1) == 1; }
    std::string text() {
        static const std::vector<std::string> parts = {
            "a",      "layers.0/", "\"", "\\", "\n", "\t",   std::string(1, '\0'),
            "\u00e9", "\u6f22",    "{}", "~1", " ",  "\x7f", "\U0001F40C"};
        std::string result;
        for (auto n = whole(0, 6); n > 0; --n) {
            result += parts[static_cast<std::size_t>(whole(0, static_cast<std::int64_t>(parts.size()) - 1))];
        }
        return result;
    }
    double real() {
        static const std::vector<double> special = {0.0,    -0.0,
                                                    1.0,    1e300,
                                                    5e-324, std::numeric_limits<double>::max(),
                                                    1e16,   0.1,
                                                    -2.5,   std::numeric_limits<double>::infinity()};
        return coin() ? special[static_cast<std::size_t>(whole(0, 9))]
                      : std::uniform_real_distribution<double>(-1e9, 1e9)(m_engine);
    }
    std::int64_t anyWhole() {
        static const std::vector<std::int64_t> special = {std::numeric_limits<std::int64_t>::min(),
                                                          std::numeric_limits<std::int64_t>::max(), -1, 0};
        return coin() ? special[static_cast<std::size_t>(whole(0, 3))] : whole(-1000, 1000);
    }
    AttributeValue attribute() {
        switch (whole(0, 5)) {
        case 0:
            return anyWhole();
        case 1:
            return real();
        case 2:
            return text();
        case 3:
            return list<std::int64_t>([this] { return anyWhole(); });
        case 4:
            return list<double>([this] { return real(); });
        default:
            return list<std::string>([this] { return text(); });
        }
    }
    template <class T, class Make>
    std::vector<T> list(Make make) {
        std::vector<T> result;
        for (auto n = whole(0, 3); n > 0; --n) result.push_back(make());
        return result;
    }

private:
    std::mt19937 m_engine;
};

Graph randomGraph(Dice& dice) {
    Graph graph;
    graph.name = dice.text();
    graph.format = "onnx";
    graph.opset = static_cast<int>(dice.whole(0, 25));
    graph.sourcePath = dice.text();
    graph.sourceSha256 = dice.text();
    if (dice.coin()) graph.symbols[dice.text()] = dice.coin() ? std::optional<Count>(dice.whole(1, 99)) : std::nullopt;
    if (dice.coin()) graph.kvBytesPerToken = dice.whole(0, 99) + 0.5;
    if (dice.coin()) graph.activeParameters = dice.whole(0, 1LL << 62);
    const auto operators = dice.whole(0, 6);
    const auto tensors = dice.whole(1, 8);
    for (std::int64_t i = 0; i < tensors; ++i) {
        Tensor tensor;
        tensor.name = dice.text();
        if (dice.coin()) tensor.shape = dice.list<Count>([&] { return dice.whole(0, 1LL << 40); });
        tensor.type = static_cast<DataType>(dice.whole(0, static_cast<int>(DataType::complex128)));
        tensor.role = static_cast<TensorRole>(dice.whole(0, 3));
        tensor.producer = static_cast<OperatorId>(dice.whole(-1, operators - 1));
        tensor.isParameter = dice.coin();
        if (dice.coin()) tensor.integers = dice.list<std::int64_t>([&] { return dice.anyWhole(); });
        graph.tensors.push_back(std::move(tensor));
    }
    const auto ids = [&] {
        return dice.list<TensorId>([&] { return static_cast<TensorId>(dice.whole(-1, tensors - 1)); });
    };
    graph.inputs = ids();
    graph.outputs = ids();
    for (std::int64_t i = 0; i < operators; ++i) {
        Operator op{dice.text(), dice.text(), dice.text(), ids(), ids(), {}, kNoOperator, dice.text()};
        op.parent = static_cast<OperatorId>(dice.whole(-1, i - 1));
        for (auto n = dice.whole(0, 3); n > 0; --n) op.attributes[dice.text()] = dice.attribute();
        graph.operators.push_back(std::move(op));
    }
    Warning warning{
        static_cast<OperatorId>(dice.whole(-1, operators - 1)), dice.text(), {dice.text(), dice.text(), {}}};
    warning.message.arguments = {dice.anyWhole(), dice.real(), dice.text()};
    graph.warnings.push_back(std::move(warning));
    return graph;
}

ProjectView randomView(Dice& dice) {
    ProjectView view;
    view.mode = dice.text();
    if (dice.coin()) view.graph = GraphPlace{dice.whole(-9, 9) * 0.1, 1e-7, 0.25};
    view.filter = dice.text();
    view.colouring = dice.text();
    view.sortColumn = dice.text();
    view.isSortDescending = view.sortColumn.empty() || dice.coin();
    view.isGrouped = dice.coin();
    for (auto n = dice.whole(0, 3); n > 0; --n) view.filters.push_back({dice.text(), dice.coin()});
    for (auto n = dice.whole(0, 3); n > 0; --n) {
        view.folds.push_back({static_cast<OperatorId>(dice.whole(0, 99)), dice.coin() ? "closed" : "flat"});
    }
    view.hasWeights = dice.coin();
    return view;
}

Project randomProject(unsigned seed) {
    Dice dice(seed);
    Project project;
    project.workload = dice.text();
    project.graph = std::make_shared<const Graph>(randomGraph(dice));
    if (dice.coin()) project.bindings.symbols[dice.text()] = dice.whole(0, 99);
    if (dice.coin()) project.leftOutSections = {dice.text(), dice.text()};
    if (dice.coin()) project.bindings.phase = dice.coin() ? "prefill" : "decode";
    if (dice.coin()) project.bindings.batch = dice.whole(1, 64);
    if (dice.coin()) project.bindings.sequence = dice.whole(1, 4096);
    if (dice.coin()) project.bindings.past = dice.whole(0, 4096);
    if (seed % 10 == 0) {
        const auto presets = presetIds();
        for (auto i = static_cast<std::size_t>(dice.whole(0, 3)); i < presets.size(); i += 5) {
            project.accelerators.push_back({dice.coin() ? presets[i] : dice.text(), *preset(presets[i])});
        }
    }
    if (!project.accelerators.empty()) project.currentAccelerator = project.accelerators.back().description.id;
    project.plan.format = static_cast<DataType>(dice.whole(0, static_cast<int>(DataType::int4)));
    project.plan.fusion = dice.coin() ? Fusion::automatic : Fusion::none;
    project.plan.objective = static_cast<Objective>(dice.whole(0, 2));
    project.plan.devices = static_cast<int>(dice.whole(1, 64));
    project.plan.seed = static_cast<std::uint64_t>(dice.whole(0, std::numeric_limits<std::int64_t>::max()));
    project.selected = static_cast<OperatorId>(dice.whole(-1, static_cast<int>(project.graph->operators.size()) - 1));
    project.view = randomView(dice);
    for (int key = 1; key <= 9; ++key) {
        if (dice.whole(0, 4) != 0) continue;
        project.savedViews.push_back({key, dice.text(), randomView(dice), project.selected, dice.text()});
    }
    if (dice.coin()) project.draft = project.bindings;
    if (dice.coin()) project.unknown["later"] = {{"deep", {1, 2.5, nullptr, "x"}}};
    return project;
}

TEST(Project, RandomOnesReadBackEqual) {
    for (unsigned seed = 0; seed < 300; ++seed) {
        const auto project = randomProject(seed);
        expectEqual(project, readBack(project));
        if (HasFailure()) FAIL() << "seed " << seed << '\n' << writeProject(project);
    }
}

TEST(Project, BytesThatAreNoUtf8AreReplaced) {
    auto graph = Graph{};
    graph.name = "caf\xE9";
    Project project;
    project.graph = std::make_shared<const Graph>(std::move(graph));
    EXPECT_EQ(readBack(project).graph->name, "caf\uFFFD");
}

TEST(Project, ModelsReadBackEqual) {
    for (const auto* model : {"resnet50_b1.onnx", "resnet50_dynamic_batch.onnx", "bert_base_dynamic.onnx"}) {
        const auto project = projectOf(kModels + model);
        expectEqual(project, readBack(project));
    }
}

TEST(Project, StaysSmallForALargeModel) {
    const auto project = projectOf("llama3-8b");
    EXPECT_GT(project.graph->operators.size(), 200U);
    EXPECT_LT(writeProject(project).size(), std::size_t{5'000'000});
}

TEST(Project, KeepsWhatALaterVersionAdded) {
    auto project = projectOf("resnet50");
    project.unknown["mappings"] = {{"conv1", {{"nodes", {1, 2}}}}};
    EXPECT_EQ(readBack(project).unknown, project.unknown);
}

struct Broken {
    std::string from; ///< a part of a good project
    std::string to;
    std::string mentions;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(Project, BrokenOnesNameThePlace) {
    auto project = projectOf("resnet50");
    project.accelerators.push_back({"gemmini", *preset("gemmini")});
    const auto good = writeProject(project);
    ASSERT_TRUE(readProject(good, "p"));
    const std::vector<Broken> cases = {
        {"project/1", "project/7", "newer Nestwright: it has format 7, and this one reads up to 1"},
        {"nestwright.project/1", "nestwright.mapping/1", "no Nestwright project"},
        {"\"workload\": \"resnet50\"", "\"workload\": 3", "p.nestwright:3"},
        {"\"workload\": \"resnet50\",", "", "workload"},
        {"\"fusion\": \"none\"", "\"fusion\": \"maybe\"", "fusion"},
        {"\"fusion\": \"none\"", "\"format\": \"fp99\"", "fp99"},
        {"\"id\":\"gemmini\"", "\"id\":7", "p.nestwright"},
        {"\"producer\":0", "\"producer\":99999", "refers to something that isn't in the graph"},
        {"\"producer\":0", "\"producer\":\"x\"", "producer must be a whole number"},
        {"\"shape\":[", "\"shape\":[-3,", "extent below 0"},
        {"\"shape\":[", "\"shape\":[1.5,", "shape must be a list of whole numbers"},
        {"\"type\":\"fp32\"", "\"type\":\"fp99\"", "tensors[0].type holds a name"},
        {"\"role\":\"weight\"", "\"role\":\"weights\"", "role holds a name"},
        {"\"attributes\":{", "\"attributes\":{\"odd\":null,", "value of no known kind"},
        {"\"tensors\": [", "\"tensors\": [3,", "tensors[0] must be an object"},
        {"\"operators\": [", "\"operatorz\": [", "operators must be a list"}};
    for (const auto& [from, to, mentions] : cases) {
        const auto read = readProject(replaced(good, from, to), "p.nestwright");
        ASSERT_FALSE(read) << to;
        EXPECT_EQ(read.error().kind, ErrorKind::input);
        EXPECT_THAT(read.error().text(), HasSubstr(mentions)) << to;
        EXPECT_EQ(read.error().place.file, "p.nestwright");
    }
    for (std::size_t cut = 0; cut < good.size(); cut += 1 + good.size() / 97) {
        EXPECT_FALSE(readProject(good.substr(0, cut), "p.nestwright")) << cut;
    }
}

TEST(Project, KnowsAPresetThatChanged) {
    auto project = projectOf("resnet50");
    project.accelerators = {{"gemmini", *preset("gemmini")}, {"tpu-v1", *preset("tpu-v1")}, {"my/file.json", {}}};
    EXPECT_TRUE(outdatedPresets(project).empty());
    project.accelerators[1].description.device.clockHz += 1;
    const auto outdated = outdatedPresets(project);
    ASSERT_EQ(outdated.size(), 1U);
    EXPECT_EQ(outdated[0]->origin, "tpu-v1");
}

TEST(ProjectFiles, OpenWithoutTheirModel) {
    const Folder folder;
    const auto model = folder.file("m \u00e4\u6f22.onnx");
    const auto path = folder.file("p \u00e4\u6f22.nestwright");
    std::filesystem::copy_file(kModels + "resnet50_dynamic_batch.onnx", model);
    const auto project = projectOf(model);
    ASSERT_TRUE(saveProject(path, project));
    EXPECT_EQ(sourceState(project), SourceState::unchanged);

    auto bound = Bindings{};
    bound.symbols["batch"] = 4;
    const auto four = openWorkload(path, bound, {});
    ASSERT_TRUE(four) << four.error().text();
    EXPECT_EQ(four->tensor(four->inputs[0])->shape->front(), 4);

    std::filesystem::remove(model);
    EXPECT_EQ(sourceState(project), SourceState::missing);
    const auto graph = openWorkload(path, {}, {});
    ASSERT_TRUE(graph) << graph.error().text();
    expectEqual(*project.graph, *graph);
    const auto refused = openWorkload(path, bound, {});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().text(), HasSubstr("isn't there"));
}

TEST(ProjectFiles, KnowAModelThatChangedOrMoved) {
    const Folder folder;
    const Folder other;
    const auto model = folder.file("m.onnx");
    std::filesystem::copy_file(kModels + "resnet50_dynamic_batch.onnx", model);
    ASSERT_TRUE(saveProject(folder.file("p.nestwright"), projectOf(model)));
    std::filesystem::rename(model, other.file("m.onnx"));
    std::filesystem::rename(folder.file("p.nestwright"), other.file("p.nestwright"));
    const auto moved = openProject(other.file("p.nestwright"));
    ASSERT_TRUE(moved);
    EXPECT_EQ(moved->graph->sourcePath, other.file("m.onnx"));
    EXPECT_EQ(sourceState(*moved), SourceState::unchanged);

    std::ofstream(other.file("m.onnx"), std::ios::binary | std::ios::app) << '\0';
    EXPECT_EQ(sourceState(*moved), SourceState::changed);
}

TEST(ProjectFiles, AreKnownByNameAndContent) {
    const Folder folder;
    writeText(folder.file("a.txt"), "{\n  \"schema\": \"nestwright.project/1\"}");
    writeText(folder.file("b.txt"), "{\"schema\": \"nestwright.accelerator/1\"}");
    EXPECT_TRUE(isProjectFile(folder.file("a.txt")));
    EXPECT_FALSE(isProjectFile(folder.file("b.txt")));
    EXPECT_TRUE(isProjectFile("missing.nestwright"));
    EXPECT_FALSE(isProjectFile("resnet50"));
    const auto missing = openWorkload(folder.file("missing.nestwright"), {}, {});
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().text(), HasSubstr("no such file"));
}

} // namespace
} // namespace nestwright
