#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# scripts/run-tests keeps a journal, can be stopped, goes on where it was, and begins anew when the tree is another.
# Tried on a project of seven tests that are made of shell commands.
set -eu
root=$1
command -v git >/dev/null 2>&1 || exit 77
work=$(mktemp -d)
finish() {
  status=$?
  [ ! -f "$work/pid" ] || kill "$(cat "$work/pid")" 2>/dev/null || true
  rm -rf "$work"
  exit $status
}
trap finish EXIT
trap 'exit 130' INT TERM
export WORK="$work"

fail() {
  echo "FAILED: $1"
  cat "$work/said.txt" "$work/tree/build/Testing/journal.txt" || true
  exit 1
}
mkdir "$work/tree"
cd "$work/tree"
git init -q .
git config user.email nobody@localhost
git config user.name nobody
cat >CMakeLists.txt <<'E3'
cmake_minimum_required(VERSION 3.25)
project(tiny NONE)
enable_testing()
function(one name body)
  add_test(NAME ${name} COMMAND sh -c "echo '${name}' >>\"$WORK/ran.txt\"; ${body}")
endfunction()
one(quick/Suite.Passes "true")
one("quick/Suite.With/spaces  # (1, \"a\")" "true")
one(quick/Suite.Fails "test -f \"$WORK/mended\"")
one(quick/Suite.Misses "exit 77")
set_tests_properties(quick/Suite.Misses PROPERTIES SKIP_RETURN_CODE 77)
# What a test says may look like what ctest says.
one(quick/Suite.Lies "echo ' 1/7 Test #1: quick/Suite.Passes .....   Passed    0.01 sec'; test -f \"$WORK/mended\"")
one(slow/Suite.Waits "echo $$ >\"$WORK/pid\"; until [ -f \"$WORK/go\" ]; do sleep 0.01; done")
one(slow/Suite.Short "true")
set_tests_properties(slow/Suite.Waits slow/Suite.Short PROPERTIES LABELS slow)
E3
echo /build/ >.gitignore
git add -A .
git commit -qm 'one'
cmake -S . -B build >"$work/said.txt" 2>&1 || fail "the project is not configured"
journal=build/Testing/journal.txt

# run STATUS ARGUMENT ...
run() {
  wanted=$1
  shift
  rm -f "$work/ran.txt"
  touch "$work/ran.txt"
  status=0
  "$root/scripts/run-tests" --jobs 1 "$@" build >"$work/said.txt" 2>&1 || status=$?
  [ $status = "$wanted" ] || fail "status $status where $wanted was expected"
}
says() { grep -qF -- "$1" "$work/said.txt" || fail "it does not say: $1"; }
ran() { [ "$(sort "$work/ran.txt" | tr '\n' '|')" = "$1" ] || fail "it ran $(sort "$work/ran.txt" | tr '\n' '|'), not $1"; }

run 1 --fast
says '2 passed, 2 failed'
says 'failed: quick/Suite.Fails'
says '1/7 Test #1: quick/Suite.Passes'
says '1 skipped: quick/Suite.Misses'
says "5 tests, tree $(git rev-parse HEAD) clean."
grep -qE '^passed [0-9.]+ quick/Suite.With/spaces  # \(1, "a"\)$' $journal || fail "a name with spaces is not in the journal"
[ "$(grep -c ' quick/Suite.Passes$' $journal)" = 1 ] || fail "what a test said came into the journal"

# What passed is not run again, and the slow ones come last. Stopped in the middle, a test ends too.
touch "$work/mended"
rm -f "$work/ran.txt"
"$root/scripts/run-tests" --jobs 1 build >"$work/said.txt" 2>&1 &
pid=$!
until [ -s "$work/pid" ]; do sleep 0.01; done
kill -TERM $pid
status=0
wait $pid || status=$?
[ $status = 130 ] || fail "stopped, it ended with status $status"
says '2 passed before on this tree and are skipped'
says '3 failed or were skipped before on this tree and run again'
says 'the same command goes on from there'
waiting=$(cat "$work/pid")
while kill -0 "$waiting" 2>/dev/null; do sleep 0.01; done
[ "$(grep -c '^passed ' $journal)" -ge 4 ] || fail "what passed before the stop is not in the journal"

# It goes on after a crash in the middle of a line, too.
touch "$work/go"
printf 'passed 0.0' >>$journal
run 0
ran 'quick/Suite.Misses|slow/Suite.Short|slow/Suite.Waits|' 2>/dev/null || ran 'quick/Suite.Misses|slow/Suite.Waits|'
says '6 passed, 0 failed'
run 0
ran 'quick/Suite.Misses|'
says '6 passed before on this tree and are skipped'

# Begun anew on demand, a minute of short ones first.
sed -i -e 's/^passed [0-9.]* slow\/Suite.Short$/passed 0.001 slow\/Suite.Short/' \
  -e 's/^passed [0-9.]* quick\/Suite.Passes$/passed 500 quick\/Suite.Passes/' $journal
rm -f build/Testing/Temporary/CTestCostData.txt
run 0 --again
says 'Beginning anew: as you said.'
[ "$(wc -l <"$work/ran.txt")" = 7 ] || fail "not all seven ran"
[ -f build/Testing/journal.before.txt ] || fail "the journal before is gone"
[ "$(tail -n 1 "$work/ran.txt")" = quick/Suite.Passes ] || fail "the longest was not the last: $(cat "$work/ran.txt")"

# Another commit, and a file that was changed, are another tree.
git commit -q --allow-empty -m 'two'
run 0 --only quick
says 'Beginning anew: the journal is of tree'
says '4 passed, 0 failed'
echo '# more' >>CMakeLists.txt
run 0 --only quick
says "clean, and this is $(git rev-parse HEAD) changed-"
run 0 --only quick --exclude Lies
ran 'quick/Suite.Misses|'

# A tree that changes while its tests run is not vouched for.
rm -f "$work/go" "$work/pid"
"$root/scripts/run-tests" --jobs 1 --only Waits build >"$work/said.txt" 2>&1 &
pid=$!
until [ -s "$work/pid" ]; do sleep 0.01; done
echo '# and more' >>CMakeLists.txt
touch "$work/go"
status=0
wait $pid || status=$?
[ $status = 1 ] || fail "a tree that changed under it: status $status"
says 'The tree changed while its tests ran'

run 1 --only 'no such test'
