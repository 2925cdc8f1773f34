// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machines.h"
#include "small_graphs.h"
#include <algorithm>

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace nestwright {
namespace {

std::string whyNot(const std::string& axis) {
    const auto parsed = parseAxis(axis);
    return parsed ? "" : parsed.error().text();
}

TEST(SweepAxes, ReadNamesValuesAndUnits) {
    const auto batch = parseAxis("batch=1,2,4");
    ASSERT_TRUE(batch);
    EXPECT_EQ(batch->kind, AxisKind::batch);
    EXPECT_FALSE(batch->isOfLevel());
    EXPECT_THAT(batch->values, SizeIs(3));
    const auto room = parseAxis("L1.GLB.capacity=64KiB,1e6,2MB");
    ASSERT_TRUE(room);
    EXPECT_EQ(room->level, "L1.GLB");
    EXPECT_EQ(room->values[0].number, 65536);
    EXPECT_EQ(room->values[1].number, 1e6);
    EXPECT_EQ(room->values[2].number, 2e6);
    const auto rate = parseAxis("HBM.read_bandwidth=1.5TB/s");
    ASSERT_TRUE(rate);
    EXPECT_EQ(rate->values[0].number, 1.5e12);
}

TEST(SweepAxes, SayWhatIsWrong) {
    EXPECT_THAT(whyNot("batch"), HasSubstr("NAME=v1,v2"));
    EXPECT_THAT(whyNot("batch="), HasSubstr("no axis"));
    EXPECT_THAT(whyNot("size=1"), HasSubstr("There is no axis \"size\""));
    EXPECT_THAT(whyNot(".capacity=1"), HasSubstr("There is no axis"));
    EXPECT_THAT(whyNot("batch=1,1"), HasSubstr("twice"));
    EXPECT_THAT(whyNot("format=bf16,bf17"), HasSubstr("bf17"));
    for (const char* value : {"0", "-1", "1.5", "nan", "inf", "1,", ",1", "3x", "1e300"}) {
        EXPECT_THAT(whyNot(std::string("batch=") + value), HasSubstr("is no value")) << value;
    }
    for (const char* value : {"0", "-1KiB", "nan", "0.3", "1 KiB", "1e300"}) {
        EXPECT_THAT(whyNot(std::string("L2.capacity=") + value), HasSubstr("is no value")) << value;
    }
}

TEST(SweepAxes, SetThePortThatTheLevelDeclares) {
    SweepCase point{{}, test::gpu(), {}};
    const double clock = point.accelerator.device.clockHz;
    const auto shared = parseAxis("HBM.read_bandwidth=1TB/s");
    ASSERT_TRUE(setAxis(*shared, shared->values[0], point));
    EXPECT_DOUBLE_EQ(*point.accelerator.levels[0].sharedBitsPerCycle, 8e12 / clock);
    EXPECT_FALSE(point.accelerator.levels[0].readBitsPerCycle);
    const auto own = parseAxis("smem.read_bandwidth=1GB/s");
    ASSERT_TRUE(setAxis(*own, own->values[0], point));
    EXPECT_DOUBLE_EQ(*point.accelerator.levels[2].readBitsPerCycle, 8e9 / clock);
    const auto unknown = parseAxis("L3.x=2");
    const auto refused = setAxis(*unknown, unknown->values[0], point);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().text(), HasSubstr("HBM, L2, SMEM"));
}

TEST(SweepTables, SurviveAFileAndALineWithoutAnEnd) {
    const SweepTable table{{"a", "b"}, {{"1", "x, \"y\""}, {"", "two\nlines"}}};
    const std::string text = csvText(table);
    const auto again = readSweepTable(text);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->columns, table.columns);
    EXPECT_EQ(again->rows, table.rows);
    const auto torn = readSweepTable(text + "3,\"unfin");
    ASSERT_TRUE(torn);
    EXPECT_EQ(torn->rows, table.rows);
    const auto ragged = readSweepTable(text + "3\n");
    ASSERT_FALSE(ragged);
    EXPECT_THAT(ragged.error().text(), HasSubstr("1 cells under 2 columns"));
    EXPECT_THAT(readSweepTable("")->columns, IsEmpty());
}

class Sweeps : public testing::Test {
protected:
    Sweeps() {
        m_sweep.accelerators = {test::gpu()};
        m_sweep.labels = {"Test GPU"};
        m_sweep.open = [this](const Bindings& bindings) -> Result<Graph> {
            ++m_opened;
            return test::twoLayers(bindings.batch.value_or(1), 256);
        };
    }

    void addAxis(const std::string& text) { m_sweep.axes.push_back(*parseAxis(text)); }
    Result<SweepTable> run(const SweepTable& known = {}) {
        return runSweep(m_sweep, known,
                        [this](const SweepTable& table) {
                            m_seen.push_back(csvText(table));
                            return Result<void>{};
                        },
                        {});
    }
    static std::string cell(const SweepTable& table, std::size_t row, const std::string& column) {
        const auto place = std::find(table.columns.begin(), table.columns.end(), column) - table.columns.begin();
        return table.rows.at(row).at(static_cast<std::size_t>(place));
    }

    Sweep m_sweep;
    int m_opened = 0;
    std::vector<std::string> m_seen;
};

TEST_F(Sweeps, GoThroughAllCombinationsTheLastAxisFastest) {
    addAxis("batch=4,8");
    addAxis("L2.capacity=25MiB,50MiB");
    const auto table = run();
    ASSERT_TRUE(table) << table.error().text();
    ASSERT_THAT(table->rows, SizeIs(4));
    EXPECT_THAT(std::vector<std::string>(table->rows[1].begin(), table->rows[1].begin() + 3),
                ElementsAre("4", "50MiB", "Test GPU"));
    EXPECT_THAT(m_seen, SizeIs(4)); // after each point
    Bindings bindings;
    bindings.batch = 8;
    const auto direct = plan(test::twoLayers(8, 256), bindings, test::gpu(), {}, {});
    ASSERT_TRUE(direct);
    EXPECT_EQ(std::stod(cell(*table, 3, "latency_p50_s")), (*direct)->totals.latencySeconds.p50);
    EXPECT_EQ(std::stod(cell(*table, 3, "energy_j")), (*direct)->totals.energyJ);
    EXPECT_EQ(cell(*table, 3, "latency_p99_s"), "");
    EXPECT_THAT(cell(*table, 3, "tiling"), HasSubstr("lanes: "));
}

TEST_F(Sweeps, EndTheSameWhereverTheyWereStopped) {
    addAxis("batch=4,8,16");
    const auto whole = run();
    ASSERT_TRUE(whole);
    const int points = m_opened;
    for (const auto& partial : std::vector<std::string>(m_seen)) {
        m_opened = 0;
        const auto known = readSweepTable(partial);
        ASSERT_TRUE(known);
        const auto resumed = run(*known);
        ASSERT_TRUE(resumed);
        EXPECT_EQ(csvText(*resumed), csvText(*whole));
        EXPECT_EQ(m_opened, points - static_cast<int>(known->rows.size()));
    }
}

TEST_F(Sweeps, RefuseTheRowsOfAnother) {
    addAxis("batch=4,8");
    const auto table = run();
    ASSERT_TRUE(table);
    m_sweep.axes = {*parseAxis("batch=8,16")};
    const auto other = run(*table);
    ASSERT_FALSE(other);
    EXPECT_THAT(other.error().text(), HasSubstr("4, Test GPU"));
    m_sweep.axes = {*parseAxis("seq=8,16")};
    const auto columns = run(*table);
    ASSERT_FALSE(columns);
    EXPECT_THAT(columns.error().text(), HasSubstr("other columns"));
}

TEST_F(Sweeps, MarkTheParetoFront) {
    addAxis("HBM.read_bandwidth=1TB/s,2TB/s");
    const auto table = run();
    ASSERT_TRUE(table);
    EXPECT_EQ(cell(*table, 0, "pareto"), "false"); // slower at the same energy
    EXPECT_EQ(cell(*table, 1, "pareto"), "true");
}

/// A longer sequence is other work, not a worse choice.
TEST_F(Sweeps, CompareOnlyPointsOfOneInput) {
    m_sweep.open = [](const Bindings& bindings) -> Result<Graph> {
        return test::twoLayers(bindings.sequence.value_or(1), 256);
    };
    addAxis("seq=64,4096");
    addAxis("HBM.read_bandwidth=1TB/s,2TB/s");
    const auto table = run();
    ASSERT_TRUE(table) << table.error().text();
    EXPECT_EQ(cell(*table, 1, "pareto"), "true");
    EXPECT_EQ(cell(*table, 2, "pareto"), "false");
    EXPECT_EQ(cell(*table, 3, "pareto"), "true");
}

TEST_F(Sweeps, GiveAPointThatFitsNowhereARowThatSaysWhy) {
    addAxis("RF.capacity=1,64KiB");
    m_sweep.accelerators[0].levels[3].mustKeep = {Operand::input, Operand::weight, Operand::output};
    const auto table = run();
    ASSERT_TRUE(table) << table.error().text();
    EXPECT_EQ(cell(*table, 0, "latency_p50_s"), "");
    EXPECT_EQ(cell(*table, 0, "pareto"), "false");
    EXPECT_THAT(cell(*table, 0, "note"), HasSubstr("RF"));
    EXPECT_EQ(cell(*table, 1, "pareto"), "true");
}

/// Whatever the buffer, a locked tiling stays as it is, and a flat line gets its explanation.
TEST_F(Sweeps, NoteATilingThatNoSizeOfALevelChanges) {
    addAxis("L2.capacity=64KiB,128KiB,256KiB");
    m_sweep.constraints = [](const Problem&, const Accelerator& accelerator) -> Result<MappingConstraints> {
        MappingConstraints locked;
        for (int level = 0; level < static_cast<int>(accelerator.levels.size()); ++level) {
            for (const bool isSpatial : {false, true}) {
                LoopRules rules;
                rules.level = level;
                rules.isSpatial = isSpatial;
                if (level > 0 || isSpatial) rules.mostElsewhere = 1;
                locked.loops.push_back(rules);
            }
        }
        return locked;
    };
    const auto table = run();
    ASSERT_TRUE(table) << table.error().text();
    EXPECT_EQ(cell(*table, 0, "tiling_id"), cell(*table, 2, "tiling_id"));
    const auto notes = sweepNotes(m_sweep, *table);
    ASSERT_THAT(notes, SizeIs(1));
    EXPECT_THAT(notes[0].text(), HasSubstr("No tiling changes along L2.capacity"));
}

TEST_F(Sweeps, SayNothingWhereTilingsChange) {
    addAxis("SMEM.capacity=2KiB,228KiB");
    const auto table = run();
    ASSERT_TRUE(table) << table.error().text();
    EXPECT_NE(cell(*table, 0, "tiling_id"), cell(*table, 1, "tiling_id"));
    EXPECT_THAT(sweepNotes(m_sweep, *table), IsEmpty());
}

TEST_F(Sweeps, StopWhenCancelled) {
    addAxis("batch=4,8");
    const WorkContext work;
    work.cancel.cancel();
    const auto table = runSweep(m_sweep, {}, {}, work);
    ASSERT_FALSE(table);
    EXPECT_EQ(table.error().kind, ErrorKind::cancelled);
}

} // namespace
} // namespace nestwright
