// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/native/native.h"
