// SPDX-License-Identifier: GPL-3.0-or-later
#include "text_mutator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace nestwright::fuzz {

namespace fs = std::filesystem;

std::uint64_t environment(const char* name, std::uint64_t fallback) {
    const char* text = std::getenv(name);
    return text == nullptr ? fallback : std::strtoull(text, nullptr, 10);
}

double secondsSince(std::clock_t start) { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; }

std::vector<std::string> yamlCorpus(const std::string& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(NESTWRIGHT_TEST_DATA) / folder)) {
        if (entry.is_regular_file() && entry.path().extension() == ".yaml") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::vector<std::string> texts;
    for (const auto& file : files) {
        std::ifstream stream(file, std::ios::binary);
        texts.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    }
    return texts;
}

void mutate(std::string& text, const std::vector<std::string>& words, std::mt19937_64& random) {
    if (text.empty()) text = " ";
    const auto at = [&] { return random() % text.size(); };
    const auto word = [&] { return words[random() % words.size()]; };
    switch (random() % 6) {
    case 0:
        text[at()] = static_cast<char>(random());
        break;
    case 1:
        text.insert(at(), word());
        break;
    case 2:
        text.replace(at(), random() % 8 + 1, word());
        break;
    case 3:
        text.erase(at(), random() % 16 + 1);
        break;
    case 4:
        text.insert(at(), text.substr(at(), random() % 80));
        break;
    default: {
        // A number becomes another one.
        const auto digit = text.find_first_of("0123456789", at());
        if (digit == std::string::npos) break;
        const auto end = std::min(text.find_first_not_of("0123456789", digit), text.size());
        text.replace(digit, end - digit, word());
    }
    }
}

void readShortTexts(void (*read)(const std::string&)) {
    for (unsigned value = 0; value < 0x10000; ++value) {
        const char bytes[] = {static_cast<char>(value), static_cast<char>(value >> 8U)};
        read({bytes, 2});
    }
}

void readMutants(const std::vector<std::string>& texts, const std::vector<std::string>& words, std::uint64_t runs,
                 void (*read)(const std::string&)) {
    const auto seed = environment("NESTWRIGHT_FUZZ_SEED", 1);
    SCOPED_TRACE("NESTWRIGHT_FUZZ_SEED=" + std::to_string(seed));
    std::mt19937_64 random(seed);
    ASSERT_FALSE(texts.empty());
    for (std::uint64_t run = 0; run < environment("NESTWRIGHT_FUZZ_RUNS", runs); ++run) {
        std::string text = texts[random() % texts.size()];
        for (std::uint64_t k = random() % 4 + 1; k > 0; --k) mutate(text, words, random);
        const std::clock_t start = std::clock();
        read(text);
        ASSERT_LT(secondsSince(start), 1) << "mutant " << run << "\n" << text;
    }
}

} // namespace nestwright::fuzz
