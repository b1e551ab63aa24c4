# SPDX-License-Identifier: Apache-2.0
# casebook_warnings is linked privately by every target of ours; headers of other libraries are system headers.
add_library(casebook_warnings INTERFACE)
string(REPLACE "," ";" sanitized "${CASEBOOK_SANITIZE}")
list(LENGTH sanitized sanitized)
target_compile_options(casebook_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  -Wold-style-cast -Wcast-qual -Wformat=2 -Wimplicit-fallthrough
  # GCC 12 at -O3 sees overlapping copies and unset members inside std::string and std::optional that are not there
  # (its bugs 105329 and 105562). The real ones are looked for where they would happen: the slow tests fuzz/*-memcheck
  # run that same optimised build under valgrind's memcheck, which reports both. With sanitizers it sees the same unset
  # members at -O1, in std::regex too.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<OR:$<CONFIG:Release>,$<BOOL:${sanitized}>>>:-Wno-restrict;-Wno-maybe-uninitialized>
  $<$<BOOL:${CASEBOOK_WERROR}>:-Werror>)
