// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/mapping/mapping.h"
#include "core/workload/problem.h"

#include <optional>
#include <string>
#include <vector>

namespace nestwright::test {

/// A level with unlimited ports and no energy.
inline Level level(std::string name, std::optional<Count> capacityBits, Count x = 1, Count y = 1) {
    Level result;
    result.name = std::move(name);
    result.capacityBits = capacityBits;
    result.wordBits = 16;
    result.buffering = Buffering::single;
    result.fanout.x = x;
    result.fanout.y = y;
    return result;
}

/// A machine of these levels that computes one multiply-add a lane and cycle in int16.
inline Accelerator machine(std::vector<Level> levels) {
    Accelerator accelerator;
    accelerator.id = "test-machine";
    accelerator.name = "Test machine";
    accelerator.defaultFormat = DataType::int16;
    accelerator.levels = std::move(levels);
    accelerator.compute.macsPerLaneCycle = {{DataType::int16, 1.0}};
    accelerator.compute.energyPj = {{DataType::int16, 1.0}};
    return accelerator;
}

/// From here inward, the tensor is kept in the level.
inline Storage keep(int tensor, int at) { return {tensor, at}; }

/// A one-dimensional convolution: dims K, C, P, R; O[K,P] += W[K,C,R] x I[C, stride P + dilation R].
inline Problem conv1d(Count k, Count c, Count p, Count r, Count stride = 1, Count dilation = 1) {
    const auto rank = [](int dim) { return ProjectionRank{{dim, 1}}; };
    Problem problem;
    problem.name = "conv1d";
    problem.dims = {{"K", k}, {"C", c}, {"P", p}, {"R", r}};
    problem.tensors = {{"Weights", Operand::weight, {rank(0), rank(1), rank(3)}, 16, 16},
                       {"Inputs", Operand::input, {rank(1), {{2, stride}, {3, dilation}}}, 16, 16},
                       {"Outputs", Operand::output, {rank(0), rank(2)}, 16, 16}};
    return problem;
}

} // namespace nestwright::test
