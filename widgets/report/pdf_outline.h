// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <vector>

namespace nestwright {

/// An entry of a PDF's table of contents.
struct OutlineEntry {
    QString title;
    int page = 0; ///< index
};

/// The PDF with an outline, its language and its title in the window's bar, none of which Qt writes. Comes back as it
/// was where the program was built without libqpdf or the library refuses the file.
[[nodiscard]] QByteArray withOutline(const QByteArray& pdf, const std::vector<OutlineEntry>& entries,
                                     const QString& language);

} // namespace nestwright
