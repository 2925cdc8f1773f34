// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's texts are found by scanning its sources: the id is the translator's context, so one id means one text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace {

struct SourceFile {
    std::string path;
    std::string content;
};

std::vector<SourceFile> sources(const std::vector<std::string>& folders) {
    std::vector<SourceFile> files;
    for (const auto& folder : folders) {
        const auto root = std::filesystem::path(NESTWRIGHT_SOURCE_DIR) / folder;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
            const auto extension = entry.path().extension();
            if (extension != ".cpp" && extension != ".h") continue;
            std::ifstream file(entry.path());
            std::string content;
            for (std::string line; std::getline(file, line);) {
                const auto start = line.find_first_not_of(' ');
                const bool isComment = start != std::string::npos && line.compare(start, 2, "//") == 0;
                if (!isComment) content += line + '\n';
            }
            files.push_back({entry.path().string(), content});
        }
    }
    return files;
}

/// The characters of string literals that stand next to each other, joined.
std::string joined(const std::string& literals) {
    static const std::regex literal(R"re("((?:[^"\\]|\\.)*)")re");
    std::string text;
    for (std::sregex_iterator match(literals.begin(), literals.end(), literal), end; match != end; ++match) {
        text += (*match)[1];
    }
    return text;
}

struct EngineText {
    std::string id;
    std::string english;
    std::string path;
};

std::vector<EngineText> engineTexts() {
    static const std::regex pattern(R"re(NW_TEXT\(\s*"([^"]*)"\s*,\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\))re");
    std::vector<EngineText> texts;
    for (const auto& file : sources({"core", "widgets", "app"})) {
        for (std::sregex_iterator match(file.content.begin(), file.content.end(), pattern), end; match != end;
             ++match) {
            texts.push_back({(*match)[1], joined((*match)[2]), file.path});
        }
    }
    return texts;
}

TEST(EngineTexts, AreFound) { EXPECT_GT(engineTexts().size(), 50U); }

TEST(EngineTexts, HaveOneEnglishAnId) {
    std::map<std::string, EngineText> byId;
    for (const auto& text : engineTexts()) {
        const auto [entry, isNew] = byId.emplace(text.id, text);
        EXPECT_EQ(entry->second.english, text.english)
            << text.id << " in " << entry->second.path << " and in " << text.path;
    }
}

TEST(EngineTexts, HaveAnIdOfLowerCaseWords) {
    for (const auto& text : engineTexts()) {
        EXPECT_THAT(text.id, testing::MatchesRegex("[a-z0-9_]+([.][a-zA-Z0-9_-]+)+")) << text.path;
        EXPECT_FALSE(text.english.empty()) << text.id;
    }
}

TEST(EngineTexts, NumberTheirArgumentsWithoutGaps) {
    for (const auto& text : engineTexts()) {
        int largest = 0;
        for (char digit = '1'; digit <= '9'; ++digit) {
            if (text.english.find(std::string("%") + digit) != std::string::npos) largest = digit - '0';
        }
        for (int i = 1; i <= largest; ++i) {
            EXPECT_NE(text.english.find("%" + std::to_string(i)), std::string::npos) << text.id << ": " << text.english;
        }
    }
}

TEST(EngineTexts, AreMarkedForTranslators) {
    // message("...") with a plain literal would never reach a translator.
    static const std::regex unmarked(R"re(\bmessage\(\s*")re");
    for (const auto& file : sources({"core"})) {
        EXPECT_FALSE(std::regex_search(file.content, unmarked)) << file.path;
    }
}

} // namespace
