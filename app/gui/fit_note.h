// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

#include <cstddef>

namespace nestwright::gui {

class Document;

/// "Doesn't fit: needs 210 GiB, has 22.4 GiB" of an accelerator whose device memory can't hold the model; "" of others.
[[nodiscard]] QString misfitText(const Document& document, std::size_t accelerator);

/// What the shortlist's table leaves open, a line each: which accelerators are not ranked and why, of which it isn't
/// known whether they fit, and that there are no tails.
[[nodiscard]] QString shortlistHints(const Document& document);

/// A strip below a page's bar that says that the current accelerator doesn't hold the model; hidden where it does.
class FitNote : public QLabel {
    Q_OBJECT

public:
    explicit FitNote(const Document& document, const QString& name, QWidget* parent = nullptr);

private:
    void refresh();

    const Document& m_document;
};

} // namespace nestwright::gui
