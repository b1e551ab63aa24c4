// SPDX-License-Identifier: Apache-2.0
// What has to hold once an action has been carried out. Where it can be told from the position before, that is
// asked first; else the action runs on a scratch position.

#include "engine/runtime/compiled/emit.h"
#include "engine/runtime/compiled/simplify/after_writes.h"

namespace casebook::runtime::compiled {

using language::AssignMode;
using language::EffectKind;
using namespace language::ids;
using language::Stmt;
using language::StmtOp;
using language::TypeTag;

/// Follows a text that cannot branch into what is not known, and gathers under which conditions it does not
/// fault.
class Emitter::Followed {
 public:
  Followed(Emitter& emitter, const std::vector<NodeId>& facts)
      : e_(emitter), g_(emitter.g_), after(emitter.g_) {
    for (const NodeId fact : facts) add_fact(fact);
  }

  /// False: it may do what is not followed.
  bool follow(const Stmt& stmt, NodeId when);
  std::vector<NodeId> sound;

 private:
  Emitter& e_;
  Graph& g_;

 public:
  AfterWrites after;

 private:
  std::vector<NodeId> facts_;

  void add_fact(NodeId fact) {
    if (fact == no_node) return;
    facts_.push_back(fact);
    const Node node = g_[fact];
    if (node.op == NodeOp::all_of)
      for (const NodeId part : node.args) add_fact(part);
  }
  bool is_known(NodeId condition) const {
    return g_.is_constant(condition, 1) || std::find(facts_.begin(), facts_.end(), condition) != facts_.end();
  }
  NodeId both(NodeId a, NodeId b) { return a == no_node ? b : b == no_node ? a : g_.all_of({a, b}); }

  void has_to_hold(NodeId condition, NodeId when) {
    if (is_known(condition)) return;
    sound.push_back(when == no_node ? condition : g_.any_of({g_.negation(when), condition}));
  }

  /// A number within bounds, as far as nothing that is known says so.
  void within(NodeId id, const Node& range, NodeId when) {
    const Node number = g_[id];
    const int64_t low = range.value, high = range.value2;
    if (number.op == NodeOp::subtract) {  // what is left after a payment that there was enough for
      const NodeId from = number.args[0], paid = number.args[1];
      const Node of = g_[from], price = g_[paid];
      const bool never_is_good = range.mode == 1;
      if (low <= 0 && (!of.may_be_never || never_is_good) && of.high - price.low <= high &&
          (is_known(g_.op(NodeOp::less_equal, {paid, from})) ||
           is_known(g_.negation(g_.op(NodeOp::less, {from, paid}))))) {
        if (price.may_be_never) has_to_hold(g_.op(NodeOp::less_equal, {paid, g_.constant(price.high)}), when);
        return;
      }
    }
    if (number.low < low) has_to_hold(g_.op(NodeOp::less_equal, {g_.constant(low), id}), when);
    if (number.high > high || number.may_be_never)
      has_to_hold(g_.op(NodeOp::less_equal, {id, g_.constant(high)}), when);
  }

  /// The value without the checks in it, which then have to hold; nothing where it may fault otherwise or cannot be
  /// told.
  std::optional<NodeId> checked(NodeId id, NodeId when) {
    const Node node = g_[id];
    if (!node.can_fault) return after.value(id);
    switch (node.op) {
      case NodeOp::check_range: {
        const auto number = checked(node.args[0], when);
        if (number) within(*number, node, when);
        return number;
      }
      case NodeOp::add:
      case NodeOp::subtract:
      case NodeOp::multiply:
      case NodeOp::negate:
      case NodeOp::rescale:
      case NodeOp::minimum:
      case NodeOp::maximum: {
        Node copy = node;
        for (NodeId& arg : copy.args) {
          const auto value = checked(arg, when);
          if (!value) return std::nullopt;
          arg = *value;
        }
        copy.free.clear(), copy.reads.clear();
        copy.can_fault = copy.may_be_never = false;
        return g_.make(std::move(copy));
      }
      default:
        return std::nullopt;
    }
  }

  struct Told {
    bool may_fault = false;
    std::optional<NodeId> value;
  };
  Told told(const language::ExprPtr& expr, NodeId when) {
    const NodeId id = e_.f_->expression(expr);
    const std::optional<NodeId> value = checked(id, when);
    return {g_[id].can_fault && !value, value};
  }

  bool lose(const Stmt& stmt) {
    if (e_.can_fault(stmt)) return false;
    for (const int32_t item : e_.written_by(stmt)) after.lose(item);
    return true;
  }
  bool assign(const Stmt& stmt, NodeId when);
  bool effect(const Stmt& stmt, NodeId when);
};

bool Emitter::Followed::follow(const Stmt& stmt, NodeId when) {
  switch (stmt.op) {
    case StmtOp::block:
      for (const language::StmtPtr& inner : stmt.body)
        if (!follow(*inner, when)) return false;
      return true;
    case StmtOp::assign:
      return assign(stmt, when);
    case StmtOp::let: {
      const Told value = told(stmt.value, when);
      if (value.may_fault || !value.value) return false;
      if (g_.program.vars[stmt.ref].procedure != language::none)
        after.write({g_.items.var(stmt.ref), {}, *value.value, when, AssignMode::set});
      else
        after.name(stmt.ref, *value.value);
      return true;
    }
    case StmtOp::branch: {
      const Told condition = told(stmt.value, when);
      if (condition.may_fault) return false;
      if (!condition.value) return lose(stmt);
      const NodeId is = *condition.value;
      if (!stmt.body.empty() && stmt.body[0] && !follow(*stmt.body[0], both(when, is))) return false;
      return stmt.body.size() < 2 || !stmt.body[1] || follow(*stmt.body[1], both(when, g_.negation(is)));
    }
    case StmtOp::effect:
      return effect(stmt, when);
    case StmtOp::for_all:
    case StmtOp::for_each:
      return lose(stmt);
    case StmtOp::end_game:
      return !stmt.value || !told(stmt.value, when).may_fault;
  }
  return false;
}

bool Emitter::Followed::assign(const Stmt& stmt, NodeId when) {
  if (stmt.between) return false;
  const bool place = stmt.ref == language::none;
  const int32_t item = place ? g_.items.place(stmt.ref2) : g_.items.state(stmt.ref);
  AfterWrites::Write write{item, {}, no_node, when, stmt.mode};
  bool is_told = true;
  for (const language::ExprPtr& arg : stmt.args) {
    const Told index = told(arg, when);
    if (index.may_fault) return false;
    is_told = is_told && index.value;
    if (index.value) write.index.push_back(*index.value);
  }
  const Told value = told(stmt.value, when);
  if (value.may_fault) return false;
  if (is_told && value.value && (place || g_.program.states[stmt.ref].type.tag != TypeTag::path)) {
    write.value = *value.value;
    after.write(std::move(write));
  } else {
    after.lose(item);
  }
  return true;
}

bool Emitter::Followed::effect(const Stmt& stmt, NodeId when) {
  const language::Effect& effect = g_.program.effects[stmt.ref];
  std::vector<NodeId> args;
  for (const language::ExprPtr& arg : stmt.args) {
    const Told value = told(arg, when);
    if (value.may_fault || !value.value) return false;
    args.push_back(*value.value);
  }
  for (size_t i = 0; i < args.size(); ++i) after.name(effect.params[i], args[i]);
  for (const language::EffectEntry& entry : effect.entries) {
    NodeId here = when;
    NodeId otherwise = when;
    if (entry.when) {
      const Told condition = told(entry.when, when);
      if (condition.may_fault) return false;
      if (!condition.value) return lose(stmt);
      here = both(when, *condition.value);
      otherwise = both(when, g_.negation(*condition.value));
    }
    if (!follow(*entry.body, here)) return false;
    if (effect.kind != EffectKind::first_of) continue;
    if (!entry.when) break;
    when = otherwise;
  }
  return true;
}

// A condition of the position before, under which the action runs without a fault and what it ensures holds
// afterwards; no_node where nothing can be told. `facts` hold where it is asked.
NodeId Emitter::surely_ensured(ActionId action, const std::vector<NodeId>& facts) {
  const FoldedAction folded = f_->action(action);
  if (folded.ensures.empty()) return no_node;
  Followed run(*this, facts);
  if (!run.follow(*g_.program.actions[action].body, no_node)) return no_node;
  std::vector<NodeId> all = run.sound;
  for (const FoldedRequirement& r : folded.ensures) {
    if (r.each >= 0) return no_node;
    all.push_back(run.after.surely(r.holds));
  }
  const NodeId holds = g_.all_of(std::move(all));
  return g_[holds].can_fault || g_.is_constant(holds, 0) ? no_node : holds;
}

// The body runs on a scratch position. What was known of states that it writes is not known after it; what it
// computed is gone.
void Emitter::ensure(ActionId action, NodeId surely, Label refused) {
  const FoldedAction folded = f_->action(action);
  if (folded.ensures.empty()) return;
  const language::Action& text = g_.program.actions[action];
  const language::Requirement& first = text.ensures.front();
  const Graph::From from(g_, {Origin::Sort::ensure, text.name, first.name, first.label});
  const Label failed = label(), good = label();
  if (surely != no_node) {
    push();
    branch(surely, true, good);
    pop();
  }
  const std::unordered_map<NodeId, Address> before = known_;
  put(Operation::scratch_begin);
  push();
  statement(*text.body);
  for (const FoldedRequirement& r : folded.ensures) requirement(r, action, failed);
  pop();
  put(Operation::scratch_end);
  jump(good);
  bind(failed);
  put(Operation::scratch_end);
  jump(refused);
  bind(good);
  known_ = before;
}

// Whether a text may fault, as far as it shows.
bool Emitter::can_fault(const Stmt& stmt) {
  bool faulty = stmt.between;
  const auto ask = [&](const language::ExprPtr& e) {
    if (e) faulty = faulty || g_[f_->expression(e)].can_fault;
  };
  for (const language::ExprPtr& a : stmt.args) ask(a);
  if (stmt.binder) {
    const Folder::Bound b = f_->bind(*stmt.binder);
    faulty = faulty || g_[b.domain].can_fault || !b.before.empty();
    for (const NodeId c : b.conditions) faulty = faulty || g_[c].can_fault;
  }
  ask(stmt.value);
  if (stmt.op == StmtOp::for_all) faulty = faulty || !may_run_in_place(stmt);
  if (stmt.op == StmtOp::effect) {
    for (const language::EffectEntry& entry : g_.program.effects[stmt.ref].entries) {
      ask(entry.when);
      faulty = faulty || can_fault(*entry.body);
    }
  }
  for (const language::StmtPtr& inner : stmt.body)
    if (inner) faulty = faulty || can_fault(*inner);
  return faulty;
}

}  // namespace casebook::runtime::compiled
