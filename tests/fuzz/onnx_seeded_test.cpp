// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "onnx_mutator.h"
#include "onnx_target.h"
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace nestwright::fuzz {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;

/// Seeds differ on request only: NESTWRIGHT_FUZZ_SEED, and NESTWRIGHT_FUZZ_RUNS for how many mutants,
/// NESTWRIGHT_FUZZ_SHOW for the number of one to print.
std::uint64_t environment(const char* name, std::uint64_t fallback) {
    const char* text = std::getenv(name);
    return text == nullptr ? fallback : std::strtoull(text, nullptr, 10);
}

/// Of the processor, so that a busy machine fails no test.
double secondsSince(std::clock_t start) { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; }

/// Models of up to 20 kB, so that thousands of mutants take seconds.
std::vector<Bytes> corpus() {
    constexpr std::uintmax_t kLargest = 20'000;
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(NESTWRIGHT_TEST_DATA) / "cases")) {
        const bool isSmall = entry.is_regular_file() && entry.file_size() > 0 && entry.file_size() <= kLargest;
        if (isSmall && entry.path().extension() == ".onnx") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::vector<Bytes> contents;
    for (const auto& file : files) {
        std::ifstream stream(file, std::ios::binary);
        contents.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    }
    return contents;
}

void mutate(Bytes& bytes, std::mt19937_64& random) {
    constexpr std::uint8_t kInteresting[] = {0, 1, 0x7F, 0x80, 0xFF, 0x08, 0x12};
    const auto at = [&] { return random() % bytes.size(); };
    switch (random() % 6) {
    case 0:
        bytes[at()] ^= static_cast<std::uint8_t>(1U << (random() % 8));
        break;
    case 1:
        bytes[at()] = static_cast<std::uint8_t>(random());
        break;
    case 2:
        bytes[at()] = kInteresting[random() % std::size(kInteresting)];
        break;
    case 3:
        bytes.resize(std::max<std::size_t>(at(), 1));
        break;
    case 4: {
        const std::size_t from = at();
        const std::size_t length = std::min<std::size_t>(random() % 16 + 1, bytes.size() - from);
        const Bytes piece(bytes.begin() + static_cast<std::ptrdiff_t>(from),
                          bytes.begin() + static_cast<std::ptrdiff_t>(from + length));
        bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at()), piece.begin(), piece.end());
        break;
    }
    default: {
        const std::size_t from = at();
        const std::size_t length = std::min<std::size_t>(random() % 8 + 1, bytes.size() - from);
        if (length == bytes.size()) break;
        bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(from),
                    bytes.begin() + static_cast<std::ptrdiff_t>(from + length));
    }
    }
}

TEST(FuzzOnnx, EveryFileOfOneOrTwoBytesEndsInAnAnswer) {
    readOnnx(nullptr, 0);
    for (unsigned word = 0; word < 0x10000; ++word) {
        const std::uint8_t bytes[] = {static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(word >> 8U)};
        if (word < 0x100) readOnnx(bytes, 1);
        readOnnx(bytes, 2);
    }
}

TEST(FuzzOnnx, FilesOfThreeBytesEndInAnAnswer) {
    // All of them with NESTWRIGHT_FUZZ_ALL set, one in 61 otherwise.
    const std::uint32_t step = environment("NESTWRIGHT_FUZZ_ALL", 0) != 0 ? 1 : 61;
    for (std::uint32_t word = 0; word < 0x1000000; word += step) {
        const std::uint8_t bytes[] = {static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(word >> 8U),
                                      static_cast<std::uint8_t>(word >> 16U)};
        readOnnx(bytes, 3);
    }
}

TEST(FuzzOnnx, MutantsOfModelsEndInAnAnswer) {
    const auto seed = environment("NESTWRIGHT_FUZZ_SEED", 1);
    const auto runs = environment("NESTWRIGHT_FUZZ_RUNS", 20'000);
    RecordProperty("seed", std::to_string(seed));
    SCOPED_TRACE("NESTWRIGHT_FUZZ_SEED=" + std::to_string(seed));
    std::mt19937_64 random(seed);
    const auto models = corpus();
    ASSERT_FALSE(models.empty());
    for (std::uint64_t run = 0; run < runs; ++run) {
        Bytes bytes = models[random() % models.size()];
        for (std::uint64_t k = random() % 4 + 1; k > 0; --k) mutate(bytes, random);
        const std::clock_t start = std::clock();
        readOnnx(bytes.data(), bytes.size());
        ASSERT_LT(secondsSince(start), 5) << "mutant " << run;
    }
}

TEST(FuzzOnnx, WellFormedNonsenseEndsInAnAnswer) {
    const auto seed = environment("NESTWRIGHT_FUZZ_SEED", 1);
    const auto runs = environment("NESTWRIGHT_FUZZ_RUNS", 20'000);
    SCOPED_TRACE("NESTWRIGHT_FUZZ_SEED=" + std::to_string(seed));
    std::mt19937_64 random(seed);
    std::vector<onnx::ModelProto> models;
    for (const Bytes& bytes : corpus()) {
        onnx::ModelProto model;
        if (model.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) && model.has_graph()) {
            models.push_back(model);
        }
    }
    ASSERT_FALSE(models.empty());
    for (std::uint64_t run = 0; run < runs; ++run) {
        onnx::ModelProto model = models[random() % models.size()];
        for (std::uint64_t k = random() % 6 + 1; k > 0; --k) mutateModel(model, random);
        const std::string bytes = model.SerializeAsString();
        if (run == environment("NESTWRIGHT_FUZZ_SHOW", runs)) std::cout << model.DebugString() << std::flush;
        const std::clock_t start = std::clock();
        readOnnx(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()); // NOLINT: bytes are bytes
        ASSERT_LT(secondsSince(start), 5) << "mutant " << run;
    }
}

} // namespace
} // namespace nestwright::fuzz
