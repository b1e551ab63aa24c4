#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks, plays and replays every edition in rulesets/ with the built program, shows one refusal with its case, and
# leaves games and records in build/showcase/. An edition is a folder that holds *.rules files; its name is its path
# below rulesets/.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"
casebook=build/bin/casebook
showcase=build/showcase
mkdir -p "$showcase"

"$casebook" --version | head -n 1
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
echo "open it in a browser: $showcase/across-suez.svg"

# What is wrong with each rulebook: 30 (something only sampled) and 40 (something refuted) are results too. The page of
# the first edition has its comparison with the later one beside it.
printf '\n== What is wrong with the rules? (a minute or two each)\n'
for edition in spi-1980 decision-games-1 decision-games-2; do
  status=0
  compare=''
  [ "$edition" != spi-1980 ] || compare='--compare across-suez/decision-games-2 --compare-games 6 --compare-positions 1500'
  # shellcheck disable=SC2086
  "$casebook" report "across-suez/$edition" -o "$showcase/report-$edition.html" --errata "$showcase/errata-$edition.md" $compare || status=$?
  case $status in
    0 | 30 | 40) ;;
    *) echo "the report of $edition ended with status $status" >&2; failures=$((failures + 1)) ;;
  esac
done

# Three editions, two by two: 0 (the same, proved), 30 (nothing found) and 40 (they differ) are all results.
printf '\n== Where do the editions of Across Suez differ in play?\n'
for pair in 'spi-1980 decision-games-1' 'spi-1980 decision-games-2' 'decision-games-1 decision-games-2'; do
  name=$showcase/compare-$(echo "$pair" | tr ' ' -)
  status=0
  "$casebook" compare "across-suez/${pair% *}" "across-suez/${pair#* }" --games 6 --positions 1500 --witnesses "$name" >"$name.txt" || status=$?
  case $status in
    0 | 30 | 40) sed -n '/^met while/,/^$/p' "$name.txt"; grep -A 1 ' are played alike$' "$name.txt"; echo "  (all of it: $name.txt)" ;;
    *) echo "comparing $pair ended with status $status" >&2; failures=$((failures + 1)) ;;
  esac
done

printf '\nTry next:\n'
for line in 'play examples/hex-skirmish --players human,random --seed 2' 'show across-suez/spi-1980 6.4' 'show across-suez/spi-1980 --readings' 'show examples/cup' 'legal examples/interrupt' --help; do
  echo "  build/bin/casebook $line"
done
[ $failures = 0 ] || { echo "$failures of these did not go as they must; see above" >&2; exit 1; }
