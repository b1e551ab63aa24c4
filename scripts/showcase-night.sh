#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One unit of Across Suez on the first choice of a night turn, under one of its editions: scripts/showcase-night.sh
# CASEBOOK EDITION FOLDER. Leaves the position, its picture and the hexes that the unit can reach: night-EDITION.json,
# .svg and .txt. The position is the same for either edition but for the name of the edition in it.
set -eu
casebook=$1
edition=$2
at=$3/night-$edition
sed "s/decision-games-2/$edition/" rulesets/across-suez/decision-games-2/positions/editions/a-night-begins.json >"$at.json"
# The only choice there ends the turn before the night.
"$casebook" play "$at.json" --most 1 --record "$at.record" >"$at.txt" 2>&1 &&
  "$casebook" replay "$at.record" --position "$at.json" >>"$at.txt" 2>&1 || { cat "$at.txt" >&2; exit 1; }
rm "$at.record"
"$casebook" ask "$at.json" 'reach(Matt 1)' >"$at.txt"
"$casebook" render "$at.json" -o "$at.svg" --bare --view 'reach(Matt 1)' --around 1212 --steps 6 >/dev/null
