// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_painter.h"

#include <benchmark/benchmark.h>

#include <QGuiApplication>
#include <QImage>

#include "../unit/layout/test_graphs.h"

namespace nestwright {
namespace {

constexpr std::int32_t kNodes = 10000;

layout::GraphView graphOf(std::int64_t kind) {
    switch (kind) {
    case 0:
        return layout::decoderChain(kNodes);
    case 1:
        return layout::decoderChainWithHubs(kNodes);
    default:
        return layout::randomLayers(kNodes, 1);
    }
}

const char* nameOfGraph(std::int64_t kind) {
    return kind == 0 ? "decoder" : kind == 1 ? "decoder with hubs" : "random layers";
}

void layOut(benchmark::State& state) {
    const auto view = graphOf(state.range(0));
    for (auto _ : state) benchmark::DoNotOptimize(layout::layeredLayout(view, {}, {}));
    state.SetLabel(nameOfGraph(state.range(0)));
}
BENCHMARK(layOut)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

/// A frame of 1920 x 1080 pixels at a scale in per mille, from the middle of the graph.
void paint(benchmark::State& state) {
    GraphPicture picture;
    picture.view = graphOf(2);
    picture.layout = *layout::layeredLayout(picture.view, {}, {});
    const GraphIndex index(picture.view, picture.layout);
    std::vector<NodeFace> faces(picture.view.sizes.size());
    for (std::size_t i = 0; i < faces.size(); ++i) {
        faces[i] = {QStringLiteral("Conv 3x3, 128 to 256"),
                    QStringLiteral("8.4 %, MFU 77 %, stall 18 %"),
                    QStringLiteral("\u25a0"),
                    {},
                    QColor::fromHsv(static_cast<int>(i % 6) * 60, 160, 160)};
    }
    const GraphPainter painter(picture, index, faces, Theme::light, QFont());
    QImage image(1920, 1080, QImage::Format_RGB32);
    const double scale = static_cast<double>(state.range(0)) / 1000;
    const auto& bounds = picture.layout.bounds;
    const ViewTransform transform{scale, 960 - static_cast<double>(bounds.width) / 2 * scale,
                                  540 - static_cast<double>(bounds.height) / 2 * scale};
    for (auto _ : state) {
        image.fill(Qt::white);
        QPainter target(&image);
        painter.paint(target, transform, QRectF(image.rect()), {});
    }
}
BENCHMARK(paint)->Arg(1000)->Arg(300)->Arg(150)->Arg(50)->Arg(10)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace nestwright

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
