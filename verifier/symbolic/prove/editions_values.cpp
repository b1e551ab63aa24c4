// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/prove/editions_values.h"

#include <algorithm>

namespace casebook::symbolic {

using language::Type;
using language::TypeTag;
using runtime::Value;

std::string expression(const runtime::Scenario& scenario, const Type& type, const Value& value) {
  const auto one = [&](const Type& of, int64_t number) {
    const std::string text = scenario.value_text(of, number);
    const bool open = (of.tag == TypeTag::entity || of.tag == TypeTag::maybe) && number >= 0 &&
                      of.of > language::kind_hexside && !scenario.program->kinds[of.of].closed;
    return open ? '"' + text + '"' : text;
  };
  if (type.tag != TypeTag::set) return one(type, value.number);
  std::string text = "{";
  for (const int32_t member : value.items)
    text += (text.size() == 1 ? "" : ", ") + one({TypeTag::entity, type.of, 1}, member);
  return text + "}";
}

Ref same_value(Formula& formula, const Type& type, const SymbolicValue& a, const SymbolicValue& b) {
  switch (type.tag) {
    case TypeTag::number:
    case TypeTag::range:
      return formula.and_(formula.equal(a.never, b.never),
                          formula.or_(a.never, formula.equal(a.number, b.number)));
    case TypeTag::set: {
      std::vector<Ref> all;
      for (size_t i = 0; i < std::min(a.items.size(), b.items.size()); ++i)
        all.push_back(formula.equal(a.items[i], b.items[i]));
      return formula.and_(std::move(all));
    }
    default:
      return formula.equal(a.number, b.number);
  }
}

std::optional<std::string> cell_expression(const runtime::Scenario& scenario, const games::Cell& cell) {
  const auto member = [&](KindId kind, uint32_t which) {
    return expression(scenario, {TypeTag::entity, kind, 1}, {static_cast<int32_t>(which), {}});
  };
  if (cell.what == games::Cell::What::local) return std::nullopt;
  if (cell.what == games::Cell::What::place) return "place(" + member(cell.id, cell.combination) + ")";
  const language::State& state = scenario.program->states[cell.id];
  if (state.procedure != language::none || state.hidden) return std::nullopt;
  std::string text = state.name;
  uint32_t rest = cell.combination;
  const runtime::Slot& slot = scenario.layout.states[cell.id];
  for (size_t k = 0; k < state.params.size(); ++k) {
    if (state.params[k].of == language::kind_hexside) return std::nullopt;
    text += (k == 0 ? "(" : ", ") + member(state.params[k].of, rest / slot.strides[k]);
    rest %= slot.strides[k];
  }
  return state.params.empty() ? text : text + ")";
}

}  // namespace casebook::symbolic
