// SPDX-License-Identifier: Apache-2.0
// Routines: definitions that are called, sets and fields that are kept, actions that are asked.

#include "engine/runtime/compiled/emit.h"

namespace casebook::runtime::compiled {

namespace {

enum RoutineKind : int32_t {
  definition_routine_kind,
  kept_routine_kind,
  field_routine_kind,
  action_routine_kind
};

constexpr int64_t most_field_rows = 64;
constexpr int64_t most_step_cells = 1 << 18;

}  // namespace

Emitter::Routine& Emitter::routine(int32_t kind, int32_t id) {
  const auto known = routine_of_.find({kind, id});
  if (known != routine_of_.end()) return routines_[known->second];
  Routine r;
  r.kind = kind;
  r.id = id;
  r.label = label();
  const auto params_of = [&](const std::vector<VarId>& vars) {
    for (const VarId v : vars) {
      const Variable& var = g_.variables[static_cast<size_t>(v)];
      r.params.push_back(permanent(var.shape == Shape::set    ? words(var.kind)
                                   : var.shape == Shape::path ? static_cast<uint32_t>(path_cells)
                                                              : 1));
    }
  };
  const auto add_room = [&](uint32_t row_words, int64_t rows, const std::vector<int32_t>& items) {
    RoomForm room;
    room.words = row_words;
    room.rows = static_cast<uint32_t>(std::max<int64_t>(rows, 1));
    room.items = items;
    room.first = static_cast<uint32_t>(g_.image.allocate(static_cast<size_t>(room.words) * room.rows));
    room.second = static_cast<uint32_t>(g_.image.allocate(static_cast<size_t>(room.words) * room.rows));
    p_.rooms.push_back(std::move(room));
    return static_cast<int32_t>(p_.rooms.size() - 1);
  };
  switch (kind) {
    case definition_routine_kind: {
      const DefinitionInfo& info = g_.definitions[static_cast<size_t>(id)];
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
      r.room = add_room(words(kept.kind), kept.rows, g_[kept.set].reads);
      break;
    }
    case field_routine_kind: {
      const FieldInfo& field = g_.fields[static_cast<size_t>(id)];
      params_of(field.params);
      const uint32_t size = field.reach
                                ? words(language::kind_hex)
                                : (static_cast<uint32_t>(g_.scenario.size(language::kind_hex)) + 1) / 2;
      r.result = permanent(size);
      int64_t rows = 1;
      for (const VarId v : field.params) {
        const Variable& var = g_.variables[static_cast<size_t>(v)];
        rows = var.shape == Shape::scalar && !var.may_be_never && rows <= most_field_rows
                   ? rows * std::max<int64_t>(1, var.size())
                   : most_field_rows + 1;
      }
      r.keep_rows = rows <= most_field_rows;
      r.room = add_room(size, r.keep_rows ? rows : 1, field.reads);
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

int32_t Emitter::definition_routine(language::Id id) {
  return routine(definition_routine_kind, id).label;
}

void Emitter::emit_queued() {
  while (emitted_ < routines_.size()) {
    const Routine r = routines_[emitted_++];
    begin_routine();
    bound_.clear();
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
  const DefinitionInfo info = g_.definitions[static_cast<size_t>(r.id)];
  for (size_t i = 0; i < info.params.size(); ++i) bind_variable(info.params[i], r.params[i]);
  value_to(info.body, r.result);
  put(Operation::ret);
}

// ---- kept sets
// ----------------------------------------------------------------------------------------------------

Address Emitter::row_index(const std::vector<VarId>& params, const std::vector<NodeId>& args) {
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

// ---- fields
// -------------------------------------------------------------------------------------------------------

Address Emitter::field_row_index(const Node& n) {
  const Routine& r = routine(field_routine_kind, n.ref);
  if (!r.keep_rows) return -1;
  const std::vector<VarId> params = g_.fields[static_cast<size_t>(n.ref)].params;
  return row_index(params, n.args);
}

Address Emitter::field_row(const Node& n) {
  const Routine r = routine(field_routine_kind, n.ref);
  std::vector<Address> args;
  for (size_t i = 0; i + 1 < n.args.size(); ++i) args.push_back(value(n.args[i]));
  const Address row = r.keep_rows ? field_row_index(n) : constant(0);
  const Address found = temporary();
  const Label good = label();
  if (r.keep_rows) {
    put(Operation::kept_find, r.room, row, found);
    fixups_.emplace_back(p_.code.size(), good);
    more(0);
  }
  for (size_t i = 0; i < args.size(); ++i) copy_to(g_[n.args[i]], args[i], r.params[i]);
  jump_op(Operation::call, 0, 0, r.label);
  if (r.keep_rows) {
    const Label found_now = label();
    put(Operation::kept_find, r.room, row, found);
    fixups_.emplace_back(p_.code.size(), found_now);
    more(0);
    bind(found_now);
  } else {
    put(Operation::copy, found, constant(static_cast<int64_t>(r.result) * 2));
  }
  bind(good);
  return found;
}

void Emitter::emit_field(const Routine& r) {
  const FieldInfo field = g_.fields[static_cast<size_t>(r.id)];
  std::vector<NodeId> args;
  for (size_t i = 0; i < field.params.size(); ++i) {
    bind_variable(field.params[i], r.params[i]);
    args.push_back(g_.variable(field.params[i]));
  }
  if (p_.fields.size() < g_.fields.size()) p_.fields.resize(g_.fields.size());
  const auto id = static_cast<size_t>(r.id);
  FieldForm form;
  form.reach = field.reach;
  form.answer = permanent();
  push();
  const auto as_set = [&](NodeId condition, VarId var) {
    NodeId set = g_.vectorise(condition, var);
    if (set == no_node) {
      Node each;
      each.op = NodeOp::filter;
      each.shape = Shape::set;
      each.kind = language::kind_hex;
      each.var = var;
      each.args = {g_.all_members(language::kind_hex), condition};
      set = g_.make(std::move(each));
    }
    const Address at = permanent(words(language::kind_hex));
    value_to(set, at);
    return at;
  };
  struct Ask {
    NodeId what;
    VarId var;
    Address hex;
    int which;
  };
  std::vector<Ask> asks;
  if (!g_[field.goal].can_fault)
    form.goal_set = as_set(field.goal, field.goal_var);
  else {
    form.goal_hex = permanent();
    asks.push_back({field.goal, field.goal_var, form.goal_hex, 0});
  }
  if (field.through != no_node) {
    if (!g_[field.through].can_fault)
      form.through_set = as_set(field.through, field.through_var);
    else {
      form.through_hex = permanent();
      asks.push_back({field.through, field.through_var, form.through_hex, 1});
    }
  }
  const NodeId step = field.reach ? field.across : field.step;
  bool flood = field.reach && form.goal_set >= 0 && (field.through == no_node || form.through_set >= 0);
  Address relation = static_cast<Address>(g_.row_tables[static_cast<size_t>(g_.neighbour_rows)].first_word);
  if (step != no_node) {
    const int64_t hexes = g_.scenario.size(language::kind_hex);
    std::vector<VarId> both{field.from_var, field.to_var};
    const bool fixed =
        g_.is_static(step) && std::all_of(g_[step].free.begin(), g_[step].free.end(),
                                          [&](VarId v) { return v == field.from_var || v == field.to_var; });
    int32_t table = -1;
    if (fixed && hexes * hexes <= most_step_cells) {
      if (field.reach) {
        Node from;  // those next to `to` from which the step is allowed
        from.op = NodeOp::filter;
        from.shape = Shape::set;
        from.kind = language::kind_hex;
        from.var = field.from_var;
        Node near;
        near.op = NodeOp::row;
        near.shape = Shape::set;
        near.kind = language::kind_hex;
        near.ref = g_.neighbour_rows;
        near.args = {g_.variable(field.to_var)};
        from.args = {g_.make(std::move(near)), step};
        table = g_.rows_of(g_.make(std::move(from)), {field.to_var});
        if (table >= 0) relation = static_cast<Address>(g_.row_tables[static_cast<size_t>(table)].first_word);
      } else {
        table = g_.values_of(step, both);
        if (table >= 0)
          form.step_cells = static_cast<int32_t>(g_.value_tables[static_cast<size_t>(table)].first_cell);
      }
    }
    if (table < 0) {
      flood = false;
      form.from_hex = permanent();
      form.to_hex = permanent();
      hoist(step);
      asks.push_back({step, -1, -1, 2});
    }
  }
  if (flood) {
    put(Operation::flood, r.result, form.goal_set, form.through_set, words(language::kind_hex));
    more(relation);
  } else {
    put(Operation::field_search, r.id, r.result);
  }
  if (r.keep_rows) put(Operation::kept_store, r.room, row_index(field.params, args), r.result);
  put(Operation::ret);
  for (const Ask& ask : asks) {
    const Label at = label();
    bind(at);
    push();
    if (ask.which == 2) {
      bind_variable(field.from_var, form.from_hex);
      bind_variable(field.to_var, form.to_hex);
    } else {
      bind_variable(ask.var, ask.hex);
    }
    value_to(ask.what, form.answer);
    pop();
    put(Operation::ret);
    (ask.which == 0 ? form.goal : ask.which == 1 ? form.through : form.step) = position_of(at);
  }
  pop();
  p_.fields[id] = form;
}

// ---- actions
// ------------------------------------------------------------------------------------------------------

void Emitter::emit_action(const Routine& r) {
  const Label refused = label();
  enter_room(r.id, r.action);
  push();
  guard(r.id, r.action, refused);
  put(Operation::copy, r.result, constant(1));
  put(Operation::ret);
  pop();
  bind(refused);
  put(Operation::copy, r.result, constant(0));
  put(Operation::ret);
}

}  // namespace casebook::runtime::compiled
