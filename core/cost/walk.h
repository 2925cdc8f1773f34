// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/link.h"
#include "core/cost/projection.h"

namespace nestwright {

/// The same counts as sweepLink gives for perfect factors, for any nest: with last, smaller passes children differ in
/// what they hold, in size and in whether they take part. Instances that behave alike are walked as one class, all
/// classes together (whether two receive the same words depends on both); a sub-nest entered in the same state gives
/// the same outcome and is walked once; iterations whose states repeat are multiplied. Steps in which no instance has
/// work are none.
///
/// Under sampled steps iteration 1 stands for all later ones of its shape: of each run of iterations in which every
/// instance's share of the dim keeps its length the first is walked, and after iteration 0 the second as well; the last
/// one walked of a run counts for the rest of it.
/// `groups` are the spatial groups between parent and child.
[[nodiscard]] LinkWords walkLink(const Problem& problem, const Nest& nest, const ChainLink& link,
                                 const std::vector<SpatialGroup>& groups);

} // namespace nestwright
