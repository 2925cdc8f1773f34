// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"

namespace nestwright::cli {

/// Cancelled by the first interrupt or termination signal; the second one ends the program.
[[nodiscard]] const CancelToken& interruptToken();

/// Installs the signal handlers.
void cancelOnInterrupt();

} // namespace nestwright::cli
