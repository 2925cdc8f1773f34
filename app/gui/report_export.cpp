// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/report_export.h"

#include "app/base/run_metadata.h"
#include "core/project/project.h"
#include "core/report/build_report.h"
#include "core/report/writers.h"

#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>

namespace nestwright::gui {

namespace {

bool contains(const std::vector<std::string>& ids, const std::string& id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// None where the report is whole.
std::vector<std::string> sectionsToName(const ReportOrder& order) {
    if (!order.sections.empty() || order.leftOut.empty()) return order.sections;
    auto ids = report::sectionIds(order.plans.size());
    ids.erase(std::remove_if(ids.begin(), ids.end(), [&](const auto& id) { return contains(order.leftOut, id); }),
              ids.end());
    return ids;
}

std::vector<std::string> commandFor(const ReportOrder& order) {
    std::vector<std::string> command{"nestwright-cli", "report", order.model->spec};
    for (std::size_t i = 0; i < order.accelerators.size(); ++i) {
        const auto& origin = order.origins[i];
        command.insert(command.end(), {"--arch", origin.empty() ? order.accelerators[i].id : origin});
    }
    const auto& bindings = order.model->bindings;
    const auto add = [&](const char* option, const std::optional<Count>& value) {
        if (value) command.insert(command.end(), {option, std::to_string(*value)});
    };
    add("--batch", bindings.batch);
    add("--seq", bindings.sequence);
    add("--past", bindings.past);
    if (bindings.phase) command.insert(command.end(), {"--phase", *bindings.phase});
    for (const auto& [name, value] : bindings.symbols) {
        command.insert(command.end(), {"--set", name + '=' + std::to_string(value)});
    }
    if (order.options.format != DataType::unknown) {
        command.insert(command.end(), {"--format", std::string(nameOf(order.options.format))});
    }
    for (const auto& section : sectionsToName(order)) command.insert(command.end(), {"--section", section});
    command.insert(command.end(), {"-o", "report.pdf"});
    return command;
}

Result<void> writeText(const std::string& text, const QString& path) {
    QSaveFile file(path);
    const auto size = static_cast<qint64>(text.size());
    if (file.open(QIODevice::WriteOnly) && file.write(text.data(), size) == size && file.commit()) return {};
    return failure(ErrorKind::input,
                   message(NW_TEXT("gui.write_failed", "The report can't be written to %1: %2"), path.toStdString(),
                           file.errorString().toStdString()),
                   {path.toStdString(), 0, 0},
                   message(NW_TEXT("gui.write_failed.remedy", "Choose a folder that you may write to.")));
}

} // namespace

Result<std::shared_ptr<const report::Document>> buildReportOf(const ReportOrder& order) {
    report::ReportInputs inputs;
    inputs.graph = order.model->graph.get();
    inputs.accelerators = order.accelerators;
    for (std::size_t i = 0; i < order.origins.size(); ++i) {
        inputs.acceleratorFiles.push_back(fileOfOrigin(order.origins[i], order.accelerators[i].id));
    }
    inputs.plans = order.plans;
    inputs.sections = order.sections;
    inputs.metadata = app::runMetadata(commandFor(order), order.options.seed);
    auto built = report::buildReport(inputs);
    if (!built) return tl::unexpected(built.error());
    return std::make_shared<const report::Document>(std::move(*built));
}

std::shared_ptr<const report::Document> without(std::shared_ptr<const report::Document> whole,
                                                const std::vector<std::string>& leftOut) {
    if (leftOut.empty()) return whole;
    auto rest = std::make_shared<report::Document>(*whole);
    auto& sections = rest->sections;
    sections.erase(std::remove_if(sections.begin(), sections.end(),
                                  [&](const auto& section) { return contains(leftOut, section.id); }),
                   sections.end());
    return rest;
}

bool isPdf(const QString& path) { return QFileInfo(path).suffix().toLower() == QLatin1String("pdf"); }

Result<void> writeReport(const report::Document& document, const QString& path) {
    const auto suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("html")) return writeText(report::toHtml(document), path);
    if (suffix == QLatin1String("md")) return writeText(report::toMarkdown(document), path);
    if (suffix == QLatin1String("json")) return writeText(report::toJson(document), path);
    if (suffix == QLatin1String("csv")) return writeText(report::toCsv(document), path);
    return failure(ErrorKind::usage,
                   message(NW_TEXT("gui.report_form", "There is no report in the form '%1'"), suffix.toStdString()),
                   {path.toStdString(), 0, 0},
                   message(NW_TEXT("gui.report_form.remedy",
                                   "Give the file a name that ends in .pdf, .html, .md, .json or .csv.")));
}

} // namespace nestwright::gui
