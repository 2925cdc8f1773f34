// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/report/document.h"

#include <QString>

namespace nestwright {

struct PdfOptions {
    bool isArchival = true; ///< written to the rules of PDF/A-1b (not certified)
};

/// Writes the report as PDF, atomically: a file that was there stays as it is when something fails. Needs a
/// QApplication (its platform may be "offscreen").
[[nodiscard]] Result<void> writePdf(const report::Document& document, const QString& path,
                                    const PdfOptions& options = {});

} // namespace nestwright
