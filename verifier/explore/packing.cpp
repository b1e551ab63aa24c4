// SPDX-License-Identifier: Apache-2.0
#include "verifier/explore/packing.h"

#include <algorithm>
#include <bit>

namespace casebook::explore {

using language::Type;
using language::TypeTag;
using runtime::Position;
using runtime::Scenario;
using runtime::Slot;
using runtime::SlotKind;

namespace {

struct Range {
  int64_t low = 0, high = 0;
  bool may_be_never = false;
};

// What is not alive is zero, so zero is always in.
Range range_of(const Scenario& scenario, const Type& type) {
  const auto members = [&] { return static_cast<int64_t>(scenario.size(type.of)); };
  switch (type.tag) {
    case TypeTag::boolean:
      return {0, 1};
    case TypeTag::number:
    case TypeTag::range: {
      if (type.of == language::none) return {0, 1};
      const language::Measure& measure = scenario.program->measures[type.of];
      return {std::min<int64_t>(measure.low, 0), std::max<int64_t>(measure.high, 0), measure.or_never};
    }
    case TypeTag::entity:
      return {0, std::max<int64_t>(members() - 1, 0)};
    case TypeTag::maybe:
      return {-1, std::max<int64_t>(members() - 1, 0)};
    case TypeTag::location:
      return {0, scenario.ground.hexes + static_cast<int64_t>(scenario.program->boxes.size())};
    case TypeTag::path:
      return {-1, std::max<int64_t>(scenario.ground.hexes, limits::path_steps)};
    case TypeTag::set:
      break;
  }
  return {};
}

}  // namespace

void Packing::add_cell(uint32_t cell, int64_t low, int64_t high, bool may_be_never) {
  Part part;
  part.word = cell >> 1;
  part.shift = static_cast<uint8_t>((cell & 1U) * 32U);
  part.is_cell = true;
  part.low = low;
  part.may_be_never = may_be_never;
  part.values = static_cast<uint64_t>(high - low) + 1 + (may_be_never ? 1 : 0);
  part.width = static_cast<uint8_t>(std::min(32, static_cast<int>(std::bit_width(part.values - 1))));
  parts_.push_back(part);
}

void Packing::add_bits(uint32_t word, uint32_t count) {
  for (; count > 0; ++word) {
    const uint32_t here = std::min(count, 64U);
    Part part;
    part.word = word;
    part.width = static_cast<uint8_t>(here);
    parts_.push_back(part);
    count -= here;
  }
}

void Packing::add_slot(const Scenario& scenario, const Slot& slot, const Type& type) {
  if (slot.combinations == 0) return;
  if (slot.kind == SlotKind::bits) return add_bits(slot.first, slot.combinations);
  if (slot.kind == SlotKind::sets) {
    const auto members = static_cast<uint32_t>(scenario.size(type.of));
    for (uint32_t i = 0; i < slot.combinations; ++i) add_bits(slot.first + i * slot.width, members);
    return;
  }
  const Range range = range_of(scenario, type);
  for (uint32_t i = 0; i < slot.combinations * slot.width; ++i)
    add_cell(slot.first + i, range.low, range.high, range.may_be_never);
}

void Packing::finish() {
  bits_ = 0;
  for (const Part& part : parts_) bits_ += part.width;
  words_ = std::max<size_t>((bits_ + 63) / 64, 1);
}

Packing Packing::tight(const Scenario& scenario) {
  const language::Program& program = *scenario.program;
  const runtime::Layout& layout = scenario.layout;
  Packing made;
  // Control first: a site, an outcome with its detail, and where each procedure that runs returns to.
  const auto sites = static_cast<int64_t>(program.sites.size());
  const auto cases = static_cast<int64_t>(program.cases.size());
  const int64_t sides = program.kind_side == language::none ? 0 : scenario.size(program.kind_side);
  made.add_cell(layout.site, 0, sites, false);
  made.add_cell(layout.outcome, 0, static_cast<int64_t>(runtime::OutcomeKind::limit), false);
  made.add_cell(layout.outcome_detail, -1, std::max({sites, cases, sides}), false);
  for (const uint32_t cell : layout.returns)
    made.add_cell(cell, 0, static_cast<int64_t>(program.flow.size()), false);
  for (size_t i = 0; i < program.states.size(); ++i)
    made.add_slot(scenario, layout.states[i], program.states[i].type);
  for (size_t kind = 0; kind < program.kinds.size(); ++kind)
    made.add_slot(scenario, layout.places[kind], {TypeTag::location, language::none, 1});
  for (size_t i = 0; i < program.vars.size(); ++i)
    made.add_slot(scenario, layout.vars[i], program.vars[i].type);
  made.finish();
  return made;
}

Packing Packing::plain(const Scenario& scenario) {
  Packing made;
  made.add_bits(0, scenario.layout.words * 64);
  made.finish();
  return made;
}

bool Packing::pack(const Position& position, uint64_t* out) const {
  uint64_t gathered = 0;
  size_t used = 0;
  for (const Part& part : parts_) {
    uint64_t code = position.word(part.word) >> part.shift;
    if (part.is_cell) {
      const int64_t value = static_cast<int32_t>(code & 0xffffffffU);
      const bool is_never = part.may_be_never && value == language::never_value;
      code = is_never ? part.values - 1 : static_cast<uint64_t>(value - part.low);
      if (!is_never && code >= part.values - (part.may_be_never ? 1 : 0)) return false;
    } else if (part.width < 64) {
      code &= (uint64_t{1} << part.width) - 1;
    }
    if (part.width == 0) continue;
    gathered |= code << used;
    if (used + part.width >= 64) {
      *out++ = gathered;
      gathered = used == 0 ? 0 : code >> (64 - used);
      used = used + part.width - 64;
    } else {
      used += part.width;
    }
  }
  if (used > 0 || bits_ == 0) *out = gathered;
  return true;
}

void Packing::unpack(const uint64_t* in, Position& position) const {
  size_t at = 0;
  for (const Part& part : parts_) {
    uint64_t code = 0;
    if (part.width > 0) {
      const size_t word = at / 64, shift = at % 64;
      code = in[word] >> shift;
      if (shift + part.width > 64) code |= in[word + 1] << (64 - shift);
      if (part.width < 64) code &= (uint64_t{1} << part.width) - 1;
      at += part.width;
    }
    if (part.is_cell) {
      const bool is_never = part.may_be_never && code == part.values - 1;
      const int64_t value = is_never ? language::never_value : static_cast<int64_t>(code) + part.low;
      position.set_cell(part.word * 2 + (part.shift != 0 ? 1 : 0), static_cast<int32_t>(value));
    } else {
      position.set_word(part.word, code);
    }
  }
}

}  // namespace casebook::explore
