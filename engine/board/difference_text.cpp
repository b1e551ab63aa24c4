// SPDX-License-Identifier: Apache-2.0
// A difference of data as a player would say it.

#include "engine/base/text.h"
#include "engine/board/difference.h"

namespace casebook::board {

namespace {

constexpr const char* nothing = "nothing";

bool is_yes_or_no(const std::string& value) {
  return value == "yes" || value == "no";
}

/// `at 0512`, `in reserve`, `nowhere`
std::string begins(const std::string& place, const Terms& terms) {
  if (place == nothing) return "nowhere";
  return (terms.boxes.contains(place) ? "in " : "at ") + place;
}

std::string entity_begins(const Difference& d, const Terms& terms) {
  const std::string now = begins(d.second, terms), before = begins(d.first, terms);
  const bool both_at = now.starts_with("at ") && before.starts_with("at ");
  return d.name + " begins " + now + " instead of " + (both_at ? before.substr(3) : before);
}

std::string entity_comes(const Difference& d) {
  const auto with = [](const std::string& options) {
    return options == nothing ? std::string("always") : "with " + options;
  };
  return d.name + " comes " + with(d.second) + " instead of " + with(d.first);
}

std::string on_or_off(const std::string& value) {
  if (!is_yes_or_no(value)) return value;
  return value == "yes" ? "on" : "off";
}

/// `hex 0512`, `Guard 1`, `the place ford`
std::string subject(const Difference& d) {
  switch (d.sort) {
    case ThingSort::hex:
      return "hex " + d.name;
    case ThingSort::hexside:
      return "hexside " + d.name;
    case ThingSort::place:
      return "the place " + d.name;
    case ThingSort::entity:
      return d.name;
    default:
      return d.where;
  }
}

std::string said(const std::map<std::string, std::string>& of, const std::string& what) {
  const auto found = of.find(what);
  return found == of.end() ? std::string() : found->second;
}

}  // namespace

std::string difference_text(const Difference& difference, const Terms& terms) {
  Difference d = difference;
  const std::string about = subject(d);
  const bool is_declared = d.sort == ThingSort::entity || d.sort == ThingSort::hex;
  if (is_declared && d.what.empty())
    return (d.sort == ThingSort::entity ? d.where : about) +
           (d.second == "there" ? " is new" : " is missing");
  if (d.sort == ThingSort::entity && d.what == "place") return entity_begins(d, terms);
  if (d.sort == ThingSort::entity && d.what == "with") return entity_comes(d);
  if (d.sort == ThingSort::place && d.first != nothing && d.second != nothing)
    return about + " is " + d.second + " instead of " + d.first;
  // Where data say nothing, the rules may.
  const std::string fallback = said(terms.fallbacks, d.what.empty() ? d.name : d.what);
  for (std::string* value : {&d.first, &d.second}) {
    if (*value == nothing && !fallback.empty()) *value = fallback;
  }
  if (d.sort == ThingSort::switch_)
    return about + ": " + on_or_off(d.second) + " instead of " + on_or_off(d.first);
  if (d.what.empty()) return about + ": " + d.second + " instead of " + d.first;
  const std::string attribute = with_blanks(d.what), phrase = said(terms.phrases, d.what);
  if (is_yes_or_no(d.first) && is_yes_or_no(d.second)) {
    const auto has = [&](const std::string& value) { return (value == "yes" ? "" : "no ") + attribute; };
    return about + ": " + has(d.second) + " instead of " + has(d.first);
  }
  if (!phrase.empty()) return about + " " + phrase + " " + d.second + " instead of " + d.first;
  return about + ": " + (terms.kinds.contains(d.what) ? "" : attribute + " ") + d.second + " instead of " +
         d.first;
}

}  // namespace casebook::board
