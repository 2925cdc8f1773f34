// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/native_input.h"

#include "core/formats/files/open.h"
#include "core/formats/native/native.h"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace nestwright::cli {

std::string schemaOf(std::string_view text) {
    const auto document = nlohmann::json::parse(text, nullptr, false);
    if (!document.is_object()) return {};
    const auto schema = document.find("schema");
    if (schema != document.end() && schema->is_string()) return schema->get<std::string>();
    return {};
}

bool isProblemFile(const std::string& path) {
    constexpr std::size_t kLargestNativeFile = std::size_t{16} << 20U;
    const std::filesystem::path file(path);
    std::error_code ignored;
    if (file.extension() != ".json" || !std::filesystem::is_regular_file(file, ignored)) return false;
    const auto text = readFile(path, kLargestNativeFile);
    return text && schemaOf(*text).rfind("nestwright.problem", 0) == 0;
}

Result<Problem> openProblem(const std::string& path) {
    auto text = readFile(path);
    if (!text) return tl::unexpected(text.error());
    return native::readProblem(*text, path);
}

} // namespace nestwright::cli
