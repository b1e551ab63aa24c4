// SPDX-License-Identifier: Apache-2.0
// `whenever`: a generated action for each watch, and one generated procedure that settles.
//
//        branch DUE else end                    nobody is caught, as nearly always
//        let settling = yes
// loop:  let who = whose turn it is
//        choose by who: NAME(b) for each watch, require its player is who
// each:  [block of the watch]; clear b; jump next
// next:  clear who; branch DUE else end; jump loop
// end:   leave
//
// DUE: some member of some watch meets it and has not been woken. The action that wakes a member marks it;
// marks and `settling` are state of this procedure, so they are gone when it leaves.
#include "engine/language/lower/exceptions.h"
#include "engine/language/lower/flow_lowering.h"
#include "engine/program/walk.h"

namespace casebook::language {

void Checker::declare_watch(const Declaration& d) {
  const Node& node = *d.node;
  const WatchId id = static_cast<WatchId>(program.watches.size());
  declare_name(doings, name_token(node), SymbolKind::watch, id).used = true;
  Watch& watch = program.watches.emplace_back();
  fill_item(watch, d.name, node);
  watch.action = static_cast<ActionId>(program.actions.size());
  Action& action = program.actions.emplace_back();
  fill_item(action, d.name, node);
  action.watch = id;
  action.body = make_stmt(*this, StmtOp::block, node);
  if (program.settle != none) return;
  program.settle = static_cast<ProcedureId>(program.procedures.size());
  Procedure& settle = program.procedures.emplace_back();
  settle.name = "whenever";  // a reserved word: no procedure of the text has it
  settle.label = at.label;
  settle.place = place_of(node);
  const auto hidden_state = [&](const char* name, const Type& type, ProcedureId procedure) {
    const StateId state = static_cast<StateId>(program.states.size());
    State& made = program.states.emplace_back();
    made.name = name;
    made.label = at.label;
    made.place = settle.place;
    made.type = type;
    made.procedure = procedure;
    made.hidden = true;
    made.initial = make_constant(type, 0, settle.place);
    return state;
  };
  program.settling_state = hidden_state("whenever.settling", boolean_type, program.settle);
  program.undisturbed_state = hidden_state("whenever.undisturbed", number_type, none);
  settle.states.push_back(program.settling_state);
}

namespace {

ExprPtr read_var(const Checker& checker, VarId var, const Place& place) {
  return make_variable(var, checker.program.vars[var], place);
}

/// The state that marks who has been woken, by member.
StateId make_marks(Checker& checker, const Watch& watch, KindId kind) {
  Program& program = checker.program;
  const StateId id = static_cast<StateId>(program.states.size());
  State marks;
  marks.name = watch.name + ".woken";
  marks.label = watch.label;
  marks.place = watch.place;
  marks.params = {entity_type(kind)};
  marks.type = boolean_type;
  marks.procedure = program.settle;
  marks.hidden = true;
  marks.initial = make_constant(boolean_type, 0, watch.place);
  program.states.push_back(std::move(marks));
  program.procedures[program.settle].states.push_back(id);
  return id;
}

ExprPtr woken(const Checker& checker, const Action& action, StateId marks) {
  ExprPtr expr =
      make_expr(Op::state, boolean_type, action.place, read_var(checker, action.params[0].var, action.place));
  expr->ref = marks;
  return expr;
}

/// `x in S on h` has no room in a parameter: a condition on its place.
ExprPtr stands_on(const Checker& checker, Binder& binder, KindId kind) {
  const Place place = binder.on->place;
  ExprPtr where = make_expr(Op::place_of, location_type, place, read_var(checker, binder.var, place));
  where->ref = kind;
  ExprPtr equal = make_expr(Op::equal, boolean_type, place, std::move(where),
                            make_expr(Op::as_location, location_type, place, std::move(binder.on)));
  if (!binder.where) return equal;
  return make_expr(Op::all_of, boolean_type, place, std::move(equal), std::move(binder.where));
}

}  // namespace

void Checker::check_watch(const Declaration& d) {
  const auto symbol = doings.find(d.name);
  if (symbol == doings.end() || symbol->second.declaration != &d || symbol->second.kind != SymbolKind::watch)
    return;
  const WatchId id = symbol->second.id;
  const Node& node = *d.node;
  if (!lowering) lowering = std::make_shared<Lowering>();
  const Node* binder_node = at.tree->child(node, NodeKind::binder);
  const Node* when = at.tree->expression(node, 0);
  const Node* by = at.tree->expression(node, 1);
  const Node* first = at.tree->has_word(node, "first") ? at.tree->expression(node, 2) : nullptr;
  if (binder_node == nullptr || when == nullptr || by == nullptr) return;
  if (first != nullptr) program.watches[id].first = check_side(*first);
  const Scope scope(*this);
  Owned<Binder> binder = check_binder(*binder_node);
  ExprPtr condition = check_boolean(*when);
  ExprPtr player = check_side(*by);
  if (!binder || !condition || !player) return;
  const Type member = program.vars[binder->var].type;
  if (member.tag != TypeTag::entity) {
    mismatch(*binder_node, member, "members of a kind: each is woken once");
    return;
  }
  Watch& watch = program.watches[id];
  Action& action = program.actions[watch.action];
  ActionParam param;
  param.name = program.vars[binder->var].name;
  param.var = binder->var;
  param.at = binder->at;
  param.domain = std::move(binder->domain);
  param.where = binder->on ? stands_on(*this, *binder, member.of) : std::move(binder->where);
  action.params.push_back(std::move(param));
  const StateId marks = make_marks(*this, watch, member.of);
  const auto require = [&](const char* name, ExprPtr expr) {
    Requirement requirement;
    requirement.label = watch.label;
    requirement.name = name;
    requirement.place = place_of(*when);
    requirement.expr = std::move(expr);
    action.requires_.push_back(std::move(requirement));
  };
  require("when", std::move(condition));
  require("once", make_not(woken(*this, action, marks)));
  StmtPtr mark = make_stmt(*this, StmtOp::assign, node);
  mark->ref = marks;
  mark->args.push_back(read_var(*this, action.params[0].var, action.place));
  mark->value = make_constant(boolean_type, 1, action.place);
  action.body->body.push_back(std::move(mark));
  watch.by = std::move(player);
  lowering->watches.push_back({id, &d});
}

namespace {

/// Whether some member of the watch is due; of player `who`, if that is not null.
ExprPtr due(Checker& checker, const Watch& watch, const Expr* who) {
  Program& program = checker.program;
  const Action& action = program.actions[watch.action];
  const ActionParam& param = action.params[0];
  const auto fresh = [&](VarId from) -> VarId {
    if (from == none) return none;
    program.vars.push_back(Var(program.vars[from]));
    return static_cast<VarId>(program.vars.size() - 1);
  };
  ExprPtr some = make_expr(Op::exists, boolean_type, watch.place);
  some->binder = Owned<Binder>(Binder{});
  some->binder->domain = clone_fresh(program, *param.domain);
  some->binder->var = fresh(param.var);
  some->binder->at = fresh(param.at);
  std::vector<std::pair<VarId, VarId>> names = {{param.var, some->binder->var}};
  if (param.at != none) names.emplace_back(param.at, some->binder->at);
  if (param.where) some->binder->where = clone_fresh(program, *param.where, names);
  ExprPtr body = make_expr(Op::all_of, boolean_type, watch.place);
  // The mark first: it costs least.
  for (size_t i = action.requires_.size(); i-- > 0;)
    body->args.push_back(clone_fresh(program, *action.requires_[i].expr, names));
  if (who != nullptr) {
    body->args.push_back(make_expr(Op::equal, boolean_type, watch.place,
                                   clone_fresh(program, *watch.by, names), clone_fresh(program, *who)));
  }
  some->args.push_back(std::move(body));
  return some;
}

ExprPtr any_due(Checker& checker, const Expr* who) {
  ExprPtr any = make_expr(Op::any_of, boolean_type, checker.program.watches.front().place);
  for (const Watch& watch : checker.program.watches) any->args.push_back(due(checker, watch, who));
  return any->args.size() == 1 ? std::move(any->args.front()) : std::move(any);
}

/// if due(first) then first else if due(side 0) then side 0 ... else the last side
ExprPtr whose_turn(Checker& checker, const Expr* first, const Place& place) {
  const Program& program = checker.program;
  const Type side = entity_type(program.kind_side);
  const int64_t sides = static_cast<int64_t>(program.kinds[program.kind_side].members.size());
  ExprPtr turn = make_constant(side, sides - 1, place);
  for (int64_t s = sides - 1; s-- > 0;) {
    ExprPtr one = make_constant(side, s, place);
    ExprPtr has = any_due(checker, one.get());
    turn = make_expr(Op::choose_if, side, place, std::move(has), std::move(one), std::move(turn));
  }
  if (first == nullptr) return turn;
  ExprPtr has = any_due(checker, first);
  return make_expr(Op::choose_if, side, place, std::move(has), clone_fresh(checker.program, *first),
                   std::move(turn));
}

/// The one `first` that all watches with one agree on; E0516 when they do not.
const Expr* agreed_first(Checker& checker, const std::vector<PendingWatch>& watches) {
  const PendingWatch* said = nullptr;
  std::string text;
  for (const PendingWatch& pending : watches) {
    if (!checker.program.watches[pending.watch].first) continue;
    const SyntaxTree& tree = *pending.declaration->file->tree;
    const std::string own = tree.node_text(*tree.expression(*pending.declaration->node, 2));
    if (said == nullptr) {
      said = &pending;
      text = own;
    } else if (own != text) {
      const Here here(checker, *pending.declaration);
      Diagnostic& diagnostic = checker.error("E0516", *tree.expression(*pending.declaration->node, 2),
                                             "two watches name different players to go first");
      diagnostic.expected = text;
      const SyntaxTree& other = *said->declaration->file->tree;
      diagnostic.notes.push_back(
          {other.range(*other.expression(*said->declaration->node, 2)), "the other stands here"});
    }
  }
  return said == nullptr ? nullptr : checker.program.watches[said->watch].first.get();
}

}  // namespace

void Checker::lower_watches() {
  finish_exceptions(*this);
  if (program.settle == none || !lowering || lowering->watches.size() != program.watches.size()) return;
  const std::vector<PendingWatch> watches = lowering->watches;
  const Here here(*this, *watches.front().declaration);
  at.declaration = watches.front().declaration;
  const Kind& sides = program.kinds[program.kind_side];
  if (!sides.closed || sides.members.empty()) {
    error("E0516", *at.declaration->node,
          "`whenever` asks the players in the order of the members of \"side\"")
        .expected = "a kind `side = ...` that names its members";
    return;
  }
  const Expr* first = agreed_first(*this, watches);
  const Node& node = *at.declaration->node;
  const Place place = place_of(node);
  FlowLowering flow(*this, program.settle);
  const StepId none_due = flow.branch(node, any_due(*this, nullptr));
  {
    const StepId set = flow.emit(FlowOp::run, node);
    StmtPtr settling = make_stmt(*this, StmtOp::assign, node);
    settling->ref = program.settling_state;
    settling->value = make_constant(boolean_type, 1, place);
    flow.step(set).stmt = std::move(settling);
  }
  const StepId loop = flow.here();
  const size_t outer = flow.depth();
  const VarId who = flow.hidden("whose", entity_type(program.kind_side), {}, node);
  flow.run_let(node, who, whose_turn(*this, first, place));
  const SiteId site = flow.new_site(SiteKind::choose, node);
  flow.site(site).by = read_var(*this, who, place);
  std::vector<Alternative> alternatives;
  std::vector<StepId> nexts;
  for (const PendingWatch& pending : watches) {
    const Here there(*this, *pending.declaration);
    at.declaration = pending.declaration;
    at.procedure = program.settle;
    const Watch& watch = program.watches[pending.watch];
    const ActionId action = watch.action;
    const ActionParam& param = program.actions[action].params[0];
    const Node& own = *pending.declaration->node;
    Alternative alternative;
    alternative.label = watch.label;
    alternative.action = action;
    alternative.place = watch.place;
    alternative.target = flow.here();
    Requirement turn;
    turn.label = watch.label;
    turn.name = "turn";
    turn.place = watch.by->place;
    turn.expr = make_expr(Op::equal, boolean_type, watch.place, clone_fresh(program, *watch.by),
                          read_var(*this, who, watch.place));
    alternative.requires_.push_back(std::move(turn));
    const Scope scope(*this);
    const size_t size = flow.depth();
    AlternativeArg arg;
    arg.mode = ArgMode::bind;
    arg.var = flow.hidden(param.name, program.vars[param.var].type, {}, own);
    name_local(*this, param.name, arg.var);
    if (param.at != none) {
      const std::string name = program.vars[param.at].name;
      arg.at = flow.hidden(name, hex_type, {}, own);
      name_local(*this, name, arg.at);
    }
    if (const Node* block = at.tree->child(own, NodeKind::block)) flow.block(*block);
    for (VarId* var : {&arg.var, &arg.at}) {
      if (*var == none || flow.is_read(*var, alternative.target)) continue;
      flow.make_scratch(*var);
      *var = none;
    }
    if (arg.var == none && arg.at == none) arg.mode = ArgMode::unnamed;
    alternative.args.push_back(std::move(arg));
    flow.close(own, size, alternative.target);
    nexts.push_back(flow.jump(own));
    alternatives.push_back(std::move(alternative));
  }
  flow.site(site).alternatives = std::move(alternatives);
  for (const StepId next : nexts) flow.step(next).target = flow.here();
  flow.close(node, outer, loop);
  const StepId no_more = flow.branch(node, any_due(*this, nullptr));
  flow.jump(node, loop);
  flow.step(none_due).target = flow.step(no_more).target = flow.here();
  flow.finish(node);
}

}  // namespace casebook::language
