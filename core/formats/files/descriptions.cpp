// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/descriptions.h"

#include "core/base/path.h"
#include "core/formats/files/open.h"
#include "core/formats/native/native.h"
#include "core/formats/timeloop/timeloop.h"
#include "core/formats/yaml/parse.h"
#include "core/formats/zigzag/zigzag.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace nestwright {
namespace {

namespace fs = std::filesystem;

bool isFile(const std::string& path) {
    std::error_code ignored;
    return fs::exists(pathOf(path), ignored);
}

/// The files of a spec: the whole of it where that is a file, else the parts between + that are.
std::vector<std::string> filesOf(const std::string& spec) {
    if (isFile(spec)) return {spec};
    std::vector<std::string> files(1);
    for (std::size_t i = 0; i < spec.size(); ++i) {
        const bool ends = spec[i] == '+' && (isFile(files.back()) || isYamlSpec(files.back()));
        if (ends) {
            files.emplace_back();
        } else {
            files.back() += spec[i];
        }
    }
    return files;
}

Result<timeloop::Document> openDocument(const std::string& spec) {
    std::vector<timeloop::SourceText> sources;
    for (const auto& file : filesOf(spec)) {
        auto text = readFile(file, yaml::Limits{}.maxBytes);
        if (!text) return tl::unexpected(text.error());
        sources.push_back({std::move(*text), file});
    }
    return timeloop::Document::parse(sources);
}

/// The spec's first file that is one of ZigZag's, of a kind if one is wanted; nothing where there is none.
Result<std::optional<zigzag::Description>> openZigzag(const std::string& spec,
                                                      zigzag::Kind wanted = zigzag::Kind::none) {
    if (!isYamlSpec(spec)) return std::nullopt;
    for (const auto& file : filesOf(spec)) {
        const auto text = readFile(file, yaml::Limits{}.maxBytes);
        if (!text) return tl::unexpected(text.error());
        auto description = zigzag::parse(*text, file);
        if (!description) return tl::unexpected(description.error());
        const bool isWanted = wanted == zigzag::Kind::none || description->kind == wanted;
        if (description->kind != zigzag::Kind::none && isWanted) return std::move(*description);
    }
    return std::nullopt;
}

Result<Problem> onlyProblem(const zigzag::Description& description, SourceNotes& notes) {
    const auto layers = zigzag::readWorkload(description, notes);
    if (!layers) return tl::unexpected(layers.error());
    if (layers->size() == 1) return layers->front().problem;
    return failure(ErrorKind::input,
                   message(NW_TEXT("files.layers", "The workload has %1 layers; one is wanted"), layers->size()),
                   {description.file, 0, 0},
                   message(NW_TEXT("files.layers.remedy", "Put the layer that is meant into a file of its own; 'map' "
                                                          "and 'plan' take all of them.")));
}

std::string schemaOf(std::string_view text) {
    const auto document = nlohmann::json::parse(text, nullptr, false);
    if (!document.is_object()) return {};
    const auto schema = document.find("schema");
    if (schema != document.end() && schema->is_string()) return schema->get<std::string>();
    return {};
}

} // namespace

bool isYamlSpec(const std::string& spec) {
    const auto extension = lowerExtension(spec);
    return extension == ".yaml" || extension == ".yml";
}

bool isLayerFile(const std::string& spec) {
    const auto description = openZigzag(spec, zigzag::Kind::workload);
    return description && description->has_value();
}

Result<Graph> openLayers(const std::string& spec, SourceNotes& notes) {
    const auto description = openZigzag(spec, zigzag::Kind::workload);
    if (!description) return tl::unexpected(description.error());
    return zigzag::readGraph(**description, notes);
}

bool isProblemFile(const std::string& spec) {
    if (isYamlSpec(spec)) return !isLayerFile(spec);
    std::error_code ignored;
    if (lowerExtension(spec) != ".json" || !fs::is_regular_file(pathOf(spec), ignored)) return false;
    const auto text = readFile(spec, kLargestDescription);
    return text && schemaOf(*text).rfind("nestwright.problem", 0) == 0;
}

Result<std::vector<std::string>> partsOf(const std::string& spec) {
    std::vector<std::string> parts;
    if (isYamlSpec(spec)) {
        const auto description = openZigzag(spec);
        if (!description) return tl::unexpected(description.error());
        if (*description) {
            constexpr const char* kParts[] = {"", "arch", "problem", "mapping"};
            parts.emplace_back(kParts[static_cast<std::size_t>((*description)->kind)]);
            return parts;
        }
        const auto document = openDocument(spec);
        if (!document) return tl::unexpected(document.error());
        if (document->architecture() != nullptr) parts.emplace_back("arch");
        if (document->problem() != nullptr) parts.emplace_back("problem");
        if (document->mapping() != nullptr) parts.emplace_back("mapping");
        return parts;
    }
    const auto text = readFile(spec, kLargestDescription);
    if (!text) return tl::unexpected(text.error());
    const auto first = text->find_first_not_of(" \t\r\n");
    if (first == std::string::npos || (*text)[first] != '{') return parts;
    const auto schema = schemaOf(*text);
    const bool isMapping = schema.rfind("nestwright.mapping", 0) == 0;
    const bool isProblem = schema.rfind("nestwright.problem", 0) == 0;
    parts.emplace_back(isMapping ? "mapping" : isProblem ? "problem" : "arch");
    return parts;
}

Result<Problem> openProblem(const std::string& spec, SourceNotes& notes) {
    if (isYamlSpec(spec)) {
        const auto description = openZigzag(spec, zigzag::Kind::workload);
        if (!description) return tl::unexpected(description.error());
        if (*description) return onlyProblem(**description, notes);
        const auto document = openDocument(spec);
        if (!document) return tl::unexpected(document.error());
        return timeloop::readProblem(*document, notes);
    }
    const auto text = readFile(spec, kLargestDescription);
    if (!text) return tl::unexpected(text.error());
    return native::readProblem(*text, spec);
}

Result<Mapping> openMapping(const std::string& spec, const Problem& problem, const Accelerator& accelerator,
                            SourceNotes& notes) {
    if (isYamlSpec(spec)) {
        const auto description = openZigzag(spec, zigzag::Kind::mapping);
        if (!description) return tl::unexpected(description.error());
        if (*description) return zigzag::readMapping(**description, problem, accelerator, notes);
        const auto document = openDocument(spec);
        if (!document) return tl::unexpected(document.error());
        return timeloop::readMapping(*document, problem, accelerator, notes);
    }
    const auto text = readFile(spec, kLargestDescription);
    if (!text) return tl::unexpected(text.error());
    return native::readMapping(*text, spec, problem, accelerator);
}

Result<MappingConstraints> openConstraints(const std::string& spec, const Problem& problem,
                                           const Accelerator& accelerator, SourceNotes& notes) {
    if (!isYamlSpec(spec)) {
        return failure(ErrorKind::input, message(NW_TEXT("files.constraints", "Constraints are read from YAML files")),
                       {spec, 0, 0},
                       message(NW_TEXT("files.constraints.remedy", "Write them as Timeloop has them, in a file that "
                                                                   "ends in .yaml.")));
    }
    const auto description = openZigzag(spec);
    if (!description) return tl::unexpected(description.error());
    if (*description) {
        if ((*description)->kind != zigzag::Kind::mapping) return MappingConstraints{};
        return zigzag::readConstraints(**description, problem, accelerator, notes);
    }
    const auto document = openDocument(spec);
    if (!document) return tl::unexpected(document.error());
    return timeloop::readConstraints(*document, problem, accelerator, notes);
}

void noteConstraints(const std::string& spec, SourceNotes& notes) {
    if (!isYamlSpec(spec)) return;
    const auto document = openDocument(spec);
    if (!document) return;
    if (const auto place = timeloop::constraintsPlace(*document)) {
        notes.push_back({message(NW_TEXT("files.note.constraints",
                                         "The constraints aren't used here: every operator is mapped freely")),
                         *place});
    }
}

Result<void> checkRest(const std::string& spec, const Problem& problem, const Accelerator& accelerator,
                       SourceNotes& notes) {
    if (!isYamlSpec(spec)) return {};
    const auto document = openDocument(spec);
    if (!document) return tl::unexpected(document.error());
    if (const auto* section = document->mapping()) {
        const auto mapping = timeloop::readMapping(*document, problem, accelerator, notes);
        if (!mapping) return tl::unexpected(mapping.error());
        notes.push_back(
            {message(NW_TEXT("files.note.mapping", "The mapping isn't used: a search finds its own")), section->place});
    }
    if (const auto* section = document->section({"mapper"})) {
        notes.push_back({message(NW_TEXT("files.note.mapper", "Settings of Timeloop's mapper aren't used: the search "
                                                              "has its own options")),
                         section->place});
    }
    return {};
}

Result<Accelerator> openYamlAccelerator(const std::string& spec, SourceNotes& notes) {
    const auto description = openZigzag(spec, zigzag::Kind::hardware);
    if (!description) return tl::unexpected(description.error());
    if (*description) return zigzag::readHardware(**description, notes);
    const auto document = openDocument(spec);
    if (!document) return tl::unexpected(document.error());
    return timeloop::readArchitecture(*document, notes);
}

} // namespace nestwright
