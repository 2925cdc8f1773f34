// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/native_input.h"
#include "core/accelerator/accelerator_json.h"
#include "core/accelerator/presets.h"
#include "core/formats/files/open.h"
#include "core/formats/native/native.h"

#include <CLI/App.hpp>

#include <algorithm>
#include <memory>

namespace nestwright::cli {

namespace {

struct ConvertOptions {
    std::string input;
    std::string accelerator;
    std::string problem;
};

/// A mapping speaks of the dims of a problem and the levels of an accelerator, so it is converted with both.
Result<nlohmann::ordered_json> convertMapping(const std::string& text, const ConvertOptions& options) {
    if (options.accelerator.empty() || options.problem.empty()) {
        return failure(ErrorKind::usage,
                       message(NW_TEXT("cli.convert.mapping", "A mapping is converted together with "
                                                              "its problem and accelerator")),
                       {options.input}, message(NW_TEXT("cli.convert.mapping.remedy", "Add --problem and --arch.")));
    }
    auto accelerator = openAccelerator(options.accelerator);
    if (!accelerator) return tl::unexpected(accelerator.error());
    auto problem = openProblem(options.problem);
    if (!problem) return tl::unexpected(problem.error());
    auto mapping = native::readMapping(text, options.input, *problem, *accelerator);
    if (!mapping) return tl::unexpected(mapping.error());
    return native::writeMapping(*problem, *accelerator, *mapping);
}

Result<nlohmann::ordered_json> convert(const ConvertOptions& options) {
    const auto ids = presetIds();
    if (std::find(ids.begin(), ids.end(), options.input) != ids.end()) {
        auto accelerator = preset(options.input);
        if (!accelerator) return tl::unexpected(accelerator.error());
        return writeAccelerator(*accelerator);
    }
    auto text = readFile(options.input);
    if (!text) return tl::unexpected(text.error());
    const std::string schema = schemaOf(*text);
    if (schema.rfind("nestwright.mapping", 0) == 0) return convertMapping(*text, options);
    if (schema.rfind("nestwright.problem", 0) == 0) {
        auto problem = native::readProblem(*text, options.input);
        if (!problem) return tl::unexpected(problem.error());
        return native::writeProblem(*problem);
    }
    auto accelerator = readAccelerator(*text, options.input);
    if (!accelerator) return tl::unexpected(accelerator.error());
    return writeAccelerator(*accelerator);
}

} // namespace

Command addConvert(CLI::App& program) {
    auto* parser = program.add_subcommand("convert", "Reads an accelerator, problem or mapping and writes it natively");
    auto options = std::make_shared<ConvertOptions>();
    parser->add_option("IN", options->input, "A native file or a preset's id")->required();
    parser->add_option("--arch", options->accelerator, "The accelerator of a mapping")->type_name("ARCH");
    parser->add_option("--problem", options->problem, "The problem of a mapping")->type_name("FILE");
    return {parser, [options](const CommonOptions&, const Console& console) {
                auto converted = convert(*options);
                if (!converted) return console.fail(converted.error());
                return console.writeJson(*converted);
            }};
}

} // namespace nestwright::cli
