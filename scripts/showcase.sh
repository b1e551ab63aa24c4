#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Shows what the built programs do: checks, plays and replays every edition in rulesets/, lets the rules refuse a
# choice, draws maps and the editor's window, reports on three editions, and writes a page to begin at. All of it goes
# to build/showcase/. An edition is a folder that holds *.rules files; its name is its path below rulesets/.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"
# shellcheck disable=SC2034
steps=6
. scripts/steps.sh
casebook=build/bin/casebook
editor=build/bin/casebook-editor
showcase=build/showcase
mkdir -p "$showcase" || { say_if_full || true; exit 1; }

trap 'echo; echo "Stopped. What is finished is kept; ./run goes on from there."; exit 130' INT TERM

failures=0
failed() {
  echo "$1" >&2
  say_if_full || true
  failures=$((failures + 1))
}
file_of() { echo "$1" | tr / -; }

# ---- every edition
step "Check, play and replay every edition in rulesets/"
editions=0
for edition in $(cd rulesets && find . -name '*.rules' -exec dirname {} \; | sed 's,^\./,,' | sort -u); do
  name=$showcase/$(file_of "$edition")
  rm -f "$name.record"
  if "$casebook" check "$edition" >"$name.check.txt" 2>&1 &&
    "$casebook" play "$edition" --players random,random --seed 1 --record "$name.record" >"$name.txt" 2>&1 &&
    "$casebook" replay "$name.record" >"$name.replay.txt" 2>&1; then
    editions=$((editions + 1))
    printf '  %-30s %s; %s\n' "$edition" "$(tail -n 1 "$name.txt")" "$(head -n 1 "$name.replay.txt" | sed 's/ under .*//')"
  else
    cat "$name.check.txt" "$name.txt" "$name.replay.txt" 2>/dev/null || true
    failed "$edition did not check, play and replay"
  fi
done

# ---- a refusal: status 40 and the case that forbids the step are what is wanted here
step "May Matt 2 leave the enemy's zone for another hex of it?"
refused() { "$casebook" legal across-suez/spi-1980 --why-not 'step(Matt 2, 0611)'; }
status=0
refused >"$showcase/refusal.txt" 2>&1 || status=$?
head -n 4 "$showcase/refusal.txt"
echo "  ... (all of it: $showcase/refusal.txt)"
[ $status = 40 ] || failed "the refusal ended with status $status where 40 was expected"

# ---- a whole game
step "Play Across Suez, edition of 1980: one game with its log, and 200 in a row"
"$casebook" play across-suez/spi-1980 --seed 1 >"$showcase/across-suez-game.txt" 2>&1 || failed "the game was not played"
tail -n 1 "$showcase/across-suez-game.txt"
"$casebook" play across-suez/spi-1980 --games 200 >"$showcase/across-suez-games.txt" 2>&1 ||
  failed "the games were not played"
cat "$showcase/across-suez-games.txt"

# ---- pictures
step "Draw the map, one night under two editions, and the editor's window"
drawn() { "$casebook" render "$@" >"$showcase/render.log" 2>&1 || { cat "$showcase/render.log"; failed "no picture: render $*"; }; }
drawn across-suez/spi-1980 -o "$showcase/across-suez.svg"
for edition in spi-1980 decision-games-2; do
  scripts/showcase-night.sh "$casebook" $edition "$showcase" || failed "the night of $edition was not drawn"
done
with_editor=no
# A program from a time when Qt was here does not count.
if [ -x $editor ] && grep -q 'bin/casebook-editor' build/build.ninja 2>/dev/null; then
  with_editor=yes
  if QT_QPA_PLATFORM=offscreen "$editor" --screenshot "$showcase/editor" rulesets/across-suez >"$showcase/editor.log" 2>&1; then
    rm -f "$showcase/editor.log"
  else
    cat "$showcase/editor.log"
    failed "the editor did not draw its window"
  fi
else
  rm -rf "$showcase/editor"
  echo "There is no editor in build/bin, as Qt 6 was not found when it was configured. On Debian: apt-get install qt6-base-dev"
fi

# ---- reports: what is wrong with each rulebook, and where two of them differ in play
# One job an edition, as many at once as there are processors. 30 (something only sampled) and 40 (something refuted,
# or a difference) are results too. A report that is newer than the program and the rules is kept: it would come out
# the same.
reports() {
  echo 'across-suez/spi-1980|across-suez/decision-games-1 across-suez/decision-games-2'
  echo 'across-suez/decision-games-1|across-suez/decision-games-2'
  echo 'across-suez/decision-games-2|'
}
report_of() { echo "$showcase/report-$(file_of "$1")"; }
is_kept() {
  [ -s "$1.html" ] && [ -s "$1.txt" ] && [ -z "$(find rulesets "$casebook" -newer "$1.html" | head -n 1)" ]
}
# The latest line of every report at work, on a terminal in one line that is rewritten; else a line a news, but of the
# checks, of which there are many, every sixth only. $1: the report, $2: its line.
tell() {
  if [ -t 1 ]; then
    echo "${1##*report-across-suez-} $2" >"$1.now"
    now=$(cat "$showcase"/report-*.now 2>/dev/null | tr '\n' '|' | sed 's/|$//; s/|/ | /g')
    printf '\r\033[K%s' "$(printf '  %s  %s' "$(so_far)" "$now" | cut -c "1-$columns")"
  else
    case $2 in
      *': checks: '*', '[0-9]*' of '*)
        number=${2##*, }
        [ $((${number%% of *} % 6)) = 1 ] || return 0
        ;;
    esac
    printf '  %s  %s: %s\n' "$(so_far)" "${1##*report-}" "$2"
  fi
}
columns=$(stty size 2>/dev/null | awk '{ print $2 - 1 }' || true)
[ "${columns:-0}" -gt 20 ] || columns=79
report() {
  page=$(report_of "$1")
  if is_kept "$page"; then
    echo "  $1: kept from last time, as neither program nor rules have changed"
    return 0
  fi
  rm -f "$page.html" "$page.err"
  against=''
  for other in $2; do against="$against --compare $other"; done
  # shellcheck disable=SC2086
  {
    status=0
    "$casebook" report "$1" -o "$page.html" --errata "$page.md" $against --progress 2>&1 >"$page.txt" || status=$?
    echo "status $status"
  } | while IFS= read -r line; do
    case $line in
      'stage '*) tell "$page" "$line" ;;
      'status '*) echo "${line#status }" >"$page.status" ;;
      *) printf '%s\n' "$line" >>"$page.err" ;;
    esac
  done
  status=$(cat "$page.status" 2>/dev/null || echo unknown)
  rm -f "$page.now" "$page.status"
  [ ! -t 1 ] || printf '\r\033[K'
  case $status in
    0 | 30 | 40) rm -f "$page.err"; echo "  $(so_far)  $1: done" ;;
    130) rm -f "$page.html"; return 1 ;;
    *)
      rm -f "$page.html"
      echo "The report of $1 ended with status $status:" >&2
      cat "$page.err" >&2
      return 1
      ;;
  esac
}
step "What is wrong with the rules of Across Suez, and where do its editions differ?"
rm -f "$showcase"/report-*.now
at_once=$(nproc)
running=''
reports >"$showcase/reports.list"
while IFS='|' read -r edition others; do
  report "$edition" "$others" </dev/null &
  running="$running $!"
  at_once=$((at_once - 1))
  if [ "$at_once" -le 0 ]; then
    # Wait for the one begun last; the first of them is the longest.
    wait $! || failed "there is no report of $edition"
    running=${running% *}
    at_once=1
  fi
done <"$showcase/reports.list"
for job in $running; do wait "$job" || failed "a report was not made"; done
rm -f "$showcase/reports.list"
reports | while IFS='|' read -r edition others; do
  page=$(report_of "$edition")
  [ -s "$page.html" ] || continue
  printf '%s\n' "$edition"
  tail -n 1 "$page.txt" | sed 's/^/  /'
  # Rows of the list's first table: number, cases, what was found, why it stands there.
  sed -n 's/^| \([0-9][0-9]*\) | \(.*\) | \(.*\) | \(.*\) |$/    \1. \2: \3 (\4)/p' "$page.md" | head -n 3
done

# ---- the page, and what to do next
step "Write the page to begin at"
if scripts/showcase-page.sh >"$showcase/index.new"; then
  mv "$showcase/index.new" "$showcase/index.html"
else
  rm -f "$showcase/index.new"
  failed "the page was not written"
fi

count() { ls "$showcase" | grep -c "$1" || true; }
programs=casebook
[ ! -x build/bin/casebook-script ] || programs="$programs, casebook-script"
next='build/bin/casebook show across-suez/spi-1980 6.4'
if [ $with_editor = yes ]; then
  programs="$programs, casebook-editor"
  next='build/bin/casebook-editor rulesets/across-suez'
fi
printf '\nMade:      build/bin/ (%s); %d games and %d reports, in %s\n' \
  "$programs" "$(count '\.record$')" "$(count '^report-.*\.html$')" "$(so_far)"
printf 'Look at:   %s\n' "$root/$showcase/index.html"
printf 'Try next:  %s\n' "$next"
[ $failures = 0 ] || { echo "$failures of these did not go as they must; see above" >&2; exit 1; }
