// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/layout.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

namespace casebook::runtime {

using language::Program;
using language::Type;
using language::TypeTag;

namespace {

class LayoutMaker {
 public:
  LayoutMaker(const Program& program, const std::vector<int32_t>& sizes) : program_(program), sizes_(sizes) {}

  Layout make() {
    for (const auto& state : program_.states) layout_.states.push_back(slot(state.type, state.params));
    for (const auto& kind : program_.kinds) {
      const auto id = static_cast<KindId>(&kind - program_.kinds.data());
      Slot slot_of_kind;
      slot_of_kind.combinations = 0;
      if (kind.on_map)
        slot_of_kind = slot({TypeTag::location, language::none, 1}, {{TypeTag::entity, id, 1}});
      layout_.places.push_back(slot_of_kind);
    }
    for (const auto& var : program_.vars) {
      Slot slot_of_var;
      slot_of_var.combinations = 0;
      if (var.procedure != language::none) slot_of_var = slot(var.type, {});
      layout_.vars.push_back(slot_of_var);
    }
    const std::array<std::vector<Slot>*, 3> all{&layout_.states, &layout_.places, &layout_.vars};
    // Words first, so that cells can follow without a gap.
    const auto place_words = [this](Slot& one) {
      if (one.kind == SlotKind::cells || one.combinations == 0) return;
      one.first = words_;
      words_ += one.kind == SlotKind::bits ? (one.combinations + 63) / 64 : one.combinations * one.width;
    };
    for (std::vector<Slot>* slots : all) {
      for (Slot& one : *slots) place_words(one);
    }
    cells_ = uint64_t{words_} * 2;
    layout_.site = cell();
    layout_.outcome = cell();
    layout_.outcome_detail = cell();
    for (size_t i = 0; i < program_.procedures.size(); ++i) layout_.returns.push_back(cell());
    const auto place_cells = [this](Slot& one) {
      if (one.kind != SlotKind::cells || one.combinations == 0) return;
      one.first = static_cast<uint32_t>(cells_);
      cells_ += uint64_t{one.combinations} * one.width;
    };
    for (std::vector<Slot>* slots : all) {
      for (Slot& one : *slots) place_cells(one);
    }
    layout_.words = static_cast<uint32_t>((cells_ + 1) / 2);
    return layout_;
  }

  uint64_t cells() const { return cells_; }

 private:
  uint32_t cell() { return static_cast<uint32_t>(cells_++); }

  Slot slot(const Type& type, const std::vector<Type>& params) {
    Slot made;
    uint64_t combinations = 1;
    for (const Type& param : params) combinations *= static_cast<uint64_t>(size_of(param));
    made.strides.resize(params.size());
    uint64_t stride = 1;
    for (size_t i = params.size(); i-- > 0;) {
      made.strides[i] = static_cast<uint32_t>(stride);
      stride *= static_cast<uint64_t>(size_of(params[i]));
    }
    made.combinations = static_cast<uint32_t>(std::min<uint64_t>(combinations, UINT32_MAX));
    if (type.tag == TypeTag::set) {
      made.kind = SlotKind::sets;
      made.width = static_cast<uint32_t>((sizes_[static_cast<size_t>(type.of)] + 63) / 64);
    } else if (type.tag == TypeTag::boolean && !params.empty()) {
      made.kind = SlotKind::bits;
    } else {
      made.kind = SlotKind::cells;
      made.width = type.tag == TypeTag::path ? path_cells : 1;
    }
    return made;
  }

  int32_t size_of(const Type& type) const {
    return type.tag == TypeTag::boolean ? 2 : sizes_[static_cast<size_t>(type.of)];
  }

  const Program& program_;
  const std::vector<int32_t>& sizes_;
  Layout layout_;
  uint32_t words_ = 0;
  uint64_t cells_ = 0;
};

}  // namespace

std::optional<Layout> make_layout(const Program& program, const std::vector<int32_t>& sizes,
                                  Diagnostics& diagnostics) {
  LayoutMaker maker(program, sizes);
  Layout layout = maker.make();
  if (maker.cells() > static_cast<uint64_t>(limits::cells)) {
    diagnostics
        .error("D0150", {}, fmt::format("a position of this scenario would have {} cells", maker.cells()))
        .expected = fmt::format("at most {} (limits::cells): fewer members, or state with fewer parameters",
                                limits::cells);
    return std::nullopt;
  }
  return layout;
}

void expect_layout(const Layout& layout, const Position& position) {
  if (position.words().size() == layout.words) return;
  throw std::invalid_argument(
      fmt::format("a position of another layout: it has {} words, and a position of these rules {}",
                  position.words().size(), layout.words));
}

uint32_t combination_of(const Slot& slot, const std::vector<int32_t>& args) {
  uint32_t combination = 0;
  for (size_t i = 0; i < args.size(); ++i) combination += slot.strides[i] * static_cast<uint32_t>(args[i]);
  return combination;
}

}  // namespace casebook::runtime
