// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/native/native.h"

#include "core/accelerator/json_source.h"
#include "core/accelerator/nearest_names.h"
#include "core/accelerator/schema_check.h"

#include <array>

namespace nestwright::native {
namespace {

using nlohmann::json;
using Pointer = json::json_pointer;

constexpr std::array kOperands = {std::pair{Operand::input, "input"}, std::pair{Operand::weight, "weight"},
                                  std::pair{Operand::output, "output"}};

Result<JsonSource> checkedSource(std::string_view text, const std::string& file, std::string_view schema) {
    auto source = JsonSource::parse(text, file);
    if (!source) return source;
    if (auto valid = checkSchema(*source, schema); !valid) return tl::unexpected<Error>(valid.error());
    return source;
}

tl::unexpected<Error> unknownName(const JsonSource& source, const Pointer& at, MessageTemplate text,
                                  const std::string& name, const std::vector<std::string>& known) {
    return failure(ErrorKind::input, message(text, name), source.place(at),
                   message(NW_TEXT("native.known_names", "Known names: %1"), quotedList(known)));
}

template <class Items>
std::vector<std::string> namesOf(const Items& items) {
    std::vector<std::string> names;
    for (const auto& item : items) names.push_back(item.name);
    return names;
}

Result<DataSpace> readTensor(const JsonSource& source, const Problem& problem, const json& entry, const Pointer& at) {
    DataSpace tensor;
    tensor.name = entry.at("name").get<std::string>();
    for (const auto& [operand, name] : kOperands) {
        if (entry.at("operand") == name) tensor.operand = operand;
    }
    tensor.bits = entry.value("bits", tensor.bits);
    tensor.partialBits = entry.value("partial_bits", tensor.bits);
    const auto& ranks = entry.at("projection");
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        ProjectionRank rank;
        for (std::size_t i = 0; i < ranks[r].size(); ++i) {
            const auto name = ranks[r][i].at("dim").get<std::string>();
            const int dim = problem.dimIndex(name);
            if (dim < 0) {
                return unknownName(source, at / "projection" / r / i / "dim",
                                   NW_TEXT("native.no_dim", "There is no dim \"%1\""), name, namesOf(problem.dims));
            }
            rank.push_back({dim, ranks[r][i].value("coefficient", Count{1})});
        }
        tensor.projection.push_back(std::move(rank));
    }
    return tensor;
}

class MappingReader {
public:
    MappingReader(const JsonSource& source, const Problem& problem, const Accelerator& accelerator)
        : m_source(source)
        , m_problem(problem)
        , m_accelerator(accelerator) {}

    Result<Mapping> read() const {
        Mapping mapping;
        const auto& nodes = m_source.root().at("nodes");
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            auto node = readNode(nodes[i], Pointer("/nodes") / i);
            if (!node) return tl::unexpected<Error>(node.error());
            mapping.nodes.push_back(*node);
        }
        return mapping;
    }

private:
    Result<MappingNode> readNode(const json& entry, const Pointer& at) const {
        const bool isLoop = entry.contains("loop") && entry.contains("bound") && !entry.contains("keep");
        const bool isStorage = entry.contains("keep") && entry.contains("in") && !entry.contains("loop");
        const bool isWholeSpatial = entry.contains("below") == entry.contains("axis");
        if (isLoop && isWholeSpatial) return readLoop(entry, at);
        if (isStorage) return readStorage(entry, at);
        return failure(ErrorKind::input,
                       message(NW_TEXT("native.node", "%1 is neither a loop nor a storage node"), readablePath(at)),
                       m_source.place(at),
                       message(NW_TEXT("native.node_forms",
                                       "Write {\"loop\", \"bound\"} (with \"below\" and \"axis\" if it is spatial) "
                                       "or {\"keep\", \"in\"}")));
    }

    Result<MappingNode> readLoop(const json& entry, const Pointer& at) const {
        const auto name = entry.at("loop").get<std::string>();
        Loop loop;
        loop.dim = m_problem.dimIndex(name);
        if (loop.dim < 0) {
            return unknownName(m_source, at / "loop", NW_TEXT("native.no_dim", "There is no dim \"%1\""), name,
                               namesOf(m_problem.dims));
        }
        loop.bound = entry.at("bound").get<Count>();
        loop.residual = entry.value("residual", loop.bound);
        if (entry.contains("below")) {
            auto level = levelAt(entry, "below", at);
            if (!level) return tl::unexpected<Error>(level.error());
            loop.isSpatial = true;
            loop.fanoutLevel = *level;
            loop.axis = entry.at("axis") == "x" ? Axis::x : Axis::y;
        }
        return loop;
    }

    Result<MappingNode> readStorage(const json& entry, const Pointer& at) const {
        const auto name = entry.at("keep").get<std::string>();
        Storage storage;
        storage.tensor = m_problem.tensorIndex(name);
        if (storage.tensor < 0) {
            return unknownName(m_source, at / "keep", NW_TEXT("native.no_tensor", "There is no tensor \"%1\""), name,
                               namesOf(m_problem.tensors));
        }
        auto level = levelAt(entry, "in", at);
        if (!level) return tl::unexpected<Error>(level.error());
        storage.level = *level;
        storage.noMulticast = entry.value("no_multicast", false);
        storage.noLinkTransfer = entry.value("no_link_transfer", false);
        storage.noTemporalReuse = entry.value("no_temporal_reuse", false);
        storage.rmwFirstUpdate = entry.value("rmw_first_update", false);
        return storage;
    }

    Result<int> levelAt(const json& entry, const char* key, const Pointer& at) const {
        const auto name = entry.at(key).get<std::string>();
        const int level = m_accelerator.levelIndex(name);
        if (level >= 0) return level;
        return unknownName(m_source, at / key, NW_TEXT("native.no_level", "There is no level \"%1\""), name,
                           namesOf(m_accelerator.levels));
    }

    const JsonSource& m_source;
    const Problem& m_problem;
    const Accelerator& m_accelerator;
};

json writeLoop(const Problem& problem, const Accelerator& accelerator, const Loop& loop) {
    json entry = {{"loop", problem.dims[static_cast<std::size_t>(loop.dim)].name}, {"bound", loop.bound}};
    if (!loop.isPerfect()) entry["residual"] = loop.residual;
    if (loop.isSpatial) {
        entry["below"] = accelerator.levels[static_cast<std::size_t>(loop.fanoutLevel)].name;
        entry["axis"] = loop.axis == Axis::x ? "x" : "y";
    }
    return entry;
}

json writeStorage(const Problem& problem, const Accelerator& accelerator, const Storage& storage) {
    json entry = {{"keep", problem.tensors[static_cast<std::size_t>(storage.tensor)].name},
                  {"in", accelerator.levels[static_cast<std::size_t>(storage.level)].name}};
    if (storage.noMulticast) entry["no_multicast"] = true;
    if (storage.noLinkTransfer) entry["no_link_transfer"] = true;
    if (storage.noTemporalReuse) entry["no_temporal_reuse"] = true;
    if (storage.rmwFirstUpdate) entry["rmw_first_update"] = true;
    return entry;
}

} // namespace

Result<Problem> readProblem(std::string_view text, const std::string& file) {
    const auto source = checkedSource(text, file, "problem");
    if (!source) return tl::unexpected<Error>(source.error());
    Problem problem;
    problem.name = source->root().value("name", std::string());
    for (const auto& entry : source->root().at("dims")) {
        problem.dims.push_back({entry.at("name").get<std::string>(), entry.at("bound").get<Count>()});
    }
    const auto& tensors = source->root().at("tensors");
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        auto tensor = readTensor(*source, problem, tensors[i], Pointer("/tensors") / i);
        if (!tensor) return tl::unexpected<Error>(tensor.error());
        problem.tensors.push_back(std::move(*tensor));
    }
    if (auto valid = validate(problem); !valid) {
        Error error = valid.error();
        error.place.file = file;
        return tl::unexpected<Error>(std::move(error));
    }
    return problem;
}

json writeProblem(const Problem& problem) {
    json dims = json::array();
    for (const auto& dim : problem.dims) dims.push_back({{"name", dim.name}, {"bound", dim.bound}});
    json tensors = json::array();
    for (const auto& tensor : problem.tensors) {
        json ranks = json::array();
        for (const auto& rank : tensor.projection) {
            json terms = json::array();
            for (const auto& term : rank) {
                json entry = {{"dim", problem.dims[static_cast<std::size_t>(term.dim)].name}};
                if (term.coefficient != 1) entry["coefficient"] = term.coefficient;
                terms.push_back(std::move(entry));
            }
            ranks.push_back(std::move(terms));
        }
        const auto* operand = kOperands[static_cast<std::size_t>(tensor.operand)].second;
        tensors.push_back({{"name", tensor.name},
                           {"operand", operand},
                           {"bits", tensor.bits},
                           {"partial_bits", tensor.partialBits},
                           {"projection", std::move(ranks)}});
    }
    return {{"schema", "nestwright.problem/1"},
            {"name", problem.name},
            {"dims", std::move(dims)},
            {"tensors", std::move(tensors)}};
}

Result<Mapping> readMapping(std::string_view text, const std::string& file, const Problem& problem,
                            const Accelerator& accelerator) {
    const auto source = checkedSource(text, file, "mapping");
    if (!source) return tl::unexpected<Error>(source.error());
    return MappingReader(*source, problem, accelerator).read();
}

json writeMapping(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping) {
    json nodes = json::array();
    for (const auto& node : mapping.nodes) {
        const auto* loop = std::get_if<Loop>(&node);
        nodes.push_back(loop != nullptr ? writeLoop(problem, accelerator, *loop)
                                        : writeStorage(problem, accelerator, std::get<Storage>(node)));
    }
    return {{"schema", "nestwright.mapping/1"},
            {"problem", problem.name},
            {"accelerator", accelerator.id},
            {"nodes", std::move(nodes)}};
}

} // namespace nestwright::native
