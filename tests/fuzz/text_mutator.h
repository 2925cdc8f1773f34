// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ctime>
#include <random>
#include <string>
#include <vector>

namespace nestwright::fuzz {

/// Seeds differ on request only: NESTWRIGHT_FUZZ_SEED, and NESTWRIGHT_FUZZ_RUNS for how many mutants.
[[nodiscard]] std::uint64_t environment(const char* name, std::uint64_t fallback);

/// Of the processor, so that a busy machine fails no test.
[[nodiscard]] double secondsSince(std::clock_t start);

/// The YAML files of a folder of tests/data.
[[nodiscard]] std::vector<std::string> yamlCorpus(const std::string& folder);

/// Changes the text in one place; `words` are those that the format gives meaning to.
void mutate(std::string& text, const std::vector<std::string>& words, std::mt19937_64& random);

/// Reads every text of two bytes.
void readShortTexts(void (*read)(const std::string&));

/// Reads `runs` mutants of the texts; fails where one takes a second.
void readMutants(const std::vector<std::string>& texts, const std::vector<std::string>& words, std::uint64_t runs,
                 void (*read)(const std::string&));

} // namespace nestwright::fuzz
