// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/operators/describe.h"

#include <algorithm>
#include <array>
#include <limits>

namespace nestwright::catalogue {
namespace {

/// Softmax (5 an element) plus scale and mask.
constexpr double kScoreOperations = 7;

struct Sizes {
    Count batch = 1;
    Count heads = 1;
    Count kvHeads = 1;
    Count queries = 1;
    Count keys = 1;
    Count headDim = 1;
    Count valueDim = 1;
    int queryBits = 16;
    int keyBits = 16;
    int valueBits = 16;
    int resultBits = 16;
};

/// A tensor of heads, whichever way it is packed.
struct Heads {
    Count batch = 1;
    Count count = 1;
    Count length = 1;
    Count dim = 1;
};

tl::unexpected<Error> badShape(const OperatorView& view, const char* what, const Shape& shape) {
    return view.error(NW_TEXT("attention.shape", "%1 \"%2\": %3 has shape %4, which does not fit its heads"), what,
                      textOf(shape));
}

/// [batch, length, heads x dim], or [batch, heads, length, dim].
Result<Heads> headsOf(const OperatorView& view, const char* what, const Shape& shape, std::int64_t heads) {
    if (shape.size() == 4) return Heads{shape[0], shape[1], shape[2], shape[3]};
    if (shape.size() != 3 || heads < 1 || shape[2] % heads != 0) return badShape(view, what, shape);
    return Heads{shape[0], heads, shape[1], shape[2] / heads};
}

void setBits(Sizes& sizes, const Tensor* query, const Tensor* key, const Tensor* value, const Tensor* result) {
    sizes.queryBits = elementBits(query);
    sizes.keyBits = key == nullptr ? sizes.queryBits : elementBits(key);
    sizes.valueBits = value == nullptr ? sizes.keyBits : elementBits(value);
    sizes.resultBits = result == nullptr ? sizes.queryBits : elementBits(result);
}

/// Keys in a cache before this step: axis 2 of [batch, heads, past, dim].
Count pastOf(const OperatorView& view, std::size_t index) {
    const Shape* past = view.inputShape(index);
    return past != nullptr && past->size() >= 3 ? (*past)[past->size() - 2] : 0;
}

/// Query heads that share a key-value head stand side by side as rows (M), so that keys and values count once for each
/// key-value head: scores [B, group x queries, keys] over the head's dim, values [B, group x queries, dim] over the
/// keys.
void addAttention(OperatorWork& work, const Sizes& sizes) {
    MatrixProduct score;
    score.batch = saturatedMultiply(sizes.batch, sizes.kvHeads);
    score.m = saturatedMultiply(sizes.heads / sizes.kvHeads, sizes.queries);
    score.n = sizes.keys;
    score.k = sizes.headDim;
    score.leftBits = sizes.queryBits;
    score.rightBits = sizes.keyBits;
    score.outputBits = sizes.resultBits;
    score.left = "Query";
    score.right = "Keys";
    score.output = "Scores";
    MatrixProduct value = score;
    value.n = sizes.valueDim;
    value.k = sizes.keys;
    value.leftBits = sizes.resultBits;
    value.rightBits = sizes.valueBits;
    value.left = "Scores";
    value.right = "Values";
    value.output = "Outputs";
    addEinsum(work, problemOf(score), LayerType::attentionScore);
    addEinsum(work, problemOf(value), LayerType::attentionValue);
    work.causalMacs = causalMacs(work, sizes.queries, sizes.keys);

    const double rows = static_cast<double>(score.batch) * static_cast<double>(score.m);
    const double scores = rows * static_cast<double>(sizes.keys);
    const double bytes = scores * sizes.resultBits / 8;
    VectorWork softmax;
    softmax.passes = sizes.keys <= kRowOnChip ? 1 : 3;
    softmax.operations = kScoreOperations * scores;
    softmax.readBytes = softmax.passes * bytes;
    softmax.writeBytes = bytes;
    work.vector = softmax;
    work.dims = {{"batch", sizes.batch},   {"heads", sizes.heads}, {"kv_heads", sizes.kvHeads},
                 {"seq_q", sizes.queries}, {"seq_kv", sizes.keys}, {"head_dim", sizes.headDim}};
}

/// Caches grow in place: of a present key or value only the new positions are written.
void countPresent(OperatorWork& work, const OperatorView& view, std::size_t output, Count newKeys) {
    const Tensor* present = view.output(output);
    if (present == nullptr || !present->shape || present->shape->size() < 3) return;
    const Count length = (*present->shape)[present->shape->size() - 2];
    const Count whole = present->bytes().value_or(0);
    if (length <= newKeys || length < 1) return;
    const double part = static_cast<double>(whole) / static_cast<double>(length) * static_cast<double>(newKeys);
    work.outputBytes -= whole - std::min(whole, static_cast<Count>(part));
}

Result<OperatorWork> finish(const OperatorView& view, const Entry& entry, const Sizes& sizes) {
    if (sizes.kvHeads < 1 || sizes.heads < 1 || sizes.heads % sizes.kvHeads != 0) {
        return view.error(
            NW_TEXT("attention.heads", "%1 \"%2\": %3 query heads cannot share %4 key-value heads evenly"), sizes.heads,
            sizes.kvHeads);
    }
    OperatorWork work = view.start(entry.layerType);
    addAttention(work, sizes);
    return work;
}

/// ONNX's Attention: Q, K, V, mask, past key, past value.
Result<OperatorWork> describeAttention(const OperatorView& view, const Entry& entry) {
    for (std::size_t i = 0; i < 3; ++i) {
        if (view.inputShape(i) == nullptr) return view.unknownShapes(entry.layerType);
    }
    const auto kvHeads = view.op().integer("kv_num_heads", 0);
    const auto q = headsOf(view, "Q", *view.inputShape(0), view.op().integer("q_num_heads", 0));
    const auto k = headsOf(view, "K", *view.inputShape(1), kvHeads);
    const auto v = headsOf(view, "V", *view.inputShape(2), kvHeads);
    if (!q) return tl::unexpected(q.error());
    if (!k) return tl::unexpected(k.error());
    if (!v) return tl::unexpected(v.error());
    if (k->dim != q->dim || k->batch != q->batch || v->count != k->count)
        return badShape(view, "K", *view.inputShape(1));
    Sizes sizes{q->batch, q->count, k->count, q->length, k->length + pastOf(view, 4), q->dim, v->dim};
    setBits(sizes, view.input(0), view.input(1), view.input(2), view.output(0));
    auto work = finish(view, entry, sizes);
    if (!work) return work;
    countPresent(*work, view, 1, k->length);
    countPresent(*work, view, 2, k->length);
    return work;
}

/// Keys that a grouped-query attention looks at: as its total length says, or as its cache is long after the step.
Count totalKeys(const OperatorView& view, Count queries) {
    const Tensor* total = view.input(6);
    if (total != nullptr && total->integers && total->integers->size() == 1 && total->integers->front() > 0) {
        return total->integers->front();
    }
    const Shape* present = view.outputShape(1);
    if (present != nullptr && present->size() == 4) return (*present)[2];
    return pastOf(view, 3) + queries;
}

/// query (or query, key and value packed), key, value, past key, past value, lengths, total length, cos, sin.
Result<OperatorWork> describeGroupQuery(const OperatorView& view, const Entry& entry) {
    const Shape* query = view.inputShape(0);
    if (query == nullptr) return view.unknownShapes(entry.layerType);
    const auto heads = view.op().integer("num_heads", 0);
    const auto kvHeads = view.op().integer("kv_num_heads", 0);
    const bool isPacked = view.input(1) == nullptr;
    if (heads < 1 || kvHeads < 1 || heads > (1 << 20) || kvHeads > (1 << 20)) {
        return view.error(
            NW_TEXT("attention.no_heads", "%1 \"%2\": num_heads is %3 and kv_num_heads %4; both must be positive"),
            heads, kvHeads);
    }
    const auto q = headsOf(view, "query", *query, isPacked ? heads + 2 * kvHeads : heads);
    if (!q) return tl::unexpected(q.error());
    Sizes sizes{q->batch, heads, kvHeads, q->length, totalKeys(view, q->length), q->dim, q->dim};
    const bool hasCache = view.input(3) != nullptr;
    setBits(sizes, view.input(0), view.input(hasCache ? 3 : 1), view.input(hasCache ? 4 : 2), view.output(0));
    auto work = finish(view, entry, sizes);
    if (!work) return work;
    if (view.op().integer("do_rotary", 0) != 0) {
        const double rotated = static_cast<double>(heads + kvHeads) * static_cast<double>(q->dim);
        addEpilogue(*work, 3.0 * static_cast<double>(q->batch) * static_cast<double>(q->length) * rotated);
    }
    countPresent(*work, view, 1, q->length);
    countPresent(*work, view, 2, q->length);
    return work;
}

/// Where the multi-head forms keep their past key.
struct MultiHeadPlaces {
    std::size_t past = 6;
    std::size_t bias = 3;
};

/// query [batch, length, heads x dim] or packed [batch, length, heads, 3, dim]; key likewise or [batch, heads, length,
/// dim] or, packed with the value, [batch, length, heads, 2, dim].
Result<OperatorWork> describeMultiHeadWith(const OperatorView& view, const Entry& entry, MultiHeadPlaces places) {
    const Shape* query = view.inputShape(0);
    if (query == nullptr || (view.input(1) != nullptr && view.inputShape(1) == nullptr)) {
        return view.unknownShapes(entry.layerType);
    }
    const auto heads = view.op().integer("num_heads", 0);
    const bool isPacked = query->size() == 5;
    const auto q = isPacked ? Result<Heads>(Heads{(*query)[0], (*query)[2], (*query)[1], (*query)[4]})
                            : headsOf(view, "query", *query, heads);
    if (!q) return tl::unexpected(q.error());
    const Shape* key = view.inputShape(1);
    Count newKeys = q->length;
    if (key != nullptr) newKeys = key->size() == 4 ? (*key)[2] : key->size() >= 2 ? (*key)[1] : 0;
    Sizes sizes{q->batch, q->count, q->count, q->length, newKeys + pastOf(view, places.past), q->dim, q->dim};
    const Shape* value = view.inputShape(2);
    if (value != nullptr && value->size() == 3 && q->count > 0) sizes.valueDim = (*value)[2] / q->count;
    setBits(sizes, view.input(0), view.input(1), view.input(2), view.output(0));
    auto work = finish(view, entry, sizes);
    if (!work) return work;
    if (view.input(places.bias) != nullptr) {
        addEpilogue(*work, 3.0 * static_cast<double>(q->batch) * static_cast<double>(q->count) *
                               static_cast<double>(q->length) * static_cast<double>(q->dim));
    }
    countPresent(*work, view, 1, newKeys);
    countPresent(*work, view, 2, newKeys);
    return work;
}

Result<OperatorWork> describeMultiHead(const OperatorView& view, const Entry& entry) {
    return describeMultiHeadWith(view, entry, {6, 3});
}

/// query, key, value, mask, bias, past key, past value.
Result<OperatorWork> describeDecoderMasked(const OperatorView& view, const Entry& entry) {
    return describeMultiHeadWith(view, entry, {5, 10});
}

/// Where the forms with their own projection keep the past.
struct ProjectedPlaces {
    std::size_t past = 4;
    bool isPackedTokens = false; ///< [tokens, hidden] with the offsets [batch, length] as input 3
};

struct Widths {
    Count query = 1;
    Count key = 1;
    Count value = 1;
};

Result<Widths> widthsOf(const OperatorView& view, const Shape& input, const Shape& weight) {
    const auto written = view.op().integers("qkv_hidden_sizes");
    const bool isPlain = weight.size() == 2 && !input.empty() && weight[0] == input.back();
    if (!isPlain || (written.empty() && weight[1] % 3 != 0) || (!written.empty() && written.size() != 3)) {
        return view.error(NW_TEXT("attention.projection",
                                  "%1 \"%2\": the weight %3 does not project the input %4 to query, key "
                                  "and value"),
                          textOf(weight), textOf(input));
    }
    if (written.empty()) return Widths{weight[1] / 3, weight[1] / 3, weight[1] / 3};
    return Widths{written[0], written[1], written[2]};
}

/// Projects the input to query, key and value (one product), then attends.
Result<OperatorWork> describeProjectedWith(const OperatorView& view, const Entry& entry, ProjectedPlaces places) {
    const Shape* input = view.inputShape(0);
    const Shape* weight = view.inputShape(1);
    const Shape* tokens = places.isPackedTokens ? view.inputShape(3) : input;
    if (input == nullptr || weight == nullptr || tokens == nullptr) return view.unknownShapes(entry.layerType);
    const auto widths = widthsOf(view, *input, *weight);
    if (!widths) return tl::unexpected(widths.error());
    const auto heads = view.op().integer("num_heads", 0);
    const bool fits = tokens->size() >= 2 && heads > 0 && widths->query % heads == 0 && widths->value % heads == 0;
    if (!fits) return badShape(view, "the input", *input);

    Sizes sizes{(*tokens)[0],
                heads,
                heads,
                (*tokens)[1],
                (*tokens)[1] + pastOf(view, places.past),
                widths->query / heads,
                widths->value / heads};
    setBits(sizes, view.output(0), view.output(0), view.output(0), view.output(0));
    auto work = finish(view, entry, sizes);
    if (!work) return work;
    MatrixProduct projection;
    projection.m = product(*input, 0, input->size() - 1);
    projection.n = (*weight)[1];
    projection.k = (*weight)[0];
    projection.leftBits = elementBits(view.input(0));
    projection.rightBits = elementBits(view.input(1));
    projection.outputBits = elementBits(view.output(0));
    addEinsum(*work, problemOf(projection), LayerType::gemm);
    std::rotate(work->einsums.begin(), work->einsums.end() - (work->einsums.empty() ? 0 : 1), work->einsums.end());
    addEpilogue(*work, static_cast<double>(projection.m) * static_cast<double>(projection.n));
    return work;
}

/// input, weights, bias, mask, past [2, batch, heads, past, dim].
Result<OperatorWork> describeProjected(const OperatorView& view, const Entry& entry) {
    auto work = describeProjectedWith(view, entry, {4, false});
    const Shape* input = view.inputShape(0);
    if (work && input != nullptr && input->size() == 3) countPresent(*work, view, 1, (*input)[1]);
    return work;
}

/// input, weight, bias, scales, mask, zero points, past.
Result<OperatorWork> describeQuantized(const OperatorView& view, const Entry& entry) {
    return describeProjectedWith(view, entry, {8, false});
}

void warnOfPacking(OperatorWork& work, const OperatorView& view) {
    if (!work.macs) return;
    work.warnings.push_back(view.warning(
        "sequence_lengths_unknown",
        message(NW_TEXT("attention.packed",
                        "%1 \"%2\": the lengths of the packed sequences are not known; scores are counted for the "
                        "longest, an upper bound"),
                view.op().type, view.op().name)));
}

/// Tokens without padding; the lengths of the sequences bound the scores.
Result<OperatorWork> describePacked(const OperatorView& view, const Entry& entry) {
    auto work = describeProjectedWith(view, entry, {99, true});
    if (work) warnOfPacking(*work, view);
    return work;
}

/// query [tokens, heads x dim] or all packed [tokens, heads, 3, dim], key, value, bias, offsets [batch, length].
Result<OperatorWork> describePackedMultiHead(const OperatorView& view, const Entry& entry) {
    const Shape* query = view.inputShape(0);
    const Shape* offsets = view.inputShape(4);
    if (query == nullptr || offsets == nullptr) return view.unknownShapes(entry.layerType);
    const auto heads = view.op().integer("num_heads", 0);
    const bool isPacked = query->size() == 4 && (*query)[1] == heads;
    const bool fits =
        offsets->size() == 2 && heads > 0 && (isPacked || (query->size() == 2 && (*query)[1] % heads == 0));
    if (!fits) return badShape(view, "query", *query);
    const Count dim = isPacked ? (*query)[3] : (*query)[1] / heads;
    Sizes sizes{(*offsets)[0], heads, heads, (*offsets)[1], (*offsets)[1], dim, dim};
    setBits(sizes, view.input(0), view.input(1), view.input(2), view.output(0));
    auto work = finish(view, entry, sizes);
    if (work) warnOfPacking(*work, view);
    return work;
}

constexpr std::array kAttentions = {
    Entry{kOnnx, "Attention", LayerType::attentionScore, describeAttention},
    Entry{kMicrosoft, "Attention", LayerType::attentionScore, describeProjected},
    Entry{kMicrosoft, "QAttention", LayerType::attentionScore, describeQuantized},
    Entry{kMicrosoft, "PackedAttention", LayerType::attentionScore, describePacked},
    Entry{kMicrosoft, "PackedMultiHeadAttention", LayerType::attentionScore, describePackedMultiHead},
    Entry{kMicrosoft, "MultiHeadAttention", LayerType::attentionScore, describeMultiHead},
    Entry{kMicrosoft, "DecoderMaskedMultiHeadAttention", LayerType::attentionScore, describeDecoderMasked},
    Entry{kMicrosoft, "GroupQueryAttention", LayerType::attentionScore, describeGroupQuery},
};

} // namespace

std::span<const Entry> attentions() { return kAttentions; }

} // namespace nestwright::catalogue
