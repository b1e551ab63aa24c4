// SPDX-License-Identifier: Apache-2.0
// Evaluation: the frame, dispatch, derivations, and what reads the position or the frame.
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <iterator>

#include "engine/base/derivation_limits.h"
#include "engine/program/row_labels.h"
#include "engine/runtime/absent.h"
#include "engine/runtime/layout.h"
#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/reference/unordered.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::runtime {

using language::Expr;
using language::Op;
using language::Type;
using language::TypeTag;

namespace {

/// Of the derivation under way: an evaluator serves one thread, and each begins its derivations one after the
/// other.
thread_local size_t lines_told = 0;

}  // namespace

bool Value::contains(int64_t member) const {
  return std::binary_search(items.begin(), items.end(), static_cast<int32_t>(member));
}

Evaluator::Evaluator(std::shared_ptr<const Scenario> scenario)
    : scenario_(std::move(scenario)), program_(*scenario_->program), frame_(program_.vars.size()) {
}

void Evaluator::extend_frame(const language::ById<language::Var>& vars, std::string text) {
  extra_vars_ = vars;
  extra_text_ = std::move(text);
  frame_.resize(std::max(frame_.size(), vars.size()));
}

std::string_view Evaluator::text_of(const language::Place& place) const {
  if (place.file != UINT32_MAX) return program_.text_of(place);
  const std::string_view text = extra_text_;
  const size_t begin = std::min<size_t>(place.begin, text.size());
  return text.substr(begin, std::clamp<size_t>(place.end, begin, text.size()) - begin);
}

namespace {

// `no x in ...` is one expression as written and two operations, `not` and `exists`, of the same text.
bool is_one_text(const Expr& expr) {
  if (expr.op != Op::not_) return false;
  const language::Place &outer = expr.place, &inner = expr.args[0]->place;
  return expr.args[0]->op == Op::exists && outer.file == inner.file && outer.begin == inner.begin &&
         outer.end == inner.end;
}

}  // namespace

Value Evaluator::evaluate(const Expr& expr, const Position& position) {
  if (trace_ == nullptr) return evaluate_inner(expr, position);
  // Derivations show what a reader would look up; what only joins such things is in the text of the line
  // above.
  const bool negated = is_one_text(expr);
  switch (negated ? Op::exists : expr.op) {
    case Op::constant:
    case Op::named_entity:
    case Op::named_place:
    case Op::box:
    case Op::variable:
    case Op::option_value:
    case Op::reading_value:
    case Op::as_location:
    case Op::as_maybe:
    case Op::set_from_maybe:
    case Op::all_members:
    case Op::set_of:
    case Op::range:
    case Op::if_hex:
    case Op::let:
    case Op::choose_if:
    case Op::all_of:
    case Op::any_of:
    case Op::not_:
    case Op::implies:
    case Op::equal:
    case Op::less:
    case Op::less_equal:
    case Op::add:
    case Op::subtract:
    case Op::negate:
    case Op::multiply:
    case Op::rescale:
    case Op::round:
    case Op::minimum:
    case Op::maximum:
    case Op::check_range:
    case Op::list:
    case Op::contains:
    case Op::contains_location:
    case Op::subset:
    case Op::is_empty:
    case Op::before:
    case Op::path_start:
    case Op::path_end:
    case Op::path_length:
    case Op::path_contains:
    case Op::other_side:
      return evaluate_inner(expr, position);
    default:
      break;
  }
  // What is not told is remembered, so that the rest of the work is bounded too.
  if (told_depth_ < most_depth_) ++lines_told;
  if (told_depth_ >= most_depth_ || lines_told > limits::derivation_lines) {
    const TraceInto untold(*this, nullptr);
    return evaluate_inner(expr, position);
  }
  Derivation* const outer = trace_;
  auto node = std::make_unique<Derivation>();
  node->text = expression_text(*this, expr, position);
  node->source = source_text(*this, expr);
  trace_ = node.get();
  ++told_depth_;
  Value value;
  try {
    value = evaluate_inner(negated ? *expr.args[0] : expr, position);
    --told_depth_;
    if (negated) value = !value.yes();
  } catch (...) {
    --told_depth_;
    trace_ = outer;
    node->value = "fault";
    outer->children.push_back(std::move(node));
    throw;
  }
  trace_ = outer;
  node->value = tell_everything_ ? value_text(*scenario_, expr.type, value)
                                 : short_value_text(*scenario_, expr.type, value);
  if (expr.op == Op::call && node->label.empty())
    node->label = program_.label_text(program_.definitions[expr.ref].label);
  if (expr.op == Op::table && node->label.empty())
    node->label = program_.label_text(program_.tables[expr.ref].label);
  if (expr.op == Op::field_at) node->label = program_.label_text(program_.fields[expr.ref].label);
  outer->children.push_back(std::move(node));
  return value;
}

Value Evaluator::derive(const Expr& expr, const Position& position, Derivation& into) {
  Derivation* const outer = trace_;
  trace_ = &into;
  if (outer == nullptr) lines_told = 0;
  try {
    Value value = evaluate(expr, position);
    trace_ = outer;
    if (outer == nullptr && !tell_everything_) condense(into);
    if (outer == nullptr && lines_told > limits::derivation_lines && !into.children.empty()) {
      auto rest = std::make_unique<Derivation>();
      rest->text = "and more: a derivation has at most " + std::to_string(limits::derivation_lines) +
                   " lines (limit \"derivation_lines\")";
      rest->role = DerivationRole::rest;
      into.children.front()->children.push_back(std::move(rest));
    }
    return value;
  } catch (...) {
    trace_ = outer;
    throw;
  }
}

Value Evaluator::evaluate_inner(const Expr& expr, const Position& position) {
  switch (expr.op) {
#define CASEBOOK_DISPATCH(name) \
  case Op::name:                \
    return op_##name(expr, position);
    CASEBOOK_OPS(CASEBOOK_DISPATCH)
#undef CASEBOOK_DISPATCH
  }
  return {};
}

std::vector<int32_t> Evaluator::arguments(const Expr& expr, size_t count, const Position& position) {
  std::vector<int32_t> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = static_cast<int32_t>(number(expr, i, position));
  return values;
}

// ---- slots

int64_t Evaluator::stored_cell(const Slot& slot, const Position& position, uint32_t combination) const {
  return position.cell(slot.first + combination * slot.width);
}

Value Evaluator::read(const Slot& slot, const Type& type, const Position& position,
                      uint32_t combination) const {
  if (slot.kind == SlotKind::bits) return position.bit(slot.first, combination) ? 1 : 0;
  if (slot.kind == SlotKind::sets) {
    std::vector<int32_t> members;
    const uint32_t first = slot.first + combination * slot.width;
    for (int32_t member = 0; member < scenario_->size(type.of); ++member) {
      if (position.bit(first, static_cast<uint32_t>(member))) members.push_back(member);
    }
    return Value(std::move(members));
  }
  if (type.tag != TypeTag::path) return stored_cell(slot, position, combination);
  const uint32_t first = slot.first + combination * slot.width;
  std::vector<int32_t> path;
  const int32_t steps = position.cell(first);
  for (int32_t i = 0; i <= steps; ++i) path.push_back(position.cell(first + 1 + static_cast<uint32_t>(i)));
  return Value(std::move(path));
}

void Evaluator::write(const Slot& slot, const Type& type, Position& position, uint32_t combination,
                      const Value& value) {
  if (slot.kind == SlotKind::bits) {
    note_write(slot.first + combination / 64, uint64_t{1} << (combination % 64));
    position.set_bit(slot.first, combination, value.yes());
    return;
  }
  if (slot.kind == SlotKind::sets) {
    const uint32_t first = slot.first + combination * slot.width;
    for (int32_t member = 0; member < scenario_->size(type.of); ++member) {
      note_write(first + static_cast<uint32_t>(member) / 64, uint64_t{1} << (member % 64));
      position.set_bit(first, static_cast<uint32_t>(member), value.contains(member));
    }
    return;
  }
  const uint32_t first = slot.first + combination * slot.width;
  if (type.tag != TypeTag::path) {
    note_cell(first);
    position.set_cell(first, static_cast<int32_t>(value.number));
    return;
  }
  note_cell(first);
  position.set_cell(first, static_cast<int32_t>(value.items.size()) - 1);
  for (uint32_t i = 0; i + 1 < static_cast<uint32_t>(path_cells); ++i) {
    note_cell(first + 1 + i);
    position.set_cell(first + 1 + i, i < value.items.size() ? value.items[i] : 0);
  }
}

void Evaluator::clear(const Slot& slot, Position& position) {
  if (slot.combinations == 0) return;
  if (slot.kind == SlotKind::cells) {
    for (uint32_t i = 0; i < slot.combinations * slot.width; ++i) position.set_cell(slot.first + i, 0);
    return;
  }
  const uint32_t words =
      slot.kind == SlotKind::bits ? (slot.combinations + 63) / 64 : slot.combinations * slot.width;
  for (uint32_t i = 0; i < words; ++i) position.set_word(slot.first + i, 0);
}

// ---- constants, variables, data

Value Evaluator::op_constant(const Expr& expr, const Position&) {
  return expr.value;
}

Value Evaluator::op_named_entity(const Expr& expr, const Position&) {
  const auto member = scenario_->find(expr.type.of, expr.text);
  if (!member)
    throw Fault{expr.label, "there is no \"" + expr.text + "\" in this scenario" +
                                why_absent(*scenario_, expr.type.of, expr.text)};
  return *member;
}

Value Evaluator::op_named_place(const Expr& expr, const Position&) {
  return scenario_->places[expr.ref];
}

Value Evaluator::op_box(const Expr& expr, const Position&) {
  return scenario_->ground.hexes + expr.ref;
}

Value Evaluator::op_variable(const Expr& expr, const Position& position) {
  const size_t id = static_cast<size_t>(expr.ref);
  if (id < program_.vars.size() && program_.vars[id].procedure != language::none) {
    return read(scenario_->layout.vars[id], program_.vars[id].type, position, 0);
  }
  return frame_[id];
}

Value Evaluator::op_option_value(const Expr& expr, const Position&) {
  return scenario_->options[expr.ref];
}

Value Evaluator::op_reading_value(const Expr& expr, const Position&) {
  return scenario_->readings[expr.ref];
}

Value Evaluator::op_given(const Expr& expr, const Position& position) {
  const Values& values = scenario_->givens[expr.ref];
  size_t index = 0;
  for (size_t i = 0; i < expr.args.size(); ++i)
    index += values.strides[i] * static_cast<size_t>(number(expr, i, position));
  if (program_.givens[expr.ref].type.tag != TypeTag::set) return values.cells[index];
  // A given of type set holds one cell a member.
  const int32_t size = scenario_->size(expr.type.of);
  std::vector<int32_t> members;
  for (int32_t member = 0; member < size; ++member) {
    if (values.cells[index * static_cast<size_t>(size) + static_cast<size_t>(member)] != 0)
      members.push_back(member);
  }
  return Value(std::move(members));
}

Value Evaluator::op_given_between(const Expr& expr, const Position& position) {
  const auto hexes = arguments(expr, 2, position);
  const int32_t hexside = scenario_->ground.between(hexes[0], hexes[1]);
  const language::Given& given = program_.givens[expr.ref];
  if (hexside < 0) return given.fallback ? evaluate(*given.fallback, position) : Value(0);
  return scenario_->givens[expr.ref].cells[static_cast<size_t>(hexside)];
}

Value Evaluator::op_state(const Expr& expr, const Position& position) {
  const Slot& slot = scenario_->layout.states[expr.ref];
  return read(slot, expr.type, position, combination_of(slot, arguments(expr, expr.args.size(), position)));
}

Value Evaluator::op_state_between(const Expr& expr, const Position& position) {
  const auto hexes = arguments(expr, 2, position);
  const int32_t hexside = scenario_->ground.between(hexes[0], hexes[1]);
  const language::State& state = program_.states[expr.ref];
  if (hexside < 0) return evaluate(*state.initial, position);
  return read(scenario_->layout.states[expr.ref], expr.type, position, static_cast<uint32_t>(hexside));
}

Value Evaluator::op_table(const Expr& expr, const Position& position) {
  const language::Table& table = program_.tables[expr.ref];
  size_t index = 0;
  for (size_t i = 0; i < expr.args.size(); ++i) {
    const int64_t at = number(expr, i, position) - table.low[i];
    if (at < 0 || at >= table.size[i]) {
      fire(table.label);
      throw Fault{table.label, "the table " + table.name + " has no such row", missing_text(expr, position)};
    }
    index = index * static_cast<size_t>(table.size[i]) + static_cast<size_t>(at);
  }
  const int64_t cell = table.cells[index];
  const bool told = fired_ != nullptr || trace_ != nullptr || cell == language::silent_value;
  const CaseId label = told ? language::label_of_cell(program_, table, index) : table.label;
  fire(label);
  if (trace_ != nullptr) trace_->label = program_.label_text(label);
  if (cell == language::silent_value)
    throw Fault{label, "the table " + table.name + " is silent here", missing_text(expr, position)};
  return cell;
}

Value Evaluator::op_call(const Expr& expr, const Position& position) {
  if (fixed_ != nullptr && onlooker_ == nullptr && may_remember() && fixed_->is_fixed(expr.ref) &&
      expr.args.size() <= 3) {
    std::array<Value, 3> values;
    for (size_t i = 0; i < expr.args.size(); ++i) values[i] = evaluate(*expr.args[i], position);
    const auto key = FixedValues::key(values.data(), expr.args.size());
    if (key) {
      if (const auto known = fixed_->find(expr.ref, *key)) return *known;
    }
    Value value = call_value(
        expr.ref,
        std::vector<Value>(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(expr.args.size())),
        position);
    if (key) fixed_->keep(expr.ref, *key, value);
    return value;
  }
  std::vector<Value> values;
  for (const auto& arg : expr.args) values.push_back(evaluate(*arg, position));
  return call_value(expr.ref, std::move(values), position);
}

Value Evaluator::call_value(DefinitionId id, std::vector<Value> values, const Position& position) {
  const language::Definition& definition = program_.definitions[id];
  Memo::Key key;
  if (may_remember()) {
    key.push_back(2 * int64_t{id});
    for (const Value& value : values) Memo::append(key, value);
    if (const Value* known = memo_.find(position, key)) {
      const Value value = *known;
      if (onlooker_ != nullptr) onlooker_->asked(false, id, values, value, asked_depth_, position);
      return value;
    }
    if (may_ask_others())
      if (const std::optional<Value> value = answers_->definition(id, values, position))
        return memo_.keep(position, std::move(key), *value);
  }
  const std::vector<Value> told = onlooker_ != nullptr ? values : std::vector<Value>();
  const int depth = asked_depth_;
  ++asked_depth_;
  for (size_t i = 0; i < values.size(); ++i) variable(definition.params[i]) = std::move(values[i]);
  Value value;
  try {
    value = definition_value(definition, position);
  } catch (...) {
    asked_depth_ = depth;
    throw;
  }
  asked_depth_ = depth;
  if (may_remember()) memo_.keep(position, std::move(key), value);
  if (onlooker_ != nullptr) onlooker_->asked(false, id, told, value, depth, position);
  return value;
}

Value Evaluator::value_of(bool field, Id id, std::vector<Value> arguments, const Position& position) {
  return field ? field_value(id, std::move(arguments), position)
               : call_value(id, std::move(arguments), position);
}

// While deriving, each exception and adjustment that holds has a line of its own, with its case and the value
// before; what its condition and its value rest on stands under it. The line of the call cites the case whose
// value stands.
Value Evaluator::definition_value(const language::Definition& definition, const Position& position) {
  const auto id = static_cast<language::DefinitionId>(&definition - program_.definitions.data());
  fire(definition.label);
  Derivation* const told = trace_;
  const auto text = [&](const Value& value) { return value_text(*scenario_, definition.type, value); };
  // A node for what was told since.
  const auto line = [&](size_t since, CaseId label) {
    auto node = std::make_unique<Derivation>();
    node->label = program_.label_text(label);
    node->role = DerivationRole::change;
    const auto from = told->children.begin() + static_cast<std::ptrdiff_t>(since);
    std::move(from, told->children.end(), std::back_inserter(node->children));
    told->children.erase(from, told->children.end());
    told->children.push_back(std::move(node));
    return told->children.back().get();
  };
  std::vector<size_t> holding;
  std::vector<Derivation*> lines(definition.exceptions.size(), nullptr);
  for (size_t i = 0; i < definition.exceptions.size(); ++i) {
    const size_t since = told != nullptr ? told->children.size() : 0;
    if (!evaluate(*definition.exceptions[i].when, position).yes()) continue;
    holding.push_back(i);
    fire(definition.exceptions[i].label);
    if (told != nullptr) lines[i] = line(since, definition.exceptions[i].label);
  }
  std::vector<size_t> highest;  // those that no other holding one is over
  for (const size_t i : holding) {
    const auto above = std::find_if(holding.begin(), holding.end(), [&](size_t other) {
      const auto& over = definition.exceptions[other].over;
      return std::find(over.begin(), over.end(), static_cast<int32_t>(i)) != over.end();
    });
    if (above == holding.end())
      highest.push_back(i);
    else if (told != nullptr)
      lines[i]->text = "gives way to " + program_.label_text(definition.exceptions[*above].label);
  }
  Value value;
  if (highest.empty()) {
    value = evaluate(*definition.body, position);
  } else {
    if (told != nullptr) trace_ = lines[highest.front()];
    value = evaluate(*definition.exceptions[highest.front()].value, position);
    trace_ = nullptr;  // told once
    for (size_t k = 1; k < highest.size(); ++k) {
      if (evaluate(*definition.exceptions[highest[k]].value, position) == value) continue;
      trace_ = told;
      throw Fault{definition.exceptions[highest.front()].label,
                  fault_text(program_, {id, false, highest.front(), highest[k]})};
    }
    if (told != nullptr) {
      std::string before = "a fault";
      try {
        before = text(evaluate(*definition.body, position));
      } catch (const Fault&) {  // which the exception saves from
      }
      for (const size_t i : highest) lines[i]->text = text(value) + " instead of " + before;
      told->label = lines[highest.front()]->label;
    }
    trace_ = told;
  }
  std::vector<size_t> adjusting;
  std::vector<Derivation*> adjusted_lines(definition.adjustments.size(), nullptr);
  for (size_t i = 0; i < definition.adjustments.size(); ++i) {
    const size_t since = told != nullptr ? told->children.size() : 0;
    if (!evaluate(*definition.adjustments[i].when, position).yes()) continue;
    adjusting.push_back(i);
    fire(definition.adjustments[i].label);
    if (told != nullptr) adjusted_lines[i] = line(since, definition.adjustments[i].label);
  }
  const Value unadjusted = value;
  for (const size_t i : adjusting) {
    const Value before = value;
    if (told != nullptr) trace_ = adjusted_lines[i];
    value = adjusted(definition, {i}, before, position);
    trace_ = told;
    if (told == nullptr) continue;
    adjusted_lines[i]->text = text(value) + " from " + text(before);
    told->label = adjusted_lines[i]->label;
  }
  trace_ = nullptr;  // the other orders are only compared
  for (size_t a = 0; a < adjusting.size(); ++a) {
    for (size_t b = a + 1; b < adjusting.size(); ++b) {
      const auto& after = definition.adjustments[adjusting[b]].after;
      if (std::find(after.begin(), after.end(), static_cast<int32_t>(adjusting[a])) != after.end()) continue;
      const Value one = adjusted(definition, {adjusting[a], adjusting[b]}, unadjusted, position);
      const Value other = adjusted(definition, {adjusting[b], adjusting[a]}, unadjusted, position);
      if (one == other) continue;
      trace_ = told;
      throw Fault{definition.adjustments[adjusting[a]].label,
                  fault_text(program_, {id, true, adjusting[a], adjusting[b]})};
    }
  }
  trace_ = told;
  return value;
}

/// `the table results has no entry for 3, 7`; of what a supplied part said, and nobody says without it.
std::string Evaluator::missing_text(const Expr& expr, const Position& position) {
  const language::Table& table = program_.tables[expr.ref];
  if (table.name.empty()) return "nothing is said in place of \"" + source_text(*this, expr) + "\"";
  std::string arguments;
  for (const auto& one : expr.args) {
    const std::string written = expression_text(*this, *one, position);
    const std::string value = value_text(*scenario_, one->type, evaluate(*one, position));
    arguments += (arguments.empty() ? "" : ", ") + (written == value ? value : written + " = " + value);
  }
  return "the table " + table.name + " has no entry for " + arguments;
}

/// `, at 04-movement.rules:37`; empty for what has no place.
std::string Evaluator::where_text(const language::Place& place) const {
  if (place.file >= program_.sources.size()) return {};
  return fmt::format(", at {}:{}", program_.sources[place.file].file, place.line);
}

Value Evaluator::adjusted(const language::Definition& definition, const std::vector<size_t>& holding,
                          Value value, const Position& position) {
  for (const size_t i : holding) {
    variable(definition.adjustments[i].otherwise) = value;
    value = evaluate(*definition.adjustments[i].value, position);
  }
  return value;
}

Value Evaluator::op_place_of(const Expr& expr, const Position& position) {
  const Slot& slot = scenario_->layout.places[expr.ref];
  return stored_cell(slot, position, static_cast<uint32_t>(number(expr, 0, position)));
}

Value Evaluator::op_on_map(const Expr& expr, const Position& position) {
  const Slot& slot = scenario_->layout.places[expr.ref];
  return stored_cell(slot, position, static_cast<uint32_t>(number(expr, 0, position))) <
         scenario_->ground.hexes;
}

Value Evaluator::op_as_location(const Expr& expr, const Position& position) {
  return evaluate(*expr.args[0], position);
}
Value Evaluator::op_as_maybe(const Expr& expr, const Position& position) {
  return evaluate(*expr.args[0], position);
}

Value Evaluator::op_if_hex(const Expr& expr, const Position& position) {
  const int64_t location = number(expr, 0, position);
  if (location >= scenario_->ground.hexes) return evaluate(*expr.args[2], position);
  variable(expr.ref) = location;
  return evaluate(*expr.args[1], position);
}

Value Evaluator::op_let(const Expr& expr, const Position& position) {
  variable(expr.ref) = evaluate(*expr.args[0], position);
  return evaluate(*expr.args[1], position);
}

// The parameters are put back: who asks may be in the middle of that very action.
Value Evaluator::op_legal(const Expr& expr, const Position& position) {
  const language::Action& action = program_.actions[expr.ref];
  std::vector<Value> values;
  for (const auto& arg : expr.args) values.push_back(evaluate(*arg, position));
  std::vector<std::pair<VarId, Value>> kept;
  for (const language::ActionParam& param : action.params) {
    for (const VarId var : {param.var, param.at, param.member}) {
      if (var != language::none) kept.emplace_back(var, variable(var));
    }
  }
  for (size_t i = 0; i < values.size(); ++i) variable(action.params[i].var) = std::move(values[i]);
  const bool yes = permitted(action, position);
  for (auto& [var, value] : kept) variable(var) = std::move(value);
  return yes;
}

Value Evaluator::op_before(const Expr& expr, const Position& position) {
  return evaluate(*expr.args[0], before_ != nullptr ? *before_ : position);
}

}  // namespace casebook::runtime
