// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/loading.h"

#include "core/formats/files/open.h"
#include "core/layout/layered_layout.h"
#include "core/workload/warnings.h"
#include "widgets/tables/figure_text.h"

#include <algorithm>

namespace nestwright::gui {

namespace {

constexpr float kNodeWidth = 248;
constexpr float kNodeHeight = 48;

/// A part of the whole work: its own 0..1 becomes from..to.
WorkContext part(const WorkContext& whole, double from, double to) {
    WorkContext result;
    result.cancel = whole.cancel;
    if (whole.progress) {
        result.progress = [sink = whole.progress, from, to](double fraction, const Message& step) {
            sink(from + (to - from) * fraction, step);
        };
    }
    return result;
}

tl::unexpected<Error> cancelled() {
    return failure(ErrorKind::cancelled, message(NW_TEXT("gui.open_cancelled", "Opening was cancelled")));
}

QString edgeLabel(const Tensor& tensor) {
    return tensor.shape && !tensor.shape->empty() ? shapeText(*tensor.shape) : QString();
}

std::shared_ptr<GraphPicture> edgesOf(const Graph& graph) {
    auto picture = std::make_shared<GraphPicture>();
    picture->view.sizes.assign(graph.operators.size(), {kNodeWidth, kNodeHeight});
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
        std::vector<OperatorId> producers;
        for (const auto input : graph.operators[i].inputs) {
            const auto* tensor = graph.tensor(input);
            if (tensor == nullptr || tensor->producer == kNoOperator) continue;
            if (std::find(producers.begin(), producers.end(), tensor->producer) != producers.end()) continue;
            producers.push_back(tensor->producer);
            picture->view.edges.push_back({tensor->producer, static_cast<OperatorId>(i)});
            picture->edgeLabels.push_back(edgeLabel(*tensor));
        }
    }
    return picture;
}

Result<ModelPointer> modelOf(std::shared_ptr<const Graph> graph, const std::string& spec, const Bindings& bindings,
                             const WorkContext& work) {
    auto model = std::make_shared<LoadedModel>();
    model->spec = spec;
    model->bindings = bindings;
    model->warnings = graph->warnings;
    for (std::size_t i = 0; i < graph->operators.size(); ++i) {
        if (work.cancel.isCancelled()) return cancelled();
        auto described = describeWork(*graph, static_cast<OperatorId>(i));
        if (!described) return tl::unexpected(described.error());
        model->warnings.insert(model->warnings.end(), described->warnings.begin(), described->warnings.end());
        model->works.push_back(std::move(*described));
    }
    model->rows = std::make_shared<const std::vector<OperatorRow>>(operatorRows(*graph, model->works));
    model->warnings = groupAlike(model->warnings, *graph);
    auto picture = edgesOf(*graph);
    auto laidOut = layout::layeredLayout(picture->view, {}, part(work, 0.8, 1));
    if (!laidOut) return cancelled();
    picture->layout = std::move(*laidOut);
    model->picture = std::move(picture);
    model->graph = std::move(graph);
    return ModelPointer(model);
}

} // namespace

Result<Opened> openFile(const std::string& spec, const Bindings& bindings, const WorkContext& work) {
    Opened opened;
    std::string source = spec;
    Bindings bound = bindings;
    std::shared_ptr<const Graph> graph;
    if (isProjectFile(spec)) {
        auto project = openProject(spec);
        if (!project) return tl::unexpected(project.error());
        opened.source = sourceState(*project);
        source = project->workload;
        bound = project->bindings;
        graph = project->graph;
        opened.project = std::move(*project);
    } else {
        auto read = openWorkload(spec, bindings, part(work, 0, 0.7));
        if (!read) return tl::unexpected(read.error());
        graph = std::make_shared<const Graph>(std::move(*read));
    }
    auto model = modelOf(std::move(graph), source, bound, work);
    if (!model) return tl::unexpected(model.error());
    opened.model = std::move(*model);
    return opened;
}

} // namespace nestwright::gui
