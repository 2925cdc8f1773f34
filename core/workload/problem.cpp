// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/problem.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <set>

namespace nestwright {

int Problem::dimIndex(std::string_view dimName) const {
    const auto it = std::find_if(dims.begin(), dims.end(), [&](const Dim& dim) { return dim.name == dimName; });
    return it == dims.end() ? -1 : static_cast<int>(it - dims.begin());
}

int Problem::tensorIndex(std::string_view tensorName) const {
    const auto it = std::find_if(tensors.begin(), tensors.end(),
                                 [&](const DataSpace& tensor) { return tensor.name == tensorName; });
    return it == tensors.end() ? -1 : static_cast<int>(it - tensors.begin());
}

int Problem::outputIndex() const {
    const auto it =
        std::find_if(tensors.begin(), tensors.end(), [](const DataSpace& tensor) { return tensor.isReadWrite(); });
    return it == tensors.end() ? -1 : static_cast<int>(it - tensors.begin());
}

double Problem::macs() const {
    double product = 1;
    for (const auto& dim : dims) product *= static_cast<double>(dim.bound);
    return product;
}

bool Problem::isRelevant(int tensor, int dim) const {
    for (const auto& rank : tensors[static_cast<std::size_t>(tensor)].projection) {
        for (const auto& term : rank) {
            if (term.dim == dim && term.coefficient != 0) return true;
        }
    }
    return false;
}

DimClass Problem::classOf(int dim) const {
    bool inInput = false;
    bool inWeight = false;
    bool inOutput = false;
    for (int t = 0; t < static_cast<int>(tensors.size()); ++t) {
        if (!isRelevant(t, dim)) continue;
        switch (tensors[static_cast<std::size_t>(t)].operand) {
        case Operand::input:
            inInput = true;
            break;
        case Operand::weight:
            inWeight = true;
            break;
        case Operand::output:
            inOutput = true;
            break;
        }
    }
    if (!inOutput) return DimClass::reduction;
    if (inInput && inWeight) return DimClass::shared;
    return inWeight ? DimClass::outputChannel : DimClass::outputPosition;
}

std::vector<Count> Problem::footprint(int tensor, const std::vector<Count>& extents) const {
    std::vector<Count> box;
    for (const auto& rank : tensors[static_cast<std::size_t>(tensor)].projection) {
        Count extent = 1;
        for (const auto& term : rank) {
            extent += std::abs(term.coefficient) * (extents[static_cast<std::size_t>(term.dim)] - 1);
        }
        box.push_back(extent);
    }
    return box;
}

double Problem::tensorElements(int tensor) const {
    std::vector<Count> extents;
    for (const auto& dim : dims) extents.push_back(dim.bound);
    double product = 1;
    for (const Count extent : footprint(tensor, extents)) product *= static_cast<double>(extent);
    return product;
}

std::optional<Count> Problem::countedElements(int tensor) const {
    std::optional<Count> elements = 1;
    for (const auto& rank : tensors[static_cast<std::size_t>(tensor)].projection) {
        std::optional<Count> extent = 1;
        for (const auto& term : rank) {
            const bool hasMagnitude = term.coefficient != std::numeric_limits<Count>::min();
            const auto reach = hasMagnitude ? checkedMultiply(std::abs(term.coefficient),
                                                              dims[static_cast<std::size_t>(term.dim)].bound - 1)
                                            : std::nullopt;
            extent = extent && reach ? checkedAdd(*extent, *reach) : std::nullopt;
        }
        elements = elements && extent ? checkedMultiply(*elements, *extent) : std::nullopt;
    }
    return elements;
}

Result<void> validate(const Problem& problem) {
    const auto bad = [&](Message what) { return failure(ErrorKind::input, std::move(what)); };
    if (problem.dims.empty()) return bad(message(NW_TEXT("problem.no_dims", "The problem has no dims")));
    std::set<std::string> names;
    for (const auto& dim : problem.dims) {
        if (dim.name.empty() || !names.insert(dim.name).second) {
            return bad(message(NW_TEXT("problem.dim_name", "The dim name \"%1\" is empty or used twice"), dim.name));
        }
        if (dim.bound < 1) {
            return bad(
                message(NW_TEXT("problem.bound", "Dim %1 has bound %2; it must be at least 1"), dim.name, dim.bound));
        }
    }
    int outputs = 0;
    for (const auto& tensor : problem.tensors) {
        if (tensor.name.empty() || !names.insert("tensor " + tensor.name).second) {
            return bad(
                message(NW_TEXT("problem.tensor_name", "The tensor name \"%1\" is empty or used twice"), tensor.name));
        }
        if (tensor.bits < 1 || tensor.partialBits < 1) {
            return bad(message(NW_TEXT("problem.bits", "Tensor %1 needs at least 1 bit an element"), tensor.name));
        }
        outputs += tensor.isReadWrite() ? 1 : 0;
        for (const auto& rank : tensor.projection) {
            for (const auto& term : rank) {
                if (term.dim < 0 || term.dim >= static_cast<int>(problem.dims.size())) {
                    return bad(
                        message(NW_TEXT("problem.projection", "Tensor %1 is projected from a dim that does not exist"),
                                tensor.name));
                }
            }
        }
    }
    for (int t = 0; t < static_cast<int>(problem.tensors.size()); ++t) {
        if (problem.countedElements(t)) continue;
        return bad(message(NW_TEXT("problem.tensor_size", "Tensor %1 has more than 2^63 elements"),
                           problem.tensors[static_cast<std::size_t>(t)].name));
    }
    if (outputs != 1) {
        return bad(
            message(NW_TEXT("problem.outputs", "The problem has %1 outputs; it must have exactly one"), outputs));
    }
    return {};
}

Problem gemmProblem(Count batch, Count m, Count n, Count k, int bits, int partialBits) {
    const auto rank = [](int dim) { return ProjectionRank{{dim, 1}}; };
    Problem problem;
    problem.name = "gemm";
    problem.dims = {{"M", m}, {"N", n}, {"K", k}};
    problem.tensors = {{"A", Operand::input, {rank(0), rank(2)}, bits, bits},
                       {"B", Operand::weight, {rank(2), rank(1)}, bits, bits},
                       {"O", Operand::output, {rank(0), rank(1)}, bits, partialBits}};
    if (batch > 1) {
        problem.dims.push_back({"B", batch});
        for (auto& tensor : problem.tensors) tensor.projection.insert(tensor.projection.begin(), rank(3));
    }
    return problem;
}

} // namespace nestwright
