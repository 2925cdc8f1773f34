# SPDX-License-Identifier: GPL-3.0-or-later
# A room is one folder with one static library. Files include each other from the repository root
# ("core/cost/traffic.h"), and a room sees only the rooms that it links: each target exports an include tree that
# holds a link to its own folder and nothing else, so an include against the arrows of the house doesn't compile.

# nestwright_room(NAME FOLDER core/base SOURCES a.cpp a.h ... [ROOMS base ...] [LIBRARIES fmt::fmt ...] [PRIVATE_LIBRARIES ...])
function(nestwright_room name)
  cmake_parse_arguments(ROOM "" "FOLDER" "SOURCES;ROOMS;LIBRARIES;PRIVATE_LIBRARIES" ${ARGN})
  set(target nestwright_${name})
  set(tree "${CMAKE_BINARY_DIR}/rooms/${name}")
  get_filename_component(parent "${ROOM_FOLDER}" DIRECTORY)
  file(MAKE_DIRECTORY "${tree}/${parent}")
  if(NOT EXISTS "${tree}/${ROOM_FOLDER}")
    file(CREATE_LINK "${CMAKE_SOURCE_DIR}/${ROOM_FOLDER}" "${tree}/${ROOM_FOLDER}" SYMBOLIC)
  endif()

  add_library(${target} STATIC ${ROOM_SOURCES})
  target_include_directories(${target} PUBLIC "${tree}")
  target_link_libraries(${target} PUBLIC ${ROOM_LIBRARIES} PRIVATE nestwright_warnings ${ROOM_PRIVATE_LIBRARIES})
  foreach(used IN LISTS ROOM_ROOMS)
    target_link_libraries(${target} PUBLIC nestwright_${used})
  endforeach()
endfunction()
