// SPDX-License-Identifier: Apache-2.0
// Two editions side by side: a table to go through at a meeting, every difference with its position, and item
// by item.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "verifier/compare/rests_on_readings.h"
#include "verifier/interval.h"
#include "verifier/report/page.h"

namespace casebook::report {

namespace {

struct Row : Item {
  std::vector<MetIn> met_in;
};

/// The groups as they stand, the plainest of each first, then every difference that is in none by itself.
std::vector<Row> rows_of(const Comparison& comparison) {
  std::vector<Row> rows;
  std::set<size_t> taken;
  const auto is_one = [&](size_t at) {
    return at < comparison.findings.size() && comparison.findings[at].concern == Concern::difference &&
           !is_answer(comparison.findings[at]);
  };
  for (size_t group = 0; group < comparison.groups.size(); ++group) {
    Row row{{{}, rows.size() + 1}, {}};
    if (group < comparison.met_in.size()) row.met_in = comparison.met_in[group];
    for (const size_t at : comparison.groups[group])
      if (is_one(at) && taken.insert(at).second) row.findings.push_back(&comparison.findings[at]);
    std::stable_sort(row.findings.begin(), row.findings.end(),
                     [](const Finding* a, const Finding* b) { return is_plainer(*a, *b); });
    if (!row.findings.empty()) rows.push_back(std::move(row));
  }
  for (size_t at = 0; at < comparison.findings.size(); ++at)
    if (is_one(at) && taken.count(at) == 0)
      rows.push_back({{{&comparison.findings[at]}, rows.size() + 1}, comparison.findings[at].met_in});
  return rows;
}

/// `Games here: at 12 of 720 positions (1.7 %, 1.0 to 2.9); there: at 0 of 720 (at most 0.5 %).`
std::string met_text(const std::vector<MetIn>& met_in, const std::string& here) {
  std::string text = "Games ";
  for (size_t i = 0; i < met_in.size(); ++i) {
    const MetIn& one = met_in[i];
    const Interval of = wilson(one.positions, one.of_positions);
    const std::string share =
        one.positions == 0 ? fmt::format("at most {:.1f} %", 100 * of.high)
                           : fmt::format("{:.1f} %, {:.1f} to {:.1f}",
                                         100.0 * static_cast<double>(one.positions) /
                                             static_cast<double>(std::max<uint64_t>(one.of_positions, 1)),
                                         100 * of.low, 100 * of.high);
    text += fmt::format("{}{}: at {} of {}{} ({})", i > 0 ? "; " : "", one.ruleset == here ? "here" : "there",
                        one.positions, one.of_positions, i == 0 ? " positions" : "", share);
  }
  return text + ".";
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

/// What one looks at: the moment and the pieces that are spoken of.
void Page::scene(const Finding& one) {
  if (!one.witness || one.witness->sides.size() != 2) {
    html.text("No position could be written down for it.");
    return;
  }
  const std::string moment = figures.scene(one.witness->sides[0]);
  html.put("p", moment.empty() ? std::string("See the finding.") : in_words(moment) + ".");
  html.open("p");
  badge(one.witness->grade);
  html.close();
}

/// Number and title of the cases of one side.
void Page::titles(const std::vector<CaseName>& cases, bool here) {
  for (const CaseName& name : cases) {
    if (is_here(name) != here) continue;
    html.open("p");
    html.put("strong", name.label);
    if (const std::string words = case_title(name); !words.empty()) html.text(" " + words);
    html.close();
  }
}

void Page::comparison(const Comparison& comparison, size_t index) {
  html.open("section", {{"id", fmt::format("comparison-{}", index)}});
  html.put("h2", "Against " + comparison.other_title);
  html.put("p", fmt::format("Here is {}, there is {}.", report.ruleset, comparison.other_ruleset),
           {{"class", "faint"}});
  if (!comparison.switches.empty()) html.put("p", comparison.switches);
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
    html.put(
        "caption",
        "Where play differs, to be gone through together: a row for what comes of the same lines, with how "
        "near to "
        "play its position is, and at how many positions drawn from games it is met (with 95 % interval)");
    row_of_heads(
        {"No.", "What differs", "A position that shows it", "Cases here", "Cases there", "Keep or change?"});
    for (const Row& row : rows) {
      const Finding& first = *row.findings.front();
      html.open("tr");
      html.open("td", {{"class", "number"}});
      html.put("a", row.name_of(0), {{"href", "#" + anchor(first)}});
      html.close();
      html.open("td");
      html.put("p", in_a_sentence(first));
      if (row.findings.size() > 1) {
        html.open("p", {{"class", "faint"}});
        html.text("The same lines show in ");
        for (size_t i = 1; i < row.findings.size(); ++i) {
          if (i > 1) html.text(", ");
          html.put("a", row.name_of(i), {{"href", "#" + anchor(*row.findings[i])}});
        }
        html.text(" too.");
        html.close();
      }
      for (const std::string& detail : first.details)
        if (detail.starts_with(compare::rests_on_a_reading))
          html.put("p", "It " + detail + ".", {{"class", "faint"}});
      html.close();
      html.open("td");
      scene(first);
      if (!row.met_in.empty()) html.put("p", met_text(row.met_in, report.ruleset), {{"class", "faint"}});
      html.close();
      const std::vector<CaseName> cases = cases_of(row.findings);
      for (const bool here : {true, false}) {
        html.open("td");
        titles(cases, here);
        html.close();
      }
      html.put("td", "");
      html.close();
    }
    html.close();
  }
  for (const Row& row : rows) {
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
