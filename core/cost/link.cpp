// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/link.h"

namespace nestwright {

void LinkWords::add(const LinkWords& other, double times) {
    sent += times * other.sent;
    arrived += times * other.arrived;
    linked += times * other.linked;
    if (entering.size() < other.entering.size()) entering.resize(other.entering.size(), 0);
    for (std::size_t g = 0; g < other.entering.size(); ++g) entering[g] += times * other.entering[g];
}

} // namespace nestwright
