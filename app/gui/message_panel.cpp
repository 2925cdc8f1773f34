// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/message_panel.h"

#include "app/gui/document.h"
#include "widgets/base/palette.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace nestwright::gui {

MessagePanel::MessagePanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document) {
    setObjectName(QStringLiteral("messagePanel"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 4, 12, 8);
    column->setSpacing(4);
    auto* row = new QHBoxLayout;
    m_summary = new QLabel(this);
    m_summary->setObjectName(QStringLiteral("messageSummary"));
    row->addWidget(m_summary, 1);
    auto* copy = new QPushButton(tr("&Copy details"), this);
    copy->setObjectName(QStringLiteral("copyMessages"));
    copy->setToolTip(tr("Puts all messages with their place and remedy on the clipboard"));
    connect(copy, &QPushButton::clicked, this, &MessagePanel::copyAll);
    row->addWidget(copy);
    auto* clear = new QPushButton(tr("C&lear"), this);
    clear->setObjectName(QStringLiteral("clearMessages"));
    clear->setToolTip(tr("Empties this list; a message comes back when its cause does"));
    connect(clear, &QPushButton::clicked, &document, &Document::clearNotes);
    row->addWidget(clear);
    column->addLayout(row);

    m_list = new QTreeWidget(this);
    m_list->setObjectName(QStringLiteral("messages"));
    m_list->setAccessibleName(tr("Messages"));
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setColumnCount(2);
    m_list->setWordWrap(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(1, QHeaderView::Stretch);
    column->addWidget(m_list);
    connect(&document, &Document::notesChanged, this, &MessagePanel::refresh);
    refresh();
}

void MessagePanel::refresh() {
    const auto notes = m_document.notes();
    const auto& colors = nestwright::palette(themeOf(palette()));
    m_list->clear();
    int errors = 0;
    int warnings = 0;
    for (const auto& note : notes) {
        const bool isError = note.severity == Note::Severity::error;
        const bool isWarning = note.severity == Note::Severity::warning;
        errors += isError ? 1 : 0;
        warnings += isWarning ? 1 : 0;
        auto* item = new QTreeWidgetItem(m_list, {isError     ? tr("\u2716 Error")
                                                  : isWarning ? tr("\u26a0 Warning")
                                                              : tr("\u2713 Done"),
                                                  note.text});
        item->setToolTip(1, note.details.isEmpty() ? note.text : note.details);
        if (isError) item->setForeground(0, colors.error);
        if (isWarning) item->setForeground(0, colors.warning);
    }
    m_summary->setText(tr("%n error(s)", nullptr, errors) + QStringLiteral(", ") +
                       tr("%n warning(s)", nullptr, warnings));
    if (errors > m_errorsShown) emit attentionWanted();
    m_errorsShown = errors;
}

void MessagePanel::copyAll() {
    QStringList lines;
    for (const auto& note : m_document.notes()) lines << (note.details.isEmpty() ? note.text : note.details);
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void MessagePanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    // Not at once: Qt walks over the widgets that this replaces.
    if (event->type() == QEvent::PaletteChange) {
        QMetaObject::invokeMethod(this, &MessagePanel::refresh, Qt::QueuedConnection);
    }
}

} // namespace nestwright::gui
