// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace nestwright::test {

struct CliRun {
    int status = -1; ///< exit status; negative: the signal that ended it
    std::string output;
    std::string errors;

    /// The output as JSON; a discarded value where it is none.
    [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(output, nullptr, false); }
};

/// Runs the built nestwright-cli without a display, and without results of earlier runs unless a folder for them is
/// given.
[[nodiscard]] CliRun runCli(const std::vector<std::string>& arguments, const std::string& cacheFolder = {});

/// A folder of its own, removed at the end.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] std::string path(const std::string& name) const { return (m_path / name).string(); }
    [[nodiscard]] const std::filesystem::path& root() const { return m_path; }
    /// Writes a file into the folder and gives its path.
    std::string write(const std::string& name, const std::string& content) const;

private:
    std::filesystem::path m_path;
};

[[nodiscard]] std::string fileContent(const std::string& path);

} // namespace nestwright::test
