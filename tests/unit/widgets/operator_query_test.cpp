// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/operator_query.h"

#include <gtest/gtest.h>

namespace nestwright {
namespace {

OperatorRow row() {
    OperatorRow result;
    result.name = QStringLiteral("layer2.conv1");
    result.title = QStringLiteral("Conv 3x3");
    result.type = QStringLiteral("Conv");
    result.layerType = LayerType::conv;
    result.isPlanned = true;
    result.share = 0.05;
    result.mfu = 0.4;
    result.memoryStallFraction = 0.25;
    setSearchTexts(result, {{"C", 64}, {"K", 256}});
    return result;
}

bool matches(const char* query, const OperatorRow& tested = row()) {
    return OperatorQuery(QString::fromUtf8(query)).matches(tested);
}

TEST(OperatorQuery, WordsMustAllBeThere) {
    EXPECT_TRUE(matches("LAYER2 conv"));
    EXPECT_FALSE(matches("layer2 pool"));
    EXPECT_TRUE(matches(""));
    EXPECT_TRUE(OperatorQuery(QStringLiteral("  ")).isEmpty());
}

TEST(OperatorQuery, FindsDims) {
    EXPECT_TRUE(matches("K=256"));
    EXPECT_TRUE(matches("conv c=64"));
    EXPECT_FALSE(matches("k=512"));
}

TEST(OperatorQuery, TypesAreOperatorOrLayerTypes) {
    EXPECT_TRUE(matches("type:conv"));
    EXPECT_FALSE(matches("type:gemm"));
    auto gemm = row();
    gemm.type = QStringLiteral("MatMul");
    gemm.layerType = LayerType::gemm;
    setSearchTexts(gemm, {});
    EXPECT_TRUE(matches("type:gemm", gemm));
    EXPECT_TRUE(matches("type:matmul", gemm));
}

TEST(OperatorQuery, LimitsArePercent) {
    EXPECT_TRUE(matches("stall>20%"));
    EXPECT_FALSE(matches("stall>30"));
    EXPECT_TRUE(matches("mfu<=40 share>=5"));
    EXPECT_FALSE(matches("share<1"));
    auto unknown = row();
    unknown.mfu.reset();
    EXPECT_FALSE(matches("mfu<90", unknown)) << "no MACs is no low MFU";
    unknown.isPlanned = false;
    EXPECT_FALSE(matches("stall<100", unknown));
}

} // namespace
} // namespace nestwright
