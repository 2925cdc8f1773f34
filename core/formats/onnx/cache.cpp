// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/cache.h"

#include "core/base/text.h"
#include "core/formats/onnx/node_context.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace nestwright::onnx_format {
namespace {

struct PastSlot {
    std::string_view domain;
    std::string_view type;
    std::size_t first;
    std::size_t last;
};

/// Inputs at which attention operators take the cache.
constexpr std::array kPastSlots = {PastSlot{"", "Attention", 4, 5},
                                   PastSlot{"com.microsoft", "Attention", 4, 4},
                                   PastSlot{"com.microsoft", "QAttention", 8, 8},
                                   PastSlot{"com.microsoft", "MultiHeadAttention", 6, 7},
                                   PastSlot{"com.microsoft", "DecoderMaskedMultiHeadAttention", 5, 6},
                                   PastSlot{"com.microsoft", "GroupQueryAttention", 3, 4}};

bool takesCache(const Operator& op, std::size_t input) {
    return std::any_of(kPastSlots.begin(), kPastSlots.end(), [&](const PastSlot& slot) {
        return slot.domain == op.domain && slot.type == op.type && input >= slot.first && input <= slot.last;
    });
}

/// Axis along which a cache of this rank grows where nothing else tells: [B, heads, tokens, width] or, with keys and
/// values in one, [2, B, heads, tokens, width].
std::optional<std::size_t> usualTokenAxis(std::size_t rank) {
    if (rank == 4) return 2;
    return rank == 5 ? std::optional<std::size_t>(3) : std::nullopt;
}

/// An input of an operator.
struct Use {
    OperatorId op = kNoOperator;
    std::size_t input = 0;
};

/// Where each tensor of the model's inputs is read.
std::map<TensorId, std::vector<Use>> usesOfInputs(const Graph& graph) {
    std::map<TensorId, std::vector<Use>> uses;
    for (const TensorId id : graph.inputs) uses[id];
    for (std::size_t k = 0; k < graph.operators.size(); ++k) {
        const auto& inputs = graph.operators[k].inputs;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const auto it = uses.find(inputs[i]);
            if (it != uses.end()) it->second.push_back({static_cast<OperatorId>(k), i});
        }
    }
    return uses;
}

/// The axis along which an input of the model is extended as a cache is; nothing where it is none.
std::optional<std::size_t> tokenAxis(const Graph& graph, TensorId id, const std::vector<Use>& uses) {
    const Tensor& tensor = *graph.tensor(id);
    const auto usual = tensor.shape ? usualTokenAxis(tensor.shape->size()) : std::nullopt;
    if (!usual) return std::nullopt;
    for (const Use& use : uses) {
        const Operator& op = graph.operators[static_cast<std::size_t>(use.op)];
        if (takesCache(op, use.input)) return usual;
        // The cache stands first, what is new after it.
        if (op.type != "Concat" || use.input != 0 || op.outputs.empty()) continue;
        const bool isKept =
            std::find(graph.outputs.begin(), graph.outputs.end(), op.outputs.front()) != graph.outputs.end();
        if (isKept || contains(lowerCase(tensor.name), "past"))
            return normalAxis(op.integer("axis", 1), tensor.shape->size());
    }
    return contains(lowerCase(tensor.name), "past") ? usual : std::nullopt;
}

/// Bytes of one token of one sequence; nothing where they can't be counted.
std::optional<double> bytesPerToken(const Tensor& tensor, std::size_t tokens) {
    if (!tensor.shape || bitsOf(tensor.type) == 0) return std::nullopt;
    const std::size_t batch = tensor.shape->size() == 5 ? 1 : 0;
    Shape rest = *tensor.shape;
    rest[tokens] = 1;
    rest[batch] = 1;
    const auto elements = elementsOf(rest);
    if (!elements) return std::nullopt;
    return static_cast<double>(*elements) * bitsOf(tensor.type) / 8;
}

/// Adds a cache's share; what an encoder left behind doesn't grow with the tokens.
void addShare(Graph& graph, const Tensor& tensor, std::size_t tokens) {
    const auto bytes = bytesPerToken(tensor, tokens);
    if (bytes && !contains(lowerCase(tensor.name), "encoder"))
        graph.kvBytesPerToken = graph.kvBytesPerToken.value_or(0) + *bytes;
}

/// Gives what an operator makes of the cache its role, too.
void markExtended(Graph& graph, const std::vector<Use>& uses) {
    for (const Use& use : uses) {
        const Operator& op = graph.operators[static_cast<std::size_t>(use.op)];
        if (op.type != "Concat" && !takesCache(op, use.input)) continue;
        const std::size_t first = op.type == "Concat" ? 0 : 1;
        for (std::size_t k = first; k < std::min<std::size_t>(op.outputs.size(), first + 2); ++k) {
            if (op.outputs[k] == kNoTensor) continue;
            graph.tensors[static_cast<std::size_t>(op.outputs[k])].role = TensorRole::cache;
        }
    }
}

} // namespace

void findCaches(Graph& graph) {
    const auto uses = usesOfInputs(graph);
    for (const TensorId id : graph.inputs) {
        const auto axis = tokenAxis(graph, id, uses.at(id));
        if (!axis) continue;
        graph.tensors[static_cast<std::size_t>(id)].role = TensorRole::cache;
        addShare(graph, *graph.tensor(id), *axis);
        markExtended(graph, uses.at(id));
    }
    if (graph.kvBytesPerToken) return;
    // A prefill has no cache yet: its outputs are the cache to be.
    for (const TensorId id : graph.outputs) {
        Tensor& tensor = graph.tensors[static_cast<std::size_t>(id)];
        const auto axis = tensor.shape ? usualTokenAxis(tensor.shape->size()) : std::nullopt;
        if (!axis || !(contains(lowerCase(tensor.name), "present") || contains(lowerCase(tensor.name), "past")))
            continue;
        tensor.role = TensorRole::cache;
        addShare(graph, tensor, *axis);
    }
}

} // namespace nestwright::onnx_format
