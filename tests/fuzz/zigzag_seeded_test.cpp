// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "text_mutator.h"
#include "zigzag_target.h"

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
                                                  "4503599627370496",
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
                                                  "\"",
                                                  "#",
                                                  "D1",
                                                  "D9",
                                                  "I1",
                                                  "I2",
                                                  "O",
                                                  "I",
                                                  "W",
                                                  ", fh",
                                                  ", tl",
                                                  ", th",
                                                  ", fl",
                                                  "\"*\"",
                                                  "K, 4",
                                                  "[K, 2]",
                                                  "served_dimensions",
                                                  "ports",
                                                  "size",
                                                  "+=",
                                                  "*",
                                                  "+",
                                                  "[k]",
                                                  "ix=",
                                                  "2*ox+1*fx",
                                                  "operand_source",
                                                  "\n",
                                                  "\t",
                                                  "name",
                                                  "default",
                                                  "operands",
                                                  "read",
                                                  "write",
                                                  "loop_sizes",
                                                  "padding",
                                                  "equation",
                                                  "True"};
    return list;
}

TEST(FuzzZigzag, EveryTextOfOneOrTwoBytesEndsInAnAnswer) { readShortTexts(readZigzag); }

TEST(FuzzZigzag, MutantsEndInAnAnswer) { readMutants(yamlCorpus("zigzag"), words(), 6'000, readZigzag); }

} // namespace
} // namespace nestwright::fuzz
