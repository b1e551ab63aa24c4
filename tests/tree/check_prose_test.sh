#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# scripts/check-prose refuses what it promises to refuse, with file, line and reason, and is silent about good prose.
set -eu
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() { echo "FAILED: $1"; cat said.txt; exit 1; }
# expect STATUS TEXT ARGUMENTS: check-prose with the arguments ends with STATUS and says TEXT.
expect() {
  wanted=$1
  text=$2
  shift 2
  status=0
  "$root/scripts/check-prose" "$@" >said.txt 2>&1 || status=$?
  [ "$status" = "$wanted" ] || fail "status $status where $wanted was expected ($text)"
  grep -qF -- "$text" said.txt || fail "it does not say: $text"
}
# silent_about TEXT: nothing that was just said has TEXT in it.
silent_about() { ! grep -qF -- "$1" said.txt || fail "it speaks of: $1"; }
# words N: N words in a row, without an end.
words() { awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) printf "word "; }'; }

cat >good.md <<'END'
# A page of short sentences

Casebook reads the rules and lists every lawful choice. It names the case of each refusal.

- A list item is a sentence of its own, and so is the next
- one, though neither of the two ends with a stop at all

| a cell stands alone even where a row of many cells has many words in it | and so does this other cell with its own ten words |
|---|---|

```console
$ casebook told besides, made-up: code is not prose, and may run on for as long as it likes without any full stop in it
```

Reserved are `a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`, `i`, `j`, `k`, `l`, `m`, `n`, `o`, `p`, `q`, `r`, `s`, `t`, `u`, `v`,
`w`, `x`, `y`, `z`, `aa`, `bb`, `cc`, `dd`, `ee`, `ff`, `gg`, `hh`, `ii`, `jj`, and nothing else at all.
The command `casebook told besides` is code, and [a link](https://example.org/told/besides) has an address.
A picture has a tag: <img src="told.png" alt="told and told" width="40">
Two words may be split: the pieces come
to.day, which is another word.
END
expect 0 'documents: 10 sentences, 0 of them' good.md

# The end of a sentence is a full stop before a capital; a line end is none, and a comma neither.
{ echo 'A short beginning is here for you.'; echo "Then $(words 19)"; words 15; echo 'end.'; } >thirty-six.md
expect 1 'thirty-six.md:2: a sentence of 36 words (at most 35): Then word' thirty-six.md
{ words 41; echo 'with `some code here` at its end.'; } >forty-six.md
expect 1 'forty-six.md:1: a sentence of 46 words' forty-six.md
{ echo '- an item'; echo; echo "- $(words 46)"; } >item.md
expect 1 'item.md:3: a sentence of 46 words' item.md
{ echo '| a | b |'; echo '|---|---|'; echo "| $(words 10)| $(words 37)|"; } >cell.md
expect 1 'cell.md:3: a sentence of 37 words' cell.md

# One sentence of 31 words among ten is a tenth of them, among twenty a twentieth.
{ echo "A $(words 29)end."; for i in 1 2 3 4 5 6 7 8 9; do echo 'This is a short sentence.'; done; } >tenth.md
expect 1 'documents: 10 sentences, 1 of them (10.0 %) over 30 words, the longest 31' tenth.md
expect 1 'more than 5 % of the sentences have over 30 words' tenth.md
for i in 1 2 3 4 5 6 7 8 9 10; do echo 'This is a short sentence.'; done >>tenth.md
expect 0 'documents: 20 sentences, 1 of them (5.0 %)' tenth.md

# The words of the glossary: one word, a phrase across a line end, a stem, and not the same letters within a word.
printf 'It is good.\nThe reader is told of it.\n' >told.md
expect 1 'told.md:2: "told"; write: reported' told.md
printf 'A unit may come\nto this hex.\n' >come.md
expect 1 'come.md:1: "come to"; write: reach' come.md
printf 'These are (Breaches), and\nillegal.\n' >stem.md
expect 1 'stem.md:1: "breach*"; write: violation' stem.md
expect 1 'stem.md:2: "illegal"; write: not lawful' stem.md
printf 'He retold the beside of it as they met the committee.\n' >within.md
expect 0 'documents: 1 sentences' within.md
{ echo '```text'; echo 'told'; echo '```'; echo 'It was told.'; } >after-code.md
expect 1 'after-code.md:4: "told"' after-code.md
# A sentence without a head, which a question and a heading are not.
printf '# What the page is about, in short\n\nWhat is wrong with these rules? Casebook knows.\n' >head.md
expect 0 'documents: 2 sentences' head.md
printf 'It is late. What is left of it\nstays as it was.\n' >headless.md
expect 1 'headless.md:1: a sentence that begins with "What": What is left of it' headless.md

# Two files in one run: each is named by itself.
expect 1 'told.md:2: "told"' good.md told.md
silent_about good.md:

# The help of a program: the names of options are left out, the texts beside them are read.
cat >program <<'END'
#!/bin/sh
case $1 in
  --help) printf 'A program\nUsage: program [OPTIONS]\n\nSubcommands:\n  check       find mistakes in all of the rules\n' ;;
  check) cat "$(dirname "$0")/check-help" ;;
esac
END
chmod +x program
printf 'find mistakes\nUsage: program check\n\nOptions:\n  --told FILE   the file that is read before\n                all the others are\n' >check-help
expect 0 'help: 2 sentences' --program "$work/program" good.md
printf '  --other       what the user is\n                told about\n' >>check-help
expect 1 'casebook-check:8: "told"; write: reported' --program "$work/program" good.md
printf '  --more        %s\n' "$(words 46)" >check-help
expect 1 'casebook-check:1: a sentence of 46 words (at most 45)' --program "$work/program" good.md
printf '#!/bin/sh\necho nothing\n' >program
expect 1 'lists no verbs' --program "$work/program" good.md
