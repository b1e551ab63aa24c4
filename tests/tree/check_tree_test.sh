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
# expect STATUS TEXT [ARGUMENTS]: check-tree ends with STATUS and says TEXT (nothing at all when TEXT is empty).
expect() {
  wanted=$1 text=$2
  shift 2
  git add -A .
  status=0
  "$root/scripts/check-tree" "$work" --since "$base" "$@" >"$work/said.txt" 2>&1 || status=$?
  git rm -q --cached said.txt 2>/dev/null || true
  [ "$status" = "$wanted" ] || fail "status $status where $wanted was expected ($text)"
  if [ -z "$text" ]; then
    [ ! -s said.txt ] || fail "it speaks"
  else
    grep -qF -- "$text" said.txt || fail "it does not say: $text"
  fi
}
# Takes subject; makes a commit with it, and nothing else.
commit() { git -c user.name=tester -c user.email=tester@example.org commit -q --allow-empty -m "$1"; }
header='// SPDX-License-Identifier: Apache-2.0'

echo /said.txt >.gitignore
commit "Before subjects were looked at"
base=$(git rev-parse HEAD)
mkdir -p engine/board verifier/cli rulesets tests/engine
for folder in engine verifier tests/engine; do echo "The front page" >$folder/README.md; done
echo 'Rooms: `board/`' >>engine/README.md
printf '%s\n// The front page.\n' "$header" >verifier/cli/cli.h
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

{ echo "$header"; head -c 30000 /dev/zero | tr '\0' ' '; } >verifier/cli/large.cpp
expect 1 "verifier/cli/large.cpp: $((30000 + ${#header} + 1)) bytes"
rm verifier/cli/large.cpp

for i in $(seq 40); do echo "$header" >engine/board/part$i.h; done
expect 1 'engine/board/: 41 files'
rm engine/board/part1.h
expect 0 ''
rm engine/board/part*.h

echo "$header" >verifier/loose.cpp
expect 1 'Files loose in verifier/'
grep -qxF '  verifier/loose.cpp' said.txt || fail "it does not name the loose file"
rm verifier/loose.cpp
touch verifier/CMakeLists.txt
expect 0 ''

# A folder with sources has a front page: its own, a header with its name, or a line in a README.md above.
mkdir -p engine/runtime/text
echo "$header" >engine/runtime/text/words.h
expect 1 'engine/runtime/text'
grep -qF 'Source folders without a front page' said.txt || fail "it does not say what engine/runtime/text lacks"
echo 'the room `runtime/`, with nothing of its rooms' >>engine/README.md
expect 1 'Source folders without a front page'
echo '| `text/` | words |' >engine/runtime/README.md
expect 0 ''
rm engine/runtime/README.md
echo 'and `runtime/text/` in one line' >>engine/README.md
expect 0 ''
sed -i '$d' engine/README.md
echo "$header" >engine/runtime/text/text.h
expect 0 ''
rm -r engine/runtime

# names TEXT NAME: a comment with TEXT is refused for NAME.
names() {
  printf '%s\n\n%s\n' "$header" "$1" >engine/board/names.h
  expect 1 "engine/board/names.h:3: $2"
  grep -qF 'name what is not there' said.txt || fail "it does not say what is wrong with the comment"
}
# stays_silent TEXT: it is not.
stays_silent() {
  printf '%s\n%s\n' "$header" "$1" >engine/board/names.h
  expect 0 ''
}
names '// what engine/board/hexes.h does' engine/board/hexes.h
names '// see verifier/proofs, where it is shown' verifier/proofs
names 'int x;  // grid.h knows' grid.h
names '/// the page is docs/formats/map.md.' docs/formats/map.md
names '// board/hexes.cpp' board/hexes.cpp
stays_silent '// map.cpp, board/map.cpp, engine/board/map.cpp, engine/board/, names.h and README.md'
stays_silent '// <sys/stat.h>, https://example.org/engine/x.md, NAME.md, docs/errors/CODE.md, tests/*_test.cpp, tests/...'
stays_silent '// map.json of a project, and either/or, 1/2'
stays_silent 'const char* x = "engine/none.h";'
rm engine/board/names.h
echo '| `gone.h` | what was here |' >>engine/README.md
expect 1 'engine/README.md:4: gone.h'
sed -i '$d' engine/README.md
mkdir -p docs/architecture
echo 'Begin with `engine/board/gone.h`; `verifier/planned` comes later.' >docs/architecture/rooms.md
expect 1 'docs/architecture/rooms.md:1: engine/board/gone.h'
grep -qF planned said.txt && fail "it takes a room to come for one that is gone"
rm -r docs
printf '# scripts/gone.sh makes it\nset(file scripts/other.sh)\n' >engine/CMakeLists.txt
expect 1 'engine/CMakeLists.txt:1: scripts/gone.sh'
grep -qF other.sh said.txt && fail "it takes a command for a comment"
rm engine/CMakeLists.txt

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

# subject TEXT REASON: a commit with this subject is refused with the reason.
subject() {
  commit "$1"
  expect 1 "$1 ($2)"
  grep -qF "Commit subjects that are not 'area: what' within 72 characters" said.txt || fail "it does not say why"
  git reset -q --soft HEAD~1
}
subject 'Mend the map' 'no area'
subject 'Board: mend the map' 'no area'
subject 'board:mend the map' 'no area'
subject 'WIP' 'no area'
subject 'board: WIP' 'says nothing'
subject 'tree: Format' 'says nothing'
subject 'tree: in form' 'says nothing'
long='board: mend the map where the last hex of the last column is not yet there'
subject "$long" "${#long} characters"
commit 'board: mend the map'
commit "$(printf '%s' "$long" | cut -c1-72)"
expect 0 ''
# Without the commit from which on subjects are held to this, they are passed over, in words.
base=fa7f2b1
expect 0 'check-tree: the history since fa7f2b1 is not here, so commit subjects were not looked at'
git clone -q --depth 1 "file://$work" shallow 2>/dev/null
base=HEAD~1
status=0
"$root/scripts/check-tree" shallow >said.txt 2>&1 || status=$?
[ $status = 0 ] || fail "status $status for a shallow clone"
grep -qF 'commit subjects were not looked at' said.txt || fail "it does not say that a shallow clone has no history"

status=0
"$root/scripts/check-tree" --sinse x >said.txt 2>&1 || status=$?
[ $status = 2 ] || fail "status $status for an unknown argument"
