# SPDX-License-Identifier: Apache-2.0
# Qt 6 is for windows, PNG and PDF only; everything else builds without it. Sets CASEBOOK_WITH_QT.
set(CASEBOOK_WITH_QT OFF)
if(CASEBOOK_EDITOR STREQUAL "AUTO")
  find_package(Qt6 6.4 QUIET COMPONENTS Gui)
  if(Qt6_FOUND)
    set(CASEBOOK_WITH_QT ON)
  else()
    message(STATUS "No Qt 6 here: building without the editor, PNG and PDF (Debian: qt6-base-dev)")
  endif()
elseif(CASEBOOK_EDITOR)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Gui)
  set(CASEBOOK_WITH_QT ON)
endif()
