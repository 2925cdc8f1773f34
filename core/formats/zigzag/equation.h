// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checked.h"
#include "core/formats/yaml/node.h"

#include <map>
#include <string>
#include <vector>

namespace nestwright::zigzag {

/// "W[g][k]": names in capitals.
struct EquationOperand {
    std::string name;
    std::vector<std::string> indices;
};

/// "O[..] += I[..] * W[..]".
struct Equation {
    EquationOperand output;
    std::vector<EquationOperand> inputs; ///< two
    bool isSum = false;                  ///< + between the inputs
};

/// Throws yaml::Fault.
[[nodiscard]] Equation parseEquation(const yaml::Node& node);

/// coefficient x dim.
struct RelationTerm {
    std::string dim;
    Count coefficient = 1;
};

/// By the derived dim.
using Relations = std::map<std::string, std::vector<RelationTerm>>;

/// "ix = 2*ox + 1*fx". Throws yaml::Fault.
void addRelation(const yaml::Node& node, Relations& relations);

[[nodiscard]] std::string capitals(std::string text);

} // namespace nestwright::zigzag
