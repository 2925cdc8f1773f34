// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered_layout.h"
