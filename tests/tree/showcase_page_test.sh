#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The page that ./run leaves: one file with its three pictures, the same bytes each time, links that lead somewhere, and
# a command for everything that was made. Without the editor it shows the manual's picture and says how to get one.
set -eu
root=$1
casebook=$2/bin/casebook
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1"; exit 1; }
said() { grep -qF -- "$1" "$work/page.html" || fail "the page does not say: $1"; }
silent() { ! grep -qF -- "$1" "$work/page.html" || fail "the page says: $1"; }
page() { "$root/scripts/showcase-page.sh" "$work/made" >"$work/page.html" || fail "no page"; }
cd "$root"

# Of nothing: still a page, which mentions nothing that is not there.
mkdir "$work/made"
page
said 'Casebook'
said 'apt-get install qt6-base-dev'
silent 'report-across-suez'

# What showcase.sh makes; a report of the right name stands for one that takes minutes.
status=0
"$casebook" legal across-suez/spi-1980 --why-not 'step(Matt 2, 0611)' >"$work/made/refusal.txt" || status=$?
[ $status = 40 ] || fail "the refusal ended with status $status"
for edition in spi-1980 decision-games-2; do
  "$root/scripts/showcase-night.sh" "$casebook" $edition "$work/made" || fail "there is no night of $edition"
done
"$casebook" render across-suez/spi-1980 -o "$work/made/across-suez.svg" >/dev/null
"$casebook" play examples/cup --players random,random --seed 1 --record "$work/made/examples-cup.record" \
  >"$work/made/examples-cup.txt"
"$casebook" play across-suez/spi-1980 --seed 1 >"$work/made/across-suez-game.txt"
echo '<html>' >"$work/made/report-across-suez-spi-1980.html"
echo 'found: 1 gap & <2 findings>' >"$work/made/report-across-suez-spi-1980.txt"
echo '# list' >"$work/made/report-across-suez-spi-1980.md"
page
said '<mark>require 4.5 zone_to_zone</mark>'
said 'step(Matt 2, 0611) is refused by 4.5'
said '<mark>4.5 (zone_to_zone)</mark>'
said 'with 6 points it reaches <strong>55 hexes</strong>'
said 'with 4 points it reaches <strong>15 hexes</strong>'
[ "$(grep -c '^<figure><div class="map"><img .*src="data:image/svg+xml;base64,PD94' "$work/page.html")" = 2 ] || fail "two maps"
said 'data:image/png;base64,iVBOR'
said '<a href="report-across-suez-spi-1980.html">'
said 'found: 1 gap &amp; &lt;2 findings&gt;'
said 'build/bin/casebook report across-suez/spi-1980 -o build/showcase/report-across-suez-spi-1980.html --errata build/showcase/report-across-suez-spi-1980.md --compare across-suez/decision-games-1 --compare across-suez/decision-games-2'
said 'build/bin/casebook play examples/cup --players random,random --seed 1 --record build/showcase/examples-cup.record'

# Every link leads to what was made, or to a document of the tree.
grep -o 'href="[^"]*"' "$work/page.html" | sed 's/^href="//; s/"$//' | sort -u >"$work/links.txt"
[ -s "$work/links.txt" ] || fail "there are no links"
while IFS= read -r link; do
  case $link in
    ../../*) [ -e "$root/${link#../../}" ] || fail "there is no $link" ;;
    *) [ -e "$work/made/$link" ] || fail "there is no $link" ;;
  esac
done <"$work/links.txt"
for document in docs/README.md docs/tutorial/first-ruleset.md docs/tutorial/variant.md docs/manual/editor.md; do
  grep -qx "../../$document" "$work/links.txt" || fail "the page does not lead to $document"
done

# Nothing is loaded from elsewhere, and the same files give the same bytes.
sed 's/base64,[A-Za-z0-9+/=]*//g; s,http://www.w3.org/2000/svg,,' "$work/page.html" >"$work/text.html"
! grep -nE 'https?:|<script|<link|@import|src="[^d]' "$work/text.html" || fail "something is loaded from elsewhere"
mv "$work/page.html" "$work/first.html"
page
cmp "$work/first.html" "$work/page.html" || fail "the second page is another one"

# With the editor the picture is its own.
mkdir "$work/made/editor"
cp docs/pictures/counters-01.png "$work/made/editor/window-views.png"
page
said 'The editor drew this picture of its window itself.'
said "$(base64 <docs/pictures/counters-01.png | head -n 1)"
silent 'apt-get install qt6-base-dev'
