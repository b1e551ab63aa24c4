// SPDX-License-Identifier: Apache-2.0
#include "verifier/regions/subject.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/program/walk.h"
#include "verifier/checks/shared/bound_text.h"
#include "verifier/regions/ways/field_ways.h"

namespace casebook::regions {

using runtime::Evaluator;
using runtime::Position;
using runtime::Value;

namespace {

using ScenarioOf = std::shared_ptr<const runtime::Scenario>;

void set_all(Evaluator& evaluator, const std::vector<language::VarId>& params,
             const std::vector<Value>& values) {
  for (size_t i = 0; i < params.size(); ++i) evaluator.variable(params[i]) = values[i];
}

/// `name(a, b`, or empty when an argument has no word.
std::string called_with(const runtime::Scenario& scenario, const std::string& name,
                        const std::vector<language::VarId>& params, const std::vector<Value>& values,
                        size_t count) {
  std::string text = name + "(";
  for (size_t i = 0; i < count; ++i) {
    const auto word = checks::literal(scenario, scenario.program->vars[params[i]].type, values[i]);
    if (!word) return {};
    text += (i == 0 ? "" : ", ") + *word;
  }
  return text;
}

Subject of_definition(const ScenarioOf& scenario, language::DefinitionId id, Evaluator& evaluator) {
  const language::Definition& definition = scenario->program->definitions[id];
  Subject made;
  made.name = definition.name, made.type = definition.type, made.params = definition.params;
  language::ReadsWrites reads(*scenario->program);
  made.reads = reads.definition(id).reads;
  const auto ways = std::make_shared<Ways>(scenario, id, evaluator);
  made.decisions = ways->decisions();
  made.value = [id, &definition, &evaluator](const Position& position, const std::vector<Value>& arguments) {
    Value value = evaluator.value_of(false, id, arguments, position);
    set_all(evaluator, definition.params, arguments);
    return value;
  };
  made.way = [ways, &definition, &evaluator](const Position& position, const std::vector<Value>& arguments,
                                             Way& way, Source& source) {
    set_all(evaluator, definition.params, arguments);
    ways->of(position, way, &source);
  };
  made.expression = [scenario, &definition](const std::vector<Value>& arguments) {
    const std::string text =
        called_with(*scenario, definition.name, definition.params, arguments, arguments.size());
    return text.empty() ? text : text + ")";
  };
  return made;
}

Subject of_field(const ScenarioOf& scenario, language::FieldId id, Evaluator& evaluator) {
  const language::Field& field = scenario->program->fields[id];
  Subject made;
  made.name = field.name, made.type = field.type, made.params = field.params;
  made.params.push_back(field.goal_var);
  language::ReadsWrites reads(*scenario->program);
  made.reads = reads.field(id).reads;
  const auto ways = std::make_shared<FieldWays>(scenario, id, evaluator);
  made.decisions = ways->decisions();
  made.value = [id, params = made.params, &evaluator](const Position& position,
                                                      const std::vector<Value>& arguments) {
    Value value = evaluator.value_of(true, id, arguments, position);
    set_all(evaluator, params, arguments);
    return value;
  };
  made.way = [ways, params = made.params, &evaluator](
                 const Position& position, const std::vector<Value>& arguments, Way& way, Source& source) {
    ways->of(position, arguments, way, source);
    set_all(evaluator, params, arguments);
  };
  made.expression = [scenario, &field, params = made.params](const std::vector<Value>& arguments) {
    const auto hex =
        checks::literal(*scenario, scenario->program->vars[params.back()].type, arguments.back());
    const std::string text = called_with(*scenario, field.name, params, arguments, arguments.size() - 1);
    return !hex || text.empty() ? std::string() : text + ")[" + *hex + "]";
  };
  return made;
}

/// Whether it holds or is waived, as one definition, so that what lifts it is a part of its own.
std::shared_ptr<language::Definition> as_definition(const language::Requirement& requirement) {
  auto made = std::make_shared<language::Definition>();
  made->label = requirement.label, made->place = requirement.place;
  made->type = requirement.expr->type;
  if (requirement.waivers.empty()) {
    made->body = requirement.expr;
    return made;
  }
  language::Expr whole;
  whole.op = language::Op::list;
  whole.type = requirement.expr->type;
  whole.place = requirement.expr->place;
  language::ListBody body;
  body.kind = language::ListKind::any_of;
  body.entries.push_back({requirement.label, requirement.name, requirement.expr, {}, {}, requirement.place});
  for (const language::Waiver& waiver : requirement.waivers)
    body.entries.push_back({waiver.label, "waived", waiver.when, {}, {}, waiver.place});
  whole.list = language::Owned<language::ListBody>(std::move(body));
  made->body = language::ExprPtr(std::move(whole));
  return made;
}

Subject of_requirement(const ScenarioOf& scenario, const Rule& rule, Evaluator& evaluator) {
  const language::Program& program = *scenario->program;
  const language::Action& action = program.actions[rule.action];
  const language::Requirement& requirement = action.requires_[rule.requirement];
  Subject made;
  made.name = action.name + "." + requirement.name, made.type = requirement.expr->type;
  for (size_t i = 0; i < spoken_of(action, requirement); ++i) {
    made.params.push_back(action.params[i].var);
    if (action.params[i].at != language::none) made.params.push_back(action.params[i].at);
  }
  if (requirement.member != language::none) made.params.push_back(requirement.member);
  const auto definition = as_definition(requirement);
  definition->name = made.name, definition->params = made.params;
  language::ReadsWrites reads(program);
  made.reads = reads.of(*definition->body).reads;
  const auto ways = std::make_shared<Ways>(scenario, *definition, evaluator);
  made.decisions = ways->decisions();
  made.value = [definition, &evaluator](const Position& position, const std::vector<Value>& arguments) {
    set_all(evaluator, definition->params, arguments);
    const Value value = evaluator.evaluate(*definition->body, position);
    set_all(evaluator, definition->params, arguments);
    return value;
  };
  made.way = [definition, ways, &evaluator](const Position& position, const std::vector<Value>& arguments,
                                            Way& way, Source& source) {
    set_all(evaluator, definition->params, arguments);
    ways->of(position, way, &source);
  };
  made.expression = [scenario, definition, &requirement, &evaluator](const std::vector<Value>& arguments) {
    std::map<std::string, std::string> words;
    for (size_t i = 0; i < arguments.size(); ++i) {
      const language::Var& var = scenario->program->vars[definition->params[i]];
      const auto word = checks::literal(*scenario, var.type, arguments[i]);
      if (!word) return std::string();
      if (!var.name.empty()) words[var.name] = *word;
    }
    std::string text = checks::bound_text(evaluator, *requirement.expr, words);
    for (const language::Waiver& waiver : requirement.waivers)
      text = "(" + text + ") or (" + checks::bound_text(evaluator, *waiver.when, words) + ")";
    return text;
  };
  return made;
}

}  // namespace

size_t spoken_of(const language::Action& action, const language::Requirement& requirement) {
  size_t count = 0;
  for (size_t i = 0; i < action.params.size(); ++i) {
    const language::ActionParam& param = action.params[i];
    if (language::mentions(requirement, param.var) ||
        (param.at != language::none && language::mentions(requirement, param.at)) ||
        requirement.each == static_cast<int32_t>(i))
      count = i + 1;
  }
  return count;
}

Subject subject_of(const ScenarioOf& scenario, const Rule& rule, Evaluator& evaluator) {
  if (rule.definition != language::none) return of_definition(scenario, rule.definition, evaluator);
  if (rule.field != language::none) return of_field(scenario, rule.field, evaluator);
  return of_requirement(scenario, rule, evaluator);
}

}  // namespace casebook::regions
