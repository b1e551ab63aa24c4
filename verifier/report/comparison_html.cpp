// SPDX-License-Identifier: Apache-2.0
// Two editions side by side: a table to go through at a meeting, every difference with its position, and item
// by item.
#include <fmt/format.h>

#include <algorithm>
#include <set>

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

std::string_view where_it_is(const Finding& one) {
  return grade_meaning(one.witness->grade);
}

/// The groups as they stand, then every difference that is in none by itself.
std::vector<Item> rows_of(const Comparison& comparison) {
  std::vector<Item> rows;
  std::set<size_t> taken;
  const auto is_one = [&](size_t at) {
    return at < comparison.findings.size() && comparison.findings[at].concern == Concern::difference &&
           !is_answer(comparison.findings[at]);
  };
  for (const std::vector<size_t>& group : comparison.groups) {
    Item row{{}, rows.size() + 1};
    for (const size_t at : group)
      if (is_one(at) && taken.insert(at).second) row.findings.push_back(&comparison.findings[at]);
    if (!row.findings.empty()) rows.push_back(std::move(row));
  }
  for (size_t at = 0; at < comparison.findings.size(); ++at)
    if (is_one(at) && taken.count(at) == 0) rows.push_back({{&comparison.findings[at]}, rows.size() + 1});
  return rows;
}

/// Cases of all of a row, each once, in the order in which they come.
std::vector<CaseName> cases_of(const std::vector<const Finding*>& row) {
  std::vector<CaseName> all;
  for (const Finding* one : row) {
    for (const CaseName& name : one->cases)
      if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
  }
  return all;
}

}  // namespace

/// The moment and the choice in words first; what the program calls it comes small.
void Page::difference(const Finding& one, const std::string& name) {
  html.open("div", {{"class", "place"}});
  if (one.witness && one.witness->sides.size() == 2) {
    const std::string moment = figures.scene(one.witness->sides[0]);
    html.open("p");
    if (!name.empty()) html.put("strong", name + " ");
    html.text((moment.empty() ? "" : in_words(moment) + ". ") + shown(one));
    html.close();
    html.put("p", std::string(where_it_is(one)), {{"class", "faint"}});
  } else {
    html.put("p",
             (name.empty() ? "" : name + " ") + std::string("No position could be written down for it."));
  }
  for (const TextPlace& place : one.places) {
    html.open("p", {{"class", "faint"}});
    html.text(fmt::format("{}:{} ", place.file, place.line));
    html.put("code", place.text);
    html.close();
  }
  html.put("p", one.text, {{"class", "faint"}});
  html.close();
}

void Page::comparison(const Comparison& comparison, size_t index) {
  html.open("section", {{"id", fmt::format("comparison-{}", index)}});
  html.put("h2", "Against " + comparison.other_title);
  html.put("p", fmt::format("Here is {}, there is {}.", report.ruleset, comparison.other_ruleset),
           {{"class", "faint"}});
  std::vector<const Finding*> others;
  for (const Finding& one : comparison.findings) {
    if (is_answer(one)) {
      html.open("p");
      badge(one.verdict);
      html.text(" " + one.claim + ". " + one.text +
                (one.scope.empty() ? "" : fmt::format(" By {}: {}.", method_text(one.method), one.scope)));
      html.close();
    } else if (one.concern != Concern::difference) {
      others.push_back(&one);
    }
  }
  list(comparison.remarks);
  if (comparison.first) finding(*comparison.first, "To begin with");
  const auto rows = rows_of(comparison);
  if (rows.empty()) {
    html.put("p", "No difference of play was found.");
  } else {
    html.open("table", {{"class", "meeting"}});
    html.put("caption",
             "Where play differs, to be gone through together: a row for what comes of the same lines");
    row_of_heads({"No.", "Here", "There", "A position that shows it, and what differs", "Keep or change?"});
    for (const Item& row : rows) {
      html.open("tr");
      html.open("td", {{"class", "number"}});
      for (size_t i = 0; i < row.findings.size(); ++i) {
        if (i > 0) html.text(", ");
        html.put("a", row.name_of(i), {{"href", "#" + anchor(*row.findings[i])}});
      }
      html.close();
      const std::vector<CaseName> cases = cases_of(row.findings);
      for (const bool here : {true, false}) {
        html.open("td");
        for (const CaseName& name : cases) {
          if (is_here(name) != here) continue;
          html.open("p");
          html.put("strong", name.label);
          if (const std::string words = case_words(name); !words.empty()) html.text(" " + words);
          html.close();
        }
        html.close();
      }
      html.open("td");
      for (size_t i = 0; i < row.findings.size(); ++i)
        difference(*row.findings[i], row.findings.size() < 2 ? std::string() : row.name_of(i));
      html.close();
      html.put("td", "");
      html.close();
    }
    html.close();
  }
  for (const Item& row : rows) {
    for (size_t i = 0; i < row.findings.size(); ++i) finding(*row.findings[i], row.name_of(i));
  }
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
