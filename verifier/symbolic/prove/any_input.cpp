// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/prove/any_input.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>

#include "engine/program/reads_writes.h"
#include "engine/runtime/claims/checks.h"
#include "engine/runtime/claims/mined_invariants.h"
#include "engine/runtime/control.h"
#include "engine/runtime/distance/cells.h"
#include "engine/runtime/has_values.h"
#include "engine/runtime/reference/reference.h"
#include "verifier/search/generated_positions.h"
#include "verifier/symbolic/formula/limit_text.h"
#include "verifier/symbolic/prove/editions_values.h"
#include "verifier/symbolic/translate/founded.h"
#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

using language::InvariantWhere;
using language::TypeTag;
using runtime::Control;

namespace {

constexpr size_t most_nodes = 600'000;
// What is open after so many rounds, or so many times what one question may take, has stayed open with more.
constexpr size_t most_rounds = 100;
constexpr uint64_t questions_worth = 4;

/// Procedures whose state or variables it reads.
std::vector<ProcedureId> procedures_of(const language::Program& program, DefinitionId definition) {
  language::ReadsWrites reads(program);
  std::vector<ProcedureId> procedures;
  for (const StateId state : reads.definition(definition).reads.states)
    if (const ProcedureId of = program.states[state].procedure; of != language::none)
      procedures.push_back(of);
  return procedures;
}

/// A way to stand at a choose in which all of these run, the shortest.
std::optional<Control> where_run(const language::Program& program,
                                 const std::vector<ProcedureId>& procedures) {
  std::optional<Control> best;
  for (size_t site = 0; site < program.sites.size(); ++site) {
    if (program.sites[site].kind != language::SiteKind::choose) continue;
    for (const Control& way : games::ways_to(program, static_cast<int32_t>(site))) {
      const bool all = std::all_of(procedures.begin(), procedures.end(), [&](ProcedureId one) {
        return std::find(way.procedures.begin(), way.procedures.end(), one) != way.procedures.end();
      });
      if (all && (!best || way.procedures.size() < best->procedures.size())) best = way;
    }
  }
  return best;
}

}  // namespace

struct AnyInput::Inner {
  explicit Inner(const std::shared_ptr<const runtime::Scenario>& scenario)
      : formula(most_nodes),
        positions(scenario, formula),
        open(positions.open(std::vector<bool>(scenario->program->procedures.size(), true))),
        translator(positions, Freedom::allowed) {}
  Formula formula;
  PositionFormulas positions;
  SymbolicPosition open;
  Translator translator;
  Parameters parameters;
  std::optional<Control> where;
};

AnyInput::AnyInput(std::shared_ptr<const runtime::Scenario> scenario, DefinitionId definition,
                   SolverLimits limits, std::function<bool()> go_on)
    : scenario_(std::move(scenario)),
      definition_(definition),
      limits_(limits),
      go_on_(std::move(go_on)),
      inner_(std::make_unique<Inner>(scenario_)) {
  const language::Program& program = *scenario_->program;
  for (const VarId param : program.definitions[definition_].params) {
    const language::Var& var = program.vars[param];
    inner_->parameters.push_back(inner_->positions.any(var.type, var.interval, var.name));
  }
  inner_->where = where_run(program, procedures_of(program, definition_));
}

AnyInput::~AnyInput() = default;

NeverAnswer AnyInput::never_holds(const language::Expr& condition) {
  return ask(&condition);
}

NeverAnswer AnyInput::never_faults() {
  return ask(nullptr);
}

// `condition`: null: that the definition faults.
NeverAnswer AnyInput::ask(const language::Expr* condition) {
  NeverAnswer answer;
  if (go_on_ && !go_on_()) {
    answer.why = "stopped";
    return answer;
  }
  const language::Program& program = *scenario_->program;
  const language::Definition& definition = program.definitions[definition_];
  if (!runtime::has_values(*scenario_, definition)) {  // without pieces nothing is asked of a piece
    answer.never = Verdict::proved;
    return answer;
  }
  const auto has_path = [&](VarId var) { return program.vars[var].type.tag == TypeTag::path; };
  if (std::any_of(definition.params.begin(), definition.params.end(), has_path)) {
    answer.why = "an argument is a path";
    return answer;
  }
  Formula& formula = inner_->formula;
  Translator& translator = inner_->translator;
  Ref goal = no;
  std::vector<Fact> types, supposed, unless_faulting;
  const auto clauses = [&](Ref holds, int32_t name, std::vector<Fact>& into) {
    std::vector<Ref> all;
    clauses_of(formula, holds, all);
    for (const Ref one : all) into.push_back(fact_of(formula, one, name));
  };
  try {
    for (size_t i = 0; i < definition.params.size(); ++i)
      translator.variable(definition.params[i]) = inner_->parameters[i];
    if (condition) {
      const Ref holds = translator.evaluate(*condition, inner_->open).number;
      goal = formula.and_(holds, formula.not_(translator.any_fault()));
    } else {
      translator.definition_value(definition, inner_->open);
      goal = translator.any_fault();
    }
    translator.take_faults();
    const std::string lost = translator.take_lost_faults();
    if (!condition && !lost.empty()) {
      answer.why = lost + " is left free";  // its faults are not known
      return answer;
    }
    // For a better witness only: what is asked at a choice where it could be shown. That none does is shown
    // with less: nobody has shown that an invariant does not fault there, and where it does it says nothing.
    for (size_t i = 0; inner_->where && i < program.invariants.size(); ++i) {
      const language::Invariant& one = program.invariants[i];
      const auto& running = inner_->where->procedures;
      if (one.where != InvariantWhere::every_choice &&
          (one.where != InvariantWhere::in_procedure ||
           std::find(running.begin(), running.end(), one.procedure) == running.end()))
        continue;
      try {
        const Ref holds = translator.evaluate(*one.expr, inner_->open).number;
        const Ref fault = translator.any_fault();
        clauses(formula.and_(holds, formula.not_(fault)), static_cast<int32_t>(i), supposed);
        clauses(formula.or_(holds, fault), static_cast<int32_t>(i), unless_faulting);
      } catch (const Untranslated&) {
        // Without it the witness need not satisfy it, and then says so.
      }
      translator.take_faults();
    }
    for (const Ref fact : formula.assumed()) clauses(fact, of_types, types);
  } catch (const Untranslated& open) {
    translator.take_faults();
    answer.why = "not translated: " + open.construct;
    return answer;
  } catch (const TooLarge& large) {
    inner_ = std::make_unique<Inner>(scenario_);  // nothing of it may be used again
    answer.why = large.what();
    return answer;
  }
  Assignment elsewhere = formula.any_assignment();
  for (size_t kind = 0; kind < inner_->open.size(SlotOf::place); ++kind)
    for (const SymbolicValue& place : inner_->open.cells(SlotOf::place, static_cast<KindId>(kind)).values)
      if (formula.node(place.number).kind == NodeKind::variable)
        elsewhere[static_cast<size_t>(formula.node(place.number).payload)] =
            inner_->positions.codes().first_box();
  const auto solve = [&](const std::vector<Fact>& beside) {
    std::vector<const Fact*> small, more;
    for (const Fact& fact : types) small.push_back(&fact);
    for (const Fact& fact : beside) more.push_back(&fact);
    Facts first(formula, std::move(small)), then(formula, std::move(more));
    Facts* const facts[] = {&first, &then};
    ++questions_;
    const QuestionResult result = ask_lazily(
        formula, {goal, yes, facts, elsewhere, nullptr, nullptr, -1, nullptr, broken_of(translator)},
        {limits_, most_rounds, questions_worth * limits_.resources, go_on_});
    resources_ += result.resources;
    return result;
  };
  if (goal == no) {
    answer.never = Verdict::proved;
    return answer;
  }
  const QuestionResult result = solve({});
  if (result.answer == Answer::unsatisfiable) {
    answer.never = Verdict::proved;
    return answer;
  }
  if (result.answer == Answer::unknown) {
    answer.why = go_on_ && !go_on_() ? "stopped" : limit_text();
    return answer;
  }
  QuestionResult better = supposed.empty() ? result : solve(supposed);
  if (better.answer == Answer::unsatisfiable) better = solve(unless_faulting);
  std::string against;
  for (const QuestionResult* const one : std::initializer_list<const QuestionResult*>{&better, &result}) {
    if (one->answer != Answer::satisfiable) continue;
    answer.input = read_back(one->model, condition, against);
    if (answer.input) break;
  }
  if (answer.input) {
    answer.never = Verdict::refuted;
    if (better.answer != Answer::unsatisfiable) return answer;
    for (const int32_t name : better.needed)
      if (name >= 0 && static_cast<size_t>(name) < program.invariants.size())
        answer.supposing.push_back(program.invariants[name].name);
    answer.why =
        fmt::format("if {} {} no position does so, which is assumed here and not proved",
                    fmt::join(answer.supposing, " and "), answer.supposing.size() == 1 ? "holds" : "hold");
    return answer;
  }
  const auto& freed = translator.freed();
  answer.never = freed.empty() && inner_->where ? Verdict::tool_error : Verdict::unknown;
  answer.why = "the engine does not confirm the model: " + against;
  if (!freed.empty()) answer.why += "; " + freed.begin()->first + " was left free";
  return answer;
}

std::optional<SomeInput> AnyInput::read_back(const Assignment& model, const language::Expr* condition,
                                             std::string& against) {
  const language::Program& program = *scenario_->program;
  const language::Definition& definition = program.definitions[definition_];
  if (!inner_->where) {
    against = "no position has all that it reads";
    return std::nullopt;
  }
  SomeInput input{scenario_->start, definition.name, Grade::typed};
  inner_->positions.decode(inner_->open, model, input.position);
  inner_->positions.stand(*inner_->where, input.position);
  if (!games::is_typed(*scenario_, input.position)) {
    against = "the position is not typed";
    return std::nullopt;
  }
  runtime::ReferenceRules rules(scenario_);
  std::vector<runtime::Value> arguments;
  for (size_t i = 0; i < definition.params.size(); ++i) {
    const language::Type type = program.vars[definition.params[i]].type;
    arguments.push_back(inner_->positions.value(type, inner_->parameters[i], model));
    input.call += (i == 0 ? "(" : ", ") + expression(*scenario_, type, arguments.back());
  }
  input.call += definition.params.empty() ? "()" : ")";
  try {
    if (condition) {
      for (size_t i = 0; i < arguments.size(); ++i)
        rules.evaluator().variable(definition.params[i]) = arguments[i];
      if (!rules.evaluator().evaluate(*condition, input.position).yes()) {
        against = input.call + " is different there";
        return std::nullopt;
      }
    } else {
      rules.evaluator().value_of(false, definition_, arguments, input.position);
      against = input.call + " has a value there";
      return std::nullopt;
    }
  } catch (const runtime::Fault& fault) {
    if (condition) {
      against = input.call + ": " + fault.why;
      return std::nullopt;
    }
  }
  if (runtime::check_invariants(rules, input.position, nullptr).failures.empty() &&
      !runtime::broken_mined(*scenario_, input.position))
    input.grade = Grade::invariants;
  return input;
}

}  // namespace casebook::symbolic
