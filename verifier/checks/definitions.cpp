// SPDX-License-Identifier: Apache-2.0
// definitions: evaluates definitions on every input, and finds inputs without a value and parts that never
// decide.
//
// It takes each definition whose inputs fit into the budget (count_inputs.h), and checks:
//
//   - whether every input has a value; a silent cell, a number out of range or exceptions in conflict give
//     none
//   - whether each entry of a list, each exception, adjustment and `if` condition holds for some input and
//     fails for another
//   - which entry of a `first of` is always overridden, and by which
//   - whether leaving a part out changes any value
//   - whether the value ever changes
//
// What the switches decide is not reported.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "engine/base/text.h"
#include "engine/program/edit/mutants.h"
#include "engine/runtime/distance/cells.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/bound_text.h"
#include "verifier/checks/shared/count_inputs.h"
#include "verifier/checks/shared/site_reach.h"
#include "verifier/checks/values/constant_requirements.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace runtime;
using language::Definition;
using language::Expr;
using namespace language::ids;
using language::none;
using language::Op;

namespace {

constexpr const char* id = "definitions";

/// A condition within a definition, and for how many inputs it holds.
struct Condition {
  const Expr* expr = nullptr;
  std::string name, sort;
  CaseId label = none;
  language::Place place;
  bool in_order = false;  // of a `first of`
  bool after_no = false;  // of an `if`: asked when those of the same chain before it failed
  bool now = false;
  uint64_t yes = 0, no = 0;
  std::vector<uint64_t> behind;  // holds, and that earlier entry held too
  /// Of an `if`: what it comes to when it holds, and when not.
  const Expr *then = nullptr, *otherwise = nullptr;
  /// Else: the same rules without it.
  std::unique_ptr<Evaluator> without;
  uint64_t decides = 0;  // the value is another one without it, or on the other way
};

class DefinitionsCheck {
 public:
  explicit DefinitionsCheck(Context& context)
      : context_(context),
        scenario_(context.scenario()),
        counter_(scenario_),
        mutants_(language::mutants(context.program())) {}

  size_t enumerated = 0, left_out = 0;
  bool left = false;  // inputs without a value to `exceptions`
  uint64_t inputs = 0;

  void ask(const Definition& definition) {
    conditions_.clear();
    gather(definition);
    fault_ = 0;
    first_fault_.clear();
    uint64_t values = 0;
    Value first_value;
    bool changes = false;
    const Count count =
        counter_.count(static_cast<DefinitionId>(&definition - context_.program().definitions.data()),
                       context_.settings().inputs, [&](const Position& position) {
                         look(definition, position);
                         tally();
                         look_without(definition, position);
                         if (is_fault_ && left_to_exceptions(definition, position)) {
                           changes = true;  // it has no value there, and another check tells why
                         } else if (is_fault_) {
                           if (fault_++ == 0) note_fault(definition, position);
                         } else if (values++ == 0) {
                           first_value = value_;
                         } else if (!(value_ == first_value)) {
                           changes = true;
                         }
                       });
    if (!count.complete) {
      ++left_out;
      return;
    }
    ++enumerated;
    inputs += count.inputs;
    if (fault_ > 0) tell_fault(definition, count);
    for (const Condition& one : conditions_) tell(definition, one, count);
    if (count.inputs > 1 && !changes && fault_ == 0 &&
        !switches_decide(*scenario_,
                         static_cast<DefinitionId>(&definition - context_.program().definitions.data())) &&
        !changes_with_options(definition)) {
      Finding& finding = add(definition, definition.name, count);
      finding.claim = fmt::format("The value of {} depends on its inputs", definition.name);
      const auto word = literal(*scenario_, definition.type, first_value);
      finding.headline = fmt::format("The definition {} has the same value for every input", definition.name);
      finding.text = fmt::format("Its value is always {}.", word ? *word : std::string("the same"));
    }
  }

 private:
  /// What an option brings is asked with the options on: without them it is nothing everywhere.
  bool changes_with_options(const Definition& definition) {
    const ScenarioPtr with_options = context_.with_options();
    if (!with_options) return false;
    if (!counter_with_options_) counter_with_options_.emplace(with_options);
    std::optional<Value> first;
    bool changes = false;
    counter_with_options_->count(
        static_cast<DefinitionId>(&definition - context_.program().definitions.data()),
        context_.settings().inputs, [&](const Position& position) {
          try {
            const Value value = counter_with_options_->evaluator().evaluate(*definition.body, position);
            if (!first) first = value;
            changes = changes || !(value == *first);
          } catch (const Fault&) {
            changes = true;  // told where it is asked so
          }
        });
    return changes;
  }
  Evaluator& evaluator() { return counter_.evaluator(); }
  bool fixed(const language::ExprPtr& expr) const {
    return known_by_switches(*expr, scenario_->options, scenario_->readings) >= 0;
  }

  void gather(const Definition& definition) {
    const auto add_condition = [&](const language::ExprPtr& expr, std::string name, const char* sort,
                                   CaseId label, const language::Place& place) -> Condition* {
      if (!expr || fixed(expr)) return nullptr;
      Condition& one = conditions_.emplace_back();
      one.expr = expr.get(), one.name = std::move(name), one.sort = sort;
      one.label = label == none ? definition.label : label;
      one.place = place;
      return &one;
    };
    const Expr* body = definition.body.get();
    while (body->op == Op::check_range || body->op == Op::rescale || body->op == Op::round)
      body = body->args[0].get();
    if (body->op == Op::list) {
      for (const language::ListEntry& entry : body->list->entries) {
        if (entry.per) continue;
        Condition* one =
            add_condition(entry.when, definition.name + "." + entry.name, "entry", entry.label, entry.place);
        if (one != nullptr) one->in_order = body->list->kind == language::ListKind::first_of;
      }
    }
    for (bool first = true; body->op == Op::choose_if; first = false) {
      const Expr& condition = *body->args[0];
      if (Condition* one = add_condition(body->args[0], "the condition of an if in " + definition.name,
                                         "condition", definition.label, condition.place))
        one->after_no = !first, one->then = body->args[1].get(), one->otherwise = body->args[2].get();
      body = body->args[2].get();
    }
    for (const language::Exception& one : definition.exceptions)
      add_condition(one.when, definition.name, "exception", one.label, one.place);
    for (const language::Adjustment& one : definition.adjustments)
      add_condition(one.when, definition.name, "adjustment", one.label, one.place);
    if (switches_decide(*scenario_,
                        static_cast<DefinitionId>(&definition - context_.program().definitions.data())))
      return;
    for (Condition& one : conditions_) {
      for (const language::Mutant& mutant : mutants_) {
        if (one.then != nullptr || mutant.of != language::MutantOf::rule ||
            mutant.place.file != one.place.file || mutant.place.begin != one.place.begin ||
            mutant.place.end != one.place.end || !mutant.what.starts_with(one.sort + " that never"))
          continue;
        auto other = std::make_shared<Scenario>(*scenario_);
        other->program = language::altered(context_.program(), mutant);
        other->mined = nullptr;  // proved of the rules as they are
        one.without = std::make_unique<Evaluator>(std::move(other));
        break;
      }
    }
  }

  /// The value without each condition.
  void look_without(const Definition& definition, const Position& position) {
    bool chain_open = true;
    for (Condition& one : conditions_) {
      if (one.then != nullptr) {
        if (!chain_open) continue;
        chain_open = !one.now;
        if (one.decides == 0) one.decides += same(*one.then, *one.otherwise, position) ? 0U : 1U;
      } else if (one.without && one.now && one.decides == 0) {
        for (const VarId var : definition.params) one.without->variable(var) = evaluator().variable(var);
        try {
          one.decides += !is_fault_ && value_of(definition, *one.without, position) == value_ ? 0U : 1U;
        } catch (const Fault&) {
          one.decides += is_fault_ ? 0U : 1U;
        }
      }
    }
  }

  bool same(const Expr& a, const Expr& b, const Position& position) {
    try {
      return evaluator().evaluate(a, position) == evaluator().evaluate(b, position);
    } catch (const Fault&) {
      return false;
    }
  }

  void look(const Definition& definition, const Position& position) {
    bool chain_open = true;
    for (Condition& one : conditions_) {
      one.now = false;
      if (one.after_no && !chain_open) continue;
      try {
        one.now = evaluator().evaluate(*one.expr, position).yes();
      } catch (const Fault&) {
        one.now = false;  // told as the definition's own
      }
      if (one.sort == "condition" && one.now) chain_open = false;
    }
    is_fault_ = false;
    try {
      value_ = value_of(definition, evaluator(), position);
    } catch (const Fault& fault) {
      is_fault_ = true;
      fault_label_ = fault.label;
      fault_why_ = fault.why;
    }
  }

  /// As a call of it from elsewhere: with its exceptions and adjustments.
  Value value_of(const Definition& definition, Evaluator& by, const Position& position) {
    Expr call;
    call.op = Op::call;
    call.type = definition.type;
    call.ref = static_cast<DefinitionId>(&definition - context_.program().definitions.data());
    call.place = definition.place;
    for (const VarId var : definition.params) {
      language::ExprPtr arg(Expr{});
      arg->op = Op::variable;
      arg->ref = var;
      arg->type = context_.program().vars[var].type;
      arg->place = definition.place;
      call.args.push_back(std::move(arg));
    }
    return by.evaluate(call, position);
  }

  void tally() {
    for (size_t i = 0; i < conditions_.size(); ++i) {
      Condition& one = conditions_[i];
      ++(one.now ? one.yes : one.no);
      if (!one.now || !one.in_order) continue;
      one.behind.resize(conditions_.size(), 0);
      for (size_t before = 0; before < i; ++before) {
        if (conditions_[before].in_order && conditions_[before].now) ++one.behind[before];
      }
    }
  }

  /// The call with the arguments in the frame; empty for what cannot be written.
  std::string call_text(const Definition& definition) {
    std::string call = definition.name + "(";
    for (size_t i = 0; i < definition.params.size(); ++i) {
      const language::Var& var = context_.program().vars[definition.params[i]];
      const auto word = literal(*scenario_, var.type, evaluator().variable(definition.params[i]));
      if (!word) return {};
      call += (i == 0 ? "" : ", ") + *word;
    }
    return call + ")";
  }

  /// Whether the fault is one of exceptions or adjustments without an order, and is told as theirs.
  bool left_to_exceptions(const Definition& definition, const Position& position) {
    const auto pair = context_.told_by_exceptions(fault_why_);
    if (!pair) return false;
    left = true;
    if (context_.is_known(*pair)) return true;
    const std::string call = call_text(definition);
    if (call.empty()) return left = false;
    MetConflict conflict{*pair, call, Method::counting, {}, {}};
    conflict.scope = "all inputs were tried";
    describe_units(conflict.witness, position);
    conflict.witness.grade = Grade::typed;
    conflict.witness.sides.push_back(side_at(*scenario_, position, {{Assertion::What::fault, call, {}}}));
    context_.leave_to_exceptions(std::move(conflict));
    return true;
  }

  void note_fault(const Definition& definition, const Position& position) {
    first_fault_ = call_text(definition);
    if (first_fault_.empty()) return;
    first_at_ = position;
    first_label_ = fault_label_;
    first_why_ = fault_why_;
  }

  void tell_fault(const Definition& definition, const Count& count) {
    Finding& finding = add(definition, definition.name + " without a value", count);
    finding.concern = Concern::gap;
    finding.no_answer = true;
    finding.claim = fmt::format("{} has a value for every input", definition.name);
    finding.headline = fmt::format("The definition {} has no value for {} of {}", definition.name,
                                   grouped(fault_), counted(count.inputs, "input"));
    finding.text = fmt::format(
        "The first is {}: {}.",
        first_fault_.empty() ? std::string("one that cannot be written") : first_fault_, first_why_);
    context_.cite(finding, first_label_);
    if (first_fault_.empty()) {
      finding.verdict = Verdict::unknown;
      return;
    }
    Witness witness;
    describe_units(witness, first_at_);
    witness.grade = Grade::typed;
    witness.sides.push_back(side_at(*scenario_, first_at_, {{Assertion::What::fault, first_fault_, {}}}));
    finding.witness = std::move(witness);
  }
  void describe_units(Witness& witness, const Position& position) {
    for (const games::Cell& piece : games::pieces_of(*scenario_)) {
      if (games::is_hex(*scenario_, games::read(*scenario_, position, piece).cell())) ++witness.units;
    }
  }

  void tell(const Definition& definition, const Condition& one, const Count& count) {
    if (count.inputs < 2) return;
    const std::string what = fmt::format("{} {}", one.sort, one.name), named = part_text(one.sort, one.name);
    const auto told = [&](const std::string& wrong, const std::string& text) {
      Finding& finding =
          add(definition, fmt::format("{} at {}", what, context_.program().label_text(one.label)), count);
      finding.claim = fmt::format("{} holds for some inputs and not for others", named);
      finding.headline = fmt::format("{} {}", named, wrong);
      finding.text = text;
      finding.places.clear(), finding.cases.clear();
      context_.cite(finding, one.label, one.place);
    };
    if (one.yes == 0 || (one.no == 0 && !one.after_no)) {
      if (switches_decide(*scenario_, *one.expr)) return;
      told(one.yes == 0 ? "never holds" : "always holds",
           fmt::format("It is {} for every input of this scenario.", one.yes == 0 ? "false" : "true"));
    } else if (one.in_order) {
      for (size_t i = 0; i < one.behind.size(); ++i) {
        if (one.behind[i] == one.yes) {
          told("never decides",
               fmt::format("Whenever it holds, {} holds too and comes first.", conditions_[i].name));
          return;
        }
      }
    }
    const bool looked = one.then != nullptr || one.without != nullptr;
    if (!looked || one.decides > 0 || one.yes == 0 || one.no == 0) return;
    if (switches_decide(*scenario_, *one.expr)) return;
    told("changes nothing", one.then != nullptr ? "The value is the same whether it holds or not."
                                                : "Where it holds, the value is the same without it.");
  }

  Finding& add(const Definition& definition, const std::string& subject, const Count& count) {
    Finding& finding = context_.add(id, subject, Verdict::refuted, Concern::idle);
    finding.method = Method::counting;
    finding.scope = fmt::format("all {} were tried", counted(count.inputs, "input"));
    context_.cite(finding, definition);
    return finding;
  }

  Context& context_;
  ScenarioPtr scenario_;
  InputCounter counter_;
  std::optional<InputCounter> counter_with_options_;
  std::vector<language::Mutant> mutants_;
  std::vector<Condition> conditions_;
  bool is_fault_ = false;
  Value value_;
  CaseId fault_label_ = none, first_label_ = none;
  std::string fault_why_, first_why_, first_fault_;
  Position first_at_;
  uint64_t fault_ = 0;
};

Answer run(Context& context) {
  DefinitionsCheck check(context);
  for (const Definition& definition : context.program().definitions) {
    if (context.stopped()) break;
    context.tell(definition.name);
    check.ask(definition);
  }
  const size_t requirements = tell_constant_requirements(context, id);
  std::string scope =
      fmt::format("{} with {} enumerated, and the text of {} read", counted(check.enumerated, "definition"),
                  counted(check.inputs, "input"), counted(requirements, "requirement"));
  if (check.left) scope += std::string(left_to_exceptions_text);
  if (check.left_out == 0) return {Verdict::proved, scope};
  const bool one = check.left_out == 1;
  return {Verdict::unknown, fmt::format("{}; {} not enumerated, because {} or {} more than {}", scope,
                                        counted(check.left_out, "other definition"),
                                        one ? "it reads pieces or sets" : "they read pieces or sets",
                                        one ? "has" : "have", counted(context.settings().inputs, "input"))};
}

}  // namespace

Check definitions() {
  return {id, "Does a definition lack a value for some input, or have a part that never matters?",
          CheckOf::counting, true, run};
}

}  // namespace casebook::checks
