#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The sources include only what the tables of docs/architecture/README.md allow ("Which room may include which"), and
# what they allow is used: an arrow that nothing needs any more goes from the page. Every room has a row in those tables,
# and one in the tables that say what the rooms hold.
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

# rows PAGE: `arrows ROOM` for each room in the tables of arrows, `holds ROOM` for each in those of what a room holds.
rows() {
  awk -F'|' '
    /^### Within `/ { top = $0; gsub(/^### Within `|`.*$/, "", top); next }
    /^## / { top = ""; to_come = /to come/ }
    /^\| `/ && !to_come {
      cell = $2
      while (match(cell, /`[^`]+`/)) {
        room = substr(cell, RSTART + 1, RLENGTH - 2)
        print top == "" ? "holds " room : "arrows " top "/" room
        cell = substr(cell, RSTART + RLENGTH)
      }
    }' "$1"
}

# check ROOT: arrows of the sources that the page does not allow, arrows of the page that no source has, and rooms
# that the page does not name.
check() {
  rows "$1/docs/architecture/README.md" >"$work/rows"
  (cd "$1" && find engine verifier editor -name '*.h' -o -name '*.cpp') |
    sed -n 's,^\([^/]*/[^/]*\)/.*,\1,p' | sort -u | while IFS= read -r room; do
      grep -qxF "arrows $room" "$work/rows" || echo "no row says what $room may include"
      grep -qxF "holds $room" "$work/rows" || echo "no row says what $room holds"
    done
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

# It notices an arrow that is not on the page, one that is there for nothing, and a room that the page does not name or
# names only among those to come.
mkdir -p "$work/tree/docs/architecture" "$work/tree/engine/base" "$work/tree/engine/board" "$work/tree/verifier/odds" \
  "$work/tree/verifier/attic" "$work/tree/verifier/cellar/shared" "$work/tree/editor"
cp "$root/docs/architecture/README.md" "$work/tree/docs/architecture/"
echo '#include "engine/board/map.h"' >"$work/tree/engine/base/text.h"
echo '#include "verifier/odds/odds.h"' >"$work/tree/engine/board/map.h"
echo '#include "engine/base/text.h"' >"$work/tree/verifier/odds/odds.h"
echo '#include "engine/base/text.h"' >"$work/tree/verifier/attic/attic.h"
echo '#include "engine/base/text.h"' >"$work/tree/verifier/cellar/shared/cellar.h"
cat >>"$work/tree/docs/architecture/README.md" <<'PAGE'
## More rooms to come
| `verifier/cellar` | what is to come | nothing |
PAGE
said=$(check "$work/tree")
for line in 'engine/base/text.h includes engine/board/map.h' 'engine/board/map.h includes verifier/odds/odds.h' \
  'no source needs the arrow from engine/board to engine/base' \
  'no row says what verifier/attic may include' 'no row says what verifier/attic holds' \
  'no row says what verifier/cellar may include' 'no row says what verifier/cellar holds'; do
  echo "$said" | grep -qxF "$line" || { echo "$said"; echo "FAILED: it does not say: $line"; exit 1; }
done
echo "$said" | grep -F 'verifier/odds/odds.h includes' && { echo "FAILED: the verifier may use the engine"; exit 1; }
echo "$said" | grep -E 'no row says what (engine/base|engine/board|verifier/odds) ' &&
  { echo "FAILED: these rooms have their rows"; exit 1; }
exit 0
