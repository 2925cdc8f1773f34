// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/loading.h"

#include "core/formats/files/open.h"
#include "core/workload/warnings.h"

namespace nestwright::gui {

namespace {

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

Result<ModelPointer> modelOf(std::shared_ptr<const Graph> graph, const std::string& spec, const Bindings& bindings,
                             const ProjectView& view, const WorkContext& work) {
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
    auto repeats = repeatsOf(*graph, model->works);
    auto options = optionsOf(view, repeats);
    model->scene = makeScene(*graph, std::move(repeats), std::move(options), part(work, 0.8, 1));
    if (!model->scene) return cancelled();
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
    const auto view = opened.project ? opened.project->view : ProjectView();
    auto model = modelOf(std::move(graph), source, bound, view, work);
    if (!model) return tl::unexpected(model.error());
    opened.model = std::move(*model);
    return opened;
}

} // namespace nestwright::gui
