// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/evidence_page.h"

#include "app/gui/panels.h"

#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <array>

namespace nestwright::gui {

namespace {

struct Kind {
    QString name;
    QString shows;
    QString leavesOpen;
    QString next;
};

std::array<Kind, 5> kinds() {
    return {
        Kind{EvidencePage::tr("Timeline and occupancy traces"), EvidencePage::tr("where utilisation is lost"),
             EvidencePage::tr("the exact root cause"), EvidencePage::tr("relate the gaps to memory and schedule")},
        Kind{EvidencePage::tr("Cache, SRAM and bandwidth counters"), EvidencePage::tr("how hard data movement presses"),
             EvidencePage::tr("what it does to the model's quality"),
             EvidencePage::tr("hold it against a quality run")},
        Kind{EvidencePage::tr("Counters aligned with a profile"), EvidencePage::tr("how sure the bottleneck class is"),
             EvidencePage::tr("that a rollout is safe"), EvidencePage::tr("run all regressions")},
        Kind{EvidencePage::tr("Power and temperature telemetry"), EvidencePage::tr("what the device sustains for long"),
             EvidencePage::tr("that the results are correct"), EvidencePage::tr("pair it with verification")},
        Kind{EvidencePage::tr("Runs before and after a change"), EvidencePage::tr("what the change moved"),
             EvidencePage::tr("that it holds in the long tail"), EvidencePage::tr("replay the guardrails")}};
}

void addCell(QGridLayout* grid, int row, int column, const QString& text, bool isHeader, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setProperty("isMuted", isHeader);
    label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    grid->addWidget(label, row, column);
}

} // namespace

EvidencePage::EvidencePage(QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("evidencePage"));
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    outer->addWidget(scroll);
    auto* content = new QWidget(scroll);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(12);

    auto* intro = new QFrame(content);
    intro->setProperty("isPanel", true);
    auto* introColumn = new QVBoxLayout(intro);
    introColumn->setContentsMargins(12, 8, 12, 12);
    auto* heading = new QLabel(tr("No measurement is attached"), intro);
    auto font = heading->font();
    font.setPointSizeF(font.pointSizeF() * 1.25);
    font.setBold(true);
    heading->setFont(font);
    introColumn->addWidget(heading);
    auto* text = makeText(QStringLiteral("evidenceText"), intro);
    text->setText(tr("Every figure in this window is a prediction. This version can't import traces, counters or "
                     "telemetry yet; until then, keep the report with its metadata and hold it against your own "
                     "measurements. The list below says what each kind of measurement would settle."));
    introColumn->addWidget(text);
    column->addWidget(intro);

    auto* matrix = new QFrame(content);
    matrix->setObjectName(QStringLiteral("evidenceMatrix"));
    matrix->setAccessibleName(tr("Evidence matrix"));
    matrix->setProperty("isPanel", true);
    auto* grid = new QGridLayout(matrix);
    grid->setContentsMargins(12, 12, 12, 12);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(6);
    const QStringList heads{tr("Evidence"), tr("Status"), tr("Tells you"), tr("Does not prove"), tr("Next action")};
    for (int i = 0; i < heads.size(); ++i) addCell(grid, 0, i, heads[i], true, matrix);
    int row = 1;
    for (const auto& kind : kinds()) {
        auto* line = new QFrame(matrix);
        line->setObjectName(QStringLiteral("hairline"));
        line->setFixedHeight(1);
        grid->addWidget(line, row++, 0, 1, static_cast<int>(heads.size()));
        addCell(grid, row, 0, kind.name, false, matrix);
        addCell(grid, row, 1, QStringLiteral("\u25cb ") + tr("missing"), true, matrix);
        addCell(grid, row, 2, kind.shows, false, matrix);
        addCell(grid, row, 3, kind.leavesOpen, false, matrix);
        addCell(grid, row, 4, kind.next, false, matrix);
        ++row;
    }
    for (const auto& [index, stretch] :
         {std::pair{0, 4}, std::pair{1, 2}, std::pair{2, 4}, std::pair{3, 4}, std::pair{4, 4}}) {
        grid->setColumnStretch(index, stretch);
    }
    column->addWidget(matrix);
    column->addStretch(1);
    scroll->setWidget(content);
}

} // namespace nestwright::gui
