// SPDX-License-Identifier: Apache-2.0
// Two editions side by side: a table to go through at a meeting, every difference with its position, and item
// by item.
#include <fmt/format.h>

#include <algorithm>

#include "verifier/report/page.h"

namespace casebook::report {

namespace {

/// What the witness shows, side by side: `step(A, 0102) is lawful here; there step(A, 0102) is refused by
/// 4.1`.
std::string shown(const Finding& finding) {
  if (!finding.witness || finding.witness->sides.size() != 2) return {};
  std::vector<std::string> sides;
  for (const WitnessSide& side : finding.witness->sides) {
    std::string text;
    for (const Assertion& one : side.said) text += (text.empty() ? "" : "; ") + said_text(one);
    sides.push_back(text);
  }
  return "Here: " + sides[0] + ". There: " + sides[1] + ".";
}

}  // namespace

void Page::comparison(const Comparison& comparison, size_t index) {
  html.open("section", {{"id", fmt::format("comparison-{}", index)}});
  html.put("h2", "Against " + comparison.other_title);
  html.put("p", fmt::format("Here is {}, there is {}.", report.ruleset, comparison.other_ruleset),
           {{"class", "faint"}});
  std::vector<const Finding*> differences, others;
  for (const Finding& one : comparison.findings) {
    if (is_answer(one)) {
      html.open("p");
      badge(one.verdict);
      html.text(" " + one.claim + ". " + one.text +
                (one.scope.empty() ? "" : fmt::format(" By {}: {}.", method_text(one.method), one.scope)));
      html.close();
    } else {
      (one.concern == Concern::difference ? differences : others).push_back(&one);
    }
  }
  list(comparison.remarks);
  if (differences.empty()) {
    html.put("p", "No difference of play was found.");
  } else {
    html.open("table", {{"class", "meeting"}});
    html.put("caption", "Where play differs, to be gone through together");
    row_of_heads({"No.", "Here", "There", "What differs, and a position that shows it", "Keep or change?"});
    size_t number = 0;
    for (const Finding* one : differences) {
      html.open("tr");
      html.open("td", {{"class", "number"}});
      html.put("a", std::to_string(++number), {{"href", "#" + anchor(*one)}});
      html.close();
      for (const bool here : {true, false}) {
        html.open("td");
        for (const CaseName& name : one->cases) {
          if (is_here(name) != here) continue;
          html.open("p");
          html.put("strong", name.label);
          if (const std::string words = case_words(name); !words.empty()) html.text(" " + words);
          html.close();
        }
        html.close();
      }
      html.open("td");
      html.put("p", one->text);
      if (one->witness && one->witness->sides.size() == 2) {
        const std::string moment = figures.moment(one->witness->sides[0]);
        html.put("p", (moment.empty() ? "" : in_words(moment) + ". ") + shown(*one), {{"class", "faint"}});
      }
      html.close();
      html.put("td", "");
      html.close();
    }
    html.close();
  }
  size_t number = 0;
  for (const Finding* one : differences) finding(*one, std::to_string(++number));
  for (const Finding* one : others) finding(*one, "Also");
  if (!comparison.items.empty()) {
    html.open("details");
    html.put("summary", fmt::format("Item by item: the {} of the rules that have not the same text in both",
                                    comparison.items.size()));
    html.open("table");
    row_of_heads({"Item", "Here", "There", "Means the same", "How"});
    for (const ItemRow& item : comparison.items) {
      html.open("tr");
      html.put("td", item.sort + " " + item.name);
      html.put("td", joined(item.cases));
      html.put("td", joined(item.other_cases));
      html.open("td");
      badge(item.same);
      html.close();
      html.put("td", item.text);
      html.close();
    }
    html.close();
    html.close();
  }
  html.close();
}

}  // namespace casebook::report
