// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/arithmetic.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace nestwright::onnx_format {
namespace {

using Integer = std::int64_t;
using IntegerUnary = std::optional<Integer> (*)(Integer);
using RealUnary = double (*)(double);
using IntegerBinary = std::optional<Integer> (*)(Integer, Integer);
using RealBinary = double (*)(double, double);
using Comparison = bool (*)(double, double);

const std::map<std::string, IntegerUnary> kIntegerUnary = {
    {"Identity", [](Integer a) -> std::optional<Integer> { return a; }},
    {"Neg", [](Integer a) { return a == INT64_MIN ? std::nullopt : std::optional(-a); }},
    {"Abs", [](Integer a) { return a == INT64_MIN ? std::nullopt : std::optional(a < 0 ? -a : a); }},
    {"Not", [](Integer a) -> std::optional<Integer> { return a == 0 ? 1 : 0; }},
    {"Sign", [](Integer a) -> std::optional<Integer> { return a > 0 ? 1 : (a < 0 ? -1 : 0); }},
};

const std::map<std::string, RealUnary> kRealUnary = {
    {"Identity", [](double a) { return a; }},        {"Neg", [](double a) { return -a; }},
    {"Abs", [](double a) { return std::fabs(a); }},  {"Floor", [](double a) { return std::floor(a); }},
    {"Ceil", [](double a) { return std::ceil(a); }}, {"Round", [](double a) { return std::nearbyint(a); }},
    {"Sqrt", [](double a) { return std::sqrt(a); }}, {"Reciprocal", [](double a) { return 1 / a; }},
    {"Exp", [](double a) { return std::exp(a); }},   {"Log", [](double a) { return std::log(a); }},
};

std::optional<Integer> divide(Integer a, Integer b) {
    if (b == 0 || (a == INT64_MIN && b == -1)) return std::nullopt;
    return a / b;
}

std::optional<Integer> modulo(Integer a, Integer b) {
    if (b == 0 || b == -1) return b == 0 ? std::nullopt : std::optional<Integer>(0);
    const Integer rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

std::optional<Integer> subtract(Integer a, Integer b) {
    Integer result = 0;
    return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
}

std::optional<Integer> power(Integer a, Integer b) {
    if (b < 0 || b > 63) return std::nullopt;
    std::optional<Integer> result = 1;
    for (Integer i = 0; i < b && result; ++i) result = checkedMultiply(*result, a);
    return result;
}

const std::map<std::string, IntegerBinary> kIntegerBinary = {
    {"Add", &checkedAdd},
    {"Sum", &checkedAdd},
    {"Sub", &subtract},
    {"Mul", &checkedMultiply},
    {"Div", &divide},
    {"Mod", &modulo},
    {"Pow", &power},
    {"Min", [](Integer a, Integer b) -> std::optional<Integer> { return std::min(a, b); }},
    {"Max", [](Integer a, Integer b) -> std::optional<Integer> { return std::max(a, b); }},
    {"And", [](Integer a, Integer b) -> std::optional<Integer> { return a != 0 && b != 0 ? 1 : 0; }},
    {"Or", [](Integer a, Integer b) -> std::optional<Integer> { return a != 0 || b != 0 ? 1 : 0; }},
    {"Xor", [](Integer a, Integer b) -> std::optional<Integer> { return (a != 0) != (b != 0) ? 1 : 0; }},
};

const std::map<std::string, RealBinary> kRealBinary = {
    {"Add", [](double a, double b) { return a + b; }},
    {"Sum", [](double a, double b) { return a + b; }},
    {"Sub", [](double a, double b) { return a - b; }},
    {"Mul", [](double a, double b) { return a * b; }},
    {"Div", [](double a, double b) { return a / b; }},
    {"Mod", [](double a, double b) { return std::fmod(a, b); }},
    {"Pow", [](double a, double b) { return std::pow(a, b); }},
    {"Min", [](double a, double b) { return std::fmin(a, b); }},
    {"Max", [](double a, double b) { return std::fmax(a, b); }},
};

const std::map<std::string, Comparison> kComparisons = {
    {"Equal", [](double a, double b) { return a == b; }},
    {"Less", [](double a, double b) { return a < b; }},
    {"Greater", [](double a, double b) { return a > b; }},
    {"LessOrEqual", [](double a, double b) { return a <= b; }},
    {"GreaterOrEqual", [](double a, double b) { return a >= b; }},
};

std::optional<Value> unary(const std::string& type, const Value& a) {
    Value result;
    result.isReal = a.isReal;
    if (a.isReal) {
        const auto it = kRealUnary.find(type);
        if (it == kRealUnary.end()) return std::nullopt;
        for (const double x : a.reals) result.reals.push_back(it->second(x));
        return result;
    }
    const auto it = kIntegerUnary.find(type);
    if (it == kIntegerUnary.end()) return std::nullopt;
    for (const Integer x : a.integers) {
        const auto y = it->second(x);
        if (!y) return std::nullopt;
        result.integers.push_back(*y);
    }
    return result;
}

std::optional<Value> binary(const std::string& type, const Value& a, const Value& b) {
    Value result;
    if (const auto it = kComparisons.find(type); it != kComparisons.end()) {
        for (std::size_t i = 0; i < a.size(); ++i) result.integers.push_back(it->second(a.real(i), b.real(i)) ? 1 : 0);
        return result;
    }
    if (a.isReal || b.isReal) {
        const auto it = kRealBinary.find(type);
        if (it == kRealBinary.end()) return std::nullopt;
        result.isReal = true;
        for (std::size_t i = 0; i < a.size(); ++i) result.reals.push_back(it->second(a.real(i), b.real(i)));
        return result;
    }
    const auto it = kIntegerBinary.find(type);
    if (it == kIntegerBinary.end()) return std::nullopt;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const auto y = it->second(a.integers[i], b.integers[i]);
        if (!y) return std::nullopt;
        result.integers.push_back(*y);
    }
    return result;
}

Value choose(const Value& condition, const Value& a, const Value& b) {
    Value result;
    result.isReal = a.isReal || b.isReal;
    for (std::size_t i = 0; i < condition.size(); ++i) {
        const Value& source = condition.integer(i) != 0 ? a : b;
        if (result.isReal) {
            result.reals.push_back(source.real(i));
        } else {
            result.integers.push_back(source.integers[i]);
        }
    }
    return result;
}

} // namespace

std::optional<Value> evaluateElementwise(const std::string& type, const std::vector<Value>& operands) {
    if (operands.empty()) return std::nullopt;
    if (type == "Where") {
        return operands.size() == 3 ? std::optional(choose(operands[0], operands[1], operands[2])) : std::nullopt;
    }
    if (operands.size() == 1 && type != "Sum" && type != "Max" && type != "Min") return unary(type, operands[0]);
    std::optional<Value> result = operands[0];
    for (std::size_t i = 1; i < operands.size() && result; ++i) result = binary(type, *result, operands[i]);
    return result;
}

} // namespace nestwright::onnx_format
