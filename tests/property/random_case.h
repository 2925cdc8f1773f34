// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/cost/rules.h"
#include "core/mapping/mapping.h"
#include "core/workload/problem.h"

#include <cstdint>
#include <string>

namespace nestwright {

/// Which factors of a random mapping have a smaller last pass, by how far instances differ for it.
enum class FactorClass {
    perfect,           ///< none
    imperfectTemporal, ///< temporal ones with no spatial loop of the same dim outside
    imperfectSpatial,  ///< instances differ, yet each has work
    idleInstances      ///< no iteration ever reaches some instances
};

struct RandomCase {
    std::uint64_t seed = 0;
    Problem problem;
    Accelerator accelerator;
    Mapping mapping;
    CountingRules rules; ///< link_transfers, first_read_elision, drain_reads; steps and ids of links as in `exact`
    FactorClass factors = FactorClass::perfect;
    bool isUneven = false;
};

/// A small valid case, the same for the same seed on every machine. All levels are unbounded and an element takes a
/// word.
[[nodiscard]] RandomCase randomCase(std::uint64_t seed);

/// Everything needed to write the case down again by hand.
[[nodiscard]] std::string describe(const RandomCase& example);

} // namespace nestwright
