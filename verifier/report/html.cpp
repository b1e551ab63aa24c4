// SPDX-License-Identifier: Apache-2.0
#include "verifier/report/html.h"

#include "verifier/picture/svg.h"

namespace casebook::report {

void Html::open(std::string_view element, Attributes attributes) {
  out_ += '<';
  out_ += element;
  for (const auto& [name, value] : attributes) {
    if (value.empty()) continue;
    out_ += ' ';
    out_ += name;
    out_ += "=\"" + picture::escaped(value) + '"';
  }
  out_ += '>';
  open_.emplace_back(element);
}

void Html::close() {
  // No line end within a line of words: a browser would show it as a blank.
  const std::string& last = open_.back();
  const bool within = last == "a" || last == "strong" || last == "code" || last == "span";
  out_ += "</" + last + (within ? ">" : ">\n");
  open_.pop_back();
}

void Html::put(std::string_view element, std::string_view words, Attributes attributes) {
  open(element, attributes);
  text(words);
  close();
}

void Html::text(std::string_view words) {
  out_ += picture::escaped(words);
}

std::string_view style_sheet() {
  return R"(
:root { color-scheme: light; --ink: #2d261c; --faint: #5f5443; --paper: #fdfbf6; --line: #cbbfa6; --soft: #f3edde; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.4rem; margin: 2.5rem 0 .6rem; border-bottom: 2px solid var(--ink); }
h3 { font-size: 1.15rem; margin: 1.8rem 0 .4rem; }
h4 { font-size: 1rem; margin: 0 0 .3rem; }
p { margin: .4rem 0; }
a { color: #1c4f82; }
.faint, figcaption, .made { color: var(--faint); font-size: .9rem; }
nav ul { list-style: none; padding: 0; }
nav li { display: inline-block; margin-right: 1.2rem; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; }
caption { text-align: left; color: var(--faint); padding-bottom: .3rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .5rem; border-bottom: 1px solid var(--line); }
th { background: var(--soft); }
td.number, th.number { text-align: right; }
.badge { display: inline-block; white-space: nowrap; font-size: .78rem; font-weight: 700; padding: 0 .45em;
  border: 2px solid currentColor; border-radius: .3em; background: #fff; }
.proved, .encoded { color: #22551a; }
.refuted { color: #98162f; border-style: double; border-width: 3px; }
.unknown, .sampled, .bound, .open, .doubtful { color: #6b4700; border-style: dashed; }
.tool { color: #fff; background: #98162f; }
.silent, .explanatory, .mark { color: #4d4638; border-style: dotted; }
article { border: 1px solid var(--line); border-left: .35rem solid var(--ink); border-radius: .3rem; background: #fff;
  padding: .8rem 1rem; margin: .9rem 0; break-inside: avoid-page; }
article ul { margin: .3rem 0; padding-left: 1.3rem; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem; }
.side { flex: 1 1 20rem; min-width: 0; max-width: 100%; }
figure { margin: .6rem 0; }
figure svg { max-width: 100%; height: auto; max-height: 34rem; border: 1px solid var(--line); }
code, pre { font: .86rem/1.4 ui-monospace, monospace; }
pre { background: var(--soft); padding: .5rem .7rem; overflow-x: auto; white-space: pre-wrap; margin: .3rem 0; }
.answer { border: 1px dashed var(--faint); border-radius: .3rem; min-height: 2.2rem; padding: .2rem .5rem;
  color: var(--faint); font-size: .85rem; margin-top: .6rem; }
@page { size: A4; margin: 16mm 14mm; }
@media print { body { max-width: none; padding: 0; font-size: 10pt; } nav { display: none; } h2 { break-before: page; }
  section:first-of-type h2 { break-before: auto; } a { color: inherit; } details > pre { display: block; } }
)";
}

}  // namespace casebook::report
