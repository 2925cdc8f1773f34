// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/cache/sqlite_cache.h"

#include "core/base/hash.h"
#include "core/base/index.h"

#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <sqlite3.h>
#include <string_view>

namespace nestwright {
namespace {

/// In the header of the file: "NWrc".
constexpr int kApplicationId = 0x4E577263;
constexpr int kLayout = 1;
/// How long to wait for another process that writes.
constexpr int kBusyMs = 2000;
/// Of the file that is too large, what stays.
constexpr double kShareKept = 0.75;

struct CloseDatabase {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
};
struct EndStatement {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;
using Statement = std::unique_ptr<sqlite3_stmt, EndStatement>;

Statement prepare(sqlite3* database, const char* sql) {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(database, sql, -1, &statement, nullptr);
    return Statement(statement);
}

/// The text must live as long as the statement runs.
void bindText(const Statement& statement, int index, std::string_view text) {
    sqlite3_bind_text(statement.get(), index, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
}

std::string textOf(const Statement& statement, int column) {
    const auto* text = sqlite3_column_text(statement.get(), column);
    const int size = sqlite3_column_bytes(statement.get(), column);
    return text == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(text), at(size));
}

std::optional<std::int64_t> numberOf(sqlite3* database, const char* sql) {
    const Statement statement = prepare(database, sql);
    if (!statement || sqlite3_step(statement.get()) != SQLITE_ROW) return std::nullopt;
    return sqlite3_column_int64(statement.get(), 0);
}

bool run(sqlite3* database, const std::string& sql) {
    return sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
}

bool isDamage(int status) { return status == SQLITE_CORRUPT || status == SQLITE_NOTADB; }

/// Renames the file, so that whoever opens it next makes a new one; its name then, or "" where it stays.
std::string setFileAside(const std::string& path) {
    std::error_code problem;
    std::string aside;
    for (int number = 1; aside.empty() || std::filesystem::exists(aside, problem); ++number) {
        aside = path + ".set-aside-" + std::to_string(number);
    }
    std::filesystem::rename(path, aside, problem);
    if (problem) return {};
    for (const char* more : {"-wal", "-shm"}) std::filesystem::remove(path + more, problem);
    return aside;
}

/// What is stored under a key: its digest finds it, its text tells it from others of the same digest.
class SqliteCache final : public ResultCache {
public:
    SqliteCache(Database database, CacheOptions options)
        : m_database(std::move(database))
        , m_options(std::move(options)) {}

    std::optional<std::string> find(const std::string& key) override {
        const std::string text = m_options.engine + "\n" + key;
        const std::string digest = sha256(text);
        const std::lock_guard lock(m_mutex);
        const Statement statement =
            prepare(m_database.get(), "SELECT value FROM results WHERE digest = ?1 AND key = ?2");
        if (!statement) return std::nullopt;
        bindText(statement, 1, digest);
        bindText(statement, 2, text);
        const int status = sqlite3_step(statement.get());
        if (isDamage(status)) setFileAside(m_options.path);
        if (status != SQLITE_ROW) return std::nullopt;
        return textOf(statement, 0);
    }

    void store(const std::string& key, const std::string& value) override {
        const std::string text = m_options.engine + "\n" + key;
        const std::string digest = sha256(text);
        const std::lock_guard lock(m_mutex);
        const Statement statement =
            prepare(m_database.get(), "INSERT OR REPLACE INTO results (digest, key, value) VALUES (?1, ?2, ?3)");
        if (!statement) return;
        bindText(statement, 1, digest);
        bindText(statement, 2, text);
        bindText(statement, 3, value);
        const int status = sqlite3_step(statement.get());
        if (isDamage(status)) setFileAside(m_options.path);
        if (status == SQLITE_DONE) dropOldest();
    }

private:
    [[nodiscard]] std::int64_t usedBytes() const {
        const auto pages = numberOf(m_database.get(), "PRAGMA page_count").value_or(0);
        const auto unused = numberOf(m_database.get(), "PRAGMA freelist_count").value_or(0);
        return (pages - unused) * numberOf(m_database.get(), "PRAGMA page_size").value_or(0);
    }

    /// Pages that this frees are used again, so that the file grows no further.
    void dropOldest() const {
        const std::int64_t bytes = usedBytes();
        if (bytes <= m_options.mostBytes) return;
        const double kept = kShareKept * static_cast<double>(m_options.mostBytes) / static_cast<double>(bytes);
        const auto count = numberOf(m_database.get(), "SELECT count(*) FROM results").value_or(0);
        const auto dropped = count - static_cast<std::int64_t>(kept * static_cast<double>(count));
        run(m_database.get(), "DELETE FROM results WHERE number IN (SELECT number FROM results ORDER BY number LIMIT " +
                                  std::to_string(dropped) + ")");
    }

    std::mutex m_mutex;
    Database m_database;
    CacheOptions m_options;
};

enum class FileState { good, unusable, foreign };

/// Whether an open file is a cache of this layout, made into one where it is new.
FileState prepareFile(sqlite3* database) {
    sqlite3_busy_timeout(database, kBusyMs);
    const auto id = numberOf(database, "PRAGMA application_id");
    const auto tables = numberOf(database, "SELECT count(*) FROM sqlite_master");
    const int problem = sqlite3_errcode(database);
    if (!id || !tables) {
        return isDamage(problem) ? FileState::foreign : FileState::unusable;
    }
    const auto layout = numberOf(database, "PRAGMA user_version").value_or(0);
    const bool isNew = *id == 0 && *tables == 0;
    if (!isNew && (*id != kApplicationId || layout != kLayout)) return FileState::foreign;
    // Readers and a writer don't wait for each other. What a crash of the machine loses was only a cache.
    const bool isReady = run(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;") &&
                         run(database, "BEGIN IMMEDIATE;"
                                       "CREATE TABLE IF NOT EXISTS results (number INTEGER PRIMARY KEY AUTOINCREMENT,"
                                       " digest TEXT NOT NULL UNIQUE, key TEXT NOT NULL, value TEXT NOT NULL);"
                                       "PRAGMA application_id = " +
                                           std::to_string(kApplicationId) +
                                           "; PRAGMA user_version = " + std::to_string(kLayout) + "; COMMIT;");
    if (isReady) return FileState::good;
    const int reason = sqlite3_errcode(database);
    run(database, "ROLLBACK");
    return isDamage(reason) ? FileState::foreign : FileState::unusable;
}

Database openFile(const std::string& path) {
    sqlite3* database = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    const int status = sqlite3_open_v2(path.c_str(), &database, flags, nullptr);
    Database opened(database);
    if (status != SQLITE_OK) opened.reset();
    return opened;
}

OpenedCache none(const std::string& path) {
    return {nullptr, message(NW_TEXT("cache.none", "Results aren't kept between runs, as %1 can't be written"), path),
            false};
}

} // namespace

std::string defaultCachePath() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    if (cache != nullptr && *cache == '/') return std::string(cache) + "/nestwright/results.sqlite";
    const char* home = std::getenv("HOME");
    if (home != nullptr && *home == '/') return std::string(home) + "/.cache/nestwright/results.sqlite";
    return {};
}

OpenedCache openCache(const CacheOptions& options) {
    const std::string& path = options.path;
    std::error_code problem;
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (!folder.empty()) std::filesystem::create_directories(folder, problem);
    if (problem || path.empty()) return none(path);

    auto database = openFile(path);
    auto state = database ? prepareFile(database.get()) : FileState::unusable;
    if (state == FileState::good) return {std::make_shared<SqliteCache>(std::move(database), options), {}, false};
    database.reset();
    if (state == FileState::unusable) return none(path);

    const std::string aside = setFileAside(path);
    if (aside.empty()) return none(path);
    database = openFile(path);
    state = database ? prepareFile(database.get()) : FileState::unusable;
    if (state != FileState::good) return none(path);
    return {
        std::make_shared<SqliteCache>(std::move(database), options),
        message(NW_TEXT("cache.set_aside", "%1 was damaged or no cache of this program; it is %2 now"), path, aside),
        true};
}

} // namespace nestwright
