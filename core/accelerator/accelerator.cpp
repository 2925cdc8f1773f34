// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/accelerator.h"
