// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/filter_strip.h"

#include "app/gui/flow_layout.h"
#include "app/gui/panels.h"
#include "app/gui/workbench.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace nestwright::gui {

namespace {

constexpr int kMostChars = 40;
constexpr const char* kIndex = "filterIndex";

} // namespace

FilterStrip::FilterStrip(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench) {
    setObjectName(QStringLiteral("filterStrip"));
    auto* flow = new FlowLayout(this);
    flow->setContentsMargins(0, 0, 0, 0);
    flow->setSpacing(6);
    connect(&workbench.document(), &Document::filtersChanged, this, &FilterStrip::refresh);
    refresh();
}

void FilterStrip::refresh() {
    auto* flow = layout();
    const auto* focused = focusWidget();
    const bool hadFocus = focused != nullptr && focused->hasFocus();
    const int place = hadFocus ? focused->property(kIndex).toInt() : -1;
    while (auto* item = flow->takeAt(0)) {
        // Not at once: the chip may be the one whose click leads here.
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    const int count = static_cast<int>(m_workbench.document().filters().size());
    setVisible(count > 0);
    if (count == 0) return;
    auto* caption = new QLabel(tr("Filters"), this);
    caption->setProperty("isMuted", true);
    flow->addWidget(caption);
    for (int i = 0; i < count; ++i) {
        auto* chip = makeChip(i);
        flow->addWidget(chip);
        if (hadFocus && i == std::min(place, count - 1)) chip->setFocus();
    }
    auto* clear = makeButton(QStringLiteral("filterClear"), tr("Clear"), tr("Remove all filters; can be undone"), this);
    caption->setMinimumHeight(clear->sizeHint().height());
    connect(clear, &QToolButton::clicked, this, [this] { m_workbench.editFilters({}, tr("Clear the filters")); });
    flow->addWidget(clear);
}

QWidget* FilterStrip::makeChip(int index) {
    const auto& filter = m_workbench.document().filters()[static_cast<std::size_t>(index)];
    const auto text = QString::fromStdString(filter.text);
    auto* chip = new QWidget(this);
    auto* row = new QHBoxLayout(chip);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    const auto shown = text.size() > kMostChars ? text.left(kMostChars - 1) + QChar(0x2026) : text;
    auto* toggle = makeButton(QStringLiteral("filter_%1").arg(index),
                              QString(shown).replace(QLatin1Char('&'), QStringLiteral("&&")),
                              tr("%1\nA filter: operators must hold it. Space or a click switches it off and on, "
                                 "Delete removes it.")
                                  .arg(text),
                              chip);
    toggle->setAccessibleName(filter.isOn ? tr("Filter %1").arg(text) : tr("Filter %1, off").arg(text));
    toggle->setCheckable(true);
    toggle->setChecked(filter.isOn);
    toggle->setProperty(kIndex, index);
    toggle->installEventFilter(this);
    connect(toggle, &QToolButton::toggled, this, [this, index](bool isOn) { setOn(index, isOn); });
    auto* removing = makeButton(QStringLiteral("filterRemove_%1").arg(index), QStringLiteral("\u00d7"),
                                tr("Remove the filter %1").arg(text), chip);
    removing->setFocusPolicy(Qt::NoFocus);
    connect(removing, &QToolButton::clicked, this, [this, index] { remove(index); });
    row->addWidget(toggle);
    row->addWidget(removing);
    chip->setFocusProxy(toggle);
    return chip;
}

void FilterStrip::setOn(int index, bool isOn) {
    auto filters = m_workbench.document().filters();
    auto& filter = filters[static_cast<std::size_t>(index)];
    filter.isOn = isOn;
    const auto text = QString::fromStdString(filter.text);
    m_workbench.editFilters(std::move(filters),
                            isOn ? tr("Switch the filter %1 on").arg(text) : tr("Switch the filter %1 off").arg(text));
}

void FilterStrip::remove(int index) {
    auto filters = m_workbench.document().filters();
    const auto place = filters.begin() + index;
    const auto text = QString::fromStdString(place->text);
    filters.erase(place);
    m_workbench.editFilters(std::move(filters), tr("Remove the filter %1").arg(text));
}

bool FilterStrip::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const auto key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Delete || key == Qt::Key_Backspace) {
            remove(watched->property(kIndex).toInt());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace nestwright::gui
