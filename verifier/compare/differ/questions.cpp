// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/differ/questions.h"

#include <algorithm>

#include "engine/program/reads_writes.h"
#include "engine/runtime/compiled/compiled_answers.h"
#include "engine/runtime/has_values.h"
#include "engine/runtime/reference/value_text.h"
#include "verifier/compare/differ/choice_goals.h"

namespace casebook::compare {

using language::none;
using language::TypeTag;
using runtime::Value;

namespace {

struct Function {
  bool field = false;
  Id id = none;
  std::vector<VarId> params;
  language::Type type;
};

std::optional<Function> function_of(const language::Program& program, const SettledItem& item) {
  if (item.ref.sort == ItemSort::definition) {
    for (size_t i = 0; i < program.definitions.size(); ++i) {
      const language::Definition& one = program.definitions[i];
      if (one.name == item.ref.name)
        return Function{false, static_cast<DefinitionId>(i), one.params, one.type};
    }
  }
  if (item.ref.sort == ItemSort::field) {
    for (size_t i = 0; i < program.fields.size(); ++i) {
      const language::Field& one = program.fields[i];
      if (one.name != item.ref.name) continue;
      Function function{true, static_cast<FieldId>(i), one.params, one.type};
      function.params.push_back(one.goal_var);
      return function;
    }
  }
  return std::nullopt;
}

language::ExprPtr call_of(const language::Program& program, bool field, Id id,
                          const std::vector<VarId>& params, const language::Type& type) {
  language::ExprPtr call(language::Expr{});
  call->op = field ? language::Op::field_at : language::Op::call;
  call->ref = id;
  call->type = type;
  for (const VarId param : params) {
    language::ExprPtr arg(language::Expr{});
    arg->op = language::Op::variable;
    arg->ref = param;
    arg->type = program.vars[param].type;
    arg->interval = program.vars[param].interval;
    call->args.push_back(std::move(arg));
  }
  return call;
}

}  // namespace

std::vector<Question> questions_of(const Pair& pair) {
  std::vector<Question> all;
  const language::Program& program = *pair.scenarios[0]->program;
  language::ReadsWrites reads(program), others(*pair.scenarios[1]->program);
  for (const ItemPair& item : pair.alignment.items()) {
    if (item.same || item.item[0] == nullptr || item.item[1] == nullptr) continue;
    const auto a = function_of(program, *item.item[0]);
    const auto b = function_of(*pair.scenarios[1]->program, *item.item[1]);
    if (!a || !b || a->params.size() != b->params.size() || a->type.tag != b->type.tag) continue;
    bool alike = true;
    for (size_t i = 0; i < a->params.size(); ++i) {
      const language::Type mine = program.vars[a->params[i]].type;
      const language::Type theirs = pair.scenarios[1]->program->vars[b->params[i]].type;
      alike = alike && mine.tag == theirs.tag && mine.tag != TypeTag::path &&
              runtime::has_values(*pair.scenarios[0], mine) &&
              runtime::has_values(*pair.scenarios[1], theirs);  // in a game without pieces nothing has
    }
    if (!alike) continue;
    Question question;
    question.ref = item.ref;
    question.field = a->field;
    question.changed = !item.same_text;
    question.id = {a->id, b->id};
    question.params = {a->params, b->params};
    question.type = {a->type, b->type};
    const auto& used = a->field ? reads.field(a->id).reads : reads.definition(a->id).reads;
    const auto& theirs = b->field ? others.field(b->id).reads : others.definition(b->id).reads;
    if (used.empty() && theirs.empty()) continue;
    question.states.assign(used.states.begin(), used.states.end());
    for (const StateId state : used.states) {
      const ProcedureId procedure = program.states[state].procedure;
      if (procedure != none && procedure != program.game) question.procedures.push_back(procedure);
    }
    question.items = changed_beneath(pair.alignment, {item.ref});
    question.cost = cost_of(all_beneath(pair.alignment, {item.ref}));
    all.push_back(std::move(question));
  }
  return all;
}

QuestionEvaluator::QuestionEvaluator(Pair& pair)
    : pair_(pair), evaluators_{runtime::Evaluator(pair.settled[0]), runtime::Evaluator(pair.settled[1])} {
  for (const size_t side : {size_t{0}, size_t{1}}) {
    evaluators_[side].remember(pair.fixed[side]);
    evaluators_[side].answer_with(runtime::make_compiled_answers(pair.settled[side]));
  }
}

bool QuestionEvaluator::alive(const Question& question, const Position& here) const {
  const runtime::Layout& layout = pair_.scenarios[0]->layout;
  return std::all_of(question.procedures.begin(), question.procedures.end(),
                     [&](ProcedureId procedure) { return here.cell(layout.returns[procedure]) != 0; });
}

std::optional<std::vector<Value>> QuestionEvaluator::arguments_there(
    const Question& question, const std::vector<Value>& arguments) const {
  const language::Program& program = *pair_.scenarios[0]->program;
  std::vector<Value> theirs;
  for (size_t i = 0; i < arguments.size(); ++i) {
    auto value = value_across(pair_.alignment, 0, program.vars[question.params[0][i]].type, arguments[i]);
    if (!value) return std::nullopt;
    theirs.push_back(std::move(*value));
  }
  return theirs;
}

WaysOfBoth& QuestionEvaluator::ways_of(const Question& question) {
  std::unique_ptr<WaysOfBoth>& ways = ways_[question.ref];
  if (!ways)
    ways = std::make_unique<WaysOfBoth>(
        pair_, std::array<DefinitionId, 2>{DefinitionId(question.id[0]), DefinitionId(question.id[1])},
        evaluators_);
  return *ways;
}

void QuestionEvaluator::see(const Question& question, const Position& here,
                            const std::vector<Value>& arguments, const std::array<Value, 2>& answers,
                            Cells& into) {
  if (question.field || !question.changed) return;
  const auto there = pair_.transfers[0](here);
  auto theirs = arguments_there(question, arguments);
  if (!there || !theirs) return;
  // Both as the first ruleset writes them.
  const auto said = [&](const Value& value) {
    return ValueText{runtime::value_text(*pair_.scenarios[0], question.type[0], value), value.number};
  };
  ways_of(question).see(into, {&here, &*there}, {arguments, std::move(*theirs)},
                        {said(answers[0]), said(answers[1])}, !(answers[0] == answers[1]),
                        [&] { return question_text(pair_, question, arguments); });
}

std::optional<RegionsApart> QuestionEvaluator::regions(const Question& question, const Cells& cells) {
  if (question.field || cells.empty()) return std::nullopt;
  return regions_apart(pair_, ways_of(question), cells, false);
}

std::optional<std::array<Value, 2>> QuestionEvaluator::ask(const Question& question, const Position& here,
                                                           const std::vector<Value>& arguments) {
  const auto there = pair_.transfers[0](here);
  if (!there) return std::nullopt;
  auto theirs = arguments_there(question, arguments);
  if (!theirs) return std::nullopt;
  try {
    Value mine = evaluators_[0].value_of(question.field, question.id[0], arguments, here);
    const Value other = evaluators_[1].value_of(question.field, question.id[1], std::move(*theirs), *there);
    auto back = value_across(pair_.alignment, 1, question.type[1], other);
    if (!back) return std::nullopt;
    return std::array<Value, 2>{std::move(mine), std::move(*back)};
  } catch (const runtime::Fault&) {
    return std::nullopt;
  }
}

bool QuestionEvaluator::differs(const Question& question, const Position& here,
                                const std::vector<Value>& arguments) {
  if (!alive(question, here)) return false;
  const auto answers = ask(question, here, arguments);
  return answers && !((*answers)[0] == (*answers)[1]);
}

std::vector<Value> QuestionEvaluator::arguments(const Question& question, const Position& here,
                                                const games::InterestingValues& worth, Random& random) {
  std::unique_ptr<games::Distance>& drawing = drawing_[question.ref];
  if (!drawing) {
    games::Goal goal;
    for (const VarId param : question.params[0]) goal.free.push_back({param, none});
    drawing = std::make_unique<games::Distance>(pair_.settled[0], std::move(goal));
  }
  std::vector<Value> values;
  if (question.params[0].empty()) return values;
  const games::Bindings drawn = drawing->redrawn(here, worth, random, true);
  drawing->bind(drawn);
  for (const VarId param : question.params[0]) {
    for (const auto& [var, value] : drawn) {
      if (var != param) continue;
      values.push_back(value);
      break;
    }
  }
  return values;
}

namespace {

/// Towards another answer than the other side gives. While both give the same, each side says how far it is
/// from any other value: so the ways of both definitions are gone through, and at one the two part.
class Apart : public games::Aim {
 public:
  Apart(Pair& pair, QuestionEvaluator& evaluator, const Question& question,
        std::array<language::ExprPtr, 2>& calls)
      : pair_(pair),
        questions_asked_(evaluator),
        question_(question),
        calls_{calls[0].get(), calls[1].get()} {
    for (const size_t side : {size_t{0}, size_t{1}}) {
      games::Goal goal;
      for (const VarId param : question.params[side]) goal.free.push_back({param, none});
      if (calls[side]) goal.conditions.push_back({calls[side].get(), false, none});
      far_[side] = std::make_unique<games::Distance>(pair.settled[side], std::move(goal));
      far_[side]->remember(pair.fixed[side]);
    }
  }

  games::Far look(const Position& position, double) override {
    constexpr double no_answer = 60, never_apart = 20;
    if (!questions_asked_.alive(question_, position)) return {no_answer, {}, false};
    const std::vector<Value> arguments = arguments_of(far_[0]->bindings());
    const auto answers = questions_asked_.ask(question_, position, arguments);
    if (!answers) return {no_answer, {}, false};
    if (!((*answers)[0] == (*answers)[1])) return {};
    if (calls_[0] == nullptr || calls_[1] == nullptr) return {never_apart, {}, false};
    calls_[0]->args[1]->value = (*answers)[0].number;
    games::Far far = (*far_[0])(position);
    if (const auto there = pair_.transfers[0](position)) {
      // What it says of the other side, where that is a value of this side too.
      const auto back = value_across(pair_.alignment, 0, question_.type[0], (*answers)[0]);
      games::Bindings bindings;
      for (size_t i = 0; i < question_.params[1].size(); ++i) {
        const language::Type type = pair_.scenarios[0]->program->vars[question_.params[0][i]].type;
        if (auto value = value_across(pair_.alignment, 0, type, arguments[i]))
          bindings.emplace_back(question_.params[1][i], std::move(*value));
      }
      if (back && bindings.size() == arguments.size()) {
        calls_[1]->args[1]->value = back->number;
        far_[1]->bind(std::move(bindings));
        const games::Far other = (*far_[1])(*there);
        for (const games::Hint& hint : other.hints) {
          if (const auto cell = cell_across(pair_, 1, hint.cell)) far.hints.push_back({*cell, std::nullopt});
        }
        far.distance = std::min(far.distance, other.distance);
      }
    }
    far.distance = 1 + std::min(far.distance, never_apart);
    return far;
  }
  bool has_free() const override { return far_[0]->has_free(); }
  bool has_values() const override { return far_[0]->has_values(); }
  games::Bindings bindings() const override { return far_[0]->bindings(); }
  void bind(games::Bindings&& bindings) override { far_[0]->bind(std::move(bindings)); }
  games::Bindings redrawn(const Position& position, const games::InterestingValues& worth, Random& random,
                          bool all) override {
    return far_[0]->redrawn(position, worth, random, all);
  }

 private:
  std::vector<Value> arguments_of(const games::Bindings& bindings) const {
    std::vector<Value> arguments;
    for (const VarId param : question_.params[0]) {
      for (const auto& [var, value] : bindings) {
        if (var != param) continue;
        arguments.push_back(value);
        break;
      }
    }
    return arguments;
  }

  Pair& pair_;
  QuestionEvaluator& questions_asked_;
  const Question& question_;
  std::array<language::Expr*, 2> calls_;
  std::array<std::unique_ptr<games::Distance>, 2> far_;
};

/// `call = n`, of a type of which one number is a value; else nothing.
language::ExprPtr compared(language::ExprPtr call) {
  switch (call->type.tag) {
    case TypeTag::number:
    case TypeTag::entity:
    case TypeTag::maybe:
    case TypeTag::location:
      break;
    default:
      return nullptr;
  }
  language::ExprPtr value(language::Expr{});
  value->op = language::Op::constant;
  value->type = call->type;
  value->interval = call->interval;
  language::ExprPtr equal(language::Expr{});
  equal->op = language::Op::equal;
  equal->type = {TypeTag::boolean, none, 1};
  equal->args.push_back(std::move(call));
  equal->args.push_back(std::move(value));
  return equal;
}

}  // namespace

QuestionAim aim_of(Pair& pair, QuestionEvaluator& evaluator, const Question& question, bool wanted) {
  QuestionAim made;
  for (const size_t side : {size_t{0}, size_t{1}})
    made.calls[side] = call_of(*pair.scenarios[side]->program, question.field, question.id[side],
                               question.params[side], question.type[side]);
  if (!question.boolean()) {
    for (language::ExprPtr& call : made.calls) call = compared(std::move(call));
    made.aim = std::make_unique<Apart>(pair, evaluator, question, made.calls);
    return made;
  }
  std::array<games::Goal, 2> goals;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    for (const VarId param : question.params[side]) goals[side].free.push_back({param, none});
    goals[side].conditions.push_back({made.calls[side].get(), (side == 0) == wanted, none});
  }
  std::vector<std::pair<VarId, VarId>> shared;
  for (size_t i = 0; i < question.params[0].size(); ++i)
    shared.emplace_back(question.params[0][i], question.params[1][i]);
  made.aim =
      std::make_unique<BothSides>(pair, 0, std::move(goals[0]), std::move(goals[1]), std::move(shared));
  return made;
}

std::string question_text(const Pair& pair, const Question& question, const std::vector<Value>& arguments) {
  const Scenario& scenario = *pair.scenarios[0];
  std::string text = question.ref.name + "(";
  for (size_t i = 0; i < arguments.size(); ++i)
    text += (i == 0 ? "" : ", ") +
            runtime::value_text(scenario, scenario.program->vars[question.params[0][i]].type, arguments[i]);
  return text + ")";
}

}  // namespace casebook::compare
