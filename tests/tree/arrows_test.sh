#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The sources include only what the tables of docs/architecture/README.md allow ("Which room may include which"), and
# what they allow is used: an arrow that nothing needs any more goes from the page.
set -eu
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# arrows PAGE: `room room` for each arrow that the page allows; `room *` where every room is allowed.
arrows() {
  awk -F'|' '
    /^### Within `/ { top = $0; gsub(/^### Within `|`.*$/, "", top); next }
    /^## / { top = "" }
    function names(cell, into,    count) {
      count = 0
      while (match(cell, /`[^`]+`/)) {
        into[++count] = substr(cell, RSTART + 1, RLENGTH - 2)
        cell = substr(cell, RSTART + RLENGTH)
      }
      return count
    }
    top != "" && /^\| `/ {
      rooms = names($2, room); targets = names($3, target); others = names($4, other)
      for (i = 1; i <= rooms; ++i) {
        if ($3 ~ /every room/) print top "/" room[i], "*"
        for (j = 1; j <= targets; ++j) print top "/" room[i], top "/" target[j]
        for (j = 1; j <= others; ++j) print top "/" room[i], "verifier/" other[j]
      }
    }' "$1"
}

# check ROOT: arrows of the sources that the page does not allow, and arrows of the page that no source has.
check() {
  arrows "$1/docs/architecture/README.md" >"$work/allowed"
  (cd "$1" && grep -rE --include='*.h' --include='*.cpp' '^#include "(engine|verifier|editor)/' engine verifier editor) |
    awk '
      function below(path, room) { return index(path, room "/") == 1 }
      function room_of(path) { split(path, part, "/"); return part[1] "/" part[2] }
      NR == FNR { ++count; from[count] = $1; to[count] = $2; next }
      {
        file = $0; sub(/:.*/, "", file)
        included = $0; sub(/^[^"]*"/, "", included); sub(/".*/, "", included)
        top = file; sub(/\/.*/, "", top)
        other = included; sub(/\/.*/, "", other)
        if (room_of(file) == room_of(included)) next
        if (top != "engine" && other == "engine") next
        fine = 0
        for (i = 1; i <= count; ++i)
          if (below(file, from[i]) && (to[i] == "*" ? other == top : below(included, to[i]))) { fine = 1; used[i] = 1 }
        if (!fine) print file " includes " included
      }
      END { for (i = 1; i <= count; ++i) if (!(i in used)) print "no source needs the arrow from " from[i] " to " to[i] }
    ' "$work/allowed" -
}

said=$(check "$root")
[ -z "$said" ] || { echo "$said"; echo "FAILED: see docs/architecture/README.md"; exit 1; }
[ "$(wc -l <"$work/allowed")" -ge 40 ] || { echo "FAILED: the page has few arrows"; exit 1; }

# It notices an arrow that is not on the page, and one that is there for nothing.
mkdir -p "$work/tree/docs/architecture" "$work/tree/engine/base" "$work/tree/engine/board" "$work/tree/verifier/odds" \
  "$work/tree/editor"
cp "$root/docs/architecture/README.md" "$work/tree/docs/architecture/"
echo '#include "engine/board/map.h"' >"$work/tree/engine/base/text.h"
echo '#include "verifier/odds/odds.h"' >"$work/tree/engine/board/map.h"
echo '#include "engine/base/text.h"' >"$work/tree/verifier/odds/odds.h"
said=$(check "$work/tree")
for line in 'engine/base/text.h includes engine/board/map.h' 'engine/board/map.h includes verifier/odds/odds.h' \
  'no source needs the arrow from engine/board to engine/base'; do
  echo "$said" | grep -qxF "$line" || { echo "$said"; echo "FAILED: it does not say: $line"; exit 1; }
done
echo "$said" | grep -F 'verifier/odds/odds.h includes' && { echo "FAILED: the verifier may use the engine"; exit 1; }
exit 0
