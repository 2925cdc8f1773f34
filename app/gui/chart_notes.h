// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestwright {
class Chart;
}

namespace nestwright::gui {

class Document;

/// Tells in the message panel where an exported chart is, or why it could not be written.
void noteExports(Chart& chart, Document& document);

} // namespace nestwright::gui
