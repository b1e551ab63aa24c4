// SPDX-License-Identifier: Apache-2.0
#include "verifier/report/items.h"

#include <algorithm>

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

bool stays_open(const Finding& finding) {
  return finding.check == "ambiguities" && finding.concern == Concern::information &&
         finding.verdict == Verdict::sampled;
}

}  // namespace casebook::report
