// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace nestwright::gui {

/// The Evidence mode: which kinds of measurement would back the predictions. None can be attached yet.
class EvidencePage : public QWidget {
    Q_OBJECT

public:
    explicit EvidencePage(QWidget* parent = nullptr);
};

} // namespace nestwright::gui
