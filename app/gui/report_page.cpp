// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/report_page.h"

#include "app/gui/empty_texts.h"
#include "app/gui/panels.h"
#include "app/gui/report_export.h"
#include "app/gui/report_preview.h"
#include "app/gui/workbench.h"
#include "widgets/base/translate.h"
#include "widgets/report/report_page_painter.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace nestwright::gui {

namespace {

using PagesPointer = std::shared_ptr<const ReportPagePainter>;

constexpr int kDelayMs = 200; ///< several plans that come one after another make one report
constexpr int kFitWidth = 0;
constexpr int kFitPage = 1;
constexpr int kFactors = 2; ///< first index of a factor in the list of zooms

struct Form {
    const char* suffix;
    QString title;
};

std::vector<Form> forms() {
    return {{"pdf", ReportPage::tr("&PDF pages...")},
            {"html", ReportPage::tr("&Web page (HTML)...")},
            {"md", ReportPage::tr("&Markdown text...")},
            {"json", ReportPage::tr("&JSON for programs...")},
            {"csv", ReportPage::tr("&Tables (CSV)...")}};
}

} // namespace

ReportPage::ReportPage(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench) {
    setObjectName(QStringLiteral("reportPage"));
    const auto frame = framePage(this, tr("Report"));
    m_heading = frame.addSummary(QStringLiteral("reportHeading"));
    m_stack = frame.stack;
    m_empty = frame.empty;
    m_preview = new ReportPreview(m_stack);
    m_stack->addWidget(m_preview);
    addNavigation(frame);
    addZoom(frame);
    addMenus(frame);
    addShortcuts();
    setFocusProxy(m_preview);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &ReportPage::rebuild);
    connect(m_preview, &ReportPreview::currentPageChanged, this, &ReportPage::showPlace);
    connect(m_preview, &ReportPreview::zoomChanged, this, &ReportPage::showZoom);
    connect(&workbench.document(), &Document::plansChanged, this, &ReportPage::plansChanged);
    connect(&workbench.document(), &Document::acceleratorsChanged, this, &ReportPage::plansChanged);
    connect(&workbench.document(), &Document::leftOutSectionsChanged, this, &ReportPage::leaveOut);
    plansChanged();
}

void ReportPage::addNavigation(const PageFrame& frame) {
    m_previous = makeButton(QStringLiteral("reportPrevious"), QStringLiteral("\u25c0"), tr("Previous page"), this);
    m_previous->setAccessibleName(tr("Previous page"));
    m_page = new QSpinBox(this);
    m_page->setObjectName(QStringLiteral("reportPageNumber"));
    m_page->setAccessibleName(tr("Page shown"));
    m_page->setToolTip(tr("Page at the top of the preview"));
    m_page->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_page->setAlignment(Qt::AlignRight);
    m_page->setMaximumWidth(48);
    m_pageCount = new QLabel(this);
    m_pageCount->setObjectName(QStringLiteral("reportPageCount"));
    m_next = makeButton(QStringLiteral("reportNext"), QStringLiteral("\u25b6"), tr("Next page"), this);
    m_next->setAccessibleName(tr("Next page"));
    frame.add(m_previous);
    frame.add(m_page);
    frame.add(m_pageCount);
    frame.add(m_next);
    connect(m_previous, &QToolButton::clicked, this, [this] { m_preview->goTo(m_preview->currentPage() - 1); });
    connect(m_next, &QToolButton::clicked, this, [this] { m_preview->goTo(m_preview->currentPage() + 1); });
    connect(m_page, &QSpinBox::valueChanged, this, [this](int number) { m_preview->goTo(number - 1); });
}

void ReportPage::addZoom(const PageFrame& frame) {
    m_zoom = new QComboBox(this);
    m_zoom->setObjectName(QStringLiteral("reportZoom"));
    m_zoom->setAccessibleName(tr("Size of the pages"));
    m_zoom->setToolTip(tr("Size of the pages against paper; Ctrl with the wheel, + or - changes it"));
    m_zoom->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_zoom->addItem(tr("Fit width"));
    m_zoom->addItem(tr("Fit page"));
    for (const double factor : {0.5, 0.75, 1.0, 1.25, 1.5, 2.0}) {
        m_zoom->addItem(QStringLiteral("%1 %").arg(factor * 100), factor);
    }
    connect(m_zoom, &QComboBox::activated, this, &ReportPage::zoomChosen);
    frame.add(m_zoom);
}

void ReportPage::addMenus(const PageFrame& frame) {
    m_sections = makeMenuButton(QStringLiteral("reportSections"), tr("Sections"),
                                tr("Which sections the report has, and where they begin"), this);
    m_sectionMenu = m_sections->menu();
    m_sectionMenu->setObjectName(QStringLiteral("reportSectionMenu"));
    frame.add(m_sections);
    m_export = makeMenuButton(
        QStringLiteral("exportReport"), tr("Export"),
        tr("Writes these pages as PDF, or the same content as HTML, Markdown, JSON or CSV (Ctrl+E)"), this);
    auto* menu = m_export->menu();
    for (const auto& form : forms()) {
        const auto suffix = QString::fromLatin1(form.suffix);
        menu->addAction(form.title, this, [this, suffix] { exportAs(suffix); });
    }
    frame.add(m_export);
}

void ReportPage::addShortcuts() {
    const auto add = [this](const QKeySequence& keys, auto action) {
        auto* shortcut = new QShortcut(keys, this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, action);
    };
    add(QKeySequence::ZoomIn, [this] { m_preview->zoomBy(1); });
    add(QKeySequence::ZoomOut, [this] { m_preview->zoomBy(-1); });
    add(QKeySequence(Qt::CTRL | Qt::Key_0), [this] { m_preview->setZoom({}); });
    add(QKeySequence(Qt::CTRL | Qt::Key_PageDown), [this] { m_preview->goTo(m_preview->currentPage() + 1); });
    add(QKeySequence(Qt::CTRL | Qt::Key_PageUp), [this] { m_preview->goTo(m_preview->currentPage() - 1); });
}

void ReportPage::leaveOut() {
    m_isStale = true;
    if (m_hasPlan && isVisible()) m_delay.start();
}

/// Every section with a tick that keeps it; those left out are at hand to come back.
void ReportPage::fillSections(const report::Document& whole) {
    const auto& leftOut = m_workbench.document().leftOutSections();
    const auto isKept = [&](const auto& section) {
        return std::find(leftOut.begin(), leftOut.end(), section.id) == leftOut.end();
    };
    const auto kept = std::count_if(whole.sections.begin(), whole.sections.end(), isKept);
    m_sectionMenu->clear();
    for (const auto& section : whole.sections) {
        const auto title = translated(section.title);
        auto* action = m_sectionMenu->addAction(title);
        action->setObjectName(QStringLiteral("reportSection_") + QString::fromStdString(section.id));
        action->setCheckable(true);
        action->setChecked(isKept(section));
        // The last one stays.
        action->setEnabled(!action->isChecked() || kept > 1);
        connect(action, &QAction::toggled, this,
                [this, id = section.id, title](bool isOn) { m_workbench.keepSection(id, isOn, title); });
    }
}

void ReportPage::plansChanged() {
    m_isStale = true;
    const auto& document = m_workbench.document();
    const auto& accelerators = document.accelerators();
    m_hasPlan = document.model() && std::any_of(accelerators.begin(), accelerators.end(),
                                                [&](const auto& a) { return document.plan(a.id) != nullptr; });
    for (QWidget* tool : std::initializer_list<QWidget*>{m_export, m_sections, m_zoom}) tool->setEnabled(m_hasPlan);
    if (!m_hasPlan) {
        m_stack->setCurrentIndex(0);
        m_heading->setText({});
        const auto text = noPlanText(document, tr("the pages of the report appear here as they will be exported"));
        m_empty->setText(text.heading, text.text);
        m_preview->setPages(nullptr);
        showPlace();
    } else if (isVisible()) {
        m_delay.start();
    }
}

void ReportPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_isStale) rebuild();
}

void ReportPage::rebuild() {
    if (!m_hasPlan) return;
    m_isStale = false;
    m_workbench.makeReport([this](const ReportPointer& whole) {
        fillSections(*whole);
        m_workbench.jobs().run<PagesPointer>(
            JobRunner::Channel::report, tr("Laying out the report"),
            [whole, leftOut = m_workbench.document().leftOutSections()](const WorkContext&) {
                return std::make_shared<const ReportPagePainter>(*without(whole, leftOut));
            },
            [this](const PagesPointer& pages) {
                m_preview->setPages(pages);
                m_heading->setText(pages->title());
                m_stack->setCurrentIndex(1);
                showPlace();
            });
    });
}

void ReportPage::showPlace() {
    const int count = m_preview->pageCount();
    const int page = m_preview->currentPage();
    const QSignalBlocker quiet(m_page);
    m_page->setRange(count > 0 ? 1 : 0, count);
    m_page->setValue(page + 1);
    m_page->setEnabled(count > 0);
    m_pageCount->setText(tr("of %1").arg(count));
    m_previous->setEnabled(page > 0);
    m_next->setEnabled(page + 1 < count);
}

void ReportPage::showZoom() {
    const QSignalBlocker quiet(m_zoom);
    const auto& zoom = m_preview->zoom();
    if (zoom.kind == PageZoom::Kind::fitWidth) return m_zoom->setCurrentIndex(kFitWidth);
    if (zoom.kind == PageZoom::Kind::fitPage) return m_zoom->setCurrentIndex(kFitPage);
    int index = m_zoom->findData(zoom.factor);
    if (index < 0) {
        // A step between those in the list: the list takes it in at its place.
        index = kFactors;
        while (index < m_zoom->count() && m_zoom->itemData(index).toDouble() < zoom.factor) ++index;
        m_zoom->insertItem(index, QStringLiteral("%1 %").arg(qRound(zoom.factor * 100)), zoom.factor);
    }
    m_zoom->setCurrentIndex(index);
}

void ReportPage::zoomChosen(int index) {
    if (index == kFitWidth) return m_preview->setZoom({});
    if (index == kFitPage) return m_preview->setZoom({PageZoom::Kind::fitPage, 1});
    m_preview->setZoom({PageZoom::Kind::factor, m_zoom->itemData(index).toDouble()});
}

void ReportPage::exportAs(const QString& suffix) {
    if (!m_hasPlan) return;
    const auto name =
        QFileInfo(m_workbench.document().title()).completeBaseName() + QStringLiteral("-report.") + suffix;
    const auto path = QFileDialog::getSaveFileName(
        this, tr("Export the report"), name,
        tr("PDF (*.pdf);;Web page (*.html);;Markdown (*.md);;JSON (*.json);;Tables (*.csv)"));
    if (!path.isEmpty()) m_workbench.exportReport(path);
}

} // namespace nestwright::gui
