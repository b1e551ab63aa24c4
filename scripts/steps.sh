# SPDX-License-Identifier: Apache-2.0
# Says where ./run is: `step 3 of 8, 4:12: ...`. Sourced by ./run and scripts/showcase.sh, after `steps` was set to
# the number of steps that there are. Whoever ./run starts goes on with the numbers and the clock of ./run.
# shellcheck shell=sh
CASEBOOK_BEGAN=${CASEBOOK_BEGAN:-$(date +%s)}
CASEBOOK_STEP=${CASEBOOK_STEP:-0}
# shellcheck disable=SC2154
CASEBOOK_STEPS=${CASEBOOK_STEPS:-$steps}
export CASEBOOK_BEGAN CASEBOOK_STEP CASEBOOK_STEPS

# The time since ./run began: `4:12`.
so_far() {
  seconds=$(($(date +%s) - CASEBOOK_BEGAN))
  printf '%d:%02d' $((seconds / 60)) $((seconds % 60))
}

# step TEXT: the next step begins.
step() {
  CASEBOOK_STEP=$((CASEBOOK_STEP + 1))
  printf '\n== step %d of %d, %s: %s\n' "$CASEBOOK_STEP" "$CASEBOOK_STEPS" "$(so_far)" "$1"
}

# Megabytes that are free on the disk of a folder; nothing when df does not say.
megabytes_free() { df -Pk "$1" 2>/dev/null | awk 'NR == 2 { print int($4 / 1024) }'; }

# Whether hardly anything is free where build/ is; if so it says that this is probably the reason of a failure.
say_if_full() {
  free=$(megabytes_free build)
  [ -n "$free" ] && [ "$free" -lt 20 ] || return 1
  echo "The disk that holds $(pwd)/build is full ($free MB are free). Make room there and start again: what is" >&2
  echo "finished is kept." >&2
}
