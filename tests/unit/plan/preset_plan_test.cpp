// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/presets.h"
#include "core/formats/workloads/shipped.h"
#include "core/plan/plan.h"

#include <gtest/gtest.h>

namespace nestwright {
namespace {

PlanPointer planned(const std::string& workload, const Bindings& bindings, const std::string& accelerator) {
    const auto graph = workloads::shipped(workload, bindings);
    const auto machine = preset(accelerator);
    EXPECT_TRUE(graph && machine);
    if (!graph || !machine) return nullptr;
    const auto result = plan(*graph, bindings, *machine, {}, {});
    EXPECT_TRUE(result) << (result ? std::string() : result.error().text());
    return result ? *result : nullptr;
}

Bindings phase(const std::string& name, Count batch, Count tokens) {
    Bindings bindings;
    bindings.phase = name;
    bindings.batch = batch;
    (name == "decode" ? bindings.past : bindings.sequence) = tokens;
    return bindings;
}

const LayerTypeSummary* find(const PlanResult& result, LayerType type) {
    for (const auto& summary : result.byLayerType) {
        if (summary.layerType == type) return &summary;
    }
    return nullptr;
}

TEST(PresetPlan, LlamaDecodeReadsItsWeightsOnce) {
    const auto result = planned("llama3-8b", phase("decode", 1, 4095), "h100-sxm");
    ASSERT_TRUE(result);
    const double bound = (8.03e9 - 0.525e9) * 2 / 3.35e12; // the embedding table is looked up, not read
    EXPECT_GE(result->totals.latencySeconds.p50, 0.98 * bound);
    EXPECT_LE(result->totals.latencySeconds.p50, 2 * bound);
    EXPECT_LT(*result->totals.mfu, 0.02);
    EXPECT_TRUE(result->totals.fits);
    // Keys and values of 4096 tokens, 32 layers, 8 heads of 128, bf16.
    EXPECT_NEAR(result->totals.cacheBytes, 4096.0 * 32 * 2 * 8 * 128 * 2, 1e-6 * result->totals.cacheBytes);
}

TEST(PresetPlan, LlamaPrefillIsBoundByItsGemms) {
    const auto result = planned("llama3-8b", phase("prefill", 8, 4096), "h100-sxm");
    ASSERT_TRUE(result);
    const auto* gemm = find(*result, LayerType::gemm);
    ASSERT_NE(gemm, nullptr);
    EXPECT_GT(*gemm->mfu, 0.6);
    EXPECT_LT(*gemm->mfu, 0.95);
    EXPECT_NE(find(*result, LayerType::attentionScore), nullptr);
    EXPECT_NE(find(*result, LayerType::attentionValue), nullptr);
    EXPECT_NE(find(*result, LayerType::softmax), nullptr);
}

class ResNetOn : public testing::TestWithParam<const char*> {};

TEST_P(ResNetOn, Completes) {
    const auto result = planned("resnet50", {}, GetParam());
    ASSERT_TRUE(result);
    EXPECT_GT(result->totals.energyJ, 0);
    EXPECT_GT(*result->totals.mfu, 0);
    EXPECT_LE(*result->totals.mfu, 1);
    for (const auto& op : result->operators) {
        EXPECT_NEAR(op.attribution.total(), op.seconds, 1e-9 * op.seconds) << op.name;
        if (!op.mappings) continue;
        for (const auto& mapping : *op.mappings) EXPECT_TRUE(mapping.cost.isValid) << op.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Presets, ResNetOn,
                         testing::Values("eyeriss-v1", "tpu-v1", "a100-80-sxm", "coral-edge-tpu", "gemmini",
                                         "nvdla-large", "simba-chiplet", "mi300x"));

} // namespace
} // namespace nestwright
