// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"
#include "core/formats/cache/sqlite_cache.h"

#include <gmock/gmock.h>

#include "machines.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sqlite3.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace nestwright {
namespace {

using testing::HasSubstr;

class SqliteCacheTest : public testing::Test {
protected:
    SqliteCacheTest() {
        std::string pattern = (std::filesystem::temp_directory_path() / "nestwright-cache-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
        m_folder = pattern;
    }
    ~SqliteCacheTest() override {
        std::error_code ignored;
        std::filesystem::permissions(m_folder, std::filesystem::perms::owner_all, ignored);
        std::filesystem::remove_all(m_folder, ignored);
    }

    [[nodiscard]] std::string path(const std::string& name = "results.sqlite") const { return m_folder + "/" + name; }

    [[nodiscard]] OpenedCache open(const std::string& engine = "engine 1") const {
        return openCache({path(), engine, std::int64_t{64} << 20U});
    }

    /// Runs the statement on the file as any other program would.
    void tamper(const std::string& sql) const {
        sqlite3* database = nullptr;
        ASSERT_EQ(sqlite3_open(path().c_str(), &database), SQLITE_OK);
        EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sql;
        sqlite3_close(database);
    }

    /// The file that was set aside.
    [[nodiscard]] std::string asidePath() const { return path() + ".set-aside-1"; }

    std::string m_folder;
};

/// Counts the searches that are really made.
class CountingMapper final : public Mapper {
public:
    explicit CountingMapper(int& count)
        : m_count(count) {}
    [[nodiscard]] Result<MappingResult> map(const Problem& problem, const Accelerator& accelerator,
                                            const MapperOptions& options, const WorkContext& work) const override {
        ++m_count;
        return makeOptimalMapper()->map(problem, accelerator, options, work);
    }

private:
    int& m_count;
};

MapperOptions searchOptions() {
    MapperOptions options;
    options.allowImperfect = true;
    options.gap = 0.01;
    options.proofEffort = 3000;
    options.threads = 1;
    return options;
}

const Problem kProblem = gemmProblem(1, 100, 96, 60, 16, 32);

void expectSame(const MappingResult& a, const MappingResult& b) {
    EXPECT_EQ(a.mapping, b.mapping);
    EXPECT_EQ(a.cost.cycles, b.cost.cycles);
    EXPECT_EQ(a.cost.boundCycles, b.cost.boundCycles);
    EXPECT_EQ(a.cost.energyPj, b.cost.energyPj);
    EXPECT_EQ(a.cost.attribution, b.cost.attribution);
    EXPECT_EQ(a.cost.bottleneck.where, b.cost.bottleneck.where);
    EXPECT_EQ(a.proof.isOptimal, b.proof.isOptimal);
    EXPECT_EQ(a.proof.lowerBound, b.proof.lowerBound);
    EXPECT_EQ(a.proof.gap, b.proof.gap);
    EXPECT_EQ(a.proof.perfectBound, b.proof.perfectBound);
    EXPECT_EQ(a.proof.perfectGap, b.proof.perfectGap);
    EXPECT_EQ(a.proof.mapspaceSize, b.proof.mapspaceSize);
    EXPECT_EQ(a.proof.considered, b.proof.considered);
    EXPECT_EQ(a.proof.pruned, b.proof.pruned);
    EXPECT_EQ(a.proof.seconds, b.proof.seconds);
    EXPECT_EQ(a.proof.isTilingFixed, b.proof.isTilingFixed);
}

/// Maps once more through a cache that was just opened; how many searches that took.
int searchesFor(const OpenedCache& opened, const Problem& problem, const MapperOptions& options,
                std::optional<MappingResult>* result = nullptr, const Accelerator& machine = test::gpu()) {
    int searches = 0;
    const auto mapper = makeCachedMapper(std::make_unique<CountingMapper>(searches), opened.cache);
    const auto found = mapper->map(problem, machine, options, {});
    EXPECT_TRUE(found);
    if (found && result != nullptr) *result = *found;
    return searches;
}

TEST_F(SqliteCacheTest, GivesWhatTheSearchGaveToTheBit) {
    std::optional<MappingResult> miss;
    std::optional<MappingResult> hit;
    EXPECT_EQ(searchesFor(open(), kProblem, searchOptions(), &miss), 1);
    EXPECT_EQ(searchesFor(open(), kProblem, searchOptions(), &hit), 0);
    ASSERT_TRUE(miss && hit);
    expectSame(*miss, *hit);
}

TEST_F(SqliteCacheTest, GoesByWhatResultsDependOn) {
    EXPECT_EQ(searchesFor(open(), kProblem, searchOptions()), 1);
    Problem renamed = kProblem;
    renamed.name = "other";
    for (auto& dim : renamed.dims) dim.name += "_";
    for (auto& tensor : renamed.tensors) tensor.name += "_";
    Accelerator machine = test::gpu();
    machine.name = "Another";
    machine.levels[1].name = "Cache";
    machine.device.priceUsd = 1;
    MapperOptions options = searchOptions();
    options.threads = 2;
    std::optional<MappingResult> hit;
    EXPECT_EQ(searchesFor(open(), renamed, options, &hit, machine), 0);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->cost.levels[1].name, "Cache");

    Problem larger = kProblem;
    larger.dims[1].bound += 4;
    EXPECT_EQ(searchesFor(open(), larger, searchOptions()), 1);
    machine.levels[1].wordBits *= 2;
    EXPECT_EQ(searchesFor(open(), kProblem, searchOptions(), nullptr, machine), 1);
    for (const auto& change : std::vector<void (*)(MapperOptions&)>{
             [](MapperOptions& o) { o.objective = Objective::energy; }, [](MapperOptions& o) { o.gap = 0.02; },
             [](MapperOptions& o) { o.metric = Metric::bound; }, [](MapperOptions& o) { o.allowImperfect = false; },
             [](MapperOptions& o) { o.form = MappingForm::uneven; }, [](MapperOptions& o) { o.seed = 2; },
             [](MapperOptions& o) { o.nodeBudget = 1000; }, [](MapperOptions& o) { o.proofEffort = 4000; },
             [](MapperOptions& o) { o.timeLimitSeconds = 1000; },
             [](MapperOptions& o) { o.context.rules.drainReads = true; },
             [](MapperOptions& o) { o.constraints.minLaneUse = 1e-6; }}) {
        MapperOptions other = searchOptions();
        change(other);
        EXPECT_EQ(searchesFor(open(), kProblem, other), 1);
        EXPECT_EQ(searchesFor(open(), kProblem, other), 0);
    }
}

TEST_F(SqliteCacheTest, TellsTensorsByNameWhereTheirBandwidthDiffers) {
    Accelerator machine = test::gpu();
    machine.levels[1].bandwidthScale[kProblem.tensors[0].name] = 2;
    EXPECT_EQ(searchesFor(open(), kProblem, searchOptions(), nullptr, machine), 1);
    Problem renamed = kProblem;
    renamed.tensors[0].name += "_";
    EXPECT_EQ(searchesFor(open(), renamed, searchOptions(), nullptr, machine), 1);
}

TEST_F(SqliteCacheTest, FindsNothingOfAnotherEngine) {
    const auto first = open("engine 1");
    ASSERT_TRUE(first.cache);
    first.cache->store("key", "value");
    EXPECT_EQ(open("engine 1").cache->find("key"), "value");
    EXPECT_EQ(open("engine 2").cache->find("key"), std::nullopt);
    EXPECT_EQ(open("engine 1\nk").cache->find("ey"), std::nullopt);
}

/// The text of the only result with one word in the place of another, as if nobody had touched it.
std::string forged(const std::string& stored, const std::string& from, const std::string& to) {
    std::string text = stored.substr(stored.find('\n') + 1);
    const auto place = text.find(from);
    EXPECT_NE(place, std::string::npos) << text;
    if (place != std::string::npos) text.replace(place, from.size(), to);
    return sha256(text) + "\n" + text;
}

TEST_F(SqliteCacheTest, DoesNotTrustWhatItReads) {
    std::optional<MappingResult> miss;
    EXPECT_EQ(searchesFor(open(), kProblem, searchOptions(), &miss), 1);
    const std::string key = cacheKey(kProblem, test::gpu(), searchOptions());
    const auto text = open().cache->find(key);
    ASSERT_TRUE(text);
    const auto read = [&](const std::string& stored) {
        return readResult(stored, kProblem, test::gpu(), searchOptions());
    };
    ASSERT_TRUE(read(*text));
    expectSame(*read(*text), *miss);
    EXPECT_FALSE(read(""));
    EXPECT_FALSE(read(text->substr(0, text->size() - 1)));
    EXPECT_FALSE(read(text->substr(0, 64)));
    std::string changed = *text;
    changed[changed.size() / 2] ^= 1;
    EXPECT_FALSE(read(changed));
    // With a digest that fits: no JSON, no mapping, another mapping, one that isn't valid.
    EXPECT_FALSE(read(sha256("x") + "\nx"));
    EXPECT_FALSE(read(sha256("{}") + "\n{}"));
    EXPECT_FALSE(read(forged(*text, "\"figures\":[", "\"figures\":[1.5,")));
    EXPECT_FALSE(read(forged(*text, "\"nodes\":[", "\"nodes\":[[0,2,2],")));
    EXPECT_FALSE(read(forged(*text, "\"nodes\":[", "\"nodes\":[[77,1,1],")));
    EXPECT_FALSE(read(forged(*text, "\"nodes\":[", "\"nodes\":[[\"x\",1,1],")));

    tamper("UPDATE results SET value = replace(value, '\"nodes\":[', '\"nodes\":[[0,2,2],')");
    EXPECT_EQ(searchesFor(open(), kProblem, searchOptions()), 1);
    // The search's result has taken the place of what was wrong.
    EXPECT_EQ(searchesFor(open(), kProblem, searchOptions()), 0);
}

class Unfinished final : public Mapper {
public:
    explicit Unfinished(double seconds)
        : m_seconds(seconds) {}
    [[nodiscard]] Result<MappingResult> map(const Problem& problem, const Accelerator& accelerator,
                                            const MapperOptions& options, const WorkContext& work) const override {
        auto found = makeQuickMapper()->map(problem, accelerator, options, work);
        if (found) found->proof.seconds = m_seconds;
        return found;
    }

private:
    double m_seconds;
};

TEST_F(SqliteCacheTest, KeepsNothingThatTheClockHasCutShort) {
    MapperOptions options = searchOptions();
    options.timeLimitSeconds = 100;
    ASSERT_TRUE(
        makeCachedMapper(std::make_unique<Unfinished>(100.0), open().cache)->map(kProblem, test::gpu(), options, {}));
    EXPECT_EQ(searchesFor(open(), kProblem, options), 1);
    EXPECT_EQ(searchesFor(open(), kProblem, options), 0);
}

TEST_F(SqliteCacheTest, IsTheMapperItselfWithoutACache) {
    int searches = 0;
    const auto mapper = makeCachedMapper(std::make_unique<CountingMapper>(searches), nullptr);
    ASSERT_TRUE(mapper->map(kProblem, test::gpu(), searchOptions(), {}));
    ASSERT_TRUE(mapper->map(kProblem, test::gpu(), searchOptions(), {}));
    EXPECT_EQ(searches, 2);
}

TEST_F(SqliteCacheTest, MakesItsFolder) {
    const auto opened = openCache({path("a/b/results.sqlite"), "engine", 1 << 20});
    EXPECT_TRUE(opened.cache);
    EXPECT_FALSE(opened.note);
    EXPECT_TRUE(std::filesystem::exists(path("a/b/results.sqlite")));
}

TEST_F(SqliteCacheTest, SetsADamagedFileAside) {
    std::ofstream(path()) << std::string(5000, 'x');
    const auto opened = open();
    ASSERT_TRUE(opened.cache && opened.note);
    EXPECT_TRUE(opened.isWarning);
    EXPECT_THAT(opened.note->text(), HasSubstr(asidePath()));
    EXPECT_EQ(std::filesystem::file_size(asidePath()), 5000u);
    opened.cache->store("key", "value");
    const auto again = open();
    EXPECT_FALSE(again.note);
    EXPECT_EQ(again.cache->find("key"), "value");
}

TEST_F(SqliteCacheTest, SetsAnotherProgramsFileAside) {
    tamper("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)");
    const auto opened = open();
    ASSERT_TRUE(opened.cache);
    EXPECT_TRUE(opened.isWarning);
    EXPECT_TRUE(std::filesystem::exists(asidePath()));
    EXPECT_EQ(opened.cache->find("key"), std::nullopt);
}

TEST_F(SqliteCacheTest, SetsAFileOfAnotherLayoutAside) {
    open().cache->store("key", "value");
    tamper("PRAGMA user_version = 77");
    const auto opened = open();
    ASSERT_TRUE(opened.cache);
    EXPECT_TRUE(opened.isWarning);
    EXPECT_EQ(opened.cache->find("key"), std::nullopt);
}

TEST_F(SqliteCacheTest, SetsAFileAsideThatTurnsOutDamaged) {
    {
        const auto opened = open();
        for (int i = 0; i < 200; ++i) opened.cache->store("key" + std::to_string(i), std::string(3000, 'v'));
    }
    {
        std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
        const auto size = static_cast<std::streamoff>(std::filesystem::file_size(path()));
        ASSERT_GT(size, 100'000);
        file.seekp(4096);
        file << std::string(static_cast<std::size_t>(size - 4096), '\xff');
    }
    {
        const auto opened = open();
        for (int i = 0; opened.cache && i < 200; ++i) {
            EXPECT_EQ(opened.cache->find("key" + std::to_string(i)), std::nullopt);
            opened.cache->store("key" + std::to_string(i), "new");
        }
    }
    const auto fresh = open();
    ASSERT_TRUE(fresh.cache);
    fresh.cache->store("key", "value");
    EXPECT_EQ(fresh.cache->find("key"), "value");
    EXPECT_TRUE(std::filesystem::exists(asidePath()));
}

TEST_F(SqliteCacheTest, GoesWithoutWhereItCanNotWrite) {
    std::ofstream(path("file")) << "no folder";
    const auto opened = openCache({path("file/nestwright/results.sqlite"), "engine", 1 << 20});
    EXPECT_FALSE(opened.cache);
    ASSERT_TRUE(opened.note);
    EXPECT_FALSE(opened.isWarning);
    EXPECT_THAT(opened.note->text(), HasSubstr("can't be written"));
}

TEST_F(SqliteCacheTest, GoesWithoutInAProtectedFolder) {
    if (geteuid() == 0) GTEST_SKIP() << "nothing is protected from root";
    std::filesystem::permissions(m_folder, std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    const auto opened = open();
    EXPECT_FALSE(opened.cache);
    EXPECT_TRUE(opened.note);
    EXPECT_FALSE(opened.isWarning);
}

TEST_F(SqliteCacheTest, IsSharedByThreadsAndConnections) {
    const auto one = open();
    const auto two = open();
    ASSERT_TRUE(one.cache && two.cache);
    constexpr int kEach = 60;
    const auto fill = [](ResultCache& cache, const std::string& name) {
        for (int i = 0; i < kEach; ++i) {
            cache.store(name + std::to_string(i), name + " value " + std::to_string(i));
            static_cast<void>(cache.find("a" + std::to_string(i)));
        }
    };
    std::vector<std::thread> threads;
    threads.emplace_back(fill, std::ref(*one.cache), "a");
    threads.emplace_back(fill, std::ref(*one.cache), "b");
    threads.emplace_back(fill, std::ref(*two.cache), "c");
    for (auto& thread : threads) thread.join();
    for (const char* name : {"a", "b", "c"}) {
        for (int i = 0; i < kEach; ++i) {
            EXPECT_EQ(two.cache->find(name + std::to_string(i)), std::string(name) + " value " + std::to_string(i));
        }
    }
}

TEST_F(SqliteCacheTest, IsSharedByProcesses) {
    constexpr int kProcesses = 3;
    constexpr int kEach = 40;
    std::vector<pid_t> children;
    for (int p = 0; p < kProcesses; ++p) {
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            const auto opened = open();
            if (!opened.cache || opened.note) _exit(1);
            for (int i = 0; i < kEach; ++i)
                opened.cache->store(std::to_string(p) + "/" + std::to_string(i), std::to_string(i));
            _exit(0);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = 0;
        waitpid(child, &status, 0);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    const auto opened = open();
    ASSERT_TRUE(opened.cache);
    EXPECT_FALSE(opened.note);
    for (int p = 0; p < kProcesses; ++p) {
        for (int i = 0; i < kEach; ++i)
            EXPECT_EQ(opened.cache->find(std::to_string(p) + "/" + std::to_string(i)), std::to_string(i));
    }
}

TEST_F(SqliteCacheTest, ForgetsTheOldestBeyondItsRoom) {
    constexpr std::int64_t kRoom = 400'000;
    const auto opened = openCache({path(), "engine", kRoom});
    ASSERT_TRUE(opened.cache);
    for (int i = 0; i < 400; ++i) opened.cache->store("key" + std::to_string(i), std::string(4000, 'v'));
    EXPECT_LE(std::filesystem::file_size(path()), 1.5 * kRoom);
    EXPECT_EQ(opened.cache->find("key0"), std::nullopt);
    EXPECT_EQ(opened.cache->find("key399"), std::string(4000, 'v'));
    int kept = 0;
    for (int i = 0; i < 400; ++i) kept += opened.cache->find("key" + std::to_string(i)) ? 1 : 0;
    EXPECT_GE(kept, 40);
}

TEST(DefaultCachePath, FollowsTheEnvironment) {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const std::string before = cache == nullptr ? "" : cache;
    setenv("XDG_CACHE_HOME", "/somewhere", 1);
    EXPECT_EQ(defaultCachePath(), "/somewhere/nestwright/results.sqlite");
    setenv("XDG_CACHE_HOME", "relative", 1); // is to be ignored
    const char* home = std::getenv("HOME");
    if (home != nullptr && *home == '/') {
        EXPECT_EQ(defaultCachePath(), std::string(home) + "/.cache/nestwright/results.sqlite");
    }
    if (before.empty()) {
        unsetenv("XDG_CACHE_HOME");
    } else {
        setenv("XDG_CACHE_HOME", before.c_str(), 1);
    }
}

} // namespace
} // namespace nestwright
