// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_plan.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

namespace nestwright::test {
namespace {

constexpr int kOperators = 60;

LayerType layerTypeOf(int index) {
    constexpr std::array kCycle = {LayerType::conv, LayerType::normalization, LayerType::elementwise, LayerType::conv,
                                   LayerType::elementwise};
    if (index == kOperators - 1) return LayerType::softmax;
    if (index == kOperators - 2) return LayerType::gemm;
    return index % 17 == 16 ? LayerType::pooling : kCycle[static_cast<std::size_t>(index) % kCycle.size()];
}

bool hasMacs(LayerType type) { return type == LayerType::conv || type == LayerType::gemm; }

std::string typeName(LayerType type) {
    switch (type) {
    case LayerType::conv:
        return "Conv";
    case LayerType::gemm:
        return "Gemm";
    case LayerType::normalization:
        return "BatchNormalization";
    case LayerType::pooling:
        return "MaxPool";
    case LayerType::softmax:
        return "Softmax";
    default:
        return "Relu";
    }
}

Count channels(int index) { return Count{64} << (index / 16); }

std::shared_ptr<const std::vector<PlannedMapping>> mappingOf(int index, double seconds) {
    PlannedMapping one;
    one.problem = gemmProblem(1, 3136 >> (index / 8), channels(index), 9 * channels(index), 16, 32);
    one.mapping = outermostOnlyMapping(one.problem);
    one.cost.cycles = seconds * 1e9;
    return std::make_shared<const std::vector<PlannedMapping>>(std::vector{one});
}

Bottleneck bottleneckOf(LayerType type, int index) {
    if (hasMacs(type) && index % 3 == 0) return {BottleneckClass::shape, "N on the tensor cores' y axis", 0.31, {}};
    if (hasMacs(type)) return {BottleneckClass::compute, "tensor cores", 0.183, {}};
    if (type == LayerType::softmax) return {BottleneckClass::overhead, "kernel launch", 0.87, {}};
    return {BottleneckClass::bandwidth, "HBM read port", 0.642, {}};
}

PlannedOperator plannedOperator(const Graph& graph, int index, double speed) {
    const auto& node = graph.operators[static_cast<std::size_t>(index)];
    PlannedOperator op;
    op.id = index;
    op.name = node.name;
    op.type = node.type;
    op.layerType = layerTypeOf(index);
    op.kernel = index;
    op.seconds = (hasMacs(op.layerType) ? 63.7e-6 + 1.3e-6 * (index % 7) : 11.2e-6) / speed;
    op.energyJ = op.seconds * 210;
    op.macs = hasMacs(op.layerType) ? 1.156e8 : 0;
    op.flops = hasMacs(op.layerType) ? 2 * op.macs : 8e5;
    op.deviceMemoryBytes = 3.2e6;
    const double useful = hasMacs(op.layerType) ? 0.413 : 0;
    op.attribution = {useful * op.seconds, (0.3 - useful / 2) * op.seconds, 0, 0.07 * op.seconds};
    op.attribution.blocked = op.seconds - op.attribution.useful - op.attribution.diluted - op.attribution.delayed;
    if (op.macs > 0) op.mfu = useful;
    op.memoryStallFraction = (op.attribution.blocked + 0.02 * op.seconds) / op.seconds;
    op.bottleneck = bottleneckOf(op.layerType, index);
    if (op.macs > 0) op.mappings = mappingOf(index, op.seconds);
    return op;
}

void add(Attribution& sum, const Attribution& part) {
    sum.useful += part.useful;
    sum.diluted += part.diluted;
    sum.blocked += part.blocked;
    sum.delayed += part.delayed;
}

void summarize(PlanResult& plan) {
    for (const auto& op : plan.operators) plan.totals.latencySeconds.p50 += op.seconds;
    for (const auto type : kAllLayerTypes) {
        LayerTypeSummary summary;
        summary.layerType = type;
        for (const auto& op : plan.operators) {
            if (op.layerType != type) continue;
            ++summary.operators;
            summary.seconds += op.seconds;
            summary.energyJ += op.energyJ;
            summary.macs += op.macs;
            add(summary.attribution, op.attribution);
            summary.memoryStallFraction += op.memoryStallFraction * op.seconds;
        }
        if (summary.operators == 0) continue;
        summary.share = summary.seconds / plan.totals.latencySeconds.p50;
        summary.memoryStallFraction /= summary.seconds;
        if (summary.macs > 0) summary.mfu = summary.attribution.useful / summary.seconds;
        plan.totals.energyJ += summary.energyJ;
        plan.totals.macs += summary.macs;
        plan.totals.memoryStallFraction += summary.memoryStallFraction * summary.share;
        add(plan.totals.attribution, summary.attribution);
        plan.byLayerType.push_back(summary);
    }
    std::stable_sort(plan.byLayerType.begin(), plan.byLayerType.end(),
                     [](const auto& a, const auto& b) { return a.share > b.share; });
    plan.totals.mfu = plan.totals.attribution.useful / plan.totals.latencySeconds.p50;
}

} // namespace

std::vector<std::string> nastyNames() {
    return {"=cmd|' /C calc'!A0",
            "-1+2",
            "@SUM(A1)",
            "+49",
            "a,b;\"c\"",
            "line1\nline2",
            "Gr\u00f6\u00dfe_\u00b5s_\u6f22\u5b57_\U0001f600",
            "<b>bold</b>&amp;",
            "\t=1+1",
            "-5.00",
            "../../x",
            std::string(300, 'a')};
}

Graph sampleGraph() {
    Graph graph;
    graph.name = "ResNet-like, 60 operators";
    graph.format = "onnx";
    graph.opset = 13;
    graph.sourcePath = "/data/models/vision/resnet_like_60_operators_b1.onnx";
    graph.sourceSha256 = std::string(32, 'a') + std::string(32, '7');
    for (int i = 0; i < kOperators; ++i) {
        Operator op;
        op.type = typeName(layerTypeOf(i));
        op.name = "/backbone/stage" + std::to_string(i / 12) + "/block" + std::to_string(i % 12 / 4) +
                  "/branch_with_a_long_name/" + op.type + "_" + std::to_string(i);
        op.outputs = {i};
        Tensor tensor;
        tensor.name = op.name + "_output_0";
        tensor.shape = Shape{1, channels(i), 56 >> (i / 16), 56 >> (i / 16)};
        graph.tensors.push_back(tensor);
        graph.operators.push_back(op);
    }
    graph.warnings.push_back({3, "unknown_operator", message(NW_TEXT("test.warning", "Counted as bytes in and out."))});
    return graph;
}

Accelerator sampleAccelerator(const std::string& id, const std::string& name, double speed) {
    Accelerator accelerator;
    accelerator.id = id;
    accelerator.name = name;
    accelerator.family = "gpu";
    accelerator.defaultFormat = DataType::bfloat16;
    Level memory;
    memory.name = "HBM";
    memory.wordBits = 16;
    memory.readBitsPerCycle = 12000 * speed;
    memory.fanout.x = 1;
    Level shared;
    shared.name = "SMEM";
    shared.capacityBits = Count{228} * 1024 * 8;
    shared.wordBits = 16;
    shared.fanout.x = 64;
    shared.fanout.y = 8;
    accelerator.levels = {memory, shared};
    accelerator.compute.name = "tensor cores";
    accelerator.compute.macsPerLaneCycle[DataType::bfloat16] = 1;
    accelerator.device.memoryBytes = Count{80} * 1024 * 1024 * 1024;
    accelerator.device.tdpW = 400 * speed;
    accelerator.device.clockHz = 1.41e9;
    accelerator.device.maturity = {{LayerType::conv, 3}, {LayerType::normalization, 2}};
    accelerator.provenance["device.tdp_w"] = {Badge::published, "the maker's data sheet", ""};
    accelerator.provenance["device.clock_hz"] = {Badge::recalled, "boost clock", "to be checked against a data sheet"};
    return accelerator;
}

PlanPointer samplePlan(const Graph& graph, const Accelerator& accelerator, double speed) {
    auto plan = std::make_shared<PlanResult>();
    plan->workload = graph.name;
    plan->accelerator = accelerator.id;
    plan->acceleratorName = accelerator.name;
    plan->format = DataType::bfloat16;
    plan->bindings.batch = 1;
    for (int i = 0; i < static_cast<int>(graph.operators.size()); ++i) {
        plan->operators.push_back(plannedOperator(graph, i, speed));
        const auto& op = plan->operators.back();
        plan->kernels.push_back({i, {i}, op.seconds, 2e-6, 0});
    }
    for (int i = 20; i < 40; i += 5) plan->operators[static_cast<std::size_t>(i)].identicalTo = 15;
    summarize(*plan);
    auto& totals = plan->totals;
    totals.throughputPerSecond = 1 / totals.latencySeconds.p50;
    totals.throughputUnit = "samples/s";
    totals.powerW = totals.energyJ / totals.latencySeconds.p50;
    totals.perfPerWatt = *totals.throughputPerSecond / *totals.powerW;
    totals.weightBytes = 25.6e6 * 2;
    totals.activationBytes = 9.3e6;
    totals.deviceMemoryBytes = totals.weightBytes + totals.activationBytes;
    plan->assumptions = {
        message(NW_TEXT("test.assumption", "Weights are read from device memory in every pass.")),
        message(NW_TEXT("test.assumption2", "%1 launches a kernel in %2 \u00b5s, queued back to back."),
                accelerator.name, 2.0)};
    return plan;
}

report::ReportInputs sampleInputs(const Graph& graph, int accelerators) {
    constexpr std::array kIds = {"a100-80-sxm", "h100-sxm", "jetson-agx-orin"};
    constexpr std::array kNames = {"NVIDIA A100 SXM4 80GB", "NVIDIA H100 SXM5 80GB", "NVIDIA Jetson AGX Orin 64GB"};
    constexpr std::array kSpeeds = {1., 2.7, 0.21};
    report::ReportInputs inputs;
    inputs.author = "Performance group";
    inputs.graph = &graph;
    for (std::size_t i = 0; i < static_cast<std::size_t>(accelerators); ++i) {
        inputs.accelerators.push_back(sampleAccelerator(kIds[i], kNames[i], kSpeeds[i]));
        inputs.plans.push_back(samplePlan(graph, inputs.accelerators.back(), kSpeeds[i]));
    }
    inputs.metadata = {"0.1.0",
                       "3f9c2e1d",
                       "GNU 12.2.0",
                       "6.4.2",
                       "Debian GNU/Linux 12",
                       "AMD EPYC 7B13, 2 cores",
                       "lab-07",
                       "2026-11-30T14:02:00Z",
                       "nestwright-cli report /data/models/vision/resnet_like_60_operators_b1.onnx --arch a100-80-sxm "
                       "--arch h100-sxm --arch jetson-agx-orin -o review.pdf",
                       1};
    return inputs;
}

report::Document sampleDocument(const report::ReportInputs& inputs) {
    auto document = report::buildReport(inputs);
    if (document) return *document;
    std::fprintf(stderr, "%s\n", document.error().text().c_str());
    std::abort();
}

} // namespace nestwright::test
