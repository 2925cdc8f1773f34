// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/huggingface/huggingface_reader.h"
