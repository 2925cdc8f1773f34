// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/onnx_reader.h"
