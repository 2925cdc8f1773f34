// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_painter.h"

#include <benchmark/benchmark.h>

#include <QGuiApplication>
#include <QImage>

#include "../unit/layout/test_graphs.h"
#include <algorithm>
#include <ctime>
#include <vector>

namespace nestwright {
namespace {

constexpr int kFrameWidth = 1920;
constexpr int kFrameHeight = 1080;
constexpr int kFrames = 120; ///< of one pan

const char* const kGraphNames[] = {"T: decoder", "TG: decoder with hubs", "L: random layers"};

layout::GraphView graphOf(std::int64_t kind, std::int32_t nodes) {
    if (kind == 0) return layout::decoderChain(nodes);
    return kind == 1 ? layout::decoderChainWithHubs(nodes) : layout::randomLayers(nodes, 1);
}

void layOut(benchmark::State& state) {
    const auto view = graphOf(state.range(0), static_cast<std::int32_t>(state.range(1)));
    layout::Options options;
    options.timeBudgetMs = 1e9;
    for (auto _ : state) benchmark::DoNotOptimize(layout::layeredLayout(view, options, {}));
    state.SetLabel(kGraphNames[state.range(0)]);
}
BENCHMARK(layOut)
    ->ArgNames({"graph", "nodes"})
    ->ArgsProduct({{0, 1, 2}, {500, 2000, 10'000, 20'000}})
    ->Unit(benchmark::kMillisecond);

struct Scene {
    GraphPicture picture;
    GraphFaces faces;

    Scene(std::int64_t kind, std::int32_t nodes) {
        picture.view = graphOf(kind, nodes);
        picture.layout = *layout::layeredLayout(picture.view, {}, {});
        picture.index = GraphIndex(picture.view, picture.layout);
        picture.edgeLabels.assign(picture.view.edges.size(), QStringLiteral("1\u00d7128\u00d756\u00d756"));
        picture.portalLabels.assign(picture.layout.portals.size(), QStringLiteral("rotary"));
        std::vector<QRgb> colors(picture.view.sizes.size());
        for (std::size_t i = 0; i < colors.size(); ++i) {
            colors[i] = QColor::fromHsv(static_cast<int>(i % 6) * 60, 160, 160).rgb();
        }
        const auto face = [](std::int32_t node) {
            return NodeFace{QStringLiteral("Conv 3x3, 128 to 256, number %1").arg(node),
                            QStringLiteral("8.4 %, MFU 77 %, stall 18 %"),
                            QStringLiteral("\u25a0"),
                            {},
                            {}};
        };
        faces = GraphFaces(std::move(colors), face, {});
    }
};

/// Processor time of this thread in milliseconds: what else the machine does, doesn't count.
double processorMs() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

/// The frame at which this share of all frames is done, in milliseconds.
double percentile(std::vector<double> times, double share) {
    std::sort(times.begin(), times.end());
    return times[std::min(times.size() - 1, static_cast<std::size_t>(share * static_cast<double>(times.size())))];
}

/// Pans down from the middle of a graph, 23 pixels a frame, at a scale in 1/1000.
void pan(benchmark::State& state) {
    const Scene scene(state.range(0), static_cast<std::int32_t>(state.range(1)));
    const GraphPainter painter(scene.picture, scene.faces, Theme::light, QFont());
    QImage image(kFrameWidth, kFrameHeight, QImage::Format_RGB32);
    const double scale = static_cast<double>(state.range(2)) / 1000;
    const auto& bounds = scene.picture.layout.bounds;
    std::vector<double> times;
    for (auto _ : state) {
        for (int frame = 0; frame < kFrames; ++frame) {
            const ViewTransform transform{scale, kFrameWidth / 2.0 - static_cast<double>(bounds.width) / 2 * scale,
                                          kFrameHeight / 2.0 - static_cast<double>(bounds.height) / 2 * scale -
                                              23.0 * frame};
            const double start = processorMs();
            QPainter target(&image);
            target.fillRect(image.rect(), Qt::white);
            painter.paint(target, transform, QRectF(image.rect()), {});
            target.end();
            times.push_back(processorMs() - start);
        }
    }
    state.counters["p50_ms"] = percentile(times, 0.5);
    state.counters["p99_ms"] = percentile(times, 0.99);
    state.SetLabel(kGraphNames[state.range(0)]);
}
BENCHMARK(pan)
    ->ArgNames({"graph", "nodes", "scale"})
    ->ArgsProduct({{1, 2}, {10'000}, {2000, 1000, 700, 420, 300, 165, 100, 60, 30, 15, 5, 1}})
    ->ArgsProduct({{2}, {100'000}, {1000, 100, 15, 1}})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

void buildIndex(benchmark::State& state) {
    const auto view = graphOf(2, static_cast<std::int32_t>(state.range(0)));
    const auto laidOut = *layout::layeredLayout(view, {}, {});
    for (auto _ : state) benchmark::DoNotOptimize(GraphIndex(view, laidOut));
}
BENCHMARK(buildIndex)->ArgName("nodes")->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace nestwright

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
