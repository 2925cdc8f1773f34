// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/layout_check.h"

#include <QComboBox>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStandardItemModel>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

namespace nestwright::test {

namespace {

const QString kLong = QStringLiteral("A text that is far too long for the little room that it has");

/// A shown window with one widget of the given size at its top left.
template <class T>
struct Shown {
    QWidget window;
    T* widget = new T(&window);

    explicit Shown(QSize size) {
        window.resize(600, 400);
        widget->setObjectName(QStringLiteral("subject"));
        widget->setGeometry(QRect(QPoint(8, 8), size));
    }
    QStringList faults() {
        window.show();
        return layoutFaults(window);
    }
};

bool tells(const QStringList& faults, const char* what) {
    return faults.size() == 1 && faults.front().contains(QLatin1String(what));
}

} // namespace

/// A check that finds nothing proves nothing: every kind of fault is made once and found.
class LayoutCheckTest : public QObject {
    Q_OBJECT

private slots:
    void findsNothingWhereAllIsWell() {
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        column->addWidget(new QLabel(kLong));
        column->addWidget(new QPushButton(QStringLiteral("Do it")));
        auto* wrapping = new QLabel(kLong + QLatin1Char(' ') + kLong);
        wrapping->setWordWrap(true);
        column->addWidget(wrapping);
        window.resize(600, 200);
        window.show();
        QCOMPARE(layoutFaults(window), QStringList());
    }

    void findsACutLabel() {
        Shown<QLabel> shown({80, 24});
        shown.widget->setText(kLong);
        QVERIFY(tells(shown.faults(), "label cut short"));
        shown.widget->setToolTip(QStringLiteral("Something else"));
        QVERIFY(tells(shown.faults(), "label cut short"));
        shown.widget->setToolTip(kLong);
        QCOMPARE(shown.faults(), QStringList());
    }

    void findsAWrappingLabelThatIsTooLow() {
        Shown<QLabel> shown({200, 18});
        shown.widget->setWordWrap(true);
        shown.widget->setText(kLong);
        QVERIFY(tells(shown.faults(), "label cut short"));
    }

    void findsACutRichLabel() {
        Shown<QLabel> shown({80, 24});
        shown.widget->setTextFormat(Qt::RichText);
        shown.widget->setText(QStringLiteral("<b>%1</b>").arg(kLong));
        QVERIFY(tells(shown.faults(), "label cut short"));
    }

    void findsCutButtons() {
        Shown<QPushButton> push({80, 28});
        push.widget->setText(kLong);
        QVERIFY(tells(push.faults(), "button cut short"));
        Shown<QToolButton> tool({80, 28});
        tool.widget->setText(kLong);
        QVERIFY(tells(tool.faults(), "button cut short"));
    }

    void findsACutChoice() {
        Shown<QComboBox> shown({90, 28});
        shown.widget->addItem(kLong);
        QVERIFY(tells(shown.faults(), "choice cut short"));
    }

    void findsCutTitlesAndTabs() {
        Shown<QGroupBox> group({90, 60});
        group.widget->setTitle(kLong);
        QVERIFY(tells(group.faults(), "title cut short"));
        Shown<QTabBar> tabs({120, 28});
        tabs.widget->setElideMode(Qt::ElideRight);
        tabs.widget->setUsesScrollButtons(false);
        tabs.widget->addTab(kLong);
        tabs.widget->addTab(QStringLiteral("B"));
        QVERIFY(!tabs.faults().filter(QStringLiteral("tab cut short")).isEmpty());
    }

    void findsCutHeadersAndCells() {
        QStandardItemModel model(1, 2);
        model.setHeaderData(0, Qt::Horizontal, QStringLiteral("Short"));
        model.setHeaderData(1, Qt::Horizontal, kLong);
        model.setItem(0, 0, new QStandardItem(kLong));
        model.setItem(0, 1, new QStandardItem(QStringLiteral("1")));
        Shown<QTableView> shown({400, 200});
        shown.widget->setModel(&model);
        shown.widget->setWordWrap(false);
        shown.widget->horizontalHeader()->resizeSection(0, 100);
        shown.widget->horizontalHeader()->resizeSection(1, 100);
        const auto faults = shown.faults();
        QCOMPARE(faults.filter(QStringLiteral("header cut short")).size(), 1);
        QCOMPARE(faults.filter(QStringLiteral("cell cut short")).size(), 1);
        QCOMPARE(faults.size(), 2);
        model.item(0, 0)->setToolTip(kLong);
        model.setHeaderData(1, Qt::Horizontal, kLong, Qt::ToolTipRole);
        QCOMPARE(shown.faults(), QStringList());
    }

    void findsAPaintedTextThatReportsItself() {
        Shown<QWidget> shown({80, 24});
        shown.widget->setProperty("elidedTexts", QStringList{kLong});
        QVERIFY(tells(shown.faults(), "painted text cut short"));
    }

    void findsOverlappingSiblings() {
        Shown<QWidget> shown({80, 24});
        auto* other = new QWidget(&shown.window);
        other->setGeometry(60, 20, 80, 24);
        QVERIFY(tells(shown.faults(), "overlaps"));
        other->setProperty("isOverlay", true);
        QCOMPARE(shown.faults(), QStringList());
        other->setProperty("isOverlay", false);
        other->hide();
        QCOMPARE(shown.faults(), QStringList());
    }

    void findsWhatLeavesItsParent() {
        Shown<QWidget> shown({80, 24});
        shown.widget->move(560, 20);
        QVERIFY(tells(shown.faults(), "outside its parent"));
    }

    void allowsWhatCanBeScrolledTo() {
        Shown<QScrollArea> shown({200, 100});
        auto* content = new QWidget;
        content->setMinimumSize(400, 400);
        shown.widget->setWidget(content);
        QCOMPARE(shown.faults(), QStringList());
        shown.widget->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        QVERIFY(tells(shown.faults(), "wider than what is shown"));
    }
};

} // namespace nestwright::test

QTEST_MAIN(nestwright::test::LayoutCheckTest)
#include "layout_check_test.moc"
