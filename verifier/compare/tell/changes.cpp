// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/tell/changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "engine/base/switch_names.h"
#include "verifier/compare/tell/class_finding.h"
#include "verifier/compare/tell/questions_first.h"
#include "verifier/compare/tell/telling_words.h"
#include "verifier/compare/tell/words.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/coverage.h"
#include "verifier/finding/order_of_differences.h"
#include "verifier/finding/weight.h"

namespace casebook::compare {

namespace {

/// Begins the key of a change whose class names no lines. Cases are numbers, so that it comes after them.
constexpr char no_lines = '~';

/// The cases of that side that correspond to these of the other: those that an edition restates or replaces, or that
/// do so, else those with the same label.
std::vector<std::string> corresponding(const Pair& pair, size_t side,
                                       const std::vector<std::string>& others) {
  const language::Program &here = *pair.scenarios[side]->program, &there = *pair.scenarios[1 - side]->program;
  std::set<std::string> found;
  for (const std::string& label : others) {
    if (there.parent == here.edition)
      for (const language::Case& one : there.cases)
        if (one.label == label) found.merge(parent_cases(there, one));
    if (here.parent == there.edition)
      for (const language::Case& one : here.cases)
        if (parent_cases(here, one).count(label) != 0) found.insert(one.label);
  }
  if (found.empty()) found.insert(others.begin(), others.end());
  std::vector<std::string> in_order;
  for (const language::Case& one : here.cases)
    if (found.count(one.label) != 0) in_order.push_back(one.label);
  return in_order;
}

std::vector<CaseSays> says_of(const Pair& pair, size_t side, const std::vector<std::string>& labels) {
  std::vector<CaseSays> all;
  for (const std::string& label : labels)
    if (auto says = case_says(pair, side, label)) all.push_back(std::move(*says));
  return all;
}

Change change_of(const Pair& pair, const std::string& lines,
                 const std::vector<const DifferenceClass*>& classes) {
  Change made;
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
    for (const std::string& label : made.labels[side])
      if (std::string title = title_of_case(pair, side, label); !title.empty() && made.title.empty())
        made.title = std::move(title);
    for (const language::Place& place : against[side])
      made.texts[side].push_back(place_in(pair, side, place).text);
  }
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const bool none = made.labels[side].empty();
    made.says[side] =
        says_of(pair, side, none ? corresponding(pair, side, made.labels[1 - side]) : made.labels[side]);
  }
  return made;
}

}  // namespace

void group_by_change(Course& course) {
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
    Change made = change_of(pair, lines, classes);
    made.met_in = course.search->sample().met_in(pair, classes);
    for (const DifferenceClass* one : classes) {
      course.known.push_back(one);
      made.findings.push_back(course.known.size());  // the answer comes first
    }
    course.result.changes.push_back(std::move(made));
  }
}

namespace {

/// The statement of its case that names the reading as its doubt and speaks of what the question asks; empty where there is
/// none.
std::string doubted(const Pair& pair, size_t side, const language::Reading& reading) {
  if (!pair.cases[side]) return {};
  const std::string name = switch_name(reading.name);
  const std::string label = pair.scenarios[side]->program->label_text(reading.label);
  for (const board::CaseLine& line : pair.cases[side]->cases) {
    if (line.label != label) continue;
    for (const board::Statement& one : line.statements)
      if (one.status == board::StatementStatus::doubtful && names_it(one.why, name) &&
          shared(telling_words(one.says), telling_words(reading.question)) > 1)
        return one.says + ".";
  }
  return {};
}

}  // namespace

void add_questions(Course& course, const std::vector<RestsOn>& rests) {
  for (Change& change : course.result.changes) {
    for (const size_t at : change.findings) {
      if (at != change.findings.front() && !can_occur(course.result.findings[at])) continue;
      for (const RestsOn& one : rests) {
        if (one.finding != at) continue;
        const language::Program& program = *course.pair.scenarios[one.side]->program;
        const language::Reading& reading = program.readings[one.reading];
        const std::string label = program.label_text(reading.label);
        const size_t known = merge(change.questions, {one.side, label, reading.question, one.answer,
                                                      one.answers, doubted(course.pair, one.side, reading)});
        change.questions[known].findings.push_back(at);
      }
    }
  }
}

void say_how_many(Result& result) {
  Finding& all = result.findings.front();
  uint64_t differences = 0, occurring = 0, changes = 0;
  for (const Change& change : result.changes) {
    if (!is_counted(result, change)) continue;
    ++changes;
    differences += change.findings.size();
    for (const size_t at : change.findings) occurring += can_occur(result.findings[at]) ? 1U : 0U;
  }
  const uint64_t others = result.changes.size() - changes, doubtful = differences - occurring;
  if (changes == 0 && !(result.first && result.first->witness)) {
    all.verdict = Verdict::unknown;
    all.headline.clear();
  }
  if (changes > 0) {
    all.text = fmt::format("Casebook found {} of play", counted(occurring, "difference"));
    if (occurring > 1)
      all.text += changes == 1 ? std::string(", all from the same change of the rules")
                               : fmt::format(", from {} changes of the rules", changes);
    all.text += ".";
    if (doubtful > 0)
      all.text += fmt::format(" {} more {} from {} {} only in positions that perhaps no game can reach.",
                              doubtful, doubtful == 1 ? "difference" : "differences",
                              changes == 1 ? "it" : "the same changes", doubtful == 1 ? "shows" : "show");
  }
  if (others > 0)
    all.text += fmt::format(
        "{}{} {}of the rules {} only in positions that perhaps no game can reach; {} not counted.",
        changes > 0 ? " " : "", others,
        changes == 0  ? "change" + std::string(others == 1 ? " " : "s ")
        : others == 1 ? std::string("more change ")
                      : std::string("more changes "),
        others == 1 ? "shows" : "show", others == 1 ? "it is" : "they are");
}

void order_by_weight(Result& result) {
  const auto of = [&](size_t at) -> const Finding& { return result.findings[at]; };
  const auto heavier = [&](size_t a, size_t b) { return weighs_more(of(a), of(b)); };
  for (Change& change : result.changes)
    std::stable_sort(change.findings.begin(), change.findings.end(), heavier);
  std::stable_sort(result.changes.begin(), result.changes.end(), [&](const Change& a, const Change& b) {
    return heavier(a.findings.front(), b.findings.front());
  });
  std::vector<size_t> order{0};
  for (Change& change : result.changes)
    for (size_t& at : change.findings) order.push_back(std::exchange(at, order.size()));
  std::vector<bool> placed(result.findings.size());
  for (const size_t at : order) placed[at] = true;
  for (size_t at = 0; at < placed.size(); ++at)
    if (!placed[at]) order.push_back(at);
  std::vector<Finding> findings;
  for (const size_t at : order) findings.push_back(std::move(result.findings[at]));
  result.findings = std::move(findings);
}

}  // namespace casebook::compare
