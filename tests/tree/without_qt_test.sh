#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# With -DCASEBOOK_EDITOR=OFF nothing asks for Qt, and what writes pictures compiles without it; with ON and no Qt the
# configuration stops and says so; AUTO goes on without.
set -eu
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1"; tail -n 20 "$work/said.txt"; exit 1; }
configure() {
  folder=$1
  shift
  cmake -S "$root" -B "$work/$folder" -G Ninja -DCASEBOOK_TESTS=OFF "$@" >"$work/said.txt" 2>&1
}
no_qt() {
  ! grep -qiE 'qt6|libQt|casebook_paint' "$work/$1/build.ninja" || fail "a build without Qt mentions it"
}

configure off -DCASEBOOK_EDITOR=OFF || fail "it cannot be configured without Qt"
no_qt off
cmake --build "$work/off" --target verifier/CMakeFiles/casebook_cli.dir/cli/shared/picture_files.cpp.o >"$work/said.txt" 2>&1 ||
  fail "pictures do not compile without Qt"

# As if there were none here.
configure auto -DCMAKE_DISABLE_FIND_PACKAGE_Qt6=ON || fail "AUTO does not go on without Qt"
grep -q 'building without the editor, PNG and PDF' "$work/said.txt" || fail "it does not say that it goes on without Qt"
no_qt auto
! configure on -DCASEBOOK_EDITOR=ON -DCMAKE_DISABLE_FIND_PACKAGE_Qt6=ON || fail "ON goes on without Qt"
grep -q 'Qt6' "$work/said.txt" || fail "it does not say that Qt is missing"
