// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/block_figures.h"
#include "app/gui/graph_export.h"
#include "app/gui/graph_page.h"
#include "app/gui/style.h"
#include "tests/support/window_helpers.h"
#include "widgets/graph/graph_legend.h"
#include "widgets/graph/graph_view.h"
#include "widgets/graph/mini_map.h"
#include "widgets/tables/operator_table_model.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include "large_model.h"
#include "translations/translator.h"
#include <algorithm>
#include <ctime>

namespace nestwright::gui {

namespace {

using test::atBest;
using test::budgetMs;
using test::EventLoopWatchdog;

constexpr double kGestureMs = 16;
constexpr double kHandlerMs = 50;
constexpr double kOpeningMs = 100;
constexpr int kLargeModel = 100'000;

const QString kResnet = QStringLiteral(NESTWRIGHT_TEST_DATA "/models/resnet50_b1.onnx");
const QString kLlama = QStringLiteral(NESTWRIGHT_TEST_DATA "/models/llama3_8b_prefill1024.onnx");

GraphView& viewOf(MainWindow& window) { return *find<GraphView>(window, "graphView"); }
GraphPage& pageOf(MainWindow& window) { return *find<GraphPage>(window, "graphPage"); }

void wheel(GraphView& view, int units) {
    const QPointF centre(view.width() / 2.0, view.height() / 2.0);
    QWheelEvent event(centre, view.mapToGlobal(centre), {}, {0, units}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(&view, &event);
}

/// The longest of some gestures, each with the painting that follows, in processor time.
struct Gestures {
    double pan = 0;
    double hover = 0;
    double zoom = 0;
};

Gestures measureGestures(GraphView& view) {
    Gestures longest;
    // `back` makes the gesture's next try start where the first did.
    const auto step = [](double& worst, const auto& back, const auto& gesture) {
        worst = std::max(worst, atBest(budgetMs(kGestureMs), [&] {
                             back();
                             QCoreApplication::processEvents();
                             return EventLoopWatchdog::cpuOf([&] {
                                 gesture();
                                 QCoreApplication::processEvents();
                             });
                         }));
    };
    const auto moveTo = [&view](const QPoint& place) { QTest::mouseMove(&view, place); };
    view.fitWidth();
    QCoreApplication::processEvents();
    for (int level = 0; level < 24; ++level) {
        QPoint from(view.width() / 2, view.height() / 2);
        QTest::mousePress(&view, Qt::LeftButton, {}, from);
        for (int i = 1; i <= 4; ++i) {
            step(
                longest.pan, [&] { moveTo(from + QPoint(0, -20 * i + 20)); },
                [&] { moveTo(from + QPoint(0, -20 * i)); });
        }
        QTest::mouseRelease(&view, Qt::LeftButton, {}, from + QPoint(0, -80));
        for (int i = 0; i < 4; ++i) {
            step(
                longest.hover, [&] { moveTo(from); }, [&] { moveTo(from + QPoint(7 * i + 7, 31 * i + 31)); });
        }
        bool isZoomed = false;
        step(
            longest.zoom,
            [&] {
                if (isZoomed) wheel(view, 240);
            },
            [&] {
                wheel(view, -240);
                isZoomed = true;
            });
    }
    return longest;
}

} // namespace

class GraphPageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        translations::install(*qApp, QLocale::c());
        applyTheme(*qApp, Theme::light);
    }

    /// In processor time of all threads: what a quiet machine takes at most.
    void showsADecoderWithinTwoSeconds() {
        const double spent = atBest(budgetMs(2000), [] {
            const auto start = std::clock();
            auto window = makeWindow({});
            window->openModel(kLlama);
            auto& view = viewOf(*window);
            EventLoopWatchdog::spinUntil([&] { return view.index().nodeCount() > 0; }, kPatienceMs);
            view.repaint();
            return static_cast<double>(std::clock() - start) * 1000 / CLOCKS_PER_SEC;
        });
        qInfo("%.0f ms of processor to the first picture", spent);
        QVERIFY(spent < budgetMs(2000));
    }

    void foldsTheLayersOfADecoder() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm")});
        QVERIFY(open(*window, kLlama));
        const auto& document = window->workbench().document();
        const auto& scene = *document.model()->scene;
        QCOMPARE(scene.repeats.size(), std::size_t{1});
        QCOMPARE(scene.repeats.front().count, 32);
        auto& view = viewOf(*window);
        QCOMPARE(view.picture()->frames.size(), std::size_t{1});
        QCOMPARE(view.faces().frames().front().badge, QStringLiteral("\u00d7\u200932"));
        const auto open = view.index().nodeCount();
        QVERIFY(open < 120);

        // The sums of all nodes are the model.
        double share = 0;
        int operators = 0;
        for (const auto& members : scene.folded.members) {
            const auto figures = figuresOf(document.rows(), members);
            share += figures.share;
            operators += figures.operators;
        }
        QCOMPARE(operators, static_cast<int>(document.rows().size()));
        QVERIFY(std::abs(share - 1) < 1e-6);

        // Closed by the keyboard, opened by a double click, flat by the menu.
        const auto inside = scene.repeats.front().first;
        view.setFocus();
        window->workbench().document().select(inside);
        QTest::keyClick(&view, Qt::Key_Space);
        QVERIFY(settle(*window));
        QVERIFY(view.index().nodeCount() < open);
        QCOMPARE(view.selected(), pageOf(*window).nodeOf(inside));
        const auto closed = view.nodeRect(view.selected()).center().toPoint();
        QTest::mouseDClick(&view, Qt::LeftButton, {}, closed);
        QVERIFY(settle(*window));
        QCOMPARE(view.index().nodeCount(), open);
        find<QAction>(*window, "foldBlocks")->trigger();
        QVERIFY(settle(*window));
        QCOMPARE(view.index().nodeCount(), document.rows().size());
        QVERIFY(view.picture()->frames.empty());
        QCOMPARE(document.selected(), inside);
    }

    void showsWeights() {
        auto window = makeWindow({});
        QVERIFY(open(*window, kResnet));
        auto& view = viewOf(*window);
        const auto before = view.index().nodeCount();
        find<QAction>(*window, "showWeights")->trigger();
        QVERIFY(settle(*window));
        QVERIFY(view.index().nodeCount() > before + 40);
        const auto last = static_cast<std::int32_t>(view.index().nodeCount()) - 1;
        QVERIFY(!view.faces().node(last).title.isEmpty());
        view.centreOn(last);
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.nodeRect(last).center().toPoint());
        QVERIFY(window->workbench().document().selected() >= 0);
        find<QAction>(*window, "showWeights")->trigger();
        QVERIFY(settle(*window));
        QCOMPARE(view.index().nodeCount(), before);
    }

    void walksAlongEdges() {
        auto window = makeWindow({});
        QVERIFY(open(*window, kResnet));
        pageOf(*window).setFolded(false);
        QVERIFY(settle(*window));
        auto& view = viewOf(*window);
        auto& document = window->workbench().document();
        const auto consumers = document.model()->graph->consumers();
        document.select(0);
        view.setFocus();
        int steps = 0;
        for (;;) {
            const auto before = document.selected();
            QTest::keyClick(&view, Qt::Key_Down);
            const auto after = document.selected();
            if (after == before) break;
            const auto& readers = consumers[static_cast<std::size_t>(before)];
            QVERIFY(std::find(readers.begin(), readers.end(), after) != readers.end());
            QVERIFY(view.rect().contains(view.nodeRect(view.selected()).toRect()));
            ++steps;
        }
        QVERIFY(steps > 100);
        QTest::keyClick(&view, Qt::Key_Up);
        QVERIFY(document.selected() != static_cast<OperatorId>(document.rows().size()) - 1);
    }

    void findsByNameTypeAndDim() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm")});
        QVERIFY(open(*window, kResnet));
        auto* search = find<QLineEdit>(*window, "graphSearch");
        auto* count = find<QLabel>(*window, "graphMatches");
        for (const auto& [query, hits] :
             {std::pair{"type:conv", "53 of 175"}, std::pair{"type:conv k=64 c=3 r=7", "1 of 175"},
              std::pair{"type:relu stall<101%", "49 of 175"}, std::pair{"nothing-like-it", "0 of 175"}}) {
            search->setText(QLatin1String(query));
            QTRY_COMPARE(count->text(), QLatin1String(hits));
        }
        search->setText(QStringLiteral("type:conv"));
        QTRY_COMPARE(count->text(), QStringLiteral("53 of 175"));
        auto& document = window->workbench().document();
        QTest::keyClick(search, Qt::Key_Return);
        const auto first = document.selected();
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(document.selected() > first);
        QTest::keyClick(search, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(document.selected(), first);
        QTest::keyClick(search, Qt::Key_Escape);
        QVERIFY(search->text().isEmpty());
    }

    void coloursByShareOfEnergy() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm")});
        QVERIFY(open(*window, kResnet));
        const auto& rows = window->workbench().document().rows();
        double sum = 0;
        for (const auto& row : rows) sum += row.energyShare;
        QVERIFY(std::abs(sum - 1) < 1e-9);
        auto* box = find<QComboBox>(*window, "graphColouring");
        const int index = box->findText(QStringLiteral("Colour: energy share"));
        QVERIFY(index >= 0);
        box->setCurrentIndex(index);
        emit box->activated(index);
        QCOMPARE(window->view().colouring, std::string("energy_share"));
        const auto entries = legendOf(rows, Colouring::energyShare, Theme::light);
        QVERIFY(entries.size() > 1);
        // The search knows the same figure.
        auto* search = find<QLineEdit>(*window, "graphSearch");
        const auto expected = std::count_if(rows.begin(), rows.end(), [](const auto& row) {
            return row.isPlanned && !row.isFree && row.energyShare >= 0.01;
        });
        search->setText(QStringLiteral("energy>1%"));
        QTRY_VERIFY(
            find<QLabel>(*window, "graphMatches")->text().startsWith(QString::number(expected) + QLatin1Char(' ')));
    }

    void legendAndMapNeverCoverNodes() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm")});
        QVERIFY(open(*window, kResnet));
        auto& view = viewOf(*window);
        const auto* legend = find<GraphLegend>(*window, "graphLegend");
        QVERIFY(legend->isVisible());
        QVERIFY(legend->height() >= legend->heightForWidth(legend->width()));
        QVERIFY(!legend->geometry().intersects(view.geometry()));
        view.fitAll();
        const auto* map = find<MiniMap>(*window, "miniMap");
        QVERIFY(map->isVisible());
        QVERIFY(!map->geometry().intersects(view.geometry()));
        for (std::int32_t node = 0; node < static_cast<std::int32_t>(view.index().nodeCount()); ++node) {
            QVERIFY(QRectF(view.rect()).contains(view.nodeRect(node)));
        }
    }

    void noRoomIsLeftEmptyAtTheEnds() {
        auto window = makeWindow({});
        QVERIFY(open(*window, kLlama));
        auto& view = viewOf(*window);
        const auto last = static_cast<OperatorId>(window->workbench().document().model()->graph->operators.size()) - 1;
        for (const OperatorId id : {last, OperatorId{0}}) {
            window->workbench().document().select(id);
            const auto top = view.transform().y(0);
            const auto bottom = view.transform().y(static_cast<double>(view.picture()->layout.bounds.height));
            QVERIFY(QRectF(view.rect()).contains(view.nodeRect(view.selected())));
            QVERIFY2(top < 40 && bottom > view.height() - 40, qPrintable(QString::number(top)));
        }
    }

    void exportsPictures() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm")});
        QVERIFY(open(*window, kResnet));
        const QTemporaryDir folder;
        for (const auto& [name, start] : {std::pair("graph.svg", "<?xml"), std::pair("graph.png", "\x89PNG")}) {
            const auto path = folder.filePath(QLatin1String(name));
            QCOMPARE(exportGraph(viewOf(*window), path), QString());
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY(file.read(16).startsWith(start));
            QVERIFY(file.size() > 20'000);
        }
        QVERIFY(!exportGraph(viewOf(*window), folder.filePath(QStringLiteral("graph.txt"))).isEmpty());
    }

    void gesturesAreSmooth() {
        auto window = makeWindow({QStringLiteral("a100-80-sxm")});
        QVERIFY(open(*window, kLlama));
        for (const bool isFolded : {true, false}) {
            pageOf(*window).setFolded(isFolded);
            QVERIFY(settle(*window));
            const auto longest = measureGestures(viewOf(*window));
            qInfo("%s: pan %.1f ms, hover %.1f ms, zoom %.1f ms", isFolded ? "folded" : "flat", longest.pan,
                  longest.hover, longest.zoom);
            QVERIFY(longest.pan < budgetMs(kGestureMs));
            QVERIFY(longest.hover < budgetMs(kGestureMs));
            QVERIFY(longest.zoom < budgetMs(kGestureMs));
        }
    }

    void opensALargeModel_data() {
        QTest::addColumn<bool>("isRegular");
        QTest::newRow("equal blocks") << true;
        QTest::newRow("no two alike") << false;
    }

    void opensALargeModel() {
        QFETCH(const bool, isRegular);
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("large.onnx"));
        QVERIFY(test::writeLargeModel(path.toStdString(), kLargeModel, isRegular));
        Workbench workbench;
        GraphPage page(workbench);
        page.resize(1200, 760);
        workbench.startWithAccelerators({QStringLiteral("a100-80-sxm")});
        page.show();
        EventLoopWatchdog::spin(50);

        const double opening = busiestTurn([&] {
            workbench.open(path);
            EventLoopWatchdog::spinUntil([&] { return !workbench.jobs().isBusy(); }, kPatienceMs);
        });
        QVERIFY2(opening < budgetMs(kOpeningMs), qPrintable(QString::number(opening)));
        QVERIFY(workbench.document().currentPlan());
        auto& view = *page.findChild<GraphView*>();
        const auto nodes = view.index().nodeCount();
        qInfo("%zu nodes", nodes);
        QVERIFY(isRegular ? nodes < 50 : nodes > kLargeModel * 9 / 10);

        const auto longest = measureGestures(view);
        qInfo("pan %.1f ms, hover %.1f ms, zoom %.1f ms", longest.pan, longest.hover, longest.zoom);
        QVERIFY(longest.pan < budgetMs(kGestureMs));
        QVERIFY(longest.hover < budgetMs(kGestureMs));
        QVERIFY(longest.zoom < budgetMs(kGestureMs));
        checkHandlers(workbench.document(), page);
    }

    void theWholeWindowOpensALargeModel() {
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("large.onnx"));
        QVERIFY(test::writeLargeModel(path.toStdString(), kLargeModel, false));
        auto window = makeWindow({QStringLiteral("a100-80-sxm")});
        EventLoopWatchdog::spin(50);
        const double opening = busiestTurn([&] { QVERIFY(open(*window, path)); });
        QVERIFY2(opening < budgetMs(kOpeningMs), qPrintable(QString::number(opening)));
        QVERIFY(window->workbench().document().currentPlan());
    }

private:
    /// Processor time of the longest turn of the event loop while a model opens.
    template <class Opening>
    static double busiestTurn(const Opening& opening) {
        return atBest(budgetMs(kOpeningMs), [&] {
            EventLoopWatchdog watchdog;
            opening();
            EventLoopWatchdog::spin(200);
            qInfo("opening: %s", watchdog.report());
            return watchdog.busiest().cpu;
        });
    }

    static void checkHandlers(Document& document, GraphPage& page) {
        auto* table = page.findChild<QTableView*>(QStringLiteral("operatorTable"));
        auto* search = page.findChild<QLineEdit*>(QStringLiteral("graphSearch"));
        auto& view = *page.findChild<GraphView*>();
        const auto limit = [](const char* name, const auto& step) {
            const double spent = EventLoopWatchdog::cpuOf([&] {
                step();
                QCoreApplication::processEvents();
            });
            qInfo("%s: %.1f ms", name, spent);
            QVERIFY2(spent < budgetMs(kHandlerMs), name);
        };
        limit("fit", [&] { view.fitAll(); });
        for (const int column : {OperatorTableModel::name, OperatorTableModel::share, OperatorTableModel::bottleneck}) {
            limit("sort", [&] { table->sortByColumn(column, Qt::AscendingOrder); });
        }
        limit("scroll", [&] { table->scrollToBottom(); });
        limit("select", [&] { document.select(kLargeModel / 2); });
        limit("walk", [&] { QTest::keyClick(&view, Qt::Key_Down); });
        limit("search", [&] {
            search->setText(QStringLiteral("link5 type:matmul"));
            QTest::keyClick(search, Qt::Key_Return);
        });
        limit("clear the search", [&] {
            search->clear();
            QTest::keyClick(search, Qt::Key_Return);
        });
        limit("group", [&] { page.findChild<QAction*>(QStringLiteral("groupIdentical"))->trigger(); });
    }
};

} // namespace nestwright::gui

QTEST_MAIN(nestwright::gui::GraphPageTest)
#include "graph_page_test.moc"
