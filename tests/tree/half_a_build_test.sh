#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# scripts/build.sh with half a build: a folder that was moved, cut short by a crash, made for another generator, on a
# full disk. It is tried on a small project with the same presets; only the sources of Casebook are left out.
set -eu
root=$1
unset CASEBOOK_CONFIGURE  # ./test sets it for its own build
for tool in cmake ninja make readelf; do command -v $tool >/dev/null 2>&1 || exit 77; done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1"; cat "$work/said.txt"; exit 1; }
said() { grep -qF -- "$1" "$work/said.txt" || fail "it does not say: $1"; }
silent() { ! grep -qF -- "$1" "$work/said.txt" || fail "it says: $1"; }
# attempt STATUS: the build of the small project ends with STATUS.
attempt() {
  status=0
  "$tree/scripts/build.sh" 1 programs >"$work/said.txt" 2>&1 || status=$?
  [ "$status" = "$1" ] || fail "the build ended with $status where $1 was expected"
}
works() { [ "$("$tree/build/bin/casebook" --version)" = 'casebook, a small one' ] || fail "the program does not work"; }

tree=$work/tree
mkdir -p "$tree/scripts"
cp "$root/scripts/build.sh" "$root/scripts/steps.sh" "$tree/scripts"
cp "$root/CMakePresets.json" "$tree"
cat >"$tree/CMakeLists.txt" <<'E2'
cmake_minimum_required(VERSION 3.25)
project(small CXX)
option(CASEBOOK_TESTS "" ON)
if(CASEBOOK_TESTS)
  message(FATAL_ERROR "nobody asked for the tests")
endif()
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
add_library(part STATIC part.cpp)
add_executable(casebook main.cpp)
target_link_libraries(casebook PRIVATE part)
add_custom_target(programs DEPENDS casebook)
E2
echo 'const char* text() { return "casebook, a small one"; }' >"$tree/part.cpp"
cat >"$tree/main.cpp" <<'E2'
#include <cstdio>
const char* text();
int main() { std::puts(text()); }
E2

# From nothing, without the tests; then again, when nothing is to be done.
attempt 0
works
attempt 0
silent 'configuring it afresh'

# ---- a configuration that is of no use
mv "$tree" "$work/moved"
tree=$work/moved
attempt 0
said 'build/ belongs to another folder: configuring it afresh'
works

head -c 200 "$tree/build/CMakeCache.txt" >"$work/cut"
cp "$work/cut" "$tree/build/CMakeCache.txt"
attempt 0
said 'build/ was left in the middle of configuring'
works

rm -r "$tree/build"
cmake -S "$tree" -B "$tree/build" -G 'Unix Makefiles' -DCASEBOOK_TESTS=OFF >"$work/said.txt" 2>&1 || fail "make"
attempt 0
said 'build/ was made for another generator than Ninja'
works

rm "$tree/build/CMakeCache.txt"
attempt 0
works
head -c 300 "$tree/build/build.ninja" >"$work/cut"
cp "$work/cut" "$tree/build/build.ninja"
attempt 0
works
head -c 20 "$tree/build/.ninja_log" >"$work/cut"
cp "$work/cut" "$tree/build/.ninja_log"
head -c 30 "$tree/build/.ninja_deps" >"$work/cut"
cp "$work/cut" "$tree/build/.ninja_deps"
attempt 0
works

# ---- files that a crash left empty or cut short, of the very time at which they were made
object=$(find "$tree/build" -name 'part.cpp.o')
archive=$tree/build/libpart.a
program=$tree/build/bin/casebook
for file in "$object" "$archive" "$program"; do
  for bytes in 0 700; do
    head -c $bytes "$file" >"$work/cut"
    touch -r "$file" "$work/cut"
    cp -p "$work/cut" "$file"
    [ "$file" = "$program" ] || rm -f "$program"
    [ "$file" != "$object" ] || rm -f "$archive"
    attempt 0
    said 'are broken, as after a crash'
    works
  done
done

# ---- what cannot be helped is said, and the next attempt goes on
cp "$tree/part.cpp" "$work/part.cpp"
echo 'this is no C++' >"$tree/part.cpp"
attempt 1
said 'part.cpp'
said 'The build failed; the reason stands above.'
cp "$work/part.cpp" "$tree/part.cpp"
attempt 0
works
echo 'message(FATAL_ERROR "no fmt here")' >>"$tree/CMakeLists.txt"
attempt 1
said 'no fmt here'
said 'The build could not be configured'
sed -i '$d' "$tree/CMakeLists.txt"
attempt 0
works

# ---- a full disk: before a first build it says how much room is missing; what was built stays
mkdir "$work/full"
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=30m none "$work/full" 2>/dev/null; then
  trap 'umount "$work/full"; rm -rf "$work"' EXIT
  cp -r "$tree" "$work/full/tree"
  tree=$work/full/tree
  rm -rf "$tree/build"
  attempt 1
  said 'MB free, and a build needs'
  rmdir "$tree/build"
  cp -r "$work/moved/build" "$tree/build"
  attempt 0
  works
  printf '%s\n' 'const char* text() { return "casebook, a small one"; }' 'int more;' >"$tree/part.cpp"
  dd if=/dev/zero of="$work/full/filled" bs=1k 2>/dev/null || true
  attempt 1
  said 'is full (0 MB are free)'
  rm "$work/full/filled"
  attempt 0
  works
else
  echo "(no full disk was tried: it takes root, and a tmpfs)"
fi
