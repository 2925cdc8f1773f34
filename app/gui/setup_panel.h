// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <QWidget>

#include <map>

class QComboBox;
class QFormLayout;
class QLabel;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace nestwright::gui {

class Workbench;

/// Which accelerators are compared, and the values of the model's free inputs.
class SetupPanel : public QWidget {
    Q_OBJECT

public:
    explicit SetupPanel(Workbench& workbench, QWidget* parent = nullptr);

private:
    void buildAccelerators();
    void buildFormat();
    void showFormat();
    [[nodiscard]] QString currentId() const;
    void move(int steps);
    void buildBindings();
    void refreshAccelerators();
    void refreshBindings();
    void applyBindings();
    void addPhaseRows(QFormLayout& form);
    /// What the form says, on top of the model's bindings.
    [[nodiscard]] Bindings typedBindings() const;
    void showBindings(const Bindings& bindings);
    /// Keeps what is typed and not applied.
    void noteDraft();
    /// Fills the form with what is kept.
    void showDraft();
    [[nodiscard]] QSpinBox* makeCount(const QString& name, const QString& accessible);

    Workbench& m_workbench;
    QListWidget* m_accelerators = nullptr;
    QComboBox* m_format = nullptr;
    QPushButton* m_up = nullptr;
    QPushButton* m_down = nullptr;
    QWidget* m_bindings = nullptr;
    QWidget* m_form = nullptr;
    QSpinBox* m_batch = nullptr;
    QSpinBox* m_sequence = nullptr;
    QSpinBox* m_past = nullptr;
    QComboBox* m_phase = nullptr;
    Bindings m_untouched; ///< what the form says as it was filled
    QLabel* m_draftNote = nullptr;
    QPushButton* m_discardDraft = nullptr;
    std::map<std::string, QSpinBox*> m_symbols;
};

} // namespace nestwright::gui
