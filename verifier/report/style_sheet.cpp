// SPDX-License-Identifier: Apache-2.0
// How the report looks: colours, fonts, columns.
#include "verifier/report/html.h"

namespace casebook::report {

std::string_view style_sheet() {
  return R"(
:root { color-scheme: light dark; --ink: #2d261c; --faint: #5f5443; --paper: #fdfbf6; --line: #cbbfa6;
  --soft: #f3edde; --card: #fff; --link: #1c4f82; --good: #22551a; --bad: #98162f; --open: #6b4700; --mute: #4d4638; --map: none; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece5d8; --faint: #b9ae9b; --paper: #1d1a15; --line: #574e3e;
  --soft: #2b2720; --card: #25211b; --link: #8fbdf0; --good: #9bd48c; --bad: #ff9db0; --open: #eec36a; --mute: #c9bfad;
  --map: #fdfbf6; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.4rem; margin: 2.5rem 0 .6rem; border-bottom: 2px solid var(--ink); }
h3 { font-size: 1.15rem; margin: 1.8rem 0 .4rem; }
h4 { font-size: 1rem; margin: 0 0 .3rem; }
h2, h3, h4, .lead { break-after: avoid; }
p { margin: .4rem 0; }
td > p { margin: 0 0 .3rem; }
a { color: var(--link); }
.faint, figcaption, .made, .again, .place { color: var(--faint); font-size: .9rem; }
nav ul { list-style: none; padding: 0; }
nav li { display: inline-block; margin-right: 1.2rem; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; }
caption { text-align: left; color: var(--faint); padding-bottom: .3rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .5rem; border-bottom: 1px solid var(--line); }
th { background: var(--soft); }
tr { break-inside: avoid; }
td.number { text-align: right; white-space: nowrap; } .decide td.number, .brief td.number, .meeting td.number { white-space: normal; overflow-wrap: normal; }
.decide, .brief, .meeting, .cases { table-layout: fixed; }
.decide th:nth-child(1), .brief th:nth-child(1), .meeting th:nth-child(1) { width: 3.2rem; }
.decide th:nth-child(2), .brief th:nth-child(2) { width: 8rem; }
.decide th:nth-child(4), .brief th:nth-child(4) { width: 9.5rem; }
.decide th:nth-child(5), .meeting th:nth-child(6) { width: 7rem; }
.meeting th:nth-child(3), .meeting th:nth-child(4) { width: 9.5rem; } .meeting th:nth-child(5) { width: 11rem; }
.cases th:nth-child(1), .cases th:nth-child(3) { width: 8rem; }
.cases th:nth-child(4) { width: 14rem; }
.sides { margin: .3rem 0; } .sides dt { font-size: .85rem; font-weight: 700; color: var(--faint); }
.sides dd { margin: 0 0 .3rem .8rem; }
.statements { margin: .3rem 0; padding-left: 1.2rem; }
.matrix { font-size: .8rem; } .matrix td, .matrix th { padding: .15rem .25rem; text-align: center; }
.matrix th[scope=row] { text-align: left; white-space: nowrap; } .matrix strong { color: var(--bad); }
.badge { display: inline-block; white-space: nowrap; font-size: .78rem; font-weight: 700; padding: 0 .45em;
  border: 2px solid currentColor; border-radius: .3em; background: var(--card); }
td .badge { white-space: normal; }
.proved, .encoded { color: var(--good); }
.refuted { color: var(--bad); border-style: double; border-width: 3px; }
.unknown, .sampled, .bound, .open, .doubtful { color: var(--open); border-style: dashed; }
.tool { color: #fff; background: #98162f; }
.silent, .explanatory, .mark, .any { color: var(--mute); border-style: dotted; }
.played { color: var(--good); } .kept { color: var(--mute); border-style: dashed; }
article { border: 1px solid var(--line); border-left: .35rem solid var(--ink); border-radius: .3rem;
  background: var(--card); padding: .8rem 1rem; margin: .9rem 0; }
article ul, article ol { margin: .3rem 0; padding-left: 1.6rem; } article ol { padding-left: 2.4rem; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem; }
.side { flex: 1 1 18rem; min-width: 0; max-width: 100%; }
figure { margin: .6rem 0; break-inside: avoid; }
figure svg { max-width: 100%; height: auto; max-height: 30rem; background: var(--map); border-radius: .2rem; }
code, pre { font: .86rem/1.4 ui-monospace, monospace; }
pre { background: var(--soft); padding: .4rem .6rem; white-space: pre-wrap; margin: .2rem 0; }
.place code { background: var(--soft); padding: 0 .3em; }
summary { cursor: pointer; margin: .6rem 0; }
.answer { border: 1px dashed var(--faint); border-radius: .3rem; min-height: 2.2rem; padding: .2rem .5rem;
  color: var(--faint); font-size: .85rem; margin-top: .6rem; break-inside: avoid; }
.counts { overflow-wrap: break-word; }
@media screen and (max-width: 44rem) { body { padding: 1rem .8rem; } article { padding: .6rem .7rem; }
  article ul, article ol { padding-left: 1.3rem; } h1 { font-size: 1.6rem; } nav li { margin-right: .8rem; }
  .decide thead, .brief thead, .meeting thead, .cases thead { display: none; }
  .decide, .brief, .meeting, .cases, :is(.decide, .brief, .meeting, .cases) :is(tbody, tr, td, caption) { display: block; }
  :is(.decide, .brief, .meeting, .cases) tr > th:nth-child(n) { display: block; width: auto; }
  :is(.decide, .brief, .meeting, .cases) tr { border-bottom: 2px solid var(--line); padding: .5rem 0; }
  :is(.decide, .brief, .meeting, .cases) td { border: 0; padding: .1rem 0; text-align: left; }
  :is(.decide, .brief, .meeting, .cases) td:empty { display: none; }
  :is(.decide, .brief, .meeting, .cases) td::before { color: var(--faint); font-size: .8rem; font-weight: 700; }
  :is(.decide, .brief, .meeting) td:nth-child(1)::before { content: "No. "; }
  .cases td:nth-child(1)::before { content: "Case "; }
  :is(.decide, .brief) td:nth-child(2)::before { content: "Cases "; } .meeting td:nth-child(5)::before { content: "Cases"; }
  .decide td:nth-child(4)::before { content: "Severity"; } .brief td:nth-child(4)::before { content: "Verdict "; }
  .meeting td:nth-child(3)::before { content: "Effect on play"; } .meeting td:nth-child(4)::before { content: "Known by"; }
  .cases td:nth-child(4):not(:empty)::before { content: "Findings"; } }
@page { size: A4; margin: 14mm 13mm; }
@media print { :root { font-size: 12px; color-scheme: light; --map: none; --ink: #000; --faint: #4a4336; --paper: #fff; --line: #b8ac93; --soft: #f1ecdf;
    --card: #fff; --link: #000; --good: #22551a; --bad: #98162f; --open: #6b4700; --mute: #4d4638; }
  body { max-width: none; padding: 0; } nav { display: none; } h2 { break-before: page; }
  #summary h2 { break-before: auto; } article { padding: .5rem .7rem; margin: .6rem 0; } h4, article > p { break-inside: avoid; }
  figure svg { max-height: 56mm; } .figures { gap: .6rem; } .side { flex-basis: 8rem; } }
)";
}

}  // namespace casebook::report
