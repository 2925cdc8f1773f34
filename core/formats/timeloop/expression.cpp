// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/timeloop/expression.h"

#include "core/formats/timeloop/fault.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <string>

namespace nestwright::timeloop {
namespace {

constexpr int kDeepest = 32;
constexpr std::size_t kLongest = 1000;

bool isNameStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool isNamePart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Evaluates by recursive descent. A name's own expression is evaluated in the same scope.
class Evaluator {
public:
    Evaluator(const yaml::Node& node, const Scope& scope, std::string_view what, int depth)
        : m_node(node)
        , m_scope(scope)
        , m_what(what)
        , m_text(node.text)
        , m_depth(depth) {}

    double run() {
        if (m_text.size() > kLongest || m_depth > kDeepest) refuse("it is too long or refers to itself");
        const double value = sum();
        skipBlanks();
        if (m_at != m_text.size()) refuse("it can't be read from \"" + std::string(m_text.substr(m_at)) + "\" on");
        if (!std::isfinite(value)) refuse("it has no finite value");
        return value;
    }

private:
    [[noreturn]] void refuse(const std::string& reason) const {
        fail(m_node,
             message(NW_TEXT("timeloop.expression", "%1 must be a number; it is \"%2\": %3"), std::string(m_what),
                     m_node.shown(), reason),
             message(NW_TEXT("timeloop.expression.remedy",
                             "Write a number, or an expression of numbers, names of attributes and variables, "
                             "+ - * / // % ** and brackets.")));
    }

    void skipBlanks() {
        while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0) ++m_at;
    }

    bool take(std::string_view token) {
        skipBlanks();
        if (m_text.substr(m_at, token.size()) != token) return false;
        m_at += token.size();
        return true;
    }

    double sum() {
        if (++m_nesting > kDeepest) refuse("its brackets nest too deep");
        double value = product();
        while (true) {
            if (take("+")) {
                value += product();
            } else if (take("-")) {
                value -= product();
            } else {
                --m_nesting;
                return value;
            }
        }
    }

    double product() {
        double value = sign();
        while (true) {
            if (take("//")) {
                value = std::floor(value / divisor());
            } else if (take("/")) {
                value /= divisor();
            } else if (take("%")) {
                const double by = divisor();
                value -= by * std::floor(value / by);
            } else if (m_text.substr(std::min(m_at, m_text.size()), 2) != "**" && take("*")) {
                value *= sign();
            } else {
                return value;
            }
        }
    }

    double divisor() {
        const double value = sign();
        if (value == 0) refuse("it divides by 0");
        return value;
    }

    double sign() {
        bool isNegative = false;
        while (true) {
            if (take("-")) {
                isNegative = !isNegative;
            } else if (!take("+")) {
                break;
            }
        }
        const double value = power();
        return isNegative ? -value : value;
    }

    double power() {
        const double base = atom();
        if (!take("**")) return base;
        if (++m_nesting > kDeepest) refuse("its powers nest too deep");
        const double result = std::pow(base, sign());
        --m_nesting;
        return result;
    }

    double atom() {
        skipBlanks();
        if (take("(")) {
            const double value = sum();
            if (!take(")")) refuse("a bracket isn't closed");
            return value;
        }
        if (m_at < m_text.size() && isNameStart(m_text[m_at])) return named();
        double value = 0;
        const auto* begin = m_text.data() + m_at;
        const auto [end, problem] = std::from_chars(begin, m_text.data() + m_text.size(), value);
        if (problem != std::errc() || end == begin) refuse("a number or a name is missing");
        m_at += static_cast<std::size_t>(end - begin);
        return value;
    }

    double named() {
        const auto start = m_at;
        while (m_at < m_text.size() && isNamePart(m_text[m_at])) ++m_at;
        const auto name = m_text.substr(start, m_at - start);
        if (take("(")) return call(name);
        const auto* member = lookUp(m_scope, name);
        if (member == nullptr || !member->value->isScalar()) {
            refuse("there is no attribute or variable " + std::string(name));
        }
        double value = 0;
        if (isNumber(member->value->text, value)) return value;
        return Evaluator(*member->value, m_scope, name, m_depth + 1).run();
    }

    double call(std::string_view name) {
        std::vector<double> arguments = {sum()};
        while (take(",")) arguments.push_back(sum());
        if (!take(")")) refuse("a bracket isn't closed");
        const double first = arguments.front();
        if (name == "min") return *std::min_element(arguments.begin(), arguments.end());
        if (name == "max") return *std::max_element(arguments.begin(), arguments.end());
        if (name == "pow" && arguments.size() == 2) return std::pow(first, arguments[1]);
        if (arguments.size() != 1) refuse("the arguments of " + std::string(name) + " don't fit");
        if (name == "ceil") return std::ceil(first);
        if (name == "floor") return std::floor(first);
        if (name == "round") return std::nearbyint(first);
        if (name == "sqrt") return std::sqrt(first);
        if (name == "log2") return std::log2(first);
        if (name == "abs") return std::abs(first);
        if (name == "int") return std::trunc(first);
        if (name == "float") return first;
        refuse("there is no function " + std::string(name));
    }

    const yaml::Node& m_node;
    const Scope& m_scope;
    std::string_view m_what;
    std::string_view m_text;
    std::size_t m_at = 0;
    int m_nesting = 0;
    int m_depth;
};

} // namespace

const yaml::Member* lookUp(const Scope& scope, std::string_view name) {
    for (const auto& map : scope) {
        const auto* member = map ? map->member(name) : nullptr;
        if (member != nullptr) return member;
    }
    return nullptr;
}

double numberOf(const yaml::Node& node, const Scope& scope, std::string_view what) {
    double value = 0;
    if (node.isScalar() && isNumber(node.text, value)) return value;
    if (!node.isScalar() || node.text.empty()) {
        fail(node,
             message(NW_TEXT("timeloop.number", "%1 must be a number; it is %2"), std::string(what), node.shown()),
             message(NW_TEXT("timeloop.number.remedy", "Write a number.")));
    }
    return Evaluator(node, scope, what, 0).run();
}

} // namespace nestwright::timeloop
