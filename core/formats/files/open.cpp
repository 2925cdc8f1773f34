// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/open.h"

#include "core/accelerator/accelerator_json.h"
#include "core/accelerator/presets.h"
#include "core/base/hash.h"
#include "core/base/path.h"
#include "core/formats/files/descriptions.h"
#include "core/formats/files/project_files.h"
#include "core/formats/huggingface/huggingface_reader.h"
#include "core/formats/onnx/onnx_reader.h"
#include "core/formats/scalesim/config_reader.h"
#include "core/formats/scalesim/topology_reader.h"
#include "core/formats/workloads/shipped.h"
#include "core/workload/problem_graph.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace nestwright {
namespace {

namespace fs = std::filesystem;

bool exists(const std::string& path) {
    std::error_code error;
    return fs::exists(pathOf(path), error);
}

/// Whether a spec that is neither a file nor an id was meant as a path.
bool looksLikePath(const std::string& spec) {
    return spec.find_first_of("/\\") != std::string::npos || !lowerExtension(spec).empty();
}

tl::unexpected<Error> missingFile(const std::string& path) {
    return failure(ErrorKind::input, message(NW_TEXT("files.missing", "There is no such file")), {path, 0, 0},
                   message(NW_TEXT("files.missing.remedy", "Check the path.")));
}

char firstLetter(std::string_view text) {
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
    const auto at = text.find_first_not_of(" \t\r\n");
    return at == std::string_view::npos ? '\0' : text[at];
}

/// A folder stands for the model description in it.
std::string fileInFolder(const std::string& path) {
    std::error_code error;
    if (!fs::is_directory(pathOf(path), error)) return path;
    for (const char* name : {"config.json", "model.onnx"}) {
        const fs::path candidate = pathOf(path) / name;
        if (!fs::is_regular_file(candidate, error)) continue;
        const auto utf8 = candidate.u8string();
        return {utf8.begin(), utf8.end()};
    }
    return path;
}

/// Files that are surely something else, whatever their content.
bool isOtherKind(const std::string& extension) {
    constexpr std::array<std::string_view, 9> kExtensions = {".yaml", ".yml",         ".csv",  ".json", ".txt",
                                                             ".py",   ".safetensors", ".gguf", ".pt"};
    return std::find(kExtensions.begin(), kExtensions.end(), extension) != kExtensions.end();
}

bool isText(const std::string& extension) { return extension == ".csv" || extension == ".json"; }

tl::unexpected<Error> noWorkload(const std::string& path, const std::string& extension) {
    return failure(ErrorKind::input, message(NW_TEXT("files.kind", "A %1 file like this is no workload"), extension),
                   {path, 0, 0},
                   message(NW_TEXT("files.kind.remedy", "A workload is an ONNX model, a Hugging Face config.json, a "
                                                        "problem, a project or the id of one that ships with the "
                                                        "program.")));
}

Result<Graph> openModelFile(const std::string& path, const Bindings& bindings, const WorkContext& work) {
    const std::string extension = lowerExtension(path);
    const auto bytes = isText(extension) ? readFile(path, kLargestDescription) : readFile(path);
    if (!bytes) return tl::unexpected(bytes.error());
    if (extension == ".csv") {
        auto graph = scalesim::readTopology(*bytes, path);
        if (graph) {
            graph->sourceSha256 = sha256(*bytes);
            graph->sourcePath = path;
            if (graph->name.empty()) graph->name = std::filesystem::path(path).stem().string();
        }
        return graph;
    }
    const bool isJson = extension != ".onnx" && firstLetter(*bytes) == '{';
    if (!isJson && isOtherKind(extension)) return noWorkload(path, extension);
    if (!isJson) return onnx_format::readModelBytes(*bytes, path, bindings, work);
    auto graph = huggingface::readConfig(*bytes, path, bindings);
    if (graph && graph->sourceSha256.empty()) graph->sourceSha256 = sha256(*bytes);
    if (graph && graph->sourcePath.empty()) graph->sourcePath = path;
    return graph;
}

/// What a description says and can't be used becomes warnings of its model.
Result<Graph> withSource(Graph graph, const SourceNotes& notes, const std::string& spec, const Bindings& bindings) {
    if (graph.name.empty()) graph.name = pathOf(spec).stem().string();
    for (const auto& note : notes) {
        graph.warnings.push_back(
            {kNoOperator, "description", message(NW_TEXT("files.note.problem", "%1"), note.text())});
    }
    if (bindings != Bindings{}) {
        graph.warnings.push_back({kNoOperator, "bindings",
                                  message(NW_TEXT("files.problem.bindings",
                                                  "A problem has fixed bounds and no phase: values for symbols, batch, "
                                                  "sequence, past or phase change nothing"))});
    }
    if (!exists(spec)) return graph;
    const auto bytes = readFile(spec);
    if (!bytes) return tl::unexpected(bytes.error());
    graph.sourcePath = spec;
    graph.sourceSha256 = sha256(*bytes);
    return graph;
}

/// A problem is a model of one operator.
Result<Graph> openProblemAsModel(const std::string& spec, const Bindings& bindings) {
    SourceNotes notes;
    const auto problem = openProblem(spec, notes);
    if (!problem) return tl::unexpected(problem.error());
    Graph graph = graphOf(*problem);
    if (graph.name.empty()) graph.operators.front().name = pathOf(spec).stem().string();
    return withSource(std::move(graph), notes, spec, bindings);
}

Result<Graph> openLayersAsModel(const std::string& spec, const Bindings& bindings) {
    SourceNotes notes;
    auto graph = openLayers(spec, notes);
    if (!graph) return graph;
    return withSource(std::move(*graph), notes, spec, bindings);
}

bool contains(const std::vector<std::string>& ids, const std::string& id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

tl::unexpected<Error> unwritable(const std::string& path, const std::string& reason) {
    return failure(ErrorKind::input, message(NW_TEXT("files.unwritable", "The file can't be written: %1"), reason),
                   {path, 0, 0}, message(NW_TEXT("files.unwritable.remedy", "Choose another place for it.")));
}

/// Long enough to be no part of a file that makes sense, and nothing but zeros.
bool isBlank(std::string_view piece) {
    constexpr std::size_t kLongestBlank = 4096;
    return piece.size() >= kLongestBlank && piece.find_first_not_of('\0') == std::string_view::npos;
}

bool writeAll(const fs::path& path, std::string_view content) {
    std::ofstream stream(path, std::ios::binary | std::ios::trunc);
    stream.write(content.data(), static_cast<std::streamsize>(content.size()));
    stream.close();
    return !stream.fail();
}

} // namespace

Result<Graph> openWorkload(const std::string& spec, const Bindings& bindings, const WorkContext& work) {
    if (contains(workloads::shippedIds(), spec)) return workloads::shipped(spec, bindings);
    if (exists(spec) && isProjectFile(spec)) {
        auto opened = openWorkloadWithChoices(spec, bindings, work);
        if (!opened) return tl::unexpected(opened.error());
        return std::move(opened->graph);
    }
    if (isLayerFile(spec)) return openLayersAsModel(spec, bindings);
    if (isProblemFile(spec)) return openProblemAsModel(spec, bindings);
    if (exists(spec)) return openModelFile(fileInFolder(spec), bindings, work);
    if (looksLikePath(spec)) return missingFile(spec);
    return workloads::shipped(spec, bindings);
}

Result<Accelerator> openAccelerator(const std::string& spec) {
    SourceNotes notes;
    return openAccelerator(spec, notes);
}

Result<Accelerator> openAccelerator(const std::string& spec, SourceNotes& notes) {
    if (isPreset(spec)) return preset(spec);
    if (isYamlSpec(spec)) return openYamlAccelerator(spec, notes);
    if (!exists(spec)) {
        if (looksLikePath(spec)) return missingFile(spec);
        return preset(spec);
    }
    const auto text = readFile(spec, kLargestDescription);
    if (!text) return tl::unexpected(text.error());
    if (firstLetter(*text) != '{' && scalesim::isConfig(*text)) return scalesim::readConfig(*text, spec, notes);
    return readAccelerator(*text, spec);
}

Result<std::string> readFile(const std::string& path, std::size_t limitBytes) {
    std::error_code error;
    const auto status = fs::status(pathOf(path), error);
    if (!fs::exists(status)) return missingFile(path);
    if (fs::is_directory(status)) {
        return failure(ErrorKind::input, message(NW_TEXT("files.folder", "This is a folder, not a file")), {path, 0, 0},
                       message(NW_TEXT("files.folder.remedy", "Name the file in it.")));
    }
    const auto tooLarge = [&] {
        return failure(ErrorKind::input,
                       message(NW_TEXT("files.large", "The file is larger than %1 bytes"), limitBytes), {path, 0, 0});
    };
    if (fs::is_regular_file(status) && fs::file_size(pathOf(path), error) > limitBytes && !error) return tooLarge();
    std::ifstream stream(pathOf(path), std::ios::binary);
    std::string content;
    std::string piece(std::size_t{1} << 20U, '\0');
    while (stream) {
        stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        const auto got = static_cast<std::size_t>(stream.gcount());
        if (got > limitBytes - content.size()) return tooLarge();
        if (content.empty() && isBlank(std::string_view(piece).substr(0, got))) {
            return failure(ErrorKind::input,
                           message(NW_TEXT("files.blank", "The file begins with %1 bytes of zero"), got), {path, 0, 0},
                           message(NW_TEXT("files.blank.remedy", "It was not written or not copied whole: get it "
                                                                 "again.")));
        }
        content.append(piece, 0, got);
    }
    if (!stream.eof()) {
        return failure(ErrorKind::input, message(NW_TEXT("files.unreadable", "The file can't be read")), {path, 0, 0},
                       message(NW_TEXT("files.unreadable.remedy", "Check that you may read it.")));
    }
    return content;
}

Result<void> writeFileAtomically(const std::string& path, std::string_view content) {
    std::error_code error;
    fs::path target = pathOf(path);
    // The file that a link points to is replaced, not the link.
    if (fs::is_symlink(target, error)) target = fs::weakly_canonical(target, error);
    const auto status = fs::status(target, error);
    if (fs::is_directory(status)) return unwritable(path, "it is a folder");
    // A terminal or pipe can't be replaced by a rename.
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        return writeAll(target, content) ? Result<void>() : Result<void>(unwritable(path, "writing failed"));
    }
    fs::path temporary = target;
    temporary += ".part";
    for (int i = 1; fs::exists(temporary, error) && i < 1000; ++i) {
        temporary = target;
        temporary += ".part" + std::to_string(i);
    }
    if (!writeAll(temporary, content)) {
        fs::remove(temporary, error);
        return unwritable(path, "its folder is missing, full or protected");
    }
    if (fs::exists(status)) fs::permissions(temporary, status.permissions(), error);
    fs::rename(temporary, target, error);
    if (!error) return {};
    const std::string reason = error.message();
    fs::remove(temporary, error);
    return unwritable(path, reason);
}

} // namespace nestwright
