// SPDX-License-Identifier: Apache-2.0
// Generating choices: loops over the parameters, each condition at the outermost loop at which what it
// mentions is known.
//
// Only conditions that cannot fault move, and none moves before something that can: what the text would have
// asked first must be asked first when it matters. Loops come in the order of sorted choices (single
// parameters, path, set) where nothing can fault and no later domain looks at an earlier set; else they come
// as declared, and the choices are sorted afterwards.

#include "engine/base/choice_limits.h"
#include "engine/runtime/compiled/emit.h"

namespace casebook::runtime::compiled {

using language::ArgMode;
using namespace language::ids;
using language::ParamMode;

struct Emitter::Plan {
  ActionId action = -1;
  FoldedAction folded;
  ActionRoom room;
  int32_t form = -1;
  std::vector<size_t> order;                            // parameters in the order of loops
  std::vector<NodeId> first;                            // conditions asked before everything
  std::vector<std::vector<NodeId>> inside;              // by loop: once its parameter is known
  std::vector<std::vector<NodeId>> before;              // by loop: once its domain is known
  std::vector<std::vector<FoldedRequirement>> members;  // by loop: filters of members, in order
  std::vector<FoldedRequirement> leaf;                  // the others, in order
  bool quiet = true;                                    // nothing at all can fault
  bool last_is_set = false;                             // the set parameter is declared last
  NodeId surely = no_node;                              // what the action ensures holds where this does
  NodeId surely_for = no_node;                          // the same as a set of values of the last parameter
  Address surely_in = -1;                               // where that set is
  bool competitors = false;          // only the last parameter is gone through, beside a choice that is set
  std::function<void(Label)> found;  // instead of emitting a choice
};

void Emitter::make_plan(const language::Alternative& alternative, Plan& plan) {
  const FoldedAction& folded = plan.folded;
  const size_t count = folded.params.size();
  std::vector<NodeId> fixed(count, no_node);
  for (size_t i = 0; i < count && i < alternative.args.size(); ++i) {
    const language::AlternativeArg& arg = alternative.args[i];
    if (arg.mode != ArgMode::fixed) continue;
    const NodeId v = f_->expression(arg.value), is = g_.variable(folded.params[i].var);
    const NodeOp op = folded.params[i].mode == ParamMode::single ? NodeOp::equal
                      : folded.params[i].mode == ParamMode::set  ? NodeOp::set_equal
                                                                 : NodeOp::path_equal;
    fixed[i] = g_.op(op, {v, is});
  }
  std::vector<FoldedRequirement> conditions;
  for (const language::Requirement& r : alternative.requires_) {
    const Graph::From from(
        g_, {Origin::Sort::requirement, g_.program.actions[alternative.action].name, r.name, r.label});
    conditions.push_back(f_->requirement(r));
  }
  conditions.insert(conditions.end(), folded.requirements.begin(), folded.requirements.end());
  plan.last_is_set = count > 0 && folded.params.back().mode == ParamMode::set;

  // ---- what can fault
  const auto faulty = [&](NodeId id) { return id != no_node && g_[id].can_fault; };
  const auto set_may_be_too_large = [&](const FoldedParam& p) {
    return p.mode == ParamMode::set && g_.scenario.size(p.kind) > limits::free_members;
  };
  for (size_t i = plan.competitors ? count - 1 : 0; i < count; ++i) {
    const FoldedParam& p = folded.params[i];
    if (faulty(p.domain) || faulty(p.where) || faulty(fixed[i]) || set_may_be_too_large(p))
      plan.quiet = false;
  }
  for (const FoldedRequirement& r : conditions)
    if (faulty(r.holds)) plan.quiet = false;
  if (plan.competitors) {
    for (const FoldedBest& b : folded.bests)
      if (faulty(b.value)) plan.quiet = false;
  }
  if (!folded.ensures.empty()) plan.quiet = plan.quiet && !can_fault(*g_.program.actions[plan.action].body);

  // ---- the order of loops
  for (size_t i = plan.competitors ? count - 1 : 0; i < count; ++i) plan.order.push_back(i);
  const size_t loops = plan.order.size();
  const auto rank = [&](size_t i) {
    return static_cast<int>(folded.params[i].mode == ParamMode::single ? 0
                            : folded.params[i].mode == ParamMode::path ? 1
                                                                       : 2);
  };
  bool sorted = std::is_sorted(plan.order.begin(), plan.order.end(),
                               [&](size_t a, size_t b) { return rank(a) < rank(b); });
  if (!sorted && plan.quiet) {
    bool apart = true;  // no domain looks at a set or path before it
    for (size_t i = 0; i < count; ++i)
      for (size_t k = i + 1; k < count; ++k)
        if (rank(i) > rank(k))
          apart = apart && !g_.mentions(folded.params[k].domain, folded.params[i].var) &&
                  (folded.params[k].where == no_node ||
                   !g_.mentions(folded.params[k].where, folded.params[i].var)) &&
                  (fixed[k] == no_node || !g_.mentions(fixed[k], folded.params[i].var));
    if (apart) {
      std::stable_sort(plan.order.begin(), plan.order.end(),
                       [&](size_t a, size_t b) { return rank(a) < rank(b); });
      sorted = true;
    }
  }
  if (!plan.competitors) {
    const bool has_path = std::any_of(folded.params.begin(), folded.params.end(),
                                      [](const FoldedParam& p) { return p.mode == ParamMode::path; });
    // Such paths are gone through by direction.
    p_.choices[static_cast<size_t>(plan.form)].sort = !sorted || (has_path && !plan.quiet);
  }

  // ---- levels: 0 before everything, 2i + 1 once the domain of loop i is known, 2i + 2 once its parameter is
  plan.inside.resize(count);
  plan.before.resize(count);
  plan.members.resize(count);
  std::vector<size_t> loop_of(count);
  for (size_t i = 0; i < loops; ++i) loop_of[plan.order[i]] = i;
  size_t barrier = 0;
  for (size_t i = 0; i < loops; ++i) {
    const FoldedParam& p = folded.params[plan.order[i]];
    if (faulty(p.domain) || (p.mode == ParamMode::set && (faulty(p.where) || set_may_be_too_large(p))))
      barrier = 2 * i + 1;
    if ((p.mode == ParamMode::single && faulty(p.where)) || faulty(fixed[plan.order[i]])) barrier = 2 * i + 2;
    if (p.mode == ParamMode::single && p.where != no_node) plan.inside[i].push_back(p.where);
    if (fixed[plan.order[i]] != no_node) {
      if (p.mode == ParamMode::single) {
        plan.inside[i].push_back(fixed[plan.order[i]]);
      } else {
        FoldedRequirement is;
        is.holds = fixed[plan.order[i]];
        plan.leaf.push_back(is);
      }
    }
  }
  const auto natural = [&](NodeId id) {
    size_t level = 0;
    for (size_t i = 0; i < loops; ++i) {
      const FoldedParam& p = folded.params[plan.order[i]];
      if (g_.mentions(id, p.var) || (p.at >= 0 && g_.mentions(id, p.at))) level = 2 * i + 2;
    }
    return level;
  };
  // Of the members of a set that is declared last: asked of each candidate before sets are made of those that
  // meet it, and so before every other requirement, as the reference evaluator does. Not what speaks of the
  // set: of a member alone it says nothing about the sets that he is in.
  const auto asked_of_candidates = [&](const FoldedRequirement& r) {
    return plan.last_is_set && !r.of_whole && static_cast<size_t>(r.each) + 1 == count;
  };
  for (const FoldedRequirement& r : conditions)
    if (asked_of_candidates(r) && faulty(r.holds)) barrier = std::max(barrier, 2 * loops - 1);
  bool leaf_faults = std::any_of(plan.leaf.begin(), plan.leaf.end(),
                                 [&](const FoldedRequirement& r) { return faulty(r.holds); });
  for (const FoldedRequirement& r : conditions) {
    const bool can_fault = faulty(r.holds);
    const size_t level = natural(r.holds);
    const bool is_looped = !plan.competitors || static_cast<size_t>(r.each) + 1 == count;
    if (r.each >= 0 && is_looped) {
      const size_t at = loop_of[static_cast<size_t>(r.each)];
      const FoldedParam& p = folded.params[static_cast<size_t>(r.each)];
      if (asked_of_candidates(r) || (!can_fault && !leaf_faults && !g_.mentions(r.holds, p.var) &&
                                     level <= 2 * at && barrier <= 2 * at + 1)) {
        plan.members[at].push_back(r);
        continue;
      }
    } else if (r.each < 0 && !can_fault && !leaf_faults) {
      const size_t where = std::max(level, barrier);
      if (where == 0)
        plan.first.push_back(r.holds);
      else if (where % 2 == 1)
        plan.before[where / 2].push_back(r.holds);
      else if (folded.params[plan.order[where / 2 - 1]].mode == ParamMode::single)
        plan.inside[where / 2 - 1].push_back(r.holds);
      else
        plan.leaf.push_back(r);
      continue;
    }
    leaf_faults = leaf_faults || can_fault;
    plan.leaf.push_back(r);
  }

  if (folded.ensures.empty()) return;
  std::vector<NodeId> facts;
  for (const FoldedRequirement& r : conditions)
    if (r.each < 0) facts.push_back(r.holds);
  plan.surely = surely_ensured(plan.action, facts);
  if (plan.surely == no_node || loops == 0) return;
  const FoldedParam& last = folded.params[plan.order.back()];
  if (last.mode == ParamMode::single && last.at < 0) plan.surely_for = g_.vectorise(plan.surely, last.var);
}

// What is computed inside loops from `level` on, for what can be computed before them.
std::vector<NodeId> Emitter::inner_nodes(const Plan& plan, size_t level) const {
  std::vector<NodeId> all;
  for (size_t i = level; i < plan.order.size(); ++i) {
    const FoldedParam& p = plan.folded.params[plan.order[i]];
    all.push_back(p.domain);
    all.insert(all.end(), plan.inside[i].begin(), plan.inside[i].end());
    all.insert(all.end(), plan.before[i].begin(), plan.before[i].end());
    for (const FoldedRequirement& r : plan.members[i]) {
      const NodeId set = g_[r.holds].can_fault ? no_node : g_.vectorise(r.holds, r.member);
      all.push_back(set == no_node ? r.holds : set);
    }
  }
  for (const FoldedRequirement& r : plan.leaf) all.push_back(r.holds);
  if (plan.surely != no_node && plan.surely_for == no_node) all.push_back(plan.surely);
  for (const FoldedBest& b : plan.folded.bests) all.push_back(b.value);
  return all;
}

void Emitter::generate(const language::Alternative& alternative, const ActionRoom& room, int32_t form_id) {
  const language::Action& text = g_.program.actions[alternative.action];
  const Graph::From from(g_, {Origin::Sort::choices, text.name, "", text.label});
  Plan plan;
  plan.action = alternative.action;
  plan.folded = f_->action(alternative.action);
  plan.room = room;
  plan.form = form_id;
  bool bests_fault = false;
  for (const FoldedBest& b : plan.folded.bests) bests_fault = bests_fault || g_[b.value].can_fault;
  {
    ChoiceForm& form = p_.choices[static_cast<size_t>(form_id)];
    for (size_t i = 0; i < plan.folded.params.size(); ++i) {
      switch (plan.folded.params[i].mode) {
        case ParamMode::single:
          form.singles.push_back(room.values[i]);
          break;
        case ParamMode::path:
          form.path = room.values[i];
          break;
        case ParamMode::set:
          form.mask = p_.subsets[static_cast<size_t>(room.subset)].mask;
          break;
      }
    }
    if (!plan.folded.params.empty()) form.last = plan.folded.params.back().mode;
    for (const FoldedBest& b : plan.folded.bests) {
      form.best_least.push_back(b.least ? 1 : 0);
      if (!bests_fault) form.best_values.push_back(permanent());
    }
  }
  make_plan(alternative, plan);

  const Label end = label(), skip = label();
  put(Operation::alternative_begin, form_id);
  push();
  for (const NodeId condition : plan.first) branch(condition, false, end);
  generate_level(plan, 0, end);
  pop();
  bind(end);
  const ChoiceForm& form = p_.choices[static_cast<size_t>(form_id)];
  if (form.sort || !form.best_least.empty()) put(Operation::alternative_end, form_id);
  if (bests_fault) {  // asked of lawful choices only, in their order
    jump(skip);
    for (const FoldedBest& b : plan.folded.bests) {
      const Label at = label();
      bind(at);
      push();
      enter_room(plan.action, room);
      complete_parameters(plan.action, room);
      value_to(b.value, p_.answer);
      pop();
      leave_room(plan.action);
      put(Operation::ret);
      p_.choices[static_cast<size_t>(form_id)].best_routines.push_back(position_of(at));
    }
    bind(skip);
  } else {
    bind(skip);
  }
}

// Jumps to `refused` if some value of the last parameter is lawful beside the others and better: at the first
// preference in which the two differ. A room of its own, so that the choice asked of stays as it is.
void Emitter::prefer(ActionId action, const ActionRoom& room, Label refused) {
  const FoldedAction folded = f_->action(action);
  if (folded.bests.empty() || folded.params.empty()) return;
  const size_t last = folded.params.size() - 1;
  push();
  std::vector<Address> own;
  for (const FoldedBest& b : folded.bests) {
    own.push_back(permanent());
    value_to(b.value, own.back());
  }
  Plan plan;
  plan.action = action;
  plan.folded = folded;
  plan.competitors = true;
  const ActionRoom other = make_room(action);
  plan.room = room;
  plan.room.values[last] = other.values[last];
  plan.room.places[last] = other.places[last];
  if (folded.params[last].mode == ParamMode::set) plan.room.subset = other.subset;
  plan.found = [&](Label next) {
    for (size_t k = 0; k < folded.bests.size(); ++k) {
      const Address value_here = temporary();
      value_to(folded.bests[k].value, value_here);
      const bool least = folded.bests[k].least;
      jump_op(Operation::jump_less, least ? value_here : own[k], least ? own[k] : value_here, refused);
      if (k + 1 < folded.bests.size()) jump_op(Operation::jump_not_equal, value_here, own[k], next);
    }
  };
  make_plan({}, plan);
  const Label end = label();
  // What is known of the one asked of is not so of another.
  for (auto it = known_.begin(); it != known_.end();) {
    const FoldedParam& p = folded.params[last];
    if (g_.mentions(it->first, p.var) || (p.at >= 0 && g_.mentions(it->first, p.at)))
      it = known_.erase(it);
    else
      ++it;
  }
  unbind_variable(folded.params[last].var);
  if (folded.params[last].at >= 0) unbind_variable(folded.params[last].at);
  for (const NodeId condition : plan.first) branch(condition, false, end);
  generate_level(plan, 0, end);
  bind(end);
  pop();
  enter_room(action, room);
}

void Emitter::generate_level(Plan& plan, size_t level, Label next) {
  if (level == plan.order.size()) {
    generate_leaf(plan, next);
    return;
  }
  const size_t index = plan.order[level];
  const FoldedParam& p = plan.folded.params[index];
  if (p.mode == ParamMode::set) {
    generate_set(plan, level, next);
    return;
  }
  if (p.mode == ParamMode::path) {
    generate_path(plan, level, next);
    return;
  }
  std::vector<NodeId> conditions = plan.before[level];
  conditions.insert(conditions.end(), plan.inside[level].begin(), plan.inside[level].end());
  const Graph::Members m = g_.narrow(p.domain, conditions, p.var, p.at, p.kind);
  if (m.outer != no_node) branch(m.outer, false, next);
  std::vector<NodeId> inner = inner_nodes(plan, level + 1);
  if (m.rest != no_node) inner.push_back(m.rest);
  if (plan.surely_for != no_node && level + 1 == plan.order.size()) plan.surely_in = value(plan.surely_for);
  const Address value_at = plan.room.values[index], place_at = plan.room.places[index];
  push();
  const Label one_by_one = label(), end = label();
  if (is_plain(plan, level, m)) {
    const uint32_t n = words(p.kind);
    const Address all = value(m.domain);
    if (plan.surely_in >= 0) {
      const Address others = temporary(n);
      set_operation(Operation::set_and_not, others, all, plan.surely_in, n);
      jump_op(Operation::jump_some, others, 0, one_by_one, n);
    }
    put(Operation::emit_members, plan.form, all, value_at, n);
    if (plan.surely_in < 0) {
      pop();
      return;
    }
    jump(end);
  }
  bind(one_by_one);
  loop(m.domain, p.var, p.at, inner, [&](Label next_member) {
    // The parameter lives in the registers that the choice is written from.
    put(Operation::copy, value_at, address_of(p.var));
    const Address member = address_of(p.var);
    if (p.at >= 0) put(Operation::copy, place_at, address_of(p.at));
    if (m.rest != no_node) branch(m.rest, false, next_member);
    generate_level(plan, level + 1, next_member);
    bind_variable(p.var, member);
  });
  bind(end);
  pop();
}

// Whether all that the last loop goes through are choices, or those of them that surely keep what is ensured.
bool Emitter::is_plain(const Plan& plan, size_t level, const Graph::Members& members) const {
  return level + 1 == plan.order.size() && !plan.found && plan.leaf.empty() && plan.folded.bests.empty() &&
         members.rest == no_node && g_[members.domain].shape == Shape::set &&
         (plan.folded.ensures.empty() || plan.surely_in >= 0);
}

void Emitter::generate_set(Plan& plan, size_t level, Label next) {
  const size_t index = plan.order[level];
  const FoldedParam& p = plan.folded.params[index];
  SubsetForm& form = p_.subsets[static_cast<size_t>(plan.room.subset)];
  const uint32_t n = form.words;
  const int32_t fault_label = g_.program.actions[plan.action].label;
  push();
  value_to(candidates(p), form.candidates);
  check_candidates(form.candidates, p.kind, plan.action);
  const auto check_free = [&](Address set) {
    if (g_.scenario.size(p.kind) <= limits::free_members) return;
    const Address count = temporary();
    const Label good = label();
    put(Operation::set_count, count, set, 0, n);
    jump_op(Operation::jump_less_equal, count, constant(limits::free_members), good);
    put(Operation::fault, fault_label, 1);
    bind(good);
  };
  if (!plan.last_is_set) check_free(form.candidates);
  put(Operation::set_copy, form.free, form.candidates, 0, n);
  const auto drop = [&](const FoldedRequirement& r) {
    const NodeId set = g_[r.holds].can_fault ? no_node : g_.vectorise(r.holds, r.member);
    if (set != no_node) {
      push();
      set_operation(Operation::set_and, form.free, form.free, value(set), n);
      pop();
      return;
    }
    push();
    const Address iterator = temporary(n), member = temporary();
    const Label again = label(), out = label();
    hoist(r.holds);
    put(Operation::loop_begin, iterator, form.free, 0, n);
    bind(again);
    jump_op(n == 1 ? Operation::loop_next1 : Operation::loop_next, iterator, member, out, n);
    bind_variable(r.member, member);
    push();
    branch(r.holds, true, again);
    const Address one = temporary(n);
    put(Operation::set_clear, one, 0, 0, n);
    put(Operation::set_insert, one, member);
    set_operation(Operation::set_and_not, form.free, form.free, one, n);
    pop();
    unbind_variable(r.member);
    jump(again);
    bind(out);
    pop();
  };
  for (const FoldedRequirement& r : plan.members[level]) drop(r);
  if (plan.last_is_set) check_free(form.free);
  // Where some member is asked for and nobody can be one, no set is made.
  const NodeId some = g_.negation(g_.op(NodeOp::is_empty, {g_.variable(p.var)}));
  if (plan.quiet && std::any_of(plan.leaf.begin(), plan.leaf.end(),
                                [&](const FoldedRequirement& r) { return r.each < 0 && r.holds == some; }))
    jump_op(Operation::jump_none, form.free, 0, next, n);
  for (const NodeId condition : plan.before[level]) branch(condition, false, next);
  for (const NodeId id : inner_nodes(plan, level + 1)) hoist(id);
  bind_variable(p.var, form.chosen);
  const Label again = label(), out = label();
  put(Operation::subset_begin, plan.room.subset, fault_label);
  bind(again);
  jump_op(Operation::subset_next, plan.room.subset, 0, out);
  push();
  generate_level(plan, level + 1, again);
  pop();
  jump(again);
  bind(out);
  pop();
  unbind_variable(p.var);
}

// ---- paths

void Emitter::generate_path(Plan& plan, size_t level, Label next) {
  const size_t index = plan.order[level];
  const FoldedParam& p = plan.folded.params[index];
  const Address path = plan.room.values[index];
  push();
  const Address start = value(p.domain);
  for (int32_t k = 0; k < path_cells; ++k) put(Operation::copy, path + k, constant(0));
  put(Operation::copy, path + 1, start);
  for (const NodeId condition : plan.before[level]) branch(condition, false, next);
  std::vector<NodeId> filters;
  std::vector<FoldedRequirement> ask;
  for (const FoldedRequirement& r : plan.members[level]) {
    const NodeId set = g_.vectorise(r.holds, r.member);
    if (set != no_node)
      filters.push_back(set);
    else
      ask.push_back(r);
  }
  const NodeId allowed = filters.empty() ? g_.all_members(language::kind_hex)
                                         : g_.set_op(NodeOp::intersect, language::kind_hex, filters);
  hoist(allowed);
  value(allowed);
  for (const NodeId id : inner_nodes(plan, level + 1)) hoist(id);
  generate_path_steps(plan, level, 1, allowed, ask);
  pop();
}

void Emitter::generate_path_steps(Plan& plan, size_t level, int32_t step, NodeId allowed,
                                  const std::vector<FoldedRequirement>& ask) {
  const size_t index = plan.order[level];
  const FoldedParam& p = plan.folded.params[index];
  const Address path = plan.room.values[index];
  const uint32_t n = words(language::kind_hex);
  push();
  const Address hex = path + 1 + step, from = path + step;
  const Label next = label(), end = label();
  const bool in_directions =
      !plan.quiet;  // as the reference evaluator goes, where a fault would show the order
  Address direction = -1;
  if (in_directions) {
    direction = temporary();
    const Label test = label();
    put(Operation::copy, direction, constant(0));
    jump(test);
    bind(next);
    put(Operation::add, direction, direction, constant(1));
    bind(test);
    jump_op(Operation::jump_less_equal, constant(6), direction, end);
    put(Operation::load_cell_at2, hex, direction_cells(), from);
    more(6, direction);
    jump_op(Operation::jump_less, hex, constant(0), next);
    if (!g_.is_full_set(allowed)) jump_op(Operation::jump_no_bit, value(allowed), hex, next);
  } else {
    const Address domain = temporary(n), iterator = temporary(n);
    const RowTable& around = g_.row_tables[static_cast<size_t>(g_.neighbour_rows)];
    if (g_.is_full_set(allowed)) {
      put(Operation::set_row, domain, static_cast<int32_t>(around.first_word), from, n);
    } else {
      put(Operation::set_and_row, domain, value(allowed), from, n);
      more(static_cast<int32_t>(around.first_word));
    }
    put(Operation::loop_begin, iterator, domain, 0, n);
    bind(next);
    jump_op(n == 1 ? Operation::loop_next1 : Operation::loop_next, iterator, hex, end, n);
  }
  for (int32_t k = 1; k <= step; ++k) jump_op(Operation::jump_equal, hex, path + k, next);
  for (const FoldedRequirement& r : ask) {
    bind_variable(r.member, hex);
    push();
    branch(r.holds, false, next);
    pop();
    unbind_variable(r.member);
  }
  if (step >= p.least_steps) {
    put(Operation::copy, path, constant(step));
    bind_variable(p.var, path);
    const Label deeper = label();
    push();
    generate_level(plan, level + 1, step < p.most_steps ? deeper : next);
    pop();
    bind(deeper);
    unbind_variable(p.var);
  }
  if (step < p.most_steps) generate_path_steps(plan, level, step + 1, allowed, ask);
  jump(next);
  bind(end);
  put(Operation::copy, hex, constant(0));
  pop();
}

int32_t Emitter::direction_cells() {
  if (direction_cells_ >= 0) return direction_cells_;
  const Ground& ground = g_.scenario.ground;
  const auto first = static_cast<uint32_t>(g_.image.allocate(static_cast<size_t>(ground.hexes) * 3 + 1)) * 2;
  for (int32_t h = 0; h < ground.hexes; ++h)
    for (size_t d = 0; d < 6; ++d)
      g_.image.set_cell(first + static_cast<uint32_t>(h) * 6 + static_cast<uint32_t>(d),
                        ground.neighbours[static_cast<size_t>(h)][d]);
  return direction_cells_ = static_cast<int32_t>(first);
}

// ---- a choice

void Emitter::generate_leaf(Plan& plan, Label next) {
  push();
  enter_room(plan.action, plan.room);
  for (const FoldedRequirement& r : plan.leaf) requirement(r, plan.action, next);
  const Label ensured = label();
  if (plan.surely_in >= 0)
    jump_op(Operation::jump_bit, plan.surely_in, plan.room.values[plan.order.back()], ensured);
  ensure(plan.action, plan.surely_in >= 0 ? no_node : plan.surely, next);
  bind(ensured);
  if (plan.found) {
    plan.found(next);
    pop();
    return;
  }
  const ChoiceForm form = p_.choices[static_cast<size_t>(plan.form)];
  for (size_t i = 0; i < form.best_values.size(); ++i)
    value_to(plan.folded.bests[i].value, form.best_values[i]);
  put(Operation::emit, plan.form);
  pop();
}

}  // namespace casebook::runtime::compiled
