// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/json_output.h"
#include "core/accelerator/accelerator_json.h"
#include "core/accelerator/presets.h"
#include "core/formats/files/descriptions.h"
#include "core/formats/files/open.h"
#include "core/formats/native/native.h"
#include "core/formats/timeloop/timeloop.h"

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace nestwright::cli {

namespace {

struct ConvertOptions {
    std::string input;
    std::string accelerator;
    std::string problem;
    std::string part;
    std::string form;
};

/// The form to write: as asked for, else by the extension of the file to write.
Result<std::string> formOf(const ConvertOptions& options, const CommonOptions& common) {
    if (!options.form.empty()) return options.form;
    if (isYamlSpec(common.output)) return "timeloop";
    const std::string extension = std::filesystem::path(common.output).extension().string();
    if (common.output.empty() || extension == ".json" || common.output.starts_with("/dev/")) return "native";
    return failure(ErrorKind::usage,
                   message(NW_TEXT("cli.convert.form", "convert writes no '%1' files"),
                           extension.empty() ? common.output : extension),
                   {},
                   message(NW_TEXT("cli.convert.form.remedy", "Give -o a name that ends in .json (native) or .yaml "
                                                              "(Timeloop), or name the form with --as.")));
}

timeloop::Dialect dialectOf(const std::string& form) {
    return form == "timeloop-0.3" ? timeloop::Dialect::v03 : timeloop::Dialect::v04;
}

/// Which part of the input is meant: that which was asked for, else the first of architecture, problem, mapping.
Result<std::string> partOf(const ConvertOptions& options) {
    if (!options.part.empty()) return options.part;
    if (isPreset(options.input)) return "arch";
    const auto parts = partsOf(options.input);
    if (!parts) return tl::unexpected(parts.error());
    if (!parts->empty()) return parts->front();
    return failure(ErrorKind::input,
                   message(NW_TEXT("cli.convert.nothing", "The file holds no architecture, problem or mapping")),
                   {options.input},
                   message(NW_TEXT("cli.convert.nothing.remedy", "Models aren't converted: inspect, plan and report "
                                                                 "read them as they are.")));
}

class Converter {
public:
    Converter(const ConvertOptions& options, std::string form, SourceNotes& notes)
        : m_options(options)
        , m_form(std::move(form))
        , m_notes(notes) {}

    Result<std::string> convert() {
        const auto part = partOf(m_options);
        if (!part) return tl::unexpected(part.error());
        if (*part == "mapping") return convertMapping();
        return *part == "problem" ? convertProblem() : convertAccelerator();
    }

private:
    [[nodiscard]] bool isNative() const { return m_form == "native"; }

    Result<std::string> convertAccelerator() {
        const auto accelerator = openAccelerator(m_options.input, m_notes);
        if (!accelerator) return tl::unexpected(accelerator.error());
        if (isNative()) return jsonText(writeAccelerator(*accelerator));
        return timeloop::writeArchitecture(*accelerator, dialectOf(m_form), m_notes);
    }

    Result<std::string> convertProblem() {
        const auto problem = openProblem(m_options.input, m_notes);
        if (!problem) return tl::unexpected(problem.error());
        if (isNative()) return jsonText(native::writeProblem(*problem));
        return timeloop::writeProblem(*problem, m_notes);
    }

    /// A mapping speaks of the dims of a problem and the levels of an accelerator, so it is converted with both.
    Result<std::string> convertMapping() {
        if (m_options.accelerator.empty() || m_options.problem.empty()) {
            return failure(ErrorKind::usage,
                           message(NW_TEXT("cli.convert.mapping", "A mapping is converted together with "
                                                                  "its problem and accelerator")),
                           {m_options.input},
                           message(NW_TEXT("cli.convert.mapping.remedy", "Add --problem and --arch.")));
        }
        const auto accelerator = openAccelerator(m_options.accelerator, m_notes);
        if (!accelerator) return tl::unexpected(accelerator.error());
        const auto problem = openProblem(m_options.problem, m_notes);
        if (!problem) return tl::unexpected(problem.error());
        const auto mapping = openMapping(m_options.input, *problem, *accelerator, m_notes);
        if (!mapping) return tl::unexpected(mapping.error());
        if (isNative()) return jsonText(native::writeMapping(*problem, *accelerator, *mapping));
        return timeloop::writeMapping(*problem, *accelerator, *mapping, dialectOf(m_form));
    }

    const ConvertOptions& m_options;
    std::string m_form;
    SourceNotes& m_notes;
};

ExitCode runConvert(const ConvertOptions& options, const CommonOptions& common, const Console& console) {
    SourceNotes notes;
    const auto form = formOf(options, common);
    if (!form) return console.fail(form.error());
    const auto converted = Converter(options, *form, notes).convert();
    for (auto& note : notes) {
        if (note.place.file.empty()) note.place.file = options.input;
    }
    console.warn(notes);
    if (!converted) return console.fail(converted.error());
    return console.write(*converted);
}

} // namespace

Command addConvert(CLI::App& program) {
    auto* parser = program.add_subcommand(
        "convert", "Writes an accelerator, problem or mapping in another form: natively, or as Timeloop YAML");
    auto options = std::make_shared<ConvertOptions>();
    parser
        ->add_option("IN", options->input,
                     "A native file, a preset's id, Timeloop YAML files joined with +, or ZigZag YAML")
        ->required();
    parser->add_option("--arch", options->accelerator, "The accelerator of a mapping")->type_name("ARCH");
    parser->add_option("--problem", options->problem, "The problem of a mapping")->type_name("FILE");
    parser
        ->add_option("--part", options->part,
                     "What of the input to convert where it holds several: arch, problem or "
                     "mapping")
        ->check(CLI::IsMember({"arch", "problem", "mapping"}))
        ->type_name("NAME");
    parser
        ->add_option("--as", options->form,
                     "native, timeloop (version 0.4), timeloop-0.3 or timeloop-0.4 (default: by "
                     "the extension of -o, .yaml for timeloop)")
        ->check(CLI::IsMember({"native", "timeloop", "timeloop-0.3", "timeloop-0.4"}))
        ->type_name("FORM");
    return {parser, [options](const CommonOptions& common, const Console& console) {
                return runConvert(*options, common, console);
            }};
}

} // namespace nestwright::cli
