#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# scripts/check-tree finds each thing it looks for, says where, and is silent about a clean tree.
set -eu
root=$1
command -v git >/dev/null 2>&1 || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
git init -q .

fail() { echo "FAILED: $1"; cat said.txt; exit 1; }
# expect STATUS TEXT: check-tree ends with STATUS and says TEXT (nothing at all when TEXT is empty).
expect() {
  git add -A .
  status=0
  "$root/scripts/check-tree" "$work" >"$work/said.txt" 2>&1 || status=$?
  git rm -q --cached said.txt 2>/dev/null || true
  [ "$status" = "$1" ] || fail "status $status where $1 was expected ($2)"
  if [ -n "$2" ]; then grep -qF -- "$2" said.txt || fail "it does not say: $2"; else [ ! -s said.txt ] || fail "it speaks"; fi
}
header='// SPDX-License-Identifier: Apache-2.0'

echo /said.txt >.gitignore
mkdir -p engine/board verifier/cli rulesets tests/engine
echo "$header" >engine/board/map.cpp
echo "Israel moves first" >rulesets/set-up.rules
printf '%s\n// the Golan is fine in a test\n' "$header" >tests/engine/a_test.cpp
expect 0 ''

printf '%s\nconst char* side = "Egyptian";\n' "$header" >verifier/cli/play.cpp
expect 1 'verifier/cli/play.cpp:2:const char* side = "Egyptian";'
rm verifier/cli/play.cpp

printf '%s\n#include <z3++.h>\n' "$header" >engine/board/solve.h
expect 1 'engine/board/solve.h:2:#include <z3++.h>'
printf '%s\n#include <QString>\n' "$header" >engine/board/solve.h
expect 1 'engine/ reaches for Qt or Z3'
rm engine/board/solve.h

{ echo "$header"; head -c 30000 /dev/zero | tr '\0' ' '; } >verifier/large.cpp
expect 1 "verifier/large.cpp: $((30000 + ${#header} + 1)) bytes"
rm verifier/large.cpp

echo one >engine/board/Readme.md
echo two >engine/board/README.md
expect 1 'engine/board/Readme.md'
rm engine/board/Readme.md engine/board/README.md
mkdir -p engine/Board
echo "$header" >engine/Board/grid.cpp
expect 1 'engine/Board'
rm -r engine/Board

echo 'int x;' >engine/bare.cpp
expect 1 'engine/bare.cpp'
rm engine/bare.cpp
expect 0 ''
