// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/report/document.h"

#include <string>

namespace nestwright::cli {

/// Writes the report as PDF; needs no display. A build without Qt answers with a usage error.
[[nodiscard]] Result<void> writePdfReport(const report::Document& document, const std::string& path);

} // namespace nestwright::cli
