// SPDX-License-Identifier: Apache-2.0
// Routines: definitions that are called, sets and fields that are kept, actions that are asked.

#include "engine/runtime/compiled/emit.h"

namespace casebook::runtime::compiled {

namespace {

constexpr int64_t most_field_rows = 64;

}  // namespace

int32_t Emitter::add_room(uint32_t row_words, int64_t rows) {
  RoomForm room;
  room.words = row_words;
  room.rows = static_cast<uint32_t>(std::max<int64_t>(rows, 1));
  room.first = static_cast<uint32_t>(g_.image.allocate(static_cast<size_t>(room.words) * room.rows));
  room.second = static_cast<uint32_t>(g_.image.allocate(static_cast<size_t>(room.words) * room.rows));
  p_.rooms.push_back(std::move(room));
  return static_cast<int32_t>(p_.rooms.size() - 1);
}

int32_t Emitter::room_for_value(NodeId node) {
  const int32_t room = add_room(1, 1);
  kept_values_.emplace_back(room, node);
  return room;
}

Emitter::Routine& Emitter::routine(int32_t kind, int32_t id) {
  const auto known = routine_of_.find({kind, id});
  if (known != routine_of_.end()) return routines_[known->second];
  Routine r;
  r.kind = kind;
  r.id = id;
  r.label = label();
  const auto params_of = [&](const std::vector<VariableId>& vars) {
    for (const VariableId v : vars) {
      const Variable& var = g_.variables[static_cast<size_t>(v)];
      r.params.push_back(permanent(var.shape == Shape::set    ? words(var.kind)
                                   : var.shape == Shape::path ? static_cast<uint32_t>(path_cells)
                                                              : 1));
    }
  };
  switch (kind) {
    case definition_routine_kind: {
      const DefinitionInfo& info = g_.definitions[id];
      params_of(info.params);
      const Node& body = g_[info.body];
      r.result = permanent(body.shape == Shape::set    ? words(body.kind)
                           : body.shape == Shape::path ? static_cast<uint32_t>(path_cells)
                                                       : 1);
      break;
    }
    case kept_routine_kind: {
      const KeptSet& kept = g_.kept[static_cast<size_t>(id)];
      params_of(kept.params);
      r.result = permanent(words(kept.kind));
      r.room = add_room(words(kept.kind), kept.rows);
      break;
    }
    case field_routine_kind: {
      const FieldInfo& field = g_.fields[id];
      params_of(field.params);
      const uint32_t size = field.reach
                                ? words(language::kind_hex)
                                : (static_cast<uint32_t>(g_.scenario.size(language::kind_hex)) + 1) / 2;
      r.result = permanent(size);
      int64_t rows = 1;
      for (const VariableId v : field.params) {
        const Variable& var = g_.variables[static_cast<size_t>(v)];
        rows = var.shape == Shape::scalar && !var.may_be_never && rows <= most_field_rows
                   ? rows * std::max<int64_t>(1, var.size())
                   : most_field_rows + 1;
      }
      r.keep_rows = rows <= most_field_rows;
      r.sets = label();
      r.room = add_room(size, r.keep_rows ? rows : 1);
      break;
    }
    default:
      r.action = make_room(id);
      r.params = r.action.values;
      r.result = permanent();
      break;
  }
  routine_of_[{kind, id}] = routines_.size();
  routines_.push_back(std::move(r));
  return routines_.back();
}

Origin Emitter::of_routine(const Routine& r) const {
  // Of the position before a step there are further ones, which are not named by the rules.
  const auto named = [&](const auto& all) { return static_cast<size_t>(r.id) < all.size(); };
  switch (r.kind) {
    case definition_routine_kind: {
      if (!named(g_.program.definitions)) return {};
      const language::Definition& one = g_.program.definitions[r.id];
      return {Origin::Sort::definition, one.name, "", one.label};
    }
    case kept_routine_kind: {
      const int32_t origin = g_[g_.kept[static_cast<size_t>(r.id)].set].origin;
      return origin < 0 ? Origin{} : g_.origins[static_cast<size_t>(origin)];
    }
    case field_routine_kind: {
      if (!named(g_.program.fields)) return {};
      const language::Field& one = g_.program.fields[r.id];
      return {Origin::Sort::field, one.name, "", one.label};
    }
    default: {
      const language::Action& one = g_.program.actions[r.id];
      return {Origin::Sort::whether_legal, one.name, "", one.label};
    }
  }
}

void Emitter::emit_queued() {
  while (emitted_ < routines_.size()) {
    const Routine r = routines_[emitted_++];
    begin_routine();
    bound_.clear();
    const Graph::From from(g_, of_routine(r));
    bind(r.label);
    switch (r.kind) {
      case definition_routine_kind:
        emit_definition(r);
        break;
      case kept_routine_kind:
        emit_kept(r);
        break;
      case field_routine_kind:
        emit_field(r);
        break;
      default:
        emit_action(r);
        break;
    }
  }
}

void Emitter::call_to(const Node& n, Address to) {
  const Routine r = routine(definition_routine_kind, n.ref);
  std::vector<Address> args;
  for (const NodeId a : n.args) args.push_back(value(a));
  for (size_t i = 0; i < args.size(); ++i) copy_to(g_[n.args[i]], args[i], r.params[i]);
  jump_op(Operation::call, 0, 0, r.label);
  copy_to(n, r.result, to);
}

void Emitter::emit_definition(const Routine& r) {
  const DefinitionInfo info = g_.definitions[r.id];
  for (size_t i = 0; i < info.params.size(); ++i) bind_variable(info.params[i], r.params[i]);
  value_to(info.body, r.result);
  put(Operation::ret);
}

// ---- for the host

std::vector<CalledForm::Param> Emitter::called_params(const std::vector<VariableId>& vars, const Routine& r) {
  std::vector<CalledForm::Param> all;
  for (size_t i = 0; i < vars.size(); ++i) {
    const Variable& var = g_.variables[static_cast<size_t>(vars[i])];
    all.push_back({r.params[i], var, var.shape == Shape::set ? words(var.kind) : 1});
  }
  return all;
}

CalledForm Emitter::called_definition(language::DefinitionId id) {
  const DefinitionInfo info = g_.definitions[id];
  const auto is_path = [&](VariableId v) {
    return g_.variables[static_cast<size_t>(v)].shape == Shape::path;
  };
  const Node body = g_[info.body];
  CalledForm form;
  if (body.shape == Shape::path || std::any_of(info.params.begin(), info.params.end(), is_path)) return form;
  const Routine r = routine(definition_routine_kind, id);
  begin_routine();
  form.entry = here();
  form.params = called_params(info.params, r);
  form.result = {body.shape, body.shape == Shape::set ? g_.scenario.size(body.kind) : 0};
  form.at = r.result;
  jump_op(Operation::call, 0, 0, r.label);
  put(Operation::halt);
  return form;
}

CalledForm Emitter::called_field(language::FieldId id) {
  const FieldInfo info = g_.fields[id];
  CalledForm form;
  const auto is_path = [&](VariableId v) {
    return g_.variables[static_cast<size_t>(v)].shape == Shape::path;
  };
  if (std::any_of(info.params.begin(), info.params.end(), is_path)) return form;
  const Routine r = routine(field_routine_kind, id);
  begin_routine();
  bound_.clear();
  form.entry = here();
  form.params = called_params(info.params, r);
  form.result.shape = info.reach ? Shape::set : Shape::scalar;
  form.at = permanent();
  std::vector<NodeId> args;
  for (size_t i = 0; i < info.params.size(); ++i) {
    bind_variable(info.params[i], r.params[i]);
    args.push_back(g_.variable(info.params[i]));
  }
  const Label good = label();
  const Address row = r.keep_rows ? row_index(info.params, args) : constant(0);
  const auto find = [&] {
    put(Operation::kept_find, r.room, row, form.at);
    fixups_.emplace_back(p_.code.size(), good);
    more(0);
  };
  if (r.keep_rows) find();
  jump_op(Operation::call, 0, 0, r.label);
  if (r.keep_rows)
    find();
  else
    put(Operation::copy, form.at, constant(static_cast<int64_t>(r.result) * 2));
  bind(good);
  put(Operation::halt);
  bound_.clear();
  return form;
}

// ---- kept sets

Address Emitter::row_index(const std::vector<VariableId>& params, const std::vector<NodeId>& args) {
  if (params.empty()) return constant(0);
  Address at = -1;
  int64_t offset = 0;
  for (size_t i = 0; i < params.size(); ++i) {
    const Variable& v = g_.variables[static_cast<size_t>(params[i])];
    const Address one = value(args[i]);
    offset = offset * v.size() + v.low;
    if (at < 0) {
      at = one;
      continue;
    }
    const Address sum = temporary();
    put(Operation::index, sum, at, static_cast<int32_t>(v.size()));
    more(one);
    at = sum;
  }
  if (offset == 0) return at;
  const Address row = temporary();
  put(Operation::subtract, row, at, constant(offset));
  return row;
}

Address Emitter::kept_row(const Node& n) {
  return row_index(g_.kept[static_cast<size_t>(n.ref)].params, n.args);
}

void Emitter::emit_kept(const Routine& r) {
  const KeptSet kept = g_.kept[static_cast<size_t>(r.id)];
  std::vector<NodeId> args;
  for (size_t i = 0; i < kept.params.size(); ++i) {
    bind_variable(kept.params[i], r.params[i]);
    args.push_back(g_.variable(kept.params[i]));
  }
  value_to(kept.set, r.result);
  put(Operation::kept_store, r.room, row_index(kept.params, args), r.result);
  put(Operation::ret);
}

// ---- actions

void Emitter::emit_action(const Routine& r) {
  const Label refused = label();
  enter_room(r.id, r.action);
  push();
  guard(r.id, r.action, refused);
  prefer(r.id, r.action, refused);
  put(Operation::copy, r.result, constant(1));
  put(Operation::ret);
  pop();
  bind(refused);
  put(Operation::copy, r.result, constant(0));
  put(Operation::ret);
  leave_room(r.id);
}

}  // namespace casebook::runtime::compiled
