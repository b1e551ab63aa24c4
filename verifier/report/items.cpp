// SPDX-License-Identifier: Apache-2.0
#include "verifier/report/items.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "engine/base/text.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/order_of_differences.h"

namespace casebook::report {

namespace {

bool same_places(const Finding& a, const Finding& b) {
  return std::equal(
      a.places.begin(), a.places.end(), b.places.begin(), b.places.end(),
      [](const TextPlace& x, const TextPlace& y) { return x.file == y.file && x.line == y.line; });
}

/// Without cases or places nothing is known of what they rest on. What is idle or for information is listed,
/// and what is acknowledged is nobody's to decide any more.
bool is_one(const Finding& a, const Finding& b) {
  const bool is_listed = a.concern == Concern::idle || a.concern == Concern::information;
  return !is_listed && a.concern == b.concern && a.verdict == b.verdict && a.marks == b.marks &&
         a.marked == b.marked && !a.cases.empty() && !a.places.empty() && a.cases == b.cases &&
         same_places(a, b);
}

/// The lower, the plainer. A game that was seen is no plainer to lay out than one that is known to be
/// playable.
int distance_from_play(const Witness& witness) {
  switch (witness.grade) {
    case Grade::seen:
    case Grade::reachable:
      return 0;
    case Grade::invariants:
      return 1;
    case Grade::typed:
      return 2;
    case Grade::none:
      break;
  }
  return 3;
}

/// Somebody may do something on one side, and not on the other.
bool is_of_a_choice(const Witness& witness) {
  return std::any_of(witness.sides.begin(), witness.sides.end(), [](const WitnessSide& side) {
    return std::any_of(side.said.begin(), side.said.end(),
                       [](const Assertion& one) { return one.what == Assertion::What::permitted; });
  });
}

}  // namespace

bool is_plainer(const Finding& a, const Finding& b) {
  if (!a.witness || !b.witness) return a.witness.has_value() && !b.witness.has_value();
  const auto key = [](const Witness& witness) {
    size_t steps = 0;
    for (const WitnessSide& side : witness.sides) steps = std::max(steps, side.record.steps.size());
    return std::make_tuple(distance_from_play(witness), !is_of_a_choice(witness), steps, witness.units);
  };
  return key(*a.witness) < key(*b.witness);
}

namespace {

bool shows_a_game(const Finding& finding) {
  return finding.witness && finding.witness->grade >= Grade::reachable && !no_game_shows(finding);
}

/// It adds nothing to what is marked but that it was found without the mark.
bool is_repeat(const Finding& one, const Finding& marked) {
  return one.same_as->asks_the_same && (!shows_a_game(one) || shows_a_game(marked));
}

}  // namespace

std::string Item::name_of(size_t index) const {
  std::string name = std::to_string(number);
  if (findings.size() < 2) return name;
  // a to z, then aa: more than 26 witnesses of one item are not to be expected, and not to be lost.
  std::string letters;
  for (size_t left = index + 1; left > 0; left = (left - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('a' + (left - 1) % 26));
  return name + letters;
}

std::string Item::name_of(const Finding& finding) const {
  return name_of(
      static_cast<size_t>(std::find(findings.begin(), findings.end(), &finding) - findings.begin()));
}

Weight Item::weight() const {
  Weight heaviest = weight_of(*findings.front());
  for (const Finding* const one : findings)
    if (Weight weight = weight_of(*one); weight.is_heavier(heaviest)) heaviest = std::move(weight);
  for (const Finding* const one : repeats)
    if (Weight weight = weight_of(*one); weight.is_heavier(heaviest)) heaviest = std::move(weight);
  return heaviest;
}

std::string Item::names() const {
  std::vector<std::string> all;
  for (size_t i = 0; i < findings.size(); ++i) all.push_back(name_of(i));
  return listed(all, "and");
}

const Finding* Item::shown_by(const Finding& finding) const {
  if (!is_joined() || !no_game_shows(finding)) return nullptr;
  for (const Finding* const one : findings) {
    const bool is_same_defect = one == findings.front() || one->same_as.has_value();
    if (one != &finding && is_same_defect && shows_a_game(*one)) return one;
  }
  return nullptr;
}

namespace {

/// What it is of is there, and to be decided by the same editor.
bool is_of(const Finding& one, const Finding& marked) {
  return one.same_as && one.same_as->check == marked.check && one.same_as->subject == marked.subject &&
         !marked.same_as && wants_decision(one) && wants_decision(marked);
}

/// Sections of a report: what has to be decided; then by concern, what stays open before what is for
/// information, what is borrowed last.
int section(const Finding& finding) {
  if (wants_decision(finding) && !is_borrowed(finding)) return -1;
  return 4 * static_cast<int>(finding.concern) + (stays_open(finding) ? 0 : 1) +
         (is_not_counted(finding) ? 50 : 0) + (is_borrowed(finding) ? 100 : 0);
}

}  // namespace

std::vector<Item> items_of(const std::vector<Finding>& findings) {
  std::vector<Item> items;
  const auto into = [&](const Finding& one, const auto& belongs) {
    const auto found = std::find_if(items.begin(), items.end(),
                                    [&](const Item& item) { return belongs(*item.findings.front()); });
    if (found == items.end()) return false;
    found->findings.push_back(&one);
    return true;
  };
  std::vector<const Finding*> rest;
  for (const Finding& one : findings) {
    const auto is_its = [&](const Finding& marked) { return is_of(one, marked); };
    if (std::any_of(findings.begin(), findings.end(), is_its))
      rest.push_back(&one);
    else if (!into(one, [&](const Finding& first) { return is_one(first, one); }))
      items.push_back({{&one}, 0});
  }
  for (const Finding* const one : rest) {
    const auto item = std::find_if(items.begin(), items.end(),
                                   [&](const Item& each) { return is_of(*one, *each.findings.front()); });
    if (item == items.end()) continue;
    (is_repeat(*one, *item->findings.front()) ? item->repeats : item->findings).push_back(one);
  }
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
    const Finding &first = *a.findings.front(), &other = *b.findings.front();
    if (section(first) != section(other)) return section(first) < section(other);
    return wants_decision(first) && wants_decision(other) && a.weight().is_heavier(b.weight());
  });
  for (size_t i = 0; i < items.size(); ++i) items[i].number = i + 1;
  return items;
}

std::vector<const Item*> most_serious_first(const std::vector<Item>& items) {
  std::vector<const Item*> order;
  for (const Item& one : items)
    if (wants_decision(*one.findings.front())) order.push_back(&one);
  std::stable_sort(order.begin(), order.end(),
                   [](const Item* a, const Item* b) { return a->weight().is_heavier(b->weight()); });
  return order;
}

bool is_borrowed(const Finding& finding) {
  return std::count(finding.marks.begin(), finding.marks.end(), Mark::borrowed) != 0;
}

bool is_acknowledged(const Finding& finding) {
  return std::count(finding.marks.begin(), finding.marks.end(), Mark::acknowledged) != 0;
}

bool is_not_counted(const Finding& finding) {
  const bool is_wrong = finding.concern != Concern::information && finding.concern != Concern::idle &&
                        finding.verdict != Verdict::proved && finding.verdict != Verdict::tool_error;
  // What the text says, and what a definition comes to for an input, is so whatever the position.
  return is_wrong && finding.method != Method::text && finding.method != Method::counting &&
         !can_occur(finding);
}

bool wants_decision(const Finding& finding) {
  return !is_not_counted(finding) && finding.concern != Concern::information &&
         finding.concern != Concern::idle && finding.verdict != Verdict::proved && !is_acknowledged(finding);
}

std::string defects_text(const std::vector<Item>& items) {
  std::map<Effect, size_t> counts;
  for (const Item& one : items)
    if (wants_decision(*one.findings.front())) ++counts[one.weight().effect];
  std::vector<std::string> sorts;
  for (const auto& [effect, count] : counts) sorts.push_back(counted_text(effect, count));
  return listed(sorts, "and");
}

const Item* asked_in(const Finding& note, const std::vector<Item>& items) {
  if (wants_decision(note) || !note.same_as) return nullptr;
  for (const Item& one : items) {
    const Finding& first = *one.findings.front();
    if (wants_decision(first) && first.check == note.same_as->check && first.subject == note.same_as->subject)
      return &one;
  }
  return nullptr;
}

std::vector<const Item*> related(const Item& item, const std::vector<Item>& items) {
  const Finding& one = *item.findings.front();
  std::vector<const Item*> found;
  if (one.cases.empty()) return found;
  std::vector<CaseName> cases = one.cases;
  std::sort(cases.begin(), cases.end());
  for (const Item& other : items) {
    const Finding& two = *other.findings.front();
    if (&two == &one || is_borrowed(two) != is_borrowed(one) || two.cases.size() != cases.size()) continue;
    if (two.cases == one.cases) {
      found.push_back(&other);
      continue;
    }
    std::vector<CaseName> theirs = two.cases;
    std::sort(theirs.begin(), theirs.end());
    if (theirs == cases) found.push_back(&other);
  }
  return found;
}

std::string come_upon_text(const std::vector<Item>& items) {
  std::vector<const Item*> wanting;
  for (const Item& one : items)
    if (wants_decision(*one.findings.front())) wanting.push_back(&one);
  if (wanting.empty()) return {};
  const auto of = [&](Marked marked) {
    return std::count_if(wanting.begin(), wanting.end(),
                         [&](const Item* one) { return one->findings.front()->marked == marked; });
  };
  std::vector<std::string> sorts;
  if (const auto n = of(Marked::reading); n > 0)
    sorts.push_back(fmt::format("{} as {}", n, n == 1 ? "a reading" : "readings"));
  if (const auto n = of(Marked::disputed); n > 0) sorts.push_back(fmt::format("{} as disputed", n));
  if (const auto n = of(Marked::silent); n > 0) sorts.push_back(fmt::format("{} as silent", n));
  if (const auto n = of(Marked::supplied); n > 0) sorts.push_back(fmt::format("{} as supplied", n));
  const auto found = of(Marked::not_at_all);
  // One that is marked itself was not found without a mark.
  const auto joined = std::count_if(wanting.begin(), wanting.end(), [](const Item* one) {
    const auto is_unmarked = [](const Finding* each) {
      return each->same_as && each->marked == Marked::not_at_all;
    };
    return one->findings.front()->marked != Marked::not_at_all &&
           (std::any_of(one->findings.begin(), one->findings.end(), is_unmarked) ||
            std::any_of(one->repeats.begin(), one->repeats.end(), is_unmarked));
  });
  const auto marked = static_cast<std::ptrdiff_t>(wanting.size()) - found;
  std::string text = fmt::format("{} want{} an answer: ", counted(wanting.size(), "finding"),
                                 wanting.size() == 1 ? "s" : "");
  text += marked == 0 ? std::string("none was marked in the rules")
                      : fmt::format("{} {} marked in the rules ({}) and confirmed here", marked,
                                    marked == 1 ? "was" : "were", listed(sorts, "and"));
  text += found == 0 ? std::string("; no other was found")
                     : fmt::format("; {} {} found by the verifier alone", found, found == 1 ? "was" : "were");
  text +=
      joined == 0
          ? std::string(".")
          : fmt::format(". {} of the marked defects {} also found without the mark; each is counted once.",
                        joined, joined == 1 ? "was" : "were");
  return text;
}

bool stays_open(const Finding& finding) {
  return finding.check == "ambiguities" && finding.concern == Concern::information &&
         finding.verdict == Verdict::sampled;
}

}  // namespace casebook::report
