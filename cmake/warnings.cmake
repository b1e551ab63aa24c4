# SPDX-License-Identifier: Apache-2.0
# casebook_warnings is linked privately by every target of ours; headers of other libraries are system headers.
add_library(casebook_warnings INTERFACE)
target_compile_options(casebook_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  -Wold-style-cast -Wcast-qual -Wformat=2 -Wimplicit-fallthrough
  $<$<BOOL:${CASEBOOK_WERROR}>:-Werror>)
