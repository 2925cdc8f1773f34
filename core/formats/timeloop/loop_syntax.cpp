// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/timeloop/loop_syntax.h"

#include "core/accelerator/nearest_names.h"
#include "core/formats/timeloop/fault.h"
#include "core/formats/timeloop/stages.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace nestwright::timeloop {
namespace {

std::string dimNames(const Problem& problem) {
    std::vector<std::string> names;
    for (const auto& dim : problem.dims) names.push_back(dim.name);
    return joined(names);
}

/// Takes factors off a text one after the other.
class FactorScanner {
public:
    FactorScanner(const std::string& text, const SourcePlace& place, const Problem& problem, bool allowsRelations)
        : m_text(text)
        , m_place(place)
        , m_problem(problem)
        , m_allowsRelations(allowsRelations) {}

    void scan(std::vector<WrittenFactor>& factors) {
        while (true) {
            skip(", \t");
            if (m_at == m_text.size()) return;
            factors.push_back(next());
        }
    }

private:
    [[noreturn]] void refuse() const {
        fail(m_place,
             message(NW_TEXT("timeloop.factors", "The factors \"%1\" can't be read at \"%2\""), m_text.substr(0, 60),
                     m_text.substr(std::min(m_at, m_text.size()), 20)),
             message(NW_TEXT("timeloop.factors.remedy",
                             "Write DIM=N, separated by blanks or commas, or DIM=N,LAST for a smaller last pass; the "
                             "dimensions are %1."),
                     dimNames(m_problem)));
    }

    void skip(const char* characters) { m_at = std::min(m_text.find_first_not_of(characters, m_at), m_text.size()); }

    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

    WrittenFactor next() {
        WrittenFactor factor;
        factor.place = m_place;
        factor.dim = dim();
        skip(" \t");
        factor.relation = relation();
        skip(" \t");
        factor.value = number();
        factor.residual = factor.value;
        const auto before = m_at;
        skip(" \t");
        if (peek() == ',') {
            ++m_at;
            skip(" \t");
            if (std::isdigit(static_cast<unsigned char>(peek())) != 0) {
                factor.residual = number();
                if (factor.residual < 1 || factor.residual > factor.value) badResidual(factor);
                return factor;
            }
        }
        m_at = before;
        return factor;
    }

    [[noreturn]] void badResidual(const WrittenFactor& factor) const {
        fail(m_place,
             message(NW_TEXT("timeloop.residual", "The last pass of %1 has %2 iterations; it needs at least 1 and at "
                                                  "most %3"),
                     m_problem.dims[static_cast<std::size_t>(factor.dim)].name, factor.residual, factor.value),
             message(NW_TEXT("timeloop.residual.remedy", "Write the factor as DIM=N,LAST with LAST from 1 to N.")));
    }

    /// The longest name of a dim that stands here before a relation or a number.
    int dim() {
        int best = -1;
        std::size_t length = 0;
        for (std::size_t d = 0; d < m_problem.dims.size(); ++d) {
            const auto& name = m_problem.dims[d].name;
            if (name.size() <= length || m_text.compare(m_at, name.size(), name) != 0) continue;
            const char after = m_at + name.size() < m_text.size() ? m_text[m_at + name.size()] : '\0';
            if (std::isalpha(static_cast<unsigned char>(after)) != 0 || after == '_') continue;
            best = static_cast<int>(d);
            length = name.size();
        }
        if (best < 0) refuse();
        m_at += length;
        return best;
    }

    FactorRule::Relation relation() {
        using Relation = FactorRule::Relation;
        Relation result = Relation::equal;
        if (peek() == '<' || peek() == '>') {
            if (!m_allowsRelations) refuse();
            result = peek() == '<' ? Relation::atMost : Relation::atLeast;
            ++m_at;
            if (peek() != '=') {
                fail(m_place,
                     message(NW_TEXT("timeloop.relation", "The factors \"%1\" use < or > alone"), m_text.substr(0, 60)),
                     message(NW_TEXT("timeloop.relation.remedy", "Write <= or >=.")));
            }
        }
        if (peek() == '=') ++m_at;
        if (peek() == '=') ++m_at;
        return result;
    }

    Count number() {
        Count value = 0;
        const auto* begin = m_text.data() + m_at;
        const auto [end, problem] = std::from_chars(begin, m_text.data() + m_text.size(), value);
        if (problem != std::errc() || value < 0 || static_cast<double>(value) > kMostCount) refuse();
        m_at += static_cast<std::size_t>(end - begin);
        return value;
    }

    const std::string& m_text;
    SourcePlace m_place;
    const Problem& m_problem;
    bool m_allowsRelations;
    std::size_t m_at = 0;
};

/// The words of a permutation: names of dims, or "_".
std::vector<std::string> orderWords(const yaml::Node& node, const Problem& problem) {
    std::vector<std::string> words;
    for (const auto& word : wordsOf(node, "permutation")) {
        if (problem.dimIndex(word.text) >= 0) {
            words.push_back(word.text);
            continue;
        }
        for (const char c : word.text) words.emplace_back(1, c);
    }
    return words;
}

} // namespace

std::vector<WrittenFactor> factorsOf(const yaml::Node& node, const Problem& problem, bool allowsRelations) {
    std::vector<WrittenFactor> factors;
    const auto scan = [&](const yaml::Node& part) {
        if (!part.isScalar()) {
            fail(part,
                 message(NW_TEXT("timeloop.factor_kind", "factors must be a text or a list of texts; it is %1"),
                         part.shown()),
                 message(NW_TEXT("timeloop.factor_kind.remedy", "Write factors: \"M=4 N=2\".")));
        }
        FactorScanner(part.text, part.place(), problem, allowsRelations).scan(factors);
    };
    if (node.isNull()) return factors;
    if (node.isSequence()) {
        for (const auto& item : node.items) scan(*item);
    } else {
        scan(node);
    }
    std::vector<bool> seen(problem.dims.size(), false);
    for (const auto& factor : factors) {
        const auto d = static_cast<std::size_t>(factor.dim);
        if (seen[d] && factor.relation == FactorRule::Relation::equal) {
            fail(factor.place,
                 message(NW_TEXT("timeloop.factor_twice", "The factors name %1 twice"), problem.dims[d].name),
                 message(NW_TEXT("timeloop.factor_twice.remedy", "Keep one factor a dimension.")));
        }
        seen[d] = true;
    }
    return factors;
}

WrittenOrder permutationOf(const yaml::Node& node, const Problem& problem) {
    WrittenOrder order;
    bool isOuter = false;
    std::vector<bool> seen(problem.dims.size(), false);
    for (const auto& word : orderWords(node, problem)) {
        if ((word == "_" || word == "*") && !isOuter) {
            isOuter = true;
            continue;
        }
        const int dim = problem.dimIndex(word);
        if (dim < 0 || seen[static_cast<std::size_t>(dim)]) {
            fail(node,
                 message(NW_TEXT("timeloop.permutation", "The permutation \"%1\" names %2, which is no dimension or "
                                                         "stands there already"),
                         node.shown(), word),
                 message(NW_TEXT("timeloop.permutation.remedy", "Name each of %1 at most once, the innermost loop "
                                                                "first."),
                         dimNames(problem)));
        }
        seen[static_cast<std::size_t>(dim)] = true;
        (isOuter ? order.outer : order.inner).push_back(dim);
    }
    return order;
}

std::vector<int> tensorsOf(const yaml::Node& node, const Problem& problem, std::string_view what) {
    std::vector<int> tensors;
    for (const auto& word : wordsOf(node, what)) {
        const int tensor = problem.tensorIndex(word.text);
        if (tensor < 0) {
            std::vector<std::string> names;
            for (const auto& space : problem.tensors) names.push_back(space.name);
            fail(word.place, message(NW_TEXT("timeloop.tensor", "There is no data space %1"), word.text),
                 message(NW_TEXT("timeloop.tensor.remedy", "The data spaces are %1."), joined(names)));
        }
        if (std::find(tensors.begin(), tensors.end(), tensor) == tensors.end()) tensors.push_back(tensor);
    }
    return tensors;
}

Target targetOf(const yaml::Node& entry, const Accelerator& accelerator) {
    auto node = entry.find("target");
    if (!node) node = entry.find("name");
    if (!node) {
        fail(entry, message(NW_TEXT("timeloop.no_target", "The entry has no target")),
             message(NW_TEXT("timeloop.no_target.remedy", "Add target: LEVEL.")));
    }
    const auto name = lastName(textOf(*node, "target"));
    const int level = accelerator.levelIndex(name);
    if (level >= 0) {
        const bool isArray = accelerator.levels[static_cast<std::size_t>(level)].fanout.name == name;
        return {level, isArray};
    }
    std::vector<std::string> known;
    for (std::size_t l = 0; l < accelerator.levels.size(); ++l) {
        const auto& array = accelerator.levels[l].fanout.name;
        if (!array.empty() && (array == name || array == arrayName(name))) return {static_cast<int>(l), true};
        known.push_back(accelerator.levels[l].name);
        if (!array.empty()) known.push_back(array);
    }
    if (name == accelerator.compute.name) return {};
    const auto nearest = nearestNames(name, known, 3);
    fail(*node, message(NW_TEXT("timeloop.target", "There is no level %1"), name),
         nearest.empty() ? message(NW_TEXT("timeloop.target.remedy", "The levels are %1."), joined(known))
                         : message(NW_TEXT("timeloop.target.nearest", "Did you mean %1? The levels are %2."),
                                   joined(nearest), joined(known)));
}

} // namespace nestwright::timeloop
