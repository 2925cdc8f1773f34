// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/onnx_reader.h"

#include "core/base/hash.h"
#include "core/formats/onnx/importer.h"
#include "core/formats/onnx/limits.h"
#include "core/formats/onnx/parse.h"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace nestwright::onnx_format {
namespace {

tl::unexpected<Error> unreadable(const std::string& path) {
    return failure(ErrorKind::input, message(NW_TEXT("onnx.file.unreadable", "The file can't be opened")), {path, 0, 0},
                   message(NW_TEXT("onnx.file.unreadable.remedy", "Check that it exists and may be read.")));
}

Result<std::string> readBytes(const std::string& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    if (error) return unreadable(path);
    if (size > kMaxFileBytes) {
        return failure(ErrorKind::input,
                       message(NW_TEXT("onnx.file.large", "The file has %1 bytes; an ONNX file has at most %2"), size,
                               kMaxFileBytes),
                       {path, 0, 0}, message(NW_TEXT("onnx.file.large.remedy", "Save the weights as external data.")));
    }
    std::string bytes(static_cast<std::size_t>(size), '\0');
    std::ifstream stream(path, std::ios::binary);
    if (!stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) return unreadable(path);
    return bytes;
}

} // namespace

Result<Graph> readModel(const std::string& path, const Bindings& bindings, const WorkContext& work) {
    const auto bytes = readBytes(path);
    if (!bytes) return tl::unexpected(bytes.error());
    return readModelBytes(*bytes, path, bindings, work);
}

Result<Graph> readModelBytes(std::string_view bytes, const std::string& path, const Bindings& bindings,
                             const WorkContext& work) {
    work.report(0, message(NW_TEXT("onnx.progress.parse", "Reading the model")));
    onnx::ModelProto model;
    if (const auto ok = parseModel(bytes, path, model); !ok) return tl::unexpected(ok.error());
    auto graph = Importer(model, path, work).import(bindings);
    if (graph) graph->sourceSha256 = sha256(bytes);
    return graph;
}

} // namespace nestwright::onnx_format
