// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "timeloop_target.h"
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace nestwright::fuzz {
namespace {

namespace fs = std::filesystem;

/// Seeds differ on request only: NESTWRIGHT_FUZZ_SEED, and NESTWRIGHT_FUZZ_RUNS for how many mutants.
std::uint64_t environment(const char* name, std::uint64_t fallback) {
    const char* text = std::getenv(name);
    return text == nullptr ? fallback : std::strtoull(text, nullptr, 10);
}

/// Of the processor, so that a busy machine fails no test.
double secondsSince(std::clock_t start) { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; }

std::vector<std::string> corpus() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(NESTWRIGHT_TEST_DATA) / "timeloop")) {
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

/// Words that a description gives meaning to, and numbers that none should.
const std::vector<std::string>& words() {
    static const std::vector<std::string> list = {"0",
                                                  "-1",
                                                  "1e999",
                                                  "nan",
                                                  ".inf",
                                                  "9223372036854775807",
                                                  "18446744073709551616",
                                                  "0x7f",
                                                  "[",
                                                  "]",
                                                  "{",
                                                  "}",
                                                  "&a ",
                                                  "*a",
                                                  "<<: ",
                                                  "- ",
                                                  ": ",
                                                  "~",
                                                  "'",
                                                  "\"",
                                                  "!Container ",
                                                  "#",
                                                  "=0",
                                                  "=8,5",
                                                  "[0..255]",
                                                  "[9..1]",
                                                  "**",
                                                  "1/0",
                                                  "DRAM",
                                                  "intmac",
                                                  "dummy",
                                                  "temporal",
                                                  "spatial",
                                                  "bypass",
                                                  "keep",
                                                  "factors",
                                                  "subtree",
                                                  "nodes",
                                                  "spatial",
                                                  "meshX",
                                                  "entries",
                                                  "word_bits",
                                                  "\n",
                                                  "\t",
                                                  "{{",
                                                  "permutation",
                                                  "target",
                                                  "split",
                                                  "instance"};
    return list;
}

void mutate(std::string& text, std::mt19937_64& random) {
    if (text.empty()) text = " ";
    const auto at = [&] { return random() % text.size(); };
    const auto word = [&] { return words()[random() % words().size()]; };
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

TEST(FuzzTimeloop, EveryTextOfOneOrTwoBytesEndsInAnAnswer) {
    for (unsigned value = 0; value < 0x10000; ++value) {
        const char bytes[] = {static_cast<char>(value), static_cast<char>(value >> 8U)};
        readTimeloop({bytes, 2});
    }
}

TEST(FuzzTimeloop, MutantsEndInAnAnswer) {
    const auto seed = environment("NESTWRIGHT_FUZZ_SEED", 1);
    const auto runs = environment("NESTWRIGHT_FUZZ_RUNS", 4'000);
    SCOPED_TRACE("NESTWRIGHT_FUZZ_SEED=" + std::to_string(seed));
    std::mt19937_64 random(seed);
    const auto texts = corpus();
    ASSERT_FALSE(texts.empty());
    for (std::uint64_t run = 0; run < runs; ++run) {
        std::string text = texts[random() % texts.size()];
        for (std::uint64_t k = random() % 4 + 1; k > 0; --k) mutate(text, random);
        const std::clock_t start = std::clock();
        readTimeloop(text);
        ASSERT_LT(secondsSince(start), 1) << "mutant " << run << "\n" << text;
    }
}

} // namespace
} // namespace nestwright::fuzz
