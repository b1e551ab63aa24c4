// SPDX-License-Identifier: Apache-2.0
#include "engine/program/edit/rivals.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "engine/base/switch_names.h"
#include "engine/program/anatomy.h"
#include "engine/program/edit/alter.h"
#include "engine/program/edit/widen.h"
#include "engine/program/expression.h"
#include "engine/program/reads_writes.h"
#include "engine/program/walk.h"

namespace casebook::language {

std::string rival_sort_text(RivalSort sort) {
  switch (sort) {
    case RivalSort::chooser:
      return "chooser";
    case RivalSort::single_piece:
      return "single-piece";
    case RivalSort::type_of_single:
      return "type-of-single";
    case RivalSort::type_counts:
      return "type-counts";
    case RivalSort::ends:
      return "ends";
    case RivalSort::over_barrier:
      return "over-barrier";
    case RivalSort::along:
      return "along";
    case RivalSort::ground:
      return "ground";
    case RivalSort::ensured:
      return "ensured";
    case RivalSort::adds_up:
      return "adds-up";
    case RivalSort::surcharge:
      return "surcharge";
    case RivalSort::cheaper:
      return "cheaper";
    case RivalSort::exception:
      return "exception";
    case RivalSort::exactly:
      return "exactly";
    case RivalSort::one_is_enough:
      return "one-is-enough";
    case RivalSort::taken_up_again:
      return "taken-up-again";
    case RivalSort::end_at_once:
      return "end-at-once";
  }
  return {};
}

namespace {

bool is_variable(const Expr& expr, VarId var) {
  return expr.op == Op::variable && VarId(expr.ref) == var;
}
bool mentions_var(const Expr& expr, VarId var) {
  bool found = false;
  walk(expr, [&](const Expr& one) { found = found || is_variable(one, var); });
  return found;
}
bool any_part(const Expr& expr, const std::function<bool(const Expr&)>& is) {
  bool found = false;
  walk(expr, [&](const Expr& one) { found = found || is(one); });
  return found;
}

class Finder {
 public:
  explicit Finder(Program& program) : p_(program), reads_(program) {}

  struct Found {
    Rival rival;
    std::function<void()> change;
  };

  std::vector<std::string> barriers() {
    find_barriers();
    std::vector<std::string> names;
    for (const auto& one : barriers_) names.push_back(barrier_name(one));
    return names;
  }

  std::vector<Found> run() {
    for (ProcedureId id = 0; static_cast<size_t>(id) < p_.procedures.size(); ++id) choosers(id);
    find_barriers();
    for (size_t i = 0; i < p_.givens.size(); ++i) single_pieces(static_cast<GivenId>(i));
    for (size_t i = 0; i < p_.definitions.size(); ++i) one(static_cast<DefinitionId>(i));
    exceptions();
    for (Field& field : p_.fields) {
      ends(field);
      way_over_barriers(field);
    }
    for (Action& action : p_.actions) one(action);
    for (size_t i = 0; i < p_.states.size(); ++i) taken_up_again(static_cast<StateId>(i));
    for (Effect& effect : p_.effects) {
      for (EffectEntry& entry : effect.entries) {
        const CaseId label = entry.label == none ? effect.label : entry.label;
        if (entry.body && !(entry.when && asks(*entry.when)))
          ends_at_once(*entry.body, effect.name, label, "the effect " + effect.name);
      }
    }
    std::map<std::string, int> times;
    for (Found& found : found_)
      if (const int time = ++times[found.rival.name]; time > 1)
        found.rival.name += "#" + std::to_string(time);
    return std::move(found_);
  }

 private:
  void offer(RivalSort sort, const std::string& item, CaseId label, const Place& place, std::string question,
             std::string as_played, std::string otherwise, std::function<void()> change,
             GivenId given = none) {
    Rival rival;
    rival.sort = sort;
    rival.item = item;
    rival.name = item + "." + rival_sort_text(sort);
    std::replace(rival.name.begin(), rival.name.end(), '-', '_');
    rival.label = label;
    rival.place = place;
    rival.given = given;
    rival.question = std::move(question);
    rival.as_played = std::move(as_played);
    rival.otherwise = std::move(otherwise);
    found_.push_back({std::move(rival), std::move(change)});
  }

  // ---- what its author asks already

  static bool reads_a_reading(const Expr& expr) {
    return any_part(expr, [](const Expr& one) { return one.op == Op::reading_value; });
  }
  bool reads_a_reading(const Definition& definition) const {
    bool found = false;
    each_expression(definition, [&](const Expr& expr) { found = found || reads_a_reading(expr); });
    return found;
  }
  /// A reading decides there, or in a definition that is called there; or something there is supplied.
  bool asks(const Expr& expr) const {
    return is_supplied(expr.place) || any_part(expr, [&](const Expr& one) {
             return one.op == Op::reading_value ||
                    (one.op == Op::call && reads_a_reading(p_.definitions[DefinitionId(one.ref)]));
           });
  }
  bool is_supplied(const Place& place) const {
    return std::any_of(p_.supplied.begin(), p_.supplied.end(), [&](const Supplied& one) {
      return one.place.file == place.file && one.place.begin < place.end && place.begin < one.place.end;
    });
  }

  // ---- words

  std::string written(const Place& place) const {
    if (place.file >= p_.sources.size()) return {};
    const std::string& text = p_.sources[place.file].text;
    if (place.begin >= place.end || place.end > text.size()) return {};
    std::string words;
    for (const char c : text.substr(place.begin, place.end - place.begin)) {
      const bool blank = c == ' ' || c == '\n' || c == '\t';
      if (!blank || words.empty() || words.back() != ' ') words += blank ? ' ' : c;
    }
    return words;
  }
  static std::string phrase_of(const Action& action) {
    return "\"" + (action.phrase.empty() ? action.name : action.phrase) + "\"";
  }
  bool is_piece(const Type& type) const { return type.tag == TypeTag::entity && p_.kinds[type.of].on_map; }
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
            "Who chooses " + phrases + "?", written(site.by->place), "the other side", [&site] {
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
    const std::string question = "May {piece} do as the others do: " + phrase_of(action) + "?";
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
        fmt::format("Does {{piece}} count by its {}, as the others do?", p_.givens[type].name), "yes", "no",
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
              fmt::format("Does {} count as {}?", member, definition.name), "yes", "no",
              [&expr, last] { expr.args[last] = make_constant(boolean_type, 0, expr.args[last]->place); });
      }
    });
  }

  // ---- ways through hexes

  void ends(Field& field) {
    if (field.type.tag != TypeTag::boolean || !field.through || !field.goal) return;
    if (asks(*field.goal) || asks(*field.through)) return;
    const std::string question = fmt::format(
        "Must the ends of the way ({}) meet the conditions for the hexes between them?", field.name);
    const auto says_where = [](const Expr& expr) { return expr.op == Op::equal || expr.op == Op::contains; };
    if (field.goal->op == Op::all_of) {
      std::vector<size_t> conditions;
      for (size_t i = 0; i < field.goal->args.size(); ++i)
        if (!says_where(*field.goal->args[i])) conditions.push_back(i);
      if (!conditions.empty() && conditions.size() < field.goal->args.size()) {
        offer(RivalSort::ends, field.name, field.label, field.place, question, "yes", "no",
              [&field, conditions] {
                for (const size_t i : conditions)
                  field.goal->args[i] = make_constant(boolean_type, 1, field.goal->args[i]->place);
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

  /// What closes a hexside: asked of two hexes where a price is `never`.
  void find_barriers() {
    const auto look = [&](const Expr& expr) {
      walk(expr, [&](const Expr& part) {
        if (part.op != Op::list || part.list->kind != ListKind::first_of) return;
        for (const ListEntry& entry : part.list->entries) {
          if (!entry.when || entry.value->op != Op::constant || entry.value->value != never_value) continue;
          const Expr& when = *entry.when;
          if ((when.op == Op::call || when.op == Op::given_between) && when.args.size() == 2 &&
              when.args[0]->type == hex_type && when.args[1]->type == hex_type && !asks(when))
            barriers_.emplace(when.op, when.ref);
        }
      });
    };
    for (const Definition& one : p_.definitions)
      if (one.body) look(*one.body);
  }
  std::string barrier_name(const std::pair<Op, Id>& barrier) const {
    return barrier.first == Op::call ? p_.definitions[DefinitionId(barrier.second)].name
                                     : p_.givens[GivenId(barrier.second)].name;
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
            fmt::format("Does {} reach across a hexside that nobody may cross ({})?", what,
                        barrier_name(barrier)),
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
            fmt::format("Is being next to the hex enough for {}, or must {} hold as well?", definition.name,
                        p_.definitions[DefinitionId(one.ref)].name),
            "it must hold as well", "being next to it is enough",
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
      offer(RivalSort::along, definition.name, definition.label, expr.place,
            fmt::format("Is a hex with a {} on any side meant ({}), or must the way there go along it?",
                        p_.givens[feature].name, definition.name),
            "any hex with one", "along it", [this, &expr, from, to, feature] {
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
      const auto is_barrier = [&](const Expr& one) {
        return one.op == barrier.first && one.ref == barrier.second;
      };
      if (field.across && (asks(*field.across) || any_part(*field.across, is_barrier))) continue;
      offer(RivalSort::over_barrier, field.name, field.label, field.place,
            fmt::format("Does the way ({}) lead across a hexside that nobody may cross ({})?", field.name,
                        barrier_name(barrier)),
            "yes", "no", [this, &field, barrier] {
              const Place place = field.place;
              ExprPtr closed = make_expr(barrier.first, boolean_type, place,
                                         make_variable(field.from_var, p_.vars[field.from_var], place),
                                         make_variable(field.to_var, p_.vars[field.to_var], place));
              closed->ref = barrier.second;
              ExprPtr open = make_not(std::move(closed));
              field.across = field.across ? make_expr(Op::all_of, boolean_type, place,
                                                      std::move(field.across), std::move(open))
                                          : std::move(open);
            });
    }
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
                fmt::format("Does it apply to {} ({}) as well?", definition.name,
                            p_.cases[definition.label].label),
                "yes", "no",
                [&exception] { exception.when = make_constant(boolean_type, 0, exception.place); });
        const std::vector<size_t> others = not_of_the_piece(definition, *exception.when);
        if (others.empty()) continue;
        offer(RivalSort::exception, definition.name, label, exception.place,
              fmt::format("Does it apply to {} at these times only ({})?", definition.name,
                          written(exception.when->args[others.front()]->place)),
              "yes", "no, always", [&exception, others] {
                for (const size_t i : others)
                  exception.when->args[i] = make_constant(boolean_type, 1, exception.place);
              });
      }
    }
  }

  // ---- several lines at once

  void lists(Expr& top, const std::string& item, CaseId around) {
    change(top, [&](Expr& expr) {
      if (expr.op == Op::list) list(expr, item, around);
      const bool extreme = expr.op == Op::most || expr.op == Op::least;
      if (!extreme || !expr.binder || expr.binder->at != none || asks(expr)) return;
      // Of one thing that has several sorts: a set that a given has.
      if (!expr.binder->domain || expr.binder->domain->op != Op::given) return;
      offer(RivalSort::adds_up, item, around, expr.place,
            fmt::format("If several of {} apply at once, do they add up ({})?",
                        p_.givens[GivenId(expr.binder->domain->ref)].name, item),
            expr.op == Op::most ? "no, the most counts" : "no, the least counts", "yes", [this, &expr] {
              const Place place = expr.place;
              const Type type = expr.type;
              ExprPtr some = clone_fresh(p_, expr), otherwise = clone_fresh(p_, *expr.args[1]);
              some->op = Op::exists;
              some->type = boolean_type;
              some->args.clear();
              some->args.push_back(make_constant(boolean_type, 1, place));
              ExprPtr all(std::move(expr));
              const Interval interval = all->interval;
              all->op = Op::total;
              all->args.pop_back();
              ExprPtr made = make_expr(Op::choose_if, type, place, std::move(some), std::move(all),
                                       std::move(otherwise));
              made->interval = interval;
              expr = std::move(*made);
            });
    });
  }

  void list(Expr& expr, const std::string& item, CaseId around) {
    ListBody& body = *expr.list;
    const auto conditional = std::count_if(body.entries.begin(), body.entries.end(),
                                           [](const ListEntry& one) { return bool(one.when); });
    if ((body.kind == ListKind::most_of || body.kind == ListKind::least_of) && conditional >= 2 &&
        !asks(expr)) {
      offer(RivalSort::adds_up, item, around, expr.place,
            fmt::format("If several lines of {} apply at once, do they add up?", item),
            body.kind == ListKind::most_of ? "no, the most counts" : "no, the least counts", "yes",
            [&body] { body.kind = ListKind::sum_of; });
    }
    if (body.kind != ListKind::first_of || body.entries.size() < 2) return;
    const Expr& last = *body.entries.back().value;
    if (body.entries.back().when || last.op != Op::add || last.args[1]->op != Op::call) return;
    const Definition& extra = p_.definitions[DefinitionId(last.args[1]->ref)];
    const Expr* price = extra.body.get();
    while (price != nullptr && price->op == Op::check_range) price = price->args[0].get();
    if (price == nullptr || price->op != Op::choose_if || price->args[2]->op != Op::constant ||
        price->args[2]->value != 0)
      return;
    std::vector<size_t> cheaper;
    std::string names;
    for (size_t i = 0; i + 1 < body.entries.size(); ++i) {
      const ListEntry& entry = body.entries[i];
      const bool never = entry.value->op == Op::constant && entry.value->value == never_value;
      if (never || !entry.when || entry.value->type != last.type || asks(*entry.value) ||
          is_supplied(entry.place))
        continue;
      cheaper.push_back(i);
      names += (names.empty() ? "" : ", ") + entry.name;
    }
    if (cheaper.empty()) return;
    const CaseId label = around;
    offer(RivalSort::cheaper, item, label, body.entries[cheaper.front()].place,
          fmt::format("Must the price of {} be paid where {} alone would be cheaper?", names,
                      body.entries.back().name),
          "yes", "no, the lower price is paid", [this, &body, cheaper] {
            for (const size_t i : cheaper) {
              ExprPtr& value = body.entries[i].value;
              const Place place = value->place;
              const Type type = value->type;
              const Interval interval = body.entries.back().value->interval;
              value = make_expr(Op::minimum, type, place, std::move(value),
                                clone_fresh(p_, *body.entries.back().value));
              value->interval = interval;
            }
          });
    offer(RivalSort::surcharge, item, label, body.entries[cheaper.front()].place,
          fmt::format("Is {} also paid with the price of {}?", extra.name, names), "no", "yes",
          [this, &body, cheaper] {
            for (const size_t i : cheaper) {
              const Expr& by = *body.entries.back().value;
              ExprPtr& value = body.entries[i].value;
              const Place place = value->place;
              const Type type = value->type;
              const Interval interval = by.interval;
              ExprPtr more = clone_fresh(p_, *by.args[1]);
              value = make_expr(Op::add, type, place, std::move(value), std::move(more));
              value->interval = interval;
            }
          });
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
          fmt::format("Must all of them meet {}, or is one enough?", definition.name), "all must",
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
          fmt::format("Must what is chosen for {} make up exactly what is asked?", phrase_of(action)),
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
          "May a piece go on after another one has acted?", "no", "yes", [all] {
            for (Requirement* one : all) one->expr = make_constant(boolean_type, 1, one->place);
          });
  }

  void ends_at_once(Stmt& stmt, const std::string& item, CaseId around, const std::string& what) {
    const CaseId label = stmt.label == none ? around : stmt.label;
    if (stmt.op == StmtOp::branch && stmt.value && asks(*stmt.value)) return;
    if (stmt.op == StmtOp::end_game && !is_supplied(stmt.place)) {
      offer(RivalSort::end_at_once, item, label, stmt.place,
            fmt::format("Does the game end at once ({})?", what), "yes",
            "no, play goes on and the winner is found at the end", [&stmt] {
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

  // ---- items

  void one(DefinitionId id) {
    Definition& definition = p_.definitions[id];
    if (!definition.body) return;
    if (!asks(*definition.body)) type_counts(definition);
    one_is_enough(definition);
    lists(*definition.body, definition.name, definition.label);
    if (definition.type.tag == TypeTag::boolean) next_to(definition), along(definition);
    if (definition.type.tag == TypeTag::boolean)
      over_barriers(*definition.body, definition.name, definition.label, definition.name,
                    static_cast<size_t>(id));
  }

  void one(Action& action) {
    for (Requirement& one : action.requires_) {
      if (!one.expr || is_supplied(one.place)) continue;
      exactly(action, one, *one.expr);
      over_barriers(*one.expr, action.name, one.label, phrase_of(action), p_.definitions.size());
    }
    for (Requirement& one : action.requires_) {
      if (!one.expr || one.expr->op != Op::call || is_supplied(one.place) || asks(*one.expr)) continue;
      const auto of_hexes = [&](const ExprPtr& arg) {
        return arg->op == Op::variable && arg->type == hex_type;
      };
      if (one.expr->args.empty() || !std::all_of(one.expr->args.begin(), one.expr->args.end(), of_hexes) ||
          !reads_.definition(DefinitionId(one.expr->ref)).reads.empty())
        continue;
      offer(
          RivalSort::ground, action.name, one.label, one.place,
          fmt::format("Must \"{}\" hold of the hex for {}, or will any hex do?", one.name, phrase_of(action)),
          "it must", "any hex will do", [&one] { one.expr = make_constant(boolean_type, 1, one.place); });
    }
    for (Requirement& one : action.ensures) {
      if (!one.expr || is_supplied(one.place) || asks(*one.expr)) continue;
      offer(RivalSort::ensured, action.name, one.label, one.place,
            fmt::format("Must \"{}\" hold right after {}, or only later?", one.name, phrase_of(action)),
            "yes", "no, not yet", [&one] { one.expr = make_constant(boolean_type, 1, one.place); });
    }
    if (action.body) ends_at_once(*action.body, action.name, action.label, phrase_of(action));
  }

  Program& p_;
  ReadsWrites reads_;
  std::vector<Found> found_;
  std::set<std::pair<Op, Id>> barriers_;
  int written_ = 0;
};

}  // namespace

std::vector<Rival> rivals(const Program& program) {
  Program mine = program;
  std::vector<Rival> all;
  for (Finder::Found& one : Finder(mine).run()) all.push_back(std::move(one.rival));
  return all;
}

std::vector<std::string> barriers_of(const Program& program) {
  Program mine = program;
  return Finder(mine).barriers();
}

std::shared_ptr<const Program> with_rival(const Program& program, std::string_view name) {
  auto mine = std::make_shared<Program>(program);
  std::vector<Finder::Found> all = Finder(*mine).run();
  const auto found = std::find_if(
      all.begin(), all.end(), [&](const Finder::Found& one) { return same_switch(one.rival.name, name); });
  if (found == all.end()) return nullptr;
  found->change();
  mine->rival = found->rival.name;
  guard_indices(*mine);
  guard_numbers(*mine);
  widen_intervals(*mine);
  return mine;
}

}  // namespace casebook::language
