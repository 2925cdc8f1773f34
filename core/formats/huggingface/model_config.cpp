// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/huggingface/model_config.h"

#include "core/formats/huggingface/json_keys.h"

#include <algorithm>
#include <array>

namespace nestwright::huggingface {
namespace {

struct ModelType {
    std::string_view name;
    Family family;
};

constexpr std::array kModelTypes = {
    ModelType{"llama", Family::llama}, ModelType{"mistral", Family::llama},   ModelType{"mixtral", Family::llama},
    ModelType{"qwen2", Family::llama}, ModelType{"qwen2_moe", Family::llama}, ModelType{"gpt2", Family::gpt2},
    ModelType{"gptj", Family::gptj},   ModelType{"bert", Family::bert},       ModelType{"vit", Family::vit}};

std::string knownTypes() {
    std::string names;
    for (const auto& type : kModelTypes) names += (names.empty() ? "" : ", ") + std::string(type.name);
    return names;
}

void warn(ModelConfig& config, const char* code, Message text) {
    config.warnings.push_back({kNoOperator, code, std::move(text)});
}

void warnDefault(ModelConfig& config, const std::string& key, const std::string& value) {
    warn(config, "default_used",
         message(NW_TEXT("huggingface.default", "%1 is not given; %2 is used, as the library does"), key, value));
}

struct Activation {
    std::string_view name;
    std::string_view type;
    std::string_view domain;
};

constexpr std::array kActivations = {Activation{"silu", "Swish", ""},
                                     Activation{"swish", "Swish", ""},
                                     Activation{"gelu", "Gelu", ""},
                                     Activation{"gelu_new", "FastGelu", "com.microsoft"},
                                     Activation{"gelu_fast", "FastGelu", "com.microsoft"},
                                     Activation{"gelu_pytorch_tanh", "FastGelu", "com.microsoft"},
                                     Activation{"quick_gelu", "QuickGelu", "com.microsoft"},
                                     Activation{"relu", "Relu", ""},
                                     Activation{"tanh", "Tanh", ""}};

void readActivation(const JsonKeys& keys, ModelConfig& config, const char* key, const char* fallback) {
    const std::string name = keys.text(key, fallback);
    const auto it = std::find_if(kActivations.begin(), kActivations.end(),
                                 [&](const Activation& activation) { return activation.name == name; });
    if (it == kActivations.end()) {
        keys.fail(
            message(NW_TEXT("huggingface.activation", "%1 is \"%2\", an activation that is not known"), key, name));
        return;
    }
    config.activationType = it->type;
    config.activationDomain = it->domain;
}

/// Limits that keep a graph of reasonable size and every product of two of these numbers countable.
void checkSize(const JsonKeys& keys, const ModelConfig& config) {
    constexpr Count mostLayers = 4096;
    constexpr Count widest = Count{1} << 40;
    if (config.layers > mostLayers) {
        keys.fail(message(NW_TEXT("huggingface.layers",
                                  "The model has %1 layers (num_hidden_layers or n_layer); at most %2 can be "
                                  "laid out"),
                          config.layers, mostLayers));
    }
    if (config.heads * config.headDim > widest) {
        keys.fail(message(
            NW_TEXT("huggingface.width", "%1 attention heads of %2 elements (head_dim) are more than can be counted"),
            config.heads, config.headDim));
    }
}

/// Width of a head: as written, or the hidden size over the heads where that is whole.
void readHeads(const JsonKeys& keys, ModelConfig& config) {
    config.heads = keys.count("num_attention_heads");
    if (keys.isMissing("num_key_value_heads") && config.family == Family::llama) {
        warnDefault(config, "num_key_value_heads", "num_attention_heads = " + std::to_string(config.heads));
    }
    config.kvHeads = keys.count("num_key_value_heads", config.heads);
    if (keys.isMissing("head_dim") && config.heads > 0 && config.hidden % config.heads != 0) {
        keys.fail(
            message(NW_TEXT("huggingface.head_dim", "head_dim is not given, and hidden_size %1 is not a multiple of "
                                                    "num_attention_heads %2"),
                    config.hidden, config.heads));
        return;
    }
    config.headDim = keys.count("head_dim", config.heads > 0 ? config.hidden / config.heads : 0);
    if (config.kvHeads > 0 && config.heads % config.kvHeads != 0) {
        keys.fail(message(
            NW_TEXT("huggingface.kv_heads", "num_attention_heads %1 is not a multiple of num_key_value_heads %2"),
            config.heads, config.kvHeads));
    }
}

void readExperts(const JsonKeys& keys, ModelConfig& config) {
    Experts& experts = config.experts;
    experts.inner = config.inner;
    if (config.modelType == "mixtral") {
        experts.count = keys.count("num_local_experts", 8);
        experts.chosen = keys.count("num_experts_per_tok", 2);
    } else if (config.modelType == "qwen2_moe") {
        experts.count = keys.count("num_experts");
        experts.chosen = keys.count("num_experts_per_tok");
        experts.inner = keys.count("moe_intermediate_size");
        experts.sharedInner = keys.count("shared_expert_intermediate_size");
        experts.every = keys.count("decoder_sparse_step", 1);
        experts.denseLayers = keys.counts("mlp_only_layers");
    }
    if (experts.chosen > experts.count) {
        keys.fail(message(NW_TEXT("huggingface.experts", "num_experts_per_tok %1 exceeds the %2 experts"),
                          experts.chosen, experts.count));
    }
}

void readLlama(const JsonKeys& keys, ModelConfig& config) {
    const bool isQwen = config.modelType == "qwen2" || config.modelType == "qwen2_moe";
    config.hidden = keys.count("hidden_size");
    config.layers = keys.count("num_hidden_layers");
    config.inner = keys.count("intermediate_size");
    config.vocabulary = keys.count("vocab_size");
    config.positions = keys.count("max_position_embeddings", 0);
    readActivation(keys, config, "hidden_act", "silu");
    config.isTied = keys.flag("tie_word_embeddings", false);
    config.hasQkvBias = keys.flag("attention_bias", isQwen);
    config.hasOutputBias = !isQwen && keys.flag("attention_bias", false);
    config.hasMlpBias = keys.flag("mlp_bias", false);
    readHeads(keys, config);
    config.rotaryDim = config.headDim;
    readExperts(keys, config);
    const Count window = keys.count("sliding_window", 0);
    if (window > 0 && keys.flag("use_sliding_window", !isQwen)) {
        warn(config, "sliding_window_ignored",
             message(NW_TEXT("huggingface.window",
                             "The sliding window of %1 tokens is not exploited: attention is counted over "
                             "all tokens"),
                     window));
    }
}

/// GPT-2 and GPT-J share their keys; GPT-J rotates part of each head and runs attention and MLP side by side.
void readGpt(const JsonKeys& keys, ModelConfig& config) {
    const bool isGptJ = config.family == Family::gptj;
    config.hidden = keys.count("n_embd");
    config.layers = keys.count("n_layer");
    config.heads = keys.count("n_head");
    config.kvHeads = config.heads;
    config.inner = keys.count("n_inner", config.hidden * 4);
    config.vocabulary = keys.count("vocab_size");
    config.positions = keys.count("n_positions", keys.count("n_ctx", isGptJ ? 2048 : 1024));
    readActivation(keys, config, "activation_function", "gelu_new");
    config.isTied = keys.flag("tie_word_embeddings", !isGptJ);
    config.hasQkvBias = !isGptJ;
    config.hasOutputBias = !isGptJ;
    config.hasMlpBias = true;
    if (config.heads > 0 && config.hidden % config.heads != 0) {
        keys.fail(message(NW_TEXT("huggingface.n_head", "n_embd %1 is not a multiple of n_head %2"), config.hidden,
                          config.heads));
        return;
    }
    config.headDim = config.heads > 0 ? config.hidden / config.heads : 0;
    if (isGptJ) config.rotaryDim = keys.count("rotary_dim", 64);
    if (config.rotaryDim > config.headDim) {
        keys.fail(message(NW_TEXT("huggingface.rotary", "rotary_dim %1 exceeds the %2 elements of a head"),
                          config.rotaryDim, config.headDim));
    }
}

void readEncoder(const JsonKeys& keys, ModelConfig& config) {
    config.hidden = keys.count("hidden_size");
    config.layers = keys.count("num_hidden_layers");
    config.inner = keys.count("intermediate_size");
    readActivation(keys, config, "hidden_act", "gelu");
    config.hasQkvBias = config.family == Family::bert || keys.flag("qkv_bias", true);
    config.hasOutputBias = true;
    config.hasMlpBias = true;
    readHeads(keys, config);
    config.kvHeads = config.heads;
}

void readBert(const JsonKeys& keys, ModelConfig& config) {
    readEncoder(keys, config);
    config.vocabulary = keys.count("vocab_size");
    config.positions = keys.count("max_position_embeddings", 512);
    config.typeVocabulary = keys.count("type_vocab_size", 2);
    const std::string architecture = keys.firstText("architectures");
    if (!architecture.empty() && architecture != "BertModel") {
        warn(config, "head_not_counted",
             message(NW_TEXT("huggingface.head", "The encoder with its pooler is counted; the task head of %1 is not"),
                     architecture));
    }
}

void readVit(const JsonKeys& keys, ModelConfig& config) {
    readEncoder(keys, config);
    config.imageSize = keys.count("image_size", 224);
    config.patchSize = keys.count("patch_size", 16);
    config.imageChannels = keys.count("num_channels", 3);
    const Count named = keys.size("id2label");
    config.labels = keys.count("num_labels", named);
    if (config.patchSize > 0 && config.imageSize < config.patchSize) {
        keys.fail(message(NW_TEXT("huggingface.patch", "patch_size %1 exceeds image_size %2"), config.patchSize,
                          config.imageSize));
    }
    if (config.labels == 0) {
        warn(config, "head_not_counted",
             message(NW_TEXT("huggingface.no_labels",
                             "Neither id2label nor num_labels is given; the classifier is not counted")));
    }
}

void readType(const JsonKeys& keys, ModelConfig& config) {
    const std::string key = keys.isMissing("torch_dtype") ? "dtype" : "torch_dtype";
    const std::string name = keys.text(key.c_str(), "");
    if (name.empty()) {
        warn(config, "default_used",
             message(NW_TEXT("huggingface.dtype", "torch_dtype is not given; bfloat16 is assumed")));
        return;
    }
    const auto type = dataTypeFromName(name);
    if (!type) {
        keys.fail(
            message(NW_TEXT("huggingface.unknown_dtype", "%1 is \"%2\", which is no known number format"), key, name));
        return;
    }
    config.type = *type;
}

/// Multimodal models keep the language model's keys one level down.
JsonKeys languagePart(const JsonKeys& keys, std::vector<Warning>& warnings) {
    if (!keys.isObject("text_config")) return keys;
    std::string others;
    for (const char* part : {"vision_config", "audio_config"}) {
        if (keys.isObject(part)) others += (others.empty() ? "" : ", ") + std::string(part);
    }
    warnings.push_back(
        {kNoOperator, "vision_not_counted",
         message(NW_TEXT("huggingface.text_config", "Only the language model under text_config is counted; other "
                                                    "parts are not (%1), the vision part among them"),
                 others.empty() ? "none described" : others)});
    return keys.child("text_config");
}

} // namespace

bool Experts::areIn(Count layer) const {
    if (count == 0 || every < 1 || (layer + 1) % every != 0) return false;
    return std::find(denseLayers.begin(), denseLayers.end(), layer) == denseLayers.end();
}

Result<ModelConfig> parseConfig(std::string_view text, const std::string& path) {
    const auto document = JsonKeys::parse(text, path);
    if (!document) return tl::unexpected(document.error());
    ModelConfig config;
    const JsonKeys keys = languagePart(*document, config.warnings);
    config.modelType = keys.text("model_type", "");
    if (keys.error()) return tl::unexpected(*keys.error());
    const auto it = std::find_if(kModelTypes.begin(), kModelTypes.end(),
                                 [&](const ModelType& type) { return type.name == config.modelType; });
    if (it == kModelTypes.end()) {
        const Message what =
            config.modelType.empty()
                ? message(NW_TEXT("huggingface.no_type", "This is no config.json of a model: model_type is missing"))
                : message(NW_TEXT("huggingface.unknown_type", "The model type \"%1\" is not known"), config.modelType);
        return failure(ErrorKind::input, what, SourcePlace{path, 0, 0},
                       message(NW_TEXT("huggingface.known_types",
                                       "Known model types: %1. Other models can be opened as ONNX files."),
                               knownTypes()));
    }
    config.family = it->family;
    switch (config.family) {
    case Family::llama:
        readLlama(keys, config);
        break;
    case Family::gpt2:
    case Family::gptj:
        readGpt(keys, config);
        break;
    case Family::bert:
        readBert(keys, config);
        break;
    case Family::vit:
        readVit(keys, config);
        break;
    }
    readType(keys, config);
    checkSize(keys, config);
    if (keys.error()) return tl::unexpected(*keys.error());
    for (const auto& key : keys.numbersAsText()) {
        warn(config, "number_as_text",
             message(NW_TEXT("huggingface.quoted", "%1 is a number in quotes; it is read as a number"), key));
    }
    return config;
}

} // namespace nestwright::huggingface
