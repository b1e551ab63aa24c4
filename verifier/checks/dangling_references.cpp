// SPDX-License-Identifier: Apache-2.0
// dangling-references: a text of the rules names a case that no list of cases has.
//
// The check reads summaries, titles, reasons of readings, and why something is disputed, silent or
// explanatory. A number after the name of another edition (`spi-1980 6.2`) belongs to that edition; it is
// looked up there when that is this edition or its parent. The cases are those of the rulebook's list
// (cases.json) and of the rules.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "verifier/checks/list.h"
#include "verifier/checks/shared/labels_in_text.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace language;

namespace {

constexpr const char* id = "dangling-references";

class DanglingReferencesCheck {
 public:
  explicit DanglingReferencesCheck(Context& context) : context_(context) {
    const Program& p = context.program();
    for (const Case& one : p.cases) known_.insert(one.label);
    for (const std::string& one : p.parent_labels) known_of_parent_.insert(one);
    if (context.cases()) {
      for (const board::CaseLine& line : context.cases()->cases) known_.insert(line.label);
    }
  }

  void ask(const std::string& text, CaseId label, const Place& place, const std::string& what) {
    ++texts;
    for (const std::string& number : numbers_in_text(text)) {
      const size_t at = text.find(number);
      const std::string before = word_before(text, at);
      const bool named = before.find('-') != std::string::npos;  // another edition's number
      if (named && before != context_.program().edition && before != context_.program().parent) continue;
      ++numbers;
      const bool of_parent = named && before == context_.program().parent;
      if ((of_parent ? known_of_parent_ : known_).count(number) != 0 || is_measure(text, at + number.size()))
        continue;
      // A section's number stands for its cases.
      const auto begins = [&](const std::string& one) {
        return one.starts_with(number + "(") || one.starts_with(number + ".");
      };
      if (std::any_of(known_.begin(), known_.end(), begins)) continue;
      Finding& finding =
          context_.add(id, fmt::format("{} in {}", number, what), Verdict::refuted, Concern::contradiction);
      finding.claim = fmt::format("Every case that is named in {} exists", what);
      finding.headline =
          fmt::format("{} names case {}, which does not exist", context_.program().label_text(label), number);
      finding.text = fmt::format("The number stands in {}. The edition {} has no such case.", what,
                                 of_parent ? before : context_.program().edition);
      finding.scope = "every text of the rules was read";
      context_.cite(finding, label, place);
    }
  }

  size_t texts = 0, numbers = 0;

 private:
  static std::string word_before(const std::string& text, size_t at) {
    if (at < 2 || text[at - 1] != ' ') return {};
    const size_t begin = text.find_last_of(" (\"", at - 2);
    return text.substr(begin == std::string::npos ? 0 : begin + 1,
                       at - 1 - (begin == std::string::npos ? 0 : begin + 1));
  }
  // `1.5 points` is no case.
  static bool is_measure(const std::string& text, size_t end) {
    static const std::set<std::string> units{"points", "point", "hexes", "km", "miles", "to", "percent", "%"};
    if (end + 1 >= text.size() || text[end] != ' ') return false;
    const size_t stop = text.find_first_of(" ,.;)", end + 1);
    return units.count(text.substr(end + 1, stop == std::string::npos ? stop : stop - end - 1)) != 0;
  }

  Context& context_;
  std::set<std::string> known_, known_of_parent_;
};

Answer run(Context& context) {
  const Program& p = context.program();
  DanglingReferencesCheck check(context);
  for (size_t i = 0; i < p.cases.size(); ++i) {
    const Case& one = p.cases[i];
    const Place place = one.places.empty() ? Place{} : one.places.front();
    const CaseId label = static_cast<CaseId>(i);
    check.ask(one.summary, label, place, "the summary of " + one.label);
    check.ask(one.silent, label, place, "what " + one.label + " is silent about");
    check.ask(one.explanatory, label, place, "why " + one.label + " is explanatory");
  }
  for (const Reading& one : p.readings) {
    if (one.kind == none) continue;
    check.ask(one.question, one.label, one.place, "the question of the reading " + one.name);
    for (const std::string& reason : one.reasons)
      check.ask(reason, one.label, one.place, "a reason of the reading " + one.name);
  }
  for (const Claim& one : p.claims) {
    check.ask(one.name, one.label, one.place, "the claim \"" + one.name + "\"");
    check.ask(one.disputed, one.label, one.place,
              "why a claim of " + p.label_text(one.label) + " is disputed");
  }
  return {Verdict::proved, fmt::format("{} looked up in {}", counted(check.numbers, "case number"),
                                       counted(check.texts, "text"))};
}

}  // namespace

Check dangling_references() {
  return {id, "Does a text name a case that does not exist?", CheckOf::text, false, run};
}

}  // namespace casebook::checks
