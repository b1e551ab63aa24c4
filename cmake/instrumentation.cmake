# SPDX-License-Identifier: Apache-2.0
# What a preset may add to every target: sanitizers, coverage, clang-tidy.
if(CASEBOOK_SANITIZE)
  add_compile_options(-fsanitize=${CASEBOOK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${CASEBOOK_SANITIZE})
endif()

if(CASEBOOK_COVERAGE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options(-fprofile-instr-generate -fcoverage-mapping)
    add_link_options(-fprofile-instr-generate)
  else()
    add_compile_options(--coverage -fprofile-update=atomic)
    add_link_options(--coverage)
  endif()
endif()

if(CASEBOOK_TIDY)
  find_program(CASEBOOK_CLANG_TIDY NAMES clang-tidy-14 clang-tidy REQUIRED)
  set(CMAKE_CXX_CLANG_TIDY "${CASEBOOK_CLANG_TIDY}" --quiet)
  if(CASEBOOK_WERROR)
    list(APPEND CMAKE_CXX_CLANG_TIDY --warnings-as-errors=*)
  endif()
endif()
