// SPDX-License-Identifier: Apache-2.0
// Rivals of where pieces may go, and of what binds a piece that goes.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/base/text.h"
#include "engine/program/anatomy.h"
#include "engine/program/edit/rivals_parts.h"
#include "engine/program/expression.h"
#include "engine/program/walk.h"

namespace casebook::language {
namespace {

class OfMoves : RivalFinder {
 public:
  using RivalFinder::RivalFinder;

  void run() {
    for (size_t i = 0; i < p_.procedures.size(); ++i) which_hexes(static_cast<ProcedureId>(i));
    for (Definition& definition : p_.definitions) {
      if (definition.body && definition.body->op == Op::list) {
        for (ListEntry& entry : definition.body->list->entries)
          if (entry.value && !is_supplied(entry.place))
            apart(*entry.value, definition.name, entry.label, definition.params);
      }
      off_the_map(definition);
    }
    in_its_zone();
    for (Action& action : p_.actions) {
      std::vector<VarId> params;
      for (const ActionParam& one : action.params) params.push_back(one.var);
      for (Requirement& one : action.requires_)
        if (one.expr && !is_supplied(one.place)) apart(*one.expr, action.name, one.label, params);
      just_left(action);
      at_the_edge(action);
      zone_to_zone(action);
      for (Requirement& one : action.requires_)
        if (one.expr) as_little_as_will_do(action, one, *one.expr);
    }
    for (const Site& site : p_.sites)
      if (site.kind == SiteKind::choose) had_to_stop(site);
    for (size_t i = 0; i < p_.givens.size(); ++i) bound_too(static_cast<GivenId>(i));
  }

 private:
  // ---- where

  bool is_set_of_hexes(const Type& type) const { return type.tag == TypeTag::set && type.of == kind_hex; }
  /// Sets of hexes that live for one run of the procedure.
  std::vector<StateId> hexes_of(ProcedureId procedure) const {
    std::vector<StateId> all;
    for (const StateId id : p_.procedures[procedure].states) {
      const State& state = p_.states[id];
      if (state.params.empty() && !state.hidden && is_set_of_hexes(state.type)) all.push_back(id);
    }
    return all;
  }
  ExprPtr value_of(StateId id, const Place& place) const {
    ExprPtr expr = make_expr(Op::state, p_.states[id].type, place);
    expr->ref = id;
    return expr;
  }
  std::string said(StateId id) const {
    const State& state = p_.states[id];
    std::string words = state.phrase.empty() ? with_blanks(state.name) : state.phrase;
    if (words.ends_with(':')) words.pop_back();
    return words;
  }

  /// The first thing that may be chosen in a procedure, in words; empty: nothing is.
  std::string first_choice_of(const Procedure& of) const {
    for (StepId step = of.entry; step < of.end; step = static_cast<StepId>(step + 1)) {
      const FlowStep& flow = p_.flow[step];
      if (flow.op != FlowOp::choose) continue;
      for (const Alternative& one : p_.sites[SiteId(flow.ref)].alternatives)
        if (one.action != none) return phrase_of(p_.actions[one.action]);
    }
    return {};
  }

  /// `advance(attackers, defended_hex)` where the procedure keeps attack_hexes as well.
  void which_hexes(ProcedureId procedure) {
    const std::vector<StateId> kept = hexes_of(procedure);
    const Procedure& of = p_.procedures[procedure];
    for (const StateId handed : kept) {
      std::vector<ExprPtr*> places;
      CaseId label = none;
      std::string done;  // what is chosen there: `"a unit advances to a hex"`
      for (StepId step = of.entry; step < of.end; step = static_cast<StepId>(step + 1)) {
        FlowStep& flow = p_.flow[step];
        if (flow.op != FlowOp::call || is_supplied(flow.place)) continue;
        const Procedure& called = p_.procedures[ProcedureId(flow.ref)];
        for (size_t i = 0; i < called.params.size() && i < flow.args.size(); ++i) {
          if (!flow.args[i] || flow.args[i]->op != Op::state || StateId(flow.args[i]->ref) != handed)
            continue;
          places.push_back(&flow.args[i]);
          label = called.label;
          if (done.empty()) done = first_choice_of(called);
        }
      }
      if (places.empty()) continue;
      for (const StateId other : kept) {
        if (other == handed) continue;
        const std::string what =
            done.empty() ? std::string("Which hexes may be chosen") : "Which hexes may be chosen for " + done;
        offer(RivalSort::which_hexes, of.name, label, (*places.front())->place,
              fmt::format("{}: the {} alone, or the {} as well?", what, with_blanks(said(handed)),
                          with_blanks(said(other))),
              fmt::format("the {} alone", with_blanks(said(handed))), "both", [this, places, other] {
                for (ExprPtr* given : places) {
                  const Place place = (*given)->place;
                  const Type type = (*given)->type;
                  *given = make_expr(Op::unite, type, place, std::move(*given), value_of(other, place));
                }
              });
      }
    }
  }

  /// `no h in somewhere: adjacent(h, to)`
  void apart(Expr& expr, const std::string& item, CaseId label, const std::vector<VarId>& params) {
    if (expr.op != Op::not_ || expr.args[0]->op != Op::exists || asks(expr)) return;
    const Expr& some = *expr.args[0];
    const Expr& near = *some.args[0];
    if (near.op != Op::adjacent || !some.binder->domain || some.binder->where) return;
    const VarId var = some.binder->var;
    if (!is_set_of_hexes(some.binder->domain->type)) return;
    const auto is_one = [&](const Expr& hex) {
      return std::any_of(params.begin(), params.end(), [&](VarId one) { return is_variable(hex, one); });
    };
    const bool between = (is_variable(*near.args[0], var) && is_one(*near.args[1])) ||
                         (is_variable(*near.args[1], var) && is_one(*near.args[0]));
    if (!between) return;
    offer(RivalSort::apart, item, label, expr.place,
          "Must the hex no longer be adjacent, or is any other hex far enough?", "no longer adjacent",
          "any other hex is far enough",
          [&expr] { expr = std::move(*make_constant(boolean_type, 1, expr.place)); });
  }

  /// A piece of those that have to go, into a hex in which one of them was when the procedure around began.
  void just_left(Action& action) {
    if (action.params.size() != 2 || action.watch != none) return;
    const ActionParam &piece = action.params[0], &to = action.params[1];
    if (piece.mode != ParamMode::single || to.mode != ParamMode::single || !piece.domain || !to.domain)
      return;
    if (piece.domain->op != Op::state || to.domain->op != Op::neighbours) return;
    const ProcedureId going = p_.states[StateId(piece.domain->ref)].procedure;
    if (going == none || !is_piece(p_.vars[piece.var].type)) return;
    for (size_t i = 0; i < p_.procedures.size(); ++i) {
      const auto around = static_cast<ProcedureId>(i);
      const Procedure& of = p_.procedures[around];
      bool calls = false;
      for (StepId step = of.entry; step < of.end; step = static_cast<StepId>(step + 1))
        calls = calls || (p_.flow[step].op == FlowOp::call && ProcedureId(p_.flow[step].ref) == going);
      if (!calls) continue;
      for (const StateId kept : hexes_of(around)) {
        const Expr& initial = *p_.states[kept].initial;
        const bool where_these_are = initial.op == Op::image && initial.binder->at != none &&
                                     initial.binder->domain && initial.binder->domain->op == Op::variable;
        if (!where_these_are) continue;
        offer(RivalSort::just_left, action.name, action.label, action.place,
              fmt::format("May the choice {} lead into a hex that another piece has just left?",
                          phrase_of(action)),
              "yes", "no", [this, &action, kept] {
                const VarId var = action.params[1].var;
                Requirement one;
                one.label = action.label;
                one.name = "just_left";
                one.place = action.place;
                one.expr =
                    make_not(make_expr(Op::contains, boolean_type, action.place, value_of(kept, action.place),
                                       make_variable(var, p_.vars[var], action.place)));
                action.requires_.push_back(std::move(one));
              });
      }
    }
  }

  /// A piece that comes out of a box, into a hex that the player chooses.
  void at_the_edge(Action& action) {
    if (action.params.size() < 2 || action.params[0].mode != ParamMode::single || !action.body) return;
    const VarId piece = action.params[0].var;
    for (size_t i = 1; i < action.params.size(); ++i) {
      const ActionParam& to = action.params[i];
      if (to.mode != ParamMode::single || !to.domain || to.domain->op != Op::all_members ||
          p_.vars[to.var].type != hex_type)
        continue;
      bool goes = false;
      walk(
          *action.body,
          [&](const Stmt& stmt) {
            goes = goes ||
                   (stmt.op == StmtOp::assign && stmt.ref == none && stmt.args.size() == 1 &&
                    is_variable(*stmt.args[0], piece) && stmt.value && mentions_var(*stmt.value, to.var));
          },
          [](const Expr&) {});
      const bool asked =
          std::any_of(action.requires_.begin(), action.requires_.end(), [&](const Requirement& one) {
            return one.expr && any_part(*one.expr, [](const Expr& part) { return part.op == Op::on_edge; });
          });
      if (!goes || !is_out_of_a_box(action) || asked) continue;
      const VarId hex = to.var;
      const CaseId label = label_of_where(action, hex);
      offer(RivalSort::at_the_edge, action.name, label, action.place,
            fmt::format("In the choice {}, must a hex that the data do not name be at the edge of the map?",
                        phrase_of(action)),
            "no", "yes", [this, &action, hex, piece, label] {
              Requirement one;
              one.label = label;
              one.name = "at_the_edge";
              one.place = action.place;
              one.expr = make_expr(Op::on_edge, boolean_type, action.place,
                                   make_variable(hex, p_.vars[hex], action.place));
              or_named(*one.expr, hex, piece);
              action.requires_.push_back(std::move(one));
            });
    }
  }

  /// The case that says which hexes are meant: `to in closest_hexes(u)`; without one that of the action.
  CaseId label_of_where(const Action& action, VarId hex) const {
    CaseId label = action.label;
    for (const Requirement& one : action.requires_)
      if (one.expr && one.expr->op == Op::contains &&
          std::any_of(one.expr->args.begin(), one.expr->args.end(),
                      [&](const ExprPtr& arg) { return is_variable(*arg, hex); }))
        label = one.label;
    return label;
  }

  /// A hex that the data name for the piece itself is open to it wherever it lies: that is another question.
  void or_named(Expr& at_the_edge, VarId hex, VarId piece) const {
    std::vector<ExprPtr> all;
    const Place place = at_the_edge.place;
    for (size_t i = 0; i < p_.givens.size(); ++i) {
      const Given& given = p_.givens[static_cast<GivenId>(i)];
      if (given.params.size() != 1 || given.params[0] != p_.vars[piece].type || given.type.of != kind_hex ||
          (given.type.tag != TypeTag::maybe && given.type.tag != TypeTag::set))
        continue;
      ExprPtr names = make_expr(Op::given, given.type, place, make_variable(piece, p_.vars[piece], place));
      names->ref = static_cast<int32_t>(i);
      if (given.type.tag == TypeTag::maybe)
        names = make_expr(Op::set_from_maybe, Type{TypeTag::set, kind_hex, 1}, place, std::move(names));
      all.push_back(make_expr(Op::contains, boolean_type, place, std::move(names),
                              make_variable(hex, p_.vars[hex], place)));
    }
    if (all.empty()) return;
    all.insert(all.begin(),
               make_expr(Op::on_edge, boolean_type, place, make_variable(hex, p_.vars[hex], place)));
    ExprPtr any = make_expr(Op::any_of, boolean_type, place);
    any->args = std::move(all);
    at_the_edge = std::move(*any);
  }

  /// `worth(lost) >= owed()`: of a chosen set, at least so much.
  void as_little_as_will_do(Action& action, const Requirement& requirement, Expr& expr) {
    if (expr.op == Op::any_of || expr.op == Op::all_of) {
      for (ExprPtr& arg : expr.args) as_little_as_will_do(action, requirement, *arg);
      return;
    }
    if (expr.op != Op::less_equal || asks(expr) || !action.bests.empty()) return;
    const bool of_chosen =
        std::any_of(action.params.begin(), action.params.end(), [&](const ActionParam& one) {
          return one.mode == ParamMode::set && mentions_var(*expr.args[1], one.var) &&
                 !mentions_var(*expr.args[0], one.var);
        });
    if (!of_chosen) return;
    offer(RivalSort::as_little, action.name, requirement.label, expr.place,
          fmt::format("May a player choose more than the rules ask for, if less is enough, in the choice {}?",
                      phrase_of(action)),
          "yes", "no, as little as will do", [this, &action, &expr, label = requirement.label] {
            Best least;
            least.label = label;
            least.name = "as_little";
            least.place = expr.place;
            least.value = clone_fresh(p_, *expr.args[1]);
            action.bests.push_back(std::move(least));
          });
  }

  // ---- zones

  /// The two calls of `controlled(from, they) and controlled(to, they)`; none: it does not ask the same of two
  /// hexes.
  static const Expr* asked_of_both(const Expr& all, VarId from, VarId to) {
    for (const ExprPtr& a : all.args)
      for (const ExprPtr& b : all.args) {
        if (a->op != Op::call || b->op != Op::call || a->ref != b->ref || a->args.size() != b->args.size())
          continue;
        for (size_t i = 0; i < a->args.size(); ++i)
          if (is_variable(*a->args[i], from) && is_variable(*b->args[i], to)) return a.get();
      }
    return nullptr;
  }
  /// `not (controlled(from, they) and controlled(to, they))`
  void zone_to_zone(Action& action) {
    if (action.params.size() != 2) return;
    const VarId from = action.params[0].at, to = action.params[1].var;
    if (from == none || p_.vars[to].type != hex_type) return;
    for (Requirement& one : action.requires_) {
      if (!one.expr || one.expr->op != Op::not_ || one.expr->args[0]->op != Op::all_of ||
          is_supplied(one.place) || asks(*one.expr))
        continue;
      const Expr* const both = asked_of_both(*one.expr->args[0], from, to);
      if (both == nullptr) continue;
      offer(RivalSort::zone_to_zone, action.name, one.label, one.place,
            fmt::format("May a piece that begins in such a hex go straight into another such hex ({})?",
                        with_blanks(p_.definitions[DefinitionId(both->ref)].name)),
            "no", "yes", [&one] { one.expr = make_constant(boolean_type, 1, one.place); });
    }
  }

  /// `controlled(h, by) = exists e in units(by) at g: controls(g, h)`: the piece's hex and this one.
  bool is_zone(const Definition& one) const {
    if (one.params.size() != 2 || !one.body || one.body->op != Op::exists || !one.exceptions.empty())
      return false;
    if (p_.vars[one.params[0]].type != hex_type || p_.vars[one.params[1]].type.tag != TypeTag::entity)
      return false;
    const Binder& binder = *one.body->binder;
    const Expr& near = *one.body->args[0];
    return binder.at != none && !binder.on && !binder.where && is_of(binder, one.params[1]) &&
           mentions_var(near, binder.at) && mentions_var(near, one.params[0]) &&
           !mentions_var(near, binder.var);
  }
  /// `in units(by)`, with the side as that variable.
  bool is_of(const Binder& binder, VarId side) const {
    const Expr& domain = *binder.domain;
    return domain.op == Op::call && domain.args.size() == 1 && is_variable(*domain.args[0], side) &&
           domain.type.tag == TypeTag::set && p_.kinds[domain.type.of].on_map;
  }
  /// `exists u in units(by) on h`: a piece counts in its hex. `controlled(h, by)` would be its zone: of several, the one
  /// that the rules ask for most often.
  void in_its_zone() {
    std::map<DefinitionId, size_t> asked;
    for (size_t i = 0; i < p_.definitions.size(); ++i)
      if (is_zone(p_.definitions[static_cast<DefinitionId>(i)])) asked[static_cast<DefinitionId>(i)] = 0;
    anatomy(p_, [&](const Line&, const Expr& top) {
      walk(top, [&](const Expr& one) {
        if (one.op != Op::call) return;
        if (const auto zone = asked.find(DefinitionId(one.ref)); zone != asked.end()) ++zone->second;
      });
    });
    std::vector<DefinitionId> zones;
    for (const auto& [zone, times] : asked) zones.push_back(zone);
    std::stable_sort(zones.begin(), zones.end(),
                     [&](DefinitionId a, DefinitionId b) { return asked[a] > asked[b]; });
    std::set<const Expr*> read;
    for (const DefinitionId zone : zones) {
      const Expr& pieces = *p_.definitions[zone].body->binder->domain;
      for (size_t k = static_cast<size_t>(zone) + 1; k < p_.definitions.size(); ++k) {
        Definition& definition = p_.definitions[static_cast<DefinitionId>(k)];
        if (definition.body && definition.type.tag == TypeTag::boolean)
          counts_in_its_zone(*definition.body, definition, zone, pieces, read);
      }
    }
  }
  /// What is denied is another question: whoever may not be there is not near either, or is.
  void counts_in_its_zone(Expr& expr, const Definition& of, DefinitionId zone, const Expr& pieces,
                          std::set<const Expr*>& read) {
    if (expr.op == Op::all_of || expr.op == Op::any_of) {
      for (ExprPtr& arg : expr.args) counts_in_its_zone(*arg, of, zone, pieces, read);
      return;
    }
    if (expr.op != Op::exists || asks(expr)) return;
    const Binder& binder = *expr.binder;
    if (!binder.on || binder.on->op != Op::variable || binder.where || !binder.domain ||
        binder.domain->op != Op::call || binder.domain->ref != pieces.ref ||
        expr.args[0]->op != Op::constant || !read.insert(&expr).second)
      return;
    offer(RivalSort::in_its_zone, of.name, of.label, expr.place,
          fmt::format("Does this hold only in the hex that a piece is in, or also in its zone ({})?",
                      with_blanks(p_.definitions[zone].name)),
          "only in its hex", "in its zone as well", [this, &expr, zone] {
            const Place place = expr.place;
            ExprPtr near = make_expr(Op::call, boolean_type, place, clone_fresh(p_, *expr.binder->on),
                                     clone_fresh(p_, *expr.binder->domain->args[0]));
            near->ref = static_cast<int32_t>(zone);
            ExprPtr there(std::move(expr));
            expr = std::move(*make_expr(Op::any_of, boolean_type, place, std::move(there), std::move(near)));
          });
  }

  // ---- what binds a piece that goes

  /// A state of pieces that one of these choices asks to be off, and another one that moves a piece does not.
  void had_to_stop(const Site& site) {
    for (const Alternative& one : site.alternatives) {
      const Action& asking = p_.actions[one.action];
      if (asking.params.empty()) continue;
      const VarId piece = asking.params[0].var;
      if (!is_piece(p_.vars[piece].type)) continue;
      for (const Requirement& require : asking.requires_) {
        if (!require.expr || is_supplied(require.place) || asks(*require.expr)) continue;
        const StateId off = state_off(*require.expr, piece);
        if (off == none || p_.states[off].procedure != site.procedure || p_.states[off].phrase.empty() ||
            is_of_others(off))
          continue;
        for (const Alternative& other : site.alternatives)
          if (other.action != one.action) not_asked(p_.actions[other.action], off, p_.vars[piece].type);
      }
    }
  }
  /// What an effect writes is for pieces that do not act: another one ends their move.
  bool is_of_others(StateId state) const {
    bool found = false;
    for (const Effect& effect : p_.effects)
      for (const EffectEntry& entry : effect.entries) {
        if (!entry.body) continue;
        walk(
            *entry.body,
            [&](const Stmt& stmt) {
              found = found || (stmt.op == StmtOp::assign && stmt.ref2 == none && StateId(stmt.ref) == state);
            },
            [](const Expr&) {});
      }
    return found;
  }
  /// `place(u) = reserve`: the piece is off the map.
  static bool is_out_of_a_box(const Action& action) {
    return std::any_of(action.requires_.begin(), action.requires_.end(), [&](const Requirement& one) {
      if (!one.expr || one.expr->op != Op::equal) return false;
      const Expr &a = *one.expr->args[0], &b = *one.expr->args[1];
      const Expr& place = a.op == Op::place_of ? a : b;
      const Expr& box = a.op == Op::place_of ? b : a;
      return place.op == Op::place_of && box.op == Op::box &&
             is_variable(*place.args[0], action.params[0].var);
    });
  }
  /// `not halted(u)`
  StateId state_off(const Expr& expr, VarId piece) const {
    if (expr.op != Op::not_ || expr.args[0]->op != Op::state) return none;
    const Expr& state = *expr.args[0];
    return state.args.size() == 1 && is_variable(*state.args[0], piece) ? StateId(state.ref) : StateId(none);
  }
  void not_asked(Action& action, StateId off, const Type& of) {
    if (action.params.empty() || action.params[0].mode != ParamMode::single ||
        p_.vars[action.params[0].var].type != of || !action.body || is_out_of_a_box(action))
      return;
    const VarId piece = action.params[0].var;
    bool moves = false, asked = false;
    walk(
        *action.body,
        [&](const Stmt& stmt) {
          moves = moves || (stmt.op == StmtOp::assign && stmt.ref == none && stmt.args.size() == 1 &&
                            is_variable(*stmt.args[0], piece));
        },
        [](const Expr&) {});
    for (const Requirement& one : action.requires_)
      asked = asked || (one.expr && any_part(*one.expr, [&](const Expr& part) {
                          return part.op == Op::state && StateId(part.ref) == off;
                        }));
    if (!moves || asked) return;
    offer(RivalSort::had_to_stop, action.name, action.label, action.place,
          fmt::format("May a piece of which the rules say \"{}\" still make the choice {}?", said(off),
                      phrase_of(action)),
          "yes", "no", [this, &action, off, piece] {
            ExprPtr on = make_expr(Op::state, boolean_type, action.place,
                                   make_variable(piece, p_.vars[piece], action.place));
            on->ref = off;
            Requirement one;
            one.label = action.label;
            one.name = "had_to_stop";
            one.place = action.place;
            one.expr = make_not(std::move(on));
            action.requires_.push_back(std::move(one));
          });
    made().state = off;
  }

  /// `bridge(u)`, in an expression or in a definition that it calls.
  bool speaks_of(const Expr& expr, GivenId given) const {
    std::set<DefinitionId> seen;
    return speaks_of(expr, given, seen);
  }
  bool speaks_of(const Expr& expr, GivenId given, std::set<DefinitionId>& seen) const {
    return any_part(expr, [&](const Expr& one) {
      if (one.op == Op::given && GivenId(one.ref) == given) return true;
      const bool called = one.op == Op::call && seen.insert(DefinitionId(one.ref)).second;
      const Definition* const of = called ? &p_.definitions[DefinitionId(one.ref)] : nullptr;
      return of != nullptr && of->body && speaks_of(*of->body, given, seen);
    });
  }
  /// `not bridge(u) or ...`
  bool binds_the_single(const Expr& expr, GivenId given) const {
    return expr.op == Op::any_of && std::any_of(expr.args.begin(), expr.args.end(), [&](const ExprPtr& one) {
             return one->op == Op::not_ && one->args[0]->op == Op::given &&
                    GivenId(one->args[0]->ref) == given;
           });
  }
  void bound_too(GivenId id) {
    const Given& given = p_.givens[id];
    if (given.type.tag != TypeTag::boolean || given.params.size() != 1 || !is_piece(given.params[0])) return;
    std::map<CaseId, size_t> times;
    anatomy(p_, [&](const Line& line, const Expr& top) {
      walk(top, [&](const Expr& expr) {
        if (binds_the_single(expr, id)) ++times[line.label];
      });
    });
    for (Action& action : p_.actions) {
      for (Requirement& one : action.requires_) {
        if (!one.expr || !binds_the_single(*one.expr, id) || times[one.label] < 2 || is_supplied(one.place))
          continue;
        const auto also = [&](const Requirement& other) {
          return &other != &one && other.expr && speaks_of(*other.expr, id);
        };
        // What binds it in several ways is bound on purpose.
        if (std::any_of(action.requires_.begin(), action.requires_.end(), also) ||
            std::any_of(action.ensures.begin(), action.ensures.end(), also))
          continue;
        offer(
            RivalSort::bound_too, action.name, one.label, one.place,
            fmt::format("Does this condition for {{piece}} also hold for the choice {}?", phrase_of(action)),
            "yes", "no", [&one] { one.expr = make_constant(boolean_type, 1, one.place); }, id);
      }
    }
  }

  /// An adjustment of what a piece has, at a time: night.
  void off_the_map(Definition& definition) {
    if (definition.params.empty() || !is_piece(p_.vars[definition.params[0]].type)) return;
    const VarId piece = definition.params[0];
    const auto offer_for = [&](ExprPtr& when, CaseId label, const Place& place) {
      if (!when || is_supplied(when->place) || asks(*when) || any_part(*when, [&](const Expr& one) {
            return one.op == Op::option_value ||
                   std::any_of(definition.params.begin(), definition.params.end(),
                               [&](VarId var) { return is_variable(one, var); });
          }))
        return;
      offer(RivalSort::off_the_map, definition.name, label, place,
            fmt::format("Does this rule also apply to a piece that comes onto the map at that time ({})?",
                        with_blanks(definition.name)),
            "yes", "no", [this, &when, piece] {
              const Place at = when->place;
              ExprPtr there =
                  make_expr(Op::on_map, boolean_type, at, make_variable(piece, p_.vars[piece], at));
              there->ref = p_.vars[piece].type.of;
              when = make_expr(Op::all_of, boolean_type, at, std::move(when), std::move(there));
            });
    };
    for (Exception& one : definition.exceptions) offer_for(one.when, one.label, one.place);
    for (Adjustment& one : definition.adjustments) offer_for(one.when, one.label, one.place);
  }
};

}  // namespace

void find_rivals_of_moves(Program& program, std::vector<FoundRival>& found) {
  find_with<OfMoves>(program, found);
}

}  // namespace casebook::language
