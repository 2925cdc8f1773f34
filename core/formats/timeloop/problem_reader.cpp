// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/timeloop/fault.h"
#include "core/formats/timeloop/shapes.h"
#include "core/formats/timeloop/timeloop.h"
#include "core/formats/timeloop/values.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace nestwright::timeloop {
namespace {

std::string withoutBlanks(std::string text) {
    text.erase(std::remove_if(text.begin(), text.end(), [](unsigned char c) { return std::isspace(c) != 0; }),
               text.end());
    return text;
}

/// Pieces of a text between separators.
std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> pieces(1);
    for (const char c : text) {
        if (c == separator) {
            pieces.emplace_back();
        } else {
            pieces.back() += c;
        }
    }
    return pieces;
}

class ProblemReader {
public:
    ProblemReader(const Document& document, SourceNotes& notes)
        : m_notes(notes)
        , m_root(*document.problem()->value) {
        expectMap(m_root, "problem");
        const auto instance = m_root.find("instance");
        m_instance = instance && !instance->isNull() ? instance : document.problem()->value;
        expectMap(*m_instance, "instance");
    }

    Problem read() {
        m_shape = shapeOf();
        const auto name = m_shape->find("name");
        if (name && name->isScalar()) m_result.name = name->text;
        readDims();
        readCoefficients();
        readTensors();
        assignOperands();
        checkSizes();
        noteRest();
        if (auto valid = validate(m_result); !valid) {
            fail(m_root, valid.error().message,
                 message(NW_TEXT("timeloop.problem.remedy", "Check dimensions, data spaces and bounds.")));
        }
        return std::move(m_result);
    }

private:
    yaml::NodePtr shapeOf() const {
        auto shape = m_root.find("shape");
        if (!shape || shape->isNull()) return defaultShape();
        if (shape->isMap()) return shape;
        const auto name = textOf(*shape, "shape");
        if (name == "cnn-layer" || name == "cnn-layer.yaml" || name == "cnn_layer") return defaultShape();
        fail(*shape, message(NW_TEXT("timeloop.shape", "There is no shape named %1; known by name is cnn-layer"), name),
             message(NW_TEXT("timeloop.shape.remedy", "Write the shape out, with dimensions and data_spaces.")));
    }

    yaml::NodePtr required(const yaml::Node& map, const char* key) const {
        auto node = map.find(key);
        if (node && !node->isNull()) return node;
        fail(map, message(NW_TEXT("timeloop.missing", "The key \"%1\" is missing here"), std::string(key)),
             message(NW_TEXT("timeloop.missing.remedy", "Add it.")));
    }

    void readDims() {
        constexpr std::size_t kMostDims = 64;
        const auto dims = wordsOf(*required(*m_shape, "dimensions"), "dimensions");
        if (dims.empty() || dims.size() > kMostDims) {
            fail(*m_shape,
                 message(NW_TEXT("timeloop.dims", "A problem has 1 to %1 dimensions; this one has %2"), kMostDims,
                         dims.size()),
                 message(NW_TEXT("timeloop.problem.remedy", "Check dimensions, data spaces and bounds.")));
        }
        for (const auto& dim : dims) {
            if (m_result.dimIndex(dim.text) >= 0) {
                fail(dim.place, message(NW_TEXT("timeloop.dim_twice", "The dimension %1 stands twice"), dim.text),
                     message(NW_TEXT("timeloop.problem.remedy", "Check dimensions, data spaces and bounds.")));
            }
            m_result.dims.push_back({dim.text, boundOf(dim)});
        }
    }

    Count boundOf(const Word& dim) const {
        const auto bound = m_instance->find(dim.text);
        if (bound && !bound->isNull()) return countOf(*bound, {}, "The bound of " + dim.text);
        fail(*m_instance, message(NW_TEXT("timeloop.no_bound", "The dimension %1 has no bound here"), dim.text),
             message(NW_TEXT("timeloop.no_bound.remedy", "Add %1 to the instance."), dim.text + ": N"));
    }

    void readCoefficients() {
        const auto list = m_shape->find("coefficients");
        if (!list || list->isNull()) return;
        expectSequence(*list, "coefficients");
        for (const auto& item : list->items) {
            expectMap(*item, "a coefficient");
            const auto name = requiredText(*item, "name");
            auto value = m_instance->find(name);
            if (!value || value->isNull()) value = item->find("default");
            if (!value || value->isNull()) {
                fail(*item, message(NW_TEXT("timeloop.coefficient", "The coefficient %1 has no value"), name),
                     message(NW_TEXT("timeloop.coefficient.remedy", "Give it a default, or a value in the instance.")));
            }
            constexpr Count kLeast = -(Count{1} << 53U);
            m_coefficients[name] = countOf(*value, {}, "The coefficient " + name, kLeast);
        }
    }

    void readTensors() {
        const auto list = required(*m_shape, "data_spaces");
        expectSequence(*list, "data_spaces");
        for (const auto& item : list->items) {
            expectMap(*item, "a data space");
            DataSpace tensor;
            tensor.name = requiredText(*item, "name");
            if (const auto flag = item->find("read_write"); flag && !flag->isNull() && flagOf(*flag, "read_write")) {
                tensor.operand = Operand::output;
            }
            const auto ranks = required(*item, "projection");
            if (ranks->isScalar()) {
                readTextRanks(*ranks, tensor);
            } else {
                expectSequence(*ranks, "projection");
                for (const auto& rank : ranks->items) tensor.projection.push_back(rankOf(*rank));
            }
            m_result.tensors.push_back(std::move(tensor));
            m_tensorPlaces.push_back(item->place());
        }
    }

    /// "[N, C, R*Wdilation + P*Wstride]".
    void readTextRanks(const yaml::Node& node, DataSpace& tensor) const {
        auto text = withoutBlanks(node.text);
        if (text.size() >= 2 && text.front() == '[' && text.back() == ']') text = text.substr(1, text.size() - 2);
        for (const auto& rank : split(text, ',')) tensor.projection.push_back(textRank(rank, node));
    }

    ProjectionRank rankOf(const yaml::Node& rank) const {
        if (rank.isScalar()) return textRank(withoutBlanks(rank.text), rank);
        expectSequence(rank, "a rank of the projection");
        ProjectionRank terms;
        for (const auto& term : rank.items) {
            if (term->isScalar()) {
                const auto parts = textRank(withoutBlanks(term->text), *term);
                terms.insert(terms.end(), parts.begin(), parts.end());
                continue;
            }
            expectSequence(*term, "a term of the projection");
            if (term->items.empty() || term->items.size() > 2) badTerm(*term);
            std::vector<std::string> factors;
            for (const auto& factor : term->items) factors.push_back(textOf(*factor, "a factor of the projection"));
            terms.push_back(termOf(factors, *term));
        }
        return terms;
    }

    ProjectionRank textRank(const std::string& text, const yaml::Node& at) const {
        ProjectionRank terms;
        for (const auto& term : split(text, '+')) terms.push_back(termOf(split(term, '*'), at));
        return terms;
    }

    /// A dim and, before or after it, its coefficient.
    ProjectionTerm termOf(const std::vector<std::string>& factors, const yaml::Node& at) const {
        ProjectionTerm term{-1, 1};
        for (const auto& factor : factors) {
            const int dim = m_result.dimIndex(factor);
            const auto coefficient = m_coefficients.find(factor);
            double number = 0;
            if (dim >= 0 && term.dim < 0) {
                term.dim = dim;
            } else if (coefficient != m_coefficients.end()) {
                term.coefficient = scaled(term.coefficient, coefficient->second, at);
            } else if (isNumber(factor, number) && number == static_cast<double>(static_cast<int>(number))) {
                term.coefficient = scaled(term.coefficient, static_cast<Count>(number), at);
            } else {
                unknownFactor(factor, at);
            }
        }
        if (term.dim < 0) badTerm(at);
        return term;
    }

    static Count scaled(Count a, Count b, const yaml::Node& at) {
        const auto product = checkedMultiply(a, b);
        return product ? *product : productOf(kTooMuch, kTooMuch, at.place(), "The coefficient");
    }

    [[noreturn]] static void badTerm(const yaml::Node& at) {
        fail(at,
             message(NW_TEXT("timeloop.term", "A term of a projection is one dimension, with one coefficient if need "
                                              "be; this is %1"),
                     at.shown()),
             message(NW_TEXT("timeloop.term.remedy", "Write [DIM] or [DIM, COEFFICIENT].")));
    }

    [[noreturn]] void unknownFactor(const std::string& factor, const yaml::Node& at) const {
        std::vector<std::string> known;
        for (const auto& dim : m_result.dims) known.push_back(dim.name);
        for (const auto& [name, value] : m_coefficients) known.push_back(name);
        fail(at, message(NW_TEXT("timeloop.factor_name", "%1 is no dimension and no coefficient"), factor),
             message(NW_TEXT("timeloop.factor_name.remedy", "Known here are %1."), joined(known)));
    }

    /// The format doesn't say which operand an input tensor is: names tell, else the first is the input.
    void assignOperands() {
        std::vector<DataSpace*> inputs;
        for (auto& tensor : m_result.tensors) {
            if (!tensor.isReadWrite()) inputs.push_back(&tensor);
        }
        const auto isWeight = [](const DataSpace* t) {
            return containsAny(lowerCase(t->name), {"weight", "filter", "kernel"});
        };
        auto input = std::find_if(inputs.begin(), inputs.end(), [](const DataSpace* t) {
            return containsAny(lowerCase(t->name), {"input", "ifmap"});
        });
        if (input == inputs.end()) input = std::find_if_not(inputs.begin(), inputs.end(), isWeight);
        for (auto it = inputs.begin(); it != inputs.end(); ++it) {
            (*it)->operand = it == input ? Operand::input : Operand::weight;
        }
    }

    /// Every tensor's bounding box must be countable.
    void checkSizes() const {
        for (std::size_t t = 0; t < m_result.tensors.size(); ++t) {
            if (m_result.countedElements(static_cast<int>(t))) continue;
            fail(m_tensorPlaces[t],
                 message(NW_TEXT("timeloop.tensor_size", "%1 has more than 2^63 elements"), m_result.tensors[t].name),
                 message(NW_TEXT("timeloop.tensor_size.remedy", "Check the bounds and coefficients.")));
        }
    }

    void noteRest() {
        for (const auto* key : {"flatten"}) {
            const auto* member = m_shape->member(key);
            if (member == nullptr || isEmpty(*member->value)) continue;
            m_notes.push_back(
                {message(NW_TEXT("timeloop.note.flatten", "Flattened ranks aren't modelled: %1 is left out"),
                         std::string(key)),
                 member->place});
        }
        std::vector<std::string> ignored;
        SourcePlace place;
        for (const auto& member : m_instance->members) {
            if (isKnownInInstance(member.key) || isEmpty(*member.value)) continue;
            if (member.key == "densities" || member.key == "commonDensity" || member.key == "common_density") {
                m_notes.push_back({message(NW_TEXT("timeloop.note.density", "%1 is left out: every tensor counts as "
                                                                            "dense"),
                                           member.key),
                                   member.place});
                continue;
            }
            if (ignored.empty()) place = member.place;
            ignored.push_back(member.key);
        }
        if (ignored.empty()) return;
        m_notes.push_back({message(NW_TEXT("timeloop.note.instance", "No dimension and no coefficient is named so, and "
                                                                     "it is left out: %1"),
                                   joined(ignored)),
                           place});
    }

    static bool isEmpty(const yaml::Node& node) {
        return node.isNull() || (node.isMap() && node.members.empty()) || (node.isSequence() && node.items.empty());
    }

    bool isKnownInInstance(const std::string& key) const {
        if (m_instance.get() == &m_root && (key == "shape" || key == "version" || key == "instance")) return true;
        return m_result.dimIndex(key) >= 0 || m_coefficients.contains(key);
    }

    static constexpr Count kTooMuch = Count{1} << 60U;

    SourceNotes& m_notes;
    const yaml::Node& m_root;
    yaml::NodePtr m_instance;
    yaml::NodePtr m_shape;
    std::map<std::string, Count> m_coefficients;
    std::vector<SourcePlace> m_tensorPlaces;
    Problem m_result;
};

} // namespace

Result<Problem> readProblem(const Document& document, SourceNotes& notes) {
    return guarded([&] {
        if (document.problem() == nullptr) {
            fail(SourcePlace{document.files(), 0, 0},
                 message(NW_TEXT("timeloop.no_problem", "There is no problem in this description")),
                 message(NW_TEXT("timeloop.no_problem.remedy", "Name a file with the key problem.")));
        }
        return ProblemReader(document, notes).read();
    });
}

} // namespace nestwright::timeloop
