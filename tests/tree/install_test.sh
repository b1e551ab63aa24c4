#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `cmake --install` into an empty prefix gives a program and data that work there; uninstall takes exactly that away.
set -eu
root=$1
build=$2
prefix=$(mktemp -d)
manifest=$build/install_manifest.txt
# The manifest may be that of an installation which the user still wants to uninstall one day.
[ ! -f "$manifest" ] || cp "$manifest" "$prefix.manifest"
finish() {
  rm -rf "$prefix"
  if [ -f "$prefix.manifest" ]; then mv "$prefix.manifest" "$manifest"; else rm -f "$manifest"; fi
}
trap finish EXIT
fail() { echo "FAILED: $1"; exit 1; }

cmake --install "$build" --prefix "$prefix"
version=$("$prefix/bin/casebook" --version | head -n 1)
case $version in "casebook "[0-9]*) ;; *) fail "the installed program says '$version'" ;; esac
for folder in rulesets docs/errors docs/manual docs/pictures docs/editor docs/formats; do
  [ -d "$root/$folder" ] || continue
  diff -r "$root/$folder" "$prefix/share/casebook/$folder" || fail "$folder was not installed as it is"
done
[ -f "$prefix/share/doc/casebook/LICENSE" ] || fail "the licence was not installed"

echo "somebody else's" >"$prefix/share/casebook/keep.txt"
cmake --build "$build" --target uninstall
left=$(cd "$prefix" && find . -type f -o -type l)
[ "$left" = ./share/casebook/keep.txt ] || fail "after the uninstall there is: $left"
[ ! -d "$prefix/share/casebook/rulesets" ] || fail "empty folders are left"

if cmake --build "$build" --target uninstall >"$prefix/second.txt" 2>&1; then fail "a second uninstall succeeds"; fi
grep -q 'Nothing to uninstall' "$prefix/second.txt" || fail "a second uninstall does not say that nothing is there"
