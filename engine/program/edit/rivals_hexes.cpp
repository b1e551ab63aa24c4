// SPDX-License-Identifier: Apache-2.0
// Rivals of being adjacent, of ways through hexes, and of ground.
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

class OfHexes : RivalFinder {
 public:
  using RivalFinder::RivalFinder;

  void run() {
    barriers_ = barriers_in(p_);
    for (size_t i = 0; i < p_.definitions.size(); ++i) {
      Definition& definition = p_.definitions[i];
      if (!definition.body || definition.type.tag != TypeTag::boolean) continue;
      next_to(definition);
      along(definition);
      over_barriers(*definition.body, definition.name, definition.label, "this rule", i);
      besides(definition);
    }
    for (Field& field : p_.fields) {
      ends(field);
      way_over_barriers(field);
      way_along(field);
    }
    for (Action& action : p_.actions) one(action);
  }

 private:
  // ---- ways through hexes

  void ends(Field& field) {
    if (field.type.tag != TypeTag::boolean || !field.through || !field.goal) return;
    if (asks(*field.goal) || asks(*field.through)) return;
    const std::string question = "Must the ends of the way meet the conditions for the hexes between them?";
    const auto says_where = [](const Expr& expr) { return expr.op == Op::equal || expr.op == Op::contains; };
    if (field.goal->op == Op::all_of) {
      std::vector<size_t> conditions;
      for (size_t i = 0; i < field.goal->args.size(); ++i)
        if (!says_where(*field.goal->args[i])) conditions.push_back(i);
      if (!conditions.empty() && conditions.size() < field.goal->args.size()) {
        std::vector<ExprPtr> occupied;
        for (const size_t i : conditions)
          occupants(*field.goal->args[i], field.goal_var, field.goal_var, occupied);
        offer(RivalSort::ends, field.name, field.label, field.place, question, "yes",
              occupied.empty() ? "no" : "no, only a piece in one of them closes it",
              [this, &field, conditions] {
                for (const size_t i : conditions) {
                  const ExprPtr was = std::move(field.goal->args[i]);
                  field.goal->args[i] = occupants_of(*was, field.goal_var, field.goal_var);
                  if (field.across) free_other_end(*field.across, field, *was);
                }
              });
        return;
      }
    }
    offer(RivalSort::ends, field.name, field.label, field.place, question, "no", "yes", [this, &field] {
      const Place place = field.goal->place;
      ExprPtr also = clone_fresh(p_, *field.through, {{field.through_var, field.goal_var}});
      field.goal = make_expr(Op::all_of, boolean_type, place, std::move(field.goal), std::move(also));
    });
  }

  /// The parts of a condition of a hex that ask who is in it: `no e in enemies on h`. They are copied, about `hex` in
  /// place of `of`.
  void occupants(const Expr& condition, VarId of, VarId hex, std::vector<ExprPtr>& found) {
    if (condition.op == Op::all_of) {
      for (const ExprPtr& one : condition.args) occupants(*one, of, hex, found);
    } else if (condition.op == Op::list && condition.list->kind == ListKind::all_of) {
      for (const ListEntry& one : condition.list->entries)
        if (!one.when && one.value) occupants(*one.value, of, hex, found);
    } else if (condition.op == Op::call && condition.args.size() == 1 &&
               is_variable(*condition.args[0], of)) {
      const Definition& called = p_.definitions[DefinitionId(condition.ref)];
      if (called.body && called.exceptions.empty() && called.adjustments.empty())
        occupants(*called.body, called.params[0], hex, found);
    } else if (condition.op == Op::not_ && condition.args[0]->op == Op::exists) {
      const Binder& binder = *condition.args[0]->binder;
      if (binder.on && is_variable(*binder.on, of)) found.push_back(clone_fresh(p_, condition, {{of, hex}}));
    }
  }
  ExprPtr occupants_of(const Expr& condition, VarId of, VarId hex) {
    std::vector<ExprPtr> parts;
    occupants(condition, of, hex, parts);
    if (parts.empty()) return make_constant(boolean_type, 1, condition.place);
    ExprPtr all = make_expr(Op::all_of, boolean_type, condition.place);
    all->args = std::move(parts);
    return all;
  }
  /// A way may ask of each hex that it comes from what it asks of its goal: the other end is free as well then.
  void free_other_end(Expr& across, const Field& field, const Expr& condition) {
    if (across.op == Op::all_of) {
      for (ExprPtr& one : across.args) free_other_end(*one, field, condition);
      return;
    }
    if (condition.op != Op::call || across.op != Op::call || across.ref != condition.ref ||
        across.args.size() != 1 || !is_variable(*across.args[0], field.from_var))
      return;
    across = std::move(*occupants_of(condition, field.goal_var, field.from_var));
  }

  void over_barriers(Expr& top, const std::string& item, CaseId label, const std::string& what,
                     size_t before) {
    for (const auto& barrier : barriers_) {
      if (barrier.first == Op::call && static_cast<size_t>(barrier.second) >= before) continue;
      const auto is_barrier = [&](const Expr& one) {
        return one.op == barrier.first && one.ref == barrier.second;
      };
      if (asks(top) || any_part(top, is_barrier)) continue;
      if (!any_part(top, [](const Expr& one) { return one.op == Op::adjacent; })) continue;
      offer(RivalSort::over_barrier, item, label, top.place,
            fmt::format("Are two hexes adjacent for {} if nobody may cross the hexside between them ({})?",
                        what, barrier_name(p_, barrier)),
            "yes", "no", [this, &top, barrier] {
              std::vector<Expr*> all;
              change(top, [&](Expr& one) {
                if (one.op == Op::adjacent) all.push_back(&one);
              });
              for (Expr* one : all) {
                ExprPtr closed = make_expr(barrier.first, boolean_type, one->place,
                                           clone_fresh(p_, *one->args[0]), clone_fresh(p_, *one->args[1]));
                closed->ref = barrier.second;
                ExprPtr kept(std::move(*one));
                const Place place = kept->place;
                *one = std::move(*make_expr(Op::all_of, boolean_type, place, std::move(kept),
                                            make_not(std::move(closed))));
              }
            });
    }
  }

  /// `adjacent(a, b) and could_go(a, b)`: the second condition makes it less than adjacency.
  void next_to(Definition& definition) {
    Expr& body = *definition.body;
    if (body.op != Op::all_of || asks(body)) return;
    const auto is_next = [](const ExprPtr& one) { return one->op == Op::adjacent; };
    if (std::none_of(body.args.begin(), body.args.end(), is_next)) return;
    for (size_t i = 0; i < body.args.size(); ++i) {
      const Expr& one = *body.args[i];
      if (one.op != Op::call || one.args.size() != 2 || one.args[0]->type != hex_type ||
          one.args[1]->type != hex_type)
        continue;
      offer(RivalSort::over_barrier, definition.name, definition.label, one.place,
            fmt::format("Is being next to the hex enough, or must \"{}\" hold as well?",
                        with_blanks(p_.definitions[DefinitionId(one.ref)].name)),
            "it must hold as well", "being next to the hex is enough",
            [&body, i] { body.args[i] = make_constant(boolean_type, 1, body.args[i]->place); });
    }
  }

  /// Of which feature of hexsides a definition of one hex asks: `exists n in neighbours(h): road(h, n)`.
  GivenId feature_beside(const Definition& definition) const {
    if (definition.params.size() != 1 || !definition.body || definition.body->op != Op::exists) return none;
    const Binder& binder = *definition.body->binder;
    const Expr& asked = *definition.body->args[0];
    const bool of_neighbours = binder.domain && binder.domain->op == Op::neighbours &&
                               is_variable(*binder.domain->args[0], definition.params[0]);
    return of_neighbours && !binder.where && asked.op == Op::given_between ? GivenId(asked.ref)
                                                                           : GivenId(none);
  }
  void along(Definition& definition) {
    if (definition.params.size() != 2 || p_.vars[definition.params[0]].type != hex_type ||
        p_.vars[definition.params[1]].type != hex_type || asks(*definition.body))
      return;
    const VarId from = definition.params[0], to = definition.params[1];
    change(*definition.body, [&](Expr& expr) {
      if (expr.op != Op::call || expr.args.size() != 1 || !is_variable(*expr.args[0], to)) return;
      const GivenId feature = feature_beside(p_.definitions[DefinitionId(expr.ref)]);
      if (feature == none) return;
      offer(
          RivalSort::along, definition.name, definition.label, expr.place,
          fmt::format("Is a hex with a {0} on any side meant, or must the way into the hex go along the {0}?",
                      p_.givens[feature].name),
          "any such hex", "the way must go along it", [this, &expr, from, to, feature] {
            const Place place = expr.place;
            ExprPtr on =
                make_expr(Op::given_between, boolean_type, place, make_variable(from, p_.vars[from], place),
                          make_variable(to, p_.vars[to], place));
            on->ref = feature;
            expr = std::move(*on);
          });
    });
  }

  void way_over_barriers(Field& field) {
    if (field.type.tag != TypeTag::boolean || field.from_var == none || field.to_var == none) return;
    for (const auto& barrier : barriers_) {
      const std::string question = fmt::format("May the way lead over a hexside that nobody may cross ({})?",
                                               barrier_name(p_, barrier));
      if (Expr* const closed = field.across ? closed_by(*field.across, field, barrier) : nullptr) {
        if (!asks(*closed))
          offer(RivalSort::over_barrier, field.name, field.label, closed->place, question, "no", "yes",
                [closed] { *closed = std::move(*make_constant(boolean_type, 1, closed->place)); });
        continue;
      }
      const auto is_barrier = [&](const Expr& one) {
        return one.op == barrier.first && one.ref == barrier.second;
      };
      if (field.across && (asks(*field.across) || any_part(*field.across, is_barrier))) continue;
      offer(RivalSort::over_barrier, field.name, field.label, field.place, question, "yes", "no",
            [this, &field, barrier] {
              const Place place = field.place;
              ExprPtr closed = make_expr(barrier.first, boolean_type, place,
                                         make_variable(field.from_var, p_.vars[field.from_var], place),
                                         make_variable(field.to_var, p_.vars[field.to_var], place));
              closed->ref = barrier.second;
              and_across(field, make_not(std::move(closed)));
            });
    }
  }
  static void and_across(Field& field, ExprPtr also) {
    const Place place = field.place;
    field.across = field.across
                       ? make_expr(Op::all_of, boolean_type, place, std::move(field.across), std::move(also))
                       : std::move(also);
  }
  /// `... and not water(a, b)`: the part that keeps the way from crossing it.
  static Expr* closed_by(Expr& across, const Field& field, const Barrier& barrier) {
    if (across.op == Op::all_of) {
      for (ExprPtr& arg : across.args)
        if (Expr* const found = closed_by(*arg, field, barrier)) return found;
      return nullptr;
    }
    if (across.op != Op::not_) return nullptr;
    const Expr& of = *across.args[0];
    const bool is_it = of.op == barrier.first && of.ref == barrier.second && of.args.size() == 2 &&
                       is_variable(*of.args[0], field.from_var) && is_variable(*of.args[1], field.to_var);
    return is_it ? &across : nullptr;
  }

  // ---- ways through hexes that have a road or the like

  /// The feature that a condition of hexes asks for, itself or in a definition that it calls; none: there is none,
  /// or its place cannot be taken.
  GivenId feature_in(const Expr& expr) const {
    GivenId feature = none;
    bool known = true;
    walk(expr, [&](const Expr& one) {
      if (one.op != Op::call) return;
      const Definition& of = p_.definitions[DefinitionId(one.ref)];
      GivenId found = feature_beside(of);
      if (found == none && of.body) {
        found = feature_in(*of.body);
        const auto is_bound = [](const ExprPtr& arg) { return arg->op == Op::variable; };
        if (found != none && (!of.exceptions.empty() || !of.adjustments.empty() ||
                              !std::all_of(one.args.begin(), one.args.end(), is_bound)))
          known = false;
      }
      if (found == none) return;
      known = known && (feature == none || feature == found);
      feature = found;
    });
    return known ? feature : GivenId(none);
  }
  /// The condition for another hex, as if no hex had the feature.
  ExprPtr without_feature(const Expr& condition, GivenId feature, VarId of, VarId hex) {
    ExprPtr mine = clone_fresh(p_, condition, {{of, hex}});
    change(*mine, [&](Expr& one) {
      while (one.op == Op::call) {
        const Definition& called = p_.definitions[DefinitionId(one.ref)];
        if (feature_beside(called) == feature) {
          one = std::move(*make_constant(boolean_type, 0, one.place));
          return;
        }
        if (!called.body || feature_in(*called.body) != feature) return;
        std::vector<std::pair<VarId, VarId>> arguments;
        for (size_t i = 0; i < called.params.size(); ++i)
          arguments.emplace_back(called.params[i], VarId(one.args[i]->ref));
        one = std::move(*clone_fresh(p_, *called.body, arguments));
      }
    });
    return mine;
  }
  /// A way through hexes that are open, or that have a road on a side: from one to the next along it?
  void way_along(Field& field) {
    if (field.type.tag != TypeTag::boolean || !field.through || field.from_var == none ||
        field.to_var == none || asks(*field.through) || (field.across && asks(*field.across)))
      return;
    const GivenId feature = feature_in(*field.through);
    const auto goes_along = [&](const Expr& one) {
      return one.op == Op::given_between && GivenId(one.ref) == feature;
    };
    if (feature == none || (field.across && any_part(*field.across, goes_along))) return;
    offer(
        RivalSort::along, field.name, field.label, field.place,
        fmt::format("Must the way go along the {} in hexes that are open to it for their {} alone?",
                    p_.givens[feature].name, p_.givens[feature].name),
        "no", "yes", [this, &field, feature] {
          const Place place = field.place;
          ExprPtr on = make_expr(Op::given_between, boolean_type, place,
                                 make_variable(field.from_var, p_.vars[field.from_var], place),
                                 make_variable(field.to_var, p_.vars[field.to_var], place));
          on->ref = feature;
          ExprPtr either = make_expr(Op::all_of, boolean_type, place);
          for (const VarId hex : {field.from_var, field.to_var}) {
            // An end of the way need not be open: then nothing is asked of it.
            ExprPtr open = clone_fresh(p_, *field.through, {{field.through_var, hex}});
            either->args.push_back(make_expr(Op::any_of, boolean_type, place,
                                             without_feature(*field.through, feature, field.through_var, hex),
                                             make_not(std::move(open))));
          }
          and_across(field, make_expr(Op::any_of, boolean_type, place, std::move(on), std::move(either)));
        });
  }

  void one(Action& action) {
    for (Requirement& one : action.requires_)
      if (one.expr && !is_supplied(one.place))
        over_barriers(*one.expr, action.name, one.label, phrase_of(action), p_.definitions.size());
    for (Requirement& one : action.requires_) {
      if (!one.expr || one.expr->op != Op::call || is_supplied(one.place) || asks(*one.expr)) continue;
      const auto of_hexes = [&](const ExprPtr& arg) {
        return arg->op == Op::variable && arg->type == hex_type;
      };
      if (one.expr->args.empty() || !std::all_of(one.expr->args.begin(), one.expr->args.end(), of_hexes) ||
          !reads_.definition(DefinitionId(one.expr->ref)).reads.empty())
        continue;
      offer(RivalSort::ground, action.name, one.label, one.place,
            fmt::format("For the choice {}, must the hex meet this condition, or will any hex do?",
                        phrase_of(action)),
            "it must", "any hex will do", [&one] { one.expr = make_constant(boolean_type, 1, one.place); });
    }
  }

  // ---- a hex that has ground of one sort, and something else

  /// `terrain(h) - {lake} = {clear}`: what is taken away does not matter beside what is left.
  void besides(Definition& definition) {
    if (asks(*definition.body)) return;
    change(*definition.body, [&](Expr& expr) {
      if (expr.op != Op::equal || expr.args[0]->op != Op::subtract_sets || !is_one_member(*expr.args[1]))
        return;
      Expr& apart = *expr.args[0];
      if (apart.args[0]->op != Op::given || !is_one_member(*apart.args[1])) return;
      offer(RivalSort::besides, definition.name, definition.label, expr.place,
            fmt::format("Does a hex of {0} and {1} count as {0}?", member_name(*expr.args[1]),
                        member_name(*apart.args[1])),
            "yes", fmt::format("no, only a hex that is {} and nothing else", member_name(*expr.args[1])),
            [&apart] {
              ExprPtr whole = std::move(apart.args[0]);
              apart = std::move(*whole);
            });
    });
  }
  static bool is_one_member(const Expr& set) {
    return set.op == Op::set_of && set.args.size() == 1 && set.args[0]->op == Op::constant &&
           set.args[0]->type.tag == TypeTag::entity;
  }
  std::string member_name(const Expr& set) const {
    const Expr& member = *set.args[0];
    return with_blanks(p_.kinds[KindId(member.type.of)].members[static_cast<int32_t>(member.value)]);
  }

  std::set<Barrier> barriers_;
};

}  // namespace

std::string barrier_name(const Program& program, const Barrier& barrier) {
  return barrier.first == Op::call ? program.definitions[DefinitionId(barrier.second)].name
                                   : program.givens[GivenId(barrier.second)].name;
}

std::set<Barrier> barriers_in(const Program& program) {
  std::set<Barrier> barriers;
  const auto reads_a_reading = [](const Expr& expr) {
    return any_part(expr, [](const Expr& one) { return one.op == Op::reading_value; });
  };
  for (const Definition& definition : program.definitions) {
    if (!definition.body) continue;
    walk(*definition.body, [&](const Expr& part) {
      if (part.op != Op::list || part.list->kind != ListKind::first_of) return;
      for (const ListEntry& entry : part.list->entries) {
        if (!entry.when || entry.value->op != Op::constant || entry.value->value != never_value) continue;
        const Expr& when = *entry.when;
        if ((when.op == Op::call || when.op == Op::given_between) && when.args.size() == 2 &&
            when.args[0]->type == hex_type && when.args[1]->type == hex_type && !reads_a_reading(when))
          barriers.emplace(when.op, when.ref);
      }
    });
  }
  return barriers;
}

void find_rivals_of_hexes(Program& program, std::vector<FoundRival>& found) {
  find_with<OfHexes>(program, found);
}

}  // namespace casebook::language
