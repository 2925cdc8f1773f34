// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/huggingface/generators.h"

namespace nestwright::huggingface {
namespace {

/// Llama, Mistral, Mixtral and Qwen2: RMS norm before attention and before the MLP, rotation of query and key, a gated
/// MLP or a mixture of such experts.
class Llama {
public:
    Llama(GraphBuilder& builder, const ModelConfig& config, const Pass& pass)
        : m_builder(builder)
        , m_config(config)
        , m_pass(pass) {}

    void build() {
        m_rotary = rotaryInputs(m_builder, m_config, m_pass);
        TensorId x = embed(m_builder, "embed_tokens", m_config.vocabulary, m_config.hidden, m_rotary.ids);
        for (Count i = 0; i < m_config.layers; ++i) {
            m_builder.setScope("layers." + std::to_string(i));
            x = layer(i, x);
        }
        m_builder.setScope("");
        x = rmsNorm(m_builder, "norm", x);
        m_builder.graph().outputs.push_back(project(m_builder, m_config, x, false));
    }

private:
    TensorId layer(Count index, TensorId x) {
        const TensorId attended = attention(rmsNorm(m_builder, "input_layernorm", x));
        x = addTensors(m_builder, "attention_residual", x, attended);
        const TensorId normed = rmsNorm(m_builder, "post_attention_layernorm", x);
        const TensorId fed = m_config.experts.areIn(index) ? experts(normed) : mlp("mlp", normed, m_config.inner);
        return addTensors(m_builder, "mlp_residual", x, fed);
    }

    TensorId attention(TensorId x) {
        const Count queryWidth = m_config.heads * m_config.headDim;
        const Count keyWidth = m_config.kvHeads * m_config.headDim;
        const TensorId query = m_builder.linear("q_proj", x, queryWidth, m_config.hasQkvBias);
        const TensorId key = m_builder.linear("k_proj", x, keyWidth, m_config.hasQkvBias);
        const TensorId value = m_builder.linear("v_proj", x, keyWidth, m_config.hasQkvBias);
        const TensorId out = attendWithCache(m_builder, m_config, m_pass, rotated("q_rotary", query, m_config.heads),
                                             rotated("k_rotary", key, m_config.kvHeads), value);
        return m_builder.linear("o_proj", out, m_config.hidden, m_config.hasOutputBias);
    }

    TensorId rotated(const std::string& name, TensorId x, Count heads) {
        return rotate(m_builder, m_config, m_rotary, name, x, heads);
    }

    TensorId mlp(const std::string& name, TensorId x, Count inner) {
        const TensorId gate = m_builder.linear(name + ".gate_proj", x, inner, m_config.hasMlpBias);
        const TensorId up = m_builder.linear(name + ".up_proj", x, inner, m_config.hasMlpBias);
        const TensorId active = activate(m_builder, m_config, name + ".act", gate);
        const TensorId gated = m_builder.add({name + ".mul", "Mul", {active, up}, m_builder.shape(up)});
        return m_builder.linear(name + ".down_proj", gated, m_config.hidden, m_config.hasMlpBias);
    }

    /// The router's product, then one operator for choice and experts; Qwen adds an expert that all tokens pass, gated.
    TensorId experts(TensorId x) {
        const Experts& experts = m_config.experts;
        const TensorId router = m_builder.linear("mlp.router", x, experts.count, false);
        const Shape inward = {experts.count, m_config.hidden, experts.inner};
        const TensorId gate = m_builder.weight("mlp.experts.gate_proj.weight", inward);
        const TensorId down =
            m_builder.weight("mlp.experts.down_proj.weight", {experts.count, experts.inner, m_config.hidden});
        const TensorId up = m_builder.weight("mlp.experts.up_proj.weight", inward);
        const TensorId chosen = m_builder.add({"mlp.experts",
                                               "MoE",
                                               {x, router, gate, kNoTensor, down, kNoTensor, up},
                                               m_builder.shape(x),
                                               {{"k", experts.chosen}},
                                               "com.microsoft"});
        return experts.sharedInner == 0 ? chosen : addTensors(m_builder, "mlp.sum", chosen, sharedExpert(x));
    }

    TensorId sharedExpert(TensorId x) {
        const TensorId shared = mlp("mlp.shared_expert", x, m_config.experts.sharedInner);
        const TensorId gate = m_builder.linear("mlp.shared_expert_gate", x, 1, false);
        const TensorId open = m_builder.add({"mlp.shared_expert_sigmoid", "Sigmoid", {gate}, m_builder.shape(gate)});
        return m_builder.add({"mlp.shared_expert_mul", "Mul", {shared, open}, m_builder.shape(shared)});
    }

    GraphBuilder& m_builder;
    const ModelConfig& m_config;
    const Pass& m_pass;
    RotaryInputs m_rotary;
};

} // namespace

void buildLlama(GraphBuilder& builder, const ModelConfig& config, const Pass& pass) {
    Llama(builder, config, pass).build();
}

} // namespace nestwright::huggingface
