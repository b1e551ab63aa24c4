// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/claims/checks.h"

#include <fmt/format.h>
#include <algorithm>

#include "engine/base/text.h"
#include "engine/program/walk.h"
#include "engine/runtime/claims/claim_words.h"
#include "engine/runtime/layout.h"
#include "engine/runtime/reference/value_text.h"
#include "engine/runtime/text/choice_text.h"
#include "engine/runtime/text/refusal.h"

namespace casebook::runtime {

using language::Claim;
using language::ClaimLine;
using language::ClaimStep;
using language::InvariantWhere;

namespace {

// What the derivation of a condition rests on.
std::string children_text(const Derivation& derivation) {
  std::string text;
  for (const DerivationPtr& child : derivation.children) text += derivation_text(*child);
  return text.empty() ? "no" : text;
}

/// Whether what the fault misses is a hex that the expression names.
bool misses_hex(const language::Expr& asked, const Fault& fault) {
  bool found = false;
  language::walk(asked, [&](const language::Expr& expr) {
    found = found || (expr.op == language::Op::named_entity && expr.type.of == language::kind_hex &&
                      fault.why.starts_with("there is no \"" + expr.text + "\""));
  });
  return found;
}

class ClaimRunner {
 public:
  ClaimRunner(ReferenceRules& rules, const Claim& claim)
      : rules_(rules), claim_(claim), position_(rules.scenario().start) {}

  ClaimReport run() {
    report_.place = claim_.place;
    try {
      if (!set_up()) return stopped_by_fault();
      report_.start = position_;
      for (const ClaimLine& line : claim_.lines) {
        report_.place = line.place;
        report_.line = static_cast<size_t>(&line - claim_.lines.data());
        if (!take(line)) return stopped_by_fault();
      }
    } catch (const Fault& fault) {
      // What the claim names may be missing from this scenario; anything else is a finding.
      report_.unknown_hex = asked_ != nullptr && misses_hex(*asked_, fault);
      const bool missing = fault.why.starts_with("there is no \"");
      end(missing ? ClaimResult::vacuous : ClaimResult::failed,
          fault.why + (missing && asked_ != nullptr ? nearest_to_missing(rules_.scenario(), *asked_) : ""));
      return stopped_by_fault();
    }
    return report_;
  }

 private:
  ClaimReport& end(ClaimResult result, std::string why) {
    report_.result = result;
    report_.found.push_back(std::move(why));
    return report_;
  }

  /// The report, with the fault in which play had ended before: what a claim finds after it, that nobody
  /// chooses or that a phase does not run, is its consequence.
  ClaimReport& stopped_by_fault() {
    if (report_.result != ClaimResult::failed || rules_.outcome(position_).kind != OutcomeKind::fault)
      return report_;
    const std::string words = outcome_words();
    const bool said = std::any_of(report_.found.begin(), report_.found.end(), [&](const std::string& found) {
      return found.find(words) != std::string::npos;
    });
    if (!said) report_.found.push_back("play had ended before, in " + words);
    return report_;
  }

  /// An expectation that was asked and came out otherwise.
  bool not_as_expected(std::string why) {
    end(ClaimResult::failed, std::move(why)).expectation = true;
    return false;
  }

  /// What the claim says itself.
  Value evaluate(const language::Expr& expr) {
    check_scope(expr);
    asked_ = &expr;
    Value value = rules_.evaluator().evaluate(expr, position_);
    asked_ = nullptr;
    return value;
  }

  /// State of a procedure that does not run reads as zero; a claim that names it means something else.
  void check_scope(const language::Expr& expr) {
    if (const auto why = state_out_of_scope(rules_.scenario(), position_, expr))
      throw Fault{claim_.label, *why};
  }

  bool set_up() {
    Evaluator& evaluator = rules_.evaluator();
    const Scenario& scenario = rules_.scenario();
    const language::Program& program = evaluator.program();
    if (claim_.others_absent) {
      for (size_t kind = 0; kind < program.kinds.size(); ++kind) {
        const Slot& slot = scenario.layout.places[kind];
        for (uint32_t i = 0; i < slot.combinations; ++i)
          position_.set_cell(slot.first + i, scenario.ground.hexes);
      }
    }
    // The game's own state first, then into the phase, then state that lives in a procedure.
    for (const bool local : {false, true}) {
      if (local) {
        std::vector<Value> values;
        for (const auto& arg : claim_.args) values.push_back(evaluate(*arg));
        const bool anywhere = claim_.procedure == language::none;
        if (anywhere && program.game != language::none) rules_.begin(position_);
        if (!anywhere && !rules_.enter(position_, claim_.procedure, values)) {
          end(ClaimResult::vacuous,
              "no call of " + program.procedures[claim_.procedure].name + " is in the text");
          return false;
        }
      }
      for (const language::ClaimFill& fill : claim_.fills) {
        const bool is_local =
            fill.state != language::none && program.states[fill.state].procedure != language::none;
        if (is_local != local) continue;
        if (is_local) {
          if (const auto why = state_out_of_scope(scenario, position_, fill.state)) {
            end(ClaimResult::failed, *why);
            return false;
          }
        }
        std::vector<int32_t> args;
        for (const auto& arg : fill.args) args.push_back(static_cast<int32_t>(evaluate(*arg).number));
        const Value value = evaluate(*fill.value);
        const Slot& slot = fill.state == language::none ? scenario.layout.places[fill.kind]
                                                        : scenario.layout.states[fill.state];
        const language::Type type = fill.state == language::none
                                        ? language::Type{language::TypeTag::location, language::none, 1}
                                        : program.states[fill.state].type;
        evaluator.write(slot, type, position_, combination_of(slot, args), value);
      }
    }
    return true;
  }

  std::string outcome_words() {
    const Outcome outcome = rules_.outcome(position_);
    std::string notes;
    for (const std::string& note : rules_.notes()) notes += "; " + note;
    switch (outcome.kind) {
      case OutcomeKind::open:
        return "the game goes on: " + waiting_words(rules_, position_);
      case OutcomeKind::won:
        return "won by " +
               rules_.scenario().value_text(
                   {language::TypeTag::entity, rules_.evaluator().program().kind_side, 1}, outcome.side);
      case OutcomeKind::drawn:
        return "drawn";
      case OutcomeKind::stuck:
        return "stuck";
      case OutcomeKind::limit:
        return "ended at a limit of Casebook" + notes;
      case OutcomeKind::fault:
        return "a fault by " + rules_.evaluator().program().label_text(outcome.label) + notes;
    }
    return {};
  }

  bool take(const ClaimLine& line) {
    switch (line.step) {
      case ClaimStep::play:
        return play(line);
      case ClaimStep::roll:
        return roll(line);
      case ClaimStep::draw:
        return draw(line);
      case ClaimStep::expect: {
        Derivation derivation;
        check_scope(*line.expr);
        asked_ = line.expr.get();
        const bool holds = rules_.evaluator().derive(*line.expr, position_, derivation).yes();
        asked_ = nullptr;
        if (holds) return true;
        return not_as_expected(children_text(derivation));
      }
      case ClaimStep::expect_permitted:
      case ClaimStep::expect_refused:
        return ask(line);
      case ClaimStep::expect_won: {
        const Outcome outcome = rules_.outcome(position_);
        if (outcome.kind == OutcomeKind::won && outcome.side == evaluate(*line.expr).number) return true;
        return not_as_expected(outcome_words());
      }
      case ClaimStep::expect_choice:
        if (!somebody_chooses()) return false;
        if (rules_.player(position_) == evaluate(*line.expr).number) return true;
        return not_as_expected(waiting_words(rules_, position_));
      case ClaimStep::expect_drawn:
        if (rules_.outcome(position_).kind == OutcomeKind::drawn) return true;
        return not_as_expected(outcome_words());
    }
    return true;
  }

  /// No: the claim ends, with what is due instead of a choice.
  bool somebody_chooses() {
    const NodeKind node = rules_.node(position_);
    if (node == NodeKind::choose) return true;
    end(ClaimResult::failed,
        node == NodeKind::over ? "the game is over: " + outcome_words() : waiting_words(rules_, position_));
    return false;
  }

  std::optional<NamedChoice> named(const ClaimLine& line) {
    if (!somebody_chooses()) return std::nullopt;
    Diagnostics diagnostics;
    auto choice = parse_choice(rules_.scenario(), position_, line.choice, {}, diagnostics);
    if (!choice) {
      std::string why;
      bool unknown = true;
      for (const Diagnostic& diagnostic : diagnostics.all()) {
        why += (why.empty() ? "" : "; ") + diagnostic.message;
        if (!diagnostic.suggestion.empty())
          why += "; did you mean " + quoted(diagnostic.suggestion) + "?";
        else if (!diagnostic.expected.empty())
          why += "; expected " + diagnostic.expected;
        for (const Note& note : diagnostic.notes) why += "\n" + note.text;
        if (!diagnostic.notes.empty() && claim_.procedure == language::none)
          why += "; a claim may begin there with `at`";
        unknown = unknown && diagnostic.code == "P0172";
        report_.unknown_hex =
            report_.unknown_hex || diagnostic.message.find(": there is no hex \"") != std::string::npos;
      }
      end(unknown ? ClaimResult::vacuous : ClaimResult::failed, why);
    }
    return choice;
  }

  std::string refused(const ClaimLine& line, const Explanation& explanation) {
    report_.why_refused = reasons_of_refusal(explanation);
    return line.choice + " is not lawful: " + refusal_clause(rules_.evaluator().program(), explanation);
  }

  bool play(const ClaimLine& line) {
    const auto choice = named(line);
    if (!choice) return false;
    if (const auto lawful = find_choice(rules_, position_, *choice)) {
      report_.played.push_back({false, *lawful, {}});
      rules_.apply(position_, *lawful);
      return true;
    }
    end(ClaimResult::failed, refused(line, explain_choice(rules_, position_, *choice)));
    return false;
  }

  bool ask(const ClaimLine& line) {
    const auto choice = named(line);
    if (!choice) return false;
    const Explanation explanation = explain_choice(rules_, position_, *choice);
    if (line.step == ClaimStep::expect_permitted) {
      if (explanation.lawful) return true;
      return not_as_expected(refused(line, explanation));
    }
    if (explanation.lawful) return not_as_expected(line.choice + " is lawful");
    if (line.label == language::none) return true;
    const bool cited = std::any_of(
        explanation.verdicts.begin(), explanation.verdicts.end(), [&line](const ExplanationLine& verdict) {
          return !verdict.holds &&
                 (verdict.label == line.label || std::find(line.or_labels.begin(), line.or_labels.end(),
                                                           verdict.label) != line.or_labels.end());
        });
    if (cited) return true;
    return not_as_expected(refused(line, explanation));
  }

  bool chance(language::SiteKind kind) {
    if (rules_.node(position_) == NodeKind::chance && rules_.site(position_).kind == kind) return true;
    const std::string waits = waiting_words(rules_, position_);
    switch (rules_.node(position_)) {
      case NodeKind::over:
        end(ClaimResult::failed, "the game is over: " + outcome_words());
        break;
      case NodeKind::chance:
        end(ClaimResult::failed, waits);
        break;
      case NodeKind::choose:
        end(ClaimResult::failed, "nothing is rolled or drawn here: " + waits);
        break;
    }
    return false;
  }

  bool take_outcome(const ChanceOutcome& wanted, const std::string& words) {
    std::vector<ChanceOutcome> outcomes;
    rules_.outcomes(position_, outcomes);
    if (std::find(outcomes.begin(), outcomes.end(), wanted) == outcomes.end()) {
      end(ClaimResult::failed,
          words + " cannot come up here; " + expected_of_chance(rules_, position_, wanted));
      return false;
    }
    report_.played.push_back({true, {}, wanted});
    rules_.apply(position_, wanted);
    return true;
  }

  bool roll(const ClaimLine& line) {
    if (!chance(language::SiteKind::roll)) return false;
    ChanceOutcome wanted;
    wanted.count = static_cast<uint8_t>(std::min<size_t>(line.dice.size(), wanted.values.size()));
    std::string words = "roll";
    for (size_t i = 0; i < wanted.count; ++i) {
      wanted.values[i] = static_cast<int32_t>(line.dice[i]);
      words += fmt::format(" {}", line.dice[i]);
    }
    return take_outcome(wanted, words);
  }

  bool draw(const ClaimLine& line) {
    if (!chance(language::SiteKind::draw)) return false;
    const auto member = rules_.scenario().find(rules_.site(position_).set->type.of, line.choice);
    if (!member) {
      end(ClaimResult::vacuous, "there is no \"" + line.choice + "\" in this scenario");
      return false;
    }
    ChanceOutcome wanted;
    wanted.values[0] = *member;
    wanted.count = 1;
    return take_outcome(wanted, "draw " + line.choice);
  }

  ReferenceRules& rules_;
  const Claim& claim_;
  Position position_;
  const language::Expr* asked_ = nullptr;  // the expression of the claim that is being asked
  ClaimReport report_;
};

}  // namespace

ClaimReport run_claim(ReferenceRules& rules, const Claim& claim) {
  return ClaimRunner(rules, claim).run();
}

bool is_without_play(const Claim& claim) {
  return std::none_of(claim.lines.begin(), claim.lines.end(), [](const ClaimLine& line) {
    return line.step == ClaimStep::play || line.step == ClaimStep::roll || line.step == ClaimStep::draw;
  });
}

std::optional<InvariantFailure> check_invariant(ReferenceRules& rules, InvariantId invariant,
                                                const Position& position, const Position* before) {
  Evaluator& evaluator = rules.evaluator();
  const language::Expr& expr = *evaluator.program().invariants[invariant].expr;
  evaluator.set_before(before);
  Derivation derivation;
  bool holds = false;
  try {
    holds = evaluator.evaluate(expr, position).yes();
    if (!holds) evaluator.derive(expr, position, derivation);
  } catch (const Fault& fault) {
    derivation.text = fault.why;
  }
  evaluator.set_before(nullptr);
  if (holds) return std::nullopt;
  return InvariantFailure{invariant,
                          derivation.children.empty() ? derivation.text : children_text(derivation)};
}

void invariants_due(const Scenario& scenario, const Position& position, bool after_step,
                    std::vector<InvariantId>& into) {
  const language::Program& program = *scenario.program;
  const Layout& layout = scenario.layout;
  const bool over = position.cell(layout.outcome) != static_cast<int32_t>(OutcomeKind::open);
  const bool settling =
      program.settle != language::none && position.cell(layout.returns[program.settle]) != 0;
  const int32_t at = position.cell(layout.site);  // 0: play has not begun, or there is none
  const language::Site* const site =
      over || settling || at == 0 ? nullptr : &program.sites[static_cast<size_t>(at) - 1];
  into.clear();
  // What a fault or a limit leaves is the middle of a step: there is no position after it.
  const auto kind = static_cast<OutcomeKind>(position.cell(layout.outcome));
  if (kind == OutcomeKind::fault || kind == OutcomeKind::limit) return;
  for (size_t i = 0; i < program.invariants.size(); ++i) {
    const language::Invariant& invariant = program.invariants[i];
    bool due = false;
    switch (invariant.where) {
      case InvariantWhere::every_choice:
        due = site != nullptr && site->kind == language::SiteKind::choose;
        break;
      case InvariantWhere::in_procedure:
        due = site != nullptr && site->procedure == invariant.procedure;
        break;
      case InvariantWhere::end_of_procedure:
        break;
      case InvariantWhere::every_step:
        due = after_step && (invariant.procedure == language::none ||
                             position.cell(layout.returns[invariant.procedure]) != 0);
        break;
    }
    if (due) into.push_back(static_cast<InvariantId>(i));
  }
}

InvariantCheck check_invariants(ReferenceRules& rules, const Position& position, const Position* before) {
  InvariantCheck check;
  std::vector<InvariantId> due;
  invariants_due(rules.scenario(), position, before != nullptr, due);
  for (const InvariantId invariant : due) {
    ++check.asked;
    if (auto failure = check_invariant(rules, invariant, position, before))
      check.failures.push_back(std::move(*failure));
  }
  return check;
}

void invariants_due_at_end(const Scenario& scenario, ProcedureId procedure, std::vector<InvariantId>& into) {
  const auto& invariants = scenario.program->invariants;
  into.clear();
  for (size_t i = 0; i < invariants.size(); ++i) {
    if (invariants[i].where == InvariantWhere::end_of_procedure && invariants[i].procedure == procedure)
      into.push_back(static_cast<InvariantId>(i));
  }
}

void check_ends_of_procedures(ReferenceRules& rules, InvariantCheck& into) {
  rules.on_end_of_run([&rules, &into](ProcedureId procedure, const Position& position) {
    std::vector<InvariantId> due;
    invariants_due_at_end(rules.scenario(), procedure, due);
    for (const InvariantId invariant : due) {
      ++into.asked;
      if (auto failure = check_invariant(rules, invariant, position, nullptr))
        into.failures.push_back(std::move(*failure));
    }
  });
}

}  // namespace casebook::runtime
