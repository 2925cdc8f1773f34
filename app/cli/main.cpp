// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"
#include "app/cli/program.h"

#include <cstdio>
#include <exception>

int main(int argc, char** argv) {
    try {
        nestwright::cli::cancelOnInterrupt();
        return static_cast<int>(nestwright::cli::runProgram({argv, argv + argc}));
    } catch (const std::bad_alloc&) {
        std::fputs("Out of memory\n", stderr);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "Internal error: %s\n", error.what());
    }
    return static_cast<int>(nestwright::cli::ExitCode::input);
}
