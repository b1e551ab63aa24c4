// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/dumps.h"

#include <fmt/format.h>

#include <algorithm>

#include "verifier/compare/attribute/rests_on_readings.h"
#include "verifier/compare/stages.h"
#include "verifier/compare/tell/answer.h"
#include "verifier/compare/tell/class_finding.h"
#include "verifier/compare/tell/words.h"
#include "verifier/finding/weight.h"

namespace casebook::compare {

namespace {

std::string counted(uint64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

template <class Strings>
std::string in_a_row(const Strings& list) {
  return list.empty() ? std::string("none") : fmt::format("{}", fmt::join(list, ", "));
}

std::vector<std::string> texts_of(const ItemRefs& items) {
  std::vector<std::string> all;
  for (const ItemRef& item : items) all.push_back(item.text());
  return all;
}

std::string answer_line(const Finding& finding) {
  return fmt::format("{}: {}", verdict_text(finding.verdict), finding.text);
}

std::string origin_line(const Pair& pair, const DifferenceClass& one) {
  const std::string of = names(pair, one.origin.side);
  switch (one.origin.sort) {
    case Origin::Sort::game:
      return fmt::format("step {} of game {} of {}", one.origin.step, one.origin.game, of);
    case Origin::Sort::generated:
      return "a position generated for " + of;
    case Origin::Sort::steered:
      break;
  }
  return "a position of the guided search, for " + of;
}

std::string cause_line(const DifferenceClass& one) {
  const Attribution& from = one.attribution;
  switch (from.how) {
    case Attribution::How::switched:
      return fmt::format("switched: {}{}", in_a_row(texts_of(from.items)),
                         from.together ? ", all together" : "");
    case Attribution::How::none:
      return fmt::format("not one item: none of {} switches helped", from.tried);
    case Attribution::How::came_to:
      break;
  }
  if (one.blame.empty()) return "not known";
  return in_a_row(texts_of(one.blame.items)) +
         (from.why_not.empty() ? "" : "; cannot be switched: " + from.why_not);
}

void add_classes(const Course& course, Dump& lines) {
  if (!course.classes) return;
  const Pair& pair = course.pair;
  lines.push_back(counted(course.classes->all().size(), "difference") + " so far");
  for (const auto& [key, one] : course.classes->all()) {
    lines.push_back(line_of(pair, one));
    lines.push_back(
        fmt::format("  found {}, {}", counted(one.met, "time"), one.seen ? "also in a game" : "in no game"));
    const size_t side = one.origin.side;
    lines.push_back(fmt::format(
        "  example: {}, {} on the map, {}", origin_line(pair, one),
        counted(static_cast<uint64_t>(pieces_on_map(*pair.scenarios[side], one.example.positions[side])),
                "piece"),
        games::grade_name(one.origin.grade)));
    if (one.game) lines.push_back("  its game: " + counted(one.game->steps.size(), "step"));
    if (one.shows)
      lines.push_back(
          fmt::format("  shows after {}: {}", counted(one.way.size() + 1, "step"), one.shows->action));
    lines.push_back("  cause: " + cause_line(one));
  }
}

void add_shares(const Course& course, Dump& lines) {
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const Share& share = course.search->shares()[side];
    lines.push_back(fmt::format(
        "{} of {}: {}, {} compared, the lawful choices differ at {}, the same choice leads elsewhere at {}",
        counted(share.games, "game"), names(course.pair, side), counted(share.positions, "position"),
        share.compared, share.differing, share.stepping));
  }
}

}  // namespace

Dump dump_alignment(const Course& course) {
  const Pair& pair = course.pair;
  Dump lines{fmt::format("{}, {} with the same meaning", counted(pair.alignment.items().size(), "item"),
                         course.result.same_items)};
  for (const ItemPair& item : pair.alignment.items()) {
    if (item.same) continue;
    if (item.item[0] == nullptr || item.item[1] == nullptr)
      lines.push_back(
          fmt::format("only in {}: {}", names(pair, item.item[0] != nullptr ? 0 : 1), item.ref.text()));
    else
      lines.push_back((item.same_text ? "same text, other parts: " : "other text: ") + item.ref.text());
  }
  for (const size_t side : {size_t{0}, size_t{1}})
    lines.push_back(
        fmt::format("state of {} alone: {}", names(pair, side), in_a_row(course.result.only[side])));
  lines.push_back("other members: " + in_a_row(other_members(pair)));
  lines.emplace_back(pair.alignment.from(0).same_locations ? "hexes match by number"
                                                           : "hexes match by their place on the grid");
  if (!course.in_common) lines.emplace_back("nothing in common");
  for (const std::string& name : course.without_board) lines.push_back("no scenario: " + name);
  return lines;
}

Dump dump_start(const Course& course) {
  if (!course.starts) return {"both begin alike"};
  return {course.starts->finding.text,
          course.starts->by_rules ? "by the rules, before the first choice" : "by the set-up"};
}

Dump dump_answer(const Course& course) {
  if (course.answered.empty()) return {"no: play has to be compared"};
  return {"yes: " + std::string(course.answered), answer_line(course.result.findings.front())};
}

Dump dump_whole_game(const Course& course) {
  return {fmt::format("{}, {} in both; {}", counted(course.whole.positions, "position"),
                      counted(course.whole.steps, "step"),
                      course.whole.complete ? "that is all of play, and nothing differs"
                                            : "something differs, or there is more than that")};
}

Dump dump_counts(const Course& course) {
  Dump lines{counted(course.counts.size(), "item") + " evaluated on every input"};
  for (const auto& [ref, count] : course.counts) {
    const std::string key = ref.text();
    lines.push_back(fmt::format("{}: {} of {} differ", key, count.differing, counted(count.inputs, "input")));
    if (count.differing > 0)
      lines.push_back(fmt::format("  for example {} = {} in {}, {} in {}", count.first, count.values[0],
                                  names(course.pair, 0), count.values[1], names(course.pair, 1)));
    for (const std::string& region : count.always) lines.push_back("  " + region);
    for (const size_t side : {size_t{0}, size_t{1}})
      for (const Alone* alone : {&count.alone[side], &count.of_data[side]})
        if (alone->inputs > 0)
          lines.push_back(fmt::format("  {} more of {} alone, first {}: {}", alone->inputs,
                                      names(course.pair, side), alone->first, alone->value));
  }
  return lines;
}

Dump dump_games(const Course& course) {
  Dump lines;
  add_shares(course, lines);
  add_classes(course, lines);
  return lines;
}

Dump dump_generated(const Course& course) {
  Dump lines{counted(course.search->generated(), "generated position")};
  add_classes(course, lines);
  return lines;
}

Dump dump_guided_search(const Course& course) {
  Dump lines;
  for (const Answers& one : course.search->answers()) {
    lines.push_back(fmt::format("{}: asked {}, {} differ", one.question.ref.text(),
                                counted(one.asked.inputs, "time"), one.asked.differing));
    if (!one.first.empty()) lines.push_back("  first " + one.first);
  }
  add_classes(course, lines);
  return lines;
}

Dump dump_classes(const Course& course) {
  Dump lines;
  add_classes(course, lines);
  return lines;
}

Dump dump_first_position(const Course& course) {
  if (!course.result.first) return {"no game separated the two"};
  return {answer_line(*course.result.first)};
}

Dump dump_changes(const Course& course) {
  Dump lines{fmt::format("{} of {}", counted(course.result.changes.size(), "change"),
                         counted(course.known.size(), "difference"))};
  for (const Change& change : course.result.changes) {
    lines.push_back(change.cases.empty() ? "no changed line is known to be the cause"
                                         : cases_of_both(change.labels, course.result.names));
    for (const size_t at : change.findings)
      lines.push_back("  " + line_of(course.pair, *course.known[at - 1]));
    for (const MetIn& met_in : change.met_in) lines.push_back("  met " + met_in_text(met_in));
  }
  for (const DifferenceClass* one : course.unread)
    lines.push_back("not read by one of the two: " + line_of(course.pair, *one));
  return lines;
}

Dump dump_findings(const Course& course) {
  Dump lines;
  for (size_t i = 0; i < course.result.findings.size(); ++i) {
    const Finding& one = course.result.findings[i];
    lines.push_back(fmt::format("{}. {}  {}", i, verdict_text(one.verdict), one.subject));
    if (one.witness) lines.push_back(fmt::format("  witness: {}", grade_text(one.witness->grade)));
    if (one.becomes) lines.push_back("  " + weight_of(one).ground);
  }
  return lines;
}

Dump dump_items(const Course& course) {
  Dump lines;
  for (const ItemResult& item : course.result.items)
    lines.push_back(fmt::format("{} {} {}: {}", verdict_text(item.verdict), item.sort, item.name, item.text));
  if (lines.empty()) lines.emplace_back("no item differs");
  return lines;
}

Dump dump_effects(const Course& course) {
  Dump lines;
  for (const Finding& one : course.result.findings)
    if (one.becomes)
      lines.push_back(
          fmt::format("{}: {}, {}", one.subject, becomes_text(one.becomes->what), one.becomes->text));
  if (lines.empty()) lines.emplace_back("nothing becomes of play that a witness shows");
  return lines;
}

Dump dump_readings(const Course& course) {
  Dump lines;
  for (const Finding& one : course.result.findings)
    for (const std::string& detail : one.details)
      if (detail.starts_with(rests_on_a_reading)) lines.push_back(one.subject + ": " + detail);
  if (lines.empty()) lines.emplace_back("no difference rests on a reading");
  return lines;
}

}  // namespace casebook::compare
