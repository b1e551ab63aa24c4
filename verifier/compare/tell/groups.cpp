// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/tell/groups.h"

#include <algorithm>
#include <utility>

#include "verifier/compare/tell/class_finding.h"
#include "verifier/compare/tell/words.h"
#include "verifier/finding/weight.h"

namespace casebook::compare {

namespace {

/// What a group is called whose class names no lines. Cases are numbers, so that it comes after them.
constexpr char no_lines = '~';

Group group_of(const Pair& pair, const std::string& lines,
               const std::vector<const DifferenceClass*>& classes) {
  Group made;
  if (lines.starts_with(no_lines)) return made;
  made.cases = lines;
  const ChangedLines changed = lines_of(pair, *classes.front());
  ItemRefs items;
  for (const DifferenceClass* one : classes) items.insert(one->blame.items.begin(), one->blame.items.end());
  const auto against = lines_against(pair.alignment, items);
  for (const size_t side : {size_t{0}, size_t{1}}) {
    made.labels[side].assign(changed.labels[side].begin(), changed.labels[side].end());
    for (const std::string& label : made.labels[side])
      made.titles[side].push_back(case_with_title(pair, side, label));
    for (const language::Place& place : against[side])
      made.texts[side].push_back(place_in(pair, side, place).text);
  }
  return made;
}

}  // namespace

void group_classes(Course& course) {
  const Pair& pair = course.pair;
  std::map<std::string, std::vector<const DifferenceClass*>> by_lines;
  for (const auto& [key, one] : course.classes->all()) {
    if (unread_by(pair, one)) {
      course.unread.push_back(&one);
      continue;
    }
    const bool blamed = one.blame.certain ? !one.blame.items.empty() : one.blame.items.size() == 1;
    by_lines[blamed ? lines_of(pair, one).text() : no_lines + key].push_back(&one);
  }
  for (const auto& [lines, classes] : by_lines) {
    Group made = group_of(pair, lines, classes);
    made.met_in = course.search->sample().met_in(pair, classes);
    for (const DifferenceClass* one : classes) {
      course.known.push_back(one);
      made.findings.push_back(course.known.size());  // the answer comes first
    }
    course.result.groups.push_back(std::move(made));
  }
}

void order_by_weight(Result& result) {
  const auto of = [&](size_t at) -> const Finding& { return result.findings[at]; };
  const auto heavier = [&](size_t a, size_t b) { return weighs_more(of(a), of(b)); };
  for (Group& group : result.groups) std::stable_sort(group.findings.begin(), group.findings.end(), heavier);
  std::stable_sort(result.groups.begin(), result.groups.end(), [&](const Group& a, const Group& b) {
    return heavier(a.findings.front(), b.findings.front());
  });
  std::vector<size_t> order{0};
  for (Group& group : result.groups)
    for (size_t& at : group.findings) order.push_back(std::exchange(at, order.size()));
  std::vector<bool> placed(result.findings.size());
  for (const size_t at : order) placed[at] = true;
  for (size_t at = 0; at < placed.size(); ++at)
    if (!placed[at]) order.push_back(at);
  std::vector<Finding> findings;
  for (const size_t at : order) findings.push_back(std::move(result.findings[at]));
  result.findings = std::move(findings);
}

}  // namespace casebook::compare
