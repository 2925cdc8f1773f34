// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeloop_target.h"

#include "core/formats/timeloop/timeloop.h"
#include "core/mapping/validity.h"

namespace nestwright::fuzz {

void readTimeloop(const std::string& text) {
    using namespace timeloop;
    const auto document = Document::parse({{text, "fuzz.yaml"}});
    if (!document) return;
    SourceNotes notes;
    const auto problem = readProblem(*document, notes);
    const auto accelerator = readArchitecture(*document, notes);
    if (!problem || !accelerator) return;
    (void)readConstraints(*document, *problem, *accelerator, notes);
    const auto mapping = readMapping(*document, *problem, *accelerator, notes);
    if (!mapping) return;
    (void)violations(*problem, *accelerator, *mapping);
    (void)writeArchitecture(*accelerator, Dialect::v04, notes);
    (void)writeProblem(*problem, notes);
    (void)writeMapping(*problem, *accelerator, *mapping, Dialect::v03);
}

} // namespace nestwright::fuzz
