# SPDX-License-Identifier: Apache-2.0
# Tools that only save time. They are used when found and never required.
find_program(CASEBOOK_CCACHE ccache)
if(CASEBOOK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    # Without debug information the folder does not matter: one clone has the use of what another compiled.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${CASEBOOK_CCACHE}")
  else()
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CASEBOOK_CCACHE}")
  endif()
endif()

find_program(CASEBOOK_MOLD mold)
if(CASEBOOK_MOLD)
  add_link_options(-fuse-ld=mold)
endif()
