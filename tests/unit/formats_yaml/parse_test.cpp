// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/yaml/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace nestwright::yaml {
namespace {

using testing::HasSubstr;

std::string errorOf(const std::string& text) {
    const auto start = std::chrono::steady_clock::now();
    const auto result = parse(text, "file.yaml");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
    return result ? "accepted" : result.error().text();
}

TEST(Yaml, ReadsScalarsListsMapsTagsAndPlaces) {
    const auto root = parse("a: 1\nb: [x, \"2\", ~]\nc: !Container {name: PE}\n", "file.yaml");
    ASSERT_TRUE(root) << root.error().text();
    EXPECT_EQ((*root)->find("a")->text, "1");
    const auto list = (*root)->find("b");
    ASSERT_EQ(list->items.size(), 3U);
    EXPECT_FALSE(list->items[0]->isQuoted);
    EXPECT_TRUE(list->items[1]->isQuoted);
    EXPECT_TRUE(list->items[2]->isNull());
    EXPECT_EQ((*root)->find("c")->tag, "!Container");
    EXPECT_EQ((*root)->member("c")->place, (SourcePlace{"file.yaml", 3, 1}));
}

TEST(Yaml, MergeKeysFillInWhatAMapLacks) {
    const auto root = parse("base: &b {x: 1, y: 2}\nown: {<<: *b, y: 3}\n", "file.yaml");
    ASSERT_TRUE(root) << root.error().text();
    EXPECT_EQ((*root)->find("own")->find("x")->text, "1");
    EXPECT_EQ((*root)->find("own")->find("y")->text, "3");
}

TEST(Yaml, HyphensCanBeUnderscores) {
    ParseOptions options;
    options.hyphensAreUnderscores = true;
    const auto root = parse("word-bits: 8\n", "file.yaml", options);
    ASSERT_TRUE(root);
    EXPECT_EQ((*root)->find("word_bits")->text, "8");
}

TEST(Yaml, ErrorsNameThePlace) {
    EXPECT_THAT(errorOf("a: 1\nb: 2\na: 3\n"), HasSubstr("file.yaml:3:1: The key \"a\" stands twice"));
    EXPECT_THAT(errorOf("a: [1, 2\nb: 3\n"), HasSubstr("file.yaml:"));
    EXPECT_THAT(errorOf("a:\n\tb: 1\n"), HasSubstr("tab"));
    EXPECT_THAT(errorOf("a: 1\n---\nb: 2\n"), HasSubstr("second document"));
    EXPECT_THAT(errorOf("a: *b\n"), HasSubstr("file.yaml:1"));
    EXPECT_THAT(errorOf("a: &a [*a]\n"), HasSubstr("its own anchor"));
    EXPECT_THAT(errorOf("? [1, 2]\n: 3\n"), HasSubstr("A key must be a word"));
    EXPECT_THAT(errorOf(""), HasSubstr("empty"));
}

TEST(Yaml, TemplatesAreRefused) {
    EXPECT_THAT(errorOf("a: 1\n{% include 'b.yaml' %}\n"), HasSubstr("file.yaml:2:1: This is a Jinja template"));
    EXPECT_THAT(errorOf("a: {{ size }}\n"), HasSubstr("Jinja"));
    EXPECT_EQ(errorOf("# a comment on {{ names }}\na: 1\n"), "accepted");
}

TEST(Yaml, BytesThatAreNoTextAreRefused) {
    EXPECT_THAT(errorOf("a: \xFF\n"), HasSubstr("file.yaml:1:4: The text isn't UTF-8"));
    EXPECT_THAT(errorOf("a: \xC0\x80\n"), HasSubstr("UTF-8"));
    EXPECT_THAT(errorOf(std::string(1000, '\0')), HasSubstr("no text file"));
    EXPECT_THAT(errorOf(std::string("a\0:\0 \0", 6)), HasSubstr("no text file"));
    EXPECT_EQ(errorOf("a: \xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80\n"), "accepted");
}

/// Ten aliases a level, nine levels: 10^9 parts when written out.
TEST(Yaml, BombsAreRefused) {
    std::string bomb = "a0: &a0 [x]\n";
    for (int i = 1; i < 10; ++i) {
        const auto last = "*a" + std::to_string(i - 1);
        bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last;
        for (int k = 1; k < 10; ++k) bomb += ", " + last;
        bomb += "]\n";
    }
    EXPECT_THAT(errorOf(bomb), HasSubstr("With aliases written out"));
}

TEST(Yaml, DeepNestingIsRefused) {
    EXPECT_THAT(errorOf(std::string(10'000, '[') + std::string(10'000, ']')), HasSubstr("nest deeper"));
    std::string indented;
    for (int i = 0; i < 2'000; ++i) indented += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
    EXPECT_THAT(errorOf(indented), HasSubstr("nest deeper"));
    std::string chain = "a0: &a0 [x]\n";
    for (int i = 1; i < 1'000; ++i) {
        chain += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
    }
    EXPECT_THAT(errorOf(chain), HasSubstr("nest deeper"));
}

TEST(Yaml, LargeFilesAreRefused) {
    EXPECT_THAT(errorOf("a: " + std::string(5'000'000, '1')), HasSubstr("larger than"));
    std::string wide = "a: [";
    for (int i = 0; i < 250'000; ++i) wide += "1,";
    EXPECT_THAT(errorOf(wide + "1]"), HasSubstr("parts"));
}

} // namespace
} // namespace nestwright::yaml
