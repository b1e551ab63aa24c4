#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks and plays every edition in rulesets/ with the built program and leaves the records in build/showcase/.
# An edition is a folder that holds *.rules files; its name is its path below rulesets/.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
casebook=$root/build/bin/casebook
showcase=$root/build/showcase

"$casebook" --version | head -n 1
editions=$(cd "$root/rulesets" 2>/dev/null && find . -name '*.rules' -exec dirname {} \; | sed 's,^\./,,' | sort -u)
if [ -z "$editions" ]; then
  echo "rulesets/ holds no edition yet, so there is nothing to play."
  exit 0
fi

mkdir -p "$showcase"
failures=0
for edition in $editions; do
  name=$(echo "$edition" | tr / -)
  echo
  echo "== $edition"
  if ! "$casebook" check "$root/rulesets/$edition"; then
    failures=$((failures + 1))
    continue
  fi
  "$casebook" play "$root/rulesets/$edition" --players random,random --seed 1 --record "$showcase/$name.json" \
    >"$showcase/$name.txt" 2>&1 || { failures=$((failures + 1)); cat "$showcase/$name.txt"; continue; }
  tail -n 3 "$showcase/$name.txt"
done

echo
echo "The games are in build/showcase/. Try next: build/bin/casebook --help"
[ "$failures" = 0 ] || { echo "$failures of the editions did not check and play; see above" >&2; exit 1; }
