// SPDX-License-Identifier: Apache-2.0
#include "engine/program/edit/supplied.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "engine/base/switch_names.h"
#include "engine/program/edit/alter.h"
#include "engine/program/edit/widen.h"
#include "engine/program/expression.h"
#include "engine/program/walk.h"

namespace casebook::language {
namespace {

bool inside(const Place& outer, const Place& inner) {
  return inner.file == outer.file && inner.begin >= outer.begin && inner.end <= outer.end &&
         inner.begin < inner.end;
}
bool is_at(const Place& a, const Place& b) {
  return a.file == b.file && a.begin == b.begin && a.end == b.end;
}

bool is_extreme(const Expr& expr) {
  return expr.op == Op::minimum || expr.op == Op::maximum;
}

/// Far below or above every value of its measure: an end of `within` that binds nothing.
constexpr int64_t without_end = 1'000'000;

/// By hand: what is done to a part depends on where it stands, which `anatomy` does not tell.
class Taker {
 public:
  explicit Taker(Program& program)
      : p_(program), changes_(program.supplied.size()), deciding_(program.supplied.size()) {
    for (size_t i = 0; i < program.supplied.size(); ++i) marks_.push_back(i);
    go();
  }

  void name_all() {
    std::map<std::string, int> times;
    for (size_t i = 0; i < p_.supplied.size(); ++i) {
      Supplied& mark = p_.supplied[i];
      if (changes_[i].empty()) continue;
      const Change& first = changes_[i].front();
      mark.what = first.what;
      mark.label = first.label;
      mark.name = first.item;
      if (const int time = ++times[first.item]; time > 1) mark.name += "#" + std::to_string(time);
    }
  }

  /// Whether there was something to take away.
  bool take(size_t mark) {
    for (const Change& change : changes_[mark]) change.make();
    return !changes_[mark].empty();
  }

  /// The same of what makes the part decide alone.
  bool let_decide(size_t mark) {
    if (!deciding_[mark]) return false;
    deciding_[mark]();
    return true;
  }

 private:
  struct Owner {
    CaseId label = none;
    std::string item;
  };
  struct Change {
    std::string item, what;
    CaseId label = none;
    std::function<void()> make;
  };
  enum class In : uint8_t { value, and_, or_, sum, minus, unite, where, else_of, low, high };

  const Supplied& mark(size_t i) const { return p_.supplied[i]; }
  void offer(size_t mark, const Owner& owner, std::string what, std::function<void()> make) {
    changes_[mark].push_back({owner.item, std::move(what), owner.label, std::move(make)});
  }
  /// Calls `found` with each mark of a sort that stands at that place.
  template <class Found>
  void each_at(SuppliedSort sort, const Place& place, const Found& found) {
    for (const size_t i : marks_)
      if (mark(i).sort == sort && is_at(mark(i).place, place)) found(i);
  }

  // ---- what stands in its place

  ExprPtr truth(bool value, const Place& place) { return make_constant(boolean_type, value ? 1 : 0, place); }
  /// A Boolean that has no value: a cell that is left out on purpose, of a table without a name.
  ExprPtr silence(CaseId label, const Place& place) {
    Table table;
    table.label = label;
    table.place = place;
    table.index = {number_type};
    table.low = {0};
    table.size = {1};
    table.type = boolean_type;
    table.cells = {silent_value};
    table.cell_places = {place};
    ExprPtr index = make_constant(number_type, 0, place);
    ExprPtr expr = make_expr(Op::table, boolean_type, place, std::move(index));
    expr->ref = static_cast<Id>(p_.tables.size());
    expr->label = label;
    p_.tables.push_back(std::move(table));
    return expr;
  }
  /// The same as a value of any type.
  void make_silent(Expr& expr, CaseId label) {
    const Place place = expr.place;
    const Type type = expr.type;
    const Interval interval = expr.interval;
    ExprPtr again = clone_fresh(p_, expr);
    ExprPtr made = make_expr(Op::choose_if, type, place, silence(label, place), ExprPtr(std::move(expr)),
                             std::move(again));
    made->interval = interval;
    expr = std::move(*made);
  }
  /// What decides an `if` whose other way is not said: yes, or no answer.
  void silent_else(ExprPtr& condition, CaseId label) {
    const Place place = condition->place;
    condition = make_expr(Op::any_of, boolean_type, place, std::move(condition), silence(label, place));
  }

  // ---- expressions

  void top(ExprPtr& expr, const Owner& owner, In in = In::value) {
    if (expr) node(*expr, owner, in, nullptr, &expr);
  }

  /// The first that is no mere wrapping of what was marked.
  static Expr& core(const Place& place, Expr& expr) {
    Expr* at = &expr;
    while ((at->op == Op::check_range || at->op == Op::rescale) && inside(place, at->args[0]->place))
      at = at->args[0].get();
    return *at;
  }

  void node(Expr& expr, const Owner& owner, In in, const Expr* parent, ExprPtr* holder) {
    for (const size_t i : marks_) {
      const Supplied& one = mark(i);
      const bool condition = one.sort == SuppliedSort::interrupt;
      if (one.sort != SuppliedSort::expression && !condition) continue;
      if (!inside(one.place, expr.place) || (parent != nullptr && inside(one.place, parent->place))) continue;
      if (condition) {
        offer(i, owner, "an interrupt", [this, &expr] { expr = std::move(*truth(false, expr.place)); });
      } else {
        marked(i, expr, owner, in, parent, holder);
      }
    }
    if (expr.list) {
      list(expr, owner);
    }
    if (expr.binder) binder(*expr.binder, owner, &expr);
    for (size_t k = 0; k < expr.args.size(); ++k) {
      In below = In::value;
      if (expr.op == Op::all_of) below = In::and_;
      if (expr.op == Op::any_of) below = In::or_;
      if (expr.op == Op::add) below = In::sum;
      if (expr.op == Op::subtract && k == 1) below = In::minus;
      if (expr.op == Op::unite) below = In::unite;
      if (expr.op == Op::choose_if && k == 2) below = In::else_of;
      node(*expr.args[k], owner, below, &expr, &expr.args[k]);
    }
  }

  void marked(size_t i, Expr& expr, const Owner& owner, In in, const Expr* parent, ExprPtr* holder) {
    const CaseId label = owner.label;
    Expr* const above = const_cast<Expr*>(parent);
    switch (in) {
      case In::and_:
      case In::or_:
        deciding_[i] = [above, &expr, in] {
          for (ExprPtr& arg : above->args)
            if ((arg.get() == &expr) == (in == In::and_)) arg = make_not(std::move(arg));
          above->op = Op::all_of;
        };
        return offer(i, owner, in == In::and_ ? "an operand of `and`" : "an operand of `or`",
                     [this, &expr, in] { expr = std::move(*truth(in == In::and_, expr.place)); });
      case In::sum:
      case In::minus:
        return offer(i, owner, in == In::sum ? "a summand" : "what is taken off",
                     [&expr] { expr = std::move(*make_constant(expr.type, 0, expr.place)); });
      case In::unite:
        return offer(i, owner, "a part of a set",
                     [&expr] { expr = std::move(*make_expr(Op::set_of, expr.type, expr.place)); });
      case In::where:
        return offer(i, owner, "a filter", [holder] { *holder = nullptr; });
      case In::else_of:
        return offer(i, owner, "an else", [this, above, label] { silent_else(above->args[0], label); });
      case In::low:
      case In::high:
        return offer(i, owner, in == In::low ? "a least value" : "a greatest value",
                     [&expr, in] { unbounded(expr, in == In::low); });
      case In::value:
        break;
    }
    Expr& inner = core(mark(i).place, expr);
    if (is_extreme(inner) && bare(inner) != nullptr)
      return offer(i, owner, "a bound", [&inner] { take_bound(inner); });
    if (inner.op == Op::round || inner.op == Op::divide_round)
      return offer(i, owner, "a rounding", [this, &inner, label] { only_whole(inner, label); });
    offer(i, owner, "a value", [this, &expr, label] { make_silent(expr, label); });
  }

  /// The end of `within`, as one that no value reaches.
  static void unbounded(Expr& expr, bool low) {
    const int64_t far = (low ? -without_end : without_end) * expr.type.fine;
    const Type type = expr.type;
    const Place place = expr.place;
    ExprPtr around = make_expr(low ? Op::minimum : Op::maximum, type, place, make_constant(type, far, place));
    around->args[0]->interval = {far, far, false};
    around->interval = expr.interval;  // until it is widened
    expr = std::move(*around);
  }

  /// The operand that is bounded: the first that is no constant. Null where it may be `never` and the
  /// whole may not: what stands around it could not take it.
  static Expr* bare(Expr& expr) {
    for (ExprPtr& arg : expr.args) {
      if (arg->op == Op::constant) continue;
      Expr* at = arg.get();
      if (is_extreme(*at) && is_at(at->place, expr.place)) at = bare(*at);
      if (at == nullptr || (at->interval.may_be_never && !expr.interval.may_be_never)) return nullptr;
      return arg.get();
    }
    return nullptr;
  }
  /// A minimum of one operand stays, so that its interval is worked out anew.
  static void take_bound(Expr& expr) {
    Expr* const kept = bare(expr);
    ExprPtr only;
    for (ExprPtr& arg : expr.args)
      if (arg.get() == kept) only = std::move(arg);
    if (is_extreme(*only) && is_at(only->place, expr.place)) take_bound(*only);
    expr.place = only->place;  // so that a fault quotes what is left
    expr.args.clear();
    expr.args.push_back(std::move(only));
  }

  /// Where rounding down and up differ, nothing is said.
  void only_whole(Expr& expr, CaseId label) {
    const Place place = expr.place;
    const Type type = expr.type;
    const Interval interval = expr.interval;
    ExprPtr down = clone_fresh(p_, expr), up = clone_fresh(p_, expr), again = clone_fresh(p_, expr);
    down->rounding = Rounding::down;
    up->rounding = Rounding::up;
    ExprPtr same = make_expr(Op::equal, boolean_type, place, std::move(down), std::move(up));
    ExprPtr said = make_expr(Op::any_of, boolean_type, place, std::move(same), silence(label, place));
    ExprPtr made =
        make_expr(Op::choose_if, type, place, std::move(said), ExprPtr(std::move(expr)), std::move(again));
    made->interval = interval;
    expr = std::move(*made);
  }

  void list(Expr& expr, const Owner& owner) {
    ListBody& body = *expr.list;
    const bool sums =
        body.kind == ListKind::sum_of || body.kind == ListKind::all_of || body.kind == ListKind::any_of;
    for (ListEntry& entry : body.entries) {
      const Owner mine{entry.label == none ? owner.label : entry.label, owner.item};
      each_at(SuppliedSort::line, entry.place, [&](size_t i) {
        if (entry.when || entry.per || sums) {
          offer(i, mine, "an entry", [this, &entry] { entry.when = truth(false, entry.place); });
        } else {
          offer(i, mine, "the last entry",
                [this, &entry, label = mine.label] { make_silent(*entry.value, label); });
        }
      });
      if (entry.per) binder(*entry.per, mine, &expr);
      if (entry.when) node(*entry.when, mine, In::value, &expr, &entry.when);
      if (entry.value) node(*entry.value, mine, In::value, &expr, &entry.value);
    }
    if (body.low) node(*body.low, owner, In::low, &expr, &body.low);
    if (body.high) node(*body.high, owner, In::high, &expr, &body.high);
  }

  void binder(Binder& binder, const Owner& owner, const Expr* parent = nullptr) {
    if (binder.domain) node(*binder.domain, owner, In::value, parent, &binder.domain);
    if (binder.on) node(*binder.on, owner, In::value, parent, &binder.on);
    if (binder.where) node(*binder.where, owner, In::where, parent, &binder.where);
  }

  // ---- statements

  static bool all_inside(const Place& place, const Stmt& stmt) {
    if (!inside(place, stmt.place)) return false;
    return std::all_of(stmt.body.begin(), stmt.body.end(),
                       [&](const StmtPtr& one) { return !one || all_inside(place, *one); });
  }

  void statement(Stmt& stmt, const Owner& around, const Stmt* parent = nullptr) {
    Owner owner = around;
    if (stmt.label != none) owner.label = stmt.label;
    for (const size_t i : marks_) {
      const Supplied& one = mark(i);
      if (one.sort != SuppliedSort::statement || !all_inside(one.place, stmt)) continue;
      if (parent != nullptr && all_inside(one.place, *parent)) continue;
      offer(i, owner, "a statement", [&stmt] {
        Stmt nothing;
        nothing.place = stmt.place;
        nothing.label = stmt.label;
        stmt = std::move(nothing);
      });
    }
    if (stmt.op == StmtOp::branch) {
      each_at(SuppliedSort::else_block, stmt.place, [&](size_t i) {
        offer(i, owner, "an else", [this, &stmt, label = owner.label] { silent_else(stmt.value, label); });
      });
    }
    top(stmt.value, owner);
    for (ExprPtr& arg : stmt.args) top(arg, owner);
    if (stmt.binder) binder(*stmt.binder, owner);
    for (StmtPtr& inner : stmt.body) {
      if (inner) statement(*inner, owner, &stmt);
    }
  }

  // ---- items

  void one(Definition& definition) {
    const Owner owner{definition.label, definition.name};
    top(definition.body, owner);
    for (Exception& one : definition.exceptions) {
      const Owner mine{one.label, definition.name};
      each_at(SuppliedSort::line, one.place, [&](size_t i) {
        offer(i, mine, "an exception", [this, &one] { one.when = truth(false, one.place); });
      });
      top(one.when, mine);
      top(one.value, mine);
    }
    for (Adjustment& one : definition.adjustments) {
      const Owner mine{one.label, definition.name};
      each_at(SuppliedSort::line, one.place, [&](size_t i) {
        offer(i, mine, "an adjustment", [this, &one] { one.when = truth(false, one.place); });
      });
      top(one.when, mine);
      top(one.value, mine);
    }
  }

  void one(Table& table) {
    for (const size_t i : marks_) {
      if (mark(i).sort != SuppliedSort::expression) continue;
      std::vector<size_t> cells;
      for (size_t k = 0; k < table.cells.size(); ++k)
        if (inside(table.cell_places[k], mark(i).place) || inside(mark(i).place, table.cell_places[k]))
          cells.push_back(k);
      if (cells.empty()) continue;
      const Id id = static_cast<Id>(&table - p_.tables.data());
      offer(i, {table.label, table.name}, "a cell", [this, id, cells] {
        for (const size_t k : cells) p_.tables[static_cast<TableId>(id)].cells[k] = silent_value;
      });
    }
  }

  void one(Effect& effect) {
    for (EffectEntry& entry : effect.entries) {
      const Owner owner{entry.label == none ? effect.label : entry.label, effect.name};
      each_at(SuppliedSort::line, entry.place, [&](size_t i) {
        offer(i, owner, "an entry", [this, &entry] {
          if (entry.when)
            entry.when = truth(false, entry.place);
          else
            entry.body = StmtPtr(Stmt{});
        });
      });
      top(entry.when, owner);
      if (entry.body) statement(*entry.body, owner);
    }
  }

  void requirements(std::vector<Requirement>& list, const std::string& item, const char* what) {
    for (Requirement& one : list) {
      const Owner owner{one.label, item};
      each_at(SuppliedSort::line, one.place,
              [&](size_t i) { offer(i, owner, what, [this, &one] { one.expr = truth(true, one.place); }); });
      top(one.expr, owner);
      for (Waiver& waiver : one.waivers) {
        const Owner mine{waiver.label, item};
        each_at(SuppliedSort::line, waiver.place, [&](size_t i) {
          offer(i, mine, "a waiver", [this, &waiver] { waiver.when = truth(false, waiver.place); });
        });
        top(waiver.when, mine);
      }
    }
  }

  void one(Action& action) {
    const Owner owner{action.label, action.name};
    for (ActionParam& param : action.params) {
      top(param.domain, owner);
      top(param.where, owner, In::where);
    }
    requirements(action.requires_, action.name, "a requirement");
    requirements(action.ensures, action.name, "an `ensure`");
    for (Best& best : action.bests) {
      const Owner mine{best.label, action.name};
      each_at(SuppliedSort::line, best.place, [&](size_t i) {
        offer(i, mine, "a preference",
              [&best] { best.value = make_constant(best.value->type, 0, best.place); });
      });
      top(best.value, mine);
    }
    if (action.body) statement(*action.body, owner);
  }

  void one(Procedure& procedure) {
    for (StepId at = procedure.entry; at >= 0 && at < procedure.end; ++at) {
      FlowStep& step = p_.flow[at];
      const Owner owner{step.label == none ? procedure.label : step.label, procedure.name};
      if (step.op == FlowOp::branch && step.expr) {
        each_at(SuppliedSort::else_block, step.place, [&](size_t i) {
          offer(i, owner, "an else",
                [this, at, label = owner.label] { silent_else(p_.flow[at].expr, label); });
        });
      }
      if (step.stmt) statement(*step.stmt, owner);
      top(step.expr, owner);
      for (ExprPtr& arg : step.args) top(arg, owner);
    }
    for (const size_t i : marks_)
      if (mark(i).sort == SuppliedSort::statement) steps_of(i, procedure);
  }

  /// A statement with choices, rolls or calls is a run of steps: play goes on behind them.
  void steps_of(size_t i, const Procedure& procedure) {
    const Place& place = mark(i).place;
    StepId first = none, last = none;
    for (StepId at = procedure.entry; at >= 0 && at < procedure.end; ++at) {
      const FlowStep& step = p_.flow[at];
      const bool whole =
          step.op == FlowOp::run ? step.stmt && all_inside(place, *step.stmt) : inside(place, step.place);
      if (!whole) continue;
      if (first == none) first = at;
      last = at;
    }
    if (first == none || last + 1 >= procedure.end) return;
    // One step that runs is left out as a statement.
    if (first == last && p_.flow[first].op == FlowOp::run) return;
    const CaseId label = p_.flow[first].label == none ? procedure.label : p_.flow[first].label;
    offer(i, {label, procedure.name}, "a statement", [this, first, last] {
      FlowStep over;
      over.op = FlowOp::jump;
      over.label = p_.flow[first].label;
      over.place = p_.flow[first].place;
      over.target = last + 1;
      p_.flow[first] = std::move(over);
    });
  }

  void one(Site& site) {
    const FlowStep& step = p_.flow[site.flow];
    const Procedure& procedure = p_.procedures[site.procedure];
    const Owner owner{site.label == none ? procedure.label : site.label, procedure.name};
    top(site.by, owner);
    top(site.condition, owner);
    top(site.set, owner);
    each_at(SuppliedSort::or_else, step.place,
            [&](size_t i) { offer(i, owner, "an `or else`", [&site] { site.or_else = none; }); });
    for (Alternative& one : site.alternatives) {
      const Owner mine{one.label == none ? owner.label : one.label, procedure.name};
      each_at(SuppliedSort::line, one.place, [&](size_t i) {
        offer(i, mine, "an alternative", [this, &one] {
          Requirement never;
          never.label = one.label;
          never.name = "supplied";
          never.expr = truth(false, one.place);
          never.place = one.place;
          one.requires_.push_back(std::move(never));
        });
      });
      for (AlternativeArg& arg : one.args) top(arg.value, mine);
      requirements(one.requires_, procedure.name, "a requirement");
    }
  }

  void go() {
    if (marks_.empty()) return;
    for (Table& table : p_.tables) one(table);
    for (Definition& definition : p_.definitions) one(definition);
    for (Field& field : p_.fields) {
      const Owner owner{field.label, field.name};
      for (ExprPtr* expr : {&field.goal, &field.through, &field.across, &field.step}) top(*expr, owner);
    }
    for (Effect& effect : p_.effects) one(effect);
    for (Action& action : p_.actions) one(action);
    for (Watch& watch : p_.watches) {
      const Owner owner{watch.label, watch.name};
      top(watch.by, owner);
      top(watch.first, owner);
    }
    for (Procedure& procedure : p_.procedures) one(procedure);
    for (Site& site : p_.sites) one(site);
  }

  Program& p_;
  std::vector<size_t> marks_;
  std::vector<std::vector<Change>> changes_;
  std::vector<std::function<void()>> deciding_;  // by mark; empty: it is no operand
};

}  // namespace

void name_supplied(Program& program) {
  if (!program.supplied.empty()) Taker(program).name_all();
}

std::string written(const Program& program, const Place& place) {
  std::string words;
  for (const char c : program.text_of(place)) {
    const bool blank = c == ' ' || c == '\n' || c == '\t';
    if (!blank || words.empty() || words.back() != ' ') words += blank ? ' ' : c;
  }
  return words;
}

std::string written(const Program& program, const Supplied& part) {
  if (part.sort == SuppliedSort::else_block || part.sort == SuppliedSort::or_else) return {};
  std::string text = written(program, part.place);
  const bool in_brackets = text.starts_with("(supplied ");
  if (!in_brackets && !text.starts_with("supplied ")) return text;
  const size_t end = text.find("\": ");
  if (end == std::string::npos) return {};
  if (in_brackets) text.pop_back();
  return text.substr(end + 3);
}

size_t find_supplied(const Program& program, std::string_view name) {
  const auto& all = program.supplied;
  return static_cast<size_t>(
      std::find_if(all.begin(), all.end(),
                   [&](const Supplied& one) { return !one.name.empty() && same_switch(one.name, name); }) -
      all.begin());
}

std::shared_ptr<const Program> without(const Program& program, const std::vector<std::string>& names) {
  auto mine = std::make_shared<Program>(program);
  for (const std::string& name : names) {
    const size_t mark = find_supplied(program, name);
    if (mark == program.supplied.size()) continue;
    Taker(*mine).take(mark);
    mine->without.push_back(name);
  }
  std::sort(mine->without.begin(), mine->without.end());
  guard_indices(*mine);
  guard_numbers(*mine);
  widen_intervals(*mine);
  return mine;
}

std::shared_ptr<const Program> where_it_decides(const Program& program, std::string_view name) {
  const size_t mark = find_supplied(program, name);
  if (mark == program.supplied.size()) return nullptr;
  auto mine = std::make_shared<Program>(program);
  if (!Taker(*mine).let_decide(mark)) return nullptr;
  return mine;
}

}  // namespace casebook::language
