// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/source_note.h"
#include "core/formats/yaml/fault.h"

namespace nestwright::timeloop {

using yaml::fail;
using yaml::Fault;
using yaml::guarded;

} // namespace nestwright::timeloop
