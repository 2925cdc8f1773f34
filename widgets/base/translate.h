// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <QString>

namespace nestwright {

/// The engine's message in the language of the program: the translation of its English (its id is the context), with
/// the arguments put in as the default locale writes numbers.
[[nodiscard]] QString translated(const Message& message);

} // namespace nestwright
