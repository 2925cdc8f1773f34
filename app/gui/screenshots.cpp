// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/screenshots.h"

#include "app/gui/arguments.h"
#include "app/gui/report_preview.h"

#include <QCoreApplication>
#include <QDir>
#include <QTextStream>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace nestwright::gui {

namespace {
/// Delayed work that a mode starts when it is shown (a search, a report) has begun after this time.
constexpr int kSettleMs = 300;
} // namespace

Screenshots::Screenshots(MainWindow& window, QString folder, QSize size, QString theme, QObject* parent)
    : QObject(parent)
    , m_window(window)
    , m_folder(std::move(folder))
    , m_size(size)
    , m_theme(std::move(theme)) {
    m_window.setFixedSize((QSizeF(size) / m_window.devicePixelRatioF()).toSize());
    connect(&window.workbench(), &Workbench::openFailed, this,
            [this](const QString& error) { fail(error, kInputError); });
    connect(&window.workbench().jobs(), &JobRunner::busyChanged, this, [this](bool isBusy) {
        if (!isBusy) QTimer::singleShot(kSettleMs, this, &Screenshots::settled);
    });
}

void Screenshots::fail(const QString& message, int status) {
    QTextStream(stderr) << message << Qt::endl;
    QCoreApplication::exit(status);
}

void Screenshots::chooseOperator() {
    if (!m_operator.isEmpty()) {
        if (!m_window.selectOperator(m_operator)) {
            fail(tr("There is no operator '%1' in the model.\nGive a name or a number from the operator table.")
                     .arg(m_operator),
                 kUsageError);
        }
        return;
    }
    const auto& rows = m_window.workbench().document().rows();
    // Where there is one with a mapping, so that the mode shows loops, tiles and arrays.
    const auto rank = [](const OperatorRow& row) { return std::pair(row.mfu.has_value(), row.seconds); };
    const auto longest =
        std::max_element(rows.begin(), rows.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    if (longest != rows.end()) m_window.workbench().document().select(longest->id);
}

void Screenshots::settled() {
    if (m_window.workbench().jobs().isBusy() || !m_window.workbench().document().model()) return;
    const auto* preview = m_window.findChild<ReportPreview*>();
    if (m_window.mode() == Mode::report && !preview->isDrawn()) {
        QTimer::singleShot(kSettleMs, this, &Screenshots::settled);
        return;
    }
    if (!m_isStarted) {
        m_isStarted = true;
        if (!hasFolder()) return;
        chooseOperator();
        m_window.showMode(kAllModes[0]);
        QTimer::singleShot(kSettleMs, this, &Screenshots::settled);
        return;
    }
    takeNext();
}

bool Screenshots::hasFolder() {
    const bool isThere = QDir().mkpath(m_folder);
    if (!isThere) fail(tr("%1: the folder can't be made").arg(m_folder), kInputError);
    return isThere;
}

bool Screenshots::picture(const QString& page) {
    const auto name = QStringLiteral("%1-%2x%3-%4.png").arg(page).arg(m_size.width()).arg(m_size.height()).arg(m_theme);
    const auto path = QDir(m_folder).filePath(name);
    const bool isWritten = m_window.grab().copy(QRect(QPoint(), m_size)).save(path);
    if (!isWritten) fail(tr("%1: the picture can't be written").arg(path), kInputError);
    return isWritten;
}

void Screenshots::beginAtStart(const Sample& sample) {
    QTimer::singleShot(kSettleMs, this, [this, sample] {
        if (hasFolder() && picture(QStringLiteral("start"))) m_window.openModel(sample.id, sample.bindings);
    });
}

void Screenshots::takeNext() {
    if (m_next >= kAllModes.size()) return;
    if (!picture(keyOf(kAllModes[m_next]))) return;
    if (++m_next >= kAllModes.size()) {
        QCoreApplication::exit(0);
        return;
    }
    m_window.showMode(kAllModes[m_next]);
    QTimer::singleShot(kSettleMs, this, &Screenshots::settled);
}

} // namespace nestwright::gui
