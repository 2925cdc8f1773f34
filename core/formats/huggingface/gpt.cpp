// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/huggingface/generators.h"

namespace nestwright::huggingface {
namespace {

TensorId gptMlp(GraphBuilder& builder, const ModelConfig& config, TensorId x) {
    const TensorId wide = builder.linear("mlp.fc_in", x, config.inner, config.hasMlpBias);
    return builder.linear("mlp.fc_out", activate(builder, config, "mlp.act", wide), config.hidden, config.hasMlpBias);
}

/// GPT-2's products have a bias, so the positions of all sequences stand as rows of one matrix; attention sees them
/// sequence by sequence again.
TensorId gpt2Layer(GraphBuilder& builder, const ModelConfig& config, const Pass& pass, TensorId x) {
    const TensorId packed =
        builder.linear("attn.c_attn", layerNorm(builder, "ln_1", x), 3 * config.hidden, config.hasQkvBias);
    const TensorId sequences = builder.reshape("attn.split", packed, {pass.batch, pass.queries, 3 * config.hidden});
    const TensorId attended = attendWithCache(builder, config, pass, sequences, kNoTensor, kNoTensor);
    const TensorId rows = builder.reshape("attn.join", attended, {pass.tokens(), config.hidden});
    x = addTensors(builder, "attention_residual", x,
                   builder.linear("attn.c_proj", rows, config.hidden, config.hasOutputBias));
    return addTensors(builder, "mlp_residual", x, gptMlp(builder, config, layerNorm(builder, "ln_2", x)));
}

/// GPT-J's attention and MLP read the same normalized input and are added together.
class GptJ {
public:
    GptJ(GraphBuilder& builder, const ModelConfig& config, const Pass& pass)
        : m_builder(builder)
        , m_config(config)
        , m_pass(pass) {}

    void build() {
        m_rotary = rotaryInputs(m_builder, m_config, m_pass);
        TensorId x = embed(m_builder, "wte", m_config.vocabulary, m_config.hidden, m_rotary.ids);
        for (Count i = 0; i < m_config.layers; ++i) {
            m_builder.setScope("h." + std::to_string(i));
            x = layer(x);
        }
        m_builder.setScope("");
        x = layerNorm(m_builder, "ln_f", x);
        m_builder.graph().outputs.push_back(project(m_builder, m_config, x, true));
    }

private:
    TensorId layer(TensorId x) {
        const TensorId normed = layerNorm(m_builder, "ln_1", x);
        const TensorId query = m_builder.linear("attn.q_proj", normed, m_config.hidden, m_config.hasQkvBias);
        const TensorId key = m_builder.linear("attn.k_proj", normed, m_config.hidden, m_config.hasQkvBias);
        const TensorId value = m_builder.linear("attn.v_proj", normed, m_config.hidden, m_config.hasQkvBias);
        const TensorId out = attendWithCache(m_builder, m_config, m_pass, rotated("attn.q_rotary", query),
                                             rotated("attn.k_rotary", key), value);
        const TensorId attended = m_builder.linear("attn.out_proj", out, m_config.hidden, m_config.hasOutputBias);
        const TensorId both = addTensors(m_builder, "parallel_sum", attended, gptMlp(m_builder, m_config, normed));
        return addTensors(m_builder, "residual", both, x);
    }

    TensorId rotated(const std::string& name, TensorId x) {
        return rotate(m_builder, m_config, m_rotary, name, x, m_config.heads);
    }

    GraphBuilder& m_builder;
    const ModelConfig& m_config;
    const Pass& m_pass;
    RotaryInputs m_rotary;
};

} // namespace

void buildGpt2(GraphBuilder& builder, const ModelConfig& config, const Pass& pass) {
    const TensorId ids = builder.input("input_ids", {pass.batch, pass.queries}, DataType::int64);
    const TensorId positions = builder.input("position_ids", {pass.queries}, DataType::int64);
    const TensorId words = embed(builder, "wte", config.vocabulary, config.hidden, ids);
    const TensorId places = embed(builder, "wpe", config.positions, config.hidden, positions);
    TensorId x = addTensors(builder, "embedding_sum", words, places);
    x = builder.reshape("embedding_rows", x, {pass.tokens(), config.hidden});
    for (Count i = 0; i < config.layers; ++i) {
        builder.setScope("h." + std::to_string(i));
        x = gpt2Layer(builder, config, pass, x);
    }
    builder.setScope("");
    x = layerNorm(builder, "ln_f", x);
    builder.graph().outputs.push_back(project(builder, config, x, false));
}

void buildGptJ(GraphBuilder& builder, const ModelConfig& config, const Pass& pass) {
    GptJ(builder, config, pass).build();
}

} // namespace nestwright::huggingface
