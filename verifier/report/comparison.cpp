// SPDX-License-Identifier: Apache-2.0
#include "verifier/report/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "verifier/compare/tell/shares.h"
#include "verifier/compare/tell/words.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/order_of_differences.h"
#include "verifier/report/page.h"
#include "verifier/report/ruleset_names.h"

namespace casebook::report {

namespace {

/// What was looked for with less than is usual may be missing; whoever reads the page should know.
std::string less_than_usual(const compare::Budget& budget) {
  const compare::Budget usual;
  std::vector<std::string> less;
  if (budget.games < usual.games)
    less.push_back(fmt::format("{} games instead of {}", budget.games, usual.games));
  if (budget.positions < usual.positions)
    less.push_back(fmt::format("{} generated positions instead of {}", budget.positions, usual.positions));
  return less.empty() ? std::string()
                      : fmt::format(
                            "Compared with less than the default ({}): more differences may be found "
                            "with the default.",
                            fmt::join(less, ", "));
}

/// The rows of the table in one paragraph.
std::string share_sentence(const compare::Share& share, const std::string& ruleset) {
  const compare::ShareText text = compare::share_text(share, ruleset);
  std::vector<std::string> rows;
  for (const auto& [what, figure] : text.rows) rows.push_back(what + ": " + figure);
  return fmt::format("{}. {}.", text.head, capitalised(fmt::format("{}", fmt::join(rows, "; "))));
}

/// `The hexes have other numbers: Ford is 0112 in A and 0312 in B.` Empty where no named place has another number.
std::string numbers_text(const runtime::Scenario& here, const runtime::Scenario& there,
                         const std::array<std::string, 2>& names) {
  const auto &places = here.program->places, &others = there.program->places;
  for (size_t i = 0; i < places.size(); ++i) {
    const auto same = std::find_if(others.begin(), others.end(),
                                   [&](const auto& one) { return one.name == places[i].name; });
    if (same == others.end()) continue;
    const language::Type hex{language::TypeTag::entity, language::kind_hex, 1};
    const std::string a = here.value_text(hex, here.places[i]),
                      b = there.value_text(hex, there.places[static_cast<size_t>(same - others.begin())]);
    if (a != b)
      return fmt::format("The hexes have other numbers: {} is {} in {} and {} in {}.", places[i].name, a,
                         names[0], b, names[1]);
  }
  return {};
}

}  // namespace

const Finding* shown_first(const compare::Result& result) {
  const bool shown = result.first && result.first->witness && result.first->verdict != Verdict::tool_error;
  return shown ? &*result.first : nullptr;
}

Differences differences_of(const Comparison& comparison) {
  const auto& findings = comparison.result.findings;
  const auto counts = [](const Finding& one) {
    return one.concern == Concern::difference && !is_answer(one) && can_occur(one);
  };
  Differences all;
  all.places = static_cast<size_t>(std::count_if(findings.begin(), findings.end(), counts));
  all.ways = all.places;
  for (const compare::Change& change : comparison.result.changes) {
    const auto of_it = static_cast<size_t>(std::count_if(change.findings.begin(), change.findings.end(),
                                                         [&](size_t at) { return counts(findings[at]); }));
    all.ways -= of_it == 0 ? 0 : of_it - 1;
  }
  return all;
}

Comparison comparison_of(const runtime::Scenario& here, const runtime::Scenario& other,
                         compare::Result result, const compare::Budget& budget) {
  Comparison made;
  made.other_title = other.program->title;
  made.other_ruleset = other.id;
  made.switches = options_text(here, other);
  made.numbers = numbers_text(here, other, result.names);
  if (result.first && shown_first(result) == nullptr) made.remarks.push_back(result.first->text);
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const std::string& ruleset = side == 0 ? here.id : other.id;
    if (result.shares[side].games > 0) made.remarks.push_back(share_sentence(result.shares[side], ruleset));
    if (!result.only[side].empty())
      made.remarks.push_back(
          fmt::format("State that only {} has: {}.", ruleset, compare::states_listed(result.only[side])));
  }
  if (result.shares[0].games + result.shares[1].games > 0)
    made.remarks.emplace_back(compare::about_intervals);
  if (const std::string less = less_than_usual(budget); !less.empty()) made.remarks.push_back(less);
  made.result = std::move(result);
  return made;
}

}  // namespace casebook::report
