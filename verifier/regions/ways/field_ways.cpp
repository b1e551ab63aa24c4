// SPDX-License-Identifier: Apache-2.0
#include "verifier/regions/ways/field_ways.h"

#include <algorithm>
#include <utility>

#include "engine/runtime/reference/value_text.h"

namespace casebook::regions {

using language::Op;
using runtime::Position;
using runtime::Value;

namespace {

/// Calls that are followed, one in the other.
constexpr int most_calls_followed = 4;

/// The first decisions; what else a field can decide depends on its text.
enum FieldDecision : size_t { is_goal, leads_there, stops };

}  // namespace

FieldWays::FieldWays(std::shared_ptr<const runtime::Scenario> scenario, language::FieldId field,
                     runtime::Evaluator& evaluator)
    : scenario_(std::move(scenario)),
      id_(field),
      field_(scenario_->program->fields[field]),
      evaluator_(evaluator) {
  const std::vector<std::string> no_or_yes{"no", "yes"};
  const auto add_decision = [&](std::string text) {
    decisions_.push_back({std::move(text), field_.label, no_or_yes});
  };
  add_decision(runtime::source_text(evaluator_, *field_.goal));
  add_decision("a way leads to such a hex");
  if (field_.through)
    add_decision("a way ends at a hex that fails: " + runtime::source_text(evaluator_, *field_.through));
  if (field_.across)
    add_decision("a step is refused that fails: " + runtime::source_text(evaluator_, *field_.across));
  if (!field_.step) return;
  Stage step;
  step.made = std::make_unique<language::Definition>();
  step.made->name = field_.name, step.made->label = field_.label, step.made->place = field_.place;
  step.made->params = {field_.from_var, field_.to_var};
  step.made->type = field_.type;
  step.made->body = field_.step;
  step.definition = step.made.get();
  add(std::move(step));
  // What can be called is known before anything is evaluated, so that the decisions stand in one order.
  const language::Expr* at = field_.step.get();
  for (int calls = 0; calls < most_calls_followed && at != nullptr; ++calls) {
    const language::Expr* found = nullptr;
    const auto look = [&](const language::Expr& expr, const auto& self) -> void {
      if (expr.op == Op::call && found == nullptr) found = &expr;
      if (expr.op == Op::choose_if) self(*expr.args[1], self), self(*expr.args[2], self);
      if (expr.op == Op::let) self(*expr.args[1], self);
    };
    look(*at, look);
    if (found == nullptr) break;
    stage_of(found->ref);
    at = scenario_->program->definitions[found->ref].body.get();
  }
}

FieldWays::~FieldWays() = default;

void FieldWays::add(Stage&& stage) {
  stage.ways = std::make_unique<Ways>(scenario_, *stage.definition, evaluator_);
  stage.first = decisions_.size();
  for (Decision one : stage.ways->decisions()) {
    one.text = "the first step: " + one.text;
    decisions_.push_back(std::move(one));
  }
  stages_.push_back(std::move(stage));
}

FieldWays::Stage& FieldWays::stage_of(language::DefinitionId id) {
  const language::Definition* const definition = &scenario_->program->definitions[id];
  const auto known = std::find_if(stages_.begin(), stages_.end(),
                                  [&](const Stage& one) { return one.definition == definition; });
  if (known != stages_.end()) return *known;
  Stage stage;
  stage.definition = definition;
  add(std::move(stage));
  return stages_.back();
}

void FieldWays::step(const Position& position, Way& way, Source& source) {
  size_t at = 0;
  for (int calls = 0;; ++calls) {
    Way part;
    stages_[at].ways->of(position, part, &source);
    for (const Taken& one : part) way.push_back({stages_[at].first + one.decision, one.out});
    if (calls == most_calls_followed || source.expr == nullptr || source.expr->op != Op::call) return;
    std::vector<Value> arguments;
    for (const auto& arg : source.expr->args) arguments.push_back(evaluator_.evaluate(*arg, position));
    const language::DefinitionId called = source.expr->ref;
    const Stage& next = stage_of(called);
    at = static_cast<size_t>(&next - stages_.data());
    for (size_t i = 0; i < arguments.size(); ++i)
      evaluator_.variable(next.definition->params[i]) = std::move(arguments[i]);
  }
}

void FieldWays::of(const Position& position, const std::vector<Value>& arguments, Way& way, Source& source) {
  way.clear();
  source = {};
  for (size_t i = 0; i < field_.params.size(); ++i) evaluator_.variable(field_.params[i]) = arguments[i];
  evaluator_.variable(field_.goal_var) = arguments.back();
  const bool goal = evaluator_.evaluate(*field_.goal, position).yes();
  way.push_back({is_goal, goal ? size_t{1} : size_t{0}});
  if (goal) return;
  const runtime::FieldWay found = evaluator_.field_way(field_, arguments, position);
  way.push_back({leads_there, found.found ? size_t{1} : size_t{0}});
  if (!found.found) {
    size_t decision = stops;
    if (field_.through) way.push_back({decision++, found.stopped.empty() ? size_t{0} : size_t{1}});
    if (field_.across) way.push_back({decision, found.barred.empty() ? size_t{0} : size_t{1}});
    return;
  }
  if (!field_.step) return;
  evaluator_.variable(field_.from_var) = found.way[0];
  evaluator_.variable(field_.to_var) = found.way[1];
  step(position, way, source);
  source = {"the first step, " + source.text + ", and the way on", nullptr};
}

}  // namespace casebook::regions
