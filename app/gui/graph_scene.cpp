// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/graph_scene.h"

#include "core/base/index.h"
#include "core/layout/nested_layout.h"
#include "widgets/tables/figure_text.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

namespace nestwright::gui {

namespace {

constexpr layout::Size kNode{248, 48};
constexpr layout::Size kWeight{200, 40};
constexpr std::string_view kClosedKey = "closed";
constexpr std::string_view kFlatKey = "flat";

/// Joins values into one number that tells kinds of operators apart.
class KindHash {
public:
    void add(std::uint64_t value) { m_value = (m_value ^ value) * 0x100000001b3U + (m_value >> 29U); }
    void add(std::int64_t value) { add(static_cast<std::uint64_t>(value)); }
    void add(double value) { add(static_cast<std::uint64_t>(std::hash<double>()(value))); }
    void add(const std::string& text) { add(static_cast<std::uint64_t>(std::hash<std::string>()(text))); }
    template <class T>
    void add(const std::vector<T>& values) {
        add(static_cast<std::uint64_t>(values.size()));
        for (const auto& value : values) add(value);
    }
    [[nodiscard]] std::uint64_t value() const { return m_value; }

private:
    std::uint64_t m_value = 0xcbf29ce484222325U;
};

std::uint64_t kindOf(const Graph& graph, const Operator& op, const OperatorWork& work) {
    KindHash hash;
    hash.add(op.domain);
    hash.add(op.type);
    for (const auto& [key, value] : op.attributes) {
        hash.add(key);
        std::visit([&](const auto& v) { hash.add(v); }, value);
    }
    for (const auto& dim : work.dims) {
        hash.add(dim.name);
        hash.add(static_cast<std::int64_t>(dim.bound));
    }
    for (const auto* tensors : {&op.inputs, &op.outputs}) {
        for (const auto id : *tensors) {
            const auto* tensor = graph.tensor(id);
            if (tensor == nullptr) continue;
            hash.add(static_cast<std::int64_t>(tensor->type));
            if (tensor->shape) hash.add(std::vector<std::int64_t>(tensor->shape->begin(), tensor->shape->end()));
        }
    }
    return hash.value();
}

/// Edges between operators, each pair once, with the tensor that runs along.
struct OperatorEdges {
    std::vector<layout::GraphView::Edge> edges;
    std::vector<TensorId> tensors;
};

OperatorEdges edgesOf(const Graph& graph) {
    OperatorEdges result;
    std::vector<OperatorId> producers;
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
        producers.clear();
        for (const auto input : graph.operators[i].inputs) {
            const auto* tensor = graph.tensor(input);
            if (tensor == nullptr || tensor->producer == kNoOperator) continue;
            if (std::find(producers.begin(), producers.end(), tensor->producer) != producers.end()) continue;
            producers.push_back(tensor->producer);
            result.edges.push_back({tensor->producer, static_cast<OperatorId>(i)});
            result.tensors.push_back(input);
        }
    }
    return result;
}

bool isStored(const Tensor& tensor) {
    return tensor.producer == kNoOperator && (tensor.role == TensorRole::weight || tensor.role == TensorRole::constant);
}

/// Builds one scene.
class SceneMaker {
public:
    SceneMaker(const Graph& graph, std::vector<layout::Repeat> repeats, SceneOptions options)
        : m_graph(graph)
        , m_whole(edgesOf(graph)) {
        m_scene.repeats = std::move(repeats);
        m_scene.options = std::move(options);
        m_scene.options.states.resize(m_scene.repeats.size(), layout::FoldState::open);
        m_scene.folded = layout::fold(static_cast<std::int32_t>(graph.operators.size()), m_whole.edges, m_scene.repeats,
                                      m_scene.options.states);
        m_picture.view.sizes.assign(m_scene.folded.members.size(), kNode);
        m_picture.view.edges = m_scene.folded.edges;
        for (const auto edge : m_scene.folded.edgeOf) m_tensors.push_back(m_whole.tensors[at(edge)]);
        m_frames = m_scene.folded.frames;
        if (m_scene.options.hasWeights) addWeights();
    }

    [[nodiscard]] ScenePointer run(const WorkContext& work) {
        auto laidOut = layout::nestedLayout(m_picture.view, m_frames, {}, {}, work);
        if (!laidOut) return nullptr;
        m_picture.layout = std::move(laidOut->layout);
        m_picture.frames = std::move(laidOut->frames);
        for (const auto id : m_tensors) m_picture.edgeLabels.push_back(shapeLabel(id));
        for (const auto portal : m_picture.layout.portals) {
            m_picture.portalLabels.push_back(QString::fromStdString(m_graph.tensor(m_tensors[at(portal)])->name));
        }
        m_picture.index = GraphIndex(m_picture.view, m_picture.layout);
        m_scene.picture = std::make_shared<const GraphPicture>(std::move(m_picture));
        return std::make_shared<const GraphScene>(std::move(m_scene));
    }

private:
    [[nodiscard]] QString shapeLabel(TensorId id) const {
        const auto* tensor = m_graph.tensor(id);
        return tensor != nullptr && tensor->shape && !tensor->shape->empty() ? shapeText(*tensor->shape) : QString();
    }

    void addWeights() {
        std::vector<std::int32_t> frameOf(m_scene.folded.members.size(), -1);
        for (std::size_t f = 0; f < m_frames.size(); ++f) {
            for (const auto node : m_frames[f]) frameOf[at(node)] = static_cast<std::int32_t>(f);
        }
        std::unordered_map<TensorId, std::size_t> indexOf;
        std::vector<std::int32_t> frameOfWeight; // -1 where readers stand in different places
        for (std::size_t node = 0; node < m_scene.folded.members.size(); ++node) {
            const auto& members = m_scene.folded.members[node];
            if (members.width != 1) continue;
            for (const auto input : m_graph.operators[at(members.first)].inputs) {
                const auto* tensor = m_graph.tensor(input);
                if (tensor == nullptr || !isStored(*tensor)) continue;
                const auto [found, isNew] = indexOf.try_emplace(input, m_scene.weights.size());
                if (isNew) {
                    m_scene.weights.push_back(input);
                    m_scene.weightReaders.push_back(members.first);
                    m_picture.view.sizes.push_back(kWeight);
                    frameOfWeight.push_back(frameOf[node]);
                } else if (frameOfWeight[found->second] != frameOf[node]) {
                    frameOfWeight[found->second] = -1;
                }
                const auto weight = static_cast<std::int32_t>(m_scene.folded.members.size() + found->second);
                m_picture.view.edges.push_back({weight, static_cast<std::int32_t>(node)});
                m_tensors.push_back(input);
            }
        }
        for (std::size_t w = 0; w < frameOfWeight.size(); ++w) {
            if (frameOfWeight[w] < 0) continue;
            m_frames[at(frameOfWeight[w])].push_back(static_cast<std::int32_t>(m_scene.folded.members.size() + w));
        }
    }

    const Graph& m_graph;
    OperatorEdges m_whole;
    GraphScene m_scene;
    GraphPicture m_picture;
    std::vector<TensorId> m_tensors; ///< by edge of the picture
    std::vector<std::vector<std::int32_t>> m_frames;
};

} // namespace

std::int32_t GraphScene::repeatOf(OperatorId id) const {
    for (std::size_t r = 0; r < repeats.size(); ++r) {
        if (id >= repeats[r].first && id < repeats[r].end()) return static_cast<std::int32_t>(r);
    }
    return -1;
}

std::vector<layout::Repeat> repeatsOf(const Graph& graph, const std::vector<OperatorWork>& works) {
    std::vector<std::uint64_t> kinds;
    kinds.reserve(works.size());
    for (std::size_t i = 0; i < works.size(); ++i) kinds.push_back(kindOf(graph, graph.operators[i], works[i]));
    return layout::findRepeats(kinds, edgesOf(graph).edges);
}

SceneOptions optionsOf(const ProjectView& view, const std::vector<layout::Repeat>& repeats) {
    SceneOptions options;
    options.states.assign(repeats.size(), layout::FoldState::open);
    for (const auto& fold : view.folds) {
        const auto isIt = [&](const auto& repeat) { return repeat.first == fold.first; };
        const auto found = std::find_if(repeats.begin(), repeats.end(), isIt);
        if (found == repeats.end()) continue;
        auto& state = options.states[static_cast<std::size_t>(found - repeats.begin())];
        if (fold.state == kClosedKey) state = layout::FoldState::closed;
        if (fold.state == kFlatKey) state = layout::FoldState::flat;
    }
    options.hasWeights = view.hasWeights;
    return options;
}

void describe(const SceneOptions& options, const std::vector<layout::Repeat>& repeats, ProjectView& view) {
    view.folds.clear();
    for (std::size_t i = 0; i < repeats.size() && i < options.states.size(); ++i) {
        if (options.states[i] == layout::FoldState::open) continue;
        const bool isClosed = options.states[i] == layout::FoldState::closed;
        view.folds.push_back({repeats[i].first, std::string(isClosed ? kClosedKey : kFlatKey)});
    }
    view.hasWeights = options.hasWeights;
}

ScenePointer makeScene(const Graph& graph, std::vector<layout::Repeat> repeats, SceneOptions options,
                       const WorkContext& work) {
    return SceneMaker(graph, std::move(repeats), std::move(options)).run(work);
}

} // namespace nestwright::gui
