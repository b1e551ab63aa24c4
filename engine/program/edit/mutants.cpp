// SPDX-License-Identifier: Apache-2.0
#include "engine/program/edit/mutants.h"

#include <algorithm>
#include <functional>
#include <map>

#include "engine/program/anatomy.h"
#include "engine/program/edit/alter.h"
#include "engine/program/edit/mutants_parts.h"
#include "engine/program/expression.h"
#include "engine/program/walk.h"

namespace casebook::language {
namespace {

using Labels = std::vector<CaseId>;

Labels labels_of(const Item& item) {
  Labels labels;
  if (item.label != none) labels.push_back(item.label);
  labels.insert(labels.end(), item.also.begin(), item.also.end());
  return labels;
}

ExprPtr truth(bool value, const Place& place) {
  return make_constant(boolean_type, value ? 1 : 0, place);
}

/// Goes through a program of its own and names what can be altered; the one that is wanted is altered at the
/// end, when nothing goes through the program any more. Each part is altered in a way of its own, so parts are
/// gone through by hand.
class Mutator {
 public:
  Mutator(Program& program, int32_t wanted) : p_(program), wanted_(wanted) {}

  std::vector<Mutant> run() {
    measures();
    givens();
    states();
    tables();
    for (Definition& definition : p_.definitions) one(definition);
    for (Field& field : p_.fields) one(field);
    for (Effect& effect : p_.effects) one(effect);
    for (Action& action : p_.actions) {
      if (action.watch == none) one(action);
    }
    flow();
    for (Site& site : p_.sites) one(site);
    checks();
    if (chosen_) {
      chosen_();
      guard_numbers(p_);
      fit_counters(p_);
    }
    return std::move(found_);
  }

 private:
  struct At {
    Labels labels;
    std::string name;
    Place place;
  };

  Mutant* offer(At at, std::string what, std::function<void()> change) {
    if (at.labels.empty()) return nullptr;
    Mutant mutant;
    mutant.number = static_cast<int32_t>(found_.size());
    mutant.labels = std::move(at.labels);
    mutant.name = std::move(at.name);
    mutant.what = std::move(what);
    mutant.place = at.place;
    if (mutant.number == wanted_) chosen_ = std::move(change);
    found_.push_back(std::move(mutant));
    return &found_.back();
  }
  void offer_altered(At at, const std::string& before, Expr& expr) {
    const std::string words = alteration(p_, expr);
    if (!words.empty()) offer(std::move(at), before + words, [this, &expr] { alter(p_, expr); });
  }
  static At at(const Item& item) { return {labels_of(item), item.name, item.place}; }
  static At at(CaseId label, std::string name, const Place& place) {
    return {label == none ? Labels{} : Labels{label}, std::move(name), place};
  }

  void measures();
  void givens();
  void states();
  void tables();
  void one(Definition& definition);
  void one(Field& field);
  void one(Effect& effect);
  void one(Action& action);
  void one(Site& site);
  void one(Requirement& requirement, const std::string& name, const char* sort);
  void flow();
  void checks();
  void entries(Expr& expr, CaseId label, const std::string& name);
  void entries(ExprPtr& expr, CaseId label, const std::string& name) {
    if (expr) entries(*expr, label, name);
  }
  void statement(Stmt& stmt, const std::string& name);

  Program& p_;
  int32_t wanted_;
  std::function<void()> chosen_;
  std::vector<Mutant> found_;
};

// ---- what the scenario and the dice give

void Mutator::measures() {
  std::vector<bool> rolled(p_.measures.size(), false);
  for (const Site& site : p_.sites) {
    if (site.kind != SiteKind::roll) continue;
    for (const VarId die : site.vars) rolled[static_cast<size_t>(p_.vars[die].type.of)] = true;
  }
  for (size_t i = 0; i < p_.measures.size(); ++i) {
    Measure& measure = p_.measures[i];
    if (rolled[i] && measure.low < measure.high)
      offer(at(measure), "measure of a die: one face fewer", [&measure] { --measure.high; });
  }
}

// Where rules read it: claims and invariants say what ought to be and keep the data as they are.
void Mutator::givens() {
  std::map<GivenId, std::vector<Expr*>> reads;
  each_item(p_, [&](ItemId id, auto& item) {
    if (!is_of_play(id.sort)) return;
    each_expression_in(p_, item, [&](Expr& top) {
      change(top, [&](Expr& expr) {
        if (expr.op == Op::given || expr.op == Op::given_between) reads[expr.ref].push_back(&expr);
      });
    });
  });
  for (auto& [id, all] : reads) {
    Given& given = p_.givens[id];
    const auto list = all;
    if (given.fallback) {
      offer(at(given), "given as if no data spoke of it", [&given, list] {
        for (Expr* expr : list) *expr = *given.fallback;
      });
    } else if (const std::string words = alteration(p_, *list.front()); !words.empty()) {
      offer(at(given), "given " + words, [this, list] {
        for (Expr* expr : list) alter(p_, *expr);
      });
    }
  }
}

void Mutator::states() {
  const auto written = [](const Expr& initial) {
    if (initial.op == Op::set_of) return !initial.args.empty();
    return initial.op != Op::constant || initial.value > 0;
  };
  for (State& state : p_.states) {
    if (!state.hidden && state.initial && written(*state.initial))
      offer_altered(at(state), "at the beginning ", *state.initial);
  }
}

void Mutator::tables() {
  for (Table& table : p_.tables) {
    const auto cells = written_cells(p_, table);
    for (const size_t number : cells_of_lines(cells.size())) {
      const std::vector<size_t>& indices = cells[number];
      At where = at(table);
      where.place = table.cell_places[indices.front()];
      offer(std::move(where), "table: another value in cell " + std::to_string(number + 1),
            [this, &table, indices] {
              for (const size_t i : indices) table.cells[i] = altered_cell(p_, table.type, table.cells[i]);
            });
    }
  }
}

// ---- definitions

void Mutator::entries(Expr& top, CaseId label, const std::string& name) {
  change(top, [&](Expr& expr) {
    if (!expr.list) return;
    for (ListEntry& entry : expr.list->entries) {
      At where = at(entry.label == none ? label : entry.label, name + "." + entry.name, entry.place);
      if (entry.when || entry.per) {
        offer(std::move(where), "entry that never applies",
              [&entry] { entry.when = truth(false, entry.place); });
      } else if (entry.value) {
        offer_altered(std::move(where), "entry ", *entry.value);
      }
    }
  });
}

void Mutator::one(Definition& definition) {
  if (definition.body) {
    if (definition.label != none) offer_altered(at(definition), "definition ", *definition.body);
    entries(*definition.body, definition.label, definition.name);
  }
  for (Exception& exception : definition.exceptions) {
    offer(at(exception.label, definition.name, exception.place), "exception that never holds",
          [&exception] { exception.when = truth(false, exception.place); });
    entries(exception.value, exception.label, definition.name);
  }
  for (Adjustment& adjustment : definition.adjustments) {
    offer(at(adjustment.label, definition.name, adjustment.place), "adjustment that never holds",
          [&adjustment] { adjustment.when = truth(false, adjustment.place); });
    entries(adjustment.value, adjustment.label, definition.name);
  }
}

void Mutator::one(Field& field) {
  if (field.goal) {
    offer(at(field), "field without a goal", [&field] { field.goal = truth(false, field.place); });
    entries(*field.goal, field.label, field.name);
  }
  if (field.through) offer(at(field), "field: `through` dropped", [&field] { field.through = nullptr; });
  if (field.across) offer(at(field), "field: `across` dropped", [&field] { field.across = nullptr; });
  if (field.step) offer_altered(at(field), "field: step ", *field.step);
}

// ---- what is done

void Mutator::statement(Stmt& stmt, const std::string& name) {
  for (StmtPtr& inner : stmt.body) {
    if (inner) statement(*inner, name);
  }
  const bool leaf = stmt.op == StmtOp::assign || stmt.op == StmtOp::effect || stmt.op == StmtOp::end_game;
  const bool hidden = stmt.op == StmtOp::assign && stmt.ref != none && p_.states[stmt.ref].hidden;
  if (!leaf || hidden) return;
  offer(at(stmt.label, name, stmt.place), "statement left out", [&stmt] {
    stmt.op = StmtOp::block;
    stmt.args.clear();
    stmt.value = nullptr;
  });
}

void Mutator::one(Effect& effect) {
  for (EffectEntry& entry : effect.entries) {
    if (effect.kind != EffectKind::plain) {
      offer(at(entry.label, effect.name + "." + entry.name, entry.place), "entry left out", [&entry] {
        if (entry.when) {
          entry.when = truth(false, entry.place);
        } else {
          entry.body = StmtPtr(Stmt{});
        }
      });
    }
    if (entry.body) statement(*entry.body, effect.name);
  }
}

void Mutator::one(Requirement& requirement, const std::string& name, const char* sort) {
  const std::string whole = name + "." + requirement.name;
  offer(at(requirement.label, whole, requirement.place), std::string(sort) + " left out",
        [&requirement] { requirement.expr = truth(true, requirement.place); });
  entries(requirement.expr, requirement.label, whole);
  for (Waiver& waiver : requirement.waivers) {
    offer(at(waiver.label, whole, waiver.place), "waiver that never holds",
          [&waiver] { waiver.when = truth(false, waiver.place); });
  }
}

void Mutator::one(Action& action) {
  offer(at(action), "action that is never lawful", [&action] {
    Requirement never;
    never.label = action.label;
    never.name = "mutant";
    never.expr = truth(false, action.place);
    never.place = action.place;
    action.requires_.push_back(std::move(never));
  });
  for (ActionParam& param : action.params) {
    if (!param.where) continue;
    offer(at(action.label, action.name + "." + param.name, param.where->place),
          "filter of a parameter dropped", [&param] { param.where = nullptr; });
  }
  for (Requirement& requirement : action.requires_) one(requirement, action.name, "requirement");
  for (Requirement& requirement : action.ensures) one(requirement, action.name, "ensured thing");
  for (Best& best : action.bests) {
    const Type type = best.value->type;
    offer(at(best.label, action.name + "." + best.name, best.place), "preference without say",
          [&best, type] { best.value = make_constant(type, 0, best.place); });
  }
  if (action.body) statement(*action.body, action.name);
}

void Mutator::flow() {
  for (const Procedure& procedure : p_.procedures) {
    for (StepId i = procedure.entry; i < procedure.end; ++i) {
      FlowStep& step = p_.flow[i];
      if (step.stmt) statement(*step.stmt, procedure.name);
      if (step.op != FlowOp::call && step.op != FlowOp::attempt && step.op != FlowOp::end_game) continue;
      std::string what = "statement left out";
      if (step.op == FlowOp::call) what = "call of " + p_.procedures[step.ref].name + " left out";
      if (i + 1 == procedure.end) continue;
      offer(at(step.label, procedure.name, step.place), what, [&step, i] {
        step.op = FlowOp::jump;
        step.args.clear();
        step.vars.clear();
        step.expr = nullptr;
        step.ref = none;
        step.target = i + 1;
      });
    }
  }
}

void Mutator::one(Site& site) {
  const Procedure& procedure = p_.procedures[site.procedure];
  if (site.procedure == p_.settle) return;  // made by the compiler
  const FlowStep& step = p_.flow[site.flow];
  const std::string name = procedure.name + ":" + std::to_string(site.ordinal);
  if (site.by) offer_altered(at(site.label, name, step.place), "who chooses: ", *site.by);
  for (Alternative& alternative : site.alternatives) {
    const std::string& action = p_.actions[alternative.action].name;
    offer(at(alternative.label, name + " " + action, alternative.place), "alternative left out",
          [&alternative] {
            Requirement never;
            never.label = alternative.label;
            never.name = "mutant";
            never.expr = truth(false, alternative.place);
            never.place = alternative.place;
            alternative.requires_.push_back(std::move(never));
          });
    for (Requirement& requirement : alternative.requires_)
      one(requirement, name + " " + action, "requirement");
  }
  if (site.condition) {
    offer(at(site.label, name, step.place), "condition of a roll dropped",
          [&site] { site.condition = nullptr; });
  }
  if (site.set) offer_altered(at(site.label, name, step.place), "what is drawn from ", *site.set);
}

// ---- what is asked

void negate(ClaimLine& line) {
  switch (line.step) {
    case ClaimStep::expect:
      line.expr = make_not(std::move(line.expr));
      break;
    case ClaimStep::expect_permitted:
      line.step = ClaimStep::expect_refused;
      break;
    case ClaimStep::expect_refused:
      line.step = ClaimStep::expect_permitted;
      break;
    case ClaimStep::expect_won:
    case ClaimStep::expect_choice:
      line.step = ClaimStep::expect_drawn;
      line.expr = nullptr;
      break;
    default:
      break;
  }
}

void Mutator::checks() {
  for (size_t i = 0; i < p_.invariants.size(); ++i) {
    Invariant& invariant = p_.invariants[i];
    if (!invariant.expr) continue;
    if (Mutant* made =
            offer(at(invariant), "invariant negated", [this, &invariant] { alter(p_, *invariant.expr); })) {
      made->of = MutantOf::invariant;
      made->item = static_cast<Id>(i);
    }
  }
  for (size_t i = 0; i < p_.claims.size(); ++i) {
    auto& lines = p_.claims[i].lines;
    const auto expects = [](const ClaimLine& line) {
      return line.step == ClaimStep::expect || line.step == ClaimStep::expect_permitted ||
             line.step == ClaimStep::expect_refused || line.step == ClaimStep::expect_won ||
             line.step == ClaimStep::expect_choice;
    };
    const auto last = std::find_if(lines.rbegin(), lines.rend(), expects);
    if (last == lines.rend()) continue;
    // Of a disputed claim one expectation must fail: whether it is the last, only a run tells.
    if (!p_.claims[i].disputed.empty() && std::count_if(lines.begin(), lines.end(), expects) > 1) continue;
    ClaimLine& line = *last;
    if (Mutant* made = offer(at(p_.claims[i]), "claim negated", [&line] { negate(line); })) {
      made->of = MutantOf::claim;
      made->item = static_cast<Id>(i);
    }
  }
}

}  // namespace

std::vector<Mutant> mutants(const Program& program, Grain grain) {
  Program mine = program;
  return grain == Grain::line ? Mutator(mine, -1).run() : alter_part(mine, -1);
}

std::shared_ptr<const Program> altered(const Program& program, const Mutant& mutant) {
  auto mine = std::make_shared<Program>(program);
  if (mutant.grain == Grain::line) {
    Mutator(*mine, mutant.number).run();
  } else {
    alter_part(*mine, mutant.number);
  }
  return mine;
}

std::string mutant_kind(const Mutant& mutant) {
  static const std::pair<const char*, const char*> kinds[] = {
      {"table", "table cell"},
      {"measure of a die", "die"},
      {"at the beginning", "state"},
      {"filter", "filter"},
      {"condition of a roll", "roll"},
      {"who chooses", "who chooses"},
      {"what is drawn", "draw"},
      {"call of", "call"},
      {"action", "action"},
      {"ensured", "requirement"},
      {"preference", "preference"},
  };
  for (const auto& [begins, kind] : kinds) {
    if (mutant.what.starts_with(begins)) return kind;
  }
  return mutant.what.substr(0, mutant.what.find_first_of(" :"));
}

std::string mutant_text(const Program& program, const Mutant& mutant) {
  std::string text;
  for (const CaseId label : mutant.labels) text += (text.empty() ? "" : ", ") + program.label_text(label);
  text += " " + mutant.name + ": " + mutant.what;
  if (mutant.place.file < program.sources.size()) {
    text += " (" + program.sources[mutant.place.file].file + ":" + std::to_string(mutant.place.line) + ":" +
            std::to_string(mutant.place.column) + ")";
  }
  return text;
}

}  // namespace casebook::language
