# SPDX-License-Identifier: Apache-2.0
# A library of ours is a folder: every .cpp below it, whatever rooms it is divided into.

# casebook_library(NAME SOURCES ... LINKS ...): a static library, or an interface while the folder has no source yet.
# Includes are written from the repository root: #include "engine/board/map.h".
function(casebook_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
  if(arg_SOURCES)
    add_library(${name} STATIC ${arg_SOURCES})
    target_include_directories(${name} PUBLIC "${CMAKE_SOURCE_DIR}")
    target_link_libraries(${name} PUBLIC ${arg_LINKS} PRIVATE casebook_warnings)
  else()
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE "${CMAKE_SOURCE_DIR}")
    target_link_libraries(${name} INTERFACE ${arg_LINKS})
  endif()
  string(REPLACE "casebook_" "Casebook::" alias ${name})
  add_library(${alias} ALIAS ${name})
endfunction()
