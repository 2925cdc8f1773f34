// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/broadcast.h"
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>

namespace nestwright::onnx_format {
namespace {

/// One side's operand: letters before and after an ellipsis.
struct Term {
    std::string before;
    std::string after;
    bool hasEllipsis = false;

    [[nodiscard]] std::size_t letters() const { return before.size() + after.size(); }
};

struct Equation {
    std::vector<Term> inputs;
    std::optional<Term> output; ///< nothing in the implicit form
};

std::optional<Term> parseTerm(const std::string& text) {
    Term term;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.compare(i, 3, "...") == 0) {
            if (term.hasEllipsis) return std::nullopt;
            term.hasEllipsis = true;
            i += 2;
        } else if (std::isalpha(static_cast<unsigned char>(text[i])) != 0) {
            (term.hasEllipsis ? term.after : term.before) += text[i];
        } else {
            return std::nullopt;
        }
    }
    return term;
}

std::optional<Equation> parseEquation(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    Equation equation;
    std::string left = text;
    if (const auto arrow = text.find("->"); arrow != std::string::npos) {
        left = text.substr(0, arrow);
        equation.output = parseTerm(text.substr(arrow + 2));
        if (!equation.output) return std::nullopt;
    }
    for (std::size_t start = 0; start <= left.size();) {
        const auto comma = std::min(left.find(',', start), left.size());
        const auto term = parseTerm(left.substr(start, comma - start));
        if (!term) return std::nullopt;
        equation.inputs.push_back(*term);
        start = comma + 1;
    }
    return equation;
}

/// Letters that stand once on the left, in alphabetical order, after the ellipsis.
Term implicitOutput(const std::vector<Term>& inputs) {
    std::map<char, int> counts;
    Term output;
    for (const Term& term : inputs) {
        for (const char letter : term.before + term.after) ++counts[letter];
        output.hasEllipsis = output.hasEllipsis || term.hasEllipsis;
    }
    for (const auto& [letter, count] : counts) {
        if (count == 1) output.after += letter;
    }
    return output;
}

/// LetterExtents of the letters and of what the ellipses stand for.
struct LetterExtents {
    std::map<char, Count> letters;
    Shape ellipsis;
    std::optional<std::size_t> ellipsisRank;
    bool ranksDiffer = false;
};

Result<void> bindLetter(const NodeContext& node, LetterExtents& extents, char letter, Count extent,
                        std::size_t operand) {
    const auto [it, isNew] = extents.letters.emplace(letter, extent);
    if (isNew || it->second == extent || extent == 1) return {};
    if (it->second == 1) {
        it->second = extent;
        return {};
    }
    return node.fail(NW_TEXT("onnx.einsum.extent", "%1: operand %2 gives the letter %3 the extent %4, another one %5"),
                     operand, std::string(1, letter), extent, it->second);
}

Result<void> bindOperand(const NodeContext& node, LetterExtents& extents, const Term& term, std::size_t operand) {
    const Shape& shape = *node.shape(operand);
    const bool fits = term.hasEllipsis ? shape.size() >= term.letters() : shape.size() == term.letters();
    if (!fits) {
        return node.fail(NW_TEXT("onnx.einsum.rank", "%1: operand %2 of shape %3 doesn't go with the letters \"%4\""),
                         operand, shapeText(shape), term.before + (term.hasEllipsis ? "..." : "") + term.after);
    }
    const std::size_t middle = shape.size() - term.letters();
    for (std::size_t i = 0; i < term.before.size(); ++i) {
        if (auto ok = bindLetter(node, extents, term.before[i], shape[i], operand); !ok) return ok;
    }
    for (std::size_t i = 0; i < term.after.size(); ++i) {
        const Count extent = shape[term.before.size() + middle + i];
        if (auto ok = bindLetter(node, extents, term.after[i], extent, operand); !ok) return ok;
    }
    if (!term.hasEllipsis) return {};
    const auto begin = shape.begin() + static_cast<std::ptrdiff_t>(term.before.size());
    const Shape part(begin, begin + static_cast<std::ptrdiff_t>(middle));
    if (extents.ellipsisRank && *extents.ellipsisRank != middle) extents.ranksDiffer = true;
    extents.ellipsisRank = middle;
    const auto joined = broadcast(extents.ellipsis, part);
    if (!joined) {
        return node.fail(NW_TEXT("onnx.einsum.ellipsis", "%1: what the ellipsis of operand %2 stands for, %3, doesn't "
                                                         "broadcast with the others"),
                         operand, shapeText(part));
    }
    extents.ellipsis = *joined;
    return {};
}

Result<Shape> outputShape(const NodeContext& node, const LetterExtents& extents, const Term& output) {
    Shape shape;
    std::string seen;
    const auto add = [&](const std::string& letters) {
        for (const char letter : letters) {
            const auto it = extents.letters.find(letter);
            if (it == extents.letters.end() || seen.find(letter) != std::string::npos) return false;
            seen += letter;
            shape.push_back(it->second);
        }
        return true;
    };
    bool isSound = add(output.before);
    if (output.hasEllipsis) shape.insert(shape.end(), extents.ellipsis.begin(), extents.ellipsis.end());
    isSound = isSound && add(output.after);
    if (isSound) return shape;
    return node.fail(NW_TEXT("onnx.einsum.output", "%1: its output has a letter twice or one that no operand has"));
}

Result<void> einsum(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const std::string text = node.op().text("equation", "");
    const auto equation = parseEquation(text);
    if (!equation) return node.fail(NW_TEXT("onnx.einsum.parse", "%1: the equation \"%2\" can't be read"), text);
    if (equation->inputs.size() != node.inputCount()) {
        return node.fail(NW_TEXT("onnx.einsum.count", "%1: the equation \"%2\" has %3 operands, the node %4"), text,
                         equation->inputs.size(), node.inputCount());
    }
    LetterExtents extents;
    for (std::size_t i = 0; i < node.inputCount(); ++i) {
        if (node.shape(i) == nullptr) return {};
        if (auto ok = bindOperand(node, extents, equation->inputs[i], i); !ok) return ok;
    }
    if (extents.ranksDiffer) {
        node.note(Severity::odd, "einsum_ellipsis",
                  NW_TEXT("onnx.einsum.ranks", "%1: the ellipsis stands for different ranks; they are broadcast, as "
                                               "NumPy does"));
    }
    auto shape = outputShape(node, extents, equation->output ? *equation->output : implicitOutput(equation->inputs));
    if (!shape) return tl::unexpected(shape.error());
    node.setOutput(0, std::move(*shape), node.inputType(0));
    return {};
}

} // namespace

const std::vector<RuleEntry>& einsumRules() {
    static const std::vector<RuleEntry> kRules = {{"", "Einsum", &einsum, 1}};
    return kRules;
}

} // namespace nestwright::onnx_format
