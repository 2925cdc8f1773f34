// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/operators/attention_role.h"
#include "core/workload/operators/describe.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <map>
#include <set>

namespace nestwright::catalogue {
namespace {

/// A label stands for an axis: a letter, or a number for the axes under an ellipsis, counted from the back.
using Label = std::string;
using Term = std::vector<Label>;

struct Equation {
    std::vector<std::string> operands;
    std::string output;
    bool hasOutput = false;
};

constexpr std::string_view kEllipsis = "...";

tl::unexpected<Error> malformed(const OperatorView& view, const std::string& equation) {
    return view.error(NW_TEXT("einsum.equation", "%1 \"%2\": the equation \"%3\" is not understood"), equation);
}

bool isTerm(const std::string& text) {
    const auto dots = text.find(kEllipsis);
    std::string letters = text;
    if (dots != std::string::npos) letters.erase(dots, kEllipsis.size());
    return std::all_of(letters.begin(), letters.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
}

Result<Equation> parse(const OperatorView& view) {
    const std::string written = view.op().text("equation", "");
    std::string text = written;
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    Equation equation;
    const auto arrow = text.find("->");
    equation.hasOutput = arrow != std::string::npos;
    if (equation.hasOutput) equation.output = text.substr(arrow + 2);
    std::string left = text.substr(0, arrow);
    for (std::size_t comma = left.find(','); comma != std::string::npos; comma = left.find(',')) {
        equation.operands.push_back(left.substr(0, comma));
        left.erase(0, comma + 1);
    }
    equation.operands.push_back(left);
    const bool isGood =
        std::all_of(equation.operands.begin(), equation.operands.end(), isTerm) && isTerm(equation.output);
    if (!isGood || text.empty()) return malformed(view, written);
    if (equation.operands.size() != view.op().inputs.size()) {
        return view.error(
            NW_TEXT("einsum.operands", "%1 \"%2\": the equation \"%3\" has %4 operands, the node %5 inputs"), written,
            equation.operands.size(), view.op().inputs.size());
    }
    return equation;
}

/// The labels of an operand, with as many under its ellipsis as the rank leaves.
std::optional<Term> expand(const std::string& text, std::size_t rank) {
    const auto dots = text.find(kEllipsis);
    const bool hasEllipsis = dots != std::string::npos;
    const std::size_t letters = text.size() - (hasEllipsis ? kEllipsis.size() : 0);
    if (letters > rank || (!hasEllipsis && letters != rank)) return std::nullopt;
    Term term;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i != dots) {
            term.push_back(std::string(1, text[i]));
            continue;
        }
        for (std::size_t axis = rank - letters; axis > 0; --axis) term.push_back(std::to_string(axis));
        i += kEllipsis.size() - 1;
    }
    return term;
}

/// All that is known of the labels: their extents, the operands' terms and which labels the output keeps.
struct Labels {
    std::vector<Term> operands;
    std::vector<Label> order; ///< as they first appear
    std::map<Label, Count> extent;
    std::set<Label> kept;
    Term output;
    bool doEllipsesDiffer = false;
};

Result<void> addOperand(const OperatorView& view, Labels& labels, const Term& term, const Shape& shape) {
    for (std::size_t i = 0; i < term.size(); ++i) {
        const auto [it, isNew] = labels.extent.emplace(term[i], shape[i]);
        if (isNew) labels.order.push_back(term[i]);
        if (!isNew && it->second != shape[i] && it->second != 1 && shape[i] != 1) {
            return view.error(
                NW_TEXT("einsum.extent", "%1 \"%2\": label \"%3\" is %4 in one operand and %5 in another"), term[i],
                it->second, shape[i]);
        }
        if (it->second == 1) it->second = shape[i];
    }
    labels.operands.push_back(term);
    return {};
}

bool isLetter(const Label& label) { return std::isalpha(static_cast<unsigned char>(label.front())) != 0; }

/// Without an arrow the output has the ellipsis' axes and then, by alphabet, the letters that appear once.
Term impliedOutput(const Labels& labels) {
    std::map<Label, int> uses;
    for (const auto& term : labels.operands) {
        for (const auto& label : term) ++uses[label];
    }
    Term output;
    for (const auto& label : labels.order) {
        if (!isLetter(label)) output.push_back(label);
    }
    for (const auto& [label, count] : uses) {
        if (isLetter(label) && count == 1) output.push_back(label);
    }
    return output;
}

Result<Labels> labelsOf(const OperatorView& view, const Equation& equation) {
    Labels labels;
    std::optional<std::size_t> ellipsisRank;
    std::size_t deepest = 0;
    for (std::size_t i = 0; i < equation.operands.size(); ++i) {
        const Shape& shape = *view.inputShape(i);
        const auto term = expand(equation.operands[i], shape.size());
        if (!term) {
            return view.error(NW_TEXT("einsum.rank", "%1 \"%2\": operand \"%3\" does not fit the shape %4"),
                              equation.operands[i], textOf(shape));
        }
        if (auto ok = addOperand(view, labels, *term, shape); !ok) return tl::unexpected(ok.error());
        if (equation.operands[i].find(kEllipsis) == std::string::npos) continue;
        const std::size_t under = term->size() - (equation.operands[i].size() - kEllipsis.size());
        labels.doEllipsesDiffer = labels.doEllipsesDiffer || (ellipsisRank && *ellipsisRank != under);
        ellipsisRank = under;
        deepest = std::max(deepest, under);
    }
    const bool hasEllipsis = equation.output.find(kEllipsis) != std::string::npos;
    const std::size_t letters = equation.output.size() - (hasEllipsis ? kEllipsis.size() : 0);
    labels.output = equation.hasOutput ? expand(equation.output, letters + (hasEllipsis ? deepest : 0)).value_or(Term{})
                                       : impliedOutput(labels);
    for (const auto& label : labels.output) {
        if (!labels.extent.contains(label)) return malformed(view, view.op().text("equation", ""));
        labels.kept.insert(label);
    }
    return labels;
}

bool has(const Term& term, const Label& label) { return std::find(term.begin(), term.end(), label) != term.end(); }

void multiplyInto(Count& value, Count by) {
    value = checkedMultiply(value, by).value_or(std::numeric_limits<Count>::max());
}

/// Two operands make a batched matrix product: labels of both and the output are its batch, those of one and the output
/// its rows or columns, those summed over its inner extent. A label of one operand that the output lacks is summed too
/// and counts to the inner extent of that operand's side.
Problem pairProblem(const OperatorView& view, const Labels& labels, std::vector<Dim>& dims) {
    std::map<std::string, Count> bounds;
    for (const auto& label : labels.order) {
        const bool inLeft = has(labels.operands[0], label);
        const bool inRight = has(labels.operands[1], label);
        const bool isKept = labels.kept.contains(label);
        const std::string name = inLeft && inRight ? (isKept ? "B" : "K")
                                 : inLeft          ? (isKept ? "M" : "U")
                                                   : (isKept ? "N" : "V");
        multiplyInto(bounds.emplace(name, 1).first->second, labels.extent.at(label));
    }
    for (const char* always : {"M", "N", "K"}) bounds.emplace(always, 1);
    ProblemBuilder builder("einsum");
    for (const char* name : {"B", "M", "N", "K", "U", "V"}) {
        const auto it = bounds.find(name);
        if (it != bounds.end()) builder.addDim(name, it->second);
    }
    builder.addTensor("Inputs", Operand::input, {{{"B", 1}}, {{"M", 1}}, {{"K", 1}}, {{"U", 1}}},
                      elementBits(view.input(0)));
    builder.addTensor("Weights", Operand::weight, {{{"B", 1}}, {{"K", 1}}, {{"N", 1}}, {{"V", 1}}},
                      elementBits(view.input(1)));
    builder.addTensor("Outputs", Operand::output, {{{"B", 1}}, {{"M", 1}}, {{"N", 1}}}, elementBits(view.output(0)));
    dims = builder.problem().dims;
    return builder.problem();
}

std::vector<NamedRank> ranksOf(const Term& term) {
    std::vector<NamedRank> ranks;
    for (const auto& label : term) ranks.push_back({{label, 1}});
    return ranks;
}

/// Three and more operands: one multiply-add for each point of the space of all labels.
Problem manyProblem(const OperatorView& view, const Labels& labels, std::vector<Dim>& dims) {
    ProblemBuilder builder("einsum");
    for (const auto& label : labels.order) builder.addDim(label, labels.extent.at(label));
    if (labels.order.empty()) builder.addDim("1", 1);
    for (std::size_t i = 0; i < labels.operands.size(); ++i) {
        const std::string name = i == 0 ? "Inputs" : i == 1 ? "Weights" : "Weights " + std::to_string(i);
        builder.addTensor(name, i == 0 ? Operand::input : Operand::weight, ranksOf(labels.operands[i]),
                          elementBits(view.input(i)));
    }
    builder.addTensor("Outputs", Operand::output, ranksOf(labels.output), elementBits(view.output(0)));
    dims = builder.problem().dims;
    return builder.problem();
}

/// One operand is summed or turned: an addition an element where a label goes.
OperatorWork singleOperand(const OperatorView& view, const Labels& labels) {
    const bool isSum = labels.kept.size() < labels.order.size();
    OperatorWork work = view.start(isSum ? LayerType::reduction : LayerType::dataMovement);
    const Tensor* input = view.input(0);
    const double elements = input == nullptr ? 0.0 : static_cast<double>(input->elements().value_or(0));
    setVector(work, view, isSum ? elements : 0.0);
    return work;
}

LayerType typeOf(const OperatorView& view, const Problem& problem) {
    const auto isWeight = [&](std::size_t i) {
        return view.input(i) != nullptr && view.input(i)->role == TensorRole::weight;
    };
    const LayerType plain = problem.dimIndex("B") >= 0 ? LayerType::batchedGemm : LayerType::gemm;
    return isWeight(0) || isWeight(1) ? plain : attentionRoleOf(view).value_or(plain);
}

Result<OperatorWork> describeEinsum(const OperatorView& view, const Entry& entry) {
    const auto equation = parse(view);
    if (!equation) return tl::unexpected(equation.error());
    for (std::size_t i = 0; i < equation->operands.size(); ++i) {
        if (view.inputShape(i) == nullptr) return view.unknownShapes(entry.layerType);
    }
    const auto labels = labelsOf(view, *equation);
    if (!labels) return tl::unexpected(labels.error());
    if (labels->operands.size() == 1) return singleOperand(view, *labels);
    std::vector<Dim> dims;
    Problem problem =
        labels->operands.size() == 2 ? pairProblem(view, *labels, dims) : manyProblem(view, *labels, dims);
    const LayerType type = typeOf(view, problem);
    OperatorWork work = view.start(type);
    work.dims = std::move(dims);
    addEinsum(work, std::move(problem), type);
    if (labels->doEllipsesDiffer) {
        work.warnings.push_back(view.warning(
            "einsum_ellipsis",
            message(NW_TEXT("einsum.ellipsis", "%1 \"%2\": the ellipsis stands for different ranks; its axes are "
                                               "aligned from the back and broadcast, as NumPy does"),
                    view.op().type, view.op().name)));
    }
    return work;
}

constexpr std::array kEinsums = {Entry{kOnnx, "Einsum", LayerType::gemm, describeEinsum}};

} // namespace

std::span<const Entry> einsums() { return kEinsums; }

} // namespace nestwright::catalogue
