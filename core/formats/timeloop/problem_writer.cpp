// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/timeloop/dim_letters.h"
#include "core/formats/timeloop/timeloop.h"
#include "core/formats/timeloop/values.h"
#include "core/formats/timeloop/yaml_text.h"

#include <fmt/format.h>

#include <cctype>
#include <set>

namespace nestwright::timeloop {
namespace {

bool isLetter(const std::string& name) {
    return name.size() == 1 && std::isalpha(static_cast<unsigned char>(name.front())) != 0;
}

/// A free letter for a dim: one of its own name, else the first of the alphabet.
std::string freeLetter(const std::string& name, const std::set<std::string>& taken) {
    std::string candidates;
    for (const char c : name) {
        if (std::isalpha(static_cast<unsigned char>(c)) == 0) continue;
        candidates += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    for (char c = 'A'; c <= 'Z'; ++c) candidates += c;
    for (char c = 'a'; c <= 'z'; ++c) candidates += c;
    for (const char c : candidates) {
        const std::string letter(1, c);
        if (!taken.contains(letter)) return letter;
    }
    return {};
}

/// Projections with a name for every coefficient other than 1.
class ShapeWriter {
public:
    ShapeWriter(const Problem& problem, const std::vector<std::string>& letters)
        : m_problem(problem)
        , m_letters(letters) {
        for (const auto& tensor : problem.tensors) m_spaces += spaceText(tensor);
    }

    [[nodiscard]] std::string text() const {
        std::string shape =
            fmt::format("    name: {}\n    dimensions: {}\n", quoted(m_problem.name), flowList(m_letters));
        if (!m_coefficients.empty()) shape += "    coefficients:\n" + m_coefficients;
        return shape + "    data_spaces:\n" + m_spaces;
    }

private:
    std::string spaceText(const DataSpace& tensor) {
        std::string ranks;
        for (const auto& rank : tensor.projection) {
            std::string terms;
            for (const auto& term : rank) terms += (terms.empty() ? "" : ", ") + termText(term);
            ranks += (ranks.empty() ? "[" : ", [") + terms + "]";
        }
        return fmt::format("    - {{name: {}, projection: [{}]{}}}\n", quoted(tensor.name), ranks,
                           tensor.isReadWrite() ? ", read_write: true" : "");
    }

    std::string termText(const ProjectionTerm& term) {
        const auto& letter = quoted(m_letters[static_cast<std::size_t>(term.dim)]);
        if (term.coefficient == 1) return "[" + letter + "]";
        const auto name = fmt::format("coefficient{}", ++m_named);
        m_coefficients += fmt::format("    - {{name: {}, default: {}}}\n", name, term.coefficient);
        return fmt::format("[{}, {}]", letter, name);
    }

    const Problem& m_problem;
    const std::vector<std::string>& m_letters;
    std::string m_coefficients;
    std::string m_spaces;
    int m_named = 0;
};

} // namespace

Result<std::vector<std::string>> dimLetters(const Problem& problem) {
    std::vector<std::string> letters;
    std::set<std::string> taken;
    for (const auto& dim : problem.dims) {
        if (isLetter(dim.name)) taken.insert(dim.name);
    }
    for (const auto& dim : problem.dims) {
        if (isLetter(dim.name)) {
            letters.push_back(dim.name);
            continue;
        }
        auto letter = freeLetter(dim.name, taken);
        if (letter.empty()) {
            return failure(ErrorKind::infeasible,
                           message(NW_TEXT("timeloop.letters", "The format names dimensions by single letters; %1 are "
                                                               "too many"),
                                   problem.dims.size()));
        }
        taken.insert(letter);
        letters.push_back(std::move(letter));
    }
    return letters;
}

namespace {

/// The form has no place for bits: a level's word holds any element.
void noteBits(const Problem& problem, SourceNotes& notes) {
    const DataSpace usual;
    std::vector<std::string> lost;
    for (const auto& tensor : problem.tensors) {
        if (tensor.bits == usual.bits && tensor.partialBits == usual.partialBits) continue;
        std::string text = fmt::format("{} {}", tensor.name, tensor.bits);
        if (tensor.partialBits != tensor.bits) text += fmt::format(" (partial sums {})", tensor.partialBits);
        lost.push_back(text);
    }
    if (lost.empty()) return;
    notes.push_back({message(NW_TEXT("timeloop.note.bits", "The format holds no bits of tensors, so these are left out "
                                                           "and the words of the levels count: %1"),
                             joined(lost)),
                     {}});
}

} // namespace

Result<std::string> writeProblem(const Problem& problem, SourceNotes& notes) {
    const auto letters = dimLetters(problem);
    if (!letters) return tl::unexpected(letters.error());
    std::string instance;
    std::vector<std::string> renamed;
    for (std::size_t d = 0; d < problem.dims.size(); ++d) {
        const auto& dim = problem.dims[d];
        instance += fmt::format("{}{}: {}", instance.empty() ? "" : ", ", quoted((*letters)[d]), dim.bound);
        if ((*letters)[d] != dim.name) renamed.push_back((*letters)[d] + " for " + dim.name);
    }
    if (!renamed.empty()) {
        notes.push_back({message(NW_TEXT("timeloop.note.renamed", "The format names dimensions by single letters: %1"),
                                 joined(renamed)),
                         {}});
    }
    noteBits(problem, notes);
    return "problem:\n  version: 0.4\n  shape:\n" + ShapeWriter(problem, *letters).text() +
           fmt::format("  instance: {{{}}}\n", instance);
}

} // namespace nestwright::timeloop
