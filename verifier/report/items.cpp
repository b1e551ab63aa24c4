// SPDX-License-Identifier: Apache-2.0
#include "verifier/report/items.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "engine/base/text.h"

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
         !a.cases.empty() && !a.places.empty() && a.cases == b.cases && same_places(a, b);
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

std::string Item::name_of(size_t index) const {
  std::string name = std::to_string(number);
  if (findings.size() < 2) return name;
  // a to z, then aa: more than 26 witnesses of one item are not to be expected, and not to be lost.
  std::string letters;
  for (size_t left = index + 1; left > 0; left = (left - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('a' + (left - 1) % 26));
  return name + letters;
}

std::vector<Item> items_of(const std::vector<Finding>& findings) {
  std::vector<Item> items;
  for (const Finding& one : findings) {
    const auto found = std::find_if(items.begin(), items.end(),
                                    [&](const Item& item) { return is_one(*item.findings.front(), one); });
    if (found != items.end())
      found->findings.push_back(&one);
    else
      items.push_back({{&one}, items.size() + 1});
  }
  return items;
}

std::vector<const Item*> related(const Item& item, const std::vector<Item>& items) {
  const Finding& one = *item.findings.front();
  std::vector<const Item*> found;
  if (one.cases.empty() || one.places.empty()) return found;
  std::vector<CaseName> cases = one.cases;
  std::sort(cases.begin(), cases.end());
  for (const Item& other : items) {
    const Finding& two = *other.findings.front();
    if (&two == &one || two.places.empty() || two.places.front().file != one.places.front().file) continue;
    std::vector<CaseName> theirs = two.cases;
    std::sort(theirs.begin(), theirs.end());
    if (theirs == cases) found.push_back(&other);
  }
  return found;
}

std::string come_upon_text(const std::vector<const Finding*>& findings) {
  if (findings.empty()) return {};
  const auto of = [&](Marked marked) {
    return std::count_if(findings.begin(), findings.end(),
                         [&](const Finding* one) { return one->marked == marked; });
  };
  std::vector<std::string> sorts;
  if (const auto n = of(Marked::reading); n > 0)
    sorts.push_back(fmt::format("{} as {}", n, n == 1 ? "a reading" : "readings"));
  if (const auto n = of(Marked::disputed); n > 0) sorts.push_back(fmt::format("{} as disputed", n));
  if (const auto n = of(Marked::silent); n > 0) sorts.push_back(fmt::format("{} as silent", n));
  const auto found = of(Marked::not_at_all);
  const auto marked = static_cast<std::ptrdiff_t>(findings.size()) - found;
  std::string text =
      fmt::format("Of {} that want{} an answer ", findings.size(), findings.size() == 1 ? "s" : "");
  text +=
      marked == 0
          ? std::string("none was marked when the rules were written down")
          : fmt::format("{} {} marked when the rules were written down ({}) and {} confirmed here", marked,
                        marked == 1 ? "was" : "were", listed(sorts, "and"), marked == 1 ? "is" : "are");
  return text + fmt::format("; {} {} found by the verifier with nothing marked.",
                            found == 0 ? "none" : std::to_string(found), found <= 1 ? "was" : "were");
}

bool stays_open(const Finding& finding) {
  return finding.check == "ambiguities" && finding.concern == Concern::information &&
         finding.verdict == Verdict::sampled;
}

}  // namespace casebook::report
