# SPDX-License-Identifier: Apache-2.0
# Removes the files listed in MANIFEST (written by `cmake --install`), then the folders that this left empty.
if(NOT EXISTS "${MANIFEST}")
  message(FATAL_ERROR "Nothing to uninstall: ${MANIFEST} does not exist; it is written by `cmake --install`.")
endif()

file(STRINGS "${MANIFEST}" files)
set(folders "")
foreach(file IN LISTS files)
  set(target "$ENV{DESTDIR}${file}")
  if(EXISTS "${target}" OR IS_SYMLINK "${target}")
    message(STATUS "Removing ${target}")
    file(REMOVE "${target}")
  else()
    message(STATUS "Already gone: ${target}")
  endif()
  # Only folders named casebook, and those inside one, can be ours alone.
  cmake_path(GET target PARENT_PATH folder)
  while(folder MATCHES "/casebook(/|$)")
    list(APPEND folders "${folder}")
    cmake_path(GET folder PARENT_PATH folder)
  endwhile()
endforeach()

list(REMOVE_DUPLICATES folders)
list(SORT folders ORDER DESCENDING)  # a folder comes before the one that holds it
foreach(folder IN LISTS folders)
  file(GLOB left LIST_DIRECTORIES true "${folder}/*" "${folder}/.[!.]*")
  if(IS_DIRECTORY "${folder}" AND NOT left)
    file(REMOVE_RECURSE "${folder}")
  endif()
endforeach()
file(REMOVE "${MANIFEST}")
