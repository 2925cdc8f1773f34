// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/setup_panel.h"

#include "app/gui/panels.h"
#include "app/gui/workbench.h"
#include "core/accelerator/presets.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace nestwright::gui {

namespace {

constexpr int kIdRole = Qt::UserRole;
constexpr std::array kFormats = {DataType::float32,    DataType::tf32,       DataType::bfloat16, DataType::float16,
                                 DataType::float8e4m3, DataType::float4e2m1, DataType::int8,     DataType::int4};
constexpr int kLargestValue = 100'000'000;

std::optional<Count> valueOf(const QSpinBox* box) {
    if (box == nullptr || box->value() <= box->minimum()) return std::nullopt;
    return box->value();
}

void showValue(QSpinBox* box, std::optional<Count> value) {
    if (box == nullptr) return;
    const QSignalBlocker blocker(box);
    box->setValue(value ? static_cast<int>(std::min<Count>(*value, kLargestValue)) : box->minimum());
}

} // namespace

SetupPanel::SetupPanel(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench) {
    setObjectName(QStringLiteral("setupPanel"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 4, 16, 12);
    column->setSpacing(6);
    buildBindings();
    buildFormat();
    buildAccelerators();
    connect(&workbench.document(), &Document::acceleratorsChanged, this, &SetupPanel::refreshAccelerators);
    connect(&workbench.document(), &Document::modelChanged, this, &SetupPanel::refreshBindings);
    connect(&workbench.document(), &Document::planOptionsChanged, this, &SetupPanel::showFormat);
    connect(&workbench.document(), &Document::draftChanged, this, &SetupPanel::showDraft);
    refreshAccelerators();
    refreshBindings();
    showFormat();
}

void SetupPanel::buildFormat() {
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->addWidget(makeCaption(tr("Number format"), this));
    m_format = new QComboBox(this);
    m_format->setObjectName(QStringLiteral("numberFormat"));
    m_format->setAccessibleName(tr("Number format"));
    m_format->setToolTip(tr("Format that the model computes in; automatic: bf16, or the accelerator's own where it "
                            "can't compute that"));
    m_format->addItem(tr("Automatic"), static_cast<int>(DataType::unknown));
    for (const auto format : kFormats) {
        const auto name = nameOf(format);
        m_format->addItem(QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size())),
                          static_cast<int>(format));
    }
    connect(m_format, &QComboBox::activated, this, [this] {
        auto options = m_workbench.document().planOptions();
        options.format = static_cast<DataType>(m_format->currentData().toInt());
        m_workbench.editPlanOptions(options);
    });
    column->addWidget(m_format);
}

void SetupPanel::showFormat() {
    const int index = m_format->findData(static_cast<int>(m_workbench.document().planOptions().format));
    m_format->setCurrentIndex(std::max(0, index));
}

QString SetupPanel::currentId() const {
    const auto* item = m_accelerators->currentItem();
    return item == nullptr ? QString() : item->data(kIdRole).toString();
}

void SetupPanel::move(int steps) {
    const auto id = currentId();
    m_workbench.moveAccelerator(id, steps);
    for (int row = 0; row < m_accelerators->count(); ++row) {
        if (m_accelerators->item(row)->data(kIdRole).toString() == id) m_accelerators->setCurrentRow(row);
    }
}

void SetupPanel::buildAccelerators() {
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->addWidget(makeCaption(tr("Accelerators"), this));
    m_accelerators = new QListWidget(this);
    m_accelerators->setObjectName(QStringLiteral("acceleratorList"));
    m_accelerators->setAccessibleName(tr("Accelerators to compare"));
    m_accelerators->setToolTip(tr("Tick the accelerators that the model is planned on"));
    column->addWidget(m_accelerators, 1);
    connect(m_accelerators, &QListWidget::itemChanged, this, [this](const QListWidgetItem* item) {
        const auto id = item->data(kIdRole).toString();
        if (item->checkState() == Qt::Checked) {
            m_workbench.addAccelerator(id);
        } else {
            m_workbench.removeAccelerator(id);
        }
    });
    auto* add = new QPushButton(tr("Add from &file..."), this);
    add->setObjectName(QStringLiteral("addAcceleratorFile"));
    add->setToolTip(tr("Adds an accelerator that a file describes: native JSON, YAML of Timeloop or ZigZag, a "
                       "configuration of SCALE-Sim"));
    connect(add, &QPushButton::clicked, this, [this] {
        const auto path = QFileDialog::getOpenFileName(this, tr("Add an accelerator"), {},
                                                       tr("Accelerators (*.json *.yaml *.yml *.cfg);;All files (*)"));
        if (!path.isEmpty()) m_workbench.addAccelerator(path);
    });
    auto* row = new QHBoxLayout;
    row->addWidget(add, 1);
    m_up = new QPushButton(tr("\u2191"), this);
    m_down = new QPushButton(tr("\u2193"), this);
    for (auto* button : {m_up, m_down}) {
        const bool isUp = button == m_up;
        button->setObjectName(isUp ? QStringLiteral("acceleratorUp") : QStringLiteral("acceleratorDown"));
        button->setAccessibleName(isUp ? tr("Move up") : tr("Move down"));
        button->setToolTip(isUp ? tr("Moves the chosen accelerator up in the list of those that are compared")
                                : tr("Moves the chosen accelerator down in the list of those that are compared"));
        button->setFixedWidth(button->sizeHint().height() + 8);
        connect(button, &QPushButton::clicked, this, [this, isUp] { move(isUp ? -1 : 1); });
        row->addWidget(button);
    }
    column->addLayout(row);
}

void SetupPanel::buildBindings() {
    auto* column = static_cast<QVBoxLayout*>(layout());
    m_bindings = new QWidget(this);
    m_bindings->setObjectName(QStringLiteral("bindingsPanel"));
    auto* inner = new QVBoxLayout(m_bindings);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(6);
    inner->addWidget(makeCaption(tr("Inputs of the model"), m_bindings));
    m_form = new QWidget(m_bindings);
    new QFormLayout(m_form);
    inner->addWidget(m_form);
    m_draftNote = makeText(QStringLiteral("draftNote"), m_bindings);
    m_draftNote->setText(tr("Not applied yet: the plans are those of the values before."));
    m_draftNote->setProperty("isMuted", true);
    inner->addWidget(m_draftNote);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    m_discardDraft = new QPushButton(tr("&Discard"), m_bindings);
    m_discardDraft->setObjectName(QStringLiteral("discardDraft"));
    m_discardDraft->setToolTip(tr("Back to the values that the plans were made with"));
    connect(m_discardDraft, &QPushButton::clicked, this, [this] { m_workbench.keepDraft(std::nullopt); });
    buttons->addWidget(m_discardDraft);
    auto* apply = new QPushButton(tr("&Apply"), m_bindings);
    apply->setObjectName(QStringLiteral("applyBindings"));
    apply->setToolTip(tr("Opens the model again with these values and plans it; can be undone"));
    connect(apply, &QPushButton::clicked, this, &SetupPanel::applyBindings);
    buttons->addWidget(apply);
    inner->addLayout(buttons);
    column->addWidget(m_bindings);
}

QSpinBox* SetupPanel::makeCount(const QString& name, const QString& accessible) {
    auto* box = new QSpinBox(m_form);
    box->setObjectName(name);
    box->setAccessibleName(accessible);
    box->setRange(0, kLargestValue);
    box->setSpecialValueText(tr("not set"));
    box->setGroupSeparatorShown(true);
    box->setToolTip(tr("%1; not set: the model's own value, or 1").arg(accessible));
    connect(box, &QSpinBox::valueChanged, this, &SetupPanel::noteDraft);
    return box;
}

void SetupPanel::refreshAccelerators() {
    const QSignalBlocker blocker(m_accelerators);
    m_accelerators->clear();
    const auto& document = m_workbench.document();
    const auto& chosen = document.accelerators();
    const auto add = [this](const QString& id, const QString& name, const QString& origin, bool isChosen) {
        auto* item = new QListWidgetItem(name, m_accelerators);
        item->setData(kIdRole, id);
        item->setToolTip(origin.isEmpty() || origin == id ? id : id + QLatin1Char('\n') + origin);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(isChosen ? Qt::Checked : Qt::Unchecked);
    };
    for (const auto& accelerator : chosen) {
        add(QString::fromStdString(accelerator.id), document.label(accelerator.id),
            QString::fromStdString(document.origin(accelerator.id)), true);
    }
    for (const auto& id : presetIds()) {
        const auto known = preset(id);
        if (known && !document.hasPreset(id))
            add(QString::fromStdString(id), QString::fromStdString(known->name), {}, false);
    }
}

void SetupPanel::refreshBindings() {
    auto* form = static_cast<QFormLayout*>(m_form->layout());
    while (form->rowCount() > 0) form->removeRow(0);
    m_symbols.clear();
    m_batch = m_sequence = m_past = nullptr;
    m_phase = nullptr;
    const auto& model = m_workbench.document().model();
    const bool isGenerated = model && model->graph->format != "onnx" && model->graph->kvBytesPerToken.has_value();
    const bool hasAny = model && (isGenerated || !model->graph->symbols.empty());
    m_bindings->setVisible(hasAny);
    m_untouched = {};
    if (!hasAny) return;
    if (isGenerated) {
        addPhaseRows(*form);
    } else {
        for (const auto& [name, value] : model->graph->symbols) {
            const auto label = QString::fromStdString(name);
            auto* box = makeCount(QStringLiteral("bind_") + label, tr("Symbol %1 of the model's inputs").arg(label));
            form->addRow(label, box);
            m_symbols[name] = box;
        }
    }
    showBindings(model->bindings);
    m_untouched = typedBindings();
    showDraft();
}

void SetupPanel::addPhaseRows(QFormLayout& form) {
    m_phase = new QComboBox(m_form);
    m_phase->setObjectName(QStringLiteral("bindPhase"));
    m_phase->setAccessibleName(tr("Phase"));
    m_phase->setToolTip(tr("Prefill reads the whole prompt at once; decode makes one token after another"));
    m_phase->addItem(tr("Prefill"), QStringLiteral("prefill"));
    m_phase->addItem(tr("Decode"), QStringLiteral("decode"));
    connect(m_phase, &QComboBox::currentIndexChanged, this, &SetupPanel::noteDraft);
    form.addRow(tr("Phase"), m_phase);
    m_batch = makeCount(QStringLiteral("bindBatch"), tr("Batch: samples in one pass"));
    form.addRow(tr("Batch"), m_batch);
    m_sequence = makeCount(QStringLiteral("bindSequence"), tr("Sequence: tokens of a sample in one pass"));
    form.addRow(tr("Sequence"), m_sequence);
    m_past = makeCount(QStringLiteral("bindPast"), tr("Past: tokens that the cache holds already"));
    form.addRow(tr("Past"), m_past);
}

/// Where the bindings say nothing, the model's own values.
void SetupPanel::showBindings(const Bindings& bindings) {
    const auto& symbols = m_workbench.document().model()->graph->symbols;
    const auto known = [&](const std::string& name) {
        const auto found = symbols.find(name);
        return found == symbols.end() ? std::nullopt : found->second;
    };
    if (m_phase != nullptr) {
        const QSignalBlocker blocker(m_phase);
        m_phase->setCurrentIndex(bindings.phase == "decode" ? 1 : 0);
        showValue(m_batch, bindings.batch ? bindings.batch : known("batch"));
        showValue(m_sequence, bindings.sequence ? bindings.sequence : known("sequence"));
        showValue(m_past, bindings.past ? bindings.past : known("past"));
    }
    for (const auto& [name, box] : m_symbols) {
        const auto given = bindings.symbols.find(name);
        showValue(box, given != bindings.symbols.end() ? std::optional(given->second) : known(name));
    }
}

Bindings SetupPanel::typedBindings() const {
    auto bindings = m_workbench.document().model()->bindings;
    if (m_phase != nullptr) {
        bindings.phase = m_phase->currentData().toString().toStdString();
        bindings.batch = valueOf(m_batch);
        bindings.sequence = valueOf(m_sequence);
        bindings.past = valueOf(m_past);
    }
    for (const auto& [name, box] : m_symbols) {
        const auto value = valueOf(box);
        if (value) {
            bindings.symbols[name] = *value;
        } else {
            bindings.symbols.erase(name);
        }
    }
    return bindings;
}

void SetupPanel::noteDraft() {
    auto typed = typedBindings();
    m_workbench.keepDraft(typed == m_untouched ? std::nullopt : std::optional(std::move(typed)));
}

void SetupPanel::showDraft() {
    const auto& draft = m_workbench.document().draft();
    const bool hasForm = m_phase != nullptr || !m_symbols.empty();
    if (hasForm && typedBindings() != draft.value_or(m_untouched)) showBindings(draft.value_or(m_untouched));
    for (QWidget* widget : {static_cast<QWidget*>(m_draftNote), static_cast<QWidget*>(m_discardDraft)}) {
        widget->setVisible(hasForm && draft.has_value());
    }
}

void SetupPanel::applyBindings() {
    if (m_workbench.document().model()) m_workbench.editBindings(typedBindings());
}

} // namespace nestwright::gui
