// SPDX-License-Identifier: Apache-2.0
#include "verifier/report/texts_apart.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "verifier/finding/counted.h"

namespace casebook::report {

namespace {

using Labels = std::set<std::string>;

/// Of each case of the child, the cases of its parent that it restates or replaces.
std::map<std::string, Labels> parents_of(const language::Program& child) {
  std::map<std::string, Labels> all;
  for (const language::Case& one : child.cases)
    if (std::set<std::string> labels = parent_cases(child, one); !labels.empty())
      all[one.label].merge(labels);
  return all;
}

std::map<std::string, Labels> turned_round(const std::map<std::string, Labels>& all) {
  std::map<std::string, Labels> out;
  for (const auto& [from, labels] : all)
    for (const std::string& to : labels) out[to].insert(from);
  return out;
}

/// Of each case there, those here that correspond to it.
std::map<std::string, Labels> corresponding(const language::Program& here, const language::Program& there) {
  if (there.parent == here.edition) return parents_of(there);
  if (here.parent == there.edition) return turned_round(parents_of(here));
  return {};
}

/// Statements of the first that the second has not.
std::vector<std::string> missing_in(const Covered& other, const Covered& one) {
  std::vector<std::string> missing;
  for (const board::Statement& statement : one.statements)
    if (std::none_of(other.statements.begin(), other.statements.end(),
                     [&](const board::Statement& each) { return each.says == statement.says; }))
      missing.push_back(statement.says);
  return missing;
}

/// In the list of printed cases, and not borrowed.
bool is_printed(const Covered& one) {
  return one.printed && one.of.empty();
}

}  // namespace

TextsApart texts_apart(const language::Program& here, const std::vector<Covered>& cases_here,
                       const language::Program& there, const std::vector<Covered>& cases_there) {
  TextsApart apart;
  const bool any_list = std::any_of(cases_here.begin(), cases_here.end(),
                                    [](const Covered& one) { return !one.statements.empty(); }) &&
                        std::any_of(cases_there.begin(), cases_there.end(),
                                    [](const Covered& one) { return !one.statements.empty(); });
  if (!any_list) return apart;
  const std::map<std::string, Labels> of = corresponding(here, there);
  std::map<std::string, const Covered*> by_label;
  for (const Covered& one : cases_here) by_label.emplace(one.label, &one);
  Labels met;
  for (const Covered& one : cases_there) {
    const auto linked = of.find(one.label);
    const bool by_number = linked == of.end() || linked->second == Labels{one.label};
    if (linked != of.end()) met.insert(linked->second.begin(), linked->second.end());
    const auto same = by_label.find(one.label);
    // A number alone says little where an edition names what its cases correspond to.
    const bool is_same = same != by_label.end() && (linked != of.end() || of.empty() || !one.of.empty());
    if (is_same && by_number) met.insert(one.label);
    // A list that has the case and says nothing of it: its text is lost.
    const bool same_case = is_same && by_number;
    const bool lost_here = same_case && same->second->statements.empty() && !one.statements.empty();
    const bool lost_there = same_case && one.statements.empty() && !same->second->statements.empty();
    if (lost_here || (same != by_label.end() && !same->second->of.empty())) continue;  // borrowed here
    if (!one.of.empty() || lost_there) {
      apart.borrowed.push_back({one.label, one.title, {}, {}});
    } else if (same_case) {
      TextsApart::Case both{one.label, one.title, missing_in(one, *same->second),
                            missing_in(*same->second, one)};
      if (is_printed(*same->second) && (!both.here.empty() || !both.there.empty()))
        apart.reworded.push_back(std::move(both));
    } else if (linked == of.end() && is_printed(one)) {
      apart.only_there.push_back({one.label, one.title, {}, {}});
    }
  }
  for (const Covered& one : cases_here)
    if (is_printed(one) && met.count(one.label) == 0)
      apart.only_here.push_back({one.label, one.title, {}, {}});
  return apart;
}

}  // namespace casebook::report
