// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "text_mutator.h"
#include "timeloop_target.h"

namespace nestwright::fuzz {
namespace {

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

TEST(FuzzTimeloop, EveryTextOfOneOrTwoBytesEndsInAnAnswer) { readShortTexts(readTimeloop); }

TEST(FuzzTimeloop, MutantsEndInAnAnswer) { readMutants(yamlCorpus("timeloop"), words(), 4'000, readTimeloop); }

} // namespace
} // namespace nestwright::fuzz
