// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/huggingface/pass.h"

#include <algorithm>

namespace nestwright::huggingface {
namespace {

constexpr Count kDefaultSequence = 1024;
constexpr Count kDefaultPast = 1023;
/// Tokens of a pass that keep every product with a model's width countable.
constexpr Count kMostTokens = Count{1} << 40;

bool isEncoder(const ModelConfig& config) { return config.family == Family::bert || config.family == Family::vit; }

/// Models with a table of positions can't go past it; rotation goes on, though untrained.
bool hasPositionTable(const ModelConfig& config) {
    return config.family == Family::gpt2 || config.family == Family::bert;
}

tl::unexpected<Error> usage(Message what) { return failure(ErrorKind::usage, std::move(what)); }

class PassReader {
public:
    PassReader(const ModelConfig& config, const Bindings& bindings)
        : m_config(config)
        , m_bindings(bindings) {}

    Result<Pass> read() {
        if (auto ok = checkPhase(); !ok) return tl::unexpected(ok.error());
        if (auto ok = checkSymbols(); !ok) return tl::unexpected(ok.error());
        readBatch();
        if (m_config.family == Family::vit)
            readImage();
        else if (isDecode())
            readDecode();
        else
            readPrefill();
        if (auto ok = checkSizes(); !ok) return tl::unexpected(ok.error());
        return m_pass;
    }

private:
    [[nodiscard]] bool isDecode() const { return m_bindings.phase == "decode"; }

    [[nodiscard]] std::optional<Count> bound(const std::optional<Count>& option, const char* symbol) const {
        if (option) return option;
        const auto it = m_bindings.symbols.find(symbol);
        return it == m_bindings.symbols.end() ? std::nullopt : std::optional<Count>(it->second);
    }

    void warn(const char* code, Message text) { m_pass.warnings.push_back({kNoOperator, code, std::move(text)}); }

    Result<void> checkPhase() const {
        if (!m_bindings.phase || *m_bindings.phase == "prefill") return {};
        if (*m_bindings.phase != "decode") {
            return usage(message(NW_TEXT("huggingface.phase", "The phase \"%1\" is not known; it is prefill or decode"),
                                 *m_bindings.phase));
        }
        if (!isEncoder(m_config)) return {};
        return usage(message(NW_TEXT("huggingface.no_decode",
                                     "A model of type %1 has no decode phase: it computes all positions at once"),
                             m_config.modelType));
    }

    Result<void> checkSymbols() const {
        for (const auto& [name, value] : m_bindings.symbols) {
            const bool isKnown = name == "batch" || (name == "sequence" && m_config.family != Family::vit) ||
                                 (name == "past" && !isEncoder(m_config));
            if (isKnown) continue;
            return usage(message(NW_TEXT("huggingface.symbol",
                                         "A model of type %1 has no symbol \"%2\"; it has batch and, unless it "
                                         "reads images, sequence (a decoder past too)"),
                                 m_config.modelType, name));
        }
        return {};
    }

    void readBatch() {
        const auto batch = bound(m_bindings.batch, "batch");
        m_pass.batch = batch.value_or(1);
        m_pass.symbols["batch"] = batch;
    }

    void readImage() {
        const Count side = m_config.imageSize / m_config.patchSize;
        m_pass.queries = side * side + 1;
        if (!m_bindings.sequence || *m_bindings.sequence == m_pass.queries) return;
        warn("sequence_ignored", message(NW_TEXT("huggingface.image_sequence",
                                                 "The sequence length is ignored: the image gives %1 positions"),
                                         m_pass.queries));
    }

    void readPrefill() {
        const auto sequence = bound(m_bindings.sequence, "sequence");
        const Count longest = m_config.positions > 0 ? m_config.positions : kDefaultSequence;
        m_pass.past = isEncoder(m_config) ? 0 : bound(m_bindings.past, "past").value_or(0);
        m_pass.queries = sequence.value_or(std::min(kDefaultSequence, longest));
        m_pass.symbols["sequence"] = m_pass.queries;
        if (m_pass.past > 0) m_pass.symbols["past"] = m_pass.past;
        if (!sequence) {
            warn("default_used",
                 message(NW_TEXT("huggingface.sequence", "No sequence length is given; %1 tokens are used"),
                         m_pass.queries));
        }
        if (isEncoder(m_config)) return;
        warn("assumption", message(NW_TEXT("huggingface.logits",
                                           "Prefill computes the logits of all positions, as exported graphs do")));
    }

    void readDecode() {
        const auto past = bound(m_bindings.past, "past");
        const auto sequence = bound(m_bindings.sequence, "sequence");
        const Count longest = m_config.positions > 0 ? m_config.positions - 1 : kDefaultPast;
        m_pass.past = past.value_or(std::min(kDefaultPast, longest));
        if (!past && sequence && *sequence > 1) {
            m_pass.past = *sequence - 1;
            warn("sequence_as_context",
                 message(NW_TEXT("huggingface.context", "Decode computes one token; the sequence length %1 is taken as "
                                                        "the context, so %2 tokens lie in the cache"),
                         *sequence, m_pass.past));
        } else if (!past) {
            warn("default_used",
                 message(NW_TEXT("huggingface.past", "No past is given; %1 tokens lie in the cache"), m_pass.past));
        } else if (sequence && *sequence > 1) {
            warn("sequence_ignored", message(NW_TEXT("huggingface.decode_sequence",
                                                     "The sequence length %1 is ignored: decode computes one "
                                                     "token"),
                                             *sequence));
        }
        m_pass.symbols["past"] = m_pass.past;
    }

    Result<void> checkSizes() {
        const auto tokens = checkedMultiply(m_pass.batch, m_pass.queries);
        if (m_pass.batch < 1 || m_pass.queries < 1 || m_pass.past < 0 || !tokens || *tokens > kMostTokens ||
            m_pass.past > kMostTokens) {
            return usage(message(NW_TEXT("huggingface.sizes",
                                         "Batch %1, sequence %2 and past %3 can't be counted: they must be positive "
                                         "(past 0 or more) and make at most 2^40 tokens"),
                                 m_pass.batch, m_pass.queries, m_pass.past));
        }
        if (m_config.positions == 0 || m_pass.keys() <= m_config.positions) return {};
        if (hasPositionTable(m_config)) {
            return usage(
                message(NW_TEXT("huggingface.too_long", "%1 tokens exceed the %2 positions that the model has"),
                        m_pass.keys(), m_config.positions));
        }
        if (m_config.family != Family::vit) {
            warn("beyond_positions", message(NW_TEXT("huggingface.beyond",
                                                     "%1 tokens exceed max_position_embeddings %2, what the model was "
                                                     "trained for"),
                                             m_pass.keys(), m_config.positions));
        }
        return {};
    }

    const ModelConfig& m_config;
    const Bindings& m_bindings;
    Pass m_pass;
};

} // namespace

Result<Pass> passOf(const ModelConfig& config, const Bindings& bindings) { return PassReader(config, bindings).read(); }

} // namespace nestwright::huggingface
