// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/selftest/selftest.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/runtime/compiled/machine.h"
#include "engine/runtime/compiled/translate.h"
#include "engine/runtime/has_values.h"
#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/reference/value_text.h"
#include "verifier/symbolic/formula/limit_text.h"
#include "verifier/symbolic/selftest/selftest_steps.h"
#include "verifier/symbolic/translate/founded.h"
#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

using language::Expr;
using language::ExprPtr;
using language::Op;
using language::Type;
using language::TypeTag;
using runtime::Value;
using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

namespace {

ExprPtr constant_of(const Type& type, int64_t value) {
  language::ExprPtr expr(Expr{});
  expr->op = Op::constant;
  expr->type = type;
  expr->value = value;
  const bool never = value == language::never_value && type.tag == TypeTag::number;
  expr->interval = never ? language::Interval{0, 0, true} : language::Interval{value, value, false};
  return expr;
}

/// The argument as an expression; null where there is none for it (a path).
ExprPtr argument(const Type& type, const Value& value) {
  if (type.tag == TypeTag::path) return nullptr;
  if (type.tag != TypeTag::set) return constant_of(type, value.number);
  language::ExprPtr set(Expr{});
  set->op = Op::set_of;
  set->type = type;
  for (const int32_t member : value.items)
    set->args.push_back(constant_of({TypeTag::entity, type.of, 1}, member));
  return set;
}

class Tester {
 public:
  Tester(ScenarioPtr scenario, const SelftestSettings& settings)
      : scenario_(std::move(scenario)),
        program_(*scenario_->program),
        translated_(settings.translated ? settings.translated : scenario_),
        settings_(settings),
        evaluator_(scenario_) {}

  Selftest run() {
    for (size_t i = 0; i < program_.definitions.size(); ++i) {
      if (settings_.go_on && !settings_.go_on()) {
        result_.stopped = true;
        break;
      }
      const language::Definition& definition = program_.definitions[i];
      if (!settings_.definition.empty() && definition.name != settings_.definition) continue;
      ++result_.definitions;
      try {
        test(static_cast<DefinitionId>(i), definition);
      } catch (const Untranslated& open) {
        result_.open.emplace_back(definition.name, open.construct);
      } catch (const TooLarge& large) {
        result_.open.emplace_back(definition.name, large.what());
      }
    }
    return std::move(result_);
  }

 private:
  struct Input {
    runtime::Position position;
    std::vector<Value> arguments;
  };

  void test(DefinitionId id, const language::Definition& definition) {
    if (!runtime::has_values(*scenario_, definition)) return;
    Formula formula(settings_.nodes);
    PositionFormulas positions(translated_, formula);
    // State of every procedure may be read; nothing asks where the position stands.
    const SymbolicPosition open = positions.open(std::vector<bool>(program_.procedures.size(), true));
    const auto made = make_translator(settings_, positions, Freedom::allowed, settings_.translator);
    Translator& translator = *made;
    std::vector<Type> types;
    Parameters parameters;
    for (const VarId param : definition.params) {
      const language::Var& var = program_.vars[param];
      types.push_back(var.type);
      parameters.push_back(positions.any(var.type, var.interval, var.name));
      translator.variable(param) = parameters.back();
    }
    std::vector<BranchCase> ways;
    translator.note_branches(&ways);
    const SymbolicValue value = translator.definition_value(translator.program().definitions[id], open);
    translator.note_branches(nullptr);
    const std::vector<FaultCase> faults = translator.take_faults();
    translator.write_fields_down([](Ref) { return true; });
    for (const auto& [construct, label] : translator.freed()) throw Untranslated(construct, label);
    ways.push_back({formula.not_(translator.any_of(faults)), definition.place, definition.label, "no fault"});
    for (const FaultCase& fault : faults)
      ways.push_back({fault.when, definition.place, fault.label, "a fault"});
    join(formula, ways);

    Solver solver(formula, settings_.limits);
    std::vector<bool> covered(ways.size(), false);
    std::vector<Ref> conditions;
    for (const BranchCase& way : ways) conditions.push_back(way.when);
    result_.ways += ways.size();
    for (size_t i = 0; i < ways.size(); ++i) {
      if (covered[i]) continue;
      Founded asked;
      asked.answer = Answer::unsatisfiable;
      if (ways[i].when != no) asked = ask_founded(solver, translator, {ways[i].when}, founded_limits());
      const Answer answer = asked.answer;
      if (answer != Answer::satisfiable) {
        const bool impossible = answer == Answer::unsatisfiable;
        result_.uncovered.push_back({definition.name, program_.label_text(ways[i].label), ways[i].what,
                                     place_text(ways[i].place),
                                     impossible ? "no position leads there" : limit_text(), impossible});
        continue;
      }
      const Assignment& model = asked.model;
      const std::vector<int64_t> holds = formula.values(conditions, model);
      for (size_t k = 0; k < ways.size(); ++k) covered[k] = covered[k] || holds[k] != 0;
      Input input{scenario_->start, {}};
      positions.decode(open, model, input.position);
      for (size_t k = 0; k < types.size(); ++k)
        input.arguments.push_back(positions.value(types[k], parameters[k], model));
      const std::string translated = came_of(formula, positions, definition.type, value, faults, model);
      compare(id, definition, types, input, translated);
    }
    result_.covered += static_cast<uint64_t>(std::count(covered.begin(), covered.end(), true));
  }

  FoundedLimits founded_limits() const {
    FoundedLimits limits;
    limits.rounds = 60;
    limits.go_on = settings_.go_on;
    return limits;
  }

  /// The same place taken for several members of a set is one way.
  static void join(Formula& formula, std::vector<BranchCase>& ways) {
    std::vector<BranchCase> joined;
    for (const BranchCase& way : ways) {
      const auto known = std::find_if(joined.begin(), joined.end(), [&](const BranchCase& one) {
        return one.what == way.what && one.label == way.label && one.place.file == way.place.file &&
               one.place.begin == way.place.begin && one.place.end == way.place.end;
      });
      if (known == joined.end())
        joined.push_back(way);
      else
        known->when = formula.or_(known->when, way.when);
    }
    ways = std::move(joined);
  }

  std::string place_text(const language::Place& place) const {
    return place.file < program_.sources.size()
               ? fmt::format("{}:{}", program_.sources[place.file].file, place.line)
               : "";
  }

  std::string fault_text(CaseId label) const { return "fault by " + program_.label_text(label); }
  std::string text(const Type& type, const Value& value) const {
    return runtime::value_text(*scenario_, type, value);
  }

  std::string came_of(const Formula& formula, const PositionFormulas& positions, const Type& type,
                      const SymbolicValue& value, const std::vector<FaultCase>& faults,
                      const Assignment& model) const {
    std::vector<Ref> conditions;
    for (const FaultCase& one : faults) conditions.push_back(one.when);
    const std::vector<int64_t> hold = formula.values(conditions, model);
    for (size_t i = 0; i < hold.size(); ++i)
      if (hold[i] != 0) return fault_text(faults[i].label);
    return text(type, positions.value(type, value, model));
  }

  void compare(DefinitionId id, const language::Definition& definition, const std::vector<Type>& types,
               const Input& input, const std::string& translated) {
    ++result_.inputs;
    std::string reference;
    try {
      const runtime::Value value = evaluator_.value_of(false, id, input.arguments, input.position);
      reference = runtime::value_text(*scenario_, definition.type, value);
    } catch (const runtime::Fault& fault) {
      reference = fault_text(fault.label);
    }
    const std::string compiled = by_compiled(id, definition, types, input);
    if (translated == reference && (compiled.empty() || compiled == reference)) return;
    std::string words;
    for (size_t i = 0; i < types.size(); ++i)
      words += (i == 0 ? "" : ", ") + text(types[i], input.arguments[i]);
    result_.differences.push_back(
        {definition.name, "(" + words + ")", reference, compiled.empty() ? reference : compiled, translated});
  }

  /// The definition called with the arguments as constants; empty where that cannot be written.
  std::string by_compiled(DefinitionId id, const language::Definition& definition,
                          const std::vector<Type>& types, const Input& input) {
    if (definition.type.tag == TypeTag::path) return {};
    Expr call;
    call.op = Op::call;
    call.type = definition.type;
    call.ref = id;
    call.interval = definition.body->interval;
    const auto widen = [&](const language::Interval& more) {
      call.interval.low = std::min(call.interval.low, more.low);
      call.interval.high = std::max(call.interval.high, more.high);
      call.interval.may_be_never = call.interval.may_be_never || more.may_be_never;
    };
    for (const auto& one : definition.exceptions) widen(one.value->interval);
    for (const auto& one : definition.adjustments) widen(one.value->interval);
    for (size_t i = 0; i < types.size(); ++i) {
      call.args.push_back(argument(types[i], input.arguments[i]));
      if (!call.args.back()) return {};
    }
    const runtime::compiled::CompiledExpression made =
        runtime::compiled::translate_expression(scenario_, call, program_.vars);
    runtime::compiled::Machine machine(made.program);
    machine.load(input.position);
    if (machine.run(made.entry) == runtime::compiled::Stop::fault) return fault_text(machine.fault_label());
    Value value;
    if (made.is_set) {
      for (int32_t member = 0; member < scenario_->size(made.kind); ++member)
        if (((machine.words(made.at)[member >> 6] >> (member & 63)) & 1U) != 0) value.items.push_back(member);
    } else {
      value.number = machine.value(made.at);
    }
    return text(definition.type, value);
  }

  ScenarioPtr scenario_;
  const language::Program& program_;
  ScenarioPtr translated_;
  const SelftestSettings& settings_;
  runtime::Evaluator evaluator_;
  Selftest result_;
};

}  // namespace

std::unique_ptr<Translator> make_translator(const SelftestSettings& settings, PositionFormulas& positions,
                                            Freedom freedom, const TranslatorLimits& limits) {
  if (settings.make_translator) return settings.make_translator(positions, freedom, limits);
  return std::make_unique<Translator>(positions, freedom, limits);
}

Selftest selftest(const ScenarioPtr& scenario, const SelftestSettings& settings) {
  Selftest result = Tester(scenario, settings).run();
  if (settings.definition.empty() && !result.stopped) test_steps(scenario, settings, result);
  return result;
}

}  // namespace casebook::symbolic
