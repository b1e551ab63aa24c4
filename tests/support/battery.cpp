// SPDX-License-Identifier: Apache-2.0
#include "tests/support/battery.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <set>

#include "engine/base/diagnostic_text.h"
#include "engine/base/rational.h"
#include "engine/players/playout.h"
#include "engine/runtime/claims/checks.h"
#include "engine/runtime/claims/compiled_invariants.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/records/replay.h"
#include "engine/runtime/text/choice_text.h"
#include "engine/runtime/text/word_reader.h"

namespace casebook::tests {

using namespace runtime;  // NOLINT: drives the whole runtime

namespace {

/// One seeded game with every check. A failure throws a sentence; the caller adds where it was.
class BatteryGame {
 public:
  BatteryGame(const std::shared_ptr<const Scenario>& scenario, const BatteryRequest& request, uint64_t number,
              CompiledInvariants& invariants, BatteryReport& report)
      : scenario_(scenario),
        request_(request),
        report_(report),
        invariants_(invariants),
        reference_(scenario),
        game_(request.rules(scenario), {request.seed, number, {"random", "random"}}) {
    reference_.on_end_of_run([this](language::ProcedureId procedure, const Position& position) {
      invariants_due_at_end(*scenario_, procedure, due_);
      ask_due(position, nullptr);
    });
  }

  /// Empty when everything held.
  std::string run() {
    try {
      play();
      there_and_back();
      replayed();
    } catch (const std::string& problem) {
      return problem + "\nat " + where() + "\n" + record_text(game_.record());
    }
    return {};
  }

 private:
  static void demand(bool holds, const std::string& problem) {
    if (!holds) throw problem;
  }

  std::string where() {
    const bool over = game_.node() == NodeKind::over;
    return (over ? "the end" : control_text(*scenario_->program, control_of(*scenario_, game_.position()))) +
           ", step " + std::to_string(game_.step_count());
  }

  void play() {
    players_ = players::random_players(*scenario_);
    players::seat(players_, game_);
    start_ = game_.position();
    Position begun = scenario_->start;
    reference_.begin(begun);
    demand(begun == start_, "b: the evaluators begin differently");
    uint64_t decisions = 0;
    Position before = start_;
    for (bool first = true;; first = false) {
      look(first ? nullptr : &before);
      before = game_.position();
      if (game_.node() == NodeKind::over) break;
      if (game_.node() == NodeKind::chance) {
        take_chance();
      } else {
        if (decisions++ == request_.most_decisions) break;
        choose();
      }
    }
    ++report_.games;
    ++report_.outcomes[outcome_text(*scenario_, game_.outcome())];
    const OutcomeKind end = game_.outcome().kind;
    if (request_.faults_are_failures)
      demand(end != OutcomeKind::fault && end != OutcomeKind::stuck,
             "j: the game ended: " + outcome_text(*scenario_, game_.outcome()));
  }

  // ---- at every position

  void look(const Position* before) {
    const Position& position = game_.position();
    ++report_.positions;
    const Control control = control_of(*scenario_, position);
    if (control.procedures.size() > 1) ++report_.inside;
    if (control.site >= 0) ++report_.sites[site_text(*scenario_->program, control.site)];
    demand(position.hash() == position.hash_afresh(), "c: the hash is not that taken afresh");
    saved_and_loaded(position);
    invariants_due(*scenario_, position, before != nullptr, due_);
    ask_due(position, before);
    demand(broken_.empty(), broken_);  // also in a procedure that ended on the way here
  }

  // By both evaluators.
  void ask_due(const Position& position, const Position* before) {
    report_.invariants += due_.size();
    invariants_.load(position, before);
    for (const language::InvariantId id : due_) {
      const std::optional<InvariantFailure> failure = check_invariant(reference_, id, position, before);
      if (!broken_.empty()) return;
      const std::string name = "the invariant \"" + scenario_->program->invariants[id].name + "\"";
      if (failure) broken_ = "g: " + name + " does not hold: " + failure->derivation;
      if (invariants_.can_ask(id) && invariants_.holds(id) == failure.has_value())
        broken_ = "b: the evaluators disagree about " + name;
    }
  }

  void saved_and_loaded(const Position& position) {
    const std::string text = position_text(*scenario_, position);
    Diagnostics diagnostics;
    const auto loaded = load_position(*scenario_, text, "position", diagnostics);
    demand(loaded.has_value() && diagnostics.empty(),
           "e: the saved position is not loaded: " + diagnostics_text(diagnostics) + text);
    demand(loaded->words() == position.words(), "e: the loaded position is another\n" + text);
    demand(loaded->hash() == position.hash(), "e: the loaded position has another hash");
    demand(position_text(*scenario_, *loaded) == text, "e: the loaded position is saved differently");
  }

  void choose() {
    const std::vector<Choice>& choices = game_.choices();
    demand(!choices.empty(), "a: nobody can choose");
    demand(std::adjacent_find(choices.begin(), choices.end(),
                              [](const Choice& a, const Choice& b) { return !(a < b); }) == choices.end(),
           "a: the choices are not sorted and distinct");
    const int32_t side = game_.player();
    std::vector<Choice> plainly;
    reference_.choices(game_.position(), plainly);
    demand(plainly == choices, "b: the reference evaluator offers " + differing(plainly, choices));
    demand(reference_.player(game_.position()) == side, "b: the evaluators name different players");
    report_.choices += choices.size();
    texts(choices);

    const Choice chosen = choices[players_[static_cast<size_t>(side)]->choose(
        {game_.rules(), game_.position(), choices, side})];
    Position after = game_.position();
    reference_.apply(after, chosen);
    const std::string text = choice_text(*scenario_, game_.position(), chosen);
    demand(game_.play(chosen), "b: an offered choice is not taken: " + text);
    demand(after == game_.position(),
           "b: the evaluators differ after " + text + "\nreference: " + position_text(*scenario_, after));
    ++report_.decisions;
    ++report_.actions[text.substr(0, text.find('('))];
  }

  void take_chance() {
    const std::vector<ChanceOutcome>& outcomes = game_.outcomes();
    demand(!outcomes.empty(), "a: nothing can be rolled or drawn");
    std::vector<ChanceOutcome> plainly;
    reference_.outcomes(game_.position(), plainly);
    demand(plainly == outcomes, "b: the evaluators name different outcomes of chance");
    Rational sum;
    for (size_t i = 0; i < outcomes.size(); ++i) {
      demand(std::find(outcomes.begin(), outcomes.begin() + static_cast<std::ptrdiff_t>(i), outcomes[i]) ==
                 outcomes.begin() + static_cast<std::ptrdiff_t>(i),
             "a: an outcome of chance comes twice");
      sum = add(sum, Rational::make(1, static_cast<int64_t>(outcomes.size())).value()).value();
    }
    demand(sum == Rational(1), "f: the chances sum to " + to_text(sum));
    const ChanceOutcome chance = game_.next_roll().value();
    Position after = game_.position();
    reference_.apply(after, chance);
    demand(game_.roll(), "b: an outcome of chance is not taken");
    demand(after == game_.position(), "b: the evaluators differ after what chance brought\nreference: " +
                                          position_text(*scenario_, after));
    ++report_.chances;
  }

  std::string differing(const std::vector<Choice>& a, const std::vector<Choice>& b) {
    std::vector<Choice> only_a, only_b;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(only_a));
    std::set_difference(b.begin(), b.end(), a.begin(), a.end(), std::back_inserter(only_b));
    std::string text;
    for (const Choice& choice : only_a)
      text += "\n  also " + choice_text(*scenario_, game_.position(), choice);
    for (const Choice& choice : only_b)
      text += "\n  not " + choice_text(*scenario_, game_.position(), choice);
    return text;
  }

  void texts(const std::vector<Choice>& choices) {
    const size_t wanted = request_.texts == 0 ? choices.size() : std::min(request_.texts, choices.size());
    std::set<std::string> seen;
    for (size_t i = 0; i < wanted; ++i) {
      const Choice& choice = choices[i * choices.size() / wanted];
      const std::string text = choice_text(*scenario_, game_.position(), choice);
      demand(seen.insert(text).second, "i: two choices read " + text);
      is_read(text, choice, choices);
      is_read(with_names(text, choice), choice, choices);
      ++report_.texts;
    }
  }

  void is_read(const std::string& text, const Choice& choice, const std::vector<Choice>& choices) {
    Diagnostics diagnostics;
    const auto named =
        parse_choice(*scenario_, game_.position(), text, {"choice", {1, 1}, {1, 1}}, diagnostics);
    demand(named.has_value(), "i: the text of a choice is not read: " + diagnostics_text(diagnostics) + text);
    const std::vector<Choice> read = choices_named(*scenario_, game_.position(), *named);
    const auto lawful = std::find_if(read.begin(), read.end(), [&](const Choice& c) {
      return std::binary_search(choices.begin(), choices.end(), c);
    });
    demand(lawful != read.end() && *lawful == choice, "i: the text is read as another choice: " + text);
  }

  /// `step(A, 0101)` as `step(u: A, to: 0101)`.
  std::string with_names(const std::string& text, const Choice& choice) const {
    const language::Program& p = *scenario_->program;
    const auto& site = p.sites[game_.position().cell(scenario_->layout.site) - 1];
    const auto& params = p.actions[site.alternatives[static_cast<size_t>(choice.alternative)].action].params;
    const size_t open = text.find('(');
    const auto words = words_between_commas(std::string_view(text).substr(open + 1, text.size() - open - 2));
    std::string named = text.substr(0, open + 1);
    for (size_t i = 0; i < words.size(); ++i)
      named += (i == 0 ? "" : ", ") + params[i].name + ": " + words[i];
    return named + ")";
  }

  // ---- at the end

  void there_and_back() {
    const Position end = game_.position();
    while (game_.undo()) {
    }
    demand(game_.position() == start_ && game_.position().hash() == start_.hash(),
           "d: undo does not lead back to the start");
    while (game_.redo()) {
    }
    demand(game_.position() == end && game_.position().hash() == end.hash(),
           "d: redo does not lead to the end");
  }

  void replayed() {
    const std::string text = record_text(game_.record());
    Diagnostics diagnostics;
    const Record record = parse_record(text, "record", diagnostics);
    demand(diagnostics.empty() && record_text(record) == text,
           "h: the record is not read as written: " + diagnostics_text(diagnostics));
    const Replay again = replay(record, "record", request_.rules(scenario_), diagnostics);
    demand(again.good && diagnostics.empty(),
           "h: the record does not replay: " + diagnostics_text(diagnostics));
    demand(again.game->position() == game_.position(), "h: the replay ends in another position");
  }

  std::shared_ptr<const Scenario> scenario_;
  const BatteryRequest& request_;
  BatteryReport& report_;
  CompiledInvariants& invariants_;
  ReferenceRules reference_;
  std::vector<language::InvariantId> due_;
  std::string broken_;  // the first invariant that did not hold
  Game game_;
  players::Players players_;
  Position start_;
};

void print(const std::string& name, const BatteryReport& report) {
  std::cout << "[ battery  ] " << name << ": " << report.games << " games, " << report.decisions
            << " choices made of " << report.choices << " offered, " << report.chances << " rolls and draws, "
            << report.positions << " positions (" << report.inside << " inside procedures), "
            << report.invariants << " invariants asked, " << report.texts << " texts read back;";
  const auto counts = [](const std::map<std::string, uint64_t>& tally) {
    for (const auto& [word, count] : tally) std::cout << " " << count << " " << word;
  };
  counts(report.outcomes);
  std::cout << "\n[ battery  ]  ";
  counts(report.sites);
  std::cout << ";";
  counts(report.actions);
  std::cout << "\n";
}

}  // namespace

std::shared_ptr<const Scenario> shipped_scenario(
    const std::string& edition, const std::string& scenario,
    const std::vector<std::pair<std::string, std::string>>& switches) {
  ScenarioRequest request;
  request.edition_folder =
      edition.starts_with('/') ? edition : std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + edition;
  if (!scenario.empty()) request.scenario_file = request.edition_folder + "/" + scenario;
  request.switches = switches;
  request.id = scenario.empty() ? edition : edition + "/" + scenario;
  Diagnostics diagnostics;
  auto bound = load_scenario(request, diagnostics);
  if (!bound) ADD_FAILURE() << edition << " cannot be played:\n" << diagnostics_text(diagnostics);
  return bound;
}

BatteryReport run_battery(const BatteryRequest& request) {
  const auto scenario = shipped_scenario(request.edition, request.scenario, request.switches);
  return scenario ? run_battery(scenario, request) : BatteryReport{};
}

BatteryReport try_battery(const std::shared_ptr<const Scenario>& scenario, const BatteryRequest& request) {
  BatteryReport report;
  CompiledInvariants invariants(scenario);
  for (uint64_t number = 1; number <= request.games && report.problem.empty(); ++number) {
    report.problem = BatteryGame(scenario, request, number, invariants, report).run();
    if (!report.problem.empty())
      report.problem = scenario->id + ", seed " + std::to_string(request.seed) + ", game " +
                       std::to_string(number) + ": " + report.problem;
  }
  return report;
}

BatteryReport run_battery(const std::shared_ptr<const Scenario>& scenario, const BatteryRequest& request) {
  BatteryReport report = try_battery(scenario, request);
  if (!report.problem.empty()) ADD_FAILURE() << report.problem;
  print(scenario->id, report);
  return report;
}

}  // namespace casebook::tests
