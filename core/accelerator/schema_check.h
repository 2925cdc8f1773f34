// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/json_source.h"
#include "core/base/result.h"

#include <string_view>

namespace nestwright {

/// Checks a document against one of the schemas that ship with the program ("accelerator"). The error names the part
/// that breaks the schema, where it stands and what the schema wants there.
[[nodiscard]] Result<void> checkSchema(const JsonSource& source, std::string_view schema);

} // namespace nestwright
