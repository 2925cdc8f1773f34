// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/evidence_targets.h"
#include "app/gui/report_page.h"
#include "app/gui/report_preview.h"
#include "app/gui/style.h"
#include "app/gui/tables.h"
#include "tests/support/window_helpers.h"
#include "widgets/base/palette.h"
#include "widgets/mapping/attribution_bar.h"
#include "widgets/mapping/lane_view.h"
#include "widgets/mapping/mapping_view.h"
#include "widgets/plots/chart_export.h"
#include "widgets/plots/energy_chart.h"
#include "widgets/plots/layer_time_chart.h"
#include "widgets/plots/roofline_chart.h"
#include "widgets/plots/shortlist_chart.h"
#include "widgets/tables/accelerator_table_model.h"
#include "widgets/tables/figure_grid.h"
#include "widgets/tables/figure_text.h"
#include "widgets/tables/fit_matrix_model.h"
#include "widgets/tables/machine_table_model.h"
#include "widgets/tables/operator_table_model.h"
#include "widgets/tables/report_table_model.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QHelpEvent>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

#include "translations/translator.h"
#include <algorithm>
#include <map>
#include <memory>
#include <set>

namespace nestwright::gui {

namespace {

using test::atBest;
using test::budgetMs;
using test::EventLoopWatchdog;

constexpr double kHandlerMs = 50;

bool isDrawn(const ReportPreview& preview) {
    return EventLoopWatchdog::spinUntil([&] { return preview.pageCount() > 0 && preview.isDrawn(); }, kPatienceMs);
}

const PlannedOperator* slowest(const PlanResult& plan, bool isMapped) {
    const PlannedOperator* found = nullptr;
    for (const auto& planned : plan.operators) {
        const bool hasMapping = planned.mappings && !planned.mappings->empty();
        if (hasMapping == isMapped && (found == nullptr || planned.seconds > found->seconds)) found = &planned;
    }
    return found;
}

} // namespace

/// The modes but the graph, on one planned model.
class PagesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        translations::install(*qApp, QLocale::c());
        applyTheme(*qApp, Theme::light);
        m_window = std::make_unique<MainWindow>(false);
        m_window->resize(1280, 800);
        m_window->workbench().startWithAccelerators({QStringLiteral("a100-80-sxm"), QStringLiteral("h100-sxm")});
        m_window->show();
        m_window->openModel(QStringLiteral("resnet50"));
        QVERIFY(settle(*m_window));
        QVERIFY(document().currentPlan());
    }

    void cleanupTestCase() { m_window.reset(); }

    void rooflineSelectsByClickAndKey() {
        m_window->showMode(Mode::tradeoffs);
        auto* chart = find<RooflineChart>(*m_window, "roofline");
        EventLoopWatchdog::spin(50);
        const auto* wanted = slowest(*document().currentPlan(), true);
        const auto place = chart->placeOf(wanted->id);
        QVERIFY(place.has_value());
        QTest::mouseClick(chart, Qt::LeftButton, {}, place->toPoint());
        const auto chosen = document().selected();
        QVERIFY(chosen >= 0);
        const auto there = chart->placeOf(chosen);
        QVERIFY2(there && QLineF(*there, *place).length() < 10, "the click chose a mark at its place");
        QTest::keyClick(chart, Qt::Key_Right);
        QVERIFY(document().selected() != chosen);
        QTest::keyClick(chart, Qt::Key_Left);
        QCOMPARE(document().selected(), chosen);
    }

    void roofsAreThoseOfTheMachine() {
        const auto& accelerator = document().accelerators().front();
        const auto roofs = roofsOf(accelerator, DataType::bfloat16);
        QCOMPARE(roofs.peak, 2 * accelerator.peakMacsPerCycle(DataType::bfloat16) * accelerator.device.clockHz);
        QVERIFY(roofs.bandwidth > 0);
        const double ridge = roofs.peak / roofs.bandwidth;
        QCOMPARE(roofs.attainable(ridge * 10), roofs.peak);
        QCOMPARE(roofs.attainable(ridge / 10), roofs.peak / 10);
    }

    void exportsCharts_data() {
        QTest::addColumn<QString>("suffix");
        QTest::addColumn<QByteArray>("start");
        QTest::newRow("svg") << QStringLiteral("svg") << QByteArray("<?xml");
        QTest::newRow("pdf") << QStringLiteral("pdf") << QByteArray("%PDF");
        QTest::newRow("png") << QStringLiteral("png") << QByteArray("\x89PNG");
        QTest::newRow("csv") << QStringLiteral("csv") << QByteArray();
    }

    void exportsCharts() {
        QFETCH(QString, suffix);
        QFETCH(QByteArray, start);
        for (const auto mode : {Mode::compare, Mode::tradeoffs}) {
            m_window->showMode(mode);
            EventLoopWatchdog::spin(50);
        }
        const QTemporaryDir folder;
        for (const auto* name : {"roofline", "layerTimes", "shortlistChart"}) {
            const auto path = folder.filePath(QLatin1String(name) + QLatin1Char('.') + suffix);
            QCOMPARE(exportChart(*find<Chart>(*m_window, name), path), QString());
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const auto content = file.readAll();
            QVERIFY2(content.startsWith(start), name);
            QVERIFY2(content.size() > 200, name);
            if (suffix == QLatin1String("csv")) QVERIFY2(content.count('\n') > 3, name);
        }
    }

    void refusesWhatItCannotWrite() {
        auto& chart = *find<Chart>(*m_window, "roofline");
        QVERIFY(exportChart(chart, QStringLiteral("/tmp/chart.bmp")).contains(QStringLiteral(".svg")));
        QVERIFY(!exportChart(chart, QStringLiteral("/nowhere/chart.svg")).isEmpty());
    }

    void guardsFieldsOfACsv() {
        QCOMPARE(csvField(QStringLiteral("=1+1")), QStringLiteral("'=1+1"));
        QCOMPARE(csvField(QStringLiteral("a,\"b\"")), QStringLiteral("\"a,\"\"b\"\"\""));
        QCOMPARE(csvField(QStringLiteral("conv1")), QStringLiteral("conv1"));
    }

    void layerTimesAddUp() {
        const auto plan = document().currentPlan();
        double sum = 0;
        const auto lines = find<LayerTimeChart>(*m_window, "layerTimes")->csv().split(QLatin1Char('\n'));
        for (qsizetype i = 1; i + 1 < lines.size(); ++i) sum += lines[i].split(QLatin1Char(','))[1].toDouble();
        QVERIFY(std::abs(sum - plan->totals.latencySeconds.p50) < 1e-6 * sum);
    }

    void mappingOfAConvolution() {
        m_window->showMode(Mode::mapping);
        document().select(slowest(*document().currentPlan(), true)->id);
        EventLoopWatchdog::spin(50);
        QVERIFY(find<QPlainTextEdit>(*m_window, "mappingNest")->isVisible());
        auto* view = find<MappingView>(*m_window, "mappingView");
        const auto& layout = view->layoutOf();
        const auto levels = std::count_if(layout.items.begin(), layout.items.end(),
                                          [](const auto& item) { return item.kind == MappingItem::Kind::level; });
        QCOMPARE(static_cast<std::size_t>(levels), document().currentAccelerator()->levels.size());
        for (const auto& item : layout.items) {
            QVERIFY(item.area.x >= 0 && item.area.right() <= view->width() + 0.5);
            QVERIFY(item.area.bottom() <= layout.height + 0.5);
        }
        QVERIFY(!find<LaneView>(*m_window, "laneView")->isEmpty());
    }

    /// A square for each instance, or for a block of them where there are too many: the picture is in proportion.
    void arraysAreDrawnInProportion_data() {
        QTest::addColumn<Count>("x");
        QTest::addColumn<Count>("y");
        QTest::addColumn<Count>("usedX");
        QTest::addColumn<Count>("usedY");
        QTest::addColumn<QString>("square");
        QTest::newRow("a line") << Count{108} << Count{1} << Count{88} << Count{1} << QString();
        QTest::newRow("a line of a prime number") << Count{1} << Count{113} << Count{1} << Count{50} << QString();
        QTest::newRow("an array") << Count{14} << Count{12} << Count{13} << Count{12} << QString();
        QTest::newRow("blocks") << Count{256} << Count{256} << Count{128} << Count{256} << QStringLiteral("8 by 8");
        QTest::newRow("a long line") << Count{4096} << Count{1} << Count{1024} << Count{1}
                                     << QStringLiteral("128 by 1");
    }

    void arraysAreDrawnInProportion() {
        QFETCH(Count, x);
        QFETCH(Count, y);
        QFETCH(Count, usedX);
        QFETCH(Count, usedY);
        QFETCH(QString, square);
        MappingPicture picture;
        picture.computeName = "Lane";
        LevelRow row;
        row.name = "Buffer";
        row.fanout.x = x;
        row.fanout.y = y;
        row.spatial = {{"K", usedX, usedX, true, Axis::x}, {"C", usedY, usedY, true, Axis::y}};
        picture.levels.push_back(row);
        LaneView view;
        view.setPicture(picture);
        view.resize(360, view.heightForWidth(360));
        const auto image = view.grab().toImage();
        const auto& colors = nestwright::palette(Theme::light);
        const auto busyColor = seriesColor("useful", Theme::light).rgb();
        const auto idleColor = blend(colors.mutedText, colors.ground, 0.22).rgb();
        double busy = 0;
        double idle = 0;
        for (int line = 0; line < image.height(); ++line) {
            for (int column = 0; column < image.width(); ++column) {
                const auto pixel = image.pixel(column, line);
                busy += pixel == busyColor ? 1 : 0;
                idle += pixel == idleColor ? 1 : 0;
            }
        }
        const double share = static_cast<double>(usedX * usedY) / static_cast<double>(x * y);
        QVERIFY2(std::abs(busy / (busy + idle) - share) < 1e-3, qPrintable(QString::number(busy / (busy + idle))));
        QCOMPARE(view.accessibleDescription().contains(QStringLiteral("square")), !square.isEmpty());
        QVERIFY(view.accessibleDescription().contains(square));
    }

    /// The terms of a time look the same in bars and in their legend: colour and hatch.
    void barsAndLegendsLookAlike() {
        const auto colorsOf = [](const QImage& image) {
            std::set<QRgb> colors;
            for (int line = 0; line < image.height(); ++line) {
                for (int column = 0; column < image.width(); ++column) colors.insert(image.pixel(column, line));
            }
            return colors;
        };
        AttributionBar bar;
        Attribution attribution;
        attribution.useful = attribution.diluted = attribution.blocked = attribution.delayed = 1;
        bar.setAttribution(attribution);
        bar.resize(120, 24); // too narrow for labels
        const auto drawn = colorsOf(bar.grab().toImage());
        QLabel legend(AttributionBar::legend(Theme::light));
        legend.resize(legend.sizeHint());
        const auto shown = colorsOf(legend.grab().toImage());
        for (const auto* key : {"useful", "diluted", "blocked", "delayed"}) {
            QVERIFY2(drawn.count(seriesColor(key, Theme::light).rgb()) &&
                         shown.count(seriesColor(key, Theme::light).rgb()),
                     key);
            const auto hatch = seriesHatch(key, Theme::light);
            if (hatch.style() == Qt::NoBrush) continue;
            QVERIFY2(drawn.count(hatch.color().rgb()) && shown.count(hatch.color().rgb()), key);
        }
    }

    void everyStallIsExplained() {
        for (const auto mode : kAllModes) {
            m_window->showMode(mode);
            EventLoopWatchdog::spin(20);
        }
        const auto isAbout = [](const QString& text) {
            return text.contains(QStringLiteral("stall"), Qt::CaseInsensitive);
        };
        int found = 0;
        for (const auto* label : m_window->findChildren<QLabel*>()) {
            if (!label->property("isCaption").toBool() || !isAbout(label->text())) continue;
            ++found;
            QVERIFY2(label->toolTip().contains(stallMeaning()), qPrintable(label->text()));
        }
        for (const auto* table : m_window->findChildren<QTableView*>()) {
            for (int column = 0; column < table->model()->columnCount(); ++column) {
                const auto head = [&](int role) {
                    return table->model()->headerData(column, Qt::Horizontal, role).toString();
                };
                if (!isAbout(head(Qt::DisplayRole))) continue;
                ++found;
                QVERIFY2(head(Qt::ToolTipRole).contains(stallMeaning()), qPrintable(table->objectName()));
            }
        }
        QVERIFY(found >= 4);
        m_window->showMode(Mode::graph);
        auto* grid = find<FigureGrid>(*m_window, "inspectorLayerTypes");
        QHelpEvent help(QEvent::ToolTip, QPoint(4, 4), grid->mapToGlobal(QPoint(4, 4)));
        QCoreApplication::sendEvent(grid, &help);
        QVERIFY(QToolTip::text().contains(stallMeaning()));
        QToolTip::hideText();
        for (const auto* summary : {"tradeoffsSummary", "mappingSummary"}) {
            const auto text = find<QWidget>(*m_window, summary)->toolTip();
            if (isAbout(text)) QVERIFY2(text.contains(stallMeaning()), summary);
        }
    }

    /// Levels, networks, compute and static power: together what the plan says the operator takes.
    void energyOfAConvolutionAddsUp() {
        m_window->showMode(Mode::mapping);
        const auto* planned = slowest(*document().currentPlan(), true);
        document().select(planned->id);
        EventLoopWatchdog::spin(50);
        double sum = 0;
        bool hasStatic = false;
        const auto lines = find<EnergyChart>(*m_window, "mappingEnergy")->csv().split(QLatin1Char('\n'));
        for (qsizetype i = 1; i + 1 < lines.size(); ++i) {
            sum += lines[i].section(QLatin1Char(','), -1).toDouble();
            hasStatic = hasStatic || lines[i].startsWith(QStringLiteral("Static power"));
        }
        QVERIFY(hasStatic);
        QCOMPARE(planned->mappings->size(), std::size_t{1});
        // What the static power draws is the plan's own figure.
        const auto drawn = QString::number(planned->mappingStaticJ.front(), 'g', 9);
        QVERIFY2(lines.contains(QStringLiteral("Static power,") + drawn), qPrintable(drawn));
        QVERIFY2(std::abs(sum - planned->energyJ) < 1e-6 * planned->energyJ,
                 qPrintable(QStringLiteral("%1 of %2").arg(sum, 0, 'g', 9).arg(planned->energyJ, 0, 'g', 9)));
    }

    /// With and without the kernel launch the MFU differs: each stands under its name.
    void mappingTellsItsFigures() {
        m_window->showMode(Mode::mapping);
        const auto* planned = slowest(*document().currentPlan(), true);
        document().select(planned->id);
        EventLoopWatchdog::spin(50);
        const auto lines = find<FigureGrid>(*m_window, "mappingFigures")->text().split(QLatin1Char('\n'));
        QCOMPARE(lines[0], QStringLiteral("Figure\tOne run, no launch\tAs planned"));
        const auto mfu = lines.filter(QStringLiteral("MFU"));
        QCOMPARE(mfu.size(), 1);
        const auto text = [](std::optional<double> value) { return figureText(value, report::NumberStyle::percent); };
        QCOMPARE(mfu[0].section(QLatin1Char('\t'), 1, 1), text(planned->mappings->front().cost.mfu));
        QCOMPARE(mfu[0].section(QLatin1Char('\t'), 2, 2), text(planned->mfu));
    }

    void theSelectionIsTheSameInEveryMode() {
        const auto* wanted = slowest(*document().currentPlan(), true);
        const auto name = QString::fromStdString(wanted->name);
        m_window->showMode(Mode::graph);
        document().select(wanted->id);
        const auto* table = find<QTableView>(*m_window, "operatorTable");
        QCOMPARE(table->currentIndex().data(OperatorTableModel::OperatorRole).toInt(), wanted->id);
        for (const auto mode : kAllModes) {
            m_window->showMode(mode);
            EventLoopWatchdog::spin(50);
            QCOMPARE(document().selected(), wanted->id);
            QCOMPARE(find<QLabel>(*m_window, "inspectorName")->text(), name);
        }
        QCOMPARE(find<QComboBox>(*m_window, "mappingOperator")->currentData().toInt(), wanted->id);
        m_window->showMode(Mode::mapping);
        auto* box = find<QComboBox>(*m_window, "mappingOperator");
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Down);
        const auto other = document().selected();
        QVERIFY(other != wanted->id);
        m_window->showMode(Mode::graph);
        QCOMPARE(table->currentIndex().data(OperatorTableModel::OperatorRole).toInt(), other);
    }

    void mappingOfAVectorOperator() {
        m_window->showMode(Mode::mapping);
        const auto* planned = slowest(*document().currentPlan(), false);
        document().select(planned->id);
        EventLoopWatchdog::spin(50);
        QVERIFY(find<MappingView>(*m_window, "mappingView")->isVisible());
        QVERIFY(!find<QPlainTextEdit>(*m_window, "mappingNest")->isVisible());
        const auto& op = document().model()->graph->operators[static_cast<std::size_t>(planned->id)];
        const auto tensors = find<FigureGrid>(*m_window, "mappingTiles")->text();
        for (const auto id : op.outputs) {
            QVERIFY(tensors.contains(QString::fromStdString(document().model()->graph->tensor(id)->name)));
        }
        // In the format of the plan: what moves through the port is what the plan says.
        double moved = 0;
        const auto& model = *document().model();
        const auto picture = vectorPicture(*document().currentAccelerator(), *model.graph,
                                           model.works[static_cast<std::size_t>(planned->id)], *planned,
                                           document().currentPlan()->format);
        for (const auto& use : picture.levels.front().tensors) {
            moved += use.readBytes + use.writeBytes;
        }
        QVERIFY2(std::abs(moved - planned->deviceMemoryBytes) < 1e-9 * moved, qPrintable(QString::number(moved)));
    }

    void everyFigureTellsHowItIsKnown() {
        m_window->showMode(Mode::compare);
        const auto* table = find<PageTable>(*m_window, "compareTable")->model();
        for (int row = 0; row < table->rowCount(); ++row) {
            for (int column = AcceleratorTableModel::latency; column < AcceleratorTableModel::columns; ++column) {
                const auto tip = table->index(row, column).data(Qt::ToolTipRole).toString();
                const bool isTold =
                    column == AcceleratorTableModel::tails
                        ? tip.contains(QStringLiteral("not modelled"))
                        : tip.contains(QStringLiteral("derived")) && tip.contains(QStringLiteral("published"));
                QVERIFY2(isTold, qPrintable(tip));
            }
        }
        const auto* machines = find<PageTable>(*m_window, "machineTable")->model();
        int sourced = 0;
        for (int row = 0; row < machines->rowCount(); ++row) {
            for (int column = 1; column < machines->columnCount(); ++column) {
                if (machines->index(row, column)
                        .data(Qt::ToolTipRole)
                        .toString()
                        .contains(QStringLiteral("Source: "))) {
                    ++sourced;
                }
            }
        }
        QVERIFY2(sourced >= 12, qPrintable(QString::number(sourced)));
    }

    /// The first figures would be the best of each column, if the device could hold the model.
    void whatDoesNotFitIsNotRanked() {
        const auto good = document().currentPlan();
        auto misfit = std::make_shared<PlanResult>(*good);
        misfit->totals.latencySeconds.p50 /= 10;
        misfit->totals.fits = false;
        misfit->totals.memoryExcessBytes = 188. * 1024 * 1024 * 1024;
        auto slower = std::make_shared<PlanResult>(*good);
        slower->totals.latencySeconds.p50 *= 2;
        const auto bold = [](const AcceleratorTableModel& model, int row) {
            return model.index(row, AcceleratorTableModel::latency).data(Qt::FontRole).value<QFont>().bold();
        };
        AcceleratorTableModel model;
        model.setRows({{QStringLiteral("small"), misfit, {}, {}, {}, MemoryFit::tooSmall},
                       {QStringLiteral("good"), good, {}, {}, {}, MemoryFit::fits},
                       {QStringLiteral("slower"), slower, {}, {}, {}, MemoryFit::unknown}});
        QVERIFY(!bold(model, 0) && bold(model, 1) && !bold(model, 2));
        QVERIFY(model.index(0, 0).data().toString().contains(QStringLiteral("doesn't fit")));
        const auto memory = [&](int row) { return model.index(row, AcceleratorTableModel::memory).data().toString(); };
        QVERIFY(memory(0).startsWith(QChar(0x2716)) && memory(2).startsWith(QLatin1Char('?')));

        auto tiny = document().accelerators().front();
        tiny.device.memoryBytes = 1;
        ShortlistChart chart;
        chart.setCandidates({{&tiny, QStringLiteral("small"), misfit, 1},
                             {&document().accelerators().front(), QStringLiteral("good"), good, 2}});
        const auto csv = chart.csv();
        QVERIFY2(csv.contains(QRegularExpression(QStringLiteral("latency_p50_s,small,[^,]+,\n"))), qPrintable(csv));
        QVERIFY2(csv.contains(QRegularExpression(QStringLiteral("latency_p50_s,good,[^,]+,1\n"))), qPrintable(csv));
    }

    /// One decimal for all would lose digits of the small and invent some of the large.
    void figuresOfAColumnHaveThreeDigitsEach() {
        auto small = std::make_shared<PlanResult>(*document().currentPlan());
        small->totals.latencySeconds.p50 = 0.0022247;
        small->totals.powerW = 0.0512345;
        small->totals.mfu = 0.0001;
        small->totals.perfPerWatt = 0.0000484;
        auto large = std::make_shared<PlanResult>(*small);
        large->totals.latencySeconds.p50 = 0.0744502;
        large->totals.powerW = 74.4502;
        large->totals.perfPerWatt = 0.0484123;
        AcceleratorTableModel model;
        model.setRows({{QStringLiteral("small"), small, {}, {}, {}, MemoryFit::fits},
                       {QStringLiteral("large"), large, {}, {}, {}, MemoryFit::fits}});
        const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(0, AcceleratorTableModel::latency), QStringLiteral("2.22"));
        QCOMPARE(text(1, AcceleratorTableModel::latency), QStringLiteral("74.5"));
        QCOMPARE(text(0, AcceleratorTableModel::power), QStringLiteral("0.0512"));
        QCOMPARE(text(1, AcceleratorTableModel::power), QStringLiteral("74.5"));
        QCOMPARE(text(0, AcceleratorTableModel::mfu), QStringLiteral("<\u202f0.1"));
        QCOMPARE(text(1, AcceleratorTableModel::perWatt), QStringLiteral("48.4"));
        QVERIFY(model.headerData(AcceleratorTableModel::perWatt, Qt::Horizontal, Qt::DisplayRole)
                    .toString()
                    .endsWith(QStringLiteral("samples/kJ")));
        QCOMPARE(rateText(12345.6, QStringLiteral("samples")), QStringLiteral("12,350\u00a0samples/s"));
        QCOMPARE(perJouleText(0.0484, QStringLiteral("samples")), QStringLiteral("48.4\u00a0samples/kJ"));
    }

    void inspectorTellsOneFromAllOfItsShape() {
        m_window->showMode(Mode::graph);
        const auto& rows = document().rows();
        const auto twin = std::find_if(rows.begin(), rows.end(),
                                       [](const auto& row) { return row.identicalCount > 1 && row.seconds > 0; });
        QVERIFY(twin != rows.end());
        document().select(twin->id);
        const auto* time = find<QLabel>(*m_window, "inspectorTime");
        QVERIFY2(time->text().contains(QStringLiteral("all %1 of this shape").arg(twin->identicalCount)),
                 qPrintable(time->text()));
    }

    void fitMatrixLeadsToTheOperator() {
        m_window->showMode(Mode::compare);
        document().setCurrent(0);
        document().select(kNoOperator);
        auto* table = find<PageTable>(*m_window, "fitMatrix");
        table->setFocus();
        table->setCurrentIndex(table->model()->index(1, 2));
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(document().current(), 1);
        QVERIFY(document().selected() >= 0);
        document().setCurrent(0);
    }

    void evidenceNamesWhatIsMissing() {
        m_window->showMode(Mode::evidence);
        QVERIFY(settle(*m_window));
        const auto* matrix = find<PageTable>(*m_window, "evidenceMatrix");
        QCOMPARE(matrix->model()->rowCount(), 5);
        QVERIFY(matrix->text().contains(QStringLiteral("missing")));
        QVERIFY(find<PageTable>(*m_window, "evidenceTargets")->model()->rowCount() > 0);
    }

    void reportPreviewNavigates() {
        m_window->showMode(Mode::report);
        QVERIFY(settle(*m_window));
        auto* preview = find<ReportPreview>(*m_window, "reportPreview");
        QVERIFY(isDrawn(*preview));
        const int pages = preview->pageCount();
        QVERIFY(pages > 5);
        QCOMPARE(preview->currentPage(), 0);
        find<QToolButton>(*m_window, "reportNext")->click();
        QCOMPARE(preview->currentPage(), 1);
        find<QSpinBox>(*m_window, "reportPageNumber")->setValue(4);
        QCOMPARE(preview->currentPage(), 3);
        const double before = preview->shownFactor();
        preview->zoomBy(1);
        QVERIFY(preview->shownFactor() > before);
        QCOMPARE(preview->currentPage(), 3);
        QVERIFY(find<QComboBox>(*m_window, "reportZoom")->currentText().contains(QLatin1Char('%')));
        preview->setZoom({});

        auto* tick = find<QAction>(*m_window, "reportSection_accelerators");
        QVERIFY(tick->isChecked());
        tick->trigger();
        QVERIFY(EventLoopWatchdog::spinUntil([&] { return preview->pageCount() < pages; }, kPatienceMs));
        QVERIFY(!find<QAction>(*m_window, "reportSection_accelerators")->isChecked());
        m_window->workbench().undoStack().undo();
        QVERIFY(EventLoopWatchdog::spinUntil([&] { return preview->pageCount() == pages; }, kPatienceMs));
        QVERIFY(find<QAction>(*m_window, "reportSection_accelerators")->isChecked());
    }

    void reportPreviewFollowsThePlans() {
        m_window->showMode(Mode::report);
        QVERIFY(settle(*m_window));
        auto* preview = find<ReportPreview>(*m_window, "reportPreview");
        QVERIFY(isDrawn(*preview));
        const int pages = preview->pageCount();
        m_window->workbench().removeAccelerator(QStringLiteral("h100-sxm"));
        QVERIFY(EventLoopWatchdog::spinUntil([&] { return preview->pageCount() < pages; }, kPatienceMs));
        m_window->workbench().undoStack().undo();
        QVERIFY(EventLoopWatchdog::spinUntil([&] { return preview->pageCount() == pages; }, kPatienceMs));
    }

    void nothingBlocksTheWindow() {
        m_window->showMode(Mode::graph);
        QVERIFY(settle(*m_window));
        EventLoopWatchdog watchdog;
        auto* preview = find<ReportPreview>(*m_window, "reportPreview");
        m_window->showMode(Mode::report);
        QVERIFY(settle(*m_window));
        QVERIFY(isDrawn(*preview));
        for (int page = 1; page < preview->pageCount(); ++page) {
            preview->goTo(page);
            QVERIFY(isDrawn(*preview));
        }
        preview->zoomBy(1);
        QVERIFY(isDrawn(*preview));
        QVERIFY2(watchdog.busiest().cpu < budgetMs(50), watchdog.report());
        const auto costOf = [&](const auto& back, const auto& step) {
            return atBest(budgetMs(kHandlerMs), [&] {
                back();
                EventLoopWatchdog::spin(60);
                watchdog.restart();
                step();
                EventLoopWatchdog::spin(60);
                return watchdog.busiest().cpu;
            });
        };
        for (const auto mode : {Mode::mapping, Mode::tradeoffs, Mode::compare, Mode::evidence}) {
            const double showing = costOf([&] { m_window->showMode(Mode::graph); }, [&] { m_window->showMode(mode); });
            qInfo("%s: %.1f ms", qPrintable(keyOf(mode)), showing);
            QVERIFY2(showing < budgetMs(kHandlerMs), qPrintable(keyOf(mode) + QLatin1String(watchdog.report())));
            for (const bool isMapped : {true, false}) {
                const auto id = slowest(*document().currentPlan(), isMapped)->id;
                const double selecting =
                    costOf([&] { document().select(kNoOperator); }, [&] { document().select(id); });
                QVERIFY2(selecting < budgetMs(kHandlerMs),
                         qPrintable(keyOf(mode) + QStringLiteral(" selecting ") + QLatin1String(watchdog.report())));
            }
        }
    }

    /// Files are written while the window stays at hand.
    void writingFilesBlocksNothing() {
        const QTemporaryDir folder;
        for (const auto* suffix : {"pdf", "html", "md", "json", "csv", "nestwright"}) {
            const auto path = folder.filePath(QStringLiteral("file.") + QLatin1String(suffix));
            const double cost = atBest(budgetMs(kHandlerMs), [&] {
                QFile::remove(path);
                EventLoopWatchdog watchdog;
                if (QLatin1String(suffix) == QLatin1String("nestwright")) {
                    m_window->saveTo(path);
                } else {
                    m_window->workbench().exportReport(path);
                }
                static_cast<void>(settle(*m_window));
                EventLoopWatchdog::spin(20);
                qInfo("%s: %s", suffix, watchdog.report());
                return watchdog.busiest().cpu;
            });
            QVERIFY2(QFile(path).size() > 2000, suffix);
            QVERIFY2(cost < budgetMs(kHandlerMs), suffix);
        }
    }

    void themesChangeQuickly() {
        m_window->showMode(Mode::compare);
        QVERIFY(settle(*m_window));
        const auto& pages = *find<QStackedWidget>(*m_window, "pages");
        bool isDark = false;
        QStringList left; // widgets that keep the theme before
        const double cost = atBest(budgetMs(kHandlerMs), [&] {
            isDark = !isDark;
            const auto before = pages.currentWidget()->styleSheet();
            const auto isChanged = [&] {
                for (int i = 0; i < pages.count(); ++i) {
                    if (pages.widget(i)->styleSheet() == before) return false;
                }
                return true;
            };
            EventLoopWatchdog watchdog;
            find<QAction>(*m_window, isDark ? "actionTheme_dark" : "actionTheme_light")->trigger();
            if (!EventLoopWatchdog::spinUntil(isChanged, kPatienceMs)) return 2 * budgetMs(kHandlerMs);
            EventLoopWatchdog::spin(50);
            for (const auto* widget : m_window->findChildren<QWidget*>()) {
                const bool isWindow = widget->isWindow() && !widget->isVisible(); // a closed menu follows when it opens
                if (!isWindow && (themeOf(widget->palette()) == Theme::dark) != isDark)
                    left << widget->metaObject()->className();
            }
            qInfo("theme: %s", watchdog.report());
            return watchdog.busiest().cpu;
        });
        find<QAction>(*m_window, "actionTheme_light")->trigger();
        QVERIFY2(left.isEmpty(), qPrintable(left.join(QLatin1Char(' '))));
        QVERIFY2(cost < budgetMs(kHandlerMs), qPrintable(QString::number(cost)));
    }

    /// What a mode does when it is shown for the first time counts too.
    void theFirstShowOfEachModeIsQuick() {
        std::map<QString, double> costs;
        static_cast<void>(atBest(budgetMs(kHandlerMs), [&] {
            auto window =
                makeWindow({QStringLiteral("a100-80-sxm"), QStringLiteral("h100-sxm"), QStringLiteral("gemmini")});
            EventLoopWatchdog watchdog;
            if (!open(*window, QStringLiteral("resnet50"))) return budgetMs(kHandlerMs);
            double longest = 0;
            for (const auto mode : kAllModes) {
                watchdog.restart();
                window->showMode(mode);
                EventLoopWatchdog::spin(100);
                static_cast<void>(settle(*window));
                const double cost = watchdog.busiest().cpu;
                qInfo("%s: %s", qPrintable(keyOf(mode)), watchdog.report());
                const auto known = costs.try_emplace(keyOf(mode), cost).first;
                known->second = std::min(known->second, cost);
                longest = std::max(longest, known->second);
            }
            return longest;
        }));
        QCOMPARE(costs.size(), kAllModes.size());
        for (const auto& [mode, cost] : costs) {
            QVERIFY2(cost < budgetMs(kHandlerMs), qPrintable(mode + QStringLiteral(": %1 ms").arg(cost)));
        }
    }

    void hoverOfChartsIsQuick() {
        m_window->showMode(Mode::tradeoffs);
        auto* chart = find<RooflineChart>(*m_window, "roofline");
        EventLoopWatchdog::spin(100);
        double worst = 0;
        for (int x = 60; x + 60 < chart->width(); x += 20) {
            worst = std::max(
                worst, atBest(budgetMs(16), [&] {
                    QTest::mouseMove(chart, {x - 20, chart->height() / 2});
                    return EventLoopWatchdog::cpuOf([&] { QTest::mouseMove(chart, {x, chart->height() / 2}); });
                }));
        }
        QVERIFY2(worst < budgetMs(16), qPrintable(QString::number(worst)));
    }

    void modelsKeepTheirPromises() {
        using Reporting = QAbstractItemModelTester::FailureReportingMode;
        AcceleratorTableModel accelerators;
        FitMatrixModel fit;
        MachineTableModel machines;
        ReportTableModel table;
        const QAbstractItemModelTester first(&accelerators, Reporting::QtTest);
        const QAbstractItemModelTester second(&fit, Reporting::QtTest);
        const QAbstractItemModelTester third(&machines, Reporting::QtTest);
        const QAbstractItemModelTester fourth(&table, Reporting::QtTest);
        const auto plan = document().currentPlan();
        const auto& accelerator = *document().currentAccelerator();
        const auto facts = machineFacts(accelerator, plan->format);
        accelerators.setRows({{QStringLiteral("A"), plan, {}, facts, 3.0}, {QStringLiteral("B"), nullptr, {}}});
        fit.setColumns({{QStringLiteral("A"), 1, plan, accelerator.device.maturity}});
        machines.setMachines({{QStringLiteral("A"), facts}, {QStringLiteral("B"), facts}});
        table.setTable(evidenceTargets(document().rows()));
        QCOMPARE(accelerators.rowCount(), 2);
        QVERIFY(fit.rowCount() > 2);
        QCOMPARE(machines.columnCount(), 3);
        QVERIFY(table.rowCount() > 2);
        accelerators.setRows({});
        fit.setColumns({});
        machines.setMachines({});
        table.setTable({});
    }

    void everyControlHasANameAndAHelp() {
        for (const auto mode : kAllModes) {
            m_window->showMode(mode);
            QVERIFY(settle(*m_window));
            for (auto* widget : m_window->findChildren<QWidget*>()) {
                const bool isControl = widget->focusPolicy() != Qt::NoFocus && widget->isVisibleTo(m_window.get()) &&
                                       !widget->objectName().startsWith(QLatin1String("qt_"));
                const bool isChoice =
                    qobject_cast<QComboBox*>(widget) != nullptr || qobject_cast<QToolButton*>(widget) != nullptr ||
                    qobject_cast<QSpinBox*>(widget) != nullptr || qobject_cast<Chart*>(widget) != nullptr;
                if (!isControl || !isChoice) continue;
                QVERIFY2(!widget->toolTip().isEmpty(), qPrintable(widget->objectName()));
                const auto* button = qobject_cast<QAbstractButton*>(widget);
                QVERIFY2(!widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty()),
                         qPrintable(widget->objectName()));
            }
        }
    }

    /// Tab goes once around: through the mode bar, the bar of the page from left to right, and what is below it.
    void tabWalksThroughEveryMode() {
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        document().select(slowest(*document().currentPlan(), true)->id);
        for (const auto mode : kAllModes) {
            m_window->showMode(mode);
            QVERIFY(settle(*m_window));
            const auto* const first = QApplication::focusWidget();
            QVERIFY2(first != nullptr && first->focusPolicy() != Qt::NoFocus, qPrintable(keyOf(mode)));
            QList<const QWidget*> visited;
            constexpr int kMostSteps = 120;
            do {
                const auto* here = QApplication::focusWidget();
                QVERIFY2(here != nullptr && here->isVisible(), qPrintable(keyOf(mode)));
                visited << here;
                QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            } while (QApplication::focusWidget() != first && visited.size() < kMostSteps);
            QVERIFY2(visited.size() < kMostSteps, qPrintable(keyOf(mode)));
            QVERIFY(visited.contains(find<QToolButton>(*m_window, "mode_graph")));
            int right = -1;
            for (const auto* widget : visited) {
                if (widget->parentWidget()->objectName() != QStringLiteral("pageBar")) continue;
                if (right >= 0) QVERIFY2(widget->x() >= right, qPrintable(widget->objectName()));
                right = widget->geometry().right();
            }
        }
    }

    void modesAreAtHandByKey() {
        m_window->showMode(Mode::graph);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        int number = 0;
        for (const auto mode : kAllModes) {
            QTest::keyClick(m_window.get(), static_cast<Qt::Key>(Qt::Key_1 + number), Qt::ControlModifier);
            QCOMPARE(m_window->mode(), mode);
            ++number;
        }
    }

private:
    [[nodiscard]] Document& document() { return m_window->workbench().document(); }

    std::unique_ptr<MainWindow> m_window;
};

} // namespace nestwright::gui

QTEST_MAIN(nestwright::gui::PagesTest)
#include "pages_test.moc"
