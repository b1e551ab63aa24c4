// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/editions/shared_position.h"

#include <algorithm>

#include "engine/runtime/text/position_names.h"

namespace casebook::symbolic {

using language::Type;
using language::TypeTag;

namespace {

std::vector<Type> arguments_of(const language::Program& program, SlotOf what, Id id) {
  if (what == SlotOf::place) return {{TypeTag::entity, id, 1}};
  if (what == SlotOf::state) return program.states[id].params;
  return {};
}

}  // namespace

games::Cell SharedPosition::cell_of(SlotOf what, Id id, uint32_t combination) {
  const auto of = what == SlotOf::place   ? games::Cell::What::place
                  : what == SlotOf::state ? games::Cell::What::state
                                          : games::Cell::What::local;
  return {of, id, combination};
}

SharedPosition::SharedPosition(const compare::Alignment& alignment,
                               std::array<PositionFormulas*, 2> positions,
                               const std::array<std::vector<bool>, 2>& running)
    : alignment_(alignment), formulas_(positions), formula_(positions[0]->formula()) {
  const runtime::Scenario& a = alignment.scenario(0);
  const compare::OneWay &to = alignment.from(0), &back = alignment.from(1);
  const Codes &mine = positions[0]->codes(), &theirs = positions[1]->codes();
  members_.resize(a.program->kinds.size());
  for (size_t kind = 0; kind < members_.size(); ++kind) {
    const KindId other =
        static_cast<KindId>(kind) <= language::kind_hexside ? static_cast<KindId>(kind) : to.kinds[kind];
    const auto size = static_cast<size_t>(a.size(static_cast<KindId>(kind)));
    std::vector<int64_t>& codes = members_[kind];
    codes.assign(
        static_cast<KindId>(kind) == language::kind_hex ? static_cast<size_t>(mine.last_hex() + 1) : size,
        -1);
    if (other == language::none) continue;
    for (size_t i = 0; i < size; ++i) {
      const int32_t member = to.members[kind][i];
      const int64_t code = mine.of_member(static_cast<KindId>(kind), static_cast<int64_t>(i));
      if (member >= 0) codes[static_cast<size_t>(code)] = theirs.of_member(other, member);
    }
  }
  const auto boxes = static_cast<int64_t>(a.program->boxes.size());
  locations_.assign(static_cast<size_t>(mine.first_box() + boxes), -1);
  for (int32_t location = 0; location < a.ground.hexes + static_cast<int32_t>(boxes); ++location) {
    const int32_t other = to.locations[static_cast<size_t>(location)];
    if (other >= 0) locations_[static_cast<size_t>(mine.of_location(location))] = theirs.of_location(other);
  }

  for (const size_t side : {size_t{0}, size_t{1}})
    positions_[side] = positions[side]->open(running[side], side == 0 ? "" : "other ");
  // What belongs to a procedure that does not run is zero, which need not be a value of its type.
  const auto lives = [&](size_t side, SlotOf what, Id id) {
    const language::Program& program = *alignment.scenario(side).program;
    const ProcedureId procedure = what == SlotOf::state ? program.states[id].procedure
                                  : what == SlotOf::var ? program.vars[id].procedure
                                                        : language::none;
    return procedure == language::none || running[side][static_cast<size_t>(procedure)];
  };
  const auto counterpart = [&](SlotOf what, size_t id) -> Id {
    const auto in = [&](const auto& ids) -> Id { return id < ids.size() ? ids[id] : language::none; };
    return what == SlotOf::state ? in(back.states) : what == SlotOf::place ? in(back.kinds) : in(back.vars);
  };
  std::array<std::vector<bool>, 3> met;
  for (const SlotOf what : {SlotOf::state, SlotOf::place, SlotOf::var}) {
    std::vector<bool>& seen = met[static_cast<size_t>(what)];
    seen.assign(positions_[0]->size(what), false);
    for (size_t id = 0; id < positions_[1]->size(what); ++id) {
      const auto at = static_cast<Id>(id);
      if (positions[1]->slot_of(what, at).combinations == 0) continue;
      if (!lives(1, what, at)) continue;
      const Id other = counterpart(what, id);
      const bool shared = other != language::none && lives(0, what, other) &&
                          positions[0]->slot_of(what, other).combinations != 0;
      if (shared) {
        seen[static_cast<size_t>(other)] = true;
        share(what, other, at);
      } else {
        for (uint32_t i = 0; i < positions[1]->slot_of(what, at).combinations; ++i)
          own_[1].push_back(cell_of(what, at, i));
      }
    }
    for (size_t id = 0; id < seen.size(); ++id)
      if (!seen[id] && lives(0, what, static_cast<Id>(id)))
        for (uint32_t i = 0; i < positions[0]->slot_of(what, static_cast<Id>(id)).combinations; ++i)
          own_[0].push_back(cell_of(what, static_cast<Id>(id), i));
  }

  std::vector<Ref> on_map;
  const auto count = [&](size_t side, const games::Cell& cell) {
    const Ref place = positions_[side]->value(SlotOf::place, cell.id, cell.combination).number;
    on_map.push_back(formula_.less(place, formula_.number(positions[side]->codes().first_box())));
  };
  for (const games::Cell& cell : games::pieces_of(a)) count(0, cell);
  for (const games::Cell& cell : own_[1])
    if (cell.what == games::Cell::What::place) count(1, cell);
  units_ = formula_.count(std::move(on_map));
}

// The cells of one slot of the second are those of the first, by the members that they are of.
void SharedPosition::share(SlotOf what, Id mine, Id theirs) {
  const language::Program &a = *alignment_.scenario(0).program, &b = *alignment_.scenario(1).program;
  const compare::OneWay& back = alignment_.from(1);
  const std::vector<Type> params = arguments_of(b, what, theirs);
  const runtime::Slot &from = formulas_[1]->slot_of(what, theirs), &to = formulas_[0]->slot_of(what, mine);
  const Type type = formulas_[1]->type_of(what, theirs);
  language::Interval bounds = formulas_[1]->bounds_of(type);
  if (what == SlotOf::var && type.tag == TypeTag::number) bounds = b.vars[theirs].interval;
  if (arguments_of(a, what, mine).size() != params.size()) {
    for (uint32_t i = 0; i < from.combinations; ++i) own_[1].push_back(cell_of(what, theirs, i));
    return;
  }
  std::vector<SymbolicValue>& values = positions_[1]->change(what, theirs);
  for (uint32_t i = 0; i < from.combinations; ++i) {
    uint32_t rest = i, at = 0;
    bool there = true;
    for (size_t k = 0; k < params.size(); ++k) {
      const uint32_t member = rest / from.strides[k];
      rest %= from.strides[k];
      const int32_t other = back.members[params[k].of][member];
      there = there && other >= 0;
      if (there) at += static_cast<uint32_t>(other) * to.strides[k];
    }
    std::optional<SymbolicValue> shared;
    if (there)
      shared = across(formulas_[0]->type_of(what, mine), type, bounds, positions_[0]->value(what, mine, at),
                      facts_);
    if (!shared) {
      own_[1].push_back(cell_of(what, theirs, i));
      continue;
    }
    values[i] = *shared;
    pairs_.push_back({what, {mine, theirs}, {at, i}});
  }
}

Ref SharedPosition::mapped(Ref code, const std::vector<int64_t>& codes, std::vector<Ref>& facts) const {
  const Node& node = formula_.node(code);
  bool all = true, same = true;
  int64_t last = -1;  // that the other has
  for (int64_t i = std::max<int64_t>(0, node.low); i <= node.high && i < static_cast<int64_t>(codes.size());
       ++i) {
    const int64_t other = codes[static_cast<size_t>(i)];
    all = all && other >= 0;
    if (other >= 0) last = i;
    same = same && (other < 0 || other == i);
  }
  const bool none = node.low < 0;
  const Ref some = formula_.less_equal(formula_.number(0), code);
  const auto at = [&](int64_t i) {
    return i >= 0 && i < static_cast<int64_t>(codes.size()) ? codes[static_cast<size_t>(i)] : -1;
  };
  const Ref index = none ? formula_.narrow(code, 0, std::max<int64_t>(0, node.high)) : code;
  if (!all) {
    const Ref has = formula_.lookup(index, [&](int64_t i) { return Formula::truth(at(i) >= 0); });
    facts.push_back(formula_.or_(formula_.not_(some), has));
  }
  // What the other has no member for must not be looked up there.
  if (same) return all ? code : formula_.narrow(code, none ? -1 : 0, std::max<int64_t>(last, none ? -1 : 0));
  const Ref other =
      formula_.lookup(index, [&](int64_t i) -> Ref { return at(i) < 0 ? -1 : formula_.number(at(i)); });
  return none ? formula_.choose(some, other, formula_.number(-1)) : other;
}

std::optional<SymbolicValue> SharedPosition::across(const Type& from, const Type& to,
                                                    const language::Interval& bounds,
                                                    const SymbolicValue& value,
                                                    std::vector<Ref>& facts) const {
  if (from.tag != to.tag) return std::nullopt;
  SymbolicValue other = value;
  const auto number = [&] {
    const Ref low = formula_.less_equal(formula_.number(bounds.low), value.number),
              high = formula_.less_equal(value.number, formula_.number(bounds.high));
    if (!bounds.may_be_never) {
      facts.push_back(formula_.not_(value.never));
      other.never = no;
    }
    facts.push_back(formula_.or_(other.never, formula_.and_(low, high)));
    const Node& node = formula_.node(value.number);
    if (node.low < bounds.low || node.high > bounds.high)
      other.number = formula_.narrow(value.number, bounds.low, bounds.high);
  };
  switch (from.tag) {
    case TypeTag::boolean:
      return other;
    case TypeTag::number: {
      const auto &a = alignment_.scenario(0).program->measures[from.of],
                 &b = alignment_.scenario(1).program->measures[to.of];
      if (a.step_numerator != b.step_numerator || a.step_denominator != b.step_denominator)
        return std::nullopt;
      number();
      return other;
    }
    case TypeTag::range:
      number();
      return other;
    case TypeTag::entity:
    case TypeTag::maybe:
      if (alignment_.from(0).kinds[from.of] != to.of) return std::nullopt;
      other.number = mapped(value.number, members_[static_cast<size_t>(from.of)], facts);
      return other;
    case TypeTag::location:
      other.number = mapped(value.number, locations_, facts);
      return other;
    case TypeTag::set: {
      if (alignment_.from(0).kinds[from.of] != to.of) return std::nullopt;
      const auto& members = alignment_.from(0).members[from.of];
      other.items.assign(static_cast<size_t>(alignment_.scenario(1).size(to.of)), no);
      for (size_t i = 0; i < value.items.size(); ++i) {
        if (members[i] >= 0)
          other.items[static_cast<size_t>(members[i])] = value.items[i];
        else
          facts.push_back(formula_.not_(value.items[i]));
      }
      return other;
    }
    case TypeTag::path:
      for (size_t i = 0; i < other.items.size(); ++i) {
        std::vector<Ref> has;
        other.items[i] = mapped(value.items[i], members_[language::kind_hex], has);
        const Ref within = formula_.less_equal(formula_.number(static_cast<int64_t>(i)), value.number);
        for (const Ref one : has) facts.push_back(formula_.implies(within, one));
      }
      return other;
  }
  return std::nullopt;
}

runtime::Position SharedPosition::decode(size_t side, const Assignment& model,
                                         const runtime::Control& control) const {
  const runtime::Scenario& scenario = alignment_.scenario(side);
  runtime::Position position = scenario.start;
  formulas_[side]->decode(*positions_[side], model, position);
  formulas_[side]->stand(control, position);
  return position;
}

}  // namespace casebook::symbolic
