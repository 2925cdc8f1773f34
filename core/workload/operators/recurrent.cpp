// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/operators/describe.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>

namespace nestwright::catalogue {
namespace {

/// A cell's gates and the vector operations of one hidden element in one step: activations (sigmoid 4, tanh 6), bias
/// additions, and the products and sums that join the gates.
struct Cell {
    Count gates = 1;
    double stepOperations = 0;
};

constexpr Cell kLstm{4, 3 * 4.0 + 2 * 6.0 + 2 * 4.0 + 4.0};
constexpr Cell kGru{3, 2 * 4.0 + 6.0 + 2 * 3.0 + 5.0};
constexpr Cell kRnn{1, 6.0 + 2.0 + 1.0};

struct Layer {
    Count directions = 1;
    Count time = 1;
    Count batch = 1;
    Count input = 1;
    Count hidden = 1;
    /// How many steps run with how many sequences at work: with lengths 7, 3, 1 it is 1 step of 3, 2 of 2, 4 of 1.
    std::vector<std::pair<Count, Count>> steps;
    bool areLengthsUnknown = false;
};

/// W is [directions, gates x hidden, input] in ONNX and turned, [directions, input, gates x hidden], in the quantized
/// form.
Result<Layer> layerOf(const OperatorView& view, const Cell& cell, bool isTurned) {
    const Shape& x = *view.inputShape(0);
    const Shape& w = *view.inputShape(1);
    const Shape& r = *view.inputShape(2);
    if (x.size() != 3 || w.size() != 3 || r.size() != 3) {
        return view.error(NW_TEXT("recurrent.rank", "%1 \"%2\": X %3, W %4 and R %5 must all have rank 3"), textOf(x),
                          textOf(w), textOf(r));
    }
    const bool isBatchFirst = view.op().integer("layout", 0) == 1;
    Layer layer;
    layer.directions = w[0];
    layer.time = x[isBatchFirst ? 1 : 0];
    layer.batch = x[isBatchFirst ? 0 : 1];
    layer.input = x[2];
    layer.hidden = r[isTurned ? 1 : 2];
    const auto rows = checkedMultiply(cell.gates, layer.hidden);
    const Count wRows = w[isTurned ? 2 : 1];
    const Count wColumns = w[isTurned ? 1 : 2];
    const bool fits = rows && wRows == *rows && r[isTurned ? 2 : 1] == *rows && wColumns == layer.input && r[0] == w[0];
    if (!fits || view.op().integer("hidden_size", layer.hidden) != layer.hidden) {
        return view.error(NW_TEXT("recurrent.shapes",
                                  "%1 \"%2\": X %3, W %4 and R %5 contradict each other or hidden_size; W "
                                  "holds %6 x hidden rows"),
                          textOf(x), textOf(w), textOf(r), cell.gates);
    }
    return layer;
}

/// Runs of steps with the same number of sequences at work, from the sequences' lengths.
std::vector<std::pair<Count, Count>> stepsOf(std::vector<std::int64_t> lengths) {
    std::sort(lengths.begin(), lengths.end());
    std::vector<std::pair<Count, Count>> steps;
    Count done = 0;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const Count count = lengths[i] - done;
        if (count > 0) steps.emplace_back(count, static_cast<Count>(lengths.size() - i));
        done = std::max(done, lengths[i]);
    }
    return steps;
}

Result<void> addLengths(const OperatorView& view, Layer& layer) {
    layer.steps = {{layer.time, layer.batch}};
    const Tensor* lengths = view.input(4);
    if (lengths == nullptr) return {};
    layer.areLengthsUnknown = !lengths->integers;
    if (!lengths->integers) return {};
    const auto& values = *lengths->integers;
    const bool isWrong =
        static_cast<Count>(values.size()) != layer.batch ||
        std::any_of(values.begin(), values.end(), [&](std::int64_t v) { return v < 0 || v > layer.time; });
    if (isWrong) {
        return view.error(
            NW_TEXT("recurrent.lengths", "%1 \"%2\": sequence_lens %3 does not fit %4 sequences of %5 steps"),
            textOf(values), layer.batch, layer.time);
    }
    layer.steps = stepsOf(values);
    return {};
}

MatrixProduct productOf(const OperatorView& view, Count m, Count n, Count k, std::size_t weight) {
    MatrixProduct gemm;
    gemm.m = m;
    gemm.n = n;
    gemm.k = k;
    gemm.leftBits = elementBits(view.input(0));
    gemm.rightBits = elementBits(view.input(weight));
    gemm.outputBits = elementBits(view.output(0) == nullptr ? view.input(0) : view.output(0));
    return gemm;
}

/// The input's share of all steps is one product; the state's share is one product a step, each waiting for the last.
OperatorWork workOf(const OperatorView& view, const Layer& layer, const Cell& cell, LayerType type) {
    OperatorWork work = view.start(type);
    const Count rows = cell.gates * layer.hidden;
    Count sequenceSteps = 0;
    for (const auto& [count, batch] : layer.steps) {
        const Count of = checkedMultiply(count, batch).value_or(std::numeric_limits<Count>::max());
        sequenceSteps = checkedAdd(sequenceSteps, of).value_or(std::numeric_limits<Count>::max());
    }
    addEinsum(work, problemOf(productOf(view, sequenceSteps, rows, layer.input, 1)), type, layer.directions);
    for (const auto& [count, batch] : layer.steps) {
        const auto repeats = checkedMultiply(count, layer.directions).value_or(std::numeric_limits<Count>::max());
        addEinsum(work, problemOf(productOf(view, batch, rows, layer.hidden, 2)), type, repeats, true);
    }
    work.dims = {
        {"D", layer.directions}, {"T", layer.time}, {"N", layer.batch}, {"H", layer.hidden}, {"I", layer.input}};
    addEpilogue(work, cell.stepOperations * static_cast<double>(layer.directions) * static_cast<double>(sequenceSteps) *
                          static_cast<double>(layer.hidden));
    if (layer.areLengthsUnknown) {
        work.warnings.push_back(
            view.warning("sequence_lengths_unknown",
                         message(NW_TEXT("recurrent.upper_bound",
                                         "%1 \"%2\": the lengths of the sequences are not known; all %3 steps are "
                                         "counted, an upper bound"),
                                 view.op().type, view.op().name, layer.time)));
    }
    return work;
}

Result<OperatorWork> describeCell(const OperatorView& view, const Entry& entry, const Cell& cell, bool isTurned) {
    for (std::size_t i = 0; i < 3; ++i) {
        if (view.inputShape(i) == nullptr) return view.unknownShapes(entry.layerType);
    }
    auto layer = layerOf(view, cell, isTurned);
    if (!layer) return tl::unexpected(layer.error());
    if (auto ok = addLengths(view, *layer); !ok) return tl::unexpected(ok.error());
    return workOf(view, *layer, cell, entry.layerType);
}

Result<OperatorWork> describeLstm(const OperatorView& view, const Entry& entry) {
    return describeCell(view, entry, kLstm, false);
}
Result<OperatorWork> describeQuantizedLstm(const OperatorView& view, const Entry& entry) {
    return describeCell(view, entry, kLstm, true);
}
Result<OperatorWork> describeGru(const OperatorView& view, const Entry& entry) {
    return describeCell(view, entry, kGru, false);
}
Result<OperatorWork> describeRnn(const OperatorView& view, const Entry& entry) {
    return describeCell(view, entry, kRnn, false);
}

constexpr std::array kRecurrences = {
    Entry{kOnnx, "LSTM", LayerType::recurrent, describeLstm},
    Entry{kOnnx, "GRU", LayerType::recurrent, describeGru},
    Entry{kOnnx, "RNN", LayerType::recurrent, describeRnn},
    Entry{kMicrosoft, "DynamicQuantizeLSTM", LayerType::recurrent, describeQuantizedLstm},
};

} // namespace

std::span<const Entry> recurrences() { return kRecurrences; }

} // namespace nestwright::catalogue
