// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/accelerator.h"

#include <algorithm>

namespace nestwright {

std::string_view keyOf(Badge badge) {
    switch (badge) {
    case Badge::measured:
        return "measured";
    case Badge::published:
        return "published";
    case Badge::derived:
        return "derived";
    case Badge::recalled:
        return "recalled";
    case Badge::assumed:
        break;
    }
    return "assumed";
}

double Accelerator::lanes() const { return instances(static_cast<int>(levels.size())); }

double Accelerator::peakMacsPerCycle(DataType format) const {
    const auto rate = compute.macsPerLaneCycle.find(format);
    return rate == compute.macsPerLaneCycle.end() ? 0.0 : lanes() * rate->second;
}

int Accelerator::levelIndex(std::string_view levelName) const {
    const auto found = std::find_if(levels.begin(), levels.end(), [&](const Level& l) { return l.name == levelName; });
    return found == levels.end() ? -1 : static_cast<int>(found - levels.begin());
}

double Accelerator::instances(int level) const {
    double product = 1;
    for (int i = 0; i < level; ++i) {
        const auto& fanout = levels[static_cast<std::size_t>(i)].fanout;
        product *= static_cast<double>(fanout.x) * static_cast<double>(fanout.y);
    }
    return product;
}

} // namespace nestwright
