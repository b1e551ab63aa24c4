// SPDX-License-Identifier: Apache-2.0
#include "engine/program/validate.h"

#include <map>
#include <set>

#include "engine/program/anatomy.h"
#include "engine/program/intervals.h"
#include "engine/program/print_program.h"
#include "engine/program/walk.h"

namespace casebook::language {
namespace {

constexpr Type boolean{TypeTag::boolean, none, 1};
constexpr Type hex{TypeTag::entity, kind_hex, 1};
constexpr Type location{TypeTag::location, none, 1};

bool is_number(const Type& type) {
  return type.tag == TypeTag::number;
}

class Validator {
 public:
  Validator(const Program& program, const ById<Var>& vars) : p(program), vars_(vars) {}

  void check(const Expr& top) {
    walk(top, [&](const Expr& e) { one(e); });
  }
  std::vector<std::string> found;
  int64_t definitions_below = INT64_MAX;  // calls go to definitions with a smaller id

 private:
  void demand(bool held, const Expr& e, const char* what) {
    if (held || found.size() > 20) return;
    ProgramPrinter printer(p, ProgramPrinter::What::everything);
    found.push_back(std::string(op_name(e.op)) + ": " + what + " in " + printer.text(e).substr(0, 300));
  }
  template <class Items>
  bool refers(const Expr& e, const Items& items) {
    const bool fine = e.ref >= 0 && static_cast<size_t>(e.ref) < items.size();
    demand(fine, e, "refers to nothing");
    return fine;
  }
  void args(const Expr& e, const std::vector<Type>& params) {
    demand(e.args.size() == params.size(), e, "number of arguments");
    for (size_t i = 0; i < e.args.size() && i < params.size(); ++i) {
      demand(e.args[i] && e.args[i]->type == params[i], e, "type of an argument");
      if (e.args[i] && is_number(params[i])) {
        const Measure& m = p.measures[params[i].of];
        demand(within(e.args[i]->interval, {m.low, m.high, m.or_never}), e,
               "an argument may lie outside its measure");
      }
    }
  }
  std::vector<Type> types(const std::vector<VarId>& ids) const {
    std::vector<Type> result;
    for (const VarId id : ids) result.push_back(vars_[id].type);
    return result;
  }
  void binder(const Expr& e) {
    if (!e.binder || !e.binder->domain) return demand(false, e, "no binder");
    const Binder& b = *e.binder;
    const Type& domain = b.domain->type;
    const Type& var = vars_[b.var].type;
    if (domain.tag == TypeTag::range) {
      demand(domain.of == none ? var == boolean : var == Type{TypeTag::number, domain.of, 1}, e,
             "variable of a range");
    } else {
      demand(domain.tag == TypeTag::set || domain.tag == TypeTag::maybe, e, "domain");
      demand(var == Type{TypeTag::entity, domain.of, 1}, e, "variable of a set");
    }
    if (b.at != none) demand(vars_[b.at].type == hex, e, "hex of a binder");
    if (b.on) demand(b.on->type == hex, e, "`on`");
    if (b.where) demand(b.where->type == boolean, e, "`where`");
    demand(bound_.insert(b.var).second, e, "a variable bound twice");
  }
  void one(const Expr& e);
  void numbers(const Expr& e);
  void lists(const Expr& e);

  const Program& p;
  const ById<Var>& vars_;
  std::set<VarId> bound_;
};

void Validator::lists(const Expr& e) {
  if (!e.list) return demand(false, e, "no list");
  for (const ListEntry& entry : e.list->entries) {
    demand(entry.value && entry.value->type == e.type, e, "type of an entry");
    demand(!entry.when || entry.when->type == boolean, e, "`when`");
    if (entry.per) demand(bound_.insert(entry.per->var).second, e, "a variable bound twice");
  }
  demand(!e.list->low || (e.list->high && e.list->low->type == e.type && e.list->high->type == e.type), e,
         "`within`");
}

void Validator::numbers(const Expr& e) {
  for (const ExprPtr& arg : e.args) demand(arg && is_number(arg->type), e, "an operand that is no number");
  demand(is_number(e.type), e, "no number");
  switch (e.op) {
    case Op::add:
    case Op::subtract:
    case Op::negate:
    case Op::minimum:
    case Op::maximum:
    case Op::check_range:
      for (const ExprPtr& arg : e.args) demand(arg->type == e.type, e, "operands of one type");
      break;
    case Op::multiply:
      demand(e.args[0]->type.fine * e.args[1]->type.fine == e.type.fine, e, "fines multiply");
      break;
    case Op::rescale:
      demand(e.value > 0, e, "factor");
      break;
    case Op::round:
      demand(e.value > 0 && e.value2 > 0 && e.type.fine == 1, e, "rounding");
      break;
    case Op::divide_round:
      demand(e.value2 > 0 && e.type.fine == 1, e, "rounding");
      break;
    case Op::odds:
      demand(e.args[0]->type == e.args[1]->type && e.args[2]->type == e.type && e.type.fine == 1, e, "odds");
      break;
    default:
      break;
  }
  if (e.op == Op::subtract) demand(!e.args[1]->interval.may_be_never, e, "never subtracted");
  if (e.op == Op::negate || e.op == Op::multiply || e.op == Op::divide_round) {
    for (const ExprPtr& arg : e.args) demand(!arg->interval.may_be_never, e, "never as operand");
  }
}

void Validator::one(const Expr& e) {
  for (const ExprPtr& arg : e.args) {
    if (!arg) return demand(false, e, "an operand is missing");
  }
  const auto count = [&](size_t n) {
    demand(e.args.size() == n, e, "number of operands");
    return e.args.size() == n;
  };
  const auto all_boolean = [&] {
    for (const ExprPtr& arg : e.args) demand(arg->type == boolean, e, "an operand that is no Boolean");
    demand(e.type == boolean, e, "no Boolean");
  };
  const auto set_of = [](KindId kind) { return Type{TypeTag::set, kind, 1}; };
  switch (e.op) {
    case Op::constant:
    case Op::named_entity:
    case Op::option_value:
    case Op::reading_value:
    case Op::all_members:
      break;
    case Op::named_place:
      refers(e, p.places);
      break;
    case Op::box:
      refers(e, p.boxes);
      break;
    case Op::variable:
      if (refers(e, vars_)) demand(vars_[e.ref].type == e.type, e, "type of a variable");
      break;
    case Op::given:
      if (refers(e, p.givens)) args(e, p.givens[e.ref].params);
      break;
    case Op::state:
      if (refers(e, p.states)) args(e, p.states[e.ref].params);
      break;
    case Op::given_between:
    case Op::state_between:
      args(e, {hex, hex});
      break;
    case Op::table:
      if (refers(e, p.tables)) args(e, p.tables[e.ref].index);
      for (const ExprPtr& arg : e.args)
        demand(!is_number(arg->type) || !arg->interval.may_be_never, e, "never as index");
      break;
    case Op::call:
      if (refers(e, p.definitions)) args(e, types(p.definitions[e.ref].params));
      demand(e.ref < definitions_below, e, "a definition that comes later");
      break;
    case Op::field_at: {
      if (!refers(e, p.fields)) break;
      std::vector<Type> params = types(p.fields[e.ref].params);
      if (e.args.size() > params.size()) params.push_back(hex);  // a view has it without
      args(e, params);
      break;
    }
    case Op::place_of:
      demand(e.type == location && e.args[0]->type == Type{TypeTag::entity, e.ref, 1}, e, "place");
      break;
    case Op::on_map:
      demand(e.type == boolean && e.args[0]->type == Type{TypeTag::entity, e.ref, 1}, e, "place");
      break;
    case Op::as_location:
      demand(e.type == location && e.args[0]->type == hex, e, "a hex");
      break;
    case Op::as_maybe:
      demand(e.type.tag == TypeTag::maybe && e.args[0]->type == Type{TypeTag::entity, e.type.of, 1}, e,
             "a member");
      break;
    case Op::if_hex:
      demand(e.args[0]->type == location && e.args[1]->type == e.type && e.args[2]->type == e.type, e,
             "types");
      break;
    case Op::let:
      demand(vars_[e.ref].type == e.args[0]->type && e.args[1]->type == e.type, e, "types");
      break;
    case Op::choose_if:
      demand(e.args[0]->type == boolean && e.args[1]->type == e.type && e.args[2]->type == e.type, e,
             "types");
      break;
    case Op::all_of:
    case Op::any_of:
    case Op::not_:
    case Op::implies:
      all_boolean();
      break;
    case Op::equal:
    case Op::less:
    case Op::less_equal:
      demand(count(2) && e.args[0]->type == e.args[1]->type && e.type == boolean, e, "types");
      break;
    case Op::add:
    case Op::subtract:
    case Op::negate:
    case Op::multiply:
    case Op::rescale:
    case Op::round:
    case Op::divide_round:
    case Op::odds:
    case Op::minimum:
    case Op::maximum:
    case Op::check_range:
      numbers(e);
      break;
    case Op::list:
      lists(e);
      break;
    case Op::exists:
    case Op::for_all:
      binder(e);
      all_boolean();
      break;
    case Op::count:
      binder(e);
      count(0);
      break;
    case Op::total:
      binder(e);
      demand(count(1) && e.args[0]->type == e.type, e, "types");
      break;
    case Op::least:
    case Op::most:
      binder(e);
      demand(count(2) && e.args[0]->type == e.type && e.args[1]->type == e.type, e, "types");
      break;
    case Op::range:
      demand(count(2) && e.args[0]->type == e.args[1]->type && e.type.tag == TypeTag::range, e, "types");
      break;
    case Op::set_of:
      for (const ExprPtr& arg : e.args) {
        demand(arg->type.of == e.type.of &&
                   (arg->type.tag == TypeTag::entity || arg->type.tag == TypeTag::maybe),
               e, "a member");
      }
      break;
    case Op::filter:
      binder(e);
      demand(e.args.empty() || is_number(e.args[0]->type), e, "key");
      break;
    case Op::image:
      binder(e);
      demand(count(1) && e.args[0]->type == Type{TypeTag::entity, e.type.of, 1}, e, "types");
      break;
    case Op::unite:
    case Op::subtract_sets:
    case Op::intersect:
      demand(count(2) && e.args[0]->type == e.type && e.args[1]->type == e.type && e.type.tag == TypeTag::set,
             e, "types");
      break;
    case Op::set_from_maybe:
      demand(e.args[0]->type == Type{TypeTag::maybe, e.type.of, 1}, e, "types");
      break;
    case Op::contains:
      demand(
          count(2) && e.args[0]->type == set_of(e.args[1]->type.of) && e.args[1]->type.tag == TypeTag::entity,
          e, "types");
      break;
    case Op::contains_location:
      demand(count(2) && e.args[0]->type == set_of(kind_hex) && e.args[1]->type == location, e, "types");
      break;
    case Op::subset:
      demand(count(2) && e.args[0]->type == e.args[1]->type && e.args[0]->type.tag == TypeTag::set, e,
             "types");
      break;
    case Op::is_empty:
      demand(count(1) && e.args[0]->type.tag == TypeTag::set, e, "types");
      break;
    case Op::adjacent:
    case Op::distance:
      args(e, {hex, hex});
      break;
    case Op::neighbours:
    case Op::on_edge:
    case Op::hexsides:
      args(e, {hex});
      break;
    case Op::hexes_within:
      args(e, {hex, Type{TypeTag::number, measure_number, 1}});
      break;
    case Op::ends:
      args(e, {Type{TypeTag::entity, kind_hexside, 1}});
      break;
    case Op::other_side:
      args(e, {Type{TypeTag::entity, p.kind_side, 1}});
      break;
    case Op::path_start:
    case Op::path_end:
    case Op::path_length:
      args(e, {Type{TypeTag::path, none, 1}});
      break;
    case Op::path_contains:
      args(e, {Type{TypeTag::path, none, 1}, hex});
      break;
    case Op::legal: {
      if (!refers(e, p.actions)) break;
      std::vector<VarId> params;
      for (const ActionParam& param : p.actions[e.ref].params) params.push_back(param.var);
      args(e, types(params));
      break;
    }
    case Op::before:
      demand(count(1) && e.args[0]->type == e.type, e, "types");
      break;
  }
}

}  // namespace

std::vector<std::string> validate(const Program& program) {
  Validator validator(program, program.vars);
  for (size_t i = 0; i < program.definitions.size(); ++i) {
    const Definition& d = program.definitions[i];
    if (!d.body || d.body->type != d.type)
      validator.found.push_back("definition " + d.name + ": type of its body");
    Validator one(program, program.vars);
    one.definitions_below = static_cast<int64_t>(i);
    if (d.body) one.check(*d.body);
    for (const Exception& e : d.exceptions) {
      if (!e.value || e.value->type != d.type)
        validator.found.push_back("definition " + d.name + ": type of an exception");
    }
    validator.found.insert(validator.found.end(), one.found.begin(), one.found.end());
  }
  each_expression(program, [&](const Expr& top) { validator.check(top); });
  return validator.found;
}

std::vector<std::string> validate(const Program& program, const ById<Var>& vars, const Expr& expr) {
  Validator validator(program, vars);
  validator.check(expr);
  return validator.found;
}

}  // namespace casebook::language
