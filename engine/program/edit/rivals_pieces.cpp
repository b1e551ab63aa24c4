// SPDX-License-Identifier: Apache-2.0
// Rivals of who may act, who counts, and when.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/base/text.h"
#include "engine/program/anatomy.h"
#include "engine/program/edit/rivals_parts.h"
#include "engine/program/expression.h"
#include "engine/program/walk.h"

namespace casebook::language {
namespace {

class OfPieces : RivalFinder {
 public:
  using RivalFinder::RivalFinder;

  void run() {
    for (size_t i = 0; i < p_.procedures.size(); ++i) choosers(static_cast<ProcedureId>(i));
    for (size_t i = 0; i < p_.givens.size(); ++i) single_pieces(static_cast<GivenId>(i));
    for (Definition& definition : p_.definitions) {
      if (!definition.body) continue;
      if (!asks(*definition.body)) type_counts(definition);
      one_is_enough(definition);
    }
    exceptions();
    for (Action& action : p_.actions) one(action);
    for (size_t i = 0; i < p_.states.size(); ++i) taken_up_again(static_cast<StateId>(i));
    for (size_t i = 0; i < p_.flow.size(); ++i) only_some(static_cast<StepId>(i));
    for (Effect& effect : p_.effects) {
      for (EffectEntry& entry : effect.entries) {
        const CaseId label = entry.label == none ? effect.label : entry.label;
        if (entry.body && !(entry.when && asks(*entry.when)))
          ends_at_once(*entry.body, effect.name, label, "");
      }
    }
  }

 private:
  bool two_sides() const {
    return p_.kind_side != none && p_.kinds[p_.kind_side].closed &&
           p_.kinds[p_.kind_side].members.size() == 2;
  }

  // ---- who chooses

  /// Whether every alternative is about pieces that the procedure names: nobody may leave it out.
  bool is_consequence(const Site& site) const {
    if (site.alternatives.empty()) return false;
    return std::all_of(site.alternatives.begin(), site.alternatives.end(), [&](const Alternative& one) {
      const Action& action = p_.actions[one.action];
      if (action.watch != none) return false;
      return std::any_of(action.params.begin(), action.params.end(), [&](const ActionParam& param) {
        if (!param.domain) return false;
        const Type& type = param.domain->type;
        const bool pieces =
            (type.tag == TypeTag::set || type.tag == TypeTag::maybe) && p_.kinds[type.of].on_map;
        return pieces && any_part(*param.domain, [&](const Expr& part) {
                 return part.op == Op::state && p_.states[StateId(part.ref)].procedure != none;
               });
      });
    });
  }

  /// `the loser`, of `loser()`; what is made up of more stays as the rules write it.
  std::string side_in_words(const Expr& by) const {
    if (by.op == Op::call && by.args.empty())
      return "the " + with_blanks(p_.definitions[DefinitionId(by.ref)].name);
    if (by.op == Op::other_side) {
      const std::string side = side_in_words(*by.args[0]);
      return side.starts_with("the ") ? "the other side than " + side : written(by.place);
    }
    return written(by.place);
  }

  void choosers(ProcedureId procedure) {
    if (!two_sides()) return;
    for (Site& site : p_.sites) {
      if (site.procedure != procedure || site.kind != SiteKind::choose || !site.by) continue;
      if (!is_consequence(site) || asks(*site.by)) continue;
      bool asked = false;
      std::string phrases;
      CaseId label = none;
      for (const Alternative& one : site.alternatives) {
        const Action& action = p_.actions[one.action];
        anatomy_of_guard(action,
                         [&](const Line&, const Expr& expr) { asked = asked || reads_a_reading(expr); });
        phrases += (phrases.empty() ? "" : " or ") + phrase_of(action);
        if (label == none) label = action.label;
      }
      // The same procedure may ask who chooses elsewhere.
      anatomy(p_, p_.procedures[procedure], [&](const Line& line, const Expr& expr) {
        if (line.sort == LineSort::step) asked = asked || reads_a_reading(expr);
      });
      if (asked) continue;
      offer(RivalSort::chooser, p_.procedures[procedure].name, label, p_.flow[site.flow].place,
            "Who makes the choice " + phrases + "?", side_in_words(*site.by), "the other side", [&site] {
              const Place place = site.by->place;
              const Type type = site.by->type;
              site.by = make_expr(Op::other_side, type, place, std::move(site.by));
            });
    }
  }

  // ---- a piece that is the only one of its sort

  bool is_given(const Expr& expr, GivenId given, VarId var) const {
    return expr.op == Op::given && GivenId(expr.ref) == given && expr.args.size() == 1 &&
           is_variable(*expr.args[0], var);
  }
  bool mentions_given(const Expr& expr, GivenId given) const {
    return any_part(expr, [&](const Expr& one) { return one.op == Op::given && GivenId(one.ref) == given; });
  }
  ExprPtr not_given(GivenId given, VarId var, const Place& place) const {
    ExprPtr asked = make_expr(Op::given, boolean_type, place, make_variable(var, p_.vars[var], place));
    asked->ref = given;
    return make_not(std::move(asked));
  }

  void single_pieces(GivenId id) {
    const Given& given = p_.givens[id];
    if (given.type.tag != TypeTag::boolean || given.params.size() != 1 || !is_piece(given.params[0])) return;
    for (Action& action : p_.actions) {
      for (const ActionParam& param : action.params)
        if (param.mode == ParamMode::single && p_.vars[param.var].type == given.params[0])
          may_the_single(id, action, param.var);
    }
    for (size_t of = 0; of < p_.givens.size(); ++of) type_of_single(id, static_cast<GivenId>(of));
  }

  void may_the_single(GivenId given, Action& action, VarId var) {
    const std::string question =
        "May {piece} make the choice " + phrase_of(action) + ", as the other pieces may?";
    bool speaks_of_it = false;
    for (Requirement& one : action.requires_) {
      if (!one.expr || !mentions_given(*one.expr, given)) continue;
      speaks_of_it = true;
      if (one.expr->op != Op::not_ || !is_given(*one.expr->args[0], given, var) || is_supplied(one.place))
        continue;
      offer(
          RivalSort::single_piece, action.name, one.label, one.place, question, "no", "yes",
          [&one] { one.expr = make_constant(boolean_type, 1, one.place); }, given);
    }
    if (speaks_of_it || !action.body) return;
    bool leaves_the_map = false, mentions = false;
    walk(
        *action.body,
        [&](const Stmt& stmt) {
          leaves_the_map = leaves_the_map || (stmt.op == StmtOp::assign && stmt.ref == none && stmt.value &&
                                              stmt.value->op == Op::box && stmt.args.size() == 1 &&
                                              is_variable(*stmt.args[0], var));
        },
        [&](const Expr& expr) { mentions = mentions || mentions_given(expr, given); });
    if (!leaves_the_map || mentions) return;
    offer(
        RivalSort::single_piece, action.name, action.label, action.place, question, "yes", "no",
        [this, &action, given, var] {
          Requirement never;
          never.label = action.label;
          never.name = "single_piece";
          never.expr = not_given(given, var, action.place);
          never.place = action.place;
          action.requires_.push_back(std::move(never));
        },
        given);
  }

  /// `type(p) = constant`
  const Expr* type_tested(const Expr& expr, GivenId type, VarId var) const {
    if (expr.op != Op::equal || expr.args[1]->op != Op::constant) return nullptr;
    return is_given(*expr.args[0], type, var) ? expr.args[1].get() : nullptr;
  }
  bool is_type(GivenId id) const {
    const Given& given = p_.givens[id];
    return given.params.size() == 1 && is_piece(given.params[0]) && given.type.tag == TypeTag::entity &&
           p_.kinds[given.type.of].closed && given.type.of != p_.kind_side;
  }

  void type_of_single(GivenId single, GivenId type) {
    if (!is_type(type) || p_.givens[type].params[0] != p_.givens[single].params[0]) return;
    std::vector<DefinitionId> of;
    for (size_t i = 0; i < p_.definitions.size(); ++i) {
      const Definition& one = p_.definitions[i];
      if (one.params.size() != 1 || one.type.tag != TypeTag::boolean || !one.body) continue;
      const bool tests = any_part(
          *one.body, [&](const Expr& part) { return type_tested(part, type, one.params[0]) != nullptr; });
      if (tests && !mentions_given(*one.body, single) && !asks(*one.body))
        of.push_back(static_cast<DefinitionId>(i));
    }
    if (of.empty()) return;
    const Definition& first = p_.definitions[of.front()];
    offer(
        RivalSort::type_of_single, first.name, first.label, first.place,
        fmt::format("Does {{piece}} count by its {}, as the others do?", with_blanks(p_.givens[type].name)),
        "yes", "no",
        [this, of, single] {
          for (const DefinitionId id : of) {
            Definition& one = p_.definitions[id];
            const Place place = one.body->place;
            one.body = make_expr(Op::all_of, boolean_type, place, not_given(single, one.params[0], place),
                                 std::move(one.body));
          }
        },
        single);
  }

  void type_counts(Definition& definition) {
    if (definition.params.size() != 1 || definition.type.tag != TypeTag::boolean) return;
    change(*definition.body, [&](Expr& expr) {
      if (expr.op != Op::any_of) return;
      for (size_t type = 0; type < p_.givens.size(); ++type) {
        if (!is_type(static_cast<GivenId>(type))) continue;
        std::vector<size_t> tests;
        for (size_t i = 0; i < expr.args.size(); ++i)
          if (type_tested(*expr.args[i], static_cast<GivenId>(type), definition.params[0]))
            tests.push_back(i);
        if (tests.size() < 2) continue;
        const size_t last = tests.back();
        const auto& members = p_.kinds[p_.givens[static_cast<GivenId>(type)].type.of].members;
        const std::string& member = members[static_cast<size_t>(expr.args[last]->args[1]->value)];
        offer(RivalSort::type_counts, definition.name, definition.label, expr.args[last]->place,
              fmt::format("Does {} count as {}?", with_blanks(member), with_blanks(definition.name)), "yes",
              "no",
              [&expr, last] { expr.args[last] = make_constant(boolean_type, 0, expr.args[last]->place); });
      }
    });
  }

  // ---- how far an exception reaches

  struct ExceptionAt {
    DefinitionId definition;
    size_t which;
  };
  /// The parts of a condition that ask for something else than the pieces it is about: night, a turn.
  std::vector<size_t> not_of_the_piece(const Definition& definition, const Expr& when) const {
    std::vector<size_t> others;
    if (when.op != Op::all_of) return others;
    for (size_t i = 0; i < when.args.size(); ++i)
      if (when.args[i]->op != Op::option_value &&
          std::none_of(definition.params.begin(), definition.params.end(),
                       [&](VarId var) { return mentions_var(*when.args[i], var); }))
        others.push_back(i);
    const bool of_it = std::any_of(when.args.begin(), when.args.end(), [&](const ExprPtr& one) {
      return std::any_of(definition.params.begin(), definition.params.end(),
                         [&](VarId var) { return mentions_var(*one, var); });
    });
    return of_it ? others : std::vector<size_t>();
  }
  void exceptions() {
    std::map<CaseId, std::vector<ExceptionAt>> of_case;
    for (size_t i = 0; i < p_.definitions.size(); ++i) {
      const Definition& one = p_.definitions[i];
      for (size_t k = 0; k < one.exceptions.size(); ++k)
        if (one.exceptions[k].when && !is_supplied(one.exceptions[k].place))
          of_case[one.exceptions[k].label].push_back({static_cast<DefinitionId>(i), k});
    }
    for (const auto& [label, all] : of_case) {
      for (const ExceptionAt& at : all) {
        Definition& definition = p_.definitions[at.definition];
        Exception& exception = definition.exceptions[at.which];
        if (asks(*exception.when) || (exception.value && asks(*exception.value))) continue;
        if (all.size() > 1)
          offer(RivalSort::exception, definition.name, label, exception.place,
                fmt::format("Does it apply to {} as well ({})?", p_.label_text(definition.label),
                            with_blanks(definition.name)),
                "yes", "no",
                [&exception] { exception.when = make_constant(boolean_type, 0, exception.place); });
        const std::vector<size_t> others = not_of_the_piece(definition, *exception.when);
        if (others.empty()) continue;
        offer(
            RivalSort::exception, definition.name, label, exception.place,
            fmt::format("Does it apply to {} ({}) at these times only: {}?", p_.label_text(definition.label),
                        with_blanks(definition.name), written(exception.when->args[others.front()]->place)),
            "yes", "no, always", [&exception, others] {
              for (const size_t i : others)
                exception.when->args[i] = make_constant(boolean_type, 1, exception.place);
            });
      }
    }
  }

  // ---- sets that are given or chosen

  void one_is_enough(Definition& definition) {
    if (definition.type.tag != TypeTag::boolean || asks(*definition.body)) return;
    Expr& body = *definition.body;
    const bool none_not =
        body.op == Op::not_ && body.args[0]->op == Op::exists && body.args[0]->args[0]->op == Op::not_;
    if (!none_not && body.op != Op::for_all) return;
    const Binder& binder = none_not ? *body.args[0]->binder : *body.binder;
    const bool of_a_set = std::any_of(definition.params.begin(), definition.params.end(), [&](VarId var) {
      return p_.vars[var].type.tag == TypeTag::set && binder.domain && is_variable(*binder.domain, var);
    });
    if (!of_a_set) return;
    offer(RivalSort::one_is_enough, definition.name, definition.label, definition.place,
          std::string("Must all pieces of the set meet this condition, or is one piece enough?"), "all must",
          "one is enough", [&body, none_not] {
            if (none_not) {
              ExprPtr some = std::move(body.args[0]);
              some->args[0] = std::move(some->args[0]->args[0]);
              body = std::move(*some);
            } else {
              body.op = Op::exists;
            }
          });
  }

  void exactly(Action& action, Requirement& requirement, Expr& expr) {
    if (expr.op == Op::any_of || expr.op == Op::all_of) {
      for (ExprPtr& arg : expr.args) exactly(action, requirement, *arg);
      return;
    }
    if (expr.op != Op::less_equal || expr.args[0]->type != expr.args[1]->type || asks(expr)) return;
    const bool of_chosen =
        std::any_of(action.params.begin(), action.params.end(), [&](const ActionParam& one) {
          return one.mode == ParamMode::set && mentions_var(*expr.args[1], one.var) &&
                 !mentions_var(*expr.args[0], one.var);
        });
    if (!of_chosen) return;
    offer(RivalSort::exactly, action.name, requirement.label, expr.place,
          fmt::format("For the choice {}, must the chosen pieces make up exactly what the rules ask for?",
                      phrase_of(action)),
          "no, at least that", "yes", [&expr] { expr.op = Op::equal; });
  }

  // ---- in which order, and when

  void taken_up_again(StateId id) {
    const State& state = p_.states[id];
    if (state.type.tag != TypeTag::boolean || state.params.size() != 1 || !is_piece(state.params[0]) ||
        state.procedure == none || state.hidden)
      return;
    bool of_others = false, otherwise = false;
    const auto writes = [&](const Stmt& stmt) {
      return stmt.op == StmtOp::assign && stmt.ref2 == none && StateId(stmt.ref) == id;
    };
    anatomy(p_, [&](const Line&, Stmt& top) {
      walk(
          top,
          [&](const Stmt& stmt) {
            if (writes(stmt)) ++written_;
            if (stmt.op != StmtOp::for_all && stmt.op != StmtOp::for_each) return;
            const Binder& binder = *stmt.binder;
            const bool another = binder.where && any_part(*binder.where, [&](const Expr& one) {
                                   return one.op == Op::not_ && one.args[0]->op == Op::equal &&
                                          (is_variable(*one.args[0]->args[0], binder.var) ||
                                           is_variable(*one.args[0]->args[1], binder.var));
                                 });
            for (const StmtPtr& inner : stmt.body) {
              if (!inner) continue;
              walk(
                  *inner,
                  [&](const Stmt& below) {
                    if (!writes(below)) return;
                    --written_;
                    const bool of_it = below.args.size() == 1 && is_variable(*below.args[0], binder.var);
                    (another && of_it && !asks(*binder.where) ? of_others : otherwise) = true;
                  },
                  [](const Expr&) {});
            }
          },
          [](const Expr&) {});
    });
    otherwise = otherwise || written_ != 0;
    written_ = 0;
    if (!of_others || otherwise) return;
    std::vector<Requirement*> all;
    for (Action& action : p_.actions)
      for (Requirement& one : action.requires_)
        if (one.expr && one.expr->op == Op::not_ && one.expr->args[0]->op == Op::state &&
            StateId(one.expr->args[0]->ref) == id && !is_supplied(one.place))
          all.push_back(&one);
    if (all.empty()) return;
    offer(RivalSort::taken_up_again, state.name, all.front()->label, all.front()->place,
          "May a piece go on after another piece has acted?", "no", "yes", [all] {
            for (Requirement* one : all) one->expr = make_constant(boolean_type, 1, one->place);
          });
  }

  void ends_at_once(Stmt& stmt, const std::string& item, CaseId around, const std::string& what) {
    const CaseId label = stmt.label == none ? around : stmt.label;
    if (stmt.op == StmtOp::branch && stmt.value && asks(*stmt.value)) return;
    if (stmt.op == StmtOp::end_game && !is_supplied(stmt.place)) {
      offer(RivalSort::end_at_once, item, label, stmt.place,
            what.empty() ? std::string("Does the game end at once?")
                         : fmt::format("Does the game end at once ({})?", what),
            "yes", "no, play goes on and the winner is found at the end", [&stmt] {
              Stmt nothing;
              nothing.place = stmt.place;
              nothing.label = stmt.label;
              stmt = std::move(nothing);
            });
      return;
    }
    for (StmtPtr& inner : stmt.body)
      if (inner) ends_at_once(*inner, item, label, what);
  }

  /// Where flow goes from a step that decides nothing.
  StepId goes_on_at(StepId at) const {
    while (at != none) {
      const FlowStep& step = p_.flow[at];
      const bool never = step.op == FlowOp::branch && step.expr->op == Op::constant && step.expr->value == 0;
      if (step.op != FlowOp::jump && !never) break;
      at = step.target;
    }
    return at;
  }
  /// What has to hold, by case: what one case asks is one condition.
  std::map<CaseId, std::vector<const Expr*>> conditions_of(const Expr& expr) const {
    std::map<CaseId, std::vector<const Expr*>> all;
    if (expr.op != Op::call || !expr.args.empty()) return all;
    const Definition& of = p_.definitions[DefinitionId(expr.ref)];
    if (!of.body || of.body->op != Op::list || of.body->list->kind != ListKind::all_of || asks(*of.body) ||
        !of.exceptions.empty())
      return all;
    for (const ListEntry& one : of.body->list->entries) {
      if (one.when || one.per) return {};
      all[one.label].push_back(one.value.get());
    }
    return all;
  }
  /// `if white_has_won() then end game won by white`, and else `end game won by black`.
  void only_some(StepId at) {
    const FlowStep& branch = p_.flow[at];
    const auto next = static_cast<StepId>(at + 1);
    if (branch.op != FlowOp::branch || is_supplied(branch.place) ||
        at + 1 >= static_cast<int32_t>(p_.flow.size()) || p_.flow[next].op != FlowOp::end_game ||
        !p_.flow[next].expr)
      return;
    const StepId other = goes_on_at(branch.target);
    if (other == none || p_.flow[other].op != FlowOp::end_game) return;
    FlowStep& lost = p_.flow[other];
    if (!lost.expr || lost.expr->op != Op::constant || p_.flow[next].expr->op != Op::constant ||
        lost.expr->value == p_.flow[next].expr->value || is_supplied(lost.place))
      return;
    const auto conditions = conditions_of(*branch.expr);
    if (conditions.size() < 2) return;
    const auto name = [&](const Expr& side) {
      return p_.kinds[p_.kind_side].members[static_cast<size_t>(side.value)];
    };
    const Definition& of = p_.definitions[DefinitionId(branch.expr->ref)];
    offer(RivalSort::only_some, of.name, lost.label == none ? of.label : lost.label, lost.place,
          fmt::format("Who wins if only some of the conditions hold that {} needs?",
                      with_blanks(name(*p_.flow[next].expr))),
          with_blanks(name(*lost.expr)), "nobody", [this, &lost, conditions] {
            const Place place = lost.place;
            ExprPtr some = make_expr(Op::any_of, boolean_type, place);
            for (const auto& [label, all] : conditions) {
              ExprPtr one = make_expr(Op::all_of, boolean_type, place);
              for (const Expr* part : all) one->args.push_back(clone_fresh(p_, *part));
              some->args.push_back(std::move(one));
            }
            const auto end = [&](ExprPtr winner) {
              Stmt stmt;
              stmt.op = StmtOp::end_game;
              stmt.place = place;
              stmt.label = lost.label;
              stmt.value = std::move(winner);
              return StmtPtr(std::move(stmt));
            };
            Stmt either;
            either.op = StmtOp::branch;
            either.place = place;
            either.label = lost.label;
            either.value = std::move(some);
            either.body.push_back(end(nullptr));
            either.body.push_back(end(std::move(lost.expr)));
            lost.op = FlowOp::run;
            lost.expr = nullptr;
            lost.stmt = StmtPtr(std::move(either));
          });
  }

  void one(Action& action) {
    for (Requirement& one : action.requires_)
      if (one.expr && !is_supplied(one.place)) exactly(action, one, *one.expr);
    for (Requirement& one : action.ensures) {
      if (!one.expr || is_supplied(one.place) || asks(*one.expr)) continue;
      offer(RivalSort::ensured, action.name, one.label, one.place,
            fmt::format("Must this condition hold right after the choice {}, or only later?",
                        phrase_of(action)),
            "yes", "no, not yet", [&one] { one.expr = make_constant(boolean_type, 1, one.place); });
    }
    if (action.body) ends_at_once(*action.body, action.name, action.label, phrase_of(action));
  }

  int written_ = 0;
};

}  // namespace

void find_rivals_of_pieces(Program& program, std::vector<FoundRival>& found) {
  find_with<OfPieces>(program, found);
}

}  // namespace casebook::language
