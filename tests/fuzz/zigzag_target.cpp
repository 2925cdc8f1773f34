// SPDX-License-Identifier: GPL-3.0-or-later
#include "zigzag_target.h"

#include "core/formats/zigzag/zigzag.h"
#include "core/mapping/validity.h"

namespace nestwright::fuzz {
namespace {

using zigzag::Kind;

Accelerator machine() {
    Accelerator accelerator;
    accelerator.levels.resize(2);
    accelerator.levels[0].name = "dram";
    accelerator.levels[0].fanout.name = "D1_D2";
    accelerator.levels[0].fanout.x = 4;
    accelerator.levels[0].fanout.y = 8;
    accelerator.levels[1].name = "register";
    accelerator.levels[1].capacityBits = 256;
    return accelerator;
}

void readMappingOf(const zigzag::Description& description, SourceNotes& notes) {
    const Problem problem = gemmProblem(1, 6, 8, 16, 8, 32);
    const Accelerator accelerator = machine();
    (void)zigzag::readConstraints(description, problem, accelerator, notes);
    const auto mapping = zigzag::readMapping(description, problem, accelerator, notes);
    if (mapping) (void)violations(problem, accelerator, *mapping);
}

} // namespace

void readZigzag(const std::string& text) {
    const auto description = zigzag::parse(text, "fuzz.yaml");
    if (!description) return;
    SourceNotes notes;
    switch (description->kind) {
    case Kind::hardware:
        (void)zigzag::readHardware(*description, notes);
        break;
    case Kind::workload:
        (void)zigzag::readGraph(*description, notes);
        break;
    case Kind::mapping:
        readMappingOf(*description, notes);
        break;
    case Kind::none:
        break;
    }
}

} // namespace nestwright::fuzz
