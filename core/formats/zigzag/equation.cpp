// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/zigzag/equation.h"

#include "core/formats/yaml/fault.h"
#include "core/formats/yaml/values.h"

#include <algorithm>
#include <cctype>

namespace nestwright::zigzag {
namespace {

bool isNamePart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Reads words and marks from a text without blanks.
class Scanner {
public:
    Scanner(const yaml::Node& node, std::string_view what, const char* form)
        : m_node(node)
        , m_form(form)
        , m_text(capitals(yaml::textOf(node, what))) {
        m_text.erase(std::remove_if(m_text.begin(), m_text.end(), [](unsigned char c) { return std::isspace(c) != 0; }),
                     m_text.end());
    }

    bool take(std::string_view mark) {
        if (m_text.compare(m_at, mark.size(), mark) != 0) return false;
        m_at += mark.size();
        return true;
    }
    void expect(std::string_view mark) {
        if (!take(mark)) refuse();
    }
    std::string word() {
        const auto start = m_at;
        while (m_at < m_text.size() && isNamePart(m_text[m_at])) ++m_at;
        if (m_at == start) refuse();
        return m_text.substr(start, m_at - start);
    }
    [[nodiscard]] bool isDone() const { return m_at == m_text.size(); }

    [[noreturn]] void refuse() const {
        yaml::fail(m_node,
                   message(NW_TEXT("zigzag.form", "\"%1\" can't be read from character %2 of its text without blanks"),
                           m_node.shown(), m_at + 1),
                   message(NW_TEXT("zigzag.form.remedy", "Write it like %1."), std::string(m_form)));
    }

private:
    const yaml::Node& m_node;
    const char* m_form;
    std::string m_text;
    std::size_t m_at = 0;
};

EquationOperand operandOf(Scanner& scanner) {
    EquationOperand operand;
    operand.name = scanner.word();
    while (scanner.take("[")) {
        operand.indices.push_back(scanner.word());
        scanner.expect("]");
    }
    return operand;
}

} // namespace

std::string capitals(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

Equation parseEquation(const yaml::Node& node) {
    Scanner scanner(node, "The equation", "O[b][k]+=I[b][c]*W[c][k]");
    Equation equation;
    equation.output = operandOf(scanner);
    if (!scanner.take("+=")) scanner.expect("=");
    equation.inputs.push_back(operandOf(scanner));
    equation.isSum = scanner.take("+");
    if (!equation.isSum) scanner.expect("*");
    equation.inputs.push_back(operandOf(scanner));
    if (!scanner.isDone()) scanner.refuse();
    return equation;
}

void addRelation(const yaml::Node& node, Relations& relations) {
    Scanner scanner(node, "A relation of dimensions", "ix=2*ox+1*fx");
    const auto derived = scanner.word();
    scanner.expect("=");
    std::vector<RelationTerm> terms;
    do {
        const auto first = scanner.word();
        double number = 0;
        if (!yaml::isNumber(first, number)) {
            terms.push_back({first, 1});
            continue;
        }
        constexpr double kMost = 1e9;
        if (number < 1 || number > kMost || number != static_cast<double>(static_cast<Count>(number))) scanner.refuse();
        scanner.expect("*");
        terms.push_back({scanner.word(), static_cast<Count>(number)});
    } while (scanner.take("+"));
    if (!scanner.isDone()) scanner.refuse();
    if (relations.emplace(derived, std::move(terms)).second) return;
    yaml::fail(node, message(NW_TEXT("zigzag.relation_twice", "%1 has two relations"), derived),
               message(NW_TEXT("zigzag.relation_twice.remedy", "Keep one of the two.")));
}

} // namespace nestwright::zigzag
