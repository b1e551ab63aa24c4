// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/attribute/take_over.h"

#include <algorithm>
#include <map>

#include "engine/language/check/checker.h"
#include "engine/program/anatomy.h"
#include "engine/program/edit/alter.h"
#include "engine/program/walk.h"
#include "engine/runtime/slot_values.h"

namespace casebook::compare {

using language::Expr;
using language::ExprPtr;
using language::none;
using language::Op;
using language::Program;
using language::Stmt;
using language::StmtOp;
using language::Type;
using language::TypeTag;

namespace {

/// Thrown in this file and caught where the file is entered.
struct Cannot {
  std::string why;
};

template <class Items>
typename Items::Id named(const Items& items, const std::string& name) {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const auto& one) { return one.name == name; });
  return found == items.end() ? none : static_cast<typename Items::Id>(found - items.begin());
}

class ItemTransplant {
 public:
  ItemTransplant(const Pair& pair, size_t side, const Position& theirs)
      : theirs_(theirs),
        donor_(*pair.settled[1 - side]),
        from_(*donor_.program),
        way_(pair.alignment.from(1 - side)),
        scenario_(std::make_shared<Scenario>(*pair.scenarios[side])),
        program_(std::make_shared<Program>(*scenario_->program)) {}

  void take(const ItemRef& ref) {
    switch (ref.sort) {
      case ItemSort::definition:
        return take_definition(ref.name);
      case ItemSort::field:
        return take_field(ref.name);
      case ItemSort::table:
        return take_table(ref.name);
      case ItemSort::effect:
        return take_effect(ref.name);
      case ItemSort::action:
        return take_action(ref.name);
      case ItemSort::requirement:
        return take_requirement(ref.name, ref.line);
      case ItemSort::procedure:
        return take_procedure(ref.name);
      case ItemSort::given:
        return take_given(ref.name);
      case ItemSort::place:
        return take_place(ref.name);
      default:
        throw Cannot{"what all positions are made of cannot be exchanged"};
    }
  }

  ScenarioPtr made() {
    language::guard_indices(*program_);
    language::guard_numbers(*program_);
    scenario_->program = program_;
    return scenario_;
  }

 private:
  // ---- what is named

  template <class Items>
  std::pair<typename Items::Id, typename Items::Id> both(const Items& theirs, const Items& mine,
                                                         const std::string& name) const {
    const typename Items::Id there = named(theirs, name), here = named(mine, name);
    if (there == none || here == none) throw Cannot{"only one of the two has it"};
    return {there, here};
  }

  MeasureId measure(MeasureId id) const {
    const language::Measure& theirs = from_.measures[id];
    const MeasureId here = named(program_->measures, theirs.name);
    if (here == none) throw Cannot{"its numbers are of a measure that is not there"};
    const language::Measure& mine = program_->measures[here];
    if (mine.step_numerator != theirs.step_numerator || mine.step_denominator != theirs.step_denominator)
      throw Cannot{"its numbers have another step"};
    return here;
  }

  KindId kind(KindId id) const {
    const KindId here = way_.kinds[id];
    if (here == none) throw Cannot{"it speaks of a kind that is not there"};
    return here;
  }

  Type type(Type of) const {
    if (of.of == none) return of;
    const bool number = of.tag == TypeTag::number || of.tag == TypeTag::range;
    of.of = number ? Id(measure(of.of)) : Id(kind(of.of));
    return of;
  }

  bool same_types(const std::vector<Type>& theirs, const std::vector<Type>& mine) const {
    return std::equal(theirs.begin(), theirs.end(), mine.begin(), mine.end(),
                      [this](const Type& a, const Type& b) { return type(a) == b; });
  }

  std::vector<Type> types_of(const Program& program, const std::vector<VarId>& vars) const {
    std::vector<Type> types;
    for (const VarId var : vars) types.push_back(program.vars[var].type);
    return types;
  }

  /// A value of that type of theirs, as a cell.
  int64_t value(const Type& of, int64_t number) const {
    const std::vector<int32_t>* map = nullptr;
    if (of.tag == TypeTag::location)
      map = &way_.locations;
    else if (of.tag == TypeTag::entity || of.tag == TypeTag::maybe)
      map = &way_.members[of.of];
    if (map == nullptr || number < 0) return number;
    const int32_t here = (*map)[static_cast<size_t>(number)];
    if (here < 0) throw Cannot{"it speaks of " + donor_.value_text(of, number) + ", which is not there"};
    return here;
  }

  VarId var(VarId id) {
    if (id == none) return none;
    if (const auto known = vars_.find(id); known != vars_.end()) return known->second;
    const language::Var& theirs = from_.vars[id];
    VarId here = none;
    if (theirs.procedure != none) {
      here = way_.vars[id];
      if (here == none) throw Cannot{"it speaks of a variable of a procedure that is not there"};
    } else {
      here = fresh(theirs);
    }
    vars_[id] = here;
    return here;
  }

  VarId fresh(language::Var one) {
    one.type = type(one.type);
    one.place = {};
    program_->vars.push_back(std::move(one));
    return static_cast<VarId>(program_->vars.size() - 1);
  }

  // ---- expressions and statements

  ExprPtr take(const ExprPtr& expr) {
    if (!expr) return nullptr;
    ExprPtr copied = language::ExprPtr(*expr);
    language::change(*copied, [this](Expr& part) { translate(part); });
    return copied;
  }

  void binder(language::Binder& one) {
    one.var = var(one.var);
    one.at = var(one.at);
  }

  void translate(Expr& e) {
    const Type theirs = e.type;
    e.type = type(e.type);
    e.place = {};
    e.label = none;
    if (e.binder) binder(*e.binder);
    if (e.list) {
      for (language::ListEntry& entry : e.list->entries) {
        entry.label = none;
        entry.place = {};
        if (entry.per) binder(*entry.per);
      }
    }
    switch (e.op) {
      case Op::constant:
        e.value = value(theirs, e.value);
        break;
      case Op::variable:
      case Op::let:
      case Op::if_hex:
        e.ref = var(e.ref);
        break;
      case Op::box:
        e.ref = way_.boxes[e.ref];
        if (e.ref == none) throw Cannot{"it speaks of a box that is not there"};
        break;
      case Op::named_place: {
        const MapPlaceId here = named(program_->places, from_.places[e.ref].name);
        if (here == none) {
          e.value = value(theirs, donor_.places[e.ref]);
          e.op = Op::constant;
        }
        e.ref = here;
        break;
      }
      case Op::given:
      case Op::given_between:
        e.ref = given(e.ref);
        break;
      case Op::state:
      case Op::state_between:
        state(e);
        break;
      case Op::table:
        e.ref = table(e.ref);
        break;
      case Op::call:
        e.ref = definition(e.ref);
        break;
      case Op::field_at:
        e.ref = field(e.ref);
        break;
      case Op::place_of:
      case Op::on_map:
        e.ref = kind(e.ref);
        break;
      case Op::legal:
        e.ref = way_.actions[e.ref];
        if (e.ref == none) throw Cannot{"it asks for an action that is not there"};
        break;
      case Op::named_entity:
      case Op::option_value:
      case Op::reading_value:
        throw Cannot{"it rests on a switch"};
      default:
        break;
    }
  }

  language::StmtPtr take(const language::StmtPtr& stmt) {
    if (!stmt) return nullptr;
    language::StmtPtr copied = stmt;
    translate(*copied);
    return copied;
  }

  void translate(Stmt& stmt) {
    stmt.place = {};
    stmt.label = none;
    switch (stmt.op) {
      case StmtOp::assign:
        if (stmt.ref != none) {
          stmt.ref = way_.states[stmt.ref];
          if (stmt.ref == none) throw Cannot{"it writes state that is not there"};
        } else {
          stmt.ref2 = kind(stmt.ref2);
        }
        break;
      case StmtOp::let:
        stmt.ref = var(stmt.ref);
        break;
      case StmtOp::effect:
        stmt.ref = effect(stmt.ref);
        break;
      default:
        break;
    }
    if (stmt.binder) {
      binder(*stmt.binder);
      for (ExprPtr* part : {&stmt.binder->domain, &stmt.binder->on, &stmt.binder->where}) *part = take(*part);
    }
    for (ExprPtr& arg : stmt.args) arg = take(arg);
    stmt.value = take(stmt.value);
    for (language::StmtPtr& part : stmt.body) {
      if (part) translate(*part);
    }
  }

  // ---- what this side has stands for what the other has; what it has not comes along

  DefinitionId definition(DefinitionId id) {
    if (const auto known = definitions_.find(id); known != definitions_.end()) return known->second;
    const language::Definition& theirs = from_.definitions[id];
    const DefinitionId here = way_.definitions[id];
    if (here != none) {
      const language::Definition& mine = program_->definitions[here];
      if (type(theirs.type) == mine.type &&
          same_types(types_of(from_, theirs.params), types_of(*program_, mine.params)))
        return definitions_[id] = here;
    }
    const DefinitionId added = static_cast<DefinitionId>(program_->definitions.size());
    definitions_[id] = added;
    program_->definitions.emplace_back();
    language::Definition made = taken(theirs);
    program_->definitions[added] = std::move(made);
    return added;
  }

  FieldId field(FieldId id) {
    if (const auto known = fields_.find(id); known != fields_.end()) return known->second;
    const language::Field& theirs = from_.fields[id];
    const FieldId here = way_.fields[id];
    if (here != none) {
      const language::Field& mine = program_->fields[here];
      if (type(theirs.type) == mine.type &&
          same_types(types_of(from_, theirs.params), types_of(*program_, mine.params)))
        return fields_[id] = here;
    }
    const FieldId added = static_cast<FieldId>(program_->fields.size());
    fields_[id] = added;
    program_->fields.emplace_back();
    language::Field made = taken(theirs);
    program_->fields[added] = std::move(made);
    return added;
  }

  EffectId effect(EffectId id) {
    if (const auto known = effects_.find(id); known != effects_.end()) return known->second;
    const language::Effect& theirs = from_.effects[id];
    const EffectId here = way_.effects[id];
    if (here != none &&
        same_types(types_of(from_, theirs.params), types_of(*program_, program_->effects[here].params)))
      return effects_[id] = here;
    const EffectId added = static_cast<EffectId>(program_->effects.size());
    effects_[id] = added;
    program_->effects.emplace_back();
    language::Effect made = taken(theirs);
    program_->effects[added] = std::move(made);
    return added;
  }

  TableId table(TableId id) {
    const language::Table& theirs = from_.tables[id];
    const TableId here = named(program_->tables, theirs.name);
    if (here != none) {
      const language::Table& mine = program_->tables[here];
      if (same_types(theirs.index, mine.index) && type(theirs.type) == mine.type) return here;
    }
    program_->tables.push_back(taken(theirs));
    return static_cast<TableId>(program_->tables.size() - 1);
  }

  GivenId given(GivenId id) {
    const language::Given& theirs = from_.givens[id];
    const GivenId here = named(program_->givens, theirs.name);
    if (here != none) {
      const language::Given& mine = program_->givens[here];
      if (same_types(theirs.params, mine.params) && type(theirs.type) == mine.type) return here;
    }
    const runtime::Values& values = donor_.givens[id];
    return add_given(theirs.name, theirs.params, theirs.type, [&](size_t at) { return values.cells[at]; });
  }

  /// A given with values of theirs, by row-major index over their members; members that are not there are
  /// left out.
  GivenId add_given(const std::string& name, const std::vector<Type>& params, const Type& of,
                    const std::function<int64_t(size_t)>& cell) {
    if (of.tag == TypeTag::set || of.tag == TypeTag::path) throw Cannot{"it reads sets that are not there"};
    language::Given made;
    made.name = name;
    made.type = type(of);
    runtime::Values values;
    std::vector<size_t> sizes, own;
    size_t all = 1, mine = 1;
    for (const Type& param : params) {
      if (param.tag != TypeTag::entity) throw Cannot{"it reads " + name + ", which is not there"};
      made.params.push_back(type(param));
      sizes.push_back(static_cast<size_t>(donor_.size(param.of)));
      own.push_back(static_cast<size_t>(scenario_->size(made.params.back().of)));
      all *= sizes.back();
      mine *= own.back();
    }
    for (size_t k = 0, rest = mine; k < own.size(); ++k) {
      rest /= std::max<size_t>(own[k], 1);
      values.strides.push_back(static_cast<uint32_t>(rest));
    }
    values.cells.assign(mine, 0);
    for (size_t at = 0; at < all; ++at) {
      size_t rest = at, into = 0, block = all;
      bool there = true;
      for (size_t k = 0; k < params.size(); ++k) {
        block /= sizes[k];
        const int32_t member = way_.members[params[k].of][rest / block];
        rest %= block;
        there = there && member >= 0;
        into += there ? values.strides[k] * static_cast<size_t>(member) : 0;
      }
      if (there) values.cells[into] = static_cast<int32_t>(value(of, cell(at)));
    }
    program_->givens.push_back(std::move(made));
    scenario_->givens.push_back(std::move(values));
    return static_cast<GivenId>(program_->givens.size() - 1);
  }

  /// State that is not here stands as it is in their position.
  void state(Expr& e) {
    const StateId here = way_.states[e.ref];
    if (here != none) {
      e.ref = here;
      return;
    }
    if (const auto known = frozen_.find(e.ref); known != frozen_.end()) {
      e.ref = known->second;
    } else {
      const language::State& theirs = from_.states[e.ref];
      const runtime::Slot& slot = donor_.layout.states[e.ref];
      const GivenId added = add_given(theirs.name, theirs.params, theirs.type, [&](size_t at) {
        return runtime::read_slot(theirs_, slot, theirs.type, static_cast<uint32_t>(at)).number;
      });
      frozen_[e.ref] = added;
      e.ref = added;
    }
    e.op = e.op == Op::state ? Op::given : Op::given_between;
  }

  // ---- items

  std::vector<VarId> vars_of(const std::vector<VarId>& theirs) {
    std::vector<VarId> mine;
    for (const VarId one : theirs) mine.push_back(var(one));
    return mine;
  }

  language::Definition taken(const language::Definition& theirs) {
    language::Definition made;
    made.name = theirs.name;
    made.params = vars_of(theirs.params);
    made.type = type(theirs.type);
    made.body = take(theirs.body);
    for (const language::Exception& one : theirs.exceptions) {
      language::Exception& added = made.exceptions.emplace_back();
      added.when = take(one.when);
      added.value = take(one.value);
      added.over = one.over;
    }
    for (const language::Adjustment& one : theirs.adjustments) {
      language::Adjustment& added = made.adjustments.emplace_back();
      added.otherwise = var(one.otherwise);
      added.when = take(one.when);
      added.value = take(one.value);
      added.after = one.after;
    }
    return made;
  }

  language::Field taken(const language::Field& theirs) {
    language::Field made;
    made.name = theirs.name;
    made.params = vars_of(theirs.params);
    made.type = type(theirs.type);
    made.goal_var = var(theirs.goal_var);
    made.through_var = var(theirs.through_var);
    made.from_var = var(theirs.from_var);
    made.to_var = var(theirs.to_var);
    made.goal = take(theirs.goal);
    made.through = take(theirs.through);
    made.across = take(theirs.across);
    made.step = take(theirs.step);
    return made;
  }

  language::Effect taken(const language::Effect& theirs) {
    language::Effect made;
    made.name = theirs.name;
    made.params = vars_of(theirs.params);
    made.kind = theirs.kind;
    for (const language::EffectEntry& one : theirs.entries) {
      language::EffectEntry& added = made.entries.emplace_back();
      added.name = one.name;
      added.when = take(one.when);
      added.body = take(one.body);
    }
    return made;
  }

  language::Table taken(const language::Table& theirs) {
    language::Table made = theirs;
    made.label = none;
    made.also.clear();
    made.place = {};
    for (Type& index : made.index) {
      // Rows of a kind are its members in their order.
      if (index.tag == TypeTag::entity && !way_.same_members[index.of])
        throw Cannot{"its rows are members that are not the same in both"};
      index = type(index);
    }
    made.type = type(theirs.type);
    for (int64_t& cell : made.cells) {
      if (cell != language::silent_value) cell = value(theirs.type, cell);
    }
    return made;
  }

  /// What stands in the place of an item keeps its case and its place in the text.
  template <class Item>
  static void put(Item& into, Item made) {
    made.label = into.label;
    made.also = into.also;
    made.place = into.place;
    into = std::move(made);
  }

  void take_definition(const std::string& name) {
    const auto [there, here] = both(from_.definitions, program_->definitions, name);
    const language::Definition &theirs = from_.definitions[there], &mine = program_->definitions[here];
    if (!same_types(types_of(from_, theirs.params), types_of(*program_, mine.params)) ||
        type(theirs.type) != mine.type)
      throw Cannot{"its parameters or its value are of another type"};
    definitions_[there] = here;
    language::Definition made = taken(theirs);
    put(program_->definitions[here], std::move(made));
  }

  void take_field(const std::string& name) {
    const auto [there, here] = both(from_.fields, program_->fields, name);
    const language::Field &theirs = from_.fields[there], &mine = program_->fields[here];
    if (!same_types(types_of(from_, theirs.params), types_of(*program_, mine.params)) ||
        type(theirs.type) != mine.type)
      throw Cannot{"its parameters or its value are of another type"};
    fields_[there] = here;
    language::Field made = taken(theirs);
    put(program_->fields[here], std::move(made));
  }

  void take_table(const std::string& name) {
    const auto [there, here] = both(from_.tables, program_->tables, name);
    const language::Table& theirs = from_.tables[there];
    language::Table& mine = program_->tables[here];
    if (!same_types(theirs.index, mine.index) || type(theirs.type) != mine.type)
      throw Cannot{"its rows or its values are of another type"};
    put(mine, taken(theirs));
  }

  void take_effect(const std::string& name) {
    const auto [there, here] = both(from_.effects, program_->effects, name);
    const language::Effect& theirs = from_.effects[there];
    if (!same_types(types_of(from_, theirs.params), types_of(*program_, program_->effects[here].params)))
      throw Cannot{"its parameters are of another type"};
    effects_[there] = here;
    language::Effect made = taken(theirs);
    put(program_->effects[here], std::move(made));
  }

  /// The action of that name on both sides; its parameters there stand for those here.
  std::pair<const language::Action*, language::Action*> actions(const std::string& name) {
    const auto [there, here] = both(from_.actions, program_->actions, name);
    const language::Action& theirs = from_.actions[there];
    language::Action& mine = program_->actions[here];
    if (theirs.params.size() != mine.params.size()) throw Cannot{"its parameters are others"};
    for (size_t i = 0; i < mine.params.size(); ++i) {
      const language::ActionParam &a = theirs.params[i], &b = mine.params[i];
      if (a.mode != b.mode || a.name != b.name || type(from_.vars[a.var].type) != program_->vars[b.var].type)
        throw Cannot{"its parameters are others"};
      vars_[a.var] = b.var;
      if (a.at != none && b.at != none) vars_[a.at] = b.at;
      if (a.member != none && b.member != none) vars_[a.member] = b.member;
    }
    return {&theirs, &mine};
  }

  language::Requirement taken(const language::Requirement& theirs) {
    language::Requirement made;
    made.name = theirs.name;
    made.expr = take(theirs.expr);
    made.each = theirs.each;
    made.member = var(theirs.member);
    for (const language::Waiver& one : theirs.waivers) {
      language::Waiver& added = made.waivers.emplace_back();
      added.when = take(one.when);
    }
    return made;
  }

  void take_requirement(const std::string& action, const std::string& line) {
    const auto [theirs, mine] = actions(action);
    // The hex of a parameter that only the other asks for has to be found for it.
    for (size_t i = 0; i < mine->params.size(); ++i) {
      if (theirs->params[i].at != none && mine->params[i].at == none)
        mine->params[i].at = var(theirs->params[i].at);
    }
    bool any = false;
    const auto exchange = [&](const std::vector<language::Requirement>& there,
                              std::vector<language::Requirement>& here) {
      const auto is = [&](const language::Requirement& one) { return one.name == line; };
      const auto new_one = std::find_if(there.begin(), there.end(), is);
      const auto old_one = std::find_if(here.begin(), here.end(), is);
      any = any || new_one != there.end() || old_one != here.end();
      if (new_one == there.end()) {
        if (old_one != here.end()) here.erase(old_one);
        return;
      }
      language::Requirement made = taken(*new_one);
      if (old_one == here.end()) {
        here.push_back(std::move(made));
      } else {
        made.label = old_one->label;
        *old_one = std::move(made);
      }
    };
    exchange(theirs->requires_, mine->requires_);
    exchange(theirs->ensures, mine->ensures);
    if (!any) throw Cannot{"it is no requirement of the action itself"};
  }

  void take_action(const std::string& name) {
    const auto [theirs, mine] = actions(name);
    for (size_t i = 0; i < mine->params.size(); ++i) {
      const language::ActionParam& param = theirs->params[i];
      language::ActionParam& into = mine->params[i];
      into.at = var(param.at);
      into.member = var(param.member);
      into.domain = take(param.domain);
      into.where = take(param.where);
      into.least_steps = param.least_steps;
      into.most_steps = param.most_steps;
    }
    const auto all = [this](const std::vector<language::Requirement>& from,
                            std::vector<language::Requirement>& into) {
      into.clear();
      for (const language::Requirement& one : from) into.push_back(taken(one));
    };
    all(theirs->requires_, mine->requires_);
    all(theirs->ensures, mine->ensures);
    mine->bests.clear();
    for (const language::Best& one : theirs->bests) {
      language::Best& added = mine->bests.emplace_back();
      added.name = one.name;
      added.least = one.least;
      added.value = take(one.value);
    }
    mine->body = take(theirs->body);
  }

  /// What its steps do and ask, where the steps are the same.
  static bool is_site(language::FlowOp op) {
    return op == language::FlowOp::choose || op == language::FlowOp::roll || op == language::FlowOp::draw;
  }

  /// Who chooses, what dice are asked to be, whom a draw is of.
  void take_site(const language::FlowStep& a, const language::FlowStep& b) {
    const language::Site& theirs = from_.sites[a.ref];
    language::Site& mine = program_->sites[b.ref];
    if (types_of(from_, theirs.vars).size() != mine.vars.size() ||
        !same_types(types_of(from_, theirs.vars), types_of(*program_, mine.vars)))
      throw Cannot{"other dice are thrown there"};
    mine.by = take(theirs.by);
    mine.condition = take(theirs.condition);
    mine.set = take(theirs.set);
  }

  void take_procedure(const std::string& name) {
    const auto [there, here] = both(from_.procedures, program_->procedures, name);
    const language::Procedure &theirs = from_.procedures[there], &mine = program_->procedures[here];
    const int32_t length = mine.end - mine.entry;
    bool same = theirs.end - theirs.entry == length;
    for (int32_t i = 0; same && i < length; ++i) {
      const language::FlowStep &a = from_.flow[theirs.entry + i], &b = program_->flow[mine.entry + i];
      same = a.op == b.op && a.args.size() == b.args.size() && !a.stmt == !b.stmt &&
             // Nobody wins where nobody is named: that is no other step.
             (!a.expr == !b.expr || a.op == language::FlowOp::end_game) &&
             (a.target < 0 ? b.target < 0 : a.target - theirs.entry == b.target - mine.entry) &&
             (a.op != language::FlowOp::call || way_.procedures[a.ref] == b.ref);
      if (same && is_site(a.op)) take_site(a, b);
    }
    if (!same) throw Cannot{"its steps are others"};
    for (int32_t i = 0; i < length; ++i) {
      const language::FlowStep& a = from_.flow[theirs.entry + i];
      language::FlowStep& b = program_->flow[mine.entry + i];
      b.stmt = take(a.stmt);
      b.expr = take(a.expr);
      for (size_t k = 0; k < a.args.size(); ++k) b.args[k] = take(a.args[k]);
    }
  }

  void take_given(const std::string& name) {
    const auto [there, here] = both(from_.givens, program_->givens, name);
    const language::Given &theirs = from_.givens[there], &mine = program_->givens[here];
    if (!same_types(theirs.params, mine.params) || type(theirs.type) != mine.type)
      throw Cannot{"it is of another type"};
    const runtime::Values& values = donor_.givens[there];
    const GivenId added =
        add_given(theirs.name, theirs.params, theirs.type, [&](size_t at) { return values.cells[at]; });
    scenario_->givens[here] = scenario_->givens[added];
  }

  void take_place(const std::string& name) {
    const auto [there, here] = both(from_.places, program_->places, name);
    scenario_->places[here] =
        static_cast<int32_t>(value({TypeTag::entity, language::kind_hex, 1}, donor_.places[there]));
  }

  const Position& theirs_;
  const Scenario& donor_;
  const Program& from_;
  const OneWay& way_;  // from theirs
  std::shared_ptr<Scenario> scenario_;
  std::shared_ptr<Program> program_;
  std::map<VarId, VarId> vars_;
  std::map<DefinitionId, DefinitionId> definitions_;
  std::map<FieldId, FieldId> fields_;
  std::map<EffectId, EffectId> effects_;
  std::map<StateId, GivenId> frozen_;
};

}  // namespace

TakenOver take_over(const Pair& pair, size_t side, const ItemRefs& items, const Position& theirs) {
  ItemTransplant taking(pair, side, theirs);
  for (const ItemRef& item : items) {
    try {
      taking.take(item);
    } catch (const Cannot& cannot) {
      return {nullptr, item.text() + ": " + cannot.why};
    }
  }
  return {taking.made(), {}};
}

}  // namespace casebook::compare
