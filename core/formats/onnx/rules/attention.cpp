// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"

#include <algorithm>

namespace nestwright::onnx_format {
namespace {

tl::unexpected<Error> wrongShape(const NodeContext& node, std::size_t input) {
    return node.fail(NW_TEXT("onnx.attention.shape", "%1: the shape %2 of \"%3\" doesn't go with its heads"),
                     shapeText(*node.shape(input)), node.inputName(input));
}

/// Nothing where an entry is negative or the sum leaves 63 bits.
std::optional<Count> sumOf(const std::vector<std::int64_t>& values) {
    std::optional<Count> sum = 0;
    for (const Count value : values) sum = sum && value >= 0 ? checkedAdd(*sum, value) : std::nullopt;
    return sum;
}

/// Keys in the cache of shape [..., past, head] at `input`; 0 where there is none, nothing where it can't be known.
std::optional<Count> pastLength(const NodeContext& node, std::size_t input) {
    if (!node.hasInput(input)) return 0;
    const Shape* past = node.shape(input);
    if (past == nullptr || past->size() < 2) return std::nullopt;
    return (*past)[past->size() - 2];
}

/// com.microsoft Attention and QAttention: input [B, S, I] x weight [I, Q + K + V], cache [2, B, heads, P, head].
Result<void> packedAttention(NodeContext& node, std::size_t pastInput, DataType type) {
    node.setType(0, type);
    node.setType(1, type);
    const Shape* x = node.shape(0);
    const Shape* w = node.shape(1);
    if (x == nullptr || w == nullptr) return {};
    const Count heads = node.integer("num_heads", 0);
    auto sizes = node.list("qkv_hidden_sizes").value_or(std::vector<std::int64_t>{});
    if (w->size() == 2 && sizes.empty()) sizes.assign(3, (*w)[1] / 3);
    const bool isSound = x->size() == 3 && w->size() == 2 && sizes.size() == 3 && heads > 0 && (*x)[2] == (*w)[0] &&
                         sumOf(sizes) == (*w)[1] && sizes[2] % heads == 0;
    if (!isSound) return wrongShape(node, 1);
    node.setOutput(0, {(*x)[0], (*x)[1], sizes[2]}, type);
    if (const auto past = pastLength(node, pastInput)) {
        const Count total = checkedAdd(*past, (*x)[1]).value_or(*past);
        node.setOutput(1, {2, (*x)[0], heads, total, sizes[2] / heads}, type);
    }
    return {};
}

Result<void> microsoftAttention(NodeContext& node) { return packedAttention(node, 4, node.inputType(0)); }
Result<void> quantizedAttention(NodeContext& node) { return packedAttention(node, 8, node.inputType(3)); }

/// AttentionExtents of one attention: batch, heads, queries, keys and values of this step, width of a value head.
struct AttentionExtents {
    Count batch = 0;
    Count heads = 0;
    Count kvHeads = 0;
    Count queries = 0;
    Count keys = 0;
    Count keyWidth = 0;
    Count valueWidth = 0;
};

void setPresent(NodeContext& node, std::size_t output, const AttentionExtents& e, Count past) {
    const auto total = checkedAdd(past, e.keys);
    if (!total) return;
    node.setOutput(output, {e.batch, e.kvHeads, *total, e.keyWidth}, node.inputType(0));
    node.setOutput(output + 1, {e.batch, e.kvHeads, *total, e.valueWidth}, node.inputType(0));
}

/// Heads of [B, S, heads x width] or [B, heads, S, width]; nothing where the shape is another.
struct Heads {
    Count heads = 0;
    Count length = 0;
    Count width = 0;
};

std::optional<Heads> readHeads(const Shape& shape, Count heads) {
    if (shape.size() == 4) return Heads{shape[1], shape[2], shape[3]};
    if (shape.size() != 3 || heads <= 0 || shape[2] % heads != 0) return std::nullopt;
    return Heads{heads, shape[1], shape[2] / heads};
}

/// MultiHeadAttention: Q [B, S, D] or packed [B, S, heads, 3, head]; K and V of rank 3 or 4, K or both absent.
Result<void> multiHeadAttentionWith(NodeContext& node, std::size_t pastInput) {
    for (std::size_t i = 0; i < node.outputCount(); ++i) node.setType(i, node.inputType(0));
    const Shape* q = node.shape(0);
    if (q == nullptr) return {};
    const Count heads = node.integer("num_heads", 0);
    AttentionExtents e;
    if (q->size() == 5 && (*q)[3] == 3) {
        e = {(*q)[0], (*q)[2], (*q)[2], (*q)[1], (*q)[1], (*q)[4], (*q)[4]};
    } else {
        const auto query = readHeads(*q, heads);
        if (!query) return wrongShape(node, 0);
        e = {(*q)[0], query->heads, query->heads, query->length, query->length, query->width, query->width};
    }
    if (const Shape* k = node.shape(1); k != nullptr && k->size() == 5) {
        e.keys = (*k)[1];
    } else if (k != nullptr) {
        const auto key = readHeads(*k, heads);
        if (!key) return wrongShape(node, 1);
        e.keys = key->length;
    }
    if (const Shape* v = node.shape(2)) {
        const auto value = readHeads(*v, heads);
        if (!value) return wrongShape(node, 2);
        e.valueWidth = value->width;
    }
    const auto width = checkedMultiply(e.heads, e.valueWidth);
    if (!width) return wrongShape(node, 0);
    node.setOutput(0, {e.batch, e.queries, *width}, node.inputType(0));
    // A key of rank 4 is a cross attention's own cache: there is nothing to append.
    const bool isCross = node.shape(1) != nullptr && node.shape(1)->size() == 4;
    if (const auto past = pastLength(node, pastInput)) setPresent(node, 1, e, isCross ? 0 : *past);
    return {};
}

Result<void> multiHeadAttention(NodeContext& node) { return multiHeadAttentionWith(node, 6); }
Result<void> decoderAttention(NodeContext& node) { return multiHeadAttentionWith(node, 5); }

/// Sequences without padding, one after the other: [tokens, I] x [I, Q + K + V], or Q, K and V already multiplied,
/// apart or packed as [tokens, heads, 3, head].
Result<void> paddinglessAttention(NodeContext& node) {
    const DataType type = node.inputType(0);
    node.setType(0, type);
    const Shape* x = node.shape(0);
    if (x == nullptr || x->empty()) return {};
    std::optional<Count> width;
    if (node.type() == "PackedAttention") {
        const auto sizes = node.list("qkv_hidden_sizes").value_or(std::vector<std::int64_t>{});
        if (const Shape* w = node.shape(1); w != nullptr && w->size() == 2) width = (*w)[1] / 3;
        if (sizes.size() == 3) width = sizes[2];
    } else if (x->size() == 4) {
        width = checkedMultiply((*x)[1], (*x)[3]);
    } else if (const Shape* v = node.shape(2); v != nullptr && v->size() == 2) {
        width = v->back();
    }
    if (width && *width >= 0) node.setOutput(0, {x->front(), *width}, type);
    return {};
}

/// Length of the cache after a GroupQueryAttention: what the total says, or past and new keys together. A cache that
/// is already long enough is updated in place.
Count presentLength(const NodeContext& node, Count past, Count keys) {
    const Value* total = node.value(6);
    if (total != nullptr && total->size() == 1) return std::max(past, total->integer(0));
    return checkedAdd(past, keys).value_or(past);
}

/// GroupQueryAttention: Q [B, S, heads x head], or packed with K and V, which are absent then.
Result<void> groupQueryAttention(NodeContext& node) {
    for (std::size_t i = 0; i < node.outputCount(); ++i) node.setType(i, node.inputType(0));
    const Shape* q = node.shape(0);
    if (q == nullptr) return {};
    const Count heads = node.integer("num_heads", 0);
    const Count kvHeads = node.integer("kv_num_heads", 0);
    const bool isPacked = !node.hasInput(1);
    const Count shares = isPacked ? heads + 2 * kvHeads : heads;
    const bool isSound = q->size() == 3 && heads > 0 && kvHeads > 0 && heads < (Count{1} << 30U) && kvHeads <= heads &&
                         (*q)[2] % shares == 0;
    if (!isSound) return wrongShape(node, 0);
    const Count width = (*q)[2] / shares;
    const Shape* k = node.shape(1);
    if (k != nullptr && (k->size() != 3 || (*k)[2] != kvHeads * width)) return wrongShape(node, 1);
    node.setOutput(0, {(*q)[0], (*q)[1], heads * width}, node.inputType(0));
    const auto past = pastLength(node, 3);
    if (!past) return {};
    const Count keys = k != nullptr ? (*k)[1] : (*q)[1];
    const Count total = presentLength(node, *past, keys);
    const DataType cacheType = node.hasInput(3) ? node.inputType(3) : node.inputType(0);
    node.setOutput(1, {(*q)[0], kvHeads, total, width}, cacheType);
    node.setOutput(2, {(*q)[0], kvHeads, total, width}, cacheType);
    node.setOutput(3, {(*q)[0], heads, (*q)[1], total}, node.inputType(0));
    return {};
}

/// ONNX's own Attention (opset 23): Q, K, V, mask, past key, past value; rank 3 with head counts or rank 4.
Result<void> attention(NodeContext& node) {
    for (std::size_t i = 0; i < node.outputCount(); ++i) node.setType(i, node.inputType(0));
    for (std::size_t i = 0; i < 3; ++i) {
        if (node.shape(i) == nullptr) return {};
    }
    const auto q = readHeads(*node.shape(0), node.integer("q_num_heads", 0));
    const auto k = readHeads(*node.shape(1), node.integer("kv_num_heads", 0));
    const auto v = readHeads(*node.shape(2), node.integer("kv_num_heads", 0));
    if (!q) return wrongShape(node, 0);
    if (!k || k->heads == 0 || q->heads % k->heads != 0 || k->width != q->width) return wrongShape(node, 1);
    if (!v || v->heads != k->heads || v->length != k->length) return wrongShape(node, 2);
    const AttentionExtents e = {node.shape(0)->front(), q->heads, k->heads, q->length, k->length, k->width, v->width};
    const auto width = checkedMultiply(e.heads, e.valueWidth);
    if (!width) return wrongShape(node, 0);
    const bool isFlat = node.shape(0)->size() == 3;
    node.setOutput(0, isFlat ? Shape{e.batch, e.queries, *width} : Shape{e.batch, e.heads, e.queries, e.valueWidth},
                   node.inputType(0));
    const auto past = pastLength(node, 4);
    if (!past) return {};
    setPresent(node, 1, e, *past);
    if (const auto total = checkedAdd(*past, e.keys)) {
        node.setOutput(3, {e.batch, e.heads, e.queries, *total}, node.inputType(0));
    }
    return {};
}

} // namespace

const std::vector<RuleEntry>& attentionRules() {
    static const std::vector<RuleEntry> kRules = {
        {"", "Attention", &attention, 3},
        {"", "RotaryEmbedding", &sameAsFirst, 3},
        {"com.microsoft", "Attention", &microsoftAttention, 2},
        {"com.microsoft", "QAttention", &quantizedAttention, 5},
        {"com.microsoft", "MultiHeadAttention", &multiHeadAttention, 1},
        {"com.microsoft", "DecoderMaskedMultiHeadAttention", &decoderAttention, 1},
        {"com.microsoft", "PackedAttention", &paddinglessAttention, 2},
        {"com.microsoft", "PackedMultiHeadAttention", &paddinglessAttention, 1},
        {"com.microsoft", "GroupQueryAttention", &groupQueryAttention, 1},
        {"com.microsoft", "RotaryEmbedding", &sameAsFirst, 4}};
    return kRules;
}

} // namespace nestwright::onnx_format
