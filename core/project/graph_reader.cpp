// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/graph_json.h"

#include <cmath>
#include <limits>

namespace nestwright {
namespace {

using nlohmann::json;
using Pointer = JsonSource::Pointer;

constexpr MessageTemplate kText = NW_TEXT("project.text", "%1 must be a text");
constexpr MessageTemplate kWhole = NW_TEXT("project.whole", "%1 must be a whole number");
constexpr MessageTemplate kNumber = NW_TEXT("project.number", "%1 must be a number");
constexpr MessageTemplate kFlag = NW_TEXT("project.flag", "%1 must be true or false");
constexpr MessageTemplate kWholes = NW_TEXT("project.wholes", "%1 must be a list of whole numbers");
constexpr MessageTemplate kList = NW_TEXT("project.list", "%1 must be a list");
constexpr MessageTemplate kObject = NW_TEXT("project.object", "%1 must be an object");
constexpr MessageTemplate kName = NW_TEXT("project.name", "%1 holds a name that isn't known");
constexpr MessageTemplate kExtent = NW_TEXT("project.extent", "%1 holds an extent below 0");
constexpr MessageTemplate kValue = NW_TEXT("project.value", "%1 holds a value of no known kind");
constexpr MessageTemplate kRange = NW_TEXT("project.reference", "%1 refers to something that isn't in the graph");

std::optional<std::int64_t> wholeOf(const json& value) {
    if (!value.is_number_integer()) return std::nullopt;
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max()) {
        return std::nullopt;
    }
    return value.get<std::int64_t>();
}

std::optional<double> realOf(const json& value) {
    if (value.is_number()) return value.get<double>();
    if (value == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (value == "inf") return std::numeric_limits<double>::infinity();
    if (value == "-inf") return -std::numeric_limits<double>::infinity();
    return std::nullopt;
}

std::optional<std::string> textOf(const json& value) {
    return value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
}

template <class T, class Read>
std::optional<std::vector<T>> listOf(const json& value, Read read) {
    if (!value.is_array()) return std::nullopt;
    std::vector<T> list;
    list.reserve(value.size());
    for (const auto& item : value) {
        auto one = read(item);
        if (!one) return std::nullopt;
        list.push_back(std::move(*one));
    }
    return list;
}

std::optional<std::vector<std::int64_t>> wholesOf(const json& value) { return listOf<std::int64_t>(value, wholeOf); }
std::optional<std::vector<double>> realsOf(const json& value) { return listOf<double>(value, realOf); }
std::optional<std::vector<std::string>> textsOf(const json& value) { return listOf<std::string>(value, textOf); }

template <class T>
std::optional<AttributeValue> asAttribute(std::optional<T> value) {
    if (!value) return std::nullopt;
    return AttributeValue(std::move(*value));
}

/// A list says by its elements what it is; what can't be told that way is an object with one member.
std::optional<AttributeValue> attributeOf(const json& value) {
    if (value.is_string()) return asAttribute(textOf(value));
    if (value.is_number_float()) return asAttribute(realOf(value));
    if (value.is_number()) return asAttribute(wholeOf(value));
    if (value.is_array() && !value.empty()) {
        if (value.front().is_string()) return asAttribute(textsOf(value));
        if (value.front().is_number_float()) return asAttribute(realsOf(value));
        return asAttribute(wholesOf(value));
    }
    if (!value.is_object() || value.size() != 1) return std::nullopt;
    const auto& kind = value.begin().key();
    const auto& held = value.begin().value();
    if (kind == "real") return asAttribute(realOf(held));
    if (kind == "integers") return asAttribute(wholesOf(held));
    if (kind == "reals") return asAttribute(realsOf(held));
    if (kind == "texts") return asAttribute(textsOf(held));
    return std::nullopt;
}

/// The first error sticks; pointers are made for errors alone, for graphs are large.
class GraphReader {
public:
    GraphReader(const JsonSource& source, Pointer at)
        : m_source(source)
        , m_graphAt(std::move(at))
        , m_entryAt(m_graphAt)
        , m_root(source.root().at(m_graphAt)) {}

    Result<Graph> read() {
        m_entry = &m_root;
        if (!m_root.is_object()) fail("", kObject);
        if (!m_error) readHeader();
        if (!m_error) each("tensors", [this] { readTensor(); });
        if (!m_error) each("operators", [this] { readOperator(); });
        if (!m_error && m_root.contains("warnings")) each("warnings", [this] { readWarning(); });
        if (!m_error) checkReferences();
        if (m_error) return tl::unexpected(std::move(*m_error));
        return std::move(m_graph);
    }

private:
    void fail(const std::string& key, MessageTemplate what) {
        if (m_error) return;
        auto at = m_entryAt;
        if (m_index) at /= *m_index;
        if (!key.empty()) at /= key;
        m_error = Error{ErrorKind::input, message(what, readablePath(at)), m_source.place(at),
                        message(NW_TEXT("project.damaged", "The project was changed or damaged outside the program: "
                                                           "correct this place, or open the model anew."))};
    }

    template <class ReadOne>
    void each(const std::string& list, ReadOne readOne) {
        m_entry = &m_root;
        m_entryAt = m_graphAt;
        m_index.reset();
        const auto found = m_root.find(list);
        if (found == m_root.end() || !found->is_array()) return fail(list, kList);
        m_entryAt = m_graphAt / list;
        for (std::size_t i = 0; i < found->size() && !m_error; ++i) {
            m_index = i;
            m_entry = &(*found)[i];
            if (!m_entry->is_object()) return fail("", kObject);
            readOne();
        }
        m_index.reset();
    }

    template <class T, class Read>
    void member(const char* key, T& result, Read convert, MessageTemplate what) {
        const auto found = m_entry->find(key);
        if (found == m_entry->end()) return;
        auto value = convert(*found);
        if (!value) return fail(key, what);
        result = std::move(*value);
    }

    void text(const char* key, std::string& result) { member(key, result, textOf, kText); }

    void flag(const char* key, bool& result) {
        member(
            key, result, [](const json& v) { return v.is_boolean() ? std::optional(v.get<bool>()) : std::nullopt; },
            kFlag);
    }

    /// An id or another small number.
    void number(const char* key, std::int32_t& result) { member(key, result, smallOf, kWhole); }

    void numbers(const char* key, std::vector<std::int32_t>& result) {
        member(
            key, result, [](const json& v) { return listOf<std::int32_t>(v, smallOf); }, kWholes);
    }

    static std::optional<std::int32_t> smallOf(const json& value) {
        const auto whole = wholeOf(value);
        if (!whole || *whole < -1 || *whole > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
        return static_cast<std::int32_t>(*whole);
    }

    void readHeader() {
        text("name", m_graph.name);
        text("format", m_graph.format);
        number("opset", m_graph.opset);
        text("source_path", m_graph.sourcePath);
        text("source_sha256", m_graph.sourceSha256);
        member("kv_bytes_per_token", m_graph.kvBytesPerToken, realOf, kNumber);
        member("active_parameters", m_graph.activeParameters, wholeOf, kWhole);
        numbers("inputs", m_graph.inputs);
        numbers("outputs", m_graph.outputs);
        const auto symbols = m_root.find("symbols");
        if (symbols == m_root.end()) return;
        if (!symbols->is_object()) return fail("symbols", kObject);
        for (const auto& [name, value] : symbols->items()) {
            const auto bound = wholeOf(value);
            if (!bound && !value.is_null()) return fail("symbols", kWhole);
            m_graph.symbols[name] = bound;
        }
    }

    void readTensor() {
        Tensor tensor;
        text("name", tensor.name);
        member("shape", tensor.shape, wholesOf, kWholes);
        for (const Count extent : tensor.shape.value_or(Shape{})) {
            if (extent < 0) fail("shape", kExtent);
        }
        std::string type;
        text("type", type);
        if (!type.empty()) {
            const auto known = dataTypeFromName(type);
            if (!known) fail("type", kName);
            tensor.type = known.value_or(DataType::unknown);
        }
        readRole(tensor);
        number("producer", tensor.producer);
        flag("parameter", tensor.isParameter);
        member("integers", tensor.integers, wholesOf, kWholes);
        m_graph.tensors.push_back(std::move(tensor));
    }

    void readRole(Tensor& tensor) {
        std::string role = "activation";
        text("role", role);
        if (role == "weight") {
            tensor.role = TensorRole::weight;
        } else if (role == "constant") {
            tensor.role = TensorRole::constant;
        } else if (role == "cache") {
            tensor.role = TensorRole::cache;
        } else if (role != "activation") {
            fail("role", kName);
        }
    }

    void readOperator() {
        Operator op;
        text("name", op.name);
        text("type", op.type);
        text("domain", op.domain);
        numbers("inputs", op.inputs);
        numbers("outputs", op.outputs);
        number("parent", op.parent);
        text("scope", op.scope);
        const auto attributes = m_entry->find("attributes");
        if (attributes != m_entry->end()) {
            if (!attributes->is_object()) return fail("attributes", kObject);
            for (const auto& [key, held] : attributes->items()) {
                auto value = attributeOf(held);
                if (!value) return fail("attributes", kValue);
                op.attributes[key] = std::move(*value);
            }
        }
        m_graph.operators.push_back(std::move(op));
    }

    void readWarning() {
        Warning warning;
        text("code", warning.code);
        number("operator", warning.op);
        const auto said = m_entry->find("message");
        if (said == m_entry->end() || !said->is_object()) return fail("message", kObject);
        m_entry = &*said;
        text("id", warning.message.id);
        text("english", warning.message.english);
        for (const auto& held : said->value("arguments", json::array())) {
            if (const auto whole = wholeOf(held)) {
                warning.message.arguments.emplace_back(*whole);
            } else if (held.is_string()) {
                warning.message.arguments.emplace_back(held.get<std::string>());
            } else if (const auto real = realOf(held.is_object() ? held.value("real", json()) : held)) {
                warning.message.arguments.emplace_back(*real);
            } else {
                return fail("message", kValue);
            }
        }
        m_graph.warnings.push_back(std::move(warning));
    }

    [[nodiscard]] bool areTensors(const std::vector<TensorId>& ids) const {
        for (const auto id : ids) {
            if (id >= static_cast<TensorId>(m_graph.tensors.size())) return false;
        }
        return true;
    }

    void checkReferences() {
        const auto operators = static_cast<OperatorId>(m_graph.operators.size());
        m_entryAt = m_graphAt;
        if (!areTensors(m_graph.inputs)) fail("inputs", kRange);
        if (!areTensors(m_graph.outputs)) fail("outputs", kRange);
        m_entryAt = m_graphAt / "tensors";
        for (std::size_t i = 0; i < m_graph.tensors.size(); ++i) {
            m_index = i;
            if (m_graph.tensors[i].producer >= operators) fail("producer", kRange);
        }
        m_entryAt = m_graphAt / "operators";
        for (std::size_t i = 0; i < m_graph.operators.size(); ++i) {
            m_index = i;
            const auto& op = m_graph.operators[i];
            if (!areTensors(op.inputs)) fail("inputs", kRange);
            if (!areTensors(op.outputs)) fail("outputs", kRange);
            // A parent stands before its children, so that no chain of parents is a ring.
            if (op.parent >= static_cast<OperatorId>(i)) fail("parent", kRange);
        }
        m_entryAt = m_graphAt / "warnings";
        for (std::size_t i = 0; i < m_graph.warnings.size(); ++i) {
            m_index = i;
            if (m_graph.warnings[i].op >= operators) fail("operator", kRange);
        }
    }

    const JsonSource& m_source;
    Pointer m_graphAt;
    Pointer m_entryAt;
    std::optional<std::size_t> m_index;
    const json& m_root;
    const json* m_entry = nullptr;
    Graph m_graph;
    std::optional<Error> m_error;
};

} // namespace

Result<Graph> readGraph(const JsonSource& source, const Pointer& at) { return GraphReader(source, at).read(); }

} // namespace nestwright
