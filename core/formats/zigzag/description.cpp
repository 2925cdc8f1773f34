// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/yaml/parse.h"
#include "core/formats/zigzag/zigzag.h"

#include <algorithm>
#include <array>

namespace nestwright::zigzag {
namespace {

template <std::size_t N>
bool hasAny(const yaml::Node& map, const std::array<std::string_view, N>& keys) {
    return std::any_of(keys.begin(), keys.end(), [&](std::string_view key) { return map.member(key) != nullptr; });
}

Kind kindOf(const yaml::Node& root) {
    constexpr std::array<std::string_view, 2> kHardware = {"memories", "operational_array"};
    constexpr std::array<std::string_view, 4> kWorkload = {"equation", "loop_dims", "loop_sizes", "operand_precision"};
    constexpr std::array<std::string_view, 4> kMapping = {"spatial_mapping", "spatial_mapping_hint",
                                                          "temporal_ordering", "memory_operand_links"};
    if (root.isMap()) return hasAny(root, kHardware) ? Kind::hardware : Kind::none;
    if (!root.isSequence()) return Kind::none;
    for (const auto& item : root.items) {
        if (!item->isMap()) continue;
        if (hasAny(*item, kWorkload)) return Kind::workload;
        if (hasAny(*item, kMapping)) return Kind::mapping;
    }
    return Kind::none;
}

} // namespace

Result<Description> parse(std::string_view text, const std::string& file) {
    Description description;
    yaml::ParseOptions options;
    options.repeatedKeys = &description.notes;
    const auto root = yaml::parse(text, file, options);
    if (!root) return tl::unexpected(root.error());
    description.root = *root;
    description.kind = kindOf(**root);
    description.file = file;
    return description;
}

} // namespace nestwright::zigzag
