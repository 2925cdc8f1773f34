// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/report_export.h"

#include "app/base/run_metadata.h"
#include "core/report/build_report.h"
#include "core/report/writers.h"
#include "widgets/report/pdf_writer.h"

#include <QFileInfo>
#include <QSaveFile>

namespace nestwright::gui {

namespace {

std::vector<std::string> commandFor(const LoadedModel& model, const std::vector<Accelerator>& accelerators,
                                    const std::vector<std::string>& sections) {
    std::vector<std::string> command{"nestwright-cli", "report", model.spec};
    for (const auto& accelerator : accelerators) command.insert(command.end(), {"--arch", accelerator.id});
    const auto& bindings = model.bindings;
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
    for (const auto& section : sections) command.insert(command.end(), {"--section", section});
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

Result<std::shared_ptr<const report::Document>> buildReportOf(const LoadedModel& model,
                                                              const std::vector<Accelerator>& accelerators,
                                                              const std::vector<PlanPointer>& plans,
                                                              const std::vector<std::string>& sections) {
    report::ReportInputs inputs;
    inputs.graph = model.graph.get();
    inputs.accelerators = accelerators;
    inputs.plans = plans;
    inputs.sections = sections;
    inputs.metadata = app::runMetadata(commandFor(model, accelerators, sections), PlanOptions{}.seed);
    auto built = report::buildReport(inputs);
    if (!built) return tl::unexpected(built.error());
    return std::make_shared<const report::Document>(std::move(*built));
}

Result<void> writeReport(const report::Document& document, const QString& path) {
    const auto suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("pdf")) return writePdf(document, path);
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
