// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <QObject>

#include <vector>

namespace nestwright::gui {

class Document;

/// The operators that were selected one after another, to go back and forth.
class SelectionHistory : public QObject {
    Q_OBJECT

public:
    explicit SelectionHistory(Document& document, QObject* parent = nullptr);

    void back() { go(m_at - 1); }
    void forward() { go(m_at + 1); }
    [[nodiscard]] bool canGoBack() const { return m_at > 0; }
    [[nodiscard]] bool canGoForward() const { return m_at + 1 < static_cast<int>(m_visited.size()); }

signals:
    void changed();

private:
    void remember();
    void go(int index);

    Document& m_document;
    std::vector<OperatorId> m_visited;
    int m_at = -1;
};

} // namespace nestwright::gui
