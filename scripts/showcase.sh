#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks, plays and replays every edition in rulesets/ with the built program, shows one refusal with its case, and
# leaves games, records and reports in build/showcase/, with a page to begin at. An edition is a folder that holds *.rules files; its name is its path
# below rulesets/.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"
casebook=build/bin/casebook
showcase=build/showcase
mkdir -p "$showcase"

"$casebook" --version | head -n 1
# What is wrong with each rulebook, and where each two of them differ in play: one job an edition, as many at once as
# there are processors. 30 (something only sampled) and 40 (something refuted, or a difference) are results too. A page
# that is newer than the program and the rules is kept: it would come out the same.
reports() {
  echo 'across-suez/spi-1980|across-suez/decision-games-1 across-suez/decision-games-2'
  echo 'across-suez/decision-games-1|across-suez/decision-games-2'
  echo 'across-suez/decision-games-2|'
}
page_of() { echo "$showcase/report-$(echo "$1" | tr / -)"; }
report() {
  page=$(page_of "$1")
  if [ -s "$page.html" ] && [ -s "$page.txt" ] && [ -z "$(find rulesets "$casebook" -newer "$page.html" | head -n 1)" ]; then
    echo "$1: kept from last time, as neither program nor rules have changed"
    return 0
  fi
  echo "$1: begun"
  rm -f "$page.html"
  started=$(date +%s)
  status=0
  against=''
  for other in $2; do against="$against --compare $other"; done
  # shellcheck disable=SC2086
  "$casebook" report "$1" -o "$page.html" --errata "$page.md" $against >"$page.txt" 2>"$page.err" || status=$?
  echo "$1: done after $(($(date +%s) - started)) seconds"
  case $status in
    0 | 30 | 40) rm -f "$page.err" ;;
    *) rm -f "$page.html"; echo "the report of $1 ended with status $status:" >&2; cat "$page.err" >&2; return 1 ;;
  esac
}

# As many at once as there are processors, beside the games that are played meanwhile. The first of them is the longest.
all_reports() {
  at_once=$(nproc)
  failed=0
  running=''
  reports >"$showcase/reports.list"
  while IFS='|' read -r edition others; do
    report "$edition" "$others" &
    running="$running $!"
    at_once=$((at_once - 1))
    if [ "$at_once" -le 0 ]; then
      # Wait for the one begun last.
      wait $! || failed=1
      running=${running% *}
      at_once=1
    fi
  done <"$showcase/reports.list"
  for job in $running; do wait "$job" || failed=1; done
  rm -f "$showcase/reports.list"
  return $failed
}
all_reports >"$showcase/reports.log" 2>&1 &
reporting=$!

failures=0
for edition in $(cd rulesets && find . -name '*.rules' -exec dirname {} \; | sed 's,^\./,,' | sort -u); do
  name=$showcase/$(echo "$edition" | tr / -)
  printf '\n== %s\n' "$edition"
  if "$casebook" check "$edition" >"$name.check.txt" 2>&1 &&
    "$casebook" play "$edition" --players random,random --seed 1 --record "$name.record" >"$name.txt" 2>&1 &&
    "$casebook" replay "$name.record" >"$name.replay.txt" 2>&1; then
    cat "$name.check.txt"
    printf 'played with seed 1 (%s.txt, %s.record); ' "$name" "$name"
    tail -n 1 "$name.txt"
    head -n 1 "$name.replay.txt"
  else
    cat "$name.check.txt" "$name.txt" "$name.replay.txt" 2>/dev/null || true
    echo "$edition did not check, play and replay" >&2
    failures=$((failures + 1))
  fi
done

# A choice that the rules forbid: status 40 and the case that forbids it are what is wanted here.
printf '\n== May A1 attack B1 at the start of Hex skirmish?\n'
status=0
"$casebook" legal examples/hex-skirmish --why-not 'attack(A1, B1)' || status=$?
[ $status = 40 ] || { echo "the refusal ended with status $status where 40 was expected" >&2; failures=$((failures + 1)); }

# The whole of a real game: a seeded game with its log and last map, then a summary of some hundred games.
printf '\n== A complete game of Across Suez, SPI 1980, from its rules files\n'
"$casebook" play across-suez/spi-1980 --seed 1 >"$showcase/across-suez-game.txt"
head -n 12 "$showcase/across-suez-game.txt"
echo "  ... (the whole log: $showcase/across-suez-game.txt); the map at the end:"
sed -n '/^ *0101 /,$p' "$showcase/across-suez-game.txt"
"$casebook" play across-suez/spi-1980 --games 200

printf '\n== The map of Across Suez, with the counters where they begin\n'
"$casebook" render across-suez/spi-1980 -o "$showcase/across-suez.svg"

printf '\n== What is wrong with the rules of Across Suez, and where do its editions differ? (some minutes)\n'
# Told as it goes on, from the first report; ends when the last of them has ended.
tail -n +1 -f --pid=$reporting "$showcase/reports.log"
wait $reporting || failures=$((failures + 1))
rm -f "$showcase/reports.log"
reports | while IFS='|' read -r edition others; do
  page=$(page_of "$edition")
  [ -s "$page.txt" ] || continue
  printf '\n%s\n' "$edition"
  sed 's/^/  /' "$page.txt"
  echo '  most serious first:'
  # Rows of the list's first table: number, cases, what was found, why it stands there.
  sed -n 's/^| \([0-9][0-9]*\) | \(.*\) | \(.*\) | \(.*\) |$/    \1. \2: \3 (\4)/p' "$page.md" | head -n 3
done

# One page to begin at.
{
  cat <<'HEAD'
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Casebook: what ./run made</title>
<style>body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }</style></head>
<body><h1>What <code>./run</code> made</h1>
<h2>What is wrong with these rules, and where do editions differ?</h2>
<ul>
HEAD
  reports | while IFS='|' read -r edition others; do
    page=$(basename "$(page_of "$edition")")
    [ -s "$showcase/$page.html" ] || continue
    against=$(echo "$others" | sed 's/ /, and /')
    echo "<li><a href=\"$page.html\">$edition</a>${others:+, compared with $against};" \
      "<a href=\"$page.md\">the same as an errata list</a></li>"
  done
  echo '</ul><h2>The map, with the counters where they begin</h2>'
  echo '<p><a href="across-suez.svg">Across Suez, SPI 1980</a></p><h2>Games between random players</h2><ul>'
  for game in "$showcase"/*.record; do
    name=$(basename "$game" .record)
    echo "<li>$name: <a href=\"$name.txt\">log</a>, <a href=\"$name.record\">record</a></li>"
  done
  echo '</ul></body></html>'
} >"$showcase/index.html"

printf '\nTry next:\n'
for line in 'play examples/hex-skirmish --players human,random --seed 2' 'show across-suez/spi-1980 6.4' 'show across-suez/spi-1980 --readings' 'show examples/cup' 'legal examples/interrupt' --help; do
  echo "  build/bin/casebook $line"
done
printf '\nAll of it, to look at in a browser:\n  %s\n' "$root/$showcase/index.html"
[ $failures = 0 ] || { echo "$failures of these did not go as they must; see above" >&2; exit 1; }
