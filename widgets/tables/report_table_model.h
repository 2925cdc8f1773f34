// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/document.h"

#include <QAbstractTableModel>

namespace nestwright {

/// A table of the report, as the window shows it: the same cells in the language of the program.
class ReportTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit ReportTableModel(QObject* parent = nullptr);
    void setTable(report::Table table);
    [[nodiscard]] const report::Table& table() const { return m_table; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    report::Table m_table;
};

} // namespace nestwright
