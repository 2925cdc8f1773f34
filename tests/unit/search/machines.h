// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"

namespace nestwright::test {

/// A GPU with the rates of a large one: 132 processors of 4 matrix units of 16 x 32 lanes, 1024 MACs a cycle each.
inline Accelerator gpu() {
    Accelerator machine;
    machine.id = "test-gpu";
    machine.name = "Test GPU";
    machine.family = "gpu";
    machine.defaultFormat = DataType::bfloat16;

    Level memory;
    memory.name = "HBM";
    memory.wordBits = 16;
    memory.blockWords = 32;
    memory.sharedBitsPerCycle = 3.35e12 * 8 / 1.83e9;
    memory.energy = {2000, 2000, 2000};
    memory.buffering = Buffering::single;

    Level cache;
    cache.name = "L2";
    cache.capacityBits = Count{50} * 1024 * 1024 * 8;
    cache.wordBits = 16;
    cache.blockWords = 32;
    cache.sharedBitsPerCycle = 5.5e12 * 8 / 1.83e9;
    cache.energy = {400, 400, 400};
    cache.fanout.x = 132;

    Level shared;
    shared.name = "SMEM";
    shared.capacityBits = Count{228} * 1024 * 8;
    shared.wordBits = 16;
    shared.blockWords = 8;
    shared.readBitsPerCycle = 128 * 8;
    shared.writeBitsPerCycle = 128 * 8;
    shared.energy = {20, 20, 20};
    shared.fanout.x = 2;
    shared.fanout.y = 2;

    Level registers;
    registers.name = "RF";
    registers.capacityBits = Count{64} * 1024 * 8;
    registers.wordBits = 16;
    registers.blockWords = 8;
    registers.energy = {5, 5, 5};
    registers.fanout.x = 16;
    registers.fanout.y = 32;

    machine.levels = {memory, cache, shared, registers};
    machine.compute.macsPerLaneCycle = {{DataType::bfloat16, 1.0}, {DataType::int8, 2.0}, {DataType::float32, 0.5}};
    machine.compute.energyPj = {{DataType::bfloat16, 0.6}, {DataType::int8, 0.2}, {DataType::float32, 2.0}};
    machine.device.clockHz = 1.83e9;
    machine.device.memoryBytes = Count{80'000'000'000};
    machine.device.vectorOpsPerSecond = 67e12;
    machine.device.vectorEnergyPj = 1.5;
    machine.device.launchSeconds = 2.5e-6;
    machine.device.staticPowerW = 90;
    machine.device.sustainedFraction = {{DataType::bfloat16, 0.8}};
    return machine;
}

/// A row-stationary array of 14 x 12 elements with scratchpads of their own for each operand.
inline Accelerator rowStationary() {
    Accelerator machine;
    machine.id = "test-array";
    machine.name = "Test array";
    machine.family = "spatial";
    machine.defaultFormat = DataType::int16;

    Level memory;
    memory.name = "DRAM";
    memory.wordBits = 16;
    memory.blockWords = 4;
    memory.sharedBitsPerCycle = 64;
    memory.energy = {800, 800, 800};
    memory.buffering = Buffering::single;

    Level buffer;
    buffer.name = "GLB";
    buffer.capacityBits = Count{108} * 1024 * 8;
    buffer.wordBits = 16;
    buffer.blockWords = 4;
    buffer.sharedBitsPerCycle = 256;
    buffer.energy = {24, 24, 24};
    buffer.mayKeep = {Operand::input, Operand::output};
    buffer.fanout.x = 14;
    buffer.fanout.y = 12;

    Level pad;
    pad.name = "Spad";
    pad.wordBits = 16;
    pad.energy = {1, 1, 1};
    pad.mustKeep = {Operand::input, Operand::weight, Operand::output};
    pad.operandCapacityBits = {{Operand::input, 12 * 16}, {Operand::weight, 224 * 16}, {Operand::output, 24 * 32}};
    pad.buffering = Buffering::single;

    machine.levels = {memory, buffer, pad};
    machine.compute.macsPerLaneCycle = {{DataType::int16, 1.0}};
    machine.compute.energyPj = {{DataType::int16, 2.2}};
    machine.device.clockHz = 2e8;
    return machine;
}

/// A weight-stationary systolic array of 256 x 256: rows carry the reduction, columns the output channels.
inline Accelerator systolic() {
    Accelerator machine;
    machine.id = "test-systolic";
    machine.name = "Test systolic array";
    machine.family = "systolic";
    machine.defaultFormat = DataType::int8;

    Level memory;
    memory.name = "DRAM";
    memory.sharedBitsPerCycle = 34e9 * 8 / 0.7e9;
    memory.energy = {100, 100, 100};
    memory.buffering = Buffering::single;

    Level buffer;
    buffer.name = "Buffer";
    buffer.capacityBits = Count{28} * 1024 * 1024 * 8;
    buffer.readBitsPerCycle = 256 * (8 + 32); // inputs for the rows, partial sums for the columns
    buffer.writeBitsPerCycle = 256 * 32;
    buffer.energy = {10, 10, 10};
    buffer.mayKeep = {Operand::input, Operand::output};
    buffer.fanout.x = 256;
    buffer.fanout.y = 256;
    buffer.fanout.xRule = {DimClass::outputChannel};
    buffer.fanout.yRule = {DimClass::reduction};

    Level cell;
    cell.name = "Cell";
    cell.capacityBits = 16;
    cell.energy = {0.1, 0.1, 0.1};
    cell.mayKeep = {Operand::weight};
    cell.mustKeep = {Operand::weight};

    machine.levels = {memory, buffer, cell};
    machine.compute.macsPerLaneCycle = {{DataType::int8, 1.0}};
    machine.compute.energyPj = {{DataType::int8, 0.2}};
    machine.device.clockHz = 7e8;
    return machine;
}

} // namespace nestwright::test
