// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace nestwright::gui {

class Document;

/// What a page without a plan says.
struct EmptyText {
    QString heading;
    QString text;
};

/// Why the current accelerator has no plan, and what to do now: no accelerator, planning, or a plan that failed.
/// `promise` says what will be here, as the end of "When the model is planned, ...".
[[nodiscard]] EmptyText noPlanText(const Document& document, const QString& promise);

} // namespace nestwright::gui
