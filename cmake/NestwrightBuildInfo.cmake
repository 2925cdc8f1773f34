# SPDX-License-Identifier: GPL-3.0-or-later
# What a build says of itself: versions, found at configure time, and the commit, looked up at every build.
# Included as a module it defines nestwright_build_info(TARGET); run as a script (cmake -P) it writes the commit.

if(CMAKE_SCRIPT_MODE_FILE)
  cmake_minimum_required(VERSION 3.25)
  set(commit "unknown")
  find_program(GIT_PROGRAM git)
  # A tarball inside somebody else's repository must not report that repository's commit.
  if(GIT_PROGRAM AND EXISTS "${SOURCE_DIR}/.git")
    execute_process(COMMAND "${GIT_PROGRAM}" describe --always --dirty --abbrev=12
      WORKING_DIRECTORY "${SOURCE_DIR}" OUTPUT_VARIABLE described RESULT_VARIABLE status ERROR_QUIET
      OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(status EQUAL 0 AND described)
      set(commit "${described}")
    endif()
  endif()
  # file(CONFIGURE) leaves an unchanged file alone, so nothing is compiled again without a new commit.
  file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY CONTENT
"#pragma once

inline constexpr const char* kCommit = \"@commit@\";
")
  return()
endif()

# nestwright_build_info(TARGET): gives the target the headers build_info.h and commit.h.
function(nestwright_build_info target)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/build_info")
  configure_file("${CMAKE_CURRENT_SOURCE_DIR}/build_info.h.in" "${folder}/build_info.h" @ONLY)
  add_custom_target(${target}_commit
    COMMAND "${CMAKE_COMMAND}" "-DSOURCE_DIR=${CMAKE_SOURCE_DIR}" "-DOUTPUT=${folder}/commit.h"
      -P "${CMAKE_SOURCE_DIR}/cmake/NestwrightBuildInfo.cmake"
    BYPRODUCTS "${folder}/commit.h"
    COMMENT "" VERBATIM)
  add_dependencies(${target} ${target}_commit)
  target_include_directories(${target} PRIVATE "${folder}")
endfunction()
