# SPDX-License-Identifier: GPL-3.0-or-later
# Warnings, sanitizers and the compiler cache, as targets and in one place.

add_library(nestwright_warnings INTERFACE)
target_compile_options(nestwright_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns of overlapping copies in its own std::string when it inlines at -O3 (GCC bug 105651).
  target_compile_options(nestwright_warnings INTERFACE -Wno-restrict)
  if(CMAKE_UNITY_BUILD)
    # And, in files compiled together, of what lies in a std::optional or a Result: freed in the middle, or never set.
    target_compile_options(nestwright_warnings INTERFACE -Wno-free-nonheap-object -Wno-maybe-uninitialized)
  endif()
endif()

if(NESTWRIGHT_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  # An index past a container's size that stays within its memory is no error to the sanitizers.
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  # GCC 12 raises false alarms in libstdc++ under the sanitizers, which find the true ones at run time.
  target_compile_options(nestwright_warnings INTERFACE -Wno-maybe-uninitialized)
endif()

# Paths relative to the source folder make cache entries valid for every clone and build folder.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND};-E;env;CCACHE_BASEDIR=${CMAKE_SOURCE_DIR};CCACHE_NOHASHDIR=1;CCACHE_SLOPPINESS=pch_defines,time_macros;${CCACHE_PROGRAM}")
endif()
