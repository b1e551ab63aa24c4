// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/claims/conflicts.h"

#include <algorithm>
#include <utility>

#include "engine/program/walk.h"
#include "engine/runtime/binding/settle.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::runtime {

using language::Definition;
using language::DefinitionId;
using language::Expr;
using language::TypeTag;
using language::VarId;

namespace {

bool mentions_var(const Expr& expr, VarId var) {
  bool found = false;
  language::walk(
      expr, [&](const Expr& one) { found = found || (one.op == language::Op::variable && one.ref == var); });
  return found;
}

bool is_named_in(const std::vector<int32_t>& all, size_t index) {
  return std::find(all.begin(), all.end(), static_cast<int32_t>(index)) != all.end();
}

}  // namespace

/// The values of one parameter.
struct ConflictFinder::Wheel {
  int64_t low = 0, high = 0;
  bool matters = false;  // the pair mentions it; what else the value rests on is only drawn
  uint64_t size() const { return static_cast<uint64_t>(high - low) + 1; }
};

ConflictFinder::ConflictFinder(std::shared_ptr<const Scenario> scenario)
    : scenario_(std::move(scenario)), evaluator_(scenario_), reads_(*scenario_->program) {
  const auto open = [&](const OneOfPair& one) {
    const auto known = known_by_switches(*one.when, scenario_->options, scenario_->readings);
    return !known || *known != 0;
  };
  for (const UnorderedPair& pair : unordered_pairs(*scenario_->program))
    if (open(first_of(*scenario_->program, pair)) && open(second_of(*scenario_->program, pair)))
      pairs_.push_back(pair);
}

language::Cells ConflictFinder::read_by_conditions(const UnorderedPair& pair) {
  language::Cells cells = reads_.of(*first_of(*scenario_->program, pair).when).reads;
  cells.add(reads_.of(*second_of(*scenario_->program, pair).when).reads);
  return cells;
}

/// State of a phase that does not run reads as zero, which play never asks for.
bool ConflictFinder::phases_run(const UnorderedPair& pair, const Position& position) {
  const language::Program& program = *scenario_->program;
  // What the exceptions and adjustments of a definition read counts as read by it.
  const auto& states = reads_.definition(pair.definition).reads.states;
  return std::all_of(states.begin(), states.end(), [&](language::StateId state) {
    const language::ProcedureId of = program.states[state].procedure;
    return of == language::none || of == program.game || position.cell(scenario_->layout.returns[of]) != 0;
  });
}

bool ConflictFinder::wheels_of(const UnorderedPair& pair, std::vector<Wheel>& wheels) {
  const language::Program& program = *scenario_->program;
  const OneOfPair first = first_of(program, pair), second = second_of(program, pair);
  for (const VarId var : program.definitions[pair.definition].params) {
    const language::Type& type = program.vars[var].type;
    const language::Interval& interval = program.vars[var].interval;
    Wheel wheel;
    switch (type.tag) {
      case TypeTag::boolean:
        wheel.high = 1;
        break;
      case TypeTag::number:
        wheel.low = interval.low, wheel.high = interval.high;
        break;
      case TypeTag::entity:
      case TypeTag::maybe:
        wheel.high = scenario_->size(type.of) - 1;
        break;
      case TypeTag::location:
        wheel.high = scenario_->ground.hexes + static_cast<int64_t>(program.boxes.size()) - 1;
        break;
      default:
        return false;
    }
    if (wheel.low > wheel.high) return false;
    for (const Expr* part : {first.when, first.value, second.when, second.value})
      wheel.matters = wheel.matters || mentions_var(*part, var);
    wheels.push_back(wheel);
  }
  return true;
}

/// No where the condition speaks of no argument and does not hold.
bool ConflictFinder::can_hold(const Expr& when, const std::vector<VarId>& params, const Position& position) {
  if (std::any_of(params.begin(), params.end(), [&](VarId var) { return mentions_var(when, var); }))
    return true;
  try {
    return evaluator_.evaluate(when, position).yes();
  } catch (const Fault&) {
    return false;
  }
}

Evaluator& ConflictFinder::unadjusted(DefinitionId definition) {
  std::unique_ptr<Evaluator>& made = unadjusted_[definition];
  if (made) return *made;
  auto program = std::make_shared<language::Program>(*scenario_->program);
  program->definitions[definition].adjustments.clear();
  auto scenario = std::make_shared<Scenario>(*scenario_);
  scenario->program = std::move(program);
  scenario->mined = nullptr;  // proved of the rules as they are
  made = std::make_unique<Evaluator>(std::move(scenario));
  return *made;
}

std::optional<Conflict> ConflictFinder::with(const UnorderedPair& pair, const std::vector<Value>& arguments,
                                             const Position& position) {
  const Definition& definition = scenario_->program->definitions[pair.definition];
  // A call within what is asked may set the same variables.
  const auto ask = [&](const Expr& expr) {
    for (size_t i = 0; i < arguments.size(); ++i) evaluator_.variable(definition.params[i]) = arguments[i];
    return evaluator_.evaluate(expr, position);
  };
  const OneOfPair first = first_of(*scenario_->program, pair), second = second_of(*scenario_->program, pair);
  Conflict conflict{pair, arguments, {}, {}};
  try {
    if (!ask(*first.when).yes() || !ask(*second.when).yes()) return std::nullopt;
    if (pair.adjusts) {
      const Value before = unadjusted(pair.definition).value_of(false, pair.definition, arguments, position);
      const auto in_turn = [&](size_t one, size_t other) {
        Value value = before;
        for (const size_t i : {one, other}) {
          evaluator_.variable(definition.adjustments[i].otherwise) = value;
          value = ask(*definition.adjustments[i].value);
        }
        return value;
      };
      conflict.first = in_turn(pair.first, pair.second);
      conflict.second = in_turn(pair.second, pair.first);
    } else {
      for (const language::Exception& other : definition.exceptions) {
        const bool goes_before = is_named_in(other.over, pair.first) || is_named_in(other.over, pair.second);
        if (goes_before && ask(*other.when).yes()) return std::nullopt;
      }
      conflict.first = ask(*first.value);
      conflict.second = ask(*second.value);
    }
  } catch (const Fault&) {  // a fault of another sort
    return std::nullopt;
  }
  if (conflict.first == conflict.second) return std::nullopt;
  return conflict;
}

std::optional<Conflict> ConflictFinder::at(const UnorderedPair& pair, const Position& position,
                                           uint64_t tries) {
  const Definition& definition = scenario_->program->definitions[pair.definition];
  std::vector<Wheel> wheels;
  ++tried_;
  if (!phases_run(pair, position) || !wheels_of(pair, wheels)) return std::nullopt;
  if (!can_hold(*first_of(*scenario_->program, pair).when, definition.params, position) ||
      !can_hold(*second_of(*scenario_->program, pair).when, definition.params, position))
    return std::nullopt;
  uint64_t all = 1;
  for (const Wheel& wheel : wheels)
    if (wheel.matters) all = wheel.size() > tries || all > tries ? tries + 1 : all * wheel.size();
  std::vector<Value> arguments(wheels.size());
  for (uint64_t turn = 0; turn < std::min(all, tries); ++turn) {
    uint64_t rest = turn;
    for (size_t i = wheels.size(); i-- > 0;) {  // the last one turns fastest
      const uint64_t size = wheels[i].size();
      const uint64_t drawn = random_.below(static_cast<uint32_t>(std::min<uint64_t>(size, UINT32_MAX)));
      const bool in_turn = all <= tries && wheels[i].matters;
      arguments[i] = wheels[i].low + static_cast<int64_t>(in_turn ? rest % size : drawn);
      if (in_turn) rest /= size;
    }
    ++tried_;
    if (auto conflict = with(pair, arguments, position)) return conflict;
  }
  return std::nullopt;
}

std::string call_text(const Scenario& scenario, const Conflict& conflict) {
  const Definition& definition = scenario.program->definitions[conflict.pair.definition];
  std::string text = definition.name + "(";
  for (size_t i = 0; i < conflict.arguments.size(); ++i) {
    text += i == 0 ? "" : ", ";
    text += value_text(scenario, scenario.program->vars[definition.params[i]].type, conflict.arguments[i]);
  }
  return text + ")";
}

}  // namespace casebook::runtime
