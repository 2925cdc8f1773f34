// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/cost/next_change.h"
#include "core/search/mapper.h"
#include "core/workload/graph.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace nestwright::cli {

using Json = nlohmann::ordered_json;

/// A figure: whole ones to 2^53 as integers, what is not finite as null.
[[nodiscard]] Json number(double value);
[[nodiscard]] Json number(const std::optional<double>& value);
[[nodiscard]] Json number(const std::optional<Count>& value);

/// A name; an empty one as null.
[[nodiscard]] Json nameOrNull(const std::string& name);

/// The document as indented text with a line end. Bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string jsonText(const Json& document);

[[nodiscard]] Json attributionJson(const Attribution& attribution);
[[nodiscard]] Json bottleneckJson(const Bottleneck& bottleneck);
[[nodiscard]] Json pathsJson(const std::vector<TimePath>& paths, const char* amountKey);
[[nodiscard]] Json changesJson(const std::vector<Change>& changes, const char* amountKey);
[[nodiscard]] Json warningsJson(const std::vector<Warning>& warnings, const Graph& graph);
[[nodiscard]] Json proofJson(const Proof& proof);

/// An evaluation with the keys of "nestwright.evaluate/1", without the schema, and what changes of the machine would
/// save. Costs of an invalid mapping are null.
[[nodiscard]] Json evaluationJson(const Evaluation& evaluation, const Problem& problem,
                                  const std::vector<Change>& changes);

} // namespace nestwright::cli
