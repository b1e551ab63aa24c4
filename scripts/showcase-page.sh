#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints the page that ./run leaves, from what stands in build/showcase (or in the folder that is given). It is one file:
# pictures are in it, nothing is loaded from elsewhere, and the same files give the same bytes. Links lead to what was
# made and to the documents of this tree. What was not made is not mentioned; without the editor its picture is the one
# of the manual.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"
showcase=${1:-build/showcase}

escaped() { sed -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/>/\&gt;/g' -e 's/"/\&quot;/g'; }
# data TYPE FILE: the file as the address of a picture.
data() { printf 'data:image/%s;base64,' "$1"; base64 <"$2" | tr -d '\n'; }
# made COMMAND: the command that makes it again.
made() { printf '<span class="make">%s</span>\n' "$(printf '%s' "$1" | escaped)"; }
# The lines of a text, each with the depth of its indentation, so that a line that is too long goes on below its beginning.
lines() {
  awk '{ text = $0; sub(/^ */, "", text); printf "<span style=\"--in:%d\">%s</span>", length($0) - length(text), text }'
}
is_there() { [ -s "$showcase/$1" ]; }
# link HREF TEXT
link() { printf '<a href="%s">%s</a>' "$1" "$2"; }

cat <<'E2'
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Casebook: where to begin</title>
<style>
E2
sed 1,2d scripts/showcase.css
cat <<'E2'
</style></head>
<body>
<header><div>
<p class="kicker">A workbench for board-wargame rules</p>
<h1>Casebook</h1>
<p>The rules of a wargame are written once, case by case as the rulebook prints them, in a small language that a program
can read. From that one text Casebook plays the game, and when it refuses a move it names the case that forbids it. It
also finds what is wrong or unclear in the rules, shows where two editions play differently, and gives an editor to
those who draw maps and write orders of battle.</p>
</div></header>
<main>
E2

# ---- 1.0 a rule beside its refusal
rules=rulesets/across-suez/spi-1980/04-movement.rules
if is_there refusal.txt; then
  cat <<'E2'
<section><h2><b>1.0</b> The rules play, and a refusal names its case</h2>
<p>May Matt 2 go from one hex that the enemy controls straight to another? First the case as it is written in the rules,
then what Casebook answers, with everything that the answer rests on.</p>
<div class="two"><figure>
E2
  printf '<p class="label">Case 4.5, in <a href="%s">04-movement.rules</a></p>\n' "../../$rules"
  printf '<pre class="rule">'
  {
    sed -n '/^case 4\.5 /,/^  define controls(/p' $rules
    sed -n 's/^ *\(require 4\.5 zone_to_zone:.*\)/  action step(u, to)\n    \1/p' $rules
  } | escaped | sed -e 's,^case.*,<b>&</b>,' -e 's,require 4\.5 zone_to_zone,<mark>&</mark>,' | lines
  printf '</pre></figure>\n<figure><p class="label">What Casebook answers</p><pre class="refusal">'
  # As far as the first of its reasons goes, and the name of the next.
  sed -n '1,/^  9\.1 /p' "$showcase/refusal.txt" | escaped | sed -e '1s,.*,<b>&</b>,' -e 's,^\(  \)\([0-9.]* ([a-z_]*)\),\1<mark>\2</mark>,' | lines
  printf '</pre></figure></div>\n'
  made "build/bin/casebook legal across-suez/spi-1980 --why-not 'step(Matt 2, 0611)'"
  echo '</section>'
fi

# ---- 2.0 a difference of editions on the map
if is_there night-spi-1980.svg && is_there night-decision-games-2.svg; then
  cat <<'E2'
<section><h2><b>2.0</b> Two editions differ, and the map shows where</h2>
<p>Turn 4 of <i>Across Suez</i> is a night, and Matt 1, with an allowance of 8, is about to move. The numbers are the points
that it spends to come to a hex. The edition of 1980 takes 2 points off (case 10.0); the later one halves the allowance
(12.2(1)).</p>
<div class="two">
E2
  for edition in spi-1980 decision-games-2; do
    case $edition in
      spi-1980) title='SPI, 1980' ;;
      *) title='The later edition of Decision Games' ;;
    esac
    printf '<figure><div class="map"><img alt="The hexes that Matt 1 can reach, with the points that it spends" src="'
    data svg+xml "$showcase/night-$edition.svg"
    printf '"></div><figcaption><strong>%s</strong>' "$title"
    if is_there "night-$edition.txt"; then
      sed -n 's/^ *\([0-9]*\) places, and what of \([0-9]*\) .*/: with \2 points it reaches <strong>\1 hexes<\/strong>./p' "$showcase/night-$edition.txt"
    fi
    made "build/bin/casebook render build/showcase/night-$edition.json -o build/showcase/night-$edition.svg --bare --view 'reach(Matt 1)' --around 1212 --steps 6"
    echo '</figcaption></figure>'
  done
  echo '</div></section>'
fi

# ---- 3.0 the editor
with_editor=no
picture=docs/pictures/editor.png
if is_there editor/window-views.png; then
  with_editor=yes
  picture=$showcase/editor/window-views.png
fi
cat <<'E2'
<section><h2><b>3.0</b> The editor knows the rules</h2>
<p>It paints what the rules declare, and says what they forbid while you work. Here a unit is selected, and the window
shows which hexes it can reach.</p>
<figure><img alt="The window of the editor with the map of Across Suez" src="
E2
data png "$picture"
echo '"><figcaption>'
if [ $with_editor = yes ]; then
  echo 'The editor drew this picture of its window itself.'
  made 'build/bin/casebook-editor rulesets/across-suez'
else
  echo 'This picture comes from the manual: Qt 6 is not on this machine, so the editor was not built. On Debian install it'
  echo 'and run again:'
  made 'apt-get install qt6-base-dev && ./run'
fi
echo '</figcaption></figure></section>'

# ---- 4.0 what to read first
echo '<section><h2><b>4.0</b> Read these three first</h2><ol class="first">'
# item HREF TITLE TEXT: what was made, or a document.
item() {
  case $1 in
    ../../*) [ -s "${1#../../}" ] ;;
    *) is_there "$1" ;;
  esac || return 0
  printf '<li>%s<span>%s</span></li>\n' "$(link "$1" "$2")" "$3"
}
item report-across-suez-spi-1980.html 'What is wrong with the rules of 1980?' \
  'The report on a published game: what has to be decided, each finding on the map, and two other editions beside it. Some ten minutes.'
item across-suez-game.txt 'A whole game, case by case' \
  'The log of one game between two random players, with the case that every part of the turn rests on. Two minutes.'
item ../../docs/README.md 'The manual' \
  'What there is to read, from the command line to the language of the rules (<code>docs/README.md</code>).'
echo '</ol></section>'

# ---- 5.0 tutorials
echo '<section><h2><b>5.0</b> Learn it by doing</h2><ul class="ways">'
item ../../docs/tutorial/variant.md 'A variant in ten minutes' \
  'Change a game that is there: a case, an option, a unit (<code>docs/tutorial/variant.md</code>).'
item ../../docs/tutorial/from-finding-to-rule.md 'From a finding to a better rule' \
  'Read what is unclear, decide, change the rule, compare (<code>docs/tutorial/from-finding-to-rule.md</code>).'
item ../../docs/tutorial/first-ruleset.md 'Your first ruleset in an hour' \
  'From an empty folder to a game of your own that plays (<code>docs/tutorial/first-ruleset.md</code>).'
item ../../docs/manual/editor.md 'A first scenario in the editor' \
  'A map, units and their set-up, in a window (<code>docs/manual/editor.md</code>).'
echo '</ul></section>'

# ---- 6.0 everything
echo '<section><h2><b>6.0</b> Everything that was made</h2>'
echo '<p>Each line ends with the command that makes it again. Type it in the folder of the repository.</p>'
echo '<h3>Reports</h3><dl>'
report() {
  edition=$1
  page=report-$(echo "$edition" | tr / -)
  is_there "$page.html" || return 0
  shift
  against=''
  for other; do against="$against --compare $other"; done
  printf '<dt>%s</dt><dd>' "$(link "$page.html" "$edition")"
  is_there "$page.txt" && printf '<span class="say">%s</span>' "$(tail -n 1 "$showcase/$page.txt" | escaped)"
  is_there "$page.md" && printf '<span class="say">The findings as a list for a rules editor: %s</span>' "$(link "$page.md" "$page.md")"
  made "build/bin/casebook report $edition -o build/showcase/$page.html --errata build/showcase/$page.md$against"
  echo '</dd>'
}
report across-suez/spi-1980 across-suez/decision-games-1 across-suez/decision-games-2
report across-suez/decision-games-1 across-suez/decision-games-2
report across-suez/decision-games-2
echo '</dl><h3>Pictures</h3><dl>'
if is_there across-suez.svg; then
  printf '<dt>%s</dt><dd><span class="say">The whole map with every counter where it begins, at true scale.</span>' "$(link across-suez.svg 'The map of <i>Across Suez</i>')"
  made 'build/bin/casebook render across-suez/spi-1980 -o build/showcase/across-suez.svg'
  echo '</dd>'
fi
if [ $with_editor = yes ]; then
  printf '<dt>%s</dt><dd><span class="say">The window with each of its panels, and its dialogs.</span>' "$(link editor/ 'The windows of the editor')"
  made 'build/bin/casebook-editor --screenshot build/showcase/editor rulesets/across-suez'
  echo '</dd>'
fi
echo '</dl><h3>Games</h3><dl>'
if is_there across-suez-game.txt; then
  printf '<dt>%s</dt><dd><span class="say">One game with its log and its last map.</span>' "$(link across-suez-game.txt '<i>Across Suez</i>, 1980')"
  made 'build/bin/casebook play across-suez/spi-1980 --seed 1'
  echo '</dd>'
fi
if is_there across-suez-games.txt; then
  printf '<dt>%s</dt><dd><span class="say">200 games in summary.</span>' "$(link across-suez-games.txt 'Who wins, and how often')"
  made 'build/bin/casebook play across-suez/spi-1980 --games 200'
  echo '</dd>'
fi
for edition in $(cd rulesets && find . -name '*.rules' -exec dirname {} \; | sed 's,^\./,,' | LC_ALL=C sort -u); do
  name=$(echo "$edition" | tr / -)
  is_there "$name.record" && is_there "$name.txt" || continue
  printf '<dt>%s</dt><dd><span class="say">%s; %s, %s</span>' "$edition" "$(tail -n 1 "$showcase/$name.txt" | escaped)" \
    "$(link "$name.txt" log)" "$(link "$name.record" record)"
  made "build/bin/casebook play $edition --players random,random --seed 1 --record build/showcase/$name.record"
  echo '</dd>'
done
cat <<'E2'
</dl></section>
</main>
<footer>This page is <code>build/showcase/index.html</code>. <code>./run</code> makes it again, and a report only when the
program or the rules have changed.</footer>
</body></html>
E2
