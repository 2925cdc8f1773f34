// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"

namespace nestwright::onnx_format {
namespace {

Count gatesOf(const std::string& type) {
    if (type == "LSTM") return 4;
    return type == "GRU" ? 3 : 1;
}

/// W [directions, gates x hidden, input], R [directions, gates x hidden, hidden].
Result<Count> hiddenSize(const NodeContext& node, const Shape& x, const Shape& w, const Shape& r, Count directions) {
    const Count gates = gatesOf(node.type());
    const bool isSound = x.size() == 3 && w.size() == 3 && r.size() == 3 && w[0] == directions && r[0] == directions &&
                         w[1] % gates == 0 && w[2] == x[2] && r[1] == w[1] && r[2] == w[1] / gates;
    if (!isSound) {
        return node.fail(NW_TEXT("onnx.rnn.shapes", "%1: its input %2 and weights %3 and %4 don't go together for %5 "
                                                    "directions and %6 gates"),
                         shapeText(x), shapeText(w), shapeText(r), directions, gates);
    }
    const Count hidden = w[1] / gates;
    if (node.integer("hidden_size", hidden) == hidden) return hidden;
    return node.fail(NW_TEXT("onnx.rnn.hidden", "%1: hidden_size is %2, but its weights are made for %3"),
                     node.integer("hidden_size", hidden), hidden);
}

/// X [T, N, I], or [N, T, I] with layout 1; Y, Y_h and, of an LSTM, Y_c.
Result<void> recurrent(NodeContext& node) {
    const DataType type = node.inputType(0);
    for (std::size_t i = 0; i < node.outputCount(); ++i) node.setType(i, type);
    const Shape* x = node.shape(0);
    const Shape* w = node.shape(1);
    const Shape* r = node.shape(2);
    if (x == nullptr || w == nullptr || r == nullptr) return {};
    const Count directions = node.op().text("direction", "forward") == "bidirectional" ? 2 : 1;
    const auto hidden = hiddenSize(node, *x, *w, *r, directions);
    if (!hidden) return tl::unexpected(hidden.error());
    const bool isBatchFirst = node.integer("layout", 0) != 0;
    const Count steps = (*x)[isBatchFirst ? 1 : 0];
    const Count batch = (*x)[isBatchFirst ? 0 : 1];
    node.setOutput(
        0, isBatchFirst ? Shape{batch, steps, directions, *hidden} : Shape{steps, directions, batch, *hidden}, type);
    const Shape last = isBatchFirst ? Shape{batch, directions, *hidden} : Shape{directions, batch, *hidden};
    node.setOutput(1, last, type);
    node.setOutput(2, last, type);
    return {};
}

/// An LSTM whose weights are 8-bit integers and transposed: W [directions, input, gates x hidden].
Result<void> quantizedLstm(NodeContext& node) {
    const DataType type = node.inputType(0);
    for (std::size_t i = 0; i < node.outputCount(); ++i) node.setType(i, type);
    const Shape* x = node.shape(0);
    const Shape* r = node.shape(2);
    if (x == nullptr || r == nullptr) return {};
    if (x->size() != 3 || r->size() != 3) {
        return node.fail(NW_TEXT("onnx.quantized_lstm", "%1: its input %2 and recurrence weight %3 need rank 3"),
                         shapeText(*x), shapeText(*r));
    }
    const Shape last = {(*r)[0], (*x)[1], (*r)[1]};
    node.setOutput(0, {(*x)[0], (*r)[0], (*x)[1], (*r)[1]}, type);
    node.setOutput(1, last, type);
    node.setOutput(2, last, type);
    return {};
}

} // namespace

const std::vector<RuleEntry>& recurrentRules() {
    static const std::vector<RuleEntry> kRules = {{"", "LSTM", &recurrent, 3},
                                                  {"", "GRU", &recurrent, 3},
                                                  {"", "RNN", &recurrent, 3},
                                                  {"com.microsoft", "DynamicQuantizeLSTM", &quantizedLstm, 3}};
    return kRules;
}

} // namespace nestwright::onnx_format
