// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/records/replay.h"

#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/text/chance_text.h"
#include "engine/runtime/text/choice_text.h"
#include "engine/runtime/text/refusal.h"

namespace casebook::runtime {

namespace {

class Replayer {
 public:
  Replayer(const Record& record, const std::string& file, Diagnostics& diagnostics,
           const ReplayOptions& options)
      : record_(record), file_(file), diagnostics_(diagnostics), options_(options) {}

  Replay run(std::unique_ptr<Rules> rules) {
    if (!same_rules(rules->scenario())) return {};
    check_generator();
    if (!begin(std::move(rules))) return {};
    Replay result;
    if (options_.watch != nullptr) options_.watch->begin(game_->position(), record_.game);
    while (result.steps < record_.steps.size() && play(result.steps)) {
      ++result.steps;
      if (options_.watch != nullptr) options_.watch->step(game_->position());
    }
    result.good = result.steps == record_.steps.size() && same_outcome();
    result.game = std::move(game_);
    return result;
  }

 private:
  static SourceRange line_range(const std::string& file, int line) {
    return {file, {line, line == 0 ? 0 : 1}, {line, line == 0 ? 0 : 1}};
  }

  /// Bytes [begin, end) of a step's text.
  SourceRange range(const RecordStep& step, size_t begin, size_t end) const {
    const auto column = [&](size_t offset) {
      return step.column + static_cast<int>(code_points(
                               std::string_view(step.text).substr(0, std::min(offset, step.text.size()))));
    };
    return {file_, {step.line, column(begin)}, {step.line, column(end)}};
  }
  SourceRange range(const RecordStep& step) const { return range(step, 0, step.text.size()); }

  bool refuse(const char* code, const RecordStep& step, std::string message, std::string expected) {
    diagnostics_.error(code, range(step), std::move(message)).expected = std::move(expected);
    return false;
  }

  // ---- before the first step

  bool same_rules(const Scenario& scenario) {
    const RulesetIdentity here = identity_of(scenario);
    const IdentityDifference difference = compare(record_.ruleset, here);
    other_rules_ = difference.other_rules();
    if (!other_rules_ && !difference.data) return true;
    const std::string text = "this record was made with other rules or data: " +
                             difference_text(difference, record_.ruleset, here);
    const SourceRange place = line_range(file_, record_.rules_line);
    if (options_.under_other_rules || !other_rules_) {
      diagnostics_.warning("P0150", place, text);
      return true;
    }
    diagnostics_.error("P0150", place, text).expected =
        "the rules it was made with, or `--under` to try it with these";
    return false;
  }

  void check_generator() {
    known_generator_ = record_.random == random_name;
    if (known_generator_) return;
    Diagnostic& d = diagnostics_.warning("P0158", line_range(file_, 0),
                                         "the record's random generator is " + quoted(record_.random) +
                                             ", and its dice are not compared with the seed");
    d.expected = std::string(random_name);
  }

  bool begin(std::unique_ptr<Rules> rules) {
    GameSettings settings{record_.seed, record_.game, record_.players};
    if (record_.start.empty()) {
      game_ = std::make_unique<Game>(std::move(rules), std::move(settings));
    } else {
      const auto start =
          load_position(rules->scenario(), placed_start(), file_, diagnostics_, {options_.under_other_rules});
      if (!start) return false;
      game_ = std::make_unique<Game>(std::move(rules), *start, std::move(settings));
    }
    for (const std::string& note : record_.notes) game_->note(note);
    return true;
  }

  /// The embedded position at the lines and columns it has in the record.
  std::string placed_start() const {
    std::string text(static_cast<size_t>(std::max(0, record_.start_line - 1)), '\n');
    bool at_line_start = record_.start_line > 0;
    for (const char c : record_.start) {
      if (at_line_start && c != '\n') text += "  ";
      at_line_start = record_.start_line > 0 && c == '\n';
      text += c;
    }
    return text;
  }

  // ---- one step

  bool play(size_t index) {
    const RecordStep& step = record_.steps[index];
    if (game_->node() == NodeKind::over) {
      return refuse("P0156", step,
                    "the game is over before step " + std::to_string(index + 1) + ": " +
                        outcome_text(game_->scenario(), game_->outcome()),
                    "no further step");
    }
    const StepKind here = kind_here();
    if (step.kind != here) {
      return refuse("P0155", step,
                    "step " + std::to_string(index + 1) + " is a " + std::string(step_kind_name(step.kind)) +
                        " where the rules want another",
                    expected_step(here));
    }
    const bool done = here == StepKind::choice ? play_choice(step) : take_chance(step);
    if (done) {
      for (const std::string& note : step.notes) game_->note(note);
    }
    return done;
  }

  StepKind kind_here() {
    switch (game_->rules().site(game_->position()).kind) {
      case language::SiteKind::roll:
        return StepKind::roll;
      case language::SiteKind::draw:
        return StepKind::draw;
      case language::SiteKind::choose:
        break;
    }
    return StepKind::choice;
  }

  const std::string& side_name(int32_t side) const {
    const Scenario& scenario = game_->scenario();
    return scenario.members[scenario.program->kind_side][static_cast<size_t>(side)];
  }

  std::string expected_step(StepKind kind) {
    if (kind == StepKind::choice) return "a choice of " + side_name(game_->player());
    return kind == StepKind::roll ? "`roll` and the dice" : "`draw` and a member";
  }

  bool play_choice(const RecordStep& step) {
    if (game_->choices().empty())
      return refuse("P0156", step, "nothing is lawful in this position", "no further step");
    const std::string& player = side_name(game_->player());
    if (step.player != player)
      return refuse("P0154", step, quoted(step.player) + " chooses out of turn", "a choice of " + player);
    const auto named =
        parse_choice(game_->scenario(), game_->position(), step.text, range(step), diagnostics_);
    if (!named) return false;
    for (const Choice& choice : choices_named(game_->scenario(), game_->position(), *named)) {
      if (game_->play(choice)) return true;
    }
    return refuse_choice(step, *named, player);
  }

  bool refuse_choice(const RecordStep& step, const NamedChoice& named, const std::string& player) {
    const Scenario& scenario = game_->scenario();
    ReferenceRules reference(scenario.shared_from_this());
    const Explanation explanation = explain_choice(reference, game_->position(), named);
    Diagnostic& d = diagnostics_.error(
        "P0151", range(step),
        player + " may not choose " + step.text + ": " + refusal_text(scenario, explanation));
    d.expected = "a lawful choice of " + player;
    for (const ExplanationLine& verdict : explanation.verdicts) {
      if (verdict.holds) continue;
      const std::string& label = scenario.program->label_text(verdict.label);
      if (std::find(d.cases.begin(), d.cases.end(), label) == d.cases.end()) d.cases.push_back(label);
      std::string why = label + (verdict.name.empty() || verdict.name == label ? "" : " " + verdict.name);
      if (verdict.why) why += ": " + derivation_text(*verdict.why);
      for (const std::string_view line : split(why, '\n'))  // a note is a line
        if (!line.empty()) d.notes.push_back({{}, std::string(line)});
    }
    return false;
  }

  bool take_chance(const RecordStep& step) {
    const language::Site& site = game_->rules().site(game_->position());
    ChanceProblem problem;
    const auto outcome = parse_chance(game_->scenario(), site, step.text, problem);
    if (!outcome) {
      Diagnostic& d =
          diagnostics_.error("P0152", range(step, problem.begin, problem.end), std::move(problem.message));
      d.expected = std::move(problem.expected);
      d.suggestion = std::move(problem.nearest);
      return false;
    }
    const auto seeded = game_->next_roll();
    const std::string here(step_kind_name(step.kind));
    const auto& possible = game_->outcomes();
    if (std::find(possible.begin(), possible.end(), *outcome) == possible.end()) {
      return refuse("P0152", step, "this " + here + " cannot happen here",
                    possible.empty() ? "nothing: there is nothing to draw" : "another " + here);
    }
    if (record_.seeded_dice && known_generator_ && !other_rules_ && !(outcome == seeded)) {
      return refuse(
          "P0153", step, "this is not the " + here + " that the seed gives",
          here + " " + chance_text(game_->scenario(), site, *seeded) + ", or `dice typed` in the head");
    }
    return game_->take(*outcome);
  }

  bool same_outcome() {
    const std::string here = outcome_text(game_->scenario(), game_->outcome());
    if (!record_.complete || here == record_.outcome) return true;
    diagnostics_
        .error("P0157", line_range(file_, record_.outcome_line),
               "the record says the outcome is " + quoted(record_.outcome) +
                   ", and after its last step it is " + quoted(here))
        .expected = "outcome " + here;
    return false;
  }

  const Record& record_;
  const std::string& file_;
  Diagnostics& diagnostics_;
  const ReplayOptions& options_;
  std::unique_ptr<Game> game_;
  bool other_rules_ = false, known_generator_ = true;
};

}  // namespace

Replay replay(const Record& record, const std::string& file, std::unique_ptr<Rules> rules,
              Diagnostics& diagnostics, const ReplayOptions& options) {
  return Replayer(record, file, diagnostics, options).run(std::move(rules));
}

}  // namespace casebook::runtime
