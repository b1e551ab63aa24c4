// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/base/switch_names.h"
#include "engine/base/text.h"
#include "verifier/compare/attribute/attribution.h"
#include "verifier/compare/attribute/becomes.h"
#include "verifier/compare/attribute/rests_on_readings.h"
#include "verifier/compare/dumps.h"
#include "verifier/compare/hunt/item_results.h"
#include "verifier/compare/tell/answer.h"
#include "verifier/compare/tell/changes.h"
#include "verifier/compare/tell/class_finding.h"

namespace casebook::compare {

Course::Course(const ScenarioPtr& a, const ScenarioPtr& b, const Settings& wanted, GoesOn until, Tell told)
    : settings(wanted), goes_on(std::move(until)), tell(std::move(told)), pair(a, b) {
  pair.cases = settings.cases;
}

uint64_t Course::looked_at() const {
  if (!search) return 0;
  return search->shares()[0].compared + search->shares()[1].compared + search->generated();
}

namespace {

// ---- the two side by side

/// `Every optional rule is off in both.`
std::string options_text(const Pair& pair) {
  std::array<std::string, 2> on;
  bool any = false;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const Scenario& scenario = *pair.scenarios[side];
    const auto& options = scenario.program->options;
    any = any || !options.empty();
    std::vector<std::string> names_on;
    for (size_t i = 0; i < options.size(); ++i)
      if (scenario.options[i]) names_on.push_back(switch_name(options[i].name));
    on[side] = listed(names_on, "and");
  }
  if (!any) return {};
  if (on[0].empty() && on[1].empty()) return "Every optional rule is off in both.";
  if (on[0] == on[1]) return fmt::format("Optional rules that are on in both: {}.", on[0]);
  for (std::string& one : on)
    if (one.empty()) one = "none";
  return fmt::format("Optional rules that are on: in {} {}; in {} {}.", names(pair, 0), on[0], names(pair, 1),
                     on[1]);
}

void align_both(Course& course) {
  const Pair& pair = course.pair;
  course.result.options = options_text(pair);
  for (const size_t side : {size_t{0}, size_t{1}})
    if (pair.cases[side])
      for (const board::CaseLine& line : pair.cases[side]->cases)
        if (!line.of.empty()) course.result.borrowed[side].insert(line.label);
  course.result.names = {names(pair, 0), names(pair, 1)};
  for (const ItemPair& item : pair.alignment.items()) course.result.same_items += item.same ? 1 : 0;
  for (const size_t side : {size_t{0}, size_t{1}})
    course.result.only[side] = pair.transfers[side].only_here();
  // Rules that only define things share no action, and still may be the same.
  course.in_common = anything_in_common(pair) || pair.alignment.all_same();
  for (const size_t side : {size_t{0}, size_t{1}})
    if (is_without_board(*pair.scenarios[side])) course.without_board.push_back(names(pair, side));
}

void compare_starts(Course& course) {
  course.starts = starts_apart(course.pair);
}

void settle(Course& course, std::string_view why, Finding&& finding) {
  course.answered = why;
  if (finding.verdict == Verdict::proved) finding.text.insert(0, borrowed_from_each_other(course.pair));
  course.result.findings.push_back(std::move(finding));
}

void answer_from_text(Course& course) {
  if (!course.in_common)
    settle(course, "the two have nothing in common", nothing_in_common(course.pair));
  else if (course.pair.alignment.all_same())
    settle(course, "every item has the same meaning in both",
           all_the_same(course.pair, course.result.same_items, course.starts.has_value()));
  else if (!course.without_board.empty())
    settle(course, "one of the two has no scenario", without_board(course.pair, course.without_board));
}

void play_whole_game(Course& course) {
  course.whole = play_all(course.pair, course.settings.whole, [&](uint64_t steps) {
    return course.go_on("all of play", steps, course.settings.whole);
  });
  if (course.whole.complete)
    settle(course, "all of play was seen", all_of_play_seen(course.pair, course.whole));
}

void enumerate_items(Course& course) {
  const auto& items = course.pair.alignment.items();
  for (const ItemPair& item : items) {
    if (item.same || !course.go_on("enumeration", course.counts.size(), items.size())) continue;
    auto counted = count(course.pair, item, course.settings.inputs);
    if (!counted) continue;
    constexpr size_t most = 300;  // of each, so that one does not drown another
    const size_t every = counted->hexes.size() / most + 1;
    for (size_t i = 0; !item.same_text && i < counted->hexes.size(); i += every)
      course.hexes.push_back({item.ref, counted->hexes[i]});
    course.counts.emplace(item.ref, std::move(*counted));
  }
}

// ---- the search

void play_games(Course& course) {
  course.classes = std::make_unique<Classes>(course.pair);
  course.classes->tell([&course](const DifferenceClass& one) {
    if (course.tell) course.tell(line_of(course.pair, one));
  });
  course.search = std::make_unique<Search>(course.pair, *course.classes, course.settings.budget, course.hexes,
                                           course.goes_on);
  course.search->play();
}

void generate_positions(Course& course) {
  course.search->make_up();
}

void guide_search(Course& course) {
  course.search->steer();
  course.classes->drop_unions();
}

void begin_phases(Course& course) {
  course.search->lawful();
}

void follow_values(Course& course) {
  course.search->follow();
}

void shrink_examples(Course& course) {
  course.search->shrink(course.settings.shrinking);
}

void look_near_games(Course& course) {
  course.search->near(course.settings.shrinking);
}

void switch_items(Course& course) {
  course.search->attribute();
  Result& result = course.result;
  result.shares = course.search->shares();
  result.stopped = course.search->stopped();
  result.generated = course.search->generated();
  result.looked_into = course.classes->looked_into();
}

// ---- what is said

void part_first_game(Course& course) {
  course.result.first = first_position(course);
}

void say_what_parts_the_starts(Course& course) {
  if (!course.starts) return;
  for (Change& change : course.result.changes)
    for (const size_t at : change.findings) {
      const std::vector<std::string> parts =
          parts_of_the_starts(course.pair, course.known[at - 1]->blame.items);
      course.result.findings[at].from_start = !parts.empty();
      change.from_start = change.from_start || !parts.empty();
      for (const std::string& part : parts)
        if (const auto told = course.starts->values.find(part);
            told != course.starts->values.end() &&
            std::find(change.begins.begin(), change.begins.end(), told->second) == change.begins.end())
          change.begins.push_back(told->second);
    }
}

void write_witnesses(Course& course) {
  Result& result = course.result;
  const uint64_t seed = course.settings.budget.seed;
  result.findings.push_back(of_search(course));
  const auto write = [seed](Pair& pair, const DifferenceClass& one) {
    try {
      return confirmed(pair, one, seed);
    } catch (const runtime::ListingStopped&) {
      return not_confirmed(pair, one);
    }
  };
  for (Finding& finding : course.search->findings(course.known, write))
    result.findings.push_back(std::move(finding));
  keep_to_what_is_shown(result);
  for (size_t i = 0; i < course.known.size(); ++i)
    result.findings[i + 1].met_in = course.search->sample().met_in(course.pair, {course.known[i]});
  say_what_parts_the_starts(course);
  const auto write_unread = [write](Pair& pair, const DifferenceClass& one) {
    Finding made = write(pair, one);
    say_unread(pair, one, *unread_by(pair, one), made);
    return made;
  };
  for (Finding& finding : course.search->findings(course.unread, write_unread))
    result.findings.push_back(std::move(finding));
}

void list_items(Course& course) {
  std::vector<ItemRefs> to_nothing;
  for (const DifferenceClass* one : course.known)
    if (one->blame.items.empty()) to_nothing.push_back(could_be_of(course.pair, *one));
  for (const ItemPair& item : course.pair.alignment.items()) {
    if (item.same || of_switches(course.pair, item)) continue;
    if (course.whole.complete) {
      course.result.items.push_back(item_of_whole_game(course.pair, item));
      continue;
    }
    const auto counted = course.counts.find(item.ref);
    const Answers* answers = nullptr;
    if (course.search)
      for (const Answers& one : course.search->answers())
        if (answers == nullptr && one.question.ref == item.ref) answers = &one;
    const auto may_come_of_it = std::count_if(to_nothing.begin(), to_nothing.end(),
                                              [&](const auto& keys) { return keys.count(item.ref) != 0; });
    course.result.items.push_back(item_result(
        course.pair, item, course.known, counted == course.counts.end() ? nullptr : &counted->second, answers,
        course.looked_at(), static_cast<size_t>(may_come_of_it)));
  }
}

void replay_for_effects(Course& course) {
  tell_what_becomes(course.result.findings, course.a(), course.b(),
                    [&] { return course.go_on("effects on play", 0, 1); });
}

void put_in_order(Course& course) {
  Result& result = course.result;
  if (!result.changes.empty()) {
    order_by_weight(result);
    if (result.findings.front().verdict == Verdict::refuted) say_how_many(result);
  }
  add_starts(course);
  if (result.first && result.first->verdict == Verdict::tool_error) result.findings.push_back(*result.first);
}

void read_otherwise(Course& course) {
  const std::vector<RestsOn> rests = tell_what_rests_on_readings(
      course.result.findings, course.a(), course.b(), [&] { return course.go_on("readings", 0, 1); });
  add_questions(course, rests);
}

// ---- what is left out

std::string_view never(const Course&) {
  return {};
}

std::string_view without_play(const Course& course) {
  if (!course.in_common) return "the two have nothing in common";
  return course.without_board.empty() ? std::string_view() : "one of the two has no scenario";
}

std::string_view when_answered(const Course& course) {
  return course.answered;
}

/// Without a board there is an answer, and what reads no state is counted all the same.
std::string_view when_items_are_known(const Course& course) {
  if (course.without_board.empty() || !course.in_common || course.pair.alignment.all_same())
    return course.answered;
  return {};
}

std::string_view when_nothing_differs(const Course& course) {
  return course.whole.complete ? std::string_view() : when_items_are_known(course);
}

std::string_view when_stopped(const Course& course) {
  return course.result.stopped ? "the search was stopped" : std::string_view();
}

}  // namespace

const std::vector<Stage>& stages() {
  static const std::vector<Stage> all{
      {"align", "match items, states, members, hexes and choices of the two", never, align_both,
       dump_alignment},
      {"start", "compare where each begins", without_play, compare_starts, dump_start},
      {"text", "see whether the text alone gives the answer", never, answer_from_text, dump_answer},
      {"whole-game", "play all of a small game in both", when_answered, play_whole_game, dump_whole_game},
      {"enumerate", "evaluate what reads no state on every input", when_items_are_known, enumerate_items,
       dump_counts},
      {"games", "compare at every position of seeded games", when_answered, play_games, dump_games},
      {"generated", "compare at generated positions", when_answered, generate_positions, dump_generated},
      {"guided-search", "search for differences that are still missing", when_answered, guide_search,
       dump_guided_search},
      {"phase-entry", "look for lawful examples where a phase begins", when_answered, begin_phases,
       dump_classes},
      {"follow", "follow other values to a choice in which they show", when_answered, follow_values,
       dump_classes},
      {"shrink", "make the examples smaller", when_answered, shrink_examples, dump_classes},
      {"near-games", "try other rolls and choices near the games of examples", when_answered, look_near_games,
       dump_classes},
      {"switch", "find the cause: take over changed items, one by one", when_answered, switch_items,
       dump_classes},
      {"first-position", "find where a game played in both first separates", when_answered, part_first_game,
       dump_first_position},
      {"group", "group classes with the same changed lines", when_answered, group_by_change, dump_changes},
      {"witnesses", "write a witness of each class and replay it", when_answered, write_witnesses,
       dump_findings},
      {"items", "list the items that differ, with what is known of each", when_nothing_differs, list_items,
       dump_items},
      {"effects", "replay each witness to see what becomes of play", never, replay_for_effects, dump_effects},
      {"order", "put the most serious first", never, put_in_order, dump_findings},
      {"readings", "replay each witness under other readings", when_stopped, read_otherwise, dump_readings},
  };
  return all;
}

const Stage* find_stage(std::string_view name) {
  for (const Stage& stage : stages())
    if (stage.name == name) return &stage;
  return nullptr;
}

namespace {

constexpr std::string_view stopped_by_user = "stopped by the user";

/// A stage that is stopped while choices are listed leaves what it has; without a search there is nothing to go on with.
void run_stage(const Stage& stage, Course& course) {
  try {
    stage.run(course);
  } catch (const runtime::ListingStopped&) {
    course.result.stopped = true;
    course.left_out[stage.name] = stopped_by_user;
    if (course.search || !course.answered.empty()) return;
    settle(course, stopped_by_user, stopped_at_once(course.pair));
  }
}

}  // namespace

void run_stages(Course& course, const Stage* last) {
  for (const Stage& stage : stages()) {
    if (const std::string_view why = stage.left_out(course); why.empty())
      run_stage(stage, course);
    else
      course.left_out[stage.name] = why;
    if (&stage == last) return;
  }
}

std::vector<std::string> dump_lines(const Stage& stage, const Course& course) {
  const auto why = course.left_out.find(stage.name);
  if (why != course.left_out.end()) return {fmt::format("not run: {}", why->second)};
  return stage.dump(course);
}

std::string dump_text(const Stage& stage, const Course& course) {
  std::string text = fmt::format("{}: {}\n", stage.name, stage.does);
  for (const std::string& line : dump_lines(stage, course)) text += "  " + line + "\n";
  return text;
}

}  // namespace casebook::compare
