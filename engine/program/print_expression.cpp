// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "engine/base/rational.h"
#include "engine/program/print_program.h"

namespace casebook::language {
namespace {

constexpr char mark = '\x01';  // before and behind the number of a variable, until item() names it

const char* rounding_name(Rounding rounding) {
  switch (rounding) {
    case Rounding::down:
      return "down";
    case Rounding::up:
      return "up";
    case Rounding::nearest:
      return "nearest";
  }
  return "";
}

const char* list_name(ListKind kind) {
  switch (kind) {
    case ListKind::all_of:
      return "all_of";
    case ListKind::any_of:
      return "any_of";
    case ListKind::first_of:
      return "first_of";
    case ListKind::sum_of:
      return "sum_of";
    case ListKind::most_of:
      return "most_of";
    case ListKind::least_of:
      return "least_of";
  }
  return "";
}

}  // namespace

std::string ProgramPrinter::text(const Type& type) const {
  const auto kind = [&] {
    return type.of >= 0 && static_cast<size_t>(type.of) < p.kinds.size() ? p.kinds[type.of].name : "?";
  };
  switch (type.tag) {
    case TypeTag::boolean:
      return "bool";
    case TypeTag::number: {
      const std::string name = p.measures[type.of].name;
      return type.fine == 1 ? name : name + "/" + std::to_string(type.fine);
    }
    case TypeTag::entity:
      return kind();
    case TypeTag::location:
      return "location";
    case TypeTag::set:
      return "set of " + kind();
    case TypeTag::maybe:
      return kind() + " or none";
    case TypeTag::path:
      return "path";
    case TypeTag::range:
      return "range";
  }
  return "";
}

std::string ProgramPrinter::number(const Type& type, int64_t value) const {
  if (value == never_value) return "never";
  if (type.of < 0) return std::to_string(value);
  const Measure& measure = p.measures[type.of];
  const auto step = Rational::make(measure.step_numerator, measure.step_denominator);
  const auto units = Rational::make(value, type.fine);
  const auto product = step && units ? multiply(*step, *units) : std::nullopt;
  return (product ? to_text(*product) : std::to_string(value)) + ":" + measure.name;
}

std::string ProgramPrinter::constant(const Expr& e) const {
  switch (e.type.tag) {
    case TypeTag::boolean:
      return e.value != 0 ? "yes" : "no";
    case TypeTag::number:
      return number(e.type, e.value);
    case TypeTag::maybe:
      return "none";
    case TypeTag::entity: {
      const Kind& kind = p.kinds[e.type.of];
      if (e.value >= 0 && static_cast<size_t>(e.value) < kind.members.size()) return kind.members[e.value];
      return kind.name + "#" + std::to_string(e.value);
    }
    default:
      return std::to_string(e.value);
  }
}

std::string ProgramPrinter::var(VarId id) const {
  if (id < 0) return "$none";
  return mark + std::to_string(id) + mark;
}

void ProgramPrinter::item(const std::string& text) {
  std::string named;
  size_t done = 0;
  for (size_t begin; (begin = text.find(mark, done)) != std::string::npos;) {
    named.append(text, done, begin - done);
    int32_t id = none;
    const char* const last = text.data() + text.size();
    const auto [end, problem] = std::from_chars(text.data() + begin + 1, last, id);
    const bool ours = problem == std::errc() && end != last && *end == mark;  // a title may hold anything
    named += ours ? name_of(id) : std::string(1, mark);
    done = ours ? static_cast<size_t>(end - text.data()) + 1 : begin + 1;
  }
  named.append(text, done);
  items_.push_back(std::move(named));
  shown_.clear();
  count_.clear();
}

std::string ProgramPrinter::name_of(VarId id) {
  const auto known = shown_.find(id);
  if (known != shown_.end()) return known->second;
  std::string name = "$";
  if (everything() && static_cast<size_t>(id) < p.vars.size()) name += p.vars[id].name;
  const int n = ++count_[name];
  if (!everything()) {
    name += std::to_string(n);
  } else if (n > 1) {
    name += "'" + std::to_string(n);
  }
  shown_[id] = name;
  return name;
}

std::string ProgramPrinter::target(const Expr& e) const {
  const auto name = [&](const auto& items) {
    return e.ref >= 0 && static_cast<size_t>(e.ref) < items.size()
               ? " " + items[static_cast<size_t>(e.ref)].name
               : std::string(" ?");
  };
  switch (e.op) {
    case Op::named_place:
      return name(p.places);
    case Op::box:
      return name(p.boxes);
    case Op::option_value:
      return name(p.options);
    case Op::reading_value:
      return name(p.readings);
    case Op::given:
    case Op::given_between:
      return name(p.givens);
    case Op::state:
    case Op::state_between:
      return name(p.states);
    case Op::table:
      return name(p.tables);
    case Op::call:
      return name(p.definitions);
    case Op::field_at:
      return name(p.fields);
    case Op::legal:
      return name(p.actions);
    case Op::all_members:
    case Op::set_of:
      return " " + p.kinds[e.type.of].name;
    default:
      return "";
  }
}

std::string ProgramPrinter::binder(const Binder& b) {
  std::string out = "[" + (b.domain ? text(*b.domain) : "?") + " as " + var(b.var);
  if (b.at != none) out += " at " + var(b.at);
  if (b.on) out += " on " + text(*b.on);
  if (b.where) out += " where " + text(*b.where);
  return out + "]";
}

std::string ProgramPrinter::list(const Expr& e) {
  std::string out = std::string("(") + list_name(e.list->kind);
  if (e.list->low) out += " within " + text(*e.list->low) + " .. " + text(*e.list->high);
  for (const ListEntry& entry : e.list->entries) {
    out += " {" + label(entry.label) + line_name(entry.label, entry.name) + ":";
    if (entry.per) out += " per " + binder(*entry.per);
    out += " " + text(*entry.value);
    if (entry.when) out += " when " + text(*entry.when);
    out += "}";
  }
  return out + ")";
}

std::string ProgramPrinter::text(const Expr& e) {
  if (e.op == Op::constant) return constant(e);
  if (e.op == Op::variable) return var(e.ref);
  if (e.op == Op::list) return list(e);
  // Where a value is checked follows from what it is made of.
  if (e.op == Op::check_range && what_ == What::uncited && e.args.size() == 1 && e.args[0])
    return text(*e.args[0]);
  if (e.op == Op::named_entity) return "\"" + e.text + "\":" + text(e.type);
  std::string out = "(" + std::string(op_name(e.op)) + target(e);
  switch (e.op) {
    case Op::let:
    case Op::if_hex:
      out += " " + var(e.ref);
      break;
    case Op::rescale:
      out += " " + std::to_string(e.value) + " " + text(e.type);
      break;
    case Op::round:
      out += std::string(" ") + rounding_name(e.rounding) + " " + std::to_string(e.value) + " " +
             std::to_string(e.value2);
      break;
    case Op::divide_round:
      out += std::string(" ") + rounding_name(e.rounding) + " " + std::to_string(e.value2);
      break;
    case Op::odds:
      out += e.favour == Favour::defender ? " defender" : " attacker";
      break;
    case Op::check_range: {
      const std::string low = number(e.type, e.value), high = number(e.type, e.value2);
      out += " " + low.substr(0, low.find(':')) + " .. " + high.substr(0, high.find(':')) +
             (e.interval.may_be_never ? " or never" : "");
      out += " " + label(e.label);
      break;
    }
    case Op::filter:
      if (!e.args.empty()) out += e.value == 0 ? " with least" : " with most";
      break;
    default:
      break;
  }
  if (e.binder) out += " " + binder(*e.binder);
  for (const ExprPtr& arg : e.args) out += " " + (arg ? text(*arg) : "?");
  return out + ")";
}

std::string ProgramPrinter::maybe(const char* before, const ExprPtr& expr) {
  return expr ? before + text(*expr) : std::string();
}

}  // namespace casebook::language
