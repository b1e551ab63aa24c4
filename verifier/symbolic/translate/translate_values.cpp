// SPDX-License-Identifier: Apache-2.0
// Translation: values, faults, and reading at arguments that are not known.
#include <algorithm>

#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

using language::Type;
using language::TypeTag;
using runtime::Value;

// ---- faults

Ref Translator::guard() {
  return formula_.and_(guard_);
}

void Translator::fault(Ref when, CaseId label) {
  if (when == no) return;
  const Ref here = formula_.and_(when, guard());
  if (here != no) faults_.push_back({here, label});
}

void Translator::branch(Ref when, const language::Place& place, CaseId label, const char* what) {
  if (branches_ == nullptr) return;
  branches_->push_back({formula_.and_(when, guard()), place, label, what});
}

Ref Translator::any_of(const std::vector<FaultCase>& faults) {
  std::vector<Ref> any;
  for (const FaultCase& one : faults) any.push_back(one.when);
  return formula_.or_(std::move(any));
}

SymbolicValue Translator::again(const Known& known) {
  for (const FaultCase& one : known.faults) fault(one.when, one.label);
  return known.value;
}

// ---- values

SymbolicValue Translator::choose(Ref condition, const SymbolicValue& then, const SymbolicValue& other) {
  if (condition == yes) return then;
  if (condition == no) return other;
  SymbolicValue result;
  result.number = formula_.choose(condition, then.number, other.number);
  result.never = formula_.choose(condition, then.never, other.never);
  // Of two paths one may be longer; what lies beyond its length means nothing.
  const size_t size = std::max(then.items.size(), other.items.size());
  for (size_t i = 0; i < size; ++i) {
    const Ref a = i < then.items.size() ? then.items[i] : other.items[i];
    const Ref b = i < other.items.size() ? other.items[i] : then.items[i];
    result.items.push_back(formula_.choose(condition, a, b));
  }
  return result;
}

Ref Translator::same(const Type& type, const SymbolicValue& a, const SymbolicValue& b) {
  switch (type.tag) {
    case TypeTag::boolean:
    case TypeTag::entity:
    case TypeTag::location:
    case TypeTag::maybe:
      return formula_.equal(a.number, b.number);
    case TypeTag::number:
    case TypeTag::range: {
      const Ref numbers =
          formula_.and_({formula_.not_(a.never), formula_.not_(b.never), formula_.equal(a.number, b.number)});
      return formula_.or_(formula_.and_(a.never, b.never), numbers);
    }
    case TypeTag::set: {
      std::vector<Ref> all;
      for (size_t i = 0; i < a.items.size(); ++i) all.push_back(formula_.equal(a.items[i], b.items[i]));
      return formula_.and_(std::move(all));
    }
    case TypeTag::path: {
      std::vector<Ref> all{formula_.equal(a.number, b.number)};
      for (size_t i = 0; i < std::min(a.items.size(), b.items.size()); ++i)
        all.push_back(
            formula_.implies(formula_.less_equal(formula_.number(static_cast<int64_t>(i)), a.number),
                             formula_.equal(a.items[i], b.items[i])));
      return formula_.and_(std::move(all));
    }
  }
  return no;
}

Ref Translator::less_or_equal(const SymbolicValue& a, const SymbolicValue& b) {
  return formula_.or_(b.never,
                      formula_.and_(formula_.not_(a.never), formula_.less_equal(a.number, b.number)));
}

SymbolicValue Translator::plus(const SymbolicValue& a, const SymbolicValue& b) {
  return whole(formula_.add(a.number, b.number), formula_.or_(a.never, b.never));
}

SymbolicValue Translator::smaller(const SymbolicValue& a, const SymbolicValue& b) {
  return choose(less_or_equal(a, b), a, b);
}
SymbolicValue Translator::larger(const SymbolicValue& a, const SymbolicValue& b) {
  return choose(less_or_equal(a, b), b, a);
}

SymbolicValue Translator::member_value(const Type& type, int64_t member) {
  if (type.tag == TypeTag::number || type.tag == TypeTag::range || type.tag == TypeTag::boolean)
    return whole(formula_.number(member));
  return whole(formula_.number(positions_.codes().of_member(type.of, member)));
}

// As a cell of a position has it, in units of the type.
SymbolicValue Translator::from_cell(const Type& type, int64_t cell) {
  if (type.tag == TypeTag::number) {
    const bool never = cell == language::never_value;
    return whole(formula_.number(never ? 0 : cell), Formula::truth(never));
  }
  return positions_.constant(type, Value{static_cast<int32_t>(cell), {}});
}

// ---- reading

SymbolicValue Translator::lookup(Ref index, const Type& type,
                                 const std::function<SymbolicValue(int64_t)>& leaf) {
  const Node node = formula_.node(index);
  if (node.boolean) return choose(index, leaf(1), leaf(0));
  if (formula_.is_constant(index)) return leaf(positions_.codes().member_of(type.of, node.payload));
  using Found = std::optional<SymbolicValue>;
  const auto build = [&](const auto& self, int which, int64_t from) -> Found {  // of [from, from + 2^which)
    if (from > node.high || from + (int64_t{1} << which) <= node.low) return std::nullopt;
    if (which == 0) {
      const int64_t member = positions_.codes().member_of(type.of, from);
      return member < 0 ? Found() : Found(leaf(member));
    }
    Found low = self(self, which - 1, from), high = self(self, which - 1, from + (int64_t{1} << (which - 1)));
    if (!low) return high;
    if (!high || *low == *high) return low;
    return choose(formula_.bit(index, which - 1), *high, *low);
  };
  int width = 1;
  while ((int64_t{1} << width) <= node.high) ++width;
  return build(build, width, 0).value_or(SymbolicValue{});
}

SymbolicValue Translator::looked_up(const std::vector<Ref>& args, const std::vector<Type>& types,
                                    const std::vector<int64_t>& strides,
                                    const std::function<SymbolicValue(size_t)>& leaf) {
  const auto along = [&](const auto& self, size_t arg, size_t index) -> SymbolicValue {
    if (arg == args.size()) return leaf(index);
    return lookup(args[arg], types[arg], [&](int64_t member) {
      return self(self, arg + 1, index + static_cast<size_t>(strides[arg] * member));
    });
  };
  return along(along, 0, 0);
}

SymbolicValue Translator::read(SlotOf what, Id id, const std::vector<Ref>& args,
                               const SymbolicPosition& position) {
  const runtime::Slot& slot = positions_.slot_of(what, id);
  const std::vector<int64_t> strides(slot.strides.begin(), slot.strides.end());
  const std::vector<Type> types = what == SlotOf::place   ? std::vector<Type>{{TypeTag::entity, id, 1}}
                                  : what == SlotOf::state ? program_.states[id].params
                                                          : std::vector<Type>{};
  const SymbolicCells& cells = position.cells(what, id);
  return looked_up(args, types, strides, [&](size_t index) { return cells.values[index]; });
}

// Direction by direction: most of what lies on hexsides is the same for most of them.
SymbolicValue Translator::between(Ref a, Ref b, const SymbolicValue& fallback,
                                  const std::function<SymbolicValue(int32_t)>& of_hexside) {
  const Codes& codes = positions_.codes();
  const auto& sides = scenario_.ground.sides;
  const auto& neighbours = scenario_.ground.neighbours;
  SymbolicValue result = fallback;
  if (formula_.is_constant(b) && !formula_.is_constant(a)) std::swap(a, b);  // the same both ways
  if (formula_.is_constant(a)) {
    const auto hex = static_cast<size_t>(codes.hex_of(formula_.constant(a)));
    for (size_t d = 0; d < 6; ++d) {
      const int32_t near = neighbours[hex][d];
      if (near < 0) continue;
      result =
          choose(formula_.equal(b, formula_.number(codes.of_hex(near))), of_hexside(sides[hex][d]), result);
    }
    return result;
  }
  const std::array<Ref, 6> there = codes.directions(formula_, a, b);
  for (size_t d = 0; d < 6; ++d) {
    if (there[d] == no) continue;
    const SymbolicValue value = lookup(a, {TypeTag::entity, language::kind_hex, 1}, [&](int64_t hex) {
      const auto from = static_cast<size_t>(hex);
      return neighbours[from][d] < 0 ? fallback : of_hexside(sides[from][d]);
    });
    result = choose(there[d], value, result);
  }
  return result;
}

}  // namespace casebook::symbolic
