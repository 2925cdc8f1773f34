// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/problem.h"

namespace nestwright::test {

/// O[n,k,p,q] += I[n,c,p*stride+r,q*stride+s] x W[k,c,r,s].
inline Problem conv(Count n, Count k, Count c, Count p, Count q, Count r, Count s, Count stride, int bits) {
    Problem problem;
    problem.name = "conv";
    problem.dims = {{"N", n}, {"K", k}, {"C", c}, {"P", p}, {"Q", q}, {"R", r}, {"S", s}};
    const ProjectionRank rows = {{3, stride}, {5, 1}};
    const ProjectionRank columns = {{4, stride}, {6, 1}};
    problem.tensors = {{"Inputs", Operand::input, {{{0, 1}}, {{2, 1}}, rows, columns}, bits, bits},
                       {"Weights", Operand::weight, {{{1, 1}}, {{2, 1}}, {{5, 1}}, {{6, 1}}}, bits, bits},
                       {"Outputs", Operand::output, {{{0, 1}}, {{1, 1}}, {{3, 1}}, {{4, 1}}}, bits, 32}};
    return problem;
}

} // namespace nestwright::test
