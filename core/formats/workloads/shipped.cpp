// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/workloads/shipped.h"

#include "core/formats/huggingface/huggingface_reader.h"
#include "core/formats/workloads/layers_generator.h"

#include <nlohmann/json.hpp>

#include "resources/embedded.h"
#include <algorithm>
#include <numeric>

namespace nestwright::workloads {
namespace {

constexpr std::string_view kFolder = "workloads";
constexpr std::string_view kEnding = ".json";

/// Levenshtein's distance: the fewest letters to change, add or remove.
std::size_t distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
        }
    }
    return row[b.size()];
}

std::string nearestTo(const std::string& id) {
    constexpr std::size_t shown = 3;
    constexpr std::size_t longestId = 64;
    auto ids = shippedIds();
    const std::string wanted = id.substr(0, longestId);
    std::stable_sort(ids.begin(), ids.end(), [&](const std::string& a, const std::string& b) {
        return distance(wanted, a) < distance(wanted, b);
    });
    ids.resize(std::min(ids.size(), shown));
    std::string text;
    for (const auto& near : ids) text += (text.empty() ? "" : ", ") + near;
    return text;
}

std::string listed(const std::vector<std::string>& ids) {
    std::string text;
    for (const auto& id : ids) text += (text.empty() ? "" : ", ") + id;
    return text;
}

Result<Graph> generate(const nlohmann::json& document, const Bindings& bindings) {
    if (document.at("generator") == "layers") return generateLayers(document, bindings);
    return huggingface::readConfig(document.at("config").dump(), "", bindings);
}

} // namespace

std::vector<std::string> shippedIds() {
    std::vector<std::string> ids;
    for (const auto& file : embeddedFiles(kFolder)) {
        const std::size_t first = kFolder.size() + 1;
        ids.push_back(file.substr(first, file.size() - first - kEnding.size()));
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

Result<Graph> shipped(const std::string& id, const Bindings& bindings) {
    const auto ids = shippedIds();
    if (!std::binary_search(ids.begin(), ids.end(), id)) {
        return failure(
            ErrorKind::input,
            message(NW_TEXT("workloads.unknown", "No workload \"%1\" ships with the program; the nearest are %2"), id,
                    nearestTo(id)),
            {}, message(NW_TEXT("workloads.all", "There are: %1"), listed(ids)));
    }
    try {
        const std::string file = std::string(kFolder) + "/" + id + std::string(kEnding);
        const auto document = nlohmann::json::parse(embeddedFile(file));
        auto graph = generate(document, bindings);
        if (!graph) return graph;
        graph->name = id;
        graph->format = "nestwright";
        if (document.contains("note")) {
            graph->warnings.push_back(
                {kNoOperator, "assumption",
                 message(NW_TEXT("workloads.note", "%1"), document.at("note").get<std::string>())});
        }
        return graph;
    } catch (const nlohmann::json::exception& error) {
        return failure(ErrorKind::internal,
                       message(NW_TEXT("workloads.broken", "The shipped workload \"%1\" is broken: %2"), id,
                               std::string(error.what())));
    }
}

} // namespace nestwright::workloads
