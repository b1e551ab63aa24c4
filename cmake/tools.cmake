# SPDX-License-Identifier: Apache-2.0
# Tools that only save time. They are used when found and never required.
find_program(CASEBOOK_CCACHE ccache)
if(CASEBOOK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CASEBOOK_CCACHE}")
endif()

find_program(CASEBOOK_MOLD mold)
if(CASEBOOK_MOLD)
  add_link_options(-fuse-ld=mold)
endif()
