// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are broken, or meant to hurt, in every place where the command line takes a description: each is an error
// with a reason, at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run_cli.h"
#include <chrono>
#include <filesystem>
#include <fstream>

namespace nestwright::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// On a machine that does other work too; alone each takes a few hundredths of a second, under the sanitizers some
/// seconds.
#if defined(__SANITIZE_ADDRESS__)
constexpr std::chrono::seconds kAtOnce(40);
#else
constexpr std::chrono::seconds kAtOnce(5);
#endif

/// The kinds of descriptions that Timeloop has, by the key that they stand under.
const std::vector<std::string> kKinds = {"architecture", "ERT", "problem", "mapping", "constraints"};

class Hostile : public testing::Test {
protected:
    void SetUp() override {
        const auto text = fileContent(std::string(NESTWRIGHT_TEST_DATA) + "/timeloop/tree.yaml");
        const std::string starts[] = {"architecture:", "problem:", "mapping:", "ERT:", "architecture_constraints:"};
        for (std::size_t i = 0; i < std::size(starts); ++i) {
            const auto from = text.find(starts[i]);
            const auto until = i + 1 < std::size(starts) ? text.find(starts[i + 1]) : text.size();
            m_parts[i == 4 ? "constraints" : starts[i].substr(0, starts[i].size() - 1)] =
                text.substr(from, until - from);
        }
        for (const auto& [kind, part] : m_parts) m_files[kind] = m_folder.write(kind + ".yaml", part);
    }

    /// Runs the command that reads this kind, with the file in its place.
    CliRun runWith(const std::string& kind, const std::string& file) const {
        auto files = m_files;
        files[kind] = file;
        const auto machine = files["architecture"] + "+" + files["ERT"];
        if (kind == "constraints") {
            return runCli({"map", files["problem"], "--arch", machine, "--constraints", file, "--nodes", "100"});
        }
        return runCli(
            {"evaluate", "--arch", machine, "--problem", files["problem"], "--mapping", files["mapping"], "--json"});
    }

    void expectRefused(const std::string& kind, const std::string& file, const std::string& reason) const {
        const auto start = std::chrono::steady_clock::now();
        const auto run = runWith(kind, file);
        EXPECT_LT(std::chrono::steady_clock::now() - start, kAtOnce) << file;
        EXPECT_EQ(run.status, 3) << kind << " " << run.errors;
        EXPECT_THAT(run.errors, HasSubstr(reason)) << kind;
        EXPECT_THAT(run.errors, HasSubstr(std::filesystem::path(file).filename().string())) << kind;
    }

    /// The part of this kind with a piece of it replaced.
    void expectRefusedWith(const std::string& kind, const std::string& piece, const std::string& replacement,
                           const std::string& reason) {
        std::string text = m_parts[kind];
        const auto at = text.find(piece);
        ASSERT_NE(at, std::string::npos) << piece;
        text.replace(at, piece.size(), replacement);
        SCOPED_TRACE(replacement);
        expectRefused(kind, m_folder.write("changed.yaml", text), reason);
    }

    std::string zeros(const std::string& name) const {
        const auto path = m_folder.path(name);
        std::ofstream(path).close();
        std::filesystem::resize_file(path, std::uintmax_t{1} << 30U);
        return path;
    }

    TemporaryFolder m_folder;
    std::map<std::string, std::string> m_parts;
    std::map<std::string, std::string> m_files;
};

TEST_F(Hostile, ThePartsThemselvesAreFine) {
    const auto run = runWith("mapping", m_files["mapping"]);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(runWith("constraints", m_files["constraints"]).status, 0);
}

TEST_F(Hostile, BombsAndDeepFilesOfEveryKind) {
    for (const auto& kind : kKinds) {
        std::string bomb = kind + ": &a0 [x, x, x, x, x, x, x, x, x]\n";
        for (int i = 1; i < 12; ++i) {
            const auto last = "*a" + std::to_string(i - 1);
            bomb += "b" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last;
            for (int n = 0; n < 8; ++n) bomb += ", " + last;
            bomb += "]\n";
        }
        expectRefused(kind, m_folder.write("bomb.yaml", bomb), "aliases");
        expectRefused(kind, m_folder.write("deep.yaml", kind + ": " + std::string(10'000, '[')), "nest deeper");
        std::string deepMap = kind + ": ";
        for (int i = 0; i < 10'000; ++i) deepMap += "{a: ";
        expectRefused(kind, m_folder.write("deep_map.yaml", deepMap), "nest deeper");
    }
}

TEST_F(Hostile, GigabytesOfZeros) {
    const auto yaml = zeros("zeros.yaml");
    for (const auto& kind : kKinds) expectRefused(kind, yaml, "larger than");
    const auto native = zeros("zeros.json");
    for (const auto* kind : {"problem", "mapping"}) expectRefused(kind, native, "larger than");
    for (const auto& file : {native, zeros("zeros.csv")}) {
        EXPECT_THAT(runCli({"inspect", file}).errors, HasSubstr("larger than")) << file;
    }
    const auto start = std::chrono::steady_clock::now();
    for (const auto* name : {"zeros.onnx", "zeros.nestwright"}) {
        const auto run = runCli({"inspect", zeros(name)});
        EXPECT_EQ(run.status, 3);
        EXPECT_THAT(run.errors, HasSubstr("bytes of zero")) << name;
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, 2 * kAtOnce);
}

TEST_F(Hostile, TextThatIsNone) {
    for (const auto& kind : kKinds) {
        expectRefused(kind, m_folder.write("tab.yaml", kind + ":\n\tnodes: []\n"), "tab");
        expectRefused(kind, m_folder.write("latin.yaml", kind + ": \xE4\n"), "UTF-8");
        expectRefused(kind, m_folder.write("two.yaml", kind + ": {}\n---\nproblem: {}\n"), "second document");
        expectRefused(kind, m_folder.path("missing.yaml"), "no such file");
    }
}

TEST_F(Hostile, FiguresOfMachinesThatMakeNoSense) {
    for (const auto* value : {".nan", "nan", "-1", "0", "1e300", ".inf", "99999999999999999999", "abc", "[1]"}) {
        expectRefusedWith("architecture", "entries: 8192", std::string("entries: ") + value, "entries of GLB must be");
    }
    for (const auto* value : {"0", "-8", "1e-320"}) {
        expectRefusedWith("architecture", "shared_bandwidth: 8", std::string("shared_bandwidth: ") + value,
                          "shared_bandwidth of DRAM must be above 0");
    }
    expectRefusedWith("architecture", "shared_bandwidth: 8", "shared_bandwidth: .nan", "must be a number");
    expectRefusedWith("architecture", "PE[0..63]", "PE[0..9223372036854775807]", "at least one copy");
    expectRefusedWith("architecture", "block-size: 4", "block-size: 99999999999", "too large");
    expectRefusedWith("ERT", "energy: 128", "energy: -1", "can't be negative");
    expectRefusedWith("ERT", "energy: 128", "energy: .nan", "must be a number");
}

TEST_F(Hostile, CountsBeyondWhatCountsHold) {
    for (const auto* value : {"0", "-3", ".nan", "9223372036854775808", "1e30", ""}) {
        expectRefusedWith("problem", "M: 61", std::string("M: ") + value, "M");
    }
    expectRefusedWith("problem", "M: 61, N: 64, K: 32", "M: 4294967296, N: 4294967296, K: 4294967296",
                      "A has more than 2^63 elements");
    for (const auto* factor : {"M=-1", "M=9223372036854775808", "M=", "M=2.5", "=3"}) {
        expectRefusedWith("mapping", "M=1 N=2", factor, "can't be read");
    }
    expectRefusedWith("constraints", "K=1 M<=8", "K=99999999999999999999", "can't be read");
}

/// Factors that don't cover the bound are a negative answer, with the product or the reason why there is none.
TEST_F(Hostile, ProductsOfFactors) {
    std::string text = m_parts["mapping"];
    text.replace(text.find("M=1 N=2"), 7, "M=4000000000 N=2");
    text.replace(text.find("M=8 N=4"), 7, "M=4000000000 N=4");
    text.replace(text.find("K=16"), 4, "K=16 M=4");
    const auto run = runWith("mapping", m_folder.write("large.yaml", text));
    EXPECT_EQ(run.status, 1) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr("more than 2^63"));
    EXPECT_EQ(run.json()["valid"], false);
}

TEST_F(Hostile, NativeFiles) {
    const auto machine = m_files["architecture"] + "+" + m_files["ERT"];
    const auto native = [&](const std::string& part, const std::string& spec) {
        const auto file = m_folder.path(part + ".json");
        const auto run =
            runCli({"convert", spec, "--part", part, "--arch", machine, "--problem", m_files["problem"], "-o", file});
        EXPECT_EQ(run.status, 0) << run.errors;
        return json::parse(fileContent(file));
    };
    const json arch = native("arch", machine);
    const json problem = native("problem", m_files["problem"]);
    const json mapping = native("mapping", m_files["mapping"]);
    const auto expect = [&](const std::string& kind, json changed, const std::string& path, const std::string& value,
                            const std::string& reason) {
        changed[json::json_pointer(path)] = "@";
        std::string text = changed.dump();
        text.replace(text.find("\"@\""), 3, value);
        const auto file = m_folder.write("changed.json", text);
        auto files = m_files;
        files["architecture"] = m_folder.path("arch.json");
        files[kind] = file;
        const auto start = std::chrono::steady_clock::now();
        const auto run = runCli({"evaluate", "--arch", files["architecture"], "--problem", files["problem"],
                                 "--mapping", files["mapping"]});
        EXPECT_LT(std::chrono::steady_clock::now() - start, kAtOnce);
        EXPECT_EQ(run.status, 3) << path << value << run.errors;
        EXPECT_THAT(run.errors, HasSubstr(reason)) << path << value;
    };
    for (const auto* value : {"0", "-1", "1e300", "9223372036854775808"}) {
        expect("architecture", arch, "/levels/1/capacity_bytes", value, "levels[1].capacity_bytes");
    }
    expect("architecture", arch, "/levels/1/capacity_bytes", "NaN", "no valid JSON");
    expect("architecture", arch, "/levels/1/capacity_bytes", "1e999", "overflow");
    for (const auto* value : {"0", "-1", "1e-300"}) {
        expect("architecture", arch, "/levels/1/read_bytes_per_cycle", value, "levels[1].read_bytes_per_cycle");
    }
    expect("architecture", arch, "/levels/1/min_utilization", "1.5", "between 0 and 1");
    for (const auto* value : {"0", "-1", "1e999", "9223372036854775808", "1.5"}) {
        expect("problem", problem, "/dims/0/bound", value, "");
        expect("mapping", mapping, "/nodes/3/bound", value, "");
    }
    expect("problem", problem, "/tensors/0/projection/0/0/coefficient", "9223372036854775807", "2^63 elements");
    for (const auto* kind : {"problem", "mapping"}) {
        expectRefused(kind, m_folder.write("deep.json", std::string(10'000, '[')), "nest more than");
    }
}

/// A bound that is a large prime has no factors to try.
TEST_F(Hostile, LargePrimes) {
    std::string text = m_parts["problem"];
    text.replace(text.find("M: 61, N: 64, K: 32"), 19, "M: 9007199254740881, N: 3, K: 5");
    const auto start = std::chrono::steady_clock::now();
    const auto run = runCli({"map", m_folder.write("prime.yaml", text), "--arch",
                             m_files["architecture"] + "+" + m_files["ERT"], "--nodes", "200"});
    EXPECT_LT(std::chrono::steady_clock::now() - start, 2 * kAtOnce);
    EXPECT_EQ(run.status, 0) << run.errors;
}

} // namespace
} // namespace nestwright::test
