// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pdf.h"

namespace nestwright::cli {

Result<void> writePdfReport(const report::Document&, const std::string& path) {
    return failure(ErrorKind::usage,
                   message(NW_TEXT("cli.report.pdf", "This build was made without Qt and can't write PDF")), {path},
                   message(NW_TEXT("cli.report.pdf.remedy", "Write .html, .md, .json or .csv instead.")));
}

} // namespace nestwright::cli
