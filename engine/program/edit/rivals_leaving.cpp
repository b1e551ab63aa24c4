// SPDX-License-Identifier: Apache-2.0
// Rivals of what follows when a piece leaves a named place.
#include <fmt/format.h>

#include <optional>

#include "engine/base/text.h"
#include "engine/program/anatomy.h"
#include "engine/program/edit/rivals_parts.h"
#include "engine/program/expression.h"
#include "engine/program/walk.h"

namespace casebook::language {
namespace {

class OfLeaving : RivalFinder {
 public:
  using RivalFinder::RivalFinder;

  void run() {
    for (size_t i = 0; i < p_.effects.size(); ++i) {
      const std::optional<Leaving> leaving = leaving_of(static_cast<EffectId>(i));
      if (!leaving) continue;
      for (size_t k = 0; k < p_.actions.size(); ++k) passes_through(*leaving, k);
      each_way(*leaving);
    }
  }

 private:
  /// `if bridge(u) and place(u) = ford then ...`: what follows if a piece is at a named place.
  struct Leaving {
    EffectId effect = none;
    VarId piece = none;
    const Expr* when = nullptr;
    const Expr* at = nullptr;  // the place
    GivenId given = none;      // of pieces, true of one alone perhaps; none: it holds for every piece
    CaseId label = none;
    Place place;
  };

  std::optional<Leaving> leaving_of(EffectId id) const {
    const Effect& effect = p_.effects[id];
    if (effect.params.size() != 1 || !is_piece(p_.vars[effect.params[0]].type) || effect.entries.size() != 1)
      return std::nullopt;
    const EffectEntry& entry = effect.entries[0];
    const Stmt* stmt = entry.body ? &*entry.body : nullptr;
    while (stmt != nullptr && stmt->op == StmtOp::block && stmt->body.size() == 1 && stmt->body[0])
      stmt = &*stmt->body[0];
    if (entry.when || stmt == nullptr || stmt->op != StmtOp::branch || !stmt->value ||
        !does_nothing(stmt->body, 1))
      return std::nullopt;
    Leaving made;
    made.effect = id;
    made.piece = effect.params[0];
    made.when = &*stmt->value;
    made.label = stmt->label != none ? stmt->label : (entry.label != none ? entry.label : effect.label);
    made.place = stmt->value->place;
    std::vector<const Expr*> parts{made.when};
    if (made.when->op == Op::all_of) {
      parts.clear();
      for (const ExprPtr& one : made.when->args) parts.push_back(&*one);
    }
    for (const Expr* const part : parts) {
      if (part->op == Op::given && part->args.size() == 1 && is_variable(*part->args[0], made.piece))
        made.given = GivenId(part->ref);
      if (part->op != Op::equal) continue;
      for (const size_t side : {size_t(0), size_t(1)}) {
        const Expr &where = *part->args[side], &named = *part->args[1 - side];
        const bool of_it = where.op == Op::place_of && is_variable(*where.args[0], made.piece);
        if (of_it && any_part(named, [](const Expr& one) { return one.op == Op::named_place; }))
          made.at = &named;
      }
    }
    if (made.at == nullptr || asks(*made.when) || is_supplied(made.place)) return std::nullopt;
    return made;
  }
  static bool does_nothing(const std::vector<StmtPtr>& body, size_t which) {
    return which >= body.size() || !body[which] ||
           (body[which]->op == StmtOp::block && body[which]->body.empty());
  }

  // ---- a piece that only passes

  /// A number of pieces that lasts as long as the procedure, begins as `left(u) := allowance(u)`, and that the action
  /// changes: where it is no longer what it was at first, the piece has acted before.
  struct Spent {
    StateId state = none;
    DefinitionId at_first = none;
  };
  std::optional<Spent> spent_by(const Action& action, VarId piece) const {
    std::optional<Spent> spent;
    walk(
        *action.body,
        [&](const Stmt& stmt) {
          if (spent || stmt.op != StmtOp::assign || stmt.ref == none || stmt.ref2 != none || !stmt.value ||
              stmt.args.size() != 1 || !is_variable(*stmt.args[0], piece))
            return;
          const auto state = StateId(stmt.ref);
          if (p_.states[state].procedure == none || p_.states[state].type.tag != TypeTag::number) return;
          const bool changes = any_part(
              *stmt.value, [&](const Expr& one) { return one.op == Op::state && StateId(one.ref) == state; });
          const DefinitionId at_first = changes ? begins_as(state) : DefinitionId(none);
          if (at_first != none) spent = Spent{state, at_first};
        },
        [](const Expr&) {});
    return spent;
  }
  /// `for all u in units(by) do left(u) := allowance(u)`
  DefinitionId begins_as(StateId state) const {
    DefinitionId found = none;
    anatomy(p_, [&](const Line&, const Stmt& top) {
      walk(
          top,
          [&](const Stmt& stmt) {
            if (stmt.op != StmtOp::for_all || stmt.body.empty() || !stmt.body[0] || !stmt.binder) return;
            walk(
                *stmt.body[0],
                [&](const Stmt& one) {
                  if (one.op != StmtOp::assign || one.ref2 != none || StateId(one.ref) != state ||
                      !one.value || one.args.size() != 1 || !is_variable(*one.args[0], stmt.binder->var))
                    return;
                  const Expr& value = *one.value;
                  if (value.op == Op::call && value.args.size() == 1 &&
                      is_variable(*value.args[0], stmt.binder->var))
                    found = DefinitionId(value.ref);
                },
                [](const Expr&) {});
          },
          [](const Expr&) {});
    });
    return found;
  }

  static bool calls(const Stmt& stmt, EffectId effect, VarId piece) {
    return stmt.op == StmtOp::effect && EffectId(stmt.ref) == effect && stmt.args.size() == 1 &&
           is_variable(*stmt.args[0], piece);
  }
  /// Takes the calls out; how many there were.
  static int without(Stmt& stmt, EffectId effect, VarId piece) {
    if (calls(stmt, effect, piece)) {
      Stmt nothing;
      nothing.place = stmt.place;
      nothing.label = stmt.label;
      stmt = std::move(nothing);
      return 1;
    }
    int taken = 0;
    for (StmtPtr& inner : stmt.body)
      if (inner) taken += without(*inner, effect, piece);
    return taken;
  }
  /// A copy may not share the variables of what it is a copy of.
  static bool binds(const Stmt& top) {
    bool found = false;
    walk(
        top, [&](const Stmt& stmt) { found = found || stmt.binder || stmt.op == StmtOp::let; },
        [&](const Expr& expr) { found = found || expr.binder || expr.op == Op::let; });
    return found;
  }

  /// The effect that the action calls, which does what follows from leaving and more: `go(u, to)`.
  EffectId by_way_of(const Action& action, VarId piece, const Leaving& leaving) const {
    EffectId found = none;
    walk(
        *action.body,
        [&](const Stmt& stmt) {
          if (stmt.op != StmtOp::effect || stmt.args.empty() || !is_variable(*stmt.args[0], piece)) return;
          const Effect& called = p_.effects[EffectId(stmt.ref)];
          if (called.params.empty() || called.entries.size() != 1 || !called.entries[0].body) return;
          bool calls_it = false;
          walk(
              *called.entries[0].body,
              [&](const Stmt& one) { calls_it = calls_it || calls(one, leaving.effect, called.params[0]); },
              [](const Expr&) {});
          if (calls_it) found = EffectId(stmt.ref);
        },
        [](const Expr&) {});
    return found;
  }

  void passes_through(const Leaving& leaving, size_t which) {
    Action& action = p_.actions[ActionId(which)];
    if (action.params.empty() || action.params[0].mode != ParamMode::single || !action.body ||
        binds(*action.body))
      return;
    const VarId piece = action.params[0].var;
    if (p_.vars[piece].type != p_.vars[leaving.piece].type) return;
    const std::optional<Spent> spent = spent_by(action, piece);
    if (!spent || !goes_on(action)) return;
    const bool direct =
        any_statement(*action.body, [&](const Stmt& stmt) { return calls(stmt, leaving.effect, piece); });
    const EffectId way = direct ? EffectId(none) : by_way_of(action, piece, leaving);
    if (!direct && (way == none || binds(*p_.effects[way].entries[0].body))) return;
    const std::string who = leaving.given == none ? "a piece" : "{piece}";
    offer(
        RivalSort::passes_through, p_.effects[leaving.effect].name, leaving.label, leaving.place,
        fmt::format("Does the rule about leaving {} also hold if {} only passes through it?",
                    named_in_words(*leaving.at), who),
        "yes, whenever it goes on from there", "no, only if it was there when the phase began",
        [this, leaving, which, way, spent, piece] {
          put_passing(leaving, ActionId(which), way, *spent, piece);
        },
        leaving.given);
    made().at = name_of(*leaving.at);
    made().action = action.name;
  }
  /// Whether one move is one step of several: the action goes from the piece's hex to one beside it.
  static bool goes_on(const Action& action) {
    return action.params.size() == 2 && action.params[0].at != none && action.params[1].domain &&
           action.params[1].domain->op == Op::neighbours;
  }
  std::string name_of(const Expr& at) const {
    std::string name;
    walk(at, [&](const Expr& one) {
      if (one.op == Op::named_place && name.empty()) name = p_.places[MapPlaceId(one.ref)].name;
    });
    return name;
  }
  std::string named_in_words(const Expr& at) const {
    std::string name = name_of(at);
    if (!name.empty()) name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    return with_blanks(name);
  }
  void put_passing(const Leaving& leaving, ActionId which, EffectId way, const Spent& spent, VarId piece) {
    const Place place = leaving.place;
    ExprPtr when = clone_fresh(p_, *leaving.when, {{leaving.piece, piece}});
    ExprPtr now =
        make_expr(Op::state, p_.states[spent.state].type, place, make_variable(piece, p_.vars[piece], place));
    now->ref = spent.state;
    ExprPtr first = make_expr(Op::call, p_.definitions[spent.at_first].type, place,
                              make_variable(piece, p_.vars[piece], place));
    first->ref = spent.at_first;
    StmtPtr silent = p_.actions[which].body;
    if (way == none) {
      without(*silent, leaving.effect, piece);
    } else {
      redirect(*silent, way, without_it(way, leaving));
    }
    Stmt branch;
    branch.op = StmtOp::branch;
    branch.place = place;
    branch.value =
        make_expr(Op::all_of, boolean_type, place, std::move(when),
                  make_not(make_expr(Op::equal, boolean_type, place, std::move(now), std::move(first))));
    branch.body.push_back(std::move(silent));
    branch.body.push_back(std::move(p_.actions[which].body));
    p_.actions[which].body = StmtPtr(std::move(branch));
  }

  // ---- a way of leaving for which it may not be meant

  /// How the action calls it: itself, or by way of another effect.
  struct Way {
    ActionId action = none;
    EffectId by = none;
  };
  std::optional<Way> way_of(size_t which, const Leaving& leaving) const {
    const Action& action = p_.actions[ActionId(which)];
    if (action.params.empty() || action.params[0].mode != ParamMode::single || !action.body)
      return std::nullopt;
    const VarId piece = action.params[0].var;
    if (p_.vars[piece].type != p_.vars[leaving.piece].type) return std::nullopt;
    if (any_statement(*action.body, [&](const Stmt& stmt) { return calls(stmt, leaving.effect, piece); }))
      return Way{static_cast<ActionId>(which), none};
    const EffectId by = by_way_of(action, piece, leaving);
    if (by == none || asks_in(*p_.effects[by].entries[0].body) || binds(*p_.effects[by].entries[0].body))
      return std::nullopt;
    return Way{static_cast<ActionId>(which), by};
  }
  static bool any_statement(const Stmt& top, const std::function<bool(const Stmt&)>& is) {
    bool found = false;
    walk(
        top, [&](const Stmt& stmt) { found = found || is(stmt); }, [](const Expr&) {});
    return found;
  }
  bool asks_in(const Stmt& top) const {
    bool found = is_supplied(top.place);
    walk(
        top, [](const Stmt&) {}, [&](const Expr& expr) { found = found || asks(expr); });
    return found;
  }
  void each_way(const Leaving& leaving) {
    std::vector<Way> ways;
    for (size_t k = 0; k < p_.actions.size(); ++k)
      if (const std::optional<Way> way = way_of(k, leaving)) ways.push_back(*way);
    if (ways.size() < 2) return;  // one alone is what the rule is about
    const std::string who = leaving.given == none ? "a piece" : "{piece}";
    for (const Way& way : ways) {
      const Action& action = p_.actions[way.action];
      offer(
          RivalSort::each_way, action.name, leaving.label, call_in(action, leaving, way),
          fmt::format("Does the rule about leaving {} also hold if {} leaves by the choice {}?",
                      named_in_words(*leaving.at), who, phrase_of(action)),
          "yes", "no", [this, leaving, way] { leave_out(leaving, way); }, leaving.given);
      made().at = name_of(*leaving.at);
      made().action = action.name;
    }
  }
  /// Where the action calls it: each way out is a question by itself.
  Place call_in(const Action& action, const Leaving& leaving, const Way& way) const {
    const EffectId called = way.by == none ? leaving.effect : way.by;
    Place place = action.place;
    walk(
        *action.body,
        [&](const Stmt& stmt) {
          if (stmt.op == StmtOp::effect && EffectId(stmt.ref) == called) place = stmt.place;
        },
        [](const Expr&) {});
    return place;
  }
  void leave_out(const Leaving& leaving, const Way& way) {
    Action& action = p_.actions[way.action];
    if (way.by == none) {
      without(*action.body, leaving.effect, action.params[0].var);
      return;
    }
    redirect(*action.body, way.by, without_it(way.by, leaving));
  }
  /// A copy of the effect that does not do it.
  EffectId without_it(EffectId by, const Leaving& leaving) {
    Effect other = p_.effects[by];
    other.name += "_without_" + p_.effects[leaving.effect].name;
    without(*other.entries[0].body, leaving.effect, other.params[0]);
    p_.effects.push_back(std::move(other));
    return static_cast<EffectId>(p_.effects.size() - 1);
  }
  static void redirect(Stmt& stmt, EffectId from, EffectId to) {
    if (stmt.op == StmtOp::effect && EffectId(stmt.ref) == from) stmt.ref = to;
    for (StmtPtr& inner : stmt.body)
      if (inner) redirect(*inner, from, to);
  }
};

}  // namespace

void find_rivals_of_leaving(Program& program, std::vector<FoundRival>& found) {
  find_with<OfLeaving>(program, found);
}

}  // namespace casebook::language
