// SPDX-License-Identifier: Apache-2.0
// definitions-in-play: definitions with too many inputs to enumerate (they read pieces or sets), evaluated
// with random arguments on positions that games reached or that were generated.
//
// Reported as sampled: a definition that always had the same value, and a condition (of an `if` or an
// entry) that always or never held. idle-rules covers entries, exceptions and adjustments that never apply,
// because it checks whether their loss is noticed. A definition without a value for some arguments is
// reported for information: play may never evaluate it so, and play-goes-on reports where it does. What the
// switches decide is not reported.
//
// With a solver, two questions cover every position and argument that the types allow: is the definition
// ever without a value, and can a value that was always the same be different? A proof is no longer
// sampled. What can differ is not reported.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

#include "engine/base/in_parallel.h"
#include "engine/language/check/checker.h"
#include "engine/program/reads_writes.h"
#include "engine/runtime/control.h"
#include "engine/runtime/distance/distance.h"
#include "engine/runtime/distance/interesting_values.h"
#include "engine/runtime/reference/evaluator.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/bound_text.h"
#include "verifier/checks/shared/count_inputs.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/finding/counted.h"
#include "verifier/symbolic/prove/any_input.h"

namespace casebook::checks {

using namespace runtime;
using language::Definition;
using language::Expr;
using namespace language::ids;
using language::none;
using language::Op;

namespace {

constexpr const char* id = "definitions-in-play";
constexpr size_t most_positions = 200;  // of those that all checks share, spread evenly
constexpr int draws = 4;                // of arguments, on each
constexpr uint64_t least_inputs = 50;   // fewer say nothing about what never happens

struct Part {
  const Expr* expr = nullptr;
  std::string name, sort;
  CaseId label = none;
  language::Place place;
  bool told_if_never = false;
  uint64_t yes = 0, no = 0;
};

/// What came out for one definition.
struct Sampled {
  std::vector<Part> parts;
  uint64_t inputs = 0, faults = 0;
  bool changes = false;
  std::optional<Value> first;
  std::string first_fault, why;  // a call that `ask` understands, and what the fault says
  CaseId fault_label = none;
  const Tried* fault_at = nullptr;
  bool is_sampled_same() const { return first && !changes && faults == 0; }
};

/// What the solver says of one definition; where it was not asked, nothing.
struct Solved {
  std::optional<symbolic::NeverAnswer> without_value;       // ever without one
  std::optional<symbolic::NeverAnswer> another;             // ever another one than was drawn
  std::vector<std::optional<symbolic::NeverAnswer>> parts;  // ever otherwise than it was drawn
};

/// As from elsewhere: with its exceptions and adjustments.
Expr call_of(const language::Program& p, const Definition& definition) {
  Expr call;
  call.op = Op::call;
  call.type = definition.type;
  call.ref = static_cast<DefinitionId>(&definition - p.definitions.data());
  call.place = definition.place;
  for (const VarId var : definition.params) {
    language::ExprPtr arg(Expr{});
    arg->op = Op::variable;
    arg->ref = var;
    arg->type = p.vars[var].type;
    arg->place = definition.place;
    call.args.push_back(std::move(arg));
  }
  return call;
}

class DefinitionsInPlayCheck {
 public:
  DefinitionsInPlayCheck(Context& context, Probe& probe)
      : context_(context), p_(context.program()), scenario_(probe.scenario()), worth_(scenario_) {
    language::ReadsWrites reads(p_);
    for (size_t i = 0; i < p_.definitions.size(); ++i) {
      std::vector<ProcedureId>& phases = phases_.emplace_back();
      for (const StateId state : reads.definition(static_cast<DefinitionId>(i)).reads.states) {
        if (p_.states[state].procedure != none) phases.push_back(p_.states[state].procedure);
      }
    }
    const std::vector<Tried>& all = probe.positions();
    const size_t step = std::max<size_t>(1, all.size() / most_positions);
    for (size_t i = 0; i < all.size(); i += step) {
      positions_.push_back(&all[i]);
      std::vector<bool>& runs = running_.emplace_back(p_.procedures.size(), false);
      for (const ProcedureId one : control_of(*scenario_, all[i].position).procedures)
        runs[static_cast<size_t>(one)] = true;
    }
  }

  size_t positions() const { return positions_.size(); }

  Sampled ask(const Definition& definition) const {
    Sampled out;
    gather(definition, out);
    const auto number = static_cast<DefinitionId>(&definition - p_.definitions.data());
    const std::vector<ProcedureId>& phases = phases_[static_cast<size_t>(number)];
    games::Goal goal;
    for (const VarId param : definition.params) goal.free.push_back({param, none});
    games::Distance drawing(scenario_, std::move(goal));
    if (!drawing.has_values()) return out;  // nothing to call it with
    Random random = context_.random(std::string(id) + " " + definition.name);
    Evaluator evaluator(scenario_);
    const Expr call = call_of(p_, definition);
    for (size_t i = 0; i < positions_.size(); ++i) {
      if (i % 64 == 0 && context_.stopped()) return out;
      const auto runs = [&](ProcedureId one) { return running_[i][static_cast<size_t>(one)]; };
      if (!std::all_of(phases.begin(), phases.end(), runs)) continue;
      const Position& position = positions_[i]->position;
      for (int draw = 0; draw < (definition.params.empty() ? 1 : draws); ++draw) {
        if (!definition.params.empty()) {
          const games::Bindings drawn = drawing.redrawn(position, worth_, random, true);
          if (drawn.empty()) return out;
          drawing.bind(drawn);
          for (const auto& [var, value] : drawn) evaluator.variable(var) = value;
        }
        look(definition, call, *positions_[i], evaluator, out);
      }
    }
    return out;
  }

 private:
  bool fixed(const Expr& expr) const {
    return known_by_switches(expr, scenario_->options, scenario_->readings) >= 0 ||
           switches_decide(*scenario_, expr);
  }
  void gather(const Definition& definition, Sampled& out) const {
    const auto add = [&](const language::ExprPtr& expr, std::string name, const char* sort, CaseId label,
                         const language::Place& place, bool told_if_never) {
      if (expr && !fixed(*expr))
        out.parts.push_back({expr.get(), std::move(name), sort, label == none ? definition.label : label,
                             place, told_if_never, 0, 0});
    };
    const Expr* body = definition.body.get();
    while (body->op == Op::check_range || body->op == Op::rescale || body->op == Op::round)
      body = body->args[0].get();
    if (body->op == Op::list) {
      for (const language::ListEntry& entry : body->list->entries) {
        if (!entry.per)
          add(entry.when, definition.name + "." + entry.name, "entry", entry.label, entry.place, false);
      }
    }
    if (body->op == Op::choose_if)
      add(body->args[0], "the condition of an if in " + definition.name, "condition", definition.label,
          body->args[0]->place, true);
    for (const language::Exception& one : definition.exceptions)
      add(one.when, definition.name, "exception", one.label, one.place, false);
    for (const language::Adjustment& one : definition.adjustments)
      add(one.when, definition.name, "adjustment", one.label, one.place, false);
  }

  void look(const Definition& definition, const Expr& call, const Tried& at, Evaluator& evaluator,
            Sampled& out) const {
    ++out.inputs;
    std::vector<Value> arguments;
    for (const VarId var : definition.params) arguments.push_back(evaluator.variable(var));
    const auto again = [&] {
      for (size_t i = 0; i < arguments.size(); ++i) evaluator.variable(definition.params[i]) = arguments[i];
    };
    for (Part& one : out.parts) {
      again();
      try {
        ++(evaluator.evaluate(*one.expr, at.position).yes() ? one.yes : one.no);
      } catch (const Fault&) {  // told as the definition's own
      }
    }
    again();
    try {
      Value value = evaluator.evaluate(call, at.position);
      if (!out.first)
        out.first = std::move(value);
      else
        out.changes = out.changes || !(value == *out.first);
    } catch (const Fault& fault) {
      ++out.faults;
      again();
      if (out.fault_at == nullptr && at.grade != Grade::typed) note(definition, at, evaluator, fault, out);
    }
  }

  void note(const Definition& definition, const Tried& at, Evaluator& evaluator, const Fault& fault,
            Sampled& out) const {
    std::string text = definition.name + "(";
    for (size_t i = 0; i < definition.params.size(); ++i) {
      const language::Var& var = p_.vars[definition.params[i]];
      const auto word = literal(*scenario_, var.type, evaluator.variable(definition.params[i]));
      if (!word) return;
      text += (i == 0 ? "" : ", ") + *word;
    }
    out.first_fault = text + ")";
    out.why = fault.why, out.fault_label = fault.label, out.fault_at = &at;
  }

  Context& context_;
  const language::Program& p_;
  ScenarioPtr scenario_;
  games::InterestingValues worth_;
  std::vector<std::vector<ProcedureId>> phases_;  // by definition: those whose state it reads
  std::vector<const Tried*> positions_;
  std::vector<std::vector<bool>> running_;
};

Finding& add(Context& context, const Definition& definition, const std::string& subject, Verdict verdict,
             Concern concern, const Sampled& sampled) {
  Finding& finding = context.add(id, subject, verdict, concern);
  finding.method = Method::generated;
  finding.scope = fmt::format("{} drawn at random", counted(sampled.inputs, "input"));
  context.cite(finding, definition);
  return finding;
}

bool is_part_told(const Part& one) {
  const bool never = one.yes == 0 && one.told_if_never, always = one.no == 0;
  return one.yes + one.no >= least_inputs && (never || always);
}

language::ExprPtr logic(Op op, language::ExprPtr a, language::ExprPtr b = nullptr) {
  language::ExprPtr expr(Expr{});
  expr->op = op;
  expr->type = {language::TypeTag::boolean, none, 1};
  expr->args.push_back(std::move(a));
  if (b) expr->args.push_back(std::move(b));
  return expr;
}

/// That a call of the definition is another value; null of a set or a path.
language::ExprPtr is_another(const language::Program& program, const Definition& definition,
                             const Value& value) {
  if (definition.type.tag == language::TypeTag::set || definition.type.tag == language::TypeTag::path)
    return nullptr;
  language::ExprPtr constant(Expr{});
  constant->op = Op::constant;
  constant->type = definition.type;
  constant->value = value.number;
  const bool never =
      value.number == language::never_value && definition.type.tag == language::TypeTag::number;
  constant->interval =
      never ? language::Interval{0, 0, true} : language::Interval{value.number, value.number, false};
  return logic(Op::not_,
               logic(Op::equal, language::ExprPtr(call_of(program, definition)), std::move(constant)));
}

Solved solve(const Context& context, const Definition& definition, const Sampled& sampled) {
  Solved solved;
  const auto number = static_cast<DefinitionId>(&definition - context.program().definitions.data());
  symbolic::AnyInput input(context.scenario(), number, {context.settings().solver_resources},
                           [&context] { return !context.stopped(); });
  if (sampled.fault_at == nullptr) solved.without_value = input.never_faults();
  solved.parts.resize(sampled.parts.size());
  if (sampled.inputs < least_inputs) return solved;
  if (sampled.is_sampled_same() && !switches_decide(*context.scenario(), number)) {
    if (const auto otherwise = is_another(context.program(), definition, *sampled.first))
      solved.another = input.never_holds(*otherwise);
    return solved;
  }
  for (size_t i = 0; i < sampled.parts.size(); ++i) {
    const Part& one = sampled.parts[i];
    if (!is_part_told(one)) continue;
    solved.parts[i] = input.never_holds(one.no == 0 ? *logic(Op::not_, language::ExprPtr(*one.expr))
                                                    : *language::ExprPtr(*one.expr));
  }
  return solved;
}

/// Whether it is still to be told, of what the solver says of the contrary; then with what it says.
bool still_told(Context& context, const std::optional<symbolic::NeverAnswer>& contrary, Finding& finding) {
  if (!contrary) return true;
  if (contrary->never == Verdict::refuted && contrary->supposing.empty() &&
      contrary->input->grade != casebook::Grade::typed)
    return false;
  if (contrary->never == Verdict::proved && context.with_options() != nullptr) {
    finding.details.emplace_back("With all options off, Z3 proves this for every position within the types.");
  } else if (contrary->never == Verdict::proved) {
    finding.verdict = Verdict::refuted;
    finding.method = Method::solver;
    finding.scope = "for every position and argument within the types";
  } else if (contrary->never == Verdict::refuted) {
    finding.details.push_back(
        "It is different in a position that no game need reach: " + contrary->input->call +
        (contrary->supposing.empty() ? "." : "; " + contrary->why + "."));
  } else if (contrary->never == Verdict::tool_error) {
    finding.verdict = Verdict::tool_error;
    finding.details.push_back(contrary->why);
  } else {
    finding.details.push_back("Z3 did not decide it: " + contrary->why + ".");
  }
  return true;
}

Answer solved_scope(const std::vector<Solved>& solved, const std::vector<const Definition*>& open,
                    const std::string& sampled) {
  size_t always = 0, where_lawful = 0;
  std::vector<std::string> undecided;
  std::set<std::string> supposing;
  for (size_t i = 0; i < solved.size(); ++i) {
    if (!solved[i].without_value) continue;
    const symbolic::NeverAnswer& answer = *solved[i].without_value;
    if (answer.never == Verdict::proved) ++always;
    if (answer.never == Verdict::refuted && !answer.supposing.empty()) {
      ++where_lawful;
      supposing.insert(answer.supposing.begin(), answer.supposing.end());
    }
    if (answer.never == Verdict::unknown) undecided.push_back(open[i]->name + " (" + answer.why + ")");
  }
  return {
      Verdict::sampled,
      fmt::format("{}; Z3 proves that {} always {} a value{}{}", sampled, counted(always, "definition"),
                  always == 1 ? "has" : "have",
                  where_lawful == 0
                      ? ""
                      : fmt::format(", and that {} more {} one if {} {} (assumed, not proved)", where_lawful,
                                    where_lawful == 1 ? "has" : "have", fmt::join(supposing, " and "),
                                    supposing.size() == 1 ? "holds" : "hold"),
                  undecided.empty()
                      ? ""
                      : fmt::format("; Z3 did not decide it for {}: {}",
                                    counted(undecided.size(), "definition"), fmt::join(undecided, "; ")))};
}

/// The solver's own finding of an input without a value.
void tell_gap(Context& context, const Definition& definition, const symbolic::NeverAnswer& answer) {
  if (answer.never != Verdict::refuted && answer.never != Verdict::tool_error) return;
  if (answer.never == Verdict::refuted && !answer.supposing.empty()) return;
  Finding& finding =
      context.add(id, definition.name + " without a value", answer.never, Concern::information);
  finding.method = Method::solver;
  finding.scope = "for every position and argument within the types";
  context.cite(finding, definition);
  finding.claim = fmt::format("{} has a value for every input", definition.name);
  if (answer.never == Verdict::tool_error) {
    finding.details.push_back(answer.why);
    return;
  }
  finding.headline = fmt::format("The definition {} has no value for some inputs", definition.name);
  finding.text =
      fmt::format("One of them is {}. Whether play ever needs it is not known.", answer.input->call);
  Witness witness;
  describe(witness, *context.scenario(), answer.input->position, answer.input->grade);
  witness.sides.push_back(side_at(*context.scenario(), answer.input->position,
                                  {{Assertion::What::fault, answer.input->call, {}}}));
  finding.witness = std::move(witness);
}

void tell(Context& context, const Definition& definition, const Sampled& sampled, const Solved& solved) {
  const auto number = static_cast<DefinitionId>(&definition - context.program().definitions.data());
  if (solved.without_value) tell_gap(context, definition, *solved.without_value);
  const auto pair = context.told_by_exceptions(sampled.why);
  if (pair) {
    Witness witness;
    describe(witness, *context.scenario(), sampled.fault_at->position, sampled.fault_at->grade);
    witness.sides.push_back(side_at(*context.scenario(), sampled.fault_at->position,
                                    {{Assertion::What::fault, sampled.first_fault, {}}}));
    context.leave_to_exceptions({*pair, sampled.first_fault, Method::generated,
                                 fmt::format("{} drawn at random", counted(sampled.inputs, "input")),
                                 witness});
  } else if (sampled.fault_at != nullptr) {
    Finding& finding = add(context, definition, definition.name + " without a value", Verdict::refuted,
                           Concern::information, sampled);
    finding.claim = fmt::format("{} has a value for every input", definition.name);
    finding.headline = fmt::format("The definition {} has no value for {} of {}", definition.name,
                                   grouped(sampled.faults), counted(sampled.inputs, "input"));
    finding.text = fmt::format("One of them is {}: {}.", sampled.first_fault, sampled.why);
    context.cite(finding, sampled.fault_label);
    Witness witness;
    describe(witness, *context.scenario(), sampled.fault_at->position, sampled.fault_at->grade);
    witness.sides.push_back(side_at(*context.scenario(), sampled.fault_at->position,
                                    {{Assertion::What::fault, sampled.first_fault, {}}}));
    finding.witness = std::move(witness);
  }
  if (sampled.inputs < least_inputs) return;
  if (sampled.is_sampled_same() && !switches_decide(*context.scenario(), number)) {
    Finding& finding = add(context, definition, definition.name, Verdict::sampled, Concern::idle, sampled);
    finding.claim = fmt::format("The value of {} depends on its inputs", definition.name);
    finding.headline =
        fmt::format("The definition {} had the same value for every input that was tried", definition.name);
    const auto word = literal(*context.scenario(), definition.type, *sampled.first);
    finding.text = fmt::format("Its value was always {}.", word ? *word : std::string("the same"));
    if (!still_told(context, solved.another, finding)) context.findings().pop_back();
    return;  // its parts have nothing to decide
  }
  for (size_t i = 0; i < sampled.parts.size(); ++i) {
    const Part& one = sampled.parts[i];
    if (!is_part_told(one)) continue;
    const bool never = one.no != 0;
    const std::string what = fmt::format("{} {}", one.sort, one.name), named = part_text(one.sort, one.name);
    Finding& finding =
        add(context, definition, fmt::format("{} at {}", what, context.program().label_text(one.label)),
            Verdict::sampled, Concern::idle, sampled);
    finding.claim = fmt::format("{} holds for some inputs and not for others", named);
    finding.headline = fmt::format("{} {} held where it was tried", named, never ? "never" : "always");
    finding.text = fmt::format("It was {} for every input that was drawn.", never ? "false" : "true");
    finding.places.clear(), finding.cases.clear();
    context.cite(finding, one.label, one.place);
    if (i < solved.parts.size() && !still_told(context, solved.parts[i], finding))
      context.findings().pop_back();
  }
}

/// What an option brings is nothing everywhere without it: what never changed is asked with the options on.
void ask_with_options(Context& context, const std::vector<const Definition*>& open,
                      std::vector<Sampled>& sampled) {
  const auto decides_nothing = [](const Sampled& one) {
    return !one.changes || std::any_of(one.parts.begin(), one.parts.end(),
                                       [](const Part& part) { return part.yes == 0 || part.no == 0; });
  };
  if (context.stopped() || std::none_of(sampled.begin(), sampled.end(), decides_nothing)) return;
  Probe* const probe = context.probe_with_options();
  if (probe == nullptr) return;
  const DefinitionsInPlayCheck check(context, *probe);
  in_parallel(
      open.size(),
      [&](size_t i, size_t) {
        if (!decides_nothing(sampled[i])) return;
        const Sampled also = check.ask(*open[i]);
        sampled[i].changes = sampled[i].changes || also.changes ||
                             (sampled[i].first && also.first && !(*sampled[i].first == *also.first));
        for (size_t k = 0; k < sampled[i].parts.size() && k < also.parts.size(); ++k) {
          sampled[i].parts[k].yes += also.parts[k].yes;
          sampled[i].parts[k].no += also.parts[k].no;
        }
      },
      [&] { return !context.stopped(); });
}

Answer run(Context& context) {
  const language::Program& p = context.program();
  if (p.game == none) return {Verdict::proved, "no game in these rules"};
  InputCounter counter(context.scenario());
  std::vector<const Definition*> open;
  for (const Definition& one : p.definitions) {
    if (!context.in_rulebook(one.label)) continue;
    const auto number = static_cast<DefinitionId>(&one - p.definitions.data());
    if (!counter.why_not(number, context.settings().inputs).empty()) open.push_back(&one);
  }
  if (open.empty()) return {Verdict::proved, "no definitions left, since all were enumerated"};
  const DefinitionsInPlayCheck check(context, context.probe());
  std::vector<Sampled> sampled(open.size());
  in_parallel(
      open.size(), [&](size_t i, size_t) { sampled[i] = check.ask(*open[i]); },
      [&] { return !context.stopped(); });
  ask_with_options(context, open, sampled);
  std::vector<Solved> solved(open.size());
  if (context.settings().solver_resources > 0)
    in_parallel(
        open.size(), [&](size_t i, size_t) { solved[i] = solve(context, *open[i], sampled[i]); },
        [&] { return !context.stopped(); });
  uint64_t inputs = 0;
  size_t asked = 0;
  for (size_t i = 0; i < open.size(); ++i) {
    inputs += sampled[i].inputs;
    asked += sampled[i].inputs > 0 ? 1U : 0U;
    if (!context.stopped()) tell(context, *open[i], sampled[i], solved[i]);
  }
  std::string scope = fmt::format("{} of this rulebook too large to enumerate, with {} drawn in {}",
                                  counted(asked, "definition"), counted(inputs, "input"),
                                  counted(check.positions(), "position"));
  if (asked < open.size())
    scope += fmt::format("; {} could not be evaluated in any position",
                         counted(open.size() - asked, "other definition"));
  if (context.settings().solver_resources == 0) return {Verdict::sampled, scope};
  return solved_scope(solved, open, scope);
}

}  // namespace

Check definitions_in_play() {
  return {
      id,
      "Does a definition too large to enumerate have one value everywhere, or a condition that never changes?",
      CheckOf::game,
      true,
      run,
      Needs::positions};
}

}  // namespace casebook::checks
