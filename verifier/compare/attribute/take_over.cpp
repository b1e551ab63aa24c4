// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/attribute/take_over.h"

#include <algorithm>
#include <initializer_list>
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
        program_(std::make_shared<Program>(*scenario_->program)) {
    scenario_->mined = nullptr;  // proved of the rules as they are
  }

  void take(const ItemRef& ref) {
    switch (ref.sort) {
      case ItemSort::definition:
        return exchange(ref.name, from_.definitions, program_->definitions, definitions_,
                        "its parameters or its value are of another type");
      case ItemSort::field:
        return exchange(ref.name, from_.fields, program_->fields, fields_,
                        "its parameters or its value are of another type");
      case ItemSort::table:
        return take_table(ref.name);
      case ItemSort::effect:
        return exchange(ref.name, from_.effects, program_->effects, effects_,
                        "its parameters are of another type");
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
    language::fit_counters(*program_);
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

  /// A copy in terms of this program.
  template <class T>
  language::Owned<T> take(language::Owned<T> part) {
    if (part) adopt(*part);
    return part;
  }
  void adopt(Expr& expr) {
    language::change(expr, [this](Expr& part) { translate(part); });
  }
  void adopt(Stmt& stmt) {
    translate(stmt);
    language::expressions_of(stmt, [this](Expr& part) { adopt(part); });
    for (language::StmtPtr& part : stmt.body) {
      if (part) adopt(*part);
    }
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
    if (stmt.binder) binder(*stmt.binder);
  }

  // ---- what this side has stands for what the other has; what it has not comes along

  template <class Item>
  bool same_signature(const Item& theirs, const Item& mine) const {
    if constexpr (requires { mine.type; }) {
      if (type(theirs.type) != mine.type) return false;
    }
    return same_types(types_of(from_, theirs.params), types_of(*program_, mine.params));
  }
  template <class ItemId, class Items>
  ItemId here(ItemId id, const Items& theirs, Items& mine, ItemId aligned, std::map<ItemId, ItemId>& known) {
    if (const auto found = known.find(id); found != known.end()) return found->second;
    if (aligned != none && same_signature(theirs[id], mine[aligned])) return known[id] = aligned;
    const auto added = static_cast<ItemId>(mine.size());
    known[id] = added;
    mine.emplace_back();
    auto made = taken(theirs[id]);
    mine[added] = std::move(made);
    return added;
  }
  DefinitionId definition(DefinitionId id) {
    return here(id, from_.definitions, program_->definitions, way_.definitions[id], definitions_);
  }
  FieldId field(FieldId id) { return here(id, from_.fields, program_->fields, way_.fields[id], fields_); }
  EffectId effect(EffectId id) {
    return here(id, from_.effects, program_->effects, way_.effects[id], effects_);
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

  /// Of the other program neither cases nor places in the text are known here.
  template <class Line>
  static void uncite(Line& line) {
    line.label = none;
    line.place = {};
    if constexpr (requires { line.also; }) line.also.clear();
  }
  void rename(std::initializer_list<VarId*> vars) {
    for (VarId* one : vars) *one = var(*one);
  }
  void rename(std::vector<VarId>& vars) {
    for (VarId& one : vars) one = var(one);
  }
  template <class Item>
  void adopt_parts(Item& item) {
    uncite(item);
    language::anatomy(item, [&](const language::Line&, auto& part) { adopt(part); });
  }

  language::Definition taken(language::Definition made) {
    rename(made.params);
    made.type = type(made.type);
    for (language::Exception& one : made.exceptions) uncite(one);
    for (language::Adjustment& one : made.adjustments) uncite(one), rename({&one.otherwise});
    adopt_parts(made);
    return made;
  }

  language::Field taken(language::Field made) {
    rename(made.params);
    rename({&made.goal_var, &made.through_var, &made.from_var, &made.to_var});
    made.type = type(made.type);
    adopt_parts(made);
    return made;
  }

  language::Effect taken(language::Effect made) {
    rename(made.params);
    for (language::EffectEntry& one : made.entries) uncite(one);
    adopt_parts(made);
    return made;
  }

  language::Table taken(language::Table made) {
    const Type theirs = made.type;
    uncite(made);
    for (Type& index : made.index) {
      // Rows of a kind are its members in their order.
      if (index.tag == TypeTag::entity && !way_.same_members[index.of])
        throw Cannot{"its rows are members that are not the same in both"};
      index = type(index);
    }
    made.type = type(theirs);
    for (int64_t& cell : made.cells) {
      if (cell != language::silent_value) cell = value(theirs, cell);
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

  template <class Items>
  void exchange(const std::string& name, const Items& theirs, Items& mine,
                std::map<typename Items::Id, typename Items::Id>& known, const char* otherwise) {
    const auto [there, here] = both(theirs, mine, name);
    if (!same_signature(theirs[there], mine[here])) throw Cannot{otherwise};
    known[there] = here;
    auto made = taken(theirs[there]);
    put(mine[here], std::move(made));
  }

  void take_table(const std::string& name) {
    const auto [there, here] = both(from_.tables, program_->tables, name);
    const language::Table& theirs = from_.tables[there];
    language::Table& mine = program_->tables[here];
    if (!same_types(theirs.index, mine.index) || type(theirs.type) != mine.type)
      throw Cannot{"its rows or its values are of another type"};
    put(mine, taken(theirs));
  }

  /// The action of that name on both sides; its parameters there stand for those here.
  std::pair<const language::Action*, language::Action*> actions(const std::string& name) {
    const auto [there, here] = both(from_.actions, program_->actions, name);
    const language::Action& theirs = from_.actions[there];
    language::Action& mine = program_->actions[here];
    if (theirs.params.size() != mine.params.size()) throw Cannot{"its parameters differ"};
    for (size_t i = 0; i < mine.params.size(); ++i) {
      const language::ActionParam &a = theirs.params[i], &b = mine.params[i];
      if (a.mode != b.mode || a.name != b.name || type(from_.vars[a.var].type) != program_->vars[b.var].type)
        throw Cannot{"its parameters differ"};
      vars_[a.var] = b.var;
      if (a.at != none && b.at != none) vars_[a.at] = b.at;
      if (a.member != none && b.member != none) vars_[a.member] = b.member;
    }
    return {&theirs, &mine};
  }

  language::Requirement taken(language::Requirement made) {
    uncite(made);
    rename({&made.member});
    adopt(*made.expr);
    for (language::Waiver& one : made.waivers) uncite(one), adopt(*one.when);
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
    language::Action made = *theirs;
    made.watch = mine->watch;
    for (language::ActionParam& one : made.params) {
      rename({&one.var, &one.at, &one.member});
      one.domain = take(one.domain);
      one.where = take(one.where);
    }
    for (auto* list : {&made.requires_, &made.ensures}) {
      for (language::Requirement& one : *list) one = taken(one);
    }
    for (language::Best& one : made.bests) uncite(one), adopt(*one.value);
    adopt(*made.body);
    put(*mine, std::move(made));
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
      if (same && language::site_of(from_, a) != nullptr) take_site(a, b);
    }
    if (!same) throw Cannot{"its steps differ"};
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
