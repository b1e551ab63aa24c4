// SPDX-License-Identifier: Apache-2.0
#include "verifier/finding/witness.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/base/diagnostic_text.h"
#include "engine/runtime/claims/checks.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/records/replay.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/reference/value_text.h"
#include "engine/runtime/text/asked_expression.h"
#include "engine/runtime/text/chance_text.h"
#include "engine/runtime/text/choice_text.h"
#include "engine/runtime/text/refusal.h"
#include "verifier/search/refereed.h"

namespace casebook {

using What = Assertion::What;
using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

int grade_number(Grade grade) {
  switch (grade) {
    case Grade::none:
      break;
    case Grade::typed:
      return 3;
    case Grade::invariants:
      return 2;
    case Grade::reachable:
    case Grade::seen:
      return 1;
  }
  return 0;
}

std::string_view grade_text(Grade grade) {
  switch (grade) {
    case Grade::none:
      break;
    case Grade::typed:
      return "generated, may violate an invariant";
    case Grade::invariants:
      return "generated, satisfies the invariants";
    case Grade::reachable:
      return "reachable";
    case Grade::seen:
      return "seen in a game";
  }
  return "no position";
}

std::string assertion_text(const Assertion& assertion) {
  switch (assertion.what) {
    case What::permitted:
      return "permitted: " + assertion.subject;
    case What::refused:
      return assertion.value.empty() ? "refused: " + assertion.subject
                                     : runtime::refused_by(assertion.value) + ": " + assertion.subject;
    case What::not_offered:
      return "not offered: " + assertion.subject;
    case What::value:
      return assertion.subject + " = " + assertion.value;
    case What::fault:
      return assertion.subject + " has no value" +
             (assertion.value.empty() ? "" : " (" + assertion.value + ")");
    case What::outcome:
      return assertion.value;
    case What::choices:
      return assertion.value + (assertion.value == "1" ? " lawful choice" : " lawful choices");
    case What::broken:
      return "violates " + assertion.subject;
    case What::player:
      return assertion.value + " chooses";
    case What::chance:
      return "chance can bring " + assertion.value;
  }
  return {};
}

std::string said_text(const Assertion& assertion) {
  const std::string &subject = assertion.subject, &value = assertion.value;
  switch (assertion.what) {
    case What::permitted:
      return subject + " is lawful";
    case What::refused:
      return subject + " is refused" + (value.empty() ? "" : " by " + value);
    case What::not_offered:
      return subject + " is not offered";
    case What::outcome:
      if (value.starts_with("stuck")) return "play stops, because nobody has a lawful choice";
      if (value.starts_with("limit by "))
        return "the game ends at a limit of Casebook, in " + value.substr(9);
      if (value.starts_with("fault by ")) return "play stops, because " + value.substr(9) + " gives no value";
      if (value.starts_with("fault")) return "play stops, because a rule gives no value";
      return value == "open" ? "the game goes on" : "the game is " + value;
    case What::choices:
      return value + (value == "1" ? " choice is lawful" : " choices are lawful");
    case What::broken:
      return "the invariant " + subject + " does not hold";
    case What::value:
      if (subject.find(" >= ") != std::string::npos) return "(" + subject + ") = " + value;
      break;
    case What::fault:
    case What::player:
    case What::chance:
      break;
  }
  return assertion_text(assertion);
}

std::string_view position_at_text(PositionAt at) {
  switch (at) {
    case PositionAt::beginning:
      return "at the beginning";
    case PositionAt::before_these_steps:
      return "before these steps";
    case PositionAt::before_last_step:
      return "before the last step";
    case PositionAt::end:
      return "at the end";
    case PositionAt::nowhere:
      break;
  }
  return {};
}

std::string step_text(const runtime::RecordStep& step) {
  return step.kind == runtime::StepKind::choice
             ? step.text
             : fmt::format("{} {}", runtime::step_kind_name(step.kind), step.text);
}

std::string in_shell(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-+=./,:@%") == std::string::npos;
  if (plain) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string commands_to(const std::string& ruleset, uint64_t seed, uint64_t game, uint64_t step) {
  return fmt::format(
      "casebook play {} --seed {} --game {} --record game.txt; casebook replay game.txt --steps {} "
      "--position "
      "there.json",
      ruleset, seed, game, step);
}

std::string command_for(const Assertion& said, const std::string& position) {
  switch (said.what) {
    case Assertion::What::permitted:
    case Assertion::What::refused:
      return "casebook legal " + in_shell(position) + " --why-not " + in_shell(said.subject);
    case Assertion::What::value:
    case Assertion::What::fault:
      return "casebook ask " + in_shell(position) + " " + in_shell(said.subject);
    case Assertion::What::not_offered:  // nobody can ask why of what the words for are missing
    case Assertion::What::choices:
    case Assertion::What::player:
    case Assertion::What::broken:
    case Assertion::What::chance:
      return "casebook legal " + in_shell(position);
    case Assertion::What::outcome:
      break;
  }
  return {};
}

std::string chances_text(runtime::Rules& rules, const runtime::Position& position) {
  constexpr size_t most = 60;
  if (rules.node(position) != runtime::NodeKind::chance) return {};
  std::vector<runtime::ChanceOutcome> all;
  rules.outcomes(position, all);
  if (all.empty()) return "nothing";
  std::string text = all.size() > most ? fmt::format("{} outcomes, the first of them ", all.size()) : "";
  for (size_t i = 0; i < std::min(all.size(), most); ++i)
    text += (i == 0 ? "" : "; ") + runtime::chance_text(rules.scenario(), rules.site(position), all[i]);
  return text;
}

namespace {

std::string why(const Diagnostics& diagnostics) {
  for (const Diagnostic& one : diagnostics.all()) {
    if (one.severity == Severity::error) return one.code + ": " + one.message;
  }
  return "no reason was given";
}

/// A game of more steps than these is played by the compiled form, and each step checked by the reference
/// evaluator.
constexpr size_t most_by_reference = 8;

runtime::Replay replay_side(const ScenarioPtr& scenario, const runtime::Record& record,
                            Diagnostics& diagnostics, std::string& problem) {
  if (record.steps.size() <= most_by_reference)
    return runtime::replay(record, "witness", std::make_unique<runtime::ReferenceRules>(scenario),
                           diagnostics);
  const auto told = std::make_shared<std::string>();
  runtime::Replay played =
      runtime::replay(record, "witness", std::make_unique<Refereed>(scenario, told), diagnostics);
  problem = *told;
  return played;
}

struct LastStep {
  runtime::Position before;
  runtime::GameStep step;
};

/// Looks at one position for what a witness says of it.
class Looker {
 public:
  /// `last`: where the record's last step was taken, and the step; null: there was none. `begins`: it is
  /// where the scenario begins.
  Looker(const ScenarioPtr& scenario, const runtime::Position& position, const LastStep* last, bool begins)
      : scenario_(*scenario), rules_(scenario), position_(position), last_(last), begins_(begins) {}

  /// What comes out instead; empty when it is as said.
  std::string look(const Assertion& one) {
    switch (one.what) {
      case What::permitted:
      case What::refused:
      case What::not_offered:
        return look_at_choice(one);
      case What::value:
      case What::fault:
        return look_at_value(one);
      case What::outcome: {
        const std::string found = runtime::outcome_text(scenario_, rules_.outcome(position_));
        return found == one.value ? "" : found;
      }
      case What::choices: {
        std::vector<runtime::Choice> choices;
        if (rules_.node(position_) == runtime::NodeKind::choose) rules_.choices(position_, choices);
        const std::string found = std::to_string(choices.size());
        return found == one.value ? "" : found + (found == "1" ? " lawful choice" : " lawful choices");
      }
      case What::broken:
        return look_at_invariant(one);
      case What::chance: {
        const std::string found = chances_text(rules_, position_);
        return found == one.value ? ""
               : found.empty()    ? "nothing is left to chance here"
                                  : "it can bring " + found;
      }
      case What::player: {
        if (rules_.node(position_) != runtime::NodeKind::choose) return "nobody chooses here";
        const language::Type side{language::TypeTag::entity, scenario_.program->kind_side, 1};
        const std::string found = scenario_.value_text(side, rules_.player(position_));
        return found == one.value ? "" : found + " chooses";
      }
    }
    return "an unknown sort of assertion";
  }

 private:
  std::string look_at_choice(const Assertion& one) {
    if (rules_.node(position_) != runtime::NodeKind::choose)
      return one.what == What::not_offered ? "" : "nobody chooses here";
    Diagnostics diagnostics;
    diagnostics.sources().add("choice", one.subject);
    const auto named =
        runtime::parse_choice(scenario_, position_, one.subject,
                              {"choice", {1, 1}, {1, static_cast<int>(one.subject.size()) + 1}}, diagnostics);
    if (!named) return one.what == What::not_offered ? "" : why(diagnostics);
    if (one.what == What::not_offered) return "it can be read here";
    const runtime::Explanation explanation = runtime::explain_choice(rules_, position_, *named);
    if (one.what == What::permitted)
      return explanation.lawful ? "" : runtime::refusal_text(scenario_, explanation);
    if (explanation.lawful) return "it is lawful";
    if (one.value.empty()) return "";
    const bool by =
        std::any_of(explanation.verdicts.begin(), explanation.verdicts.end(),
                    [&](const runtime::ExplanationLine& verdict) {
                      return !verdict.holds && scenario_.program->label_text(verdict.label) == one.value;
                    });
    return by ? "" : runtime::refusal_text(scenario_, explanation);
  }

  std::string look_at_value(const Assertion& one) {
    Diagnostics diagnostics;
    const auto asked = runtime::asked_expression(scenario_, one.subject, diagnostics);
    if (!asked) return why(diagnostics);
    rules_.evaluator().extend_frame(asked->vars, one.subject);
    try {
      const runtime::Value value = rules_.evaluator().evaluate(*asked->expr, position_);
      const std::string found = runtime::value_text(scenario_, asked->expr->type, value);
      return one.what == What::value && found == one.value ? "" : "it is " + found;
    } catch (const runtime::Fault& fault) {
      const std::string by = fault.label == language::none ? "" : scenario_.program->label_text(fault.label);
      if (one.what == What::fault && (one.value.empty() || one.value == by)) return "";
      return "it has no value" + (by.empty() ? "" : " (" + by + ")") + ": " + fault.why;
    }
  }

  std::string look_at_invariant(const Assertion& one) {
    const auto& invariants = scenario_.program->invariants;
    const auto found = std::find_if(invariants.begin(), invariants.end(),
                                    [&](const language::Invariant& it) { return it.name == one.subject; });
    if (found == invariants.end()) return "there is no such invariant";
    const auto id = static_cast<language::InvariantId>(found - invariants.begin());
    const bool of_end = found->where == language::InvariantWhere::end_of_procedure;
    if (of_end && (last_ != nullptr || begins_)) return broken_on_the_way(id) ? "" : "it holds";
    const bool of_step = found->where == language::InvariantWhere::every_step;
    if (of_step && last_ == nullptr) return "it concerns a step, and there is none";
    return runtime::check_invariant(rules_, id, position_, of_step ? &last_->before : nullptr) ? ""
                                                                                               : "it holds";
  }

  /// Asked where a run of its procedure ends, which is within the last step, or before the first.
  bool broken_on_the_way(language::InvariantId id) {
    runtime::InvariantCheck ends;
    runtime::check_ends_of_procedures(rules_, ends);
    runtime::Position after = last_ == nullptr ? scenario_.start : last_->before;
    if (last_ == nullptr)
      rules_.begin(after);
    else if (last_->step.kind == runtime::StepKind::choice)
      rules_.apply(after, last_->step.choice);
    else
      rules_.apply(after, last_->step.chance);
    rules_.on_end_of_run(nullptr);
    return std::any_of(ends.failures.begin(), ends.failures.end(),
                       [&](const runtime::InvariantFailure& one) { return one.invariant == id; });
  }

  const runtime::Scenario& scenario_;
  runtime::ReferenceRules rules_;
  const runtime::Position& position_;
  const LastStep* last_;
  bool begins_;
};

}  // namespace

std::string position_at_end(const ScenarioPtr& scenario, const runtime::Record& record) {
  Diagnostics diagnostics;
  const runtime::Replay played =
      runtime::replay(record, "witness", runtime::make_compiled_rules(scenario), diagnostics);
  return played.good ? runtime::position_text(*scenario, played.game->position()) : "";
}

WitnessSide side_at(const runtime::Scenario& scenario, const runtime::Position& position,
                    std::vector<Assertion> said) {
  WitnessSide side;
  side.ruleset = scenario.id;
  side.record.ruleset = runtime::identity_of(scenario);
  side.record.seeded_dice = false;
  side.record.start = runtime::position_text(scenario, position);
  const runtime::Outcome outcome = runtime::outcome_of(scenario, position);
  if (outcome.kind != runtime::OutcomeKind::open) {  // values are asked of it all the same
    side.record.outcome = runtime::outcome_text(scenario, outcome);
  } else if (position.cell(scenario.layout.site) == 0 && scenario.program->game != language::none) {
    // Who reads back a position at no site begins there, and play may end before anybody chooses.
    runtime::Position begun = position;
    runtime::ReferenceRules(scenario.shared_from_this()).begin(begun);
    side.record.outcome = runtime::outcome_text(scenario, runtime::outcome_of(scenario, begun));
  }
  side.said = std::move(said);
  return side;
}

std::vector<std::string> confirm(const Witness& witness, const std::vector<ScenarioPtr>& rulesets) {
  std::vector<std::string> wrong;
  if (witness.sides.empty()) wrong.emplace_back("the witness is empty");
  for (const WitnessSide& side : witness.sides) {
    const auto scenario = std::find_if(rulesets.begin(), rulesets.end(),
                                       [&](const ScenarioPtr& one) { return one->id == side.ruleset; });
    if (scenario == rulesets.end()) {
      wrong.push_back(side.ruleset + ": there is no such ruleset here");
      continue;
    }
    if (side.said.empty()) wrong.push_back(side.ruleset + ": the witness says nothing of it");
    // Read back from its own text: what is confirmed is what somebody else will read.
    Diagnostics diagnostics;
    const runtime::Record record =
        runtime::parse_record(runtime::record_text(side.record), "witness", diagnostics);
    std::string problem;
    const runtime::Replay played = replay_side(*scenario, record, diagnostics, problem);
    if (!problem.empty()) wrong.push_back(side.ruleset + ": " + problem);
    if (!played.good) {
      wrong.push_back(side.ruleset + ": the record does not replay; " + why(diagnostics));
      continue;
    }
    std::optional<LastStep> last;
    if (played.game->undo()) {
      last = LastStep{played.game->position(), played.game->steps()[played.game->step_count()]};
      played.game->redo();
    }
    Looker looker(*scenario, played.game->position(), last ? &*last : nullptr, !last && record.start.empty());
    for (const Assertion& one : side.said) {
      const std::string instead = looker.look(one);
      if (!instead.empty())
        wrong.push_back(
            fmt::format("{}: said \"{}\", found: {}", side.ruleset, assertion_text(one), instead));
    }
  }
  return wrong;
}

}  // namespace casebook
