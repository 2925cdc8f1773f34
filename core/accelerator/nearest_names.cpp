// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/nearest_names.h"

#include "core/base/text.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace nestwright {
namespace {

/// Letters to insert, delete or replace to get from one word to the other.
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const auto replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
        }
    }
    return row.back();
}

} // namespace

std::vector<std::string> nearestNames(std::string_view word, const std::vector<std::string>& names, std::size_t limit) {
    constexpr std::size_t kLongestWord = 200;                           // longer ones are no slip of the pen
    std::vector<std::tuple<bool, std::size_t, std::string>> candidates; // what starts with the word sorts first
    if (word.size() > kLongestWord) return {};
    for (const auto& name : names) {
        const auto distance = editDistance(word, name);
        const bool isBeginning = !word.empty() && lowerCase(name).starts_with(lowerCase(std::string(word)));
        const bool isNear = distance * 2 <= std::max(word.size(), name.size());
        if (isBeginning || isNear) candidates.emplace_back(!isBeginning, distance, name);
    }
    std::sort(candidates.begin(), candidates.end());
    std::vector<std::string> nearest;
    for (const auto& [isOther, distance, name] : candidates) {
        if (nearest.size() < limit) nearest.push_back(name);
    }
    return nearest;
}

std::string quotedList(const std::vector<std::string>& names) {
    std::string list;
    for (const auto& name : names) list += (list.empty() ? "\"" : ", \"") + name + "\"";
    return list;
}

} // namespace nestwright
